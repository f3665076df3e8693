#include "kf_curl.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

CURLcode kf_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

CURLcode kf_curl_set_size(CURL *easy, CURLoption option, int64_t value) {
    return curl_easy_setopt(easy, option, (curl_off_t)value);
}

CURLcode kf_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

CURLcode kf_curl_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

void kf_curl_set_header_function(CURL *easy, kf_curl_data_function function, void *context) {
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, function);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

void kf_curl_set_body_function(CURL *easy, kf_curl_data_function function, void *context) {
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, function);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

void kf_curl_set_socket_function(CURL *easy, curl_opensocket_callback function, void *context) {
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

size_t kf_curl_address(const struct curl_sockaddr *address, uint8_t bytes[16], uint16_t *port) {
    // Copied out, since libcurl's own buffer behind `addr` is larger than its type says.
    const unsigned char *start = (const unsigned char *)address + offsetof(struct curl_sockaddr, addr);
    if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in inner;
        memcpy(&inner, start, sizeof inner);
        memcpy(bytes, &inner.sin_addr, 4);
        *port = ntohs(inner.sin_port);
        return 4;
    }
    if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 inner;
        memcpy(&inner, start, sizeof inner);
        memcpy(bytes, &inner.sin6_addr, 16);
        *port = ntohs(inner.sin6_port);
        return 16;
    }
    return 0;
}

curl_socket_t kf_curl_open_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

long kf_curl_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

int64_t kf_curl_get_size(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}
