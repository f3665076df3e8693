// Writing with libpng, into memory that grows.

#include <stdlib.h>
#include <string.h>

#include "kf_png_internal.h"

struct kf_png_writer {
    kf_png_fence fence;
    png_structp png;
    png_infop info;
    uint8_t *bytes;
    size_t length;
    size_t capacity;
    uint32_t rows_left;
    bool failed;
};

static void write_bytes(png_structp png, png_bytep source, size_t count) {
    kf_png_writer *writer = png_get_io_ptr(png);
    if (count > writer->capacity - writer->length) {
        size_t needed = writer->length + count;
        if (needed < count || needed > SIZE_MAX / 2) {
            png_error(png, "the file would be larger than memory");
        }
        size_t larger = writer->capacity < 16384 ? 16384 : writer->capacity + writer->capacity / 2;
        larger = larger > needed ? larger : needed;
        uint8_t *moved = realloc(writer->bytes, larger);
        if (!moved) {
            writer->fence.out_of_memory = true;
            png_error(png, "out of memory");
        }
        writer->bytes = moved;
        writer->capacity = larger;
    }
    memcpy(writer->bytes + writer->length, source, count);
    writer->length += count;
}

static void flush_nothing(png_structp png) {
    (void)png;
}

static kf_png_status report(kf_png_writer *writer, kf_png_message *message) {
    writer->failed = true;
    return kf_png_fail(message, writer->fence.out_of_memory ? KF_PNG_OUT_OF_MEMORY : KF_PNG_INVALID,
                       writer->fence.message.text);
}

static int color_type(const kf_png_write_settings *settings) {
    switch (settings->channels) {
    case 1: return settings->palette ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_GRAY;
    case 2: return PNG_COLOR_TYPE_GRAY_ALPHA;
    case 3: return PNG_COLOR_TYPE_RGB;
    default: return PNG_COLOR_TYPE_RGB_ALPHA;
    }
}

static void set_compression(png_structp png, const kf_png_write_settings *settings) {
    png_set_compression_level(png, settings->compression_level);
    int filters = PNG_FILTER_NONE;
    if (settings->filters && settings->compression_level > 0) {
        // Trying all five filters on each row takes longer than a fast compression itself.
        filters = settings->compression_level < 4 ? PNG_FAST_FILTERS : PNG_ALL_FILTERS;
    }
    png_set_filter(png, PNG_FILTER_TYPE_BASE, filters);
}

static void set_palette(png_structp png, png_infop info, const kf_png_write_settings *settings) {
    png_color colors[256];
    png_byte alphas[256];
    for (int entry = 0; entry < settings->palette_entries; entry += 1) {
        const uint8_t *rgba = settings->palette + entry * 4;
        colors[entry] = (png_color){rgba[0], rgba[1], rgba[2]};
        alphas[entry] = rgba[3];
    }
    png_set_PLTE(png, info, colors, settings->palette_entries);
    if (settings->palette_alphas > 0) {
        png_set_tRNS(png, info, alphas, settings->palette_alphas, NULL);
    }
}

static void set_metadata(kf_png_writer *writer, const kf_png_write_settings *settings) {
    png_structp png = writer->png;
    png_infop info = writer->info;
    if (settings->icc_profile && settings->icc_length > 0 && settings->icc_length <= PNG_UINT_31_MAX) {
        png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, settings->icc_profile,
                     (png_uint_32)settings->icc_length);
    }
    if (settings->exif && settings->exif_length > 0 && settings->exif_length <= PNG_UINT_31_MAX) {
        // libpng copies the block; its parameter merely lacks the const.
        png_set_eXIf_1(png, info, (png_uint_32)settings->exif_length, (png_bytep)settings->exif);
    }
    if (settings->density_x > 0 && settings->density_y > 0) {
        png_set_pHYs(png, info, settings->density_x, settings->density_y,
                     settings->density_is_per_metre ? PNG_RESOLUTION_METER : PNG_RESOLUTION_UNKNOWN);
    }
}

/// Writes the packet as it is, which libpng's own way, for text that ends with a zero byte, would not.
static void write_xmp(png_structp png, const uint8_t *xmp, size_t length) {
    // The keyword; not compressed; neither language nor translation.
    static const png_byte start[22] = "XML:com.adobe.xmp";
    if (!xmp || length == 0 || length > PNG_UINT_31_MAX - sizeof start) {
        return;
    }
    png_write_chunk_start(png, (png_const_bytep) "iTXt", (png_uint_32)(sizeof start + length));
    png_write_chunk_data(png, start, sizeof start);
    png_write_chunk_data(png, xmp, length);
    png_write_chunk_end(png);
}

static void write_header(kf_png_writer *writer, const kf_png_write_settings *settings) {
    png_structp png = writer->png;
    png_infop info = writer->info;
    png_set_write_fn(png, writer, write_bytes, flush_nothing);
    // libpng's own bounds of a million a side are about reading strangers' files.
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // A profile that does not fit is left out, which is no reason to fail.
    png_set_benign_errors(png, 1);
    png_set_option(png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
    set_compression(png, settings);
    png_set_IHDR(png, info, settings->width, settings->height, settings->bit_depth, color_type(settings),
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    if (settings->palette) {
        set_palette(png, info, settings);
    }
    set_metadata(writer, settings);
    png_write_info_before_PLTE(png, info);
    if (settings->has_code_points) {
        png_write_chunk(png, (png_const_bytep) "cICP", settings->code_points, sizeof settings->code_points);
    }
    png_write_info(png, info);
    write_xmp(png, settings->xmp, settings->xmp_length);
    if (settings->bit_depth < 8) {
        png_set_packing(png);
    }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (settings->bit_depth == 16) {
        png_set_swap(png);
    }
#endif
}

static bool settings_make_sense(const kf_png_write_settings *settings) {
    uint8_t depth = settings->bit_depth;
    bool is_small = depth == 1 || depth == 2 || depth == 4;
    bool palette_fits = !settings->palette ||
                        (depth <= 8 && settings->channels == 1 && settings->palette_entries > 0 &&
                         settings->palette_entries <= 1 << depth &&
                         settings->palette_alphas <= settings->palette_entries);
    return settings->width > 0 && settings->width <= PNG_UINT_31_MAX && settings->height > 0 &&
           settings->height <= PNG_UINT_31_MAX && settings->channels >= 1 && settings->channels <= 4 &&
           (depth == 8 || depth == 16 || (is_small && settings->channels == 1)) && palette_fits &&
           settings->compression_level <= 9;
}

kf_png_status kf_png_writer_open(const kf_png_write_settings *settings, kf_png_writer **writer,
                                 kf_png_message *message) {
    *writer = NULL;
    kf_png_fail(message, KF_PNG_OK, "");
    if (!settings_make_sense(settings)) {
        return kf_png_fail(message, KF_PNG_MISUSE, "PNG cannot hold an image of this size, depth or channel count");
    }
    kf_png_writer *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return kf_png_fail(message, KF_PNG_OUT_OF_MEMORY, "out of memory");
    }
    opened->rows_left = settings->height;
    opened->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &opened->fence, kf_png_fence_error,
                                            kf_png_fence_warning, &opened->fence, kf_png_fence_malloc,
                                            kf_png_fence_free);
    opened->info = opened->png ? png_create_info_struct(opened->png) : NULL;
    if (!opened->info) {
        kf_png_writer_close(opened);
        return kf_png_fail(message, KF_PNG_OUT_OF_MEMORY, "libpng could not be set up");
    }
    if (setjmp(opened->fence.jump)) {
        kf_png_status status = report(opened, message);
        kf_png_writer_close(opened);
        return status;
    }
    write_header(opened, settings);
    *writer = opened;
    return KF_PNG_OK;
}

kf_png_status kf_png_writer_write_rows(kf_png_writer *writer, const uint8_t *rows, size_t stride, uint32_t count,
                                       kf_png_message *message) {
    if (writer->failed || count > writer->rows_left) {
        return kf_png_fail(message, KF_PNG_MISUSE, "the writer takes no more rows");
    }
    if (setjmp(writer->fence.jump)) {
        return report(writer, message);
    }
    for (uint32_t row = 0; row < count; row += 1) {
        png_write_row(writer->png, rows + row * stride);
        writer->rows_left -= 1;
    }
    return KF_PNG_OK;
}

kf_png_status kf_png_writer_finish(kf_png_writer *writer, uint8_t **bytes, size_t *length, kf_png_message *message) {
    *bytes = NULL;
    *length = 0;
    if (writer->failed || writer->rows_left > 0) {
        return kf_png_fail(message, KF_PNG_MISUSE, "the writer has not been given all rows");
    }
    if (setjmp(writer->fence.jump)) {
        return report(writer, message);
    }
    png_write_end(writer->png, writer->info);
    *bytes = writer->bytes;
    *length = writer->length;
    writer->bytes = NULL;
    writer->failed = true;
    return KF_PNG_OK;
}

void kf_png_writer_close(kf_png_writer *writer) {
    if (!writer) {
        return;
    }
    png_destroy_write_struct(&writer->png, &writer->info);
    free(writer->bytes);
    free(writer);
}
