/// How colours that a palette lacks are made up of its own.
public enum GIFDithering: Hashable, Sendable {
    /// Not at all: each pixel takes the nearest colour. Smallest files, visible steps.
    case none
    /// By spreading each pixel's error over its neighbours (Floyd-Steinberg): closest to the picture.
    case diffusion
    /// By a fixed pattern: calm in animations, and smaller files than by diffusion.
    case ordered
}
