internal import Foundation
internal import KingfisherCore

/// Puts a colour profile together from the APP2 segments that it is spread over.
///
/// Source: ICC.1:2022, annex B.4.
struct JPEGProfileAssembler {
    private var parts: [UInt8: Data] = [:]
    private var partCount: UInt8?
    private var byteCount = 0
    private var isConsistent = true

    /// Takes an APP2 segment; one that is no part of a profile is ignored.
    /// - Throws: `PluginError` with `.limitExceeded`.
    mutating func add(_ payload: RawSpan, limits: DecodingLimits) throws(PluginError) {
        guard payload.holds(ascii: "ICC_PROFILE", at: 0), payload.byte(at: 11) == 0,
            let number = payload.byte(at: 12), let count = payload.byte(at: 13)
        else { return }
        byteCount += payload.byteCount - Self.prefixLength
        guard byteCount <= limits.metadataBytes else {
            throw PluginError(
                .limitExceeded, pluginID: JPEGPlugin.id,
                message: "The JPEG's colour profile has more than \(limits.metadataBytes) bytes. "
                    + "Raise DecodingLimits.metadataBytes or remove the profile.")
        }
        isConsistent = isConsistent && parts[number] == nil && count == partCount ?? count
        partCount = count
        parts[number] = payload.extracting(Self.prefixLength...).withUnsafeBytes { Data($0) }
    }

    /// The profile; nil where there is none, or parts are missing, doubled or at odds.
    func assembled() -> ICCProfile? {
        guard isConsistent, let partCount, partCount > 0, parts.count == Int(partCount) else { return nil }
        var profile = Data(capacity: byteCount)
        for number in 1...partCount {
            guard let part = parts[number] else { return nil }
            profile.append(part)
        }
        return ICCProfile(profile)
    }

    private static let prefixLength = 14
}
