/// How the colours of a source and of a backdrop are mixed where both are: the modes of the W3C's Compositing and Blending Level 1.
///
/// The mixed colour is then laid over the backdrop. Colours are mixed as they are encoded, in fractions of the greatest sample.
public enum BlendMode: String, CaseIterable, Hashable, Sendable {
    /// The source's colour.
    case normal
    /// Both multiplied: never lighter than either.
    case multiply
    /// The complements multiplied: never darker than either.
    case screen
    /// Hard light with the sides exchanged: keeps the backdrop's lights and shadows.
    case overlay
    /// The darker one, by channel.
    case darken
    /// The lighter one, by channel.
    case lighten
    /// Brightens the backdrop by the source.
    case colorDodge
    /// Darkens the backdrop by the source.
    case colorBurn
    /// Multiplies or screens, as the source is dark or light.
    case hardLight
    /// Darkens or lightens softly, as the source is dark or light.
    case softLight
    /// The distance between both.
    case difference
    /// As the difference, with less contrast.
    case exclusion
    /// The source's hue, the backdrop's saturation and luminosity.
    case hue
    /// The source's saturation, the backdrop's hue and luminosity.
    case saturation
    /// The source's hue and saturation, the backdrop's luminosity.
    case color
    /// The source's luminosity, the backdrop's hue and saturation.
    case luminosity
}
