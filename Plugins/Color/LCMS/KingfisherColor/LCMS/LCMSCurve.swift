internal import CLCMS
internal import KingfisherCore

/// The owner of a tone curve of lcms2.
struct LCMSCurve: ~Copyable {
    let handle: OpaquePointer

    private init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        cmsFreeToneCurve(handle)
    }

    /// Makes a curve: by its formula where lcms2 knows it, else as a table.
    /// - Throws: `PluginError` with `.outOfMemory`.
    static func open(_ curve: ToneCurve, in context: LCMSContext) throws(PluginError) -> LCMSCurve {
        let made: OpaquePointer?
        switch curve {
        case .gamma(let gamma):
            made = cmsBuildGamma(context.handle, gamma)
        case .sRGB:
            // IEC 61966-2-1, as type 4 of lcms2.
            made = cmsBuildParametricToneCurve(
                context.handle, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45])
        case .table(let light):
            let steps = 4096
            let values = (0..<steps).map { Float(light(Double($0) / Double(steps - 1))) }
            made = cmsBuildTabulatedToneCurveFloat(context.handle, cmsUInt32Number(steps), values)
        }
        guard let made else { throw ColorFailure.outOfMemory }
        return LCMSCurve(made)
    }
}
