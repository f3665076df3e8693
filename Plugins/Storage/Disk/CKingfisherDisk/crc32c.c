#include "kf_disk_crc32c.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static const uint32_t polynomial = 0x82f63b78;

/// The bytes of each of the three parts that the processor works on at once.
enum { part = 2048 };

/// `after[t][b]` is the effect of byte b with t bytes after it.
static uint32_t after[8][256];
/// `shifted[t][b]`: likewise for byte t of a register that `part` zero bytes follow.
static uint32_t shifted[4][256];
static bool has_instruction;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void prepare(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ polynomial : crc >> 1;
        after[0][byte] = crc;
    }
    for (int t = 1; t < 8; t++)
        for (int byte = 0; byte < 256; byte++) {
            uint32_t before = after[t - 1][byte];
            after[t][byte] = before >> 8 ^ after[0][before & 0xff];
        }
    uint32_t bits[32];
    for (int bit = 0; bit < 32; bit++) {
        uint32_t crc = UINT32_C(1) << bit;
        for (int zero = 0; zero < part; zero++) crc = crc >> 8 ^ after[0][crc & 0xff];
        bits[bit] = crc;
    }
    for (int t = 0; t < 4; t++)
        for (int byte = 0; byte < 256; byte++) {
            uint32_t crc = 0;
            for (int bit = 0; bit < 8; bit++)
                if (byte >> bit & 1) crc ^= bits[8 * t + bit];
            shifted[t][byte] = crc;
        }
#if defined(__x86_64__)
    has_instruction = __builtin_cpu_supports("sse4.2");
#endif
}

static uint64_t word(const uint8_t *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static uint32_t by_tables(uint32_t crc, const uint8_t *bytes, size_t count) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (; count >= 8; bytes += 8, count -= 8) {
        uint64_t next = word(bytes) ^ crc;
        crc = 0;
        for (int t = 0; t < 8; t++) crc ^= after[7 - t][next >> 8 * t & 0xff];
    }
#endif
    for (; count > 0; bytes++, count--) crc = crc >> 8 ^ after[0][(crc ^ *bytes) & 0xff];
    return crc;
}

#if defined(__x86_64__)
static uint32_t shift(uint32_t crc) {
    return shifted[0][crc & 0xff] ^ shifted[1][crc >> 8 & 0xff] ^ shifted[2][crc >> 16 & 0xff] ^ shifted[3][crc >> 24];
}

/// The instruction takes three cycles but one can start in each: hence three parts side by side, put together after.
__attribute__((target("sse4.2"))) static uint32_t by_instruction(uint32_t crc, const uint8_t *bytes, size_t count) {
    for (; count >= 3 * part; bytes += 3 * part, count -= 3 * part) {
        uint64_t first = crc, second = 0, third = 0;
        for (size_t at = 0; at < part; at += 8) {
            first = __builtin_ia32_crc32di(first, word(bytes + at));
            second = __builtin_ia32_crc32di(second, word(bytes + part + at));
            third = __builtin_ia32_crc32di(third, word(bytes + 2 * part + at));
        }
        crc = shift(shift((uint32_t)first) ^ (uint32_t)second) ^ (uint32_t)third;
    }
    for (; count >= 8; bytes += 8, count -= 8) crc = (uint32_t)__builtin_ia32_crc32di(crc, word(bytes));
    for (; count > 0; bytes++, count--) crc = __builtin_ia32_crc32qi(crc, *bytes);
    return crc;
}
#endif

uint32_t kf_disk_crc32c(const void *bytes, size_t count) {
    pthread_once(&once, prepare);
#if defined(__x86_64__)
    if (has_instruction) return ~by_instruction(~UINT32_C(0), bytes, count);
#endif
    return ~by_tables(~UINT32_C(0), bytes, count);
}
