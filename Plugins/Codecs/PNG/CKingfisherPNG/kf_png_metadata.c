// What comes with the pixels: the colour profile, EXIF and XMP, unpacked only when asked for.

#include <stdlib.h>
#include <string.h>

#include "kf_png_internal.h"

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

const uint8_t *kf_png_reader_xmp(kf_png_reader *reader, size_t *length) {
    *length = 0;
    if (!reader->chunks.xmp.bytes) {
        return NULL;
    }
    free(reader->unpacked_xmp);
    kf_png_slice text = kf_png_text(reader->chunks.xmp, KF_PNG_CHUNK('i', 'T', 'X', 't'), reader->metadata_limit,
                                    &reader->unpacked_xmp);
    *length = text.length;
    return text.bytes;
}
