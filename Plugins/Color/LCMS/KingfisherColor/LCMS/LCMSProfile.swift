internal import CLCMS
internal import Foundation
internal import KingfisherCore

/// The owner of an open profile of lcms2.
struct LCMSProfile: ~Copyable {
    let handle: cmsHPROFILE

    private init(_ handle: cmsHPROFILE) {
        self.handle = handle
    }

    deinit {
        cmsCloseProfile(handle)
    }

    /// Channels of the colours that the profile describes: 1, 3 or 4.
    var channelCount: Int { Int(cmsChannelsOf(cmsGetColorSpace(handle))) }

    /// Opens an embedded profile of gray, RGB or CMYK.
    /// - Throws: `PluginError` for a damaged one, or one that does not describe an image's pixels.
    static func open(_ profile: ICCProfile, in context: LCMSContext) throws(PluginError) -> LCMSProfile {
        guard [.gray, .rgb, .cmyk].contains(profile.colorSpace) else {
            throw ColorFailure.unsupported(
                profile, "is of a colour space other than gray, RGB and CMYK. \(ColorFailure.wayOut)")
        }
        let opened = profile.data.withUnsafeBytes { bytes in
            cmsOpenProfileFromMemTHR(
                context.handle, bytes.baseAddress, cmsUInt32Number(clamping: bytes.count))
        }
        guard let opened else { throw ColorFailure.damaged(profile, context.lastWords) }
        let result = LCMSProfile(opened)
        let classes = [
            cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass,
        ]
        guard classes.contains(cmsGetDeviceClass(result.handle)) else {
            throw ColorFailure.unsupported(
                profile, "converts between spaces and describes none by itself. \(ColorFailure.wayOut)")
        }
        return result
    }

    /// sRGB, or gray with its tone curve.
    static func sRGB(gray: Bool, in context: LCMSContext) throws(PluginError) -> LCMSProfile {
        if gray {
            return try self.gray(.sRGB, in: context)
        }
        return try made(cmsCreate_sRGBProfileTHR(context.handle), context)
    }

    /// Gray with a tone curve.
    private static func gray(_ curve: ToneCurve, in context: LCMSContext) throws(PluginError) -> LCMSProfile {
        let curve = try LCMSCurve.open(curve, in: context)
        return try made(cmsCreateGrayProfileTHR(context.handle, cmsD50_xyY(), curve.handle), context)
    }

    /// RGB of the given primaries and tone curve.
    static func rgb(
        _ primaries: Primaries, _ curve: ToneCurve, in context: LCMSContext
    ) throws(PluginError) -> LCMSProfile {
        let curve = try LCMSCurve.open(curve, in: context)
        var curves: [OpaquePointer?] = [curve.handle, curve.handle, curve.handle]
        var white = primaries.white.xyY
        var triple = cmsCIExyYTRIPLE(
            Red: primaries.red.xyY, Green: primaries.green.xyY, Blue: primaries.blue.xyY)
        return try made(cmsCreateRGBProfileTHR(context.handle, &white, &triple, &curves), context)
    }

    private static func made(
        _ handle: cmsHPROFILE?, _ context: LCMSContext
    ) throws(PluginError) -> LCMSProfile {
        guard let handle else { throw ColorFailure.refused(context.lastWords) }
        return LCMSProfile(handle)
    }
}

extension Chromaticity {
    fileprivate var xyY: cmsCIExyY { cmsCIExyY(x: x, y: y, Y: 1) }
}
