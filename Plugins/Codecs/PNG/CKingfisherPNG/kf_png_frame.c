// A frame of an animation, shown to libpng as if it were a file of its own: the signature, a header with the frame's
// size, the palette and transparency of the file, and the frame's data with fdAT chunks turned into IDAT.

#include <stdlib.h>
#include <string.h>

#include "kf_png_internal.h"

static void put_u32(uint8_t *target, uint32_t value) {
    for (int byte = 0; byte < 4; byte += 1) {
        target[byte] = (uint8_t)(value >> (24 - 8 * byte));
    }
}

/// The signature and the header.
static kf_png_slice start_of_file(kf_png_reader *reader) {
    enum { SIZE = KF_PNG_SIGNATURE_SIZE + KF_PNG_CHUNK_FRAME + 13 };
    memcpy(reader->made, reader->bytes, SIZE);
    uint8_t *header = reader->made + KF_PNG_SIGNATURE_SIZE;
    put_u32(header + 8, reader->frame.width);
    put_u32(header + 12, reader->frame.height);
    put_u32(header + 21, kf_png_checksum(header + 4, 17));
    return (kf_png_slice){reader->made, SIZE};
}

/// The next chunk of the frame's data: the head of an IDAT chunk, and the data with its checksum to come.
static bool next_data(kf_png_reader *reader) {
    size_t end = reader->frame.data.start + reader->frame.data.length;
    while (reader->offset < end && end - reader->offset >= KF_PNG_CHUNK_FRAME) {
        const uint8_t *head = reader->bytes + reader->offset;
        uint32_t type = kf_png_u32(head + 4);
        size_t size = kf_png_u32(head);
        if (size > end - reader->offset - KF_PNG_CHUNK_FRAME) {
            return false;
        }
        reader->offset += size + KF_PNG_CHUNK_FRAME;
        if (type == KF_PNG_CHUNK('I', 'D', 'A', 'T')) {
            reader->part = (kf_png_slice){head, size + KF_PNG_CHUNK_FRAME};
            return true;
        }
        if (type == KF_PNG_CHUNK('f', 'd', 'A', 'T') && size >= 4) {
            put_u32(reader->made, (uint32_t)size - 4);
            put_u32(reader->made + 4, KF_PNG_CHUNK('I', 'D', 'A', 'T'));
            reader->part = (kf_png_slice){reader->made, 8};
            // Behind the sequence number; the checksum stays in its place, though it is another chunk's.
            reader->frame_rest = (kf_png_slice){head + 12, size};
            return true;
        }
    }
    return false;
}

static bool show_range(kf_png_reader *reader, kf_png_range range) {
    reader->part = (kf_png_slice){reader->bytes + range.start, range.length};
    return range.length > 0;
}

bool kf_png_frame_part(kf_png_reader *reader) {
    static const uint8_t end[KF_PNG_CHUNK_FRAME] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82};
    if (reader->frame_rest.length > 0) {
        reader->part = reader->frame_rest;
        reader->frame_rest.length = 0;
        return true;
    }
    switch (reader->frame_step) {
    case 0:
        reader->part = start_of_file(reader);
        reader->frame_step = 1;
        reader->offset = reader->frame.data.start;
        return true;
    case 1:
        reader->frame_step = 2;
        if (show_range(reader, reader->chunks.info.palette)) {
            return true;
        }
        // fall through
    case 2:
        reader->frame_step = 3;
        if (show_range(reader, reader->chunks.info.transparency)) {
            return true;
        }
        // fall through
    case 3:
        if (next_data(reader)) {
            return true;
        }
        reader->frame_step = 4;
        reader->part = (kf_png_slice){end, sizeof end};
        return true;
    default: return false;
    }
}

kf_png_status kf_png_reader_open_frame(const uint8_t *bytes, size_t length, const kf_png_info *info,
                                       const kf_png_frame *frame, kf_png_reader **reader, kf_png_message *message) {
    *reader = NULL;
    kf_png_fail(message, KF_PNG_OK, "");
    bool is_within = frame->data.start <= length && frame->data.length <= length - frame->data.start;
    if (!is_within || !info->is_animated || !info->is_complete) {
        return kf_png_fail(message, KF_PNG_MISUSE, "the frame is not of this file");
    }
    kf_png_reader *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return kf_png_fail(message, KF_PNG_OUT_OF_MEMORY, "out of memory");
    }
    opened->bytes = bytes;
    opened->length = length;
    opened->is_frame = true;
    opened->frame = *frame;
    opened->chunks.info = *info;
    opened->chunks.info.width = frame->width;
    opened->chunks.info.height = frame->height;
    *reader = opened;
    return KF_PNG_OK;
}
