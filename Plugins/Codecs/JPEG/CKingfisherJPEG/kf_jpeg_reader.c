#include <stdlib.h>

#include "kf_jpeg_failure.h"

#include <jerror.h>

struct kf_jpeg_reader {
    kf_jpeg_failure failure;
    struct jpeg_decompress_struct library;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    kf_jpeg_read_limits limits;
    kf_jpeg_pixels pixels;
    bool was_cut;           // the end was made up, see on_input_exhausted
    JSAMPARRAY cmyk_row;    // scratch of the library's pool; NULL unless the file is CMYK
};

// Input -----------------------------------------------------------------------------------------------------

static kf_jpeg_reader *reader_of(j_decompress_ptr library) {
    return library->client_data;
}

static void begin_source(j_decompress_ptr library) {
    (void)library;
}

static const char *const cut_short = "the data end before the image does";

// Ends a cut file as if it were whole, dropping the segment or the group of blocks that is not complete.
static void end_cut_input(kf_jpeg_reader *reader) {
    if (reader->was_cut) kf_jpeg_fail(&reader->failure, KF_JPEG_TRUNCATED, cut_short);
    reader->was_cut = true;
    reader->library.unread_marker = JPEG_EOI;
}

// The whole input is in the buffer from the start: a request for more means that the file is cut. False makes the
// library return to the function that called it; its arithmetic decoder cannot, but takes an end marker for an answer.
static boolean on_input_exhausted(j_decompress_ptr library) {
    static const JOCTET end_marker[] = {0xFF, JPEG_EOI};
    kf_jpeg_reader *reader = reader_of(library);
    if (!reader->limits.accepts_cut_input) kf_jpeg_fail(&reader->failure, KF_JPEG_TRUNCATED, cut_short);
    if (!library->arith_code || reader->was_cut) return FALSE;
    reader->was_cut = true;
    library->src->next_input_byte = end_marker;
    library->src->bytes_in_buffer = sizeof end_marker;
    return TRUE;
}

static void skip_input(j_decompress_ptr library, long count) {
    if (count <= 0) return;
    if ((size_t)count > library->src->bytes_in_buffer) count = (long)library->src->bytes_in_buffer;
    library->src->next_input_byte += count;
    library->src->bytes_in_buffer -= count;
}

static void end_source(j_decompress_ptr library) {
    (void)library;
}

// Guards ----------------------------------------------------------------------------------------------------

// The library calls this for every row of blocks of every scan, and for every call that reads rows.
static void on_progress(j_common_ptr library) {
    kf_jpeg_reader *reader = library->client_data;
    if (reader->library.input_scan_number > reader->limits.max_scans)
        kf_jpeg_fail(&reader->failure, KF_JPEG_OVER_LIMIT, "the image has more scans than are allowed for its size");
    if (reader->limits.should_stop && reader->limits.should_stop(reader->limits.stop_context))
        kf_jpeg_fail(&reader->failure, KF_JPEG_CANCELLED, "decoding was cancelled");
}

// Life ------------------------------------------------------------------------------------------------------

kf_jpeg_reader *kf_jpeg_reader_open(const uint8_t *bytes, size_t count, const kf_jpeg_read_limits *limits) {
    kf_jpeg_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->limits = *limits;
    reader->library.err = kf_jpeg_failure_prepare(&reader->failure);
    if (setjmp(reader->failure.escape)) {
        kf_jpeg_reader_free(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->library);
    reader->library.client_data = reader;
    reader->library.mem->max_memory_to_use = (long)limits->max_memory;

    reader->source.next_input_byte = bytes;
    reader->source.bytes_in_buffer = count;
    reader->source.init_source = begin_source;
    reader->source.fill_input_buffer = on_input_exhausted;
    reader->source.skip_input_data = skip_input;
    reader->source.resync_to_restart = jpeg_resync_to_restart;
    reader->source.term_source = end_source;
    reader->library.src = &reader->source;

    reader->progress.progress_monitor = on_progress;
    reader->library.progress = &reader->progress;
    return reader;
}

void kf_jpeg_reader_free(kf_jpeg_reader *reader) {
    if (!reader) return;
    jpeg_destroy_decompress(&reader->library);
    free(reader);
}

const char *kf_jpeg_reader_message(const kf_jpeg_reader *reader) {
    return reader->failure.message;
}

// Header ----------------------------------------------------------------------------------------------------

static uint64_t coefficient_bytes(j_decompress_ptr library) {
    uint64_t blocks = 0;
    for (int index = 0; index < library->num_components; index++) {
        const jpeg_component_info *component = &library->comp_info[index];
        blocks += (uint64_t)component->width_in_blocks * component->height_in_blocks;
    }
    return blocks * sizeof(JBLOCK);
}

kf_jpeg_status kf_jpeg_reader_read_header(kf_jpeg_reader *reader, kf_jpeg_header *header) {
    j_decompress_ptr library = &reader->library;
    if (setjmp(reader->failure.escape)) return reader->failure.status;
    // Without a scan there is nothing to make up an end for.
    if (jpeg_read_header(library, TRUE) == JPEG_SUSPENDED)
        kf_jpeg_fail(&reader->failure, KF_JPEG_TRUNCATED, cut_short);
    if (library->jpeg_color_space == JCS_UNKNOWN)
        kf_jpeg_fail(&reader->failure, KF_JPEG_UNSUPPORTED, "the number of colour components is not 1, 3 or 4");

    header->width = library->image_width;
    header->height = library->image_height;
    header->components = library->num_components;
    header->progressive = library->progressive_mode;
    header->arithmetic = library->arith_code;
    header->adobe = library->saw_Adobe_marker;
    header->buffers_coefficients = jpeg_has_multiple_scans(library);
    header->coefficient_bytes = coefficient_bytes(library);
    return KF_JPEG_OK;
}

// Pixels ----------------------------------------------------------------------------------------------------

static J_COLOR_SPACE library_pixels(kf_jpeg_pixels pixels) {
    switch (pixels) {
    case KF_JPEG_GRAY: return JCS_GRAYSCALE;
    case KF_JPEG_RGB: return JCS_EXT_RGB;
    case KF_JPEG_RGBA: return JCS_EXT_RGBA;
    }
    return JCS_UNKNOWN;
}

kf_jpeg_status kf_jpeg_reader_start(kf_jpeg_reader *reader, int eighths, kf_jpeg_pixels pixels, uint32_t *width,
                                    uint32_t *height) {
    j_decompress_ptr library = &reader->library;
    if (setjmp(reader->failure.escape)) return reader->failure.status;
    bool is_cmyk = library->jpeg_color_space == JCS_CMYK || library->jpeg_color_space == JCS_YCCK;
    if (eighths < 1 || eighths > 8 || (is_cmyk && pixels == KF_JPEG_GRAY))
        kf_jpeg_fail(&reader->failure, KF_JPEG_MISUSE, "the scale or the kind of pixels cannot be had");

    library->scale_num = (unsigned int)eighths;
    library->scale_denom = 8;
    library->out_color_space = is_cmyk ? JCS_CMYK : library_pixels(pixels);
    // The exact transform and smooth chroma: full size comes out as from `djpeg -dct int`.
    library->dct_method = JDCT_ISLOW;
    library->do_fancy_upsampling = TRUE;
    while (!jpeg_start_decompress(library)) end_cut_input(reader);

    reader->pixels = pixels;
    if (is_cmyk)
        reader->cmyk_row = library->mem->alloc_sarray((j_common_ptr)library, JPOOL_IMAGE, library->output_width * 4, 1);
    *width = library->output_width;
    *height = library->output_height;
    return KF_JPEG_OK;
}

static uint8_t product_of_fractions(unsigned int a, unsigned int b) {
    return (uint8_t)((a * b + 127) / 255);
}

// Without a profile ink is taken as a filter: light that cyan and black let through is red, and so on.
static void convert_cmyk(const kf_jpeg_reader *reader, uint8_t *row) {
    const uint8_t *cmyk = reader->cmyk_row[0];
    const uint8_t to_light = reader->library.saw_Adobe_marker ? 0 : 255;
    for (JDIMENSION x = 0; x < reader->library.output_width; x++) {
        unsigned int key_light = cmyk[3] ^ to_light;
        row[0] = product_of_fractions(cmyk[0] ^ to_light, key_light);
        row[1] = product_of_fractions(cmyk[1] ^ to_light, key_light);
        row[2] = product_of_fractions(cmyk[2] ^ to_light, key_light);
        if (reader->pixels == KF_JPEG_RGBA) row[3] = 255;
        cmyk += 4;
        row += reader->pixels;
    }
}

kf_jpeg_status kf_jpeg_reader_read_rows(kf_jpeg_reader *reader, uint8_t *rows, size_t stride, uint32_t count) {
    j_decompress_ptr library = &reader->library;
    JSAMPROW pointers[8];
    if (setjmp(reader->failure.escape)) return reader->failure.status;
    for (uint32_t done = 0; done < count;) {
        uint32_t wanted = count - done < 8 ? count - done : 8;
        for (uint32_t index = 0; index < wanted; index++) pointers[index] = rows + (done + index) * stride;
        uint32_t read = reader->cmyk_row ? jpeg_read_scanlines(library, reader->cmyk_row, 1)
                                         : jpeg_read_scanlines(library, pointers, wanted);
        if (read == 0)
            end_cut_input(reader);
        else if (reader->cmyk_row)
            convert_cmyk(reader, pointers[0]);
        done += read;
    }
    return KF_JPEG_OK;
}

kf_jpeg_status kf_jpeg_reader_finish(kf_jpeg_reader *reader) {
    if (setjmp(reader->failure.escape)) {
        // All pixels are there. Encoders that repeat themselves after the last scan are no reason to refuse them.
        return reader->failure.library_code == JERR_EOI_EXPECTED ? KF_JPEG_OK : reader->failure.status;
    }
    while (!jpeg_finish_decompress(&reader->library)) end_cut_input(reader);
    return reader->was_cut ? kf_jpeg_failure_note(&reader->failure, KF_JPEG_TRUNCATED, cut_short) : KF_JPEG_OK;
}
