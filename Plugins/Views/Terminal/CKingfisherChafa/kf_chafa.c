#include "kf_chafa.h"

#include <chafa.h>

void kf_chafa_detect(const char *const *environment, int *graphics, int *colors) {
    ChafaTermInfo *terminal = chafa_term_db_detect(chafa_term_db_get_default(), (gchar **)environment);
    if (chafa_term_info_have_seq(terminal, CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1)) {
        *graphics = KF_CHAFA_KITTY;
    } else if (chafa_term_info_have_seq(terminal, CHAFA_TERM_SEQ_BEGIN_SIXELS)) {
        *graphics = KF_CHAFA_SIXEL;
    } else {
        *graphics = KF_CHAFA_SYMBOLS;
    }
    if (chafa_term_info_have_seq(terminal, CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT)) {
        *colors = KF_CHAFA_COLORS_ALL;
    } else if (chafa_term_info_have_seq(terminal, CHAFA_TERM_SEQ_SET_COLOR_FGBG_256)) {
        *colors = KF_CHAFA_COLORS_256;
    } else if (chafa_term_info_have_seq(terminal, CHAFA_TERM_SEQ_SET_COLOR_FGBG_16)) {
        *colors = KF_CHAFA_COLORS_16;
    } else {
        *colors = KF_CHAFA_COLORS_NONE;
    }
    chafa_term_info_unref(terminal);
}

void kf_chafa_fit(int width, int height, int cell_width, int cell_height, int *columns, int *rows) {
    chafa_calc_canvas_geometry(
        width, height, columns, rows, (float)cell_width / (float)cell_height, TRUE, FALSE);
}

static ChafaCanvasConfig *config_new(
    int graphics, int colors, int columns, int rows, int cell_width, int cell_height) {
    static const ChafaPixelMode pixel_modes[] = {
        CHAFA_PIXEL_MODE_SYMBOLS, CHAFA_PIXEL_MODE_SIXELS, CHAFA_PIXEL_MODE_KITTY};
    static const ChafaCanvasMode canvas_modes[] = {
        CHAFA_CANVAS_MODE_FGBG, CHAFA_CANVAS_MODE_INDEXED_16, CHAFA_CANVAS_MODE_INDEXED_240,
        CHAFA_CANVAS_MODE_TRUECOLOR};
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_pixel_mode(config, pixel_modes[graphics]);
    // What characters are limited to, pixels are not.
    chafa_canvas_config_set_canvas_mode(
        config, graphics == KF_CHAFA_SYMBOLS ? canvas_modes[colors] : CHAFA_CANVAS_MODE_TRUECOLOR);
    chafa_canvas_config_set_geometry(config, columns, rows);
    chafa_canvas_config_set_cell_geometry(config, cell_width, cell_height);
    ChafaSymbolMap *symbols = chafa_symbol_map_new();
    // Halves and quarters of a cell, which every font has.
    chafa_symbol_map_add_by_tags(
        symbols, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_HALF | CHAFA_SYMBOL_TAG_QUAD | CHAFA_SYMBOL_TAG_SOLID);
    chafa_canvas_config_set_symbol_map(config, symbols);
    chafa_symbol_map_unref(symbols);
    return config;
}

char *kf_chafa_draw(
    const void *pixels, int width, int height, int graphics, int colors, int columns, int rows, int cell_width,
    int cell_height, size_t *count) {
    ChafaCanvasConfig *config = config_new(graphics, colors, columns, rows, cell_width, cell_height);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels, width, height, width * 4);
    // Sequences as any terminal of the kind takes them: what is wanted was decided before.
    ChafaTermInfo *terminal = chafa_term_db_get_fallback_info(chafa_term_db_get_default());
    GString *text = chafa_canvas_print(canvas, terminal);
    chafa_term_info_unref(terminal);
    chafa_canvas_unref(canvas);
    chafa_canvas_config_unref(config);
    *count = text->len;
    return g_string_free(text, FALSE);
}

void kf_chafa_free(char *text) {
    g_free(text);
}
