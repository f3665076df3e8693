#include <stdlib.h>

#include <zlib.h>

#include "kf_png_internal.h"

kf_png_unpacked kf_png_unpack(kf_png_slice packed, size_t limit, uint8_t **bytes, size_t *length) {
    *bytes = NULL;
    *length = 0;
    // The reader bounds the limit and PNG the length of a chunk, so that both fit zlib's counts.
    z_stream stream = {.next_in = (Bytef *)packed.bytes, .avail_in = (uInt)packed.length};
    if (inflateInit(&stream) != Z_OK) {
        return KF_PNG_UNPACKED_NO_MEMORY;
    }
    uint8_t *unpacked = NULL;
    size_t capacity = 0;
    int status = Z_OK;
    while (status == Z_OK) {
        if (stream.avail_out == 0) {
            // One byte more than allowed, to tell a stream that fits exactly from one that goes on.
            size_t larger = capacity ? capacity * 2 : 4096;
            larger = larger < limit + 1 ? larger : limit + 1;
            uint8_t *moved = larger > capacity ? realloc(unpacked, larger) : NULL;
            if (!moved) {
                status = larger > capacity ? Z_MEM_ERROR : Z_BUF_ERROR;
                break;
            }
            unpacked = moved;
            stream.next_out = unpacked + capacity;
            stream.avail_out = (uInt)(larger - capacity);
            capacity = larger;
        }
        status = inflate(&stream, Z_NO_FLUSH);
    }
    size_t count = capacity - stream.avail_out;
    inflateEnd(&stream);
    if (status == Z_STREAM_END && count <= limit) {
        *bytes = unpacked;
        *length = count;
        return KF_PNG_UNPACKED;
    }
    free(unpacked);
    if (count > limit) {
        return KF_PNG_UNPACKED_TOO_LONG;
    }
    return status == Z_MEM_ERROR ? KF_PNG_UNPACKED_NO_MEMORY : KF_PNG_UNPACKED_DAMAGED;
}
