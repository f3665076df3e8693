// A walk over the chunk headers, before libpng sees anything: it tells the size, so that limits are checked before
// memory is taken, and finds what libpng does not report (animation) or only reports when asked to read to the end.

#include <string.h>

#include "kf_png_internal.h"

static const uint8_t signature[KF_PNG_SIGNATURE_SIZE] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

typedef struct chunk {
    uint32_t type;
    const uint8_t *data;
    uint32_t length;
} chunk;

bool kf_png_chunk_is_sound(const uint8_t *data, size_t length) {
    return kf_png_checksum(data - 4, length + 4) == kf_png_u32(data + length);
}

static bool checksum_agrees(const chunk *chunk) {
    return kf_png_chunk_is_sound(chunk->data, chunk->length);
}

bool kf_png_filter_shows(kf_png_filter *filter, uint32_t type) {
    if (type == KF_PNG_CHUNK('I', 'D', 'A', 'T')) {
        filter->image_data_begun = true;
        return !filter->image_data_ended;
    }
    filter->image_data_ended = filter->image_data_begun;
    // Bit 5 of the first letter marks a chunk as ancillary. Unknown critical ones are libpng's to refuse.
    return type == KF_PNG_CHUNK('t', 'R', 'N', 'S') || (type & 0x20000000) == 0;
}

static bool depth_suits_color(uint8_t depth, uint8_t color) {
    switch (color) {
    case KF_PNG_GRAY: return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
    case KF_PNG_PALETTE: return depth == 1 || depth == 2 || depth == 4 || depth == 8;
    case KF_PNG_RGB:
    case KF_PNG_GRAY_ALPHA:
    case KF_PNG_RGBA: return depth == 8 || depth == 16;
    default: return false;
    }
}

static kf_png_status read_header(const uint8_t *bytes, size_t length, kf_png_info *info, kf_png_message *message) {
    if (length < KF_PNG_SIGNATURE_SIZE) {
        bool is_start = memcmp(bytes, signature, length) == 0;
        return is_start ? kf_png_fail(message, KF_PNG_TRUNCATED, "the data ends inside the PNG signature")
                        : kf_png_fail(message, KF_PNG_INVALID, "the data does not start with the PNG signature");
    }
    if (memcmp(bytes, signature, KF_PNG_SIGNATURE_SIZE) != 0) {
        return kf_png_fail(message, KF_PNG_INVALID, "the data does not start with the PNG signature");
    }
    size_t rest = length - KF_PNG_SIGNATURE_SIZE;
    const uint8_t *header = bytes + KF_PNG_SIGNATURE_SIZE;
    if (rest >= 8) {
        uint32_t type = kf_png_u32(header + 4);
        if (type == KF_PNG_CHUNK('C', 'g', 'B', 'I')) {
            return kf_png_fail(message, KF_PNG_INVALID,
                               "this is Apple's private CgBI variant of PNG; convert it back with pngcrush or Xcode");
        }
        if (type != KF_PNG_CHUNK('I', 'H', 'D', 'R') || kf_png_u32(header) != 13) {
            return kf_png_fail(message, KF_PNG_INVALID, "the first chunk is not a PNG header");
        }
    }
    if (rest < 13 + KF_PNG_CHUNK_FRAME) {
        return kf_png_fail(message, KF_PNG_TRUNCATED, "the data ends inside the PNG header");
    }
    chunk ihdr = {KF_PNG_CHUNK('I', 'H', 'D', 'R'), header + 8, 13};
    if (!checksum_agrees(&ihdr)) {
        return kf_png_fail(message, KF_PNG_INVALID, "the checksum of the PNG header is wrong");
    }
    info->width = kf_png_u32(ihdr.data);
    info->height = kf_png_u32(ihdr.data + 4);
    info->bit_depth = ihdr.data[8];
    info->color_type = ihdr.data[9];
    info->interlaced = ihdr.data[12] == 1;
    info->has_alpha = info->color_type == KF_PNG_GRAY_ALPHA || info->color_type == KF_PNG_RGBA;
    if (info->width == 0 || info->height == 0 || info->width > INT32_MAX || info->height > INT32_MAX) {
        return kf_png_fail(message, KF_PNG_INVALID, "the width or height in the PNG header is not possible");
    }
    if (!depth_suits_color(info->bit_depth, info->color_type)) {
        return kf_png_fail(message, KF_PNG_INVALID, "the colour type and bit depth in the PNG header do not go together");
    }
    if (ihdr.data[10] != 0 || ihdr.data[11] != 0 || ihdr.data[12] > 1) {
        return kf_png_fail(message, KF_PNG_INVALID, "the PNG header names an unknown compression, filter or interlace method");
    }
    return KF_PNG_OK;
}

/// What the walk has to remember from chunk to chunk.
typedef struct walk {
    kf_png_chunks *found;
    size_t metadata_limit;
    bool image_data_seen;
    uint32_t palette_entries;
    kf_png_animation animation;
} walk;

static void note_density(kf_png_info *info, const chunk *chunk) {
    if (chunk->length != 9 || !checksum_agrees(chunk)) {
        return;
    }
    info->density_x = kf_png_u32(chunk->data);
    info->density_y = kf_png_u32(chunk->data + 4);
    info->density_is_per_metre = chunk->data[8] == 1;
}

static void note_code_points(walk *walk, const chunk *chunk) {
    kf_png_info *info = &walk->found->info;
    if (!info->has_code_points && !walk->image_data_seen && chunk->length == 4 && checksum_agrees(chunk)) {
        memcpy(info->code_points, chunk->data, sizeof info->code_points);
        info->has_code_points = true;
    }
}

static bool may_hold_xmp(const chunk *chunk) {
    static const char keyword[] = "XML:com.adobe.xmp";
    return chunk->type == KF_PNG_CHUNK('i', 'T', 'X', 't') && chunk->length > sizeof keyword &&
           memcmp(chunk->data, keyword, sizeof keyword) == 0;
}

/// Whether libpng will make an alpha channel of a tRNS chunk, rather than pass over a misplaced or damaged one.
static bool makes_alpha(const walk *walk, const chunk *chunk) {
    if (walk->image_data_seen || !checksum_agrees(chunk)) {
        return false;
    }
    switch (walk->found->info.color_type) {
    case KF_PNG_GRAY: return chunk->length == 2;
    case KF_PNG_RGB: return chunk->length == 6;
    case KF_PNG_PALETTE: return chunk->length > 0 && chunk->length <= walk->palette_entries;
    default: return false;
    }
}

static bool may_hold_exif(const chunk *chunk) {
    static const char exif[] = "Raw profile type exif";
    static const char app1[] = "Raw profile type APP1";
    // Both sizes count the zero byte that ends a keyword.
    return chunk->length > sizeof exif &&
           (memcmp(chunk->data, exif, sizeof exif) == 0 || memcmp(chunk->data, app1, sizeof app1) == 0);
}

/// Where the chunks lie that every frame of an animation needs.
static void note_color_chunks(walk *walk, const chunk *chunk, size_t offset) {
    kf_png_info *info = &walk->found->info;
    kf_png_range range = {offset, (size_t)chunk->length + KF_PNG_CHUNK_FRAME};
    if (chunk->type == KF_PNG_CHUNK('P', 'L', 'T', 'E') && info->palette.length == 0 && !walk->image_data_seen) {
        info->palette = range;
    }
    if (chunk->type == KF_PNG_CHUNK('t', 'R', 'N', 'S') && info->transparency.length == 0 && info->has_alpha) {
        info->transparency = range;
    }
}

static void note_chunk(walk *walk, const chunk *chunk) {
    kf_png_chunks *found = walk->found;
    kf_png_info *info = &found->info;
    switch (chunk->type) {
    case KF_PNG_CHUNK('I', 'D', 'A', 'T'): walk->image_data_seen = true; break;
    case KF_PNG_CHUNK('P', 'L', 'T', 'E'): walk->palette_entries = chunk->length / 3; break;
    case KF_PNG_CHUNK('t', 'R', 'N', 'S'): info->has_alpha |= makes_alpha(walk, chunk); break;
    case KF_PNG_CHUNK('s', 'R', 'G', 'B'): info->has_srgb |= !walk->image_data_seen; break;
    case KF_PNG_CHUNK('c', 'H', 'R', 'M'): info->has_chromaticities |= !walk->image_data_seen; break;
    case KF_PNG_CHUNK('p', 'H', 'Y', 's'): note_density(info, chunk); break;
    case KF_PNG_CHUNK('c', 'I', 'C', 'P'): note_code_points(walk, chunk); break;
    case KF_PNG_CHUNK('g', 'A', 'M', 'A'):
        if (!walk->image_data_seen && chunk->length == 4 && checksum_agrees(chunk)) {
            info->gamma = kf_png_u32(chunk->data);
            info->has_gamma = info->gamma != 0;
        }
        break;
    case KF_PNG_CHUNK('i', 'C', 'C', 'P'):
        if (!found->icc.bytes && !walk->image_data_seen && checksum_agrees(chunk)) {
            found->icc = (kf_png_slice){chunk->data, chunk->length};
            info->has_icc_profile = true;
        }
        break;
    case KF_PNG_CHUNK('e', 'X', 'I', 'f'):
        if (!found->exif.bytes && chunk->length <= walk->metadata_limit && checksum_agrees(chunk)) {
            found->exif = (kf_png_slice){chunk->data, chunk->length};
        }
        break;
    case KF_PNG_CHUNK('t', 'E', 'X', 't'):
    case KF_PNG_CHUNK('z', 'T', 'X', 't'):
    case KF_PNG_CHUNK('i', 'T', 'X', 't'):
        if (!found->exif_text.bytes && chunk->length <= walk->metadata_limit && may_hold_exif(chunk) &&
            checksum_agrees(chunk)) {
            found->exif_text = (kf_png_slice){chunk->data, chunk->length};
            found->exif_text_type = chunk->type;
        }
        if (!found->xmp.bytes && chunk->length <= walk->metadata_limit && may_hold_xmp(chunk) &&
            checksum_agrees(chunk)) {
            found->xmp = (kf_png_slice){chunk->data, chunk->length};
            info->has_xmp = true;
        }
        break;
    default: break;
    }
}

kf_png_status kf_png_walk(const uint8_t *bytes, size_t length, size_t metadata_limit, kf_png_chunks *chunks,
                          kf_png_message *message) {
    memset(chunks, 0, sizeof *chunks);
    kf_png_status status = read_header(bytes, length, &chunks->info, message);
    if (status != KF_PNG_OK) {
        return status;
    }
    walk walk = {.found = chunks, .metadata_limit = metadata_limit};
    size_t offset = KF_PNG_SIGNATURE_SIZE + KF_PNG_CHUNK_FRAME + 13;
    // A file that ends too early or has a broken chunk is not refused here: its size is still worth knowing, and
    // reading its pixels will find the place.
    while (length - offset >= KF_PNG_CHUNK_FRAME) {
        chunk chunk = {kf_png_u32(bytes + offset + 4), bytes + offset + 8, kf_png_u32(bytes + offset)};
        bool is_image_data = chunk.type == KF_PNG_CHUNK('I', 'D', 'A', 'T');
        chunks->info.has_image_data |= is_image_data;
        // Of image data that has only begun one sees as well whether it is the first frame.
        if (is_image_data) {
            kf_png_animation_note(&walk.animation, &chunks->info, bytes + offset);
        }
        if (chunk.length > length - offset - KF_PNG_CHUNK_FRAME) {
            break;
        }
        note_chunk(&walk, &chunk);
        if (!is_image_data) {
            kf_png_animation_note(&walk.animation, &chunks->info, bytes + offset);
        }
        note_color_chunks(&walk, &chunk, offset);
        offset += (size_t)chunk.length + KF_PNG_CHUNK_FRAME;
        if (chunk.type == KF_PNG_CHUNK('I', 'E', 'N', 'D')) {
            chunks->info.is_complete = true;
            break;
        }
    }
    kf_png_animation_conclude(&walk.animation, &chunks->info);
    return KF_PNG_OK;
}
