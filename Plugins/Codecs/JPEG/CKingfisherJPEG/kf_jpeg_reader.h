// What the files that make up the reader share; not part of the interface.

#ifndef KF_JPEG_READER_H
#define KF_JPEG_READER_H

#include "kf_jpeg_failure.h"

struct kf_jpeg_reader {
    kf_jpeg_failure failure;
    struct jpeg_decompress_struct library;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    kf_jpeg_read_limits limits;
    kf_jpeg_read_options options;
    size_t fed;             // bytes known, from the start of the file
    size_t bytes_to_skip;   // of those that are not known yet
    bool was_cut;           // the end was made up, see kf_jpeg_source_is_exhausted
    JSAMPARRAY cmyk_row;    // scratch of the library's pool; NULL unless ink is turned into light
};

// Makes the bytes the library's input.
void kf_jpeg_source_prepare(kf_jpeg_reader *reader, const uint8_t *bytes, size_t count);

// What to do where the library returns for want of bytes. A fed reader waits: KF_JPEG_NEEDS_MORE. Another ends its cut
// file as if it were whole, KF_JPEG_OK, or leaves the function that was called where that was done before.
kf_jpeg_status kf_jpeg_source_is_exhausted(kf_jpeg_reader *reader);

// Leaves the function that was called where the image has too many scans or the caller wants no more.
void kf_jpeg_reader_check(kf_jpeg_reader *reader);

#endif
