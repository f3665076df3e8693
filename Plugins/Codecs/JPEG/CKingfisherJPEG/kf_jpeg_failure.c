#include "kf_jpeg_failure.h"

#include <string.h>

#include <jerror.h>

static kf_jpeg_status status_of_error(int code) {
    switch (code) {
    case JERR_INPUT_EMPTY:
    case JERR_INPUT_EOF:
        return KF_JPEG_TRUNCATED;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
    case JERR_WIDTH_OVERFLOW:
        return KF_JPEG_UNSUPPORTED;
    case JERR_NO_BACKING_STORE:
        // What the library does once max_memory_to_use is not enough: it knows no file to spill into.
        return KF_JPEG_OVER_LIMIT;
    case JERR_OUT_OF_MEMORY:
        return KF_JPEG_OUT_OF_MEMORY;
    case JERR_BAD_STATE:
    case JERR_TOO_LITTLE_DATA:
        return KF_JPEG_MISUSE;
    default:
        return KF_JPEG_CORRUPT;
    }
}

// The most places with damaged data that an image may have and still be taken. Every decoder shows a photo with
// a few; thousands, as in files made to cost time, are refused.
enum { MOST_DAMAGE = 16 };

typedef enum { HARMLESS, DAMAGE, CUT_SHORT } warning_kind;

static warning_kind kind_of_warning(int code) {
    switch (code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL:
        return HARMLESS;
    case JWRN_JPEG_EOF:
        return CUT_SHORT;
    default:
        return DAMAGE;
    }
}

static void leave(j_common_ptr library, kf_jpeg_status status) {
    kf_jpeg_failure *failure = (kf_jpeg_failure *)library->err;
    failure->status = status;
    failure->library_code = library->err->msg_code;
    library->err->format_message(library, failure->message);
    longjmp(failure->escape, 1);
}

static void on_error(j_common_ptr library) {
    leave(library, status_of_error(library->err->msg_code));
}

static void on_message(j_common_ptr library, int level) {
    if (level >= 0) return;
    kf_jpeg_failure *failure = (kf_jpeg_failure *)library->err;
    switch (kind_of_warning(library->err->msg_code)) {
    case HARMLESS:
        return;
    case DAMAGE:
        library->err->num_warnings += 1;
        if (library->err->num_warnings > failure->most_damage) leave(library, KF_JPEG_CORRUPT);
        if (failure->refuses_gaps && library->err->msg_code == JWRN_HIT_MARKER) leave(library, KF_JPEG_CORRUPT);
        return;
    case CUT_SHORT:
        leave(library, KF_JPEG_TRUNCATED);
    }
}

static void stay_silent(j_common_ptr library) {
    (void)library;
}

struct jpeg_error_mgr *kf_jpeg_failure_prepare(kf_jpeg_failure *failure) {
    jpeg_std_error(&failure->library);
    failure->most_damage = MOST_DAMAGE;
    failure->library.error_exit = on_error;
    failure->library.emit_message = on_message;
    failure->library.output_message = stay_silent;
    return &failure->library;
}

kf_jpeg_status kf_jpeg_failure_note(kf_jpeg_failure *failure, kf_jpeg_status status, const char *message) {
    failure->status = status;
    failure->library_code = 0;
    strncpy(failure->message, message, sizeof failure->message - 1);
    return status;
}

void kf_jpeg_fail(kf_jpeg_failure *failure, kf_jpeg_status status, const char *message) {
    kf_jpeg_failure_note(failure, status, message);
    longjmp(failure->escape, 1);
}
