#include "kf_heif.h"

/* Pixels worked on at a time: what they take in between stays in the nearest cache. */
enum { BLOCK = 256 };

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Takes the samples of `count` pixels from column `x` on. */
static void load(const kf_heif_plane *plane, size_t row, size_t x, size_t count, float *restrict out) {
    const uint8_t *start = plane->samples + row * plane->bytes_per_row;
    if (plane->is_wide) {
        const uint16_t *samples = (const uint16_t *)(const void *)start + x;
        for (size_t i = 0; i < count; i++) out[i] = (float)samples[i];
    } else {
        const uint8_t *samples = start + x;
        for (size_t i = 0; i < count; i++) out[i] = (float)samples[i];
    }
}

/* Rounds numbers and holds them within 0 and `greatest`. */
static void settle(float *restrict values, int32_t *restrict out, size_t count, float greatest) {
    for (size_t i = 0; i < count; i++) {
        float value = values[i] + 0.5f;
        value = value < 0 ? 0 : value;
        value = value > greatest ? greatest : value;
        out[i] = (int32_t)value;
    }
}

static void mix(const float *restrict a, const float *restrict b, const float *restrict c,
                const float *restrict factors, float *restrict out, size_t count) {
    for (size_t i = 0; i < count; i++)
        out[i] = a[i] * factors[0] + b[i] * factors[1] + c[i] * factors[2] + factors[3];
}

void kf_heif_paint_color(const kf_heif_plane planes[3], const float matrix[12], kf_heif_area area,
                         kf_heif_target target) {
    float in[3][BLOCK], mixed[BLOCK];
    int32_t out[3][BLOCK];
    float greatest = target.is_wide ? 65535.0f : 255.0f;
    size_t step = target.channels;
    for (size_t row = 0; row < area.row_count; row++) {
        uint8_t *line = target.samples + row * target.bytes_per_row;
        for (size_t x = 0; x < area.width; x += BLOCK) {
            size_t count = smaller(BLOCK, area.width - x);
            for (int i = 0; i < 3; i++) load(&planes[i], area.first_row + row, x, count, in[i]);
            for (int i = 0; i < 3; i++) {
                mix(in[0], in[1], in[2], matrix + 4 * i, mixed, count);
                settle(mixed, out[i], count, greatest);
            }
            if (target.is_wide) {
                uint16_t *to = (uint16_t *)(void *)line + x * step;
                for (size_t i = 0; i < count; i++, to += step) {
                    to[0] = (uint16_t)out[0][i];
                    to[1] = (uint16_t)out[1][i];
                    to[2] = (uint16_t)out[2][i];
                }
            } else {
                uint8_t *to = line + x * step;
                for (size_t i = 0; i < count; i++, to += step) {
                    to[0] = (uint8_t)out[0][i];
                    to[1] = (uint8_t)out[1][i];
                    to[2] = (uint8_t)out[2][i];
                }
            }
        }
    }
}

void kf_heif_paint_single(const kf_heif_plane *plane, float factor, float offset, kf_heif_area area,
                          kf_heif_target target) {
    float in[BLOCK];
    int32_t out[BLOCK];
    float greatest = target.is_wide ? 65535.0f : 255.0f;
    size_t step = target.channels;
    for (size_t row = 0; row < area.row_count; row++) {
        uint8_t *line = target.samples + row * target.bytes_per_row;
        for (size_t x = 0; x < area.width; x += BLOCK) {
            size_t count = smaller(BLOCK, area.width - x);
            load(plane, area.first_row + row, x, count, in);
            for (size_t i = 0; i < count; i++) in[i] = in[i] * factor + offset;
            settle(in, out, count, greatest);
            if (target.is_wide) {
                uint16_t *to = (uint16_t *)(void *)line + x * step;
                for (size_t i = 0; i < count; i++) to[i * step] = (uint16_t)out[i];
            } else {
                uint8_t *to = line + x * step;
                for (size_t i = 0; i < count; i++) to[i * step] = (uint8_t)out[i];
            }
        }
    }
}
