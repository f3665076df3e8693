// The chunks of APNG: which frames there are, and whether they are as the specification wants them. A file with any
// fault is no animation: decoders "should ... revert to displaying the default image".
//
// Source: Portable Network Graphics (PNG) Specification, third edition (W3C, 2025), sections 4.9, 11.3.6 and 13.

#include <string.h>

#include "kf_png_internal.h"

static kf_png_frame read_frame_control(const uint8_t *data) {
    return (kf_png_frame){
        .width = kf_png_u32(data + 4),
        .height = kf_png_u32(data + 8),
        .x = kf_png_u32(data + 12),
        .y = kf_png_u32(data + 16),
        .delay_numerator = kf_png_u16(data + 20),
        .delay_denominator = kf_png_u16(data + 22),
        .disposal = data[24],
        .blending = data[25],
    };
}

static bool covers(const kf_png_frame *frame, const kf_png_info *info) {
    return frame->x == 0 && frame->y == 0 && frame->width == info->width && frame->height == info->height;
}

static bool makes_sense(const kf_png_frame *frame, const kf_png_info *info) {
    return frame->width > 0 && frame->height > 0 && frame->x <= info->width && frame->y <= info->height &&
           frame->width <= info->width - frame->x && frame->height <= info->height - frame->y &&
           frame->disposal <= 2 && frame->blending <= 1;
}

static void note_animation_control(kf_png_animation *animation, kf_png_info *info, const uint8_t *data,
                                   uint32_t length) {
    animation->controls += 1;
    uint32_t frames = length == 8 && kf_png_chunk_is_sound(data, length) ? kf_png_u32(data) : 0;
    // The specification wants one such chunk, before the image data.
    bool is_good = animation->controls == 1 && !animation->image_data_seen && frames > 0 && frames <= INT32_MAX;
    info->frames = is_good ? frames : 0;
    info->plays = is_good ? kf_png_u32(data + 4) : 0;
}

static void note_frame_control(kf_png_animation *animation, kf_png_info *info, const uint8_t *data, uint32_t length) {
    if (length != 26 || !kf_png_chunk_is_sound(data, length)) {
        animation->is_broken = true;
        return;
    }
    kf_png_frame frame = read_frame_control(data);
    // Bare is a canvas with pixels that nothing was drawn on, or that were cleared; seen unless the frame covers it.
    bool was_bare = animation->frames == 0 || animation->is_bare;
    bool is_bare = was_bare && !covers(&frame, info);
    info->animation_needs_alpha |= is_bare;
    animation->is_bare = frame.disposal == 0 ? is_bare : frame.disposal == 1 || was_bare;
    animation->is_default_image = !animation->image_data_seen;
    animation->is_broken |= animation->is_open || !makes_sense(&frame, info) ||
                            kf_png_u32(data) != animation->next_sequence ||
                            (animation->is_default_image && !covers(&frame, info));
    animation->next_sequence += 1;
    animation->frames += 1;
    animation->is_open = true;
}

static void note_frame_data(kf_png_animation *animation, const uint8_t *data, uint32_t length) {
    animation->is_broken |= animation->frames == 0 || !animation->image_data_seen || animation->is_default_image ||
                            length < 4 || !kf_png_chunk_is_sound(data, length) ||
                            kf_png_u32(data) != animation->next_sequence;
    animation->next_sequence += 1;
    animation->is_open = false;
}

void kf_png_animation_note(kf_png_animation *animation, kf_png_info *info, const uint8_t *head) {
    uint32_t length = kf_png_u32(head);
    switch (kf_png_u32(head + 4)) {
    case KF_PNG_CHUNK('a', 'c', 'T', 'L'): note_animation_control(animation, info, head + 8, length); break;
    case KF_PNG_CHUNK('f', 'c', 'T', 'L'): note_frame_control(animation, info, head + 8, length); break;
    case KF_PNG_CHUNK('f', 'd', 'A', 'T'):
        // Without an animation its checksums are nobody's business.
        if (animation->controls > 0 && !animation->is_broken) {
            note_frame_data(animation, head + 8, length);
        }
        break;
    case KF_PNG_CHUNK('I', 'D', 'A', 'T'):
        info->shows_default_image |= animation->is_open && !animation->image_data_seen;
        animation->is_open &= animation->image_data_seen;
        animation->image_data_seen = true;
        break;
    default: break;
    }
}

void kf_png_animation_conclude(kf_png_animation *animation, kf_png_info *info) {
    // What has ended early may still become right.
    bool is_whole = !animation->is_open && animation->frames == info->frames;
    info->is_animated = info->frames > 0 && animation->controls == 1 && !animation->is_broken &&
                        (is_whole || !info->is_complete);
    if (!info->is_animated) {
        info->frames = 0;
        info->plays = 0;
        info->shows_default_image = false;
        info->animation_needs_alpha = false;
    }
}

bool kf_png_next_frame(const uint8_t *bytes, size_t length, size_t *offset, kf_png_frame *frame) {
    size_t at = *offset > KF_PNG_SIGNATURE_SIZE ? *offset : KF_PNG_SIGNATURE_SIZE;
    bool is_found = false;
    while (at <= length && length - at >= KF_PNG_CHUNK_FRAME) {
        uint32_t size = kf_png_u32(bytes + at);
        uint32_t type = kf_png_u32(bytes + at + 4);
        bool is_control = type == KF_PNG_CHUNK('f', 'c', 'T', 'L');
        if (size > length - at - KF_PNG_CHUNK_FRAME || type == KF_PNG_CHUNK('I', 'E', 'N', 'D') ||
            (is_control && (is_found || size != 26))) {
            break;
        }
        size_t end = at + size + KF_PNG_CHUNK_FRAME;
        if (is_control) {
            *frame = read_frame_control(bytes + at + 8);
            is_found = true;
        } else if (is_found &&
                   (type == KF_PNG_CHUNK('I', 'D', 'A', 'T') || type == KF_PNG_CHUNK('f', 'd', 'A', 'T'))) {
            frame->data.start = frame->data.length ? frame->data.start : at;
            frame->data.length = end - frame->data.start;
        }
        at = end;
    }
    *offset = at;
    return is_found;
}
