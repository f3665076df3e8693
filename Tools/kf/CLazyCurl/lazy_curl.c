/* libcurl, loaded when the first request is made rather than when the program starts.
 *
 * Foundation's networking, linked in statically, calls libcurl, and libcurl brings some thirty libraries: loading them
 * takes twice as long as everything else in the start of kf, which mostly works on files. So these functions answer to
 * libcurl's names, load it on their first call, and hand the call on.
 *
 * On 64-bit Linux every argument of these functions travels in a general register, variadic or not, and so does every
 * result, which is why one integer type can stand for all of them. */

#ifdef KF_LAZY_CURL

#include <dlfcn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

typedef intptr_t word;

/* Loading twice, should two threads be the first, finds the same library and the same address. */
static word real_function(const char *name) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_GLOBAL);
    void *function = library ? dlsym(library, name) : NULL;
    if (!function) {
        fprintf(stderr, "kf: loading from the network needs libcurl: %s. Install the package libcurl4.\n", dlerror());
        _exit(1);
    }
    return (word)function;
}

#define REAL(name, type)                                         \
    static word address;                                         \
    word found = __atomic_load_n(&address, __ATOMIC_ACQUIRE);    \
    if (!found) {                                                \
        found = real_function(#name);                            \
        __atomic_store_n(&address, found, __ATOMIC_RELEASE);     \
    }                                                            \
    __typeof__(type) *real = (__typeof__(type) *)found

#define LAZY_0(name) \
    word name(void) { REAL(name, word(void)); return real(); }
#define LAZY_1(name) \
    word name(word a) { REAL(name, word(word)); return real(a); }
#define LAZY_2(name) \
    word name(word a, word b) { REAL(name, word(word, word)); return real(a, b); }
#define LAZY_3(name) \
    word name(word a, word b, word c) { REAL(name, word(word, word, word)); return real(a, b, c); }
#define LAZY_4(name)                                         \
    word name(word a, word b, word c, word d) {              \
        REAL(name, word(word, word, word, word));        \
        return real(a, b, c, d);                             \
    }
/* A handle, an option, and one value. */
#define LAZY_OPTION(name)                                    \
    word name(word handle, word option, ...) {               \
        REAL(name, word(word, word, ...));               \
        va_list arguments;                                   \
        va_start(arguments, option);                         \
        word value = va_arg(arguments, word);                \
        va_end(arguments);                                   \
        return real(handle, option, value);                  \
    }

LAZY_1(curl_global_init)
LAZY_0(curl_version)
LAZY_1(curl_version_info)
LAZY_1(curl_free)

LAZY_0(curl_easy_init)
LAZY_1(curl_easy_cleanup)
LAZY_OPTION(curl_easy_setopt)
LAZY_OPTION(curl_easy_getinfo)
LAZY_2(curl_easy_pause)
LAZY_1(curl_easy_strerror)

LAZY_0(curl_multi_init)
LAZY_1(curl_multi_cleanup)
LAZY_2(curl_multi_add_handle)
LAZY_2(curl_multi_remove_handle)
LAZY_3(curl_multi_assign)
LAZY_2(curl_multi_info_read)
LAZY_OPTION(curl_multi_setopt)
LAZY_4(curl_multi_socket_action)

LAZY_2(curl_slist_append)
LAZY_1(curl_slist_free_all)

LAZY_0(curl_url)
LAZY_4(curl_url_get)
LAZY_4(curl_url_set)

#endif
