#define _GNU_SOURCE
#define CURL_DISABLE_DEPRECATION
#include "kf_curl.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { events_at_once = 64 };

struct kf_curl_signal {
    int descriptor;
};

struct kf_curl_loop {
    CURLM *multi;
    int epoll;
    const kf_curl_signal *signal;
    // When libcurl wants to be called without an event, in milliseconds of the monotonic clock; -1 for never.
    int64_t due;
};

kf_curl_signal *kf_curl_signal_new(void) {
    kf_curl_signal *signal = malloc(sizeof *signal);
    if (!signal) return NULL;
    signal->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (signal->descriptor >= 0) return signal;
    free(signal);
    return NULL;
}

void kf_curl_signal_raise(const kf_curl_signal *signal) {
    // A counter that is full is raised already.
    eventfd_write(signal->descriptor, 1);
}

void kf_curl_signal_free(kf_curl_signal *signal) {
    close(signal->descriptor);
    free(signal);
}

static int64_t now_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int note_timer(CURLM *multi, long milliseconds, void *context) {
    (void)multi;
    kf_curl_loop *loop = context;
    loop->due = milliseconds < 0 ? -1 : now_milliseconds() + milliseconds;
    return 0;
}

static int note_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
    (void)easy;
    kf_curl_loop *loop = context;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(loop->epoll, EPOLL_CTL_DEL, socket, NULL);
        return 0;
    }
    struct epoll_event event = {.data.fd = socket};
    if (what & CURL_POLL_IN) event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
    int status = epoll_ctl(loop->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
    if (!known) curl_multi_assign(loop->multi, socket, loop);
    return status;
}

kf_curl_loop *kf_curl_loop_new(const kf_curl_signal *signal, long host_connections, long kept_connections) {
    kf_curl_loop *loop = calloc(1, sizeof *loop);
    if (!loop) return NULL;
    loop->signal = signal;
    loop->due = -1;
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->multi = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? curl_multi_init() : NULL;
    struct epoll_event event = {.events = EPOLLIN, .data.fd = signal->descriptor};
    if (loop->epoll < 0 || !loop->multi
        || epoll_ctl(loop->epoll, EPOLL_CTL_ADD, signal->descriptor, &event) != 0) {
        kf_curl_loop_free(loop);
        return NULL;
    }
    curl_multi_setopt(loop->multi, CURLMOPT_SOCKETFUNCTION, note_socket);
    curl_multi_setopt(loop->multi, CURLMOPT_SOCKETDATA, loop);
    curl_multi_setopt(loop->multi, CURLMOPT_TIMERFUNCTION, note_timer);
    curl_multi_setopt(loop->multi, CURLMOPT_TIMERDATA, loop);
    curl_multi_setopt(loop->multi, CURLMOPT_MAX_HOST_CONNECTIONS, host_connections);
    curl_multi_setopt(loop->multi, CURLMOPT_MAXCONNECTS, kept_connections);
    return loop;
}

void kf_curl_loop_free(kf_curl_loop *loop) {
    if (loop->multi) curl_multi_cleanup(loop->multi);
    if (loop->epoll >= 0) close(loop->epoll);
    free(loop);
}

bool kf_curl_loop_add(kf_curl_loop *loop, CURL *easy) {
    return curl_multi_add_handle(loop->multi, easy) == CURLM_OK;
}

void kf_curl_loop_remove(kf_curl_loop *loop, CURL *easy) {
    curl_multi_remove_handle(loop->multi, easy);
}

static void act(kf_curl_loop *loop, curl_socket_t socket, int what) {
    int running;
    curl_multi_socket_action(loop->multi, socket, what, &running);
}

bool kf_curl_loop_act_if_due(kf_curl_loop *loop) {
    if (loop->due < 0 || now_milliseconds() < loop->due) return false;
    // Cleared first: libcurl sets it anew where it wants to be called again.
    loop->due = -1;
    act(loop, CURL_SOCKET_TIMEOUT, 0);
    return true;
}

bool kf_curl_loop_turn(kf_curl_loop *loop, int64_t milliseconds) {
    int64_t wait = milliseconds < 0 ? -1 : milliseconds;
    if (loop->due >= 0) {
        int64_t until_due = loop->due - now_milliseconds();
        if (until_due < 0) until_due = 0;
        if (wait < 0 || until_due < wait) wait = until_due;
    }
    struct epoll_event events[events_at_once];
    int count = epoll_wait(loop->epoll, events, events_at_once, wait > 3600000 ? 3600000 : (int)wait);
    for (int index = 0; index < count; index++) {
        uint32_t seen = events[index].events;
        if (events[index].data.fd == loop->signal->descriptor) {
            eventfd_t value;
            eventfd_read(loop->signal->descriptor, &value);
            continue;
        }
        int what = (seen & EPOLLIN ? CURL_CSELECT_IN : 0) | (seen & EPOLLOUT ? CURL_CSELECT_OUT : 0)
            | (seen & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
        act(loop, events[index].data.fd, what);
    }
    return kf_curl_loop_act_if_due(loop) || count != 0;
}

void kf_curl_loop_nudge(kf_curl_loop *loop) {
    int running;
    curl_multi_socket_all(loop->multi, &running);
}

CURL *kf_curl_loop_next_done(kf_curl_loop *loop, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(loop->multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

void kf_curl_name_thread(void) {
    pthread_setname_np(pthread_self(), "kf-curl");
}

int kf_curl_start_thread(void *(*body)(void *context), void *context) {
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // A thread takes over the mask of the one that starts it, as do those that libcurl starts for names.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int status = pthread_create(&thread, &attributes, body, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return status;
}
