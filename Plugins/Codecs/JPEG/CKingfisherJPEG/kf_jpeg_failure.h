// How a reader or writer fails: shared by both, not part of the interface.

#ifndef KF_JPEG_FAILURE_H
#define KF_JPEG_FAILURE_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "kf_jpeg.h"

#ifndef JCS_ALPHA_EXTENSIONS
#error "Kingfisher needs libjpeg-turbo (Debian: libjpeg62-turbo-dev)"
#endif

// The library holds a pointer to `library`, the first member, through which its callbacks find the rest.
typedef struct {
    struct jpeg_error_mgr library;
    jmp_buf escape;     // set by every function that calls the library, before it does
    kf_jpeg_status status;
    long most_damage;   // the most places with damaged data that are passed over
    bool refuses_gaps;  // a scan whose data end early is more than damage
    int library_code;   // the library's message code, 0 for failures of our own
    char message[JMSG_LENGTH_MAX];
} kf_jpeg_failure;

// Sets up the callbacks; the result goes into the library's `err`.
struct jpeg_error_mgr *kf_jpeg_failure_prepare(kf_jpeg_failure *failure);

// Leaves the library for the function that was called.
_Noreturn void kf_jpeg_fail(kf_jpeg_failure *failure, kf_jpeg_status status, const char *message);

// Notes a failure outside the library.
kf_jpeg_status kf_jpeg_failure_note(kf_jpeg_failure *failure, kf_jpeg_status status, const char *message);

#endif
