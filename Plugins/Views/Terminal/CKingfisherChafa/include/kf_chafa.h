// Pictures as what a terminal understands, by libchafa. From any thread.
#ifndef KINGFISHER_KF_CHAFA_H
#define KINGFISHER_KF_CHAFA_H

#include <stddef.h>

enum { KF_CHAFA_SYMBOLS, KF_CHAFA_SIXEL, KF_CHAFA_KITTY };
enum { KF_CHAFA_COLORS_NONE, KF_CHAFA_COLORS_16, KF_CHAFA_COLORS_256, KF_CHAFA_COLORS_ALL };

/// What the terminal that the environment's variables tell of can do at best. The list, of NAME=VALUE, ends with NULL.
void kf_chafa_detect(const char *const *environment, int *graphics, int *colors);

/// The largest number of cells, at most those given, in which a picture keeps its shape; cells are so many pixels large.
void kf_chafa_fit(int width, int height, int cell_width, int cell_height, int *columns, int *rows);

/// The picture, RGBA of 8 bits with straight alpha and without padding, drawn in so many cells.
/// Returns text without an end, `*count` bytes of it, to be freed by `kf_chafa_free`.
char *kf_chafa_draw(
    const void *pixels, int width, int height, int graphics, int colors, int columns, int rows, int cell_width,
    int cell_height, size_t *count);
void kf_chafa_free(char *text);

#endif
