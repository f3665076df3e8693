// The system's libcurl; the package manager finds it through pkg-config.
#ifndef KINGFISHER_CCURL_H
#define KINGFISHER_CCURL_H

#include <curl/curl.h>

#endif
