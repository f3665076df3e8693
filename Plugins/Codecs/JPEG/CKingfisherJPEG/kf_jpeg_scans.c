// Reading an image of several scans while they arrive: the library holds the coefficients so far, from which any
// number of passes make pixels.

#include "kf_jpeg_reader.h"

bool kf_jpeg_reader_saw_damage(const kf_jpeg_reader *reader) {
    return reader->failure.library.num_warnings > 0;
}

kf_jpeg_status kf_jpeg_reader_take_in(kf_jpeg_reader *reader, int *whole_scans) {
    j_decompress_ptr library = &reader->library;
    if (setjmp(reader->failure.escape)) return reader->failure.status;
    int result;
    do {
        kf_jpeg_reader_check(reader);
        result = jpeg_consume_input(library);
    } while (result != JPEG_SUSPENDED && result != JPEG_REACHED_EOI);
    // A scan is known to be whole once the next begins: the library looks a little ahead where it smooths blocks.
    bool has_ended = result == JPEG_REACHED_EOI;
    *whole_scans = has_ended ? library->input_scan_number : library->input_scan_number - 1;
    return has_ended ? KF_JPEG_OK : KF_JPEG_NEEDS_MORE;
}

kf_jpeg_status kf_jpeg_reader_begin_pass(kf_jpeg_reader *reader, int scan) {
    if (setjmp(reader->failure.escape)) return reader->failure.status;
    return jpeg_start_output(&reader->library, scan) ? KF_JPEG_OK : KF_JPEG_NEEDS_MORE;
}

kf_jpeg_status kf_jpeg_reader_end_pass(kf_jpeg_reader *reader) {
    if (setjmp(reader->failure.escape)) return reader->failure.status;
    return jpeg_finish_output(&reader->library) ? KF_JPEG_OK : KF_JPEG_NEEDS_MORE;
}
