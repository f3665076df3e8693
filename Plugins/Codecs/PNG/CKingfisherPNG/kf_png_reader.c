// Reading pixels with libpng, out of memory.
//
// libpng is shown only what it needs for that: the critical chunks and tRNS. Everything else is stepped over, so that a
// chunk nobody asked for can neither cost memory nor spoil a good picture.

#include <stdlib.h>
#include <string.h>

#include "kf_png_internal.h"

/// The next chunk that libpng is to see, as much as there is of it; false where the data ends before it.
static bool next_part_of_file(kf_png_reader *reader) {
    if (reader->offset == 0) {
        reader->part = (kf_png_slice){reader->bytes, KF_PNG_SIGNATURE_SIZE};
        reader->offset = KF_PNG_SIGNATURE_SIZE;
        return true;
    }
    while (reader->length - reader->offset >= KF_PNG_CHUNK_FRAME) {
        const uint8_t *head = reader->bytes + reader->offset;
        size_t rest = reader->length - reader->offset;
        size_t size = (size_t)kf_png_u32(head) + KF_PNG_CHUNK_FRAME;
        bool is_shown = kf_png_filter_shows(&reader->filter, kf_png_u32(head + 4));
        if (size > rest && !is_shown) {
            return false;
        }
        size = size < rest ? size : rest;
        reader->offset += size;
        if (is_shown) {
            reader->part = (kf_png_slice){head, size};
            return true;
        }
    }
    return false;
}

static bool next_part(kf_png_reader *reader) {
    return reader->is_frame ? kf_png_frame_part(reader) : next_part_of_file(reader);
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    kf_png_reader *reader = png_get_io_ptr(png);
    if (count > reader->budget) {
        png_error(png, "the image data goes on far beyond the last row");
    }
    reader->budget -= count;
    while (count > 0) {
        if (reader->part.length == 0 && !next_part(reader)) {
            reader->ran_out = true;
            png_error(png, "the data ends before the image does");
        }
        size_t step = count < reader->part.length ? count : reader->part.length;
        memcpy(target, reader->part.bytes, step);
        reader->part.bytes += step;
        reader->part.length -= step;
        target += step;
        count -= step;
    }
}

static kf_png_status report(kf_png_reader *reader, kf_png_message *message) {
    reader->failed = true;
    kf_png_status status = reader->fence.out_of_memory ? KF_PNG_OUT_OF_MEMORY
                           : reader->ran_out           ? KF_PNG_TRUNCATED
                                                       : KF_PNG_INVALID;
    return kf_png_fail(message, status, reader->fence.message.text);
}

kf_png_status kf_png_reader_open(const uint8_t *bytes, size_t length, size_t metadata_limit, kf_png_reader **reader,
                                 kf_png_info *info, kf_png_message *message) {
    *reader = NULL;
    kf_png_fail(message, KF_PNG_OK, "");
    if (!bytes || length == 0) {
        return kf_png_fail(message, KF_PNG_TRUNCATED, "there is no data");
    }
    kf_png_reader *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return kf_png_fail(message, KF_PNG_OUT_OF_MEMORY, "out of memory");
    }
    opened->bytes = bytes;
    opened->length = length;
    opened->metadata_limit = metadata_limit < INT32_MAX ? metadata_limit : INT32_MAX;
    kf_png_status status = kf_png_walk(bytes, length, opened->metadata_limit, &opened->chunks, message);
    if (status != KF_PNG_OK) {
        free(opened);
        return status;
    }
    *info = opened->chunks.info;
    *reader = opened;
    return KF_PNG_OK;
}

void kf_png_reader_close(kf_png_reader *reader) {
    if (!reader) {
        return;
    }
    png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader->unpacked_icc);
    free(reader->unpacked_xmp);
    free(reader->unpacked_exif);
    free(reader);
}

void kf_png_configure(png_structp png, uint32_t width, uint32_t height) {
    // The caller has accepted this size; nothing later may enlarge it.
    png_set_user_limits(png, width, height);
    // Of the chunks it is shown, none but image data is longer than a palette's 768 bytes.
    png_set_chunk_malloc_max(png, 1024);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
    // Some writers claim a smaller window than they use; the full one costs 32 KiB.
    png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
    // Each chunk has a checksum of its own; of the second one over all pixels libpng would only warn, at a twentieth of
    // the time.
    png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
}

static void configure(kf_png_reader *reader) {
    png_structp png = reader->png;
    const kf_png_info *info = &reader->chunks.info;
    kf_png_configure(png, info->width, info->height);
    png_set_benign_errors(png, 1);
    if (!info->is_complete) {
        // In small helpings the rows in front of the cut come through; what a helping lacks is lost as a whole.
        png_set_compression_buffer_size(png, 64);
    }
    if (reader->is_frame && reader->bytes[reader->frame.data.start + 4] == 'f') {
        // The walk has checked what fdAT chunks hold; as IDAT they have no checksum.
        png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    }
    png_set_read_fn(png, reader, read_bytes);
    reader->offset = 0;
    reader->budget = SIZE_MAX;
}

void kf_png_transform(png_structp png, png_infop info, bool reduce_to_8_bits, bool add_alpha, kf_png_layout *layout) {
    png_set_expand(png);
    if (png_get_bit_depth(png, info) == 16) {
        if (reduce_to_8_bits) {
            png_set_scale_16(png);
        } else {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
            png_set_swap(png);
#endif
        }
    }
    if (add_alpha) {
        png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
    }
    layout->passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    layout->width = png_get_image_width(png, info);
    layout->height = png_get_image_height(png, info);
    layout->channels = png_get_channels(png, info);
    layout->bit_depth = png_get_bit_depth(png, info);
    layout->row_bytes = png_get_rowbytes(png, info);
}

kf_png_status kf_png_reader_start(kf_png_reader *reader, bool reduce_to_8_bits, bool add_alpha, kf_png_layout *layout,
                                  kf_png_message *message) {
    if (reader->png) {
        return kf_png_fail(message, KF_PNG_MISUSE, "the reader was started before");
    }
    reader->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &reader->fence, kf_png_fence_error,
                                           kf_png_fence_warning, &reader->fence, kf_png_fence_malloc,
                                           kf_png_fence_free);
    if (!reader->png) {
        return kf_png_fail(message, KF_PNG_OUT_OF_MEMORY, "libpng could not be set up");
    }
    if (setjmp(reader->fence.jump)) {
        return report(reader, message);
    }
    reader->info = png_create_info_struct(reader->png);
    if (!reader->info) {
        png_error(reader->png, "out of memory");
    }
    configure(reader);
    png_read_info(reader->png, reader->info);
    kf_png_transform(reader->png, reader->info, reduce_to_8_bits, add_alpha, layout);
    reader->row_bytes = layout->row_bytes;
    reader->rows_left = (uint64_t)layout->height * layout->passes;
    reader->started = true;
    return KF_PNG_OK;
}

kf_png_status kf_png_reader_read_rows(kf_png_reader *reader, uint8_t *rows, size_t stride, uint32_t count,
                                      kf_png_message *message) {
    if (!reader->started || reader->failed || count > reader->rows_left) {
        return kf_png_fail(message, KF_PNG_MISUSE, "the reader is not ready for rows");
    }
    if (setjmp(reader->fence.jump)) {
        return report(reader, message);
    }
    for (uint32_t row = 0; row < count; row += 1) {
        reader->rows_left -= 1;
        if (reader->rows_left == 0) {
            // With the last row libpng unpacks what is left of the image data, to throw it away: a bomb of any size.
            // Uncompressed, a row of twice the depth and its overhead stay below this.
            reader->budget = reader->row_bytes * 3 + 65536;
        }
        uint8_t *target = rows + row * stride;
        // An image that ends early is better seen in blocks than through a grid.
        bool in_blocks = !reader->chunks.info.is_complete;
        png_read_row(reader->png, in_blocks ? NULL : target, in_blocks ? target : NULL);
    }
    return KF_PNG_OK;
}

kf_png_status kf_png_reader_finish(kf_png_reader *reader, kf_png_message *message) {
    if (!reader->started || reader->failed || reader->rows_left > 0) {
        return kf_png_fail(message, KF_PNG_MISUSE, "the rows have not all been read");
    }
    if (setjmp(reader->fence.jump)) {
        return report(reader, message);
    }
    reader->budget = SIZE_MAX;
    png_read_end(reader->png, NULL);
    return KF_PNG_OK;
}
