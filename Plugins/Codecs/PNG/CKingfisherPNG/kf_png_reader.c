// Reading pixels with libpng, out of memory.
//
// libpng is shown only what it needs for that: the critical chunks and tRNS. Everything else is stepped over, so that a
// chunk nobody asked for can neither cost memory nor spoil a good picture.

#include <stdlib.h>
#include <string.h>

#include "kf_png_internal.h"

struct kf_png_reader {
    kf_png_fence fence;
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t length;
    size_t metadata_limit;
    size_t offset;         ///< of the next byte to show libpng
    size_t chunk_rest;     ///< bytes to show before the next decision
    bool image_data_begun;
    bool image_data_ended; ///< by a chunk of another kind; what claims to continue it is not part of the image
    size_t budget;         ///< of bytes still to show libpng
    uint64_t rows_left;    ///< over all passes
    size_t row_bytes;
    bool ran_out;
    bool started;
    bool failed;           ///< after an error libpng's state is undefined
    kf_png_chunks chunks;
    uint8_t *unpacked_icc;
    uint8_t *unpacked_exif;
    size_t unpacked_exif_length;
    bool exif_text_tried;
};

static bool is_shown(kf_png_reader *reader, uint32_t type) {
    if (type == KF_PNG_CHUNK('I', 'D', 'A', 'T')) {
        reader->image_data_begun = true;
        return !reader->image_data_ended;
    }
    reader->image_data_ended = reader->image_data_begun;
    // Bit 5 of the first letter marks a chunk as ancillary. Unknown critical ones are libpng's to refuse.
    return type == KF_PNG_CHUNK('t', 'R', 'N', 'S') || (type & 0x20000000) == 0;
}

/// Moves to the next chunk that libpng is to see; false where the data ends before it.
static bool find_shown_chunk(kf_png_reader *reader) {
    while (reader->length - reader->offset >= KF_PNG_CHUNK_FRAME) {
        const uint8_t *head = reader->bytes + reader->offset;
        size_t size = (size_t)kf_png_u32(head) + KF_PNG_CHUNK_FRAME;
        if (is_shown(reader, kf_png_u32(head + 4))) {
            reader->chunk_rest = size;
            return true;
        }
        if (size > reader->length - reader->offset) {
            return false;
        }
        reader->offset += size;
    }
    return false;
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    kf_png_reader *reader = png_get_io_ptr(png);
    if (count > reader->budget) {
        png_error(png, "the image data goes on far beyond the last row");
    }
    reader->budget -= count;
    while (count > 0) {
        if (reader->chunk_rest == 0 && !find_shown_chunk(reader)) {
            reader->ran_out = true;
            png_error(png, "the data ends before the image does");
        }
        size_t available = reader->length - reader->offset;
        size_t step = count < reader->chunk_rest ? count : reader->chunk_rest;
        if (step > available) {
            reader->ran_out = true;
            png_error(png, "the data ends before the image does");
        }
        memcpy(target, reader->bytes + reader->offset, step);
        reader->offset += step;
        reader->chunk_rest -= step;
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
    free(reader->unpacked_exif);
    free(reader);
}

/// Everything libpng is told before it reads. Limits first.
static void configure(kf_png_reader *reader) {
    png_structp png = reader->png;
    // The caller has accepted this size; nothing later may enlarge it.
    png_set_user_limits(png, reader->chunks.info.width, reader->chunks.info.height);
    // Of the chunks it is shown, none but image data is longer than a palette's 768 bytes.
    png_set_chunk_malloc_max(png, 1024);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
    png_set_benign_errors(png, 1);
    // Some writers claim a smaller window than they use; the full one costs 32 KiB.
    png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
    if (!reader->chunks.info.is_complete) {
        // In small helpings the rows in front of the cut come through; what a helping lacks is lost as a whole.
        png_set_compression_buffer_size(png, 64);
    }
    png_set_read_fn(png, reader, read_bytes);
    reader->offset = 0;
    reader->budget = SIZE_MAX;
    reader->chunk_rest = KF_PNG_SIGNATURE_SIZE;
}

static void request_transformations(kf_png_reader *reader, bool reduce_to_8_bits) {
    png_structp png = reader->png;
    // Palette to RGB, fewer than 8 bits of gray to 8, tRNS to alpha.
    png_set_expand(png);
    if (png_get_bit_depth(png, reader->info) == 16) {
        if (reduce_to_8_bits) {
            png_set_scale_16(png);
        } else {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
            png_set_swap(png);
#endif
        }
    }
    png_set_interlace_handling(png);
    png_read_update_info(png, reader->info);
}

kf_png_status kf_png_reader_start(kf_png_reader *reader, bool reduce_to_8_bits, kf_png_layout *layout,
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
    request_transformations(reader, reduce_to_8_bits);
    layout->width = png_get_image_width(reader->png, reader->info);
    layout->height = png_get_image_height(reader->png, reader->info);
    layout->channels = png_get_channels(reader->png, reader->info);
    layout->bit_depth = png_get_bit_depth(reader->png, reader->info);
    layout->passes = reader->chunks.info.interlaced ? 7 : 1;
    layout->row_bytes = png_get_rowbytes(reader->png, reader->info);
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
        png_read_row(reader->png, rows + row * stride, NULL);
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

kf_png_status kf_png_reader_icc_profile(kf_png_reader *reader, const uint8_t **bytes, size_t *length,
                                        kf_png_message *message) {
    *bytes = NULL;
    *length = 0;
    kf_png_slice chunk = reader->chunks.icc;
    // A name, a zero byte, the compression method, which can only be 0, and the packed profile.
    const uint8_t *name_end = chunk.bytes ? memchr(chunk.bytes, 0, chunk.length) : NULL;
    size_t start = name_end ? (size_t)(name_end - chunk.bytes) + 2 : 0;
    if (!name_end || start > chunk.length || name_end[1] != 0) {
        return KF_PNG_OK;
    }
    kf_png_slice packed = {chunk.bytes + start, chunk.length - start};
    free(reader->unpacked_icc);
    reader->unpacked_icc = NULL;
    switch (kf_png_unpack(packed, reader->metadata_limit, &reader->unpacked_icc, length)) {
    case KF_PNG_UNPACKED: *bytes = reader->unpacked_icc; return KF_PNG_OK;
    case KF_PNG_UNPACKED_DAMAGED: return KF_PNG_OK;
    case KF_PNG_UNPACKED_TOO_LONG:
        return kf_png_fail(message, KF_PNG_OVER_LIMIT, "the colour profile unpacks to more than the metadata limit");
    default: return kf_png_fail(message, KF_PNG_OUT_OF_MEMORY, "out of memory");
    }
}

const uint8_t *kf_png_reader_exif(kf_png_reader *reader, size_t *length) {
    const kf_png_chunks *chunks = &reader->chunks;
    if (chunks->exif.bytes) {
        *length = chunks->exif.length;
        return chunks->exif.bytes;
    }
    if (chunks->exif_text.bytes && !reader->exif_text_tried) {
        reader->exif_text_tried = true;
        reader->unpacked_exif = kf_png_exif_from_text(chunks->exif_text, chunks->exif_text_type,
                                                      reader->metadata_limit, &reader->unpacked_exif_length);
    }
    *length = reader->unpacked_exif ? reader->unpacked_exif_length : 0;
    return reader->unpacked_exif;
}
