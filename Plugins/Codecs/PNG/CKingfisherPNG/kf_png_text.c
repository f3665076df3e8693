// Text chunks, and in them EXIF as ImageMagick stored it before PNG had a chunk for it: mostly compressed,
// "\nexif\n", the length in decimal, and the bytes in hexadecimal over many lines.

#include <stdlib.h>
#include <string.h>

#include "kf_png_internal.h"

static int hex_digit(uint8_t character) {
    if (character >= '0' && character <= '9') return character - '0';
    if (character >= 'a' && character <= 'f') return character - 'a' + 10;
    if (character >= 'A' && character <= 'F') return character - 'A' + 10;
    return -1;
}

/// Steps over one line; false at the end of the text.
static bool skip_line(const uint8_t *text, size_t length, size_t *at) {
    const uint8_t *end = *at < length ? memchr(text + *at, '\n', length - *at) : NULL;
    if (!end) {
        return false;
    }
    *at = (size_t)(end - text) + 1;
    return true;
}

static uint8_t *decode_hex_profile(const uint8_t *text, size_t length, size_t *decoded_length) {
    size_t at = 0;
    // An empty line, the kind, and the length, which is only a hint.
    if (!skip_line(text, length, &at) || !skip_line(text, length, &at) || !skip_line(text, length, &at)) {
        return NULL;
    }
    uint8_t *decoded = malloc((length - at) / 2 + 1);
    if (!decoded) {
        return NULL;
    }
    size_t count = 0;
    int high = -1;
    for (; at < length; at += 1) {
        int digit = hex_digit(text[at]);
        if (digit < 0) {
            continue;
        }
        if (high < 0) {
            high = digit;
        } else {
            decoded[count] = (uint8_t)(high << 4 | digit);
            count += 1;
            high = -1;
        }
    }
    *decoded_length = count;
    return decoded;
}

/// Leaves out JPEG's "Exif\0\0" in front; false where what remains is not EXIF.
static bool trim_to_byte_order_mark(uint8_t *bytes, size_t *length) {
    static const uint8_t marker[6] = {'E', 'x', 'i', 'f', 0, 0};
    if (*length >= sizeof marker && memcmp(bytes, marker, sizeof marker) == 0) {
        *length -= sizeof marker;
        memmove(bytes, bytes + sizeof marker, *length);
    }
    return *length >= 8 && (memcmp(bytes, "II*\0", 4) == 0 || memcmp(bytes, "MM\0*", 4) == 0);
}

kf_png_slice kf_png_text(kf_png_slice chunk, uint32_t type, size_t limit, uint8_t **unpacked) {
    static const kf_png_slice none = {NULL, 0};
    *unpacked = NULL;
    // The walk has seen the keyword and the zero byte behind it.
    size_t start = strlen((const char *)chunk.bytes) + 1;
    bool compressed = false;
    if (type == KF_PNG_CHUNK('z', 'T', 'X', 't')) {
        if (chunk.length - start < 1 || chunk.bytes[start] != 0) {
            return none;
        }
        start += 1;
        compressed = true;
    } else if (type == KF_PNG_CHUNK('i', 'T', 'X', 't')) {
        if (chunk.length - start < 2 || chunk.bytes[start] > 1 || chunk.bytes[start + 1] != 0) {
            return none;
        }
        compressed = chunk.bytes[start] == 1;
        start += 2;
        // The language and the translated keyword, each ended by a zero byte.
        for (int field = 0; field < 2; field += 1) {
            const uint8_t *end = memchr(chunk.bytes + start, 0, chunk.length - start);
            if (!end) {
                return none;
            }
            start = (size_t)(end - chunk.bytes) + 1;
        }
    }
    kf_png_slice text = {chunk.bytes + start, chunk.length - start};
    if (compressed) {
        if (kf_png_unpack(text, limit, unpacked, &text.length) != KF_PNG_UNPACKED) {
            return none;
        }
        text.bytes = *unpacked;
    }
    return text;
}

uint8_t *kf_png_exif_from_text(kf_png_slice chunk, uint32_t type, size_t limit, size_t *length) {
    uint8_t *unpacked = NULL;
    kf_png_slice text = kf_png_text(chunk, type, limit, &unpacked);
    uint8_t *exif = text.bytes ? decode_hex_profile(text.bytes, text.length, length) : NULL;
    free(unpacked);
    if (exif && !trim_to_byte_order_mark(exif, length)) {
        free(exif);
        return NULL;
    }
    return exif;
}
