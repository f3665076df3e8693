// Reading while bytes arrive, with libpng's progressive reader. As in kf_png_reader.c, libpng is shown the critical
// chunks and tRNS only, so that it never has to keep more than a palette.

#include <stdlib.h>
#include <string.h>

#include "kf_png_internal.h"

struct kf_png_stream {
    kf_png_fence fence;
    png_structp png;
    png_infop info;
    bool reduce_to_8_bits;
    bool signature_seen;
    bool failed;
    bool is_complete;
    bool layout_is_new;
    uint8_t head[KF_PNG_SIGNATURE_SIZE + KF_PNG_CHUNK_FRAME + 13]; ///< of the file, then of each chunk
    size_t head_length;
    uint64_t chunk_rest; ///< bytes of the chunk behind its head
    bool is_shown;
    kf_png_filter filter;
    kf_png_layout layout;
    uint8_t *rows;
    uint64_t progress;
};

static void note_layout(png_structp png, png_infop info) {
    kf_png_stream *stream = png_get_progressive_ptr(png);
    kf_png_transform(png, info, stream->reduce_to_8_bits, false, &stream->layout);
    stream->layout_is_new = true;
}

static void draw_row(png_structp png, png_bytep row, png_uint_32 number, int pass) {
    (void)pass;
    kf_png_stream *stream = png_get_progressive_ptr(png);
    if (row && stream->rows && number < stream->layout.height) {
        png_progressive_combine_row(png, stream->rows + number * stream->layout.row_bytes, row);
        stream->progress += 1;
    }
}

static void note_end(png_structp png, png_infop info) {
    kf_png_stream *stream = png_get_progressive_ptr(png);
    // libpng reaches the end without complaint although rows are missing.
    bool has_all_rows = png_get_interlace_type(png, info) == PNG_INTERLACE_NONE
                            ? png_get_current_row_number(png) >= stream->layout.height
                            : png_get_current_pass_number(png) >= stream->layout.passes;
    if (!has_all_rows) {
        png_error(png, "the image data ends before the last row");
    }
    stream->is_complete = true;
}

static void set_up(kf_png_stream *stream) {
    kf_png_configure(stream->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // What libpng would pass over with a warning is left to the reader of whole files to judge.
    png_set_benign_errors(stream->png, 0);
    png_set_progressive_read_fn(stream->png, stream, note_layout, draw_row, note_end);
}

kf_png_status kf_png_stream_open(bool reduce_to_8_bits, kf_png_stream **stream, kf_png_message *message) {
    *stream = NULL;
    kf_png_fail(message, KF_PNG_OK, "");
    kf_png_stream *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return kf_png_fail(message, KF_PNG_OUT_OF_MEMORY, "out of memory");
    }
    opened->reduce_to_8_bits = reduce_to_8_bits;
    opened->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &opened->fence, kf_png_fence_error,
                                           kf_png_fence_warning, &opened->fence, kf_png_fence_malloc,
                                           kf_png_fence_free);
    opened->info = opened->png ? png_create_info_struct(opened->png) : NULL;
    if (!opened->info || setjmp(opened->fence.jump)) {
        kf_png_stream_close(opened);
        return kf_png_fail(message, KF_PNG_OUT_OF_MEMORY, "libpng could not be set up");
    }
    set_up(opened);
    *stream = opened;
    return KF_PNG_OK;
}

void kf_png_stream_close(kf_png_stream *stream) {
    if (!stream) {
        return;
    }
    png_destroy_read_struct(&stream->png, &stream->info, NULL);
    free(stream);
}

/// Collects what has to be seen whole: the signature with the header, then length and type of each chunk.
static size_t take_head(kf_png_stream *stream, const uint8_t *bytes, size_t length) {
    size_t wanted = stream->signature_seen ? 8 : sizeof stream->head;
    size_t step = wanted - stream->head_length;
    step = step < length ? step : length;
    memcpy(stream->head + stream->head_length, bytes, step);
    stream->head_length += step;
    if (stream->head_length < wanted) {
        return step;
    }
    stream->head_length = 0;
    if (!stream->signature_seen) {
        stream->signature_seen = true;
        png_process_data(stream->png, stream->info, stream->head, wanted);
        return step;
    }
    stream->chunk_rest = (uint64_t)kf_png_u32(stream->head) + 4;
    stream->is_shown = kf_png_filter_shows(&stream->filter, kf_png_u32(stream->head + 4));
    if (stream->is_shown) {
        png_process_data(stream->png, stream->info, stream->head, wanted);
    }
    return step;
}

static size_t take_content(kf_png_stream *stream, const uint8_t *bytes, size_t length) {
    size_t step = stream->chunk_rest < length ? (size_t)stream->chunk_rest : length;
    stream->chunk_rest -= step;
    if (stream->is_shown) {
        // libpng does not write to the bytes; its parameter merely lacks the const.
        png_process_data(stream->png, stream->info, (png_bytep)bytes, step);
    }
    return step;
}

kf_png_status kf_png_stream_push(kf_png_stream *stream, const uint8_t *bytes, size_t length, uint8_t *rows,
                                 kf_png_layout *layout, size_t *taken, kf_png_message *message) {
    *taken = 0;
    if (stream->failed || (stream->layout.width > 0) != (rows != NULL)) {
        return kf_png_fail(message, KF_PNG_MISUSE, "the stream is not ready for bytes");
    }
    if (setjmp(stream->fence.jump)) {
        stream->failed = true;
        return kf_png_fail(message, stream->fence.out_of_memory ? KF_PNG_OUT_OF_MEMORY : KF_PNG_INVALID,
                           stream->fence.message.text);
    }
    stream->rows = rows;
    while (*taken < length && !stream->is_complete && !stream->layout_is_new) {
        *taken += stream->chunk_rest > 0 ? take_content(stream, bytes + *taken, length - *taken)
                                         : take_head(stream, bytes + *taken, length - *taken);
    }
    if (stream->is_complete) {
        *taken = length;
    }
    stream->layout_is_new = false;
    *layout = stream->layout;
    return KF_PNG_OK;
}

uint64_t kf_png_stream_progress(const kf_png_stream *stream) {
    return stream->progress;
}

bool kf_png_stream_is_complete(const kf_png_stream *stream) {
    return stream->is_complete && !stream->failed;
}
