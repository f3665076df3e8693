#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "kf_png_internal.h"

static void set_text(kf_png_message *message, const char *text) {
    size_t length = strlen(text);
    length = length < KF_PNG_MESSAGE_SIZE ? length : KF_PNG_MESSAGE_SIZE - 1;
    memcpy(message->text, text, length);
    message->text[length] = '\0';
}

kf_png_status kf_png_fail(kf_png_message *message, kf_png_status status, const char *text) {
    if (message) {
        set_text(message, text);
    }
    return status;
}

void kf_png_fence_error(png_structp png, png_const_charp text) {
    kf_png_fence *fence = png_get_error_ptr(png);
    set_text(&fence->message, text ? text : "unknown error");
    longjmp(fence->jump, 1);
}

void kf_png_fence_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

png_voidp kf_png_fence_malloc(png_structp png, png_alloc_size_t size) {
    void *pointer = malloc(size);
    if (!pointer) {
        kf_png_fence *fence = png_get_mem_ptr(png);
        fence->out_of_memory = true;
    }
    return pointer;
}

void kf_png_fence_free(png_structp png, png_voidp pointer) {
    (void)png;
    free(pointer);
}

void kf_png_free(uint8_t *bytes) {
    free(bytes);
}

uint32_t kf_png_checksum(const uint8_t *bytes, size_t length) {
    // zlib's newer form of crc32 takes a size as long as memory's.
    return (uint32_t)crc32_z(0, bytes, length);
}
