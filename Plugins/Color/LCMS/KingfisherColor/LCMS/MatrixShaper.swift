internal import CLCMS

/// How a profile makes light of red, green and blue: a tone curve each, then a matrix to CIE XYZ at D50.
struct MatrixShaper: Sendable {
    /// The light of evenly spaced samples, for red, green and blue; finite.
    let light: [[Float]]
    /// The XYZ of full red, green and blue.
    let colorants: [SIMD3<Double>]

    /// Reads a profile that works by curves and a matrix alone.
    /// - Parameter steps: Samples to know the light of.
    /// - Returns: Nil for a profile of tables, one whose black is not the absence of light, or one that lacks
    ///   something.
    init?(_ profile: borrowing LCMSProfile, steps: Int) {
        let tables = [
            cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag, cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag,
            cmsSigDToB3Tag,
        ]
        guard cmsGetColorSpace(profile.handle) == cmsSigRgbData,
            cmsGetPCS(profile.handle) == cmsSigXYZData, cmsIsMatrixShaper(profile.handle) != 0,
            !tables.contains(where: { cmsIsTag(profile.handle, $0) != 0 })
        else { return nil }
        var black = cmsCIEXYZ()
        cmsDetectBlackPoint(&black, profile.handle, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), 0)
        guard black.X == 0, black.Y == 0, black.Z == 0 else { return nil }

        let curves = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag]
        light = curves.compactMap { tag in
            guard let curve = cmsReadTag(profile.handle, tag) else { return nil }
            return (0..<steps).map { step in
                let light = cmsEvalToneCurveFloat(OpaquePointer(curve), Float(step) / Float(steps - 1))
                // A damaged formula may give anything.
                return light.isFinite ? min(max(light, -1), 2) : 0
            }
        }
        let primaries = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
        colorants = primaries.compactMap { tag in
            guard let colorant = cmsReadTag(profile.handle, tag) else { return nil }
            let color = colorant.load(as: cmsCIEXYZ.self)
            return SIMD3(color.X, color.Y, color.Z)
        }
        guard light.count == 3, colorants.count == 3 else { return nil }
    }
}
