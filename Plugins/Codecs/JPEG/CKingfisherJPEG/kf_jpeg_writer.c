#include <stdlib.h>
#include <string.h>

#include "kf_jpeg_failure.h"

enum {
    FIRST_BUFFER = 64 * 1024,
    SEGMENT_PAYLOAD = 65533,
    ICC_PREFIX = 14
};

struct kf_jpeg_writer {
    kf_jpeg_failure failure;
    struct jpeg_compress_struct library;
    struct jpeg_destination_mgr destination;
    struct jpeg_progress_mgr progress;
    uint8_t *bytes;
    size_t capacity;
    kf_jpeg_should_stop should_stop;
    void *stop_context;
};

// Output ----------------------------------------------------------------------------------------------------

static void grow(j_compress_ptr library) {
    kf_jpeg_writer *writer = library->client_data;
    size_t capacity = writer->capacity ? writer->capacity * 2 : FIRST_BUFFER;
    uint8_t *bytes = realloc(writer->bytes, capacity);
    if (!bytes) kf_jpeg_fail(&writer->failure, KF_JPEG_OUT_OF_MEMORY, "no memory is left for the encoded image");
    writer->destination.next_output_byte = bytes + writer->capacity;
    writer->destination.free_in_buffer = capacity - writer->capacity;
    writer->bytes = bytes;
    writer->capacity = capacity;
}

// The library calls this when the buffer is full to its last byte, whatever free_in_buffer says.
static boolean on_buffer_full(j_compress_ptr library) {
    grow(library);
    return TRUE;
}

static void end_destination(j_compress_ptr library) {
    (void)library;
}

static void on_progress(j_common_ptr library) {
    kf_jpeg_writer *writer = library->client_data;
    if (writer->should_stop && writer->should_stop(writer->stop_context))
        kf_jpeg_fail(&writer->failure, KF_JPEG_CANCELLED, "encoding was cancelled");
}

// Life ------------------------------------------------------------------------------------------------------

kf_jpeg_writer *kf_jpeg_writer_open(void) {
    kf_jpeg_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    writer->library.err = kf_jpeg_failure_prepare(&writer->failure);
    if (setjmp(writer->failure.escape)) {
        kf_jpeg_writer_free(writer);
        return NULL;
    }
    jpeg_create_compress(&writer->library);
    writer->library.client_data = writer;
    writer->destination.init_destination = grow;
    writer->destination.empty_output_buffer = on_buffer_full;
    writer->destination.term_destination = end_destination;
    writer->library.dest = &writer->destination;
    writer->progress.progress_monitor = on_progress;
    writer->library.progress = &writer->progress;
    return writer;
}

void kf_jpeg_writer_free(kf_jpeg_writer *writer) {
    if (!writer) return;
    jpeg_destroy_compress(&writer->library);
    free(writer->bytes);
    free(writer);
}

void kf_jpeg_bytes_free(uint8_t *bytes) {
    free(bytes);
}

const char *kf_jpeg_writer_message(const kf_jpeg_writer *writer) {
    return writer->failure.message;
}

// Start -----------------------------------------------------------------------------------------------------

static void set_subsampling(j_compress_ptr library, kf_jpeg_subsampling subsampling) {
    library->comp_info[0].h_samp_factor = subsampling == KF_JPEG_444 ? 1 : 2;
    library->comp_info[0].v_samp_factor = subsampling == KF_JPEG_420 ? 2 : 1;
    for (int index = 1; index < library->num_components; index++) {
        library->comp_info[index].h_samp_factor = 1;
        library->comp_info[index].v_samp_factor = 1;
    }
}

kf_jpeg_status kf_jpeg_writer_start(kf_jpeg_writer *writer, const kf_jpeg_write_options *options) {
    j_compress_ptr library = &writer->library;
    if (writer->bytes) return kf_jpeg_failure_note(&writer->failure, KF_JPEG_MISUSE, "the writer has not finished its last image");
    if (setjmp(writer->failure.escape)) return writer->failure.status;
    writer->should_stop = options->should_stop;
    writer->stop_context = options->stop_context;
    library->image_width = options->width;
    library->image_height = options->height;
    library->input_components = options->pixels;
    library->in_color_space = options->pixels == KF_JPEG_GRAY  ? JCS_GRAYSCALE
                              : options->pixels == KF_JPEG_RGB ? JCS_EXT_RGB
                                                               : JCS_EXT_RGBX;
    jpeg_set_defaults(library);
    jpeg_set_quality(library, options->quality, TRUE);
    if (library->num_components == 3) set_subsampling(library, options->subsampling);
    if (options->progressive) jpeg_simple_progression(library);
    library->optimize_coding = options->optimizes_huffman;
    library->dct_method = JDCT_ISLOW;
    library->density_unit = options->density_unit;
    library->X_density = options->density_x;
    library->Y_density = options->density_y;
    jpeg_start_compress(library, TRUE);
    return KF_JPEG_OK;
}

// Metadata --------------------------------------------------------------------------------------------------

static void write_segment(j_compress_ptr library, int marker, const uint8_t *prefix, size_t prefix_count,
                          const uint8_t *bytes, size_t count) {
    jpeg_write_m_header(library, marker, (unsigned int)(prefix_count + count));
    for (size_t index = 0; index < prefix_count; index++) jpeg_write_m_byte(library, prefix[index]);
    for (size_t index = 0; index < count; index++) jpeg_write_m_byte(library, bytes[index]);
}

static kf_jpeg_status write_app1(kf_jpeg_writer *writer, const char *prefix, size_t prefix_count, const uint8_t *bytes,
                                 size_t count, const char *too_long) {
    if (count > SEGMENT_PAYLOAD - prefix_count)
        return kf_jpeg_failure_note(&writer->failure, KF_JPEG_UNSUPPORTED, too_long);
    if (setjmp(writer->failure.escape)) return writer->failure.status;
    write_segment(&writer->library, JPEG_APP0 + 1, (const uint8_t *)prefix, prefix_count, bytes, count);
    return KF_JPEG_OK;
}

kf_jpeg_status kf_jpeg_writer_write_exif(kf_jpeg_writer *writer, const uint8_t *bytes, size_t count) {
    static const char prefix[] = "Exif\0";
    return write_app1(writer, prefix, sizeof prefix, bytes, count,
                      "the EXIF block is longer than the 65,527 bytes that JPEG allows");
}

kf_jpeg_status kf_jpeg_writer_write_xmp(kf_jpeg_writer *writer, const uint8_t *bytes, size_t count) {
    static const char prefix[] = "http://ns.adobe.com/xap/1.0/";
    return write_app1(writer, prefix, sizeof prefix, bytes, count,
                      "the XMP packet is longer than the 65,504 bytes that JPEG allows");
}

kf_jpeg_status kf_jpeg_writer_write_icc(kf_jpeg_writer *writer, const uint8_t *bytes, size_t count) {
    const size_t most = SEGMENT_PAYLOAD - ICC_PREFIX;
    const size_t segments = count / most + (count % most != 0);
    if (segments > 255)
        return kf_jpeg_failure_note(&writer->failure, KF_JPEG_UNSUPPORTED,
                                    "the ICC profile is longer than the 16,707,345 bytes that JPEG allows");
    if (setjmp(writer->failure.escape)) return writer->failure.status;
    for (size_t index = 0; index < segments; index++) {
        uint8_t prefix[ICC_PREFIX] = "ICC_PROFILE";
        prefix[12] = (uint8_t)(index + 1);
        prefix[13] = (uint8_t)segments;
        size_t rest = count - index * most;
        write_segment(&writer->library, JPEG_APP0 + 2, prefix, ICC_PREFIX, bytes + index * most,
                      rest < most ? rest : most);
    }
    return KF_JPEG_OK;
}

// Pixels ----------------------------------------------------------------------------------------------------

kf_jpeg_status kf_jpeg_writer_write_rows(kf_jpeg_writer *writer, const uint8_t *rows, size_t stride,
                                         uint32_t count) {
    if (setjmp(writer->failure.escape)) return writer->failure.status;
    for (uint32_t done = 0; done < count; done++) {
        JSAMPROW row = (JSAMPROW)(rows + done * stride);
        if (jpeg_write_scanlines(&writer->library, &row, 1) != 1)
            kf_jpeg_fail(&writer->failure, KF_JPEG_MISUSE, "more rows than the image has");
    }
    return KF_JPEG_OK;
}

kf_jpeg_status kf_jpeg_writer_finish(kf_jpeg_writer *writer, uint8_t **bytes, size_t *count) {
    if (setjmp(writer->failure.escape)) return writer->failure.status;
    jpeg_finish_compress(&writer->library);
    *count = writer->capacity - writer->destination.free_in_buffer;
    // The last growth doubled the block: give back what it has too much.
    uint8_t *fitting = realloc(writer->bytes, *count);
    *bytes = fitting ? fitting : writer->bytes;
    writer->bytes = NULL;
    writer->capacity = 0;
    return KF_JPEG_OK;
}
