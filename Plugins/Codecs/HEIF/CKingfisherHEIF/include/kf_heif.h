/* Turns decoded planes into interleaved pixels, in loops that the compiler makes vectors of.
 *
 * In C rather than Swift so that they are as quick in a build for debugging, in which tests run. The caller answers
 * for every size: nothing is checked here. */
#ifndef KF_HEIF_H
#define KF_HEIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Samples of one colour, as a decoder left them. */
typedef struct {
    const uint8_t *samples;
    /* Bytes from a row to the next. */
    size_t bytes_per_row;
    /* Whether a sample has two bytes, in native order. */
    bool is_wide;
} kf_heif_plane;

/* Interleaved samples to write to. */
typedef struct {
    /* The first sample to write in the first row. */
    uint8_t *samples;
    size_t bytes_per_row;
    /* Samples of a pixel, 1 to 4. */
    uint8_t channels;
    /* Whether a sample has two bytes, in native order. */
    bool is_wide;
} kf_heif_target;

/* Rows of the image to convert, and how many pixels of each. */
typedef struct {
    size_t first_row;
    size_t row_count;
    size_t width;
} kf_heif_area;

/* Writes three samples of each pixel: the sums of the samples of three planes, each times a factor, and a fourth
 * number, rounded and held within 0 and the greatest sample. `matrix` has three rows of four numbers. */
void kf_heif_paint_color(const kf_heif_plane planes[3], const float matrix[12], kf_heif_area area,
                         kf_heif_target target);

/* Writes one sample of each pixel: that of the plane times `factor` plus `offset`, rounded and held likewise. */
void kf_heif_paint_single(const kf_heif_plane *plane, float factor, float offset, kf_heif_area area,
                          kf_heif_target target);

#endif
