// What Swift cannot say of libcurl itself: its variadic functions with fixed signatures, the addresses it hands out, and
// the loop that drives a multi handle by epoll. Nothing here decides anything.
#ifndef KINGFISHER_KF_CURL_H
#define KINGFISHER_KF_CURL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Options of a transfer.
CURLcode kf_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode kf_curl_set_size(CURL *easy, CURLoption option, int64_t value);
CURLcode kf_curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode kf_curl_set_pointer(CURL *easy, CURLoption option, const void *value);

// What a transfer calls, with the context, on the thread that drives it.
typedef size_t (*kf_curl_data_function)(char *bytes, size_t size, size_t count, void *context);
void kf_curl_set_header_function(CURL *easy, kf_curl_data_function function, void *context);
void kf_curl_set_body_function(CURL *easy, kf_curl_data_function function, void *context);
void kf_curl_set_socket_function(CURL *easy, curl_opensocket_callback function, void *context);

// The address that is to be connected to: its bytes in network order, 4 or 16 of them, or 0 for other kinds.
size_t kf_curl_address(const struct curl_sockaddr *address, uint8_t bytes[16], uint16_t *port);
// A socket for it that no child process inherits.
curl_socket_t kf_curl_open_socket(const struct curl_sockaddr *address);

// What is known of a transfer; 0 or NULL where libcurl does not know.
long kf_curl_get_long(CURL *easy, CURLINFO info);
int64_t kf_curl_get_size(CURL *easy, CURLINFO info);

// A flag to wake a loop with, from any thread. NULL where the system has no descriptor left.
typedef struct kf_curl_signal kf_curl_signal;
kf_curl_signal *kf_curl_signal_new(void);
void kf_curl_signal_raise(const kf_curl_signal *signal);
void kf_curl_signal_free(kf_curl_signal *signal);

// A multi handle with the epoll descriptor that watches its sockets, for one thread.
typedef struct kf_curl_loop kf_curl_loop;

// NULL where the system refuses what it needs. The signal outlives the loop.
kf_curl_loop *kf_curl_loop_new(const kf_curl_signal *signal, long host_connections, long kept_connections);
// All transfers have been removed before.
void kf_curl_loop_free(kf_curl_loop *loop);

bool kf_curl_loop_add(kf_curl_loop *loop, CURL *easy);
void kf_curl_loop_remove(kf_curl_loop *loop, CURL *easy);

// Waits until something is to do, the signal is raised, or so many milliseconds have passed (below 0 for no bound), and
// lets libcurl do what is to do. Returns whether there was anything.
bool kf_curl_loop_turn(kf_curl_loop *loop, int64_t milliseconds);

// Lets libcurl do what it wants to do without an event, for example begin with what was added. Returns whether there was
// anything.
bool kf_curl_loop_act_if_due(kf_curl_loop *loop);

// Lets libcurl look after every transfer, whether it has asked for that or not.
void kf_curl_loop_nudge(kf_curl_loop *loop);

// A transfer that is complete and was not told of yet, or NULL.
CURL *kf_curl_loop_next_done(kf_curl_loop *loop, CURLcode *result);

// Starts a detached thread that takes no signals: those are for the program's own threads. Returns an error number, or 0.
int kf_curl_start_thread(void *(*body)(void *context), void *context);
// Names the calling thread for those who look at the process.
void kf_curl_name_thread(void);

#endif
