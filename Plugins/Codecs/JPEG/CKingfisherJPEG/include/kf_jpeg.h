// A narrow way into libjpeg-turbo for callers that cannot survive longjmp.
//
// The library reports errors by leaping out of its functions. Here each leap ends inside the function that was
// called, which returns a status. No function takes ownership of memory that it is handed.
// A reader or writer is used by one thread at a time.

#ifndef KF_JPEG_H
#define KF_JPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    KF_JPEG_OK = 0,
    KF_JPEG_TRUNCATED,      // the data end too early
    KF_JPEG_CORRUPT,        // the data contradict themselves or the standard
    KF_JPEG_UNSUPPORTED,    // a kind of JPEG that the library does not handle
    KF_JPEG_OVER_LIMIT,     // more memory or scans than the caller allows
    KF_JPEG_CANCELLED,      // should_stop said so
    KF_JPEG_OUT_OF_MEMORY,
    KF_JPEG_MISUSE,         // calls out of order
    KF_JPEG_NEEDS_MORE      // no failure: the bytes fed so far go no further
} kf_jpeg_status;

// Pixels in memory, one byte a sample.
typedef enum {
    KF_JPEG_GRAY = 1,
    KF_JPEG_RGB = 3,
    KF_JPEG_RGBA = 4,       // reading: alpha is 255; writing: the fourth byte is ignored
    KF_JPEG_INK = 5         // reading: four bytes, cyan, magenta, yellow and black from 0 = none to 255
} kf_jpeg_pixels;

// Asked between rows, and between rows of blocks of each scan. True ends the call with KF_JPEG_CANCELLED.
typedef bool (*kf_jpeg_should_stop)(void *context);

// Reading ---------------------------------------------------------------------------------------------------

typedef struct kf_jpeg_reader kf_jpeg_reader;

typedef struct {
    size_t max_memory;      // bytes the library may use for whole-image coefficients; 0 = no limit
    bool accepts_cut_input; // decode what there is of a cut file; kf_jpeg_reader_finish still says KF_JPEG_TRUNCATED
    bool is_fed;            // the bytes come through kf_jpeg_reader_feed
    kf_jpeg_should_stop should_stop;    // may be NULL
    void *stop_context;
} kf_jpeg_read_limits;

typedef struct {
    int eighths;            // decode at this many eighths of the size, 1 to 8
    kf_jpeg_pixels pixels;
    int max_scans;          // scans of one image
    bool refuses_gaps;      // a scan whose data end before its blocks do is KF_JPEG_CORRUPT, or KF_JPEG_TRUNCATED at
                            // the end of the file, at once: time is bounded by the bytes, whatever size they claim
    bool by_scans;          // the image is shown scan by scan, see below
} kf_jpeg_read_options;

typedef struct {
    uint32_t width, height;
    int components;             // as stored: 1, 3 or 4
    bool progressive;
    bool arithmetic;
    bool adobe;                 // an Adobe marker: CMYK values are stored inverted
    bool buffers_coefficients;  // several scans: the library holds the whole image's coefficients
    uint64_t coefficient_bytes; // how many, if it does
} kf_jpeg_header;

// Bytes have to stay in place until the reader is freed. NULL where memory is short.
kf_jpeg_reader *kf_jpeg_reader_open(const uint8_t *bytes, size_t count, const kf_jpeg_read_limits *limits);
void kf_jpeg_reader_free(kf_jpeg_reader *reader);

// Reads up to the first scan.
kf_jpeg_status kf_jpeg_reader_read_header(kf_jpeg_reader *reader, kf_jpeg_header *header);

// Begins to decode; tells the size that comes out.
// Images of several scans are read to their end here, unless they are shown scan by scan.
kf_jpeg_status kf_jpeg_reader_start(kf_jpeg_reader *reader, const kf_jpeg_read_options *options, uint32_t *width,
                                    uint32_t *height);

// Writes the next `count` rows, the first at `rows` and each `stride` bytes after the one before; tells how many were
// written, which are fewer only where the status is not KF_JPEG_OK.
kf_jpeg_status kf_jpeg_reader_read_rows(kf_jpeg_reader *reader, uint8_t *rows, size_t stride, uint32_t count,
                                        uint32_t *written);

// After the last row: makes sure that the image ends as it should.
kf_jpeg_status kf_jpeg_reader_finish(kf_jpeg_reader *reader);

// What went wrong last, in English; valid until the next call.
const char *kf_jpeg_reader_message(const kf_jpeg_reader *reader);

// Reading while bytes arrive ----------------------------------------------------------------------------------
//
// A fed reader answers KF_JPEG_NEEDS_MORE where its bytes end; the call can be repeated once it has more. It keeps no
// count of damaged places, because it may meet one several times. Arithmetic coding cannot be decoded so.

// Hands over all bytes from the start of the file on, at least as many as before. They may have moved since, and have
// to stay in place while the reader is called, until it is fed again.
void kf_jpeg_reader_feed(kf_jpeg_reader *reader, const uint8_t *bytes, size_t count);

// Bytes fed that are not used up: they begin something that is not there as a whole, and are read again.
size_t kf_jpeg_reader_bytes_waiting(const kf_jpeg_reader *reader);

// Whether data were damaged so far.
bool kf_jpeg_reader_saw_damage(const kf_jpeg_reader *reader);

// For images shown scan by scan: takes in what has been fed. Tells how many scans are there as a whole.
// KF_JPEG_OK once the image ends.
kf_jpeg_status kf_jpeg_reader_take_in(kf_jpeg_reader *reader, int *whole_scans);

// Begins to show the image as of that scan; all of its rows have to be read before the pass is ended.
kf_jpeg_status kf_jpeg_reader_begin_pass(kf_jpeg_reader *reader, int scan);
kf_jpeg_status kf_jpeg_reader_end_pass(kf_jpeg_reader *reader);

// Writing ---------------------------------------------------------------------------------------------------

typedef struct kf_jpeg_writer kf_jpeg_writer;

typedef enum {
    KF_JPEG_444,    // colour as sharp as brightness
    KF_JPEG_422,    // half as sharp across
    KF_JPEG_420     // half as sharp across and down
} kf_jpeg_subsampling;

typedef struct {
    uint32_t width, height;     // at most 65500
    kf_jpeg_pixels pixels;      // gray is written as gray, others as YCbCr
    int quality;                // 1 to 100
    kf_jpeg_subsampling subsampling;
    bool progressive;
    bool optimizes_huffman;     // code tables made for the image, a few percent smaller; progressive files always have them
    uint8_t density_unit;       // JFIF: 0 = aspect ratio only, 1 = per inch, 2 = per centimetre
    uint16_t density_x, density_y;
    kf_jpeg_should_stop should_stop;    // may be NULL
    void *stop_context;
} kf_jpeg_write_options;

// NULL where memory is short.
kf_jpeg_writer *kf_jpeg_writer_open(void);
void kf_jpeg_writer_free(kf_jpeg_writer *writer);

kf_jpeg_status kf_jpeg_writer_start(kf_jpeg_writer *writer, const kf_jpeg_write_options *options);

// Writes APP1 with an EXIF block or an XMP packet; before the first row. KF_JPEG_UNSUPPORTED where it fits no segment.
kf_jpeg_status kf_jpeg_writer_write_exif(kf_jpeg_writer *writer, const uint8_t *bytes, size_t count);
kf_jpeg_status kf_jpeg_writer_write_xmp(kf_jpeg_writer *writer, const uint8_t *bytes, size_t count);

// Writes a profile in as many APP2 segments as it takes; before the first row.
kf_jpeg_status kf_jpeg_writer_write_icc(kf_jpeg_writer *writer, const uint8_t *bytes, size_t count);

kf_jpeg_status kf_jpeg_writer_write_rows(kf_jpeg_writer *writer, const uint8_t *rows, size_t stride,
                                         uint32_t count);

// Ends the file and hands its bytes over; free them with kf_jpeg_bytes_free.
kf_jpeg_status kf_jpeg_writer_finish(kf_jpeg_writer *writer, uint8_t **bytes, size_t *count);
void kf_jpeg_bytes_free(uint8_t *bytes);

// What went wrong last, in English; valid until the next call.
const char *kf_jpeg_writer_message(const kf_jpeg_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
