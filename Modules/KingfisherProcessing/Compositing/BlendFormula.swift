/// The formulas of the blend modes, on straight colours of 0...1.
///
/// Source: W3C, Compositing and Blending Level 1, chapters 9.1 (by channel) and 9.2 (by hue, saturation, luminosity).
enum BlendFormula {
    /// The mixed colour; the fourth lane means nothing.
    static func mixed(_ mode: BlendMode, source: SIMD4<Float>, backdrop: SIMD4<Float>) -> SIMD4<Float> {
        switch mode {
        case .normal: source
        case .multiply: source * backdrop
        case .screen: source + backdrop - source * backdrop
        case .overlay: hardLight(source: backdrop, backdrop: source)
        case .darken: pointwiseMin(source, backdrop)
        case .lighten: pointwiseMax(source, backdrop)
        case .colorDodge: each(source, backdrop, dodge)
        case .colorBurn: each(source, backdrop, burn)
        case .hardLight: hardLight(source: source, backdrop: backdrop)
        case .softLight: each(source, backdrop, softLight)
        case .difference: pointwiseMax(source, backdrop) - pointwiseMin(source, backdrop)
        case .exclusion: source + backdrop - 2 * source * backdrop
        case .hue:
            withLuminosity(withSaturation(source, saturation(backdrop)), luminosity(backdrop))
        case .saturation:
            withLuminosity(withSaturation(backdrop, saturation(source)), luminosity(backdrop))
        case .color: withLuminosity(source, luminosity(backdrop))
        case .luminosity: withLuminosity(backdrop, luminosity(source))
        }
    }

    private static func each(
        _ source: SIMD4<Float>, _ backdrop: SIMD4<Float>, _ mix: (Float, Float) -> Float
    ) -> SIMD4<Float> {
        SIMD4(mix(source.x, backdrop.x), mix(source.y, backdrop.y), mix(source.z, backdrop.z), 0)
    }

    private static func hardLight(source: SIMD4<Float>, backdrop: SIMD4<Float>) -> SIMD4<Float> {
        let double = 2 * source
        let screened = double - 1
        return (double * backdrop).replacing(
            with: backdrop + screened - backdrop * screened, where: source .> 0.5)
    }

    private static func dodge(_ source: Float, _ backdrop: Float) -> Float {
        if backdrop == 0 { return 0 }
        return source >= 1 ? 1 : min(1, backdrop / (1 - source))
    }

    private static func burn(_ source: Float, _ backdrop: Float) -> Float {
        if backdrop >= 1 { return 1 }
        return source <= 0 ? 0 : 1 - min(1, (1 - backdrop) / source)
    }

    private static func softLight(_ source: Float, _ backdrop: Float) -> Float {
        if source <= 0.5 { return backdrop - (1 - 2 * source) * backdrop * (1 - backdrop) }
        let curve =
            backdrop <= 0.25
            ? ((16 * backdrop - 12) * backdrop + 4) * backdrop : backdrop.squareRoot()
        return backdrop + (2 * source - 1) * (curve - backdrop)
    }

    private static func luminosity(_ color: SIMD4<Float>) -> Float {
        0.3 * color.x + 0.59 * color.y + 0.11 * color.z
    }

    private static func saturation(_ color: SIMD4<Float>) -> Float {
        max(color.x, color.y, color.z) - min(color.x, color.y, color.z)
    }

    /// The colour with that distance between its greatest and its least channel; the one between keeps its proportion.
    private static func withSaturation(_ color: SIMD4<Float>, _ saturation: Float) -> SIMD4<Float> {
        let least = min(color.x, color.y, color.z)
        let range = max(color.x, color.y, color.z) - least
        return range > 0 ? (color - least) * (saturation / range) : .zero
    }

    /// The colour with that luminosity; channels beyond the range are drawn towards it.
    private static func withLuminosity(_ color: SIMD4<Float>, _ goal: Float) -> SIMD4<Float> {
        let color = color + (goal - luminosity(color))
        let light = luminosity(color)
        let least = min(color.x, color.y, color.z)
        let most = max(color.x, color.y, color.z)
        var result = color
        if least < 0 { result = light + (result - light) * (light / (light - least)) }
        if most > 1 { result = light + (result - light) * ((1 - light) / (most - light)) }
        return result
    }
}
