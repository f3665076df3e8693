// The system's libwebp and its muxer; the package manager finds the first through pkg-config, the module map links both.
#ifndef KINGFISHER_CWEBP_H
#define KINGFISHER_CWEBP_H

#include <webp/decode.h>
#include <webp/encode.h>
#include <webp/mux.h>

#endif
