// A small face on libpng for Swift: libpng reports errors by longjmp, which must never cross a Swift frame, so every
// call that may jump is fenced here and answers with a status.
//
// Nothing in here is shared between readers or writers: use each from one thread at a time.
#ifndef KINGFISHER_PNG_H
#define KINGFISHER_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kf_png_status {
    KF_PNG_OK = 0,
    KF_PNG_INVALID = 1,       ///< the bytes break the format
    KF_PNG_TRUNCATED = 2,     ///< the bytes end before the image does
    KF_PNG_OUT_OF_MEMORY = 3,
    KF_PNG_OVER_LIMIT = 4,    ///< more metadata than the caller allows
    KF_PNG_MISUSE = 5,        ///< the caller asked for something impossible; a fault in the caller
} kf_png_status;

enum { KF_PNG_MESSAGE_SIZE = 256 };

/// What went wrong, in words; empty after success.
typedef struct kf_png_message {
    char text[KF_PNG_MESSAGE_SIZE];
} kf_png_message;

/// PNG's own colour type numbers.
typedef enum kf_png_color {
    KF_PNG_GRAY = 0,
    KF_PNG_RGB = 2,
    KF_PNG_PALETTE = 3,
    KF_PNG_GRAY_ALPHA = 4,
    KF_PNG_RGBA = 6,
} kf_png_color;

// MARK: Reading

/// A part of the file; empty where there is none.
typedef struct kf_png_range {
    size_t start;
    size_t length;
} kf_png_range;

/// What a file says about itself, found without decompressing a pixel.
typedef struct kf_png_info {
    uint32_t width;            ///< 1 ... 2^31-1
    uint32_t height;           ///< 1 ... 2^31-1
    uint8_t bit_depth;         ///< as stored: 1, 2, 4, 8 or 16
    uint8_t color_type;        ///< a kf_png_color
    bool interlaced;
    bool has_alpha;            ///< stored, or made from a tRNS chunk
    bool has_icc_profile;      ///< an iCCP chunk; whether it can be unpacked shows in kf_png_reader_icc_profile
    bool has_srgb;
    bool has_gamma;
    bool has_chromaticities;
    bool has_image_data;       ///< an IDAT chunk, at least the start of one
    bool is_complete;          ///< the closing IEND chunk was found
    uint32_t gamma;            ///< times 100,000; 0 without has_gamma
    uint32_t density_x;        ///< pixels a unit; 0 when not stated
    uint32_t density_y;
    bool density_is_per_metre; ///< else the density is only an aspect ratio
    bool has_code_points;      ///< a cICP chunk
    uint8_t code_points[4];    ///< of ITU-T H.273: primaries, transfer, matrix, whether the range is full
    bool is_animated;          ///< a well-placed, single acTL chunk, and no fault in the frames as far as they are there
    bool shows_default_image;  ///< the image data is the first frame, rather than for readers without animation only
    bool animation_needs_alpha; ///< some canvas pixel is seen that no frame has drawn
    uint32_t frames;           ///< as acTL says; 0 without is_animated
    uint32_t plays;            ///< 0 means for ever
    kf_png_range palette;      ///< the whole PLTE chunk
    kf_png_range transparency; ///< the whole tRNS chunk
} kf_png_info;

/// A frame of an animation: what its fcTL chunk says, and where its image data lies.
typedef struct kf_png_frame {
    uint32_t width;
    uint32_t height;
    uint32_t x;
    uint32_t y;
    uint16_t delay_numerator;   ///< seconds are this ...
    uint16_t delay_denominator; ///< ... divided by that, in which 0 stands for 100
    uint8_t disposal;           ///< 0 keep, 1 clear, 2 previous
    uint8_t blending;           ///< 0 replace, 1 over
    kf_png_range data;          ///< from the first chunk of image data to the end of the last
} kf_png_frame;

typedef struct kf_png_reader kf_png_reader;

/// Finds the chunks of `bytes` and fills `info`. Allocates a few hundred bytes, whatever the header claims.
///
/// `bytes` must stay where it is until `kf_png_reader_close`. `metadata_limit` bounds, in bytes, the colour profile and
/// the EXIF block, packed and unpacked. On failure `*reader` is NULL.
kf_png_status kf_png_reader_open(const uint8_t *bytes, size_t length, size_t metadata_limit, kf_png_reader **reader,
                                 kf_png_info *info, kf_png_message *message);

void kf_png_reader_close(kf_png_reader *reader);

/// Finds the frame whose fcTL chunk is the next one from `*offset` on, which begins at 0, and moves behind its data.
///
/// Only for files that are animated and complete, of which it gives `frames` frames; false after the last one.
bool kf_png_next_frame(const uint8_t *bytes, size_t length, size_t *offset, kf_png_frame *frame);

/// Opens a reader for one frame, as `kf_png_reader_open` and with what that and `kf_png_next_frame` said of the same
/// bytes. Then `kf_png_reader_start` and so on, as for a file that holds the frame alone.
kf_png_status kf_png_reader_open_frame(const uint8_t *bytes, size_t length, const kf_png_info *info,
                                       const kf_png_frame *frame, kf_png_reader **reader, kf_png_message *message);

/// What `kf_png_reader_start` arranged: the rows the caller has to provide memory for.
typedef struct kf_png_layout {
    uint32_t width;
    uint32_t height;
    uint8_t channels;     ///< 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA
    uint8_t bit_depth;    ///< 8 or 16, the latter in the machine's byte order
    uint8_t passes;       ///< 7 for an interlaced file, else 1; each covers all rows
    size_t row_bytes;
} kf_png_layout;

/// Reads and checks everything in front of the pixels. libpng allocates a few rows here, so check the size first.
///
/// Palettes become RGB, tRNS becomes alpha, gray of fewer than 8 bits is scaled to 8; with `reduce_to_8_bits` 16-bit
/// samples are scaled to 8, correctly rounded. With `add_alpha` pixels without alpha get a full one.
kf_png_status kf_png_reader_start(kf_png_reader *reader, bool reduce_to_8_bits, bool add_alpha, kf_png_layout *layout,
                                  kf_png_message *message);

/// Reads the next `count` rows of the current pass into `rows`, `stride` bytes apart.
///
/// An interlaced file is read by going over the same rows once for each pass, with what the previous pass left in them.
kf_png_status kf_png_reader_read_rows(kf_png_reader *reader, uint8_t *rows, size_t stride, uint32_t count,
                                      kf_png_message *message);

/// Checks what follows the last row: the rest of the image data and the closing chunk.
kf_png_status kf_png_reader_finish(kf_png_reader *reader, kf_png_message *message);

/// Unpacks the colour profile into `*bytes`, valid until the reader is closed; NULL where there is none or it is
/// damaged. Fails only when memory runs out or the profile is larger than the limit.
kf_png_status kf_png_reader_icc_profile(kf_png_reader *reader, const uint8_t **bytes, size_t *length,
                                        kf_png_message *message);

/// The EXIF block from its byte-order mark on (of eXIf, else of ImageMagick's "Raw profile type exif" text), valid
/// until the reader is closed; NULL where there is none, it is damaged or larger than the limit.
const uint8_t *kf_png_reader_exif(kf_png_reader *reader, size_t *length);

/// The XMP packet, valid until the reader is closed; NULL where there is none, it is damaged or larger than the limit.
const uint8_t *kf_png_reader_xmp(kf_png_reader *reader, size_t *length);

// MARK: Reading while bytes arrive

typedef struct kf_png_stream kf_png_stream;

/// Makes a reader that is given the bytes of a file piece by piece. On failure `*stream` is NULL.
kf_png_status kf_png_stream_open(bool reduce_to_8_bits, kf_png_stream **stream, kf_png_message *message);

void kf_png_stream_close(kf_png_stream *stream);

/// Takes the next bytes, and says how many; fewer than given only where the layout has just become known.
///
/// `rows` is NULL until `*layout` is filled, which is when its width is not 0; from then on it is the memory for all
/// rows, the same in each call, zero at first. The passes of an interlaced file fill the blocks that later passes refine.
kf_png_status kf_png_stream_push(kf_png_stream *stream, const uint8_t *bytes, size_t length, uint8_t *rows,
                                 kf_png_layout *layout, size_t *taken, kf_png_message *message);

/// Grows with every row that pixels were drawn in, over all passes.
uint64_t kf_png_stream_progress(const kf_png_stream *stream);

/// Whether the closing chunk was reached without a fault.
bool kf_png_stream_is_complete(const kf_png_stream *stream);

// MARK: Writing

typedef struct kf_png_write_settings {
    uint32_t width;
    uint32_t height;
    uint8_t channels;             ///< 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA; alpha is straight
    uint8_t bit_depth;            ///< 8, or 16 in the machine's byte order; 1, 2 or 4 for gray and indices, a byte each
    uint8_t compression_level;    ///< 0 ... 9, zlib's
    bool filters;                 ///< whether rows are filtered, which suits photographs and slopes
    const uint8_t *palette;       ///< RGBA entries, or NULL; with it the rows are indices, and channels is 1
    uint16_t palette_entries;     ///< 1 ... 256
    uint16_t palette_alphas;      ///< entries of the palette, from the first on, whose alpha is written
    bool has_code_points;
    uint8_t code_points[4];       ///< as in kf_png_info
    const uint8_t *xmp;           ///< may be NULL
    size_t xmp_length;
    const uint8_t *icc_profile;   ///< may be NULL; left out when it does not fit the colour model
    size_t icc_length;
    const uint8_t *exif;          ///< may be NULL; from the byte-order mark on
    size_t exif_length;
    uint32_t density_x;           ///< 0 leaves the density out
    uint32_t density_y;
    bool density_is_per_metre;
} kf_png_write_settings;

typedef struct kf_png_writer kf_png_writer;

/// Writes everything in front of the pixels. Nothing of `settings` is kept. On failure `*writer` is NULL.
kf_png_status kf_png_writer_open(const kf_png_write_settings *settings, kf_png_writer **writer,
                                 kf_png_message *message);

kf_png_status kf_png_writer_write_rows(kf_png_writer *writer, const uint8_t *rows, size_t stride, uint32_t count,
                                       kf_png_message *message);

/// Closes the image. After success `*bytes` belongs to the caller, who gives it to `kf_png_free`.
kf_png_status kf_png_writer_finish(kf_png_writer *writer, uint8_t **bytes, size_t *length, kf_png_message *message);

void kf_png_writer_close(kf_png_writer *writer);

void kf_png_free(uint8_t *bytes);

/// The checksum of a chunk, over its type and data.
uint32_t kf_png_checksum(const uint8_t *bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
