internal import CKingfisherDisk

/// The Castagnoli CRC (RFC 3720, appendix B.4): by the processor's own instruction on x86-64, else by tables.
///
/// Finds torn and rotten files; it is no protection from somebody who means harm.
enum CRC32C {
    /// The checksum of some bytes.
    static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        kf_disk_crc32c(bytes.baseAddress, bytes.count)
    }
}
