// Where the reader's bytes come from: all at once, or as they arrive.

#include "kf_jpeg_reader.h"

static const char *const cut_short = "the data end before the image does";

static kf_jpeg_reader *reader_of(j_decompress_ptr library) {
    return library->client_data;
}

static void begin_source(j_decompress_ptr library) {
    (void)library;
}

static void end_source(j_decompress_ptr library) {
    (void)library;
}

// The buffer holds all input there is: a request for more means that the file is cut, or not there yet. False makes
// the library return to the function that called it; its arithmetic decoder cannot, but takes an end marker for an
// answer.
static boolean on_input_exhausted(j_decompress_ptr library) {
    static const JOCTET end_marker[] = {0xFF, JPEG_EOI};
    kf_jpeg_reader *reader = reader_of(library);
    if (reader->limits.is_fed) return FALSE;
    if (!reader->limits.accepts_cut_input) kf_jpeg_fail(&reader->failure, KF_JPEG_TRUNCATED, cut_short);
    if (!library->arith_code || reader->was_cut) return FALSE;
    reader->was_cut = true;
    library->src->next_input_byte = end_marker;
    library->src->bytes_in_buffer = sizeof end_marker;
    return TRUE;
}

static void skip_input(j_decompress_ptr library, long count) {
    if (count <= 0) return;
    size_t there = library->src->bytes_in_buffer;
    size_t skipped = (size_t)count < there ? (size_t)count : there;
    library->src->next_input_byte += skipped;
    library->src->bytes_in_buffer -= skipped;
    reader_of(library)->bytes_to_skip = (size_t)count - skipped;
}

void kf_jpeg_source_prepare(kf_jpeg_reader *reader, const uint8_t *bytes, size_t count) {
    reader->fed = count;
    reader->source.next_input_byte = bytes;
    reader->source.bytes_in_buffer = count;
    reader->source.init_source = begin_source;
    reader->source.fill_input_buffer = on_input_exhausted;
    reader->source.skip_input_data = skip_input;
    reader->source.resync_to_restart = jpeg_resync_to_restart;
    reader->source.term_source = end_source;
    reader->library.src = &reader->source;
}

// Whenever the library returns, the source stands at the first byte that it will want again.
void kf_jpeg_reader_feed(kf_jpeg_reader *reader, const uint8_t *bytes, size_t count) {
    if (!reader->limits.is_fed || count < reader->fed) return;
    size_t position = reader->fed - reader->source.bytes_in_buffer;
    size_t skipped = count - position < reader->bytes_to_skip ? count - position : reader->bytes_to_skip;
    reader->bytes_to_skip -= skipped;
    reader->fed = count;
    reader->source.next_input_byte = bytes + position + skipped;
    reader->source.bytes_in_buffer = count - position - skipped;
}

size_t kf_jpeg_reader_bytes_waiting(const kf_jpeg_reader *reader) {
    return reader->source.bytes_in_buffer;
}

kf_jpeg_status kf_jpeg_source_is_exhausted(kf_jpeg_reader *reader) {
    if (reader->limits.is_fed) return KF_JPEG_NEEDS_MORE;
    // What the made-up end leaves out, the library would fill with gray at the cost of decoding it.
    if (reader->was_cut || reader->options.refuses_gaps)
        kf_jpeg_fail(&reader->failure, KF_JPEG_TRUNCATED, cut_short);
    // Drops the segment or the group of blocks that is not complete.
    reader->was_cut = true;
    reader->library.unread_marker = JPEG_EOI;
    return KF_JPEG_OK;
}
