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
    kf_png_slice xmp;          ///< a whole iTXt chunk's data that holds XMP
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

/// Whether a chunk belongs to what libpng is shown: the critical chunks and tRNS.
typedef struct kf_png_filter {
    bool image_data_begun;
    bool image_data_ended; ///< by a chunk of another kind; what claims to continue it is not part of the image
} kf_png_filter;

bool kf_png_filter_shows(kf_png_filter *filter, uint32_t type);

struct kf_png_reader {
    kf_png_fence fence;
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t length;
    size_t metadata_limit;
    kf_png_slice part;     ///< what to show libpng before the next decision
    size_t offset;         ///< of the next chunk
    kf_png_filter filter;
    bool is_frame;
    kf_png_frame frame;
    int frame_step;        ///< of the parts of a frame
    kf_png_slice frame_rest; ///< the data behind a chunk's head
    uint8_t made[KF_PNG_SIGNATURE_SIZE + KF_PNG_CHUNK_FRAME + 13]; ///< parts that the file does not hold as such
    size_t budget;         ///< of bytes still to show libpng
    uint64_t rows_left;    ///< over all passes
    size_t row_bytes;
    bool ran_out;
    bool started;
    bool failed;           ///< after an error libpng's state is undefined
    kf_png_chunks chunks;
    uint8_t *unpacked_icc;
    uint8_t *unpacked_xmp;
    uint8_t *unpacked_exif;
    size_t unpacked_exif_length;
    bool exif_text_tried;
};

/// The next part of the reader's frame as a file of its own would have it; false where there is none.
bool kf_png_frame_part(kf_png_reader *reader);

/// Whether the checksum behind a chunk's data agrees, of the chunks read here rather than by libpng.
bool kf_png_chunk_is_sound(const uint8_t *data, size_t length);

/// Follows the animation chunks of a file and finds fault with them.
typedef struct kf_png_animation {
    uint32_t controls;      ///< acTL chunks
    uint32_t frames;        ///< frames begun
    uint32_t next_sequence;
    bool is_broken;
    bool image_data_seen;
    bool is_open;           ///< a frame was begun that has no data yet
    bool is_default_image;  ///< the frame begun is the default image
    bool is_bare;           ///< the canvas has pixels that nothing was drawn on when the next frame comes
} kf_png_animation;

/// Notes a chunk, `head` being where it begins within the file and its data complete.
void kf_png_animation_note(kf_png_animation *animation, kf_png_info *info, const uint8_t *head);

/// Decides, at the end of the walk, whether the file is animated.
void kf_png_animation_conclude(kf_png_animation *animation, kf_png_info *info);

/// Everything libpng is told before it reads a file of this size. Limits first.
void kf_png_configure(png_structp png, uint32_t width, uint32_t height);

/// Palette to RGB, few bits of gray to 8, tRNS to alpha, 16 bits to 8 or to the machine's byte order.
void kf_png_transform(png_structp png, png_infop info, bool reduce_to_8_bits, bool add_alpha, kf_png_layout *layout);

typedef enum kf_png_unpacked {
    KF_PNG_UNPACKED,
    KF_PNG_UNPACKED_DAMAGED,
    KF_PNG_UNPACKED_TOO_LONG,
    KF_PNG_UNPACKED_NO_MEMORY,
} kf_png_unpacked;

/// Unpacks a zlib stream into memory the caller frees, which never grows beyond `limit` bytes.
kf_png_unpacked kf_png_unpack(kf_png_slice packed, size_t limit, uint8_t **bytes, size_t *length);

/// The text of a tEXt, zTXt or iTXt chunk, whose keyword ends within it: within the file, or unpacked into `*unpacked`,
/// which the caller frees; NULL bytes where it is damaged or beyond the limit.
kf_png_slice kf_png_text(kf_png_slice chunk, uint32_t type, size_t limit, uint8_t **unpacked);

/// Unpacks the EXIF block of a text chunk into memory the caller frees; NULL where it holds none within the limit.
uint8_t *kf_png_exif_from_text(kf_png_slice text, uint32_t type, size_t limit, size_t *length);

#endif
