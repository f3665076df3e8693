// The pixel formats of lcms2 are macros with arguments, which Swift does not see.
#include <lcms2.h>

static inline cmsUInt32Number kf_lcms_format(cmsUInt32Number space, cmsUInt32Number colors, cmsUInt32Number extra,
                                             cmsUInt32Number bytes) {
    return COLORSPACE_SH(space) | CHANNELS_SH(colors) | EXTRA_SH(extra) | BYTES_SH(bytes);
}
