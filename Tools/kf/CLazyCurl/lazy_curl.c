/* libcurl, loaded when the first request is made rather than when the program starts.
 *
 * The transports, linked in statically, call libcurl, and libcurl brings some thirty libraries: loading them takes twice as
 * long as everything else in the start of kf, which mostly works on files. So these functions answer to libcurl's names,
 * load it on their first call, and hand the call on. One that a transport calls and that is missing here lets the program
 * load libcurl at its start; Tools/release-check sees that.
 *
 * One thing is mended on the way, for Foundation's networking. Where a server hangs up within the header, libcurl calls
 * the transfer complete, and Foundation, which then has no response, ends the process. Here such a transfer is one that
 * broke off.
 *
 * On 64-bit Linux every argument of these functions travels in a general register, variadic or not, and so does every
 * result, which is why one integer type can stand for all of them. */

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

LAZY_1(curl_easy_reset)
LAZY_OPTION(curl_easy_getinfo)
LAZY_2(curl_easy_pause)
LAZY_1(curl_easy_strerror)
LAZY_1(curl_easy_option_by_id)

LAZY_0(curl_multi_init)
LAZY_1(curl_multi_cleanup)
LAZY_2(curl_multi_remove_handle)
LAZY_3(curl_multi_assign)
LAZY_OPTION(curl_multi_setopt)
LAZY_4(curl_multi_socket_action)
LAZY_2(curl_multi_socket_all)

LAZY_2(curl_slist_append)
LAZY_1(curl_slist_free_all)

LAZY_0(curl_url)
LAZY_4(curl_url_get)
LAZY_4(curl_url_set)

/* What is known of the header of a handle's transfer. */
struct header_watch {
    word handle;
    size_t (*function)(char *, size_t, size_t, void *);
    void *data;
    /* A status line has come, and the empty line that ends the header has not. */
    int is_open;
    struct header_watch *next;
};

static struct header_watch *watches;
static pthread_mutex_t watches_lock = PTHREAD_MUTEX_INITIALIZER;

static struct header_watch *watch_of(word handle) {
    pthread_mutex_lock(&watches_lock);
    struct header_watch *watch = watches;
    while (watch && watch->handle != handle) watch = watch->next;
    pthread_mutex_unlock(&watches_lock);
    return watch;
}

static size_t watch_header(char *line, size_t size, size_t count, void *context) {
    struct header_watch *watch = context;
    size_t length = size * count;
    if (length >= 5 && memcmp(line, "HTTP/", 5) == 0) watch->is_open = 1;
    if (length > 0 && (line[0] == '\r' || line[0] == '\n')) watch->is_open = 0;
    return watch->function ? watch->function(line, size, count, watch->data) : length;
}

word curl_easy_init(void) {
    REAL(curl_easy_init, word(void));
    struct header_watch *watch = calloc(1, sizeof *watch);
    word handle = watch ? real() : 0;
    if (!handle) {
        free(watch);
        return 0;
    }
    watch->handle = handle;
    pthread_mutex_lock(&watches_lock);
    watch->next = watches;
    watches = watch;
    pthread_mutex_unlock(&watches_lock);
    return handle;
}

word curl_easy_cleanup(word handle) {
    REAL(curl_easy_cleanup, word(word));
    /* Taken out first: the address may be another handle's as soon as this one is gone. */
    pthread_mutex_lock(&watches_lock);
    struct header_watch **link = &watches;
    while (*link && (*link)->handle != handle) link = &(*link)->next;
    struct header_watch *watch = *link;
    if (watch) *link = watch->next;
    pthread_mutex_unlock(&watches_lock);
    word result = real(handle);
    free(watch);
    return result;
}

word curl_easy_setopt(word handle, word option, ...) {
    enum { header_data = 10029, header_function = 20079 };
    REAL(curl_easy_setopt, word(word, word, ...));
    va_list arguments;
    va_start(arguments, option);
    word value = va_arg(arguments, word);
    va_end(arguments);
    int is_about_headers = (int)option == header_function || (int)option == header_data;
    struct header_watch *watch = is_about_headers ? watch_of(handle) : NULL;
    if (watch && (int)option == header_function) {
        watch->function = (size_t (*)(char *, size_t, size_t, void *))value;
        value = (word)watch_header;
    } else if (watch) {
        watch->data = (void *)value;
        value = (word)watch;
    }
    return real(handle, option, value);
}

word curl_multi_add_handle(word multi, word handle) {
    REAL(curl_multi_add_handle, word(word, word));
    struct header_watch *watch = watch_of(handle);
    if (watch) watch->is_open = 0;
    return real(multi, handle);
}

/* libcurl's CURLMsg. */
struct transfer_message {
    int kind;
    word handle;
    union {
        void *whatever;
        int result;
    } data;
};

word curl_multi_info_read(word multi, word left) {
    enum { message_done = 1, receive_error = 56 };
    REAL(curl_multi_info_read, word(word, word));
    struct transfer_message *message = (struct transfer_message *)real(multi, left);
    if (message && message->kind == message_done && message->data.result == 0) {
        struct header_watch *watch = watch_of(message->handle);
        if (watch && watch->is_open) message->data.result = receive_error;
    }
    return (word)message;
}
