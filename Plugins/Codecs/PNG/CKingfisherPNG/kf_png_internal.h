// What the files of this target share and nobody else sees.
#ifndef KINGFISHER_PNG_INTERNAL_H
#define KINGFISHER_PNG_INTERNAL_H

#include <setjmp.h>

#include <png.h>

#include "kf_png.h"

/// Where a libpng call comes back to after an error, and what it said.
typedef struct kf_png_fence {
    jmp_buf jump;
    kf_png_message message;
    bool out_of_memory;
} kf_png_fence;

/// libpng's error function: notes the message and jumps to the fence. Never returns.
PNG_NORETURN void kf_png_fence_error(png_structp png, png_const_charp text);

/// libpng's warning function: a warning is no reason to write to anybody's standard error.
void kf_png_fence_warning(png_structp png, png_const_charp text);

/// libpng's memory functions, which note that it was memory that ran out.
png_voidp kf_png_fence_malloc(png_structp png, png_alloc_size_t size);
void kf_png_fence_free(png_structp png, png_voidp pointer);

kf_png_status kf_png_fail(kf_png_message *message, kf_png_status status, const char *text);

typedef struct kf_png_slice {
    const uint8_t *bytes;
    size_t length;
} kf_png_slice;

/// What a walk over the chunks found.
typedef struct kf_png_chunks {
    kf_png_info info;
    kf_png_slice exif;         ///< of eXIf, within the file
    kf_png_slice exif_text;    ///< a whole tEXt, zTXt or iTXt chunk's data that may hold EXIF in hexadecimal
    uint32_t exif_text_type;
    kf_png_slice icc;          ///< the data of iCCP, within the file
} kf_png_chunks;

#define KF_PNG_CHUNK(a, b, c, d) \
    ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

enum {
    KF_PNG_SIGNATURE_SIZE = 8,
    KF_PNG_CHUNK_FRAME = 12, ///< length, type and checksum around a chunk's data
};

static inline uint32_t kf_png_u32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | (uint32_t)bytes[3];
}

static inline uint16_t kf_png_u16(const uint8_t *bytes) {
    return (uint16_t)((uint16_t)bytes[0] << 8 | (uint16_t)bytes[1]);
}

/// Goes over all chunk headers of a file. Allocates nothing.
kf_png_status kf_png_walk(const uint8_t *bytes, size_t length, size_t metadata_limit, kf_png_chunks *chunks,
                          kf_png_message *message);

typedef enum kf_png_unpacked {
    KF_PNG_UNPACKED,
    KF_PNG_UNPACKED_DAMAGED,
    KF_PNG_UNPACKED_TOO_LONG,
    KF_PNG_UNPACKED_NO_MEMORY,
} kf_png_unpacked;

/// Unpacks a zlib stream into memory the caller frees, which never grows beyond `limit` bytes.
kf_png_unpacked kf_png_unpack(kf_png_slice packed, size_t limit, uint8_t **bytes, size_t *length);

/// Unpacks the EXIF block of a text chunk into memory the caller frees; NULL where it holds none within the limit.
uint8_t *kf_png_exif_from_text(kf_png_slice text, uint32_t type, size_t limit, size_t *length);

#endif
