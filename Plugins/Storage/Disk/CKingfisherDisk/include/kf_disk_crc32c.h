#ifndef KF_DISK_CRC32C_H
#define KF_DISK_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/// The Castagnoli CRC (RFC 3720, appendix B.4) of some bytes, which may be none. From any thread.
uint32_t kf_disk_crc32c(const void *bytes, size_t count);

#endif
