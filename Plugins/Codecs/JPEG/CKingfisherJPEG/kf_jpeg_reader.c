#include <limits.h>
#include <stdlib.h>

#include "kf_jpeg_reader.h"

#include <jerror.h>

// Guards ----------------------------------------------------------------------------------------------------

void kf_jpeg_reader_check(kf_jpeg_reader *reader) {
    if (reader->library.input_scan_number > reader->options.max_scans)
        kf_jpeg_fail(&reader->failure, KF_JPEG_OVER_LIMIT, "the image has more scans than are allowed for its size");
    if (reader->limits.should_stop && reader->limits.should_stop(reader->limits.stop_context))
        kf_jpeg_fail(&reader->failure, KF_JPEG_CANCELLED, "decoding was cancelled");
}

// The library calls this for every row of blocks of every scan, and for every call that reads rows.
static void on_progress(j_common_ptr library) {
    kf_jpeg_reader_check(library->client_data);
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

    kf_jpeg_source_prepare(reader, bytes, count);
    if (limits->is_fed) reader->failure.most_damage = LONG_MAX;
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
    if (jpeg_read_header(library, TRUE) == JPEG_SUSPENDED) {
        if (reader->limits.is_fed) return KF_JPEG_NEEDS_MORE;
        // Without a scan there is nothing to make up an end for.
        kf_jpeg_fail(&reader->failure, KF_JPEG_TRUNCATED, "the data end inside the header");
    }
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

static bool is_cmyk(j_decompress_ptr library) {
    return library->jpeg_color_space == JCS_CMYK || library->jpeg_color_space == JCS_YCCK;
}

static J_COLOR_SPACE library_pixels(kf_jpeg_pixels pixels) {
    switch (pixels) {
    case KF_JPEG_GRAY: return JCS_GRAYSCALE;
    case KF_JPEG_RGB: return JCS_EXT_RGB;
    case KF_JPEG_RGBA: return JCS_EXT_RGBA;
    case KF_JPEG_INK: return JCS_CMYK;
    }
    return JCS_UNKNOWN;
}

static bool can_be_had(j_decompress_ptr library, const kf_jpeg_read_options *options) {
    if (options->eighths < 1 || options->eighths > 8) return false;
    return is_cmyk(library) ? options->pixels != KF_JPEG_GRAY : options->pixels != KF_JPEG_INK;
}

kf_jpeg_status kf_jpeg_reader_start(kf_jpeg_reader *reader, const kf_jpeg_read_options *options, uint32_t *width,
                                    uint32_t *height) {
    j_decompress_ptr library = &reader->library;
    if (setjmp(reader->failure.escape)) return reader->failure.status;
    if (!can_be_had(library, options))
        kf_jpeg_fail(&reader->failure, KF_JPEG_MISUSE, "the scale or the kind of pixels cannot be had");

    reader->options = *options;
    reader->failure.refuses_gaps = options->refuses_gaps;
    library->scale_num = (unsigned int)options->eighths;
    library->scale_denom = 8;
    library->out_color_space = is_cmyk(library) ? JCS_CMYK : library_pixels(options->pixels);
    library->buffered_image = options->by_scans;
    // The exact transform and smooth chroma: full size comes out as from `djpeg -dct int`.
    library->dct_method = JDCT_ISLOW;
    library->do_fancy_upsampling = TRUE;
    while (!jpeg_start_decompress(library)) {
        if (kf_jpeg_source_is_exhausted(reader) == KF_JPEG_NEEDS_MORE) return KF_JPEG_NEEDS_MORE;
    }

    if (is_cmyk(library) && options->pixels != KF_JPEG_INK)
        reader->cmyk_row = library->mem->alloc_sarray((j_common_ptr)library, JPOOL_IMAGE, library->output_width * 4, 1);
    *width = library->output_width;
    *height = library->output_height;
    return KF_JPEG_OK;
}

static uint8_t product_of_fractions(unsigned int a, unsigned int b) {
    return (uint8_t)((a * b + 127) / 255);
}

// Without a profile ink is taken as a filter: light that cyan and black let through is red, and so on.
static void turn_into_light(const kf_jpeg_reader *reader, uint8_t *row) {
    const uint8_t *cmyk = reader->cmyk_row[0];
    const uint8_t to_light = reader->library.saw_Adobe_marker ? 0 : 255;
    for (JDIMENSION x = 0; x < reader->library.output_width; x++) {
        unsigned int key_light = cmyk[3] ^ to_light;
        row[0] = product_of_fractions(cmyk[0] ^ to_light, key_light);
        row[1] = product_of_fractions(cmyk[1] ^ to_light, key_light);
        row[2] = product_of_fractions(cmyk[2] ^ to_light, key_light);
        if (reader->options.pixels == KF_JPEG_RGBA) row[3] = 255;
        cmyk += 4;
        row += reader->options.pixels;
    }
}

static void undo_adobe_inversion(const kf_jpeg_reader *reader, uint8_t *row) {
    if (!reader->library.saw_Adobe_marker) return;
    for (size_t index = 0; index < (size_t)reader->library.output_width * 4; index++) row[index] ^= 255;
}

kf_jpeg_status kf_jpeg_reader_read_rows(kf_jpeg_reader *reader, uint8_t *rows, size_t stride, uint32_t count,
                                        uint32_t *written) {
    j_decompress_ptr library = &reader->library;
    JSAMPROW pointers[8];
    *written = 0;
    if (setjmp(reader->failure.escape)) return reader->failure.status;
    while (*written < count) {
        uint32_t wanted = count - *written < 8 ? count - *written : 8;
        for (uint32_t index = 0; index < wanted; index++) pointers[index] = rows + (*written + index) * stride;
        uint32_t read = reader->cmyk_row ? jpeg_read_scanlines(library, reader->cmyk_row, 1)
                                         : jpeg_read_scanlines(library, pointers, wanted);
        if (read == 0) {
            if (kf_jpeg_source_is_exhausted(reader) == KF_JPEG_NEEDS_MORE) return KF_JPEG_NEEDS_MORE;
            continue;
        }
        if (reader->cmyk_row) turn_into_light(reader, pointers[0]);
        if (reader->options.pixels == KF_JPEG_INK) {
            for (uint32_t index = 0; index < read; index++) undo_adobe_inversion(reader, pointers[index]);
        }
        *written += read;
    }
    return KF_JPEG_OK;
}

kf_jpeg_status kf_jpeg_reader_finish(kf_jpeg_reader *reader) {
    if (setjmp(reader->failure.escape)) {
        // All pixels are there. Encoders that repeat themselves after the last scan are no reason to refuse them.
        return reader->failure.library_code == JERR_EOI_EXPECTED ? KF_JPEG_OK : reader->failure.status;
    }
    while (!jpeg_finish_decompress(&reader->library)) {
        if (kf_jpeg_source_is_exhausted(reader) == KF_JPEG_NEEDS_MORE) return KF_JPEG_NEEDS_MORE;
    }
    return reader->was_cut
               ? kf_jpeg_failure_note(&reader->failure, KF_JPEG_TRUNCATED, "the data end before the image does")
               : KF_JPEG_OK;
}
