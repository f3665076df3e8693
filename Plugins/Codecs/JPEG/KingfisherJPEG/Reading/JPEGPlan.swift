internal import KingfisherCore

/// How an image is decoded: what its header, the target and the limits decide before anything is allocated.
struct JPEGPlan {
    private let frame: JPEGHeader.Frame
    /// The fraction of its size at which the image is decoded: 1 to 8, of eight.
    let eighths: Int
    /// The pixels that come out, as they lie in the file.
    let layout: PixelLayout
    /// The most scans the image may have.
    let mostScans: Int
    /// Whether a scan has to hold all of its blocks. So it is for images that only their shrinking brings within the
    /// limits: otherwise a few bytes could claim four gigapixels, all of them to be gone through.
    let refusesGaps: Bool

    /// Makes a plan.
    /// - Throws: `PluginError`: `.unsupportedFeature`, or `.limitExceeded` where even the smallest fraction that suffices
    ///   has more pixels than the limits allow, or the full size has `mostShrinking` times as many.
    init(for header: JPEGHeader, options: DecodingOptions) throws(PluginError) {
        frame = header.frame
        if let refusal = frame.refusal { throw refusal }
        eighths = Self.eighths(for: header, target: options.target)
        let width = Self.scaled(frame.width, eighths)
        let height = Self.scaled(frame.height, eighths)
        try options.limits.check(width: width, height: height, pluginID: JPEGPlugin.id)
        layout = try PixelLayout(width: width, height: height, channels: frame.components == 1 ? .gray : .rgb)
        mostScans = Self.mostScans(of: frame)
        refusesGaps = frame.pixels > options.limits.pixels
        if refusesGaps { try Self.checkFullSize(frame, options.limits) }
    }

    /// The smallest fraction at which a later resampling to the target still has its full quality.
    private static func eighths(for header: JPEGHeader, target: DecodingTarget?) -> Int {
        guard let target else { return 8 }
        let frame = header.frame
        let upright = header.orientation.upright(frame.width, frame.height)
        let wanted = target.minimumSize(forWidth: upright.width, height: upright.height)
        let minimum = header.orientation.upright(wanted.width, wanted.height)
        let sufficient = (1..<8).first { eighths in
            scaled(frame.width, eighths) >= minimum.width && scaled(frame.height, eighths) >= minimum.height
        }
        return sufficient ?? 8
    }

    /// The library's rounding: up.
    private static func scaled(_ side: Int, _ eighths: Int) -> Int {
        (side * eighths + 7) / 8
    }

    /// The most scans an image may have. Cameras and optimisers write up to twenty; a file made to cost time holds
    /// thousands that touch every pixel in a few bytes, so that large images are allowed fewer.
    private static func mostScans(of frame: JPEGHeader.Frame) -> Int {
        min(max((1 << 30) / max(frame.pixels, 1), 32), 500)
    }

    /// How many times more pixels than the limits allow an image may have that is shrunk to lie within them: every one
    /// of its blocks is still read.
    private static let mostShrinking = 16

    private static func checkFullSize(
        _ frame: JPEGHeader.Frame, _ limits: DecodingLimits
    ) throws(PluginError) {
        let (most, overflow) = limits.pixels.multipliedReportingOverflow(by: mostShrinking)
        if frame.isArithmetic {
            throw refusal(
                frame, "has arithmetic coding, which can claim any size in a few bytes", most: limits.pixels)
        }
        if !overflow, frame.pixels > most {
            throw refusal(frame, "takes long to read at any size", most: most)
        }
    }

    private static func refusal(_ frame: JPEGHeader.Frame, _ reason: String, most: Int) -> PluginError {
        PluginError(
            .limitExceeded, pluginID: JPEGPlugin.id,
            message:
                "The JPEG of \(frame.width)x\(frame.height) pixels \(reason); the limit for such a one is "
                + "\(most). Raise DecodingLimits.pixels.")
    }

    // MARK: Coefficients

    /// Makes sure that the library reads the header as we do, and has room for the coefficients.
    /// - Throws: `PluginError`: `.limitExceeded` where the whole image's coefficients, which the library holds at
    ///   whatever size it decodes, go beyond what the limits allow.
    func check(_ structure: JPEGReader.Structure, limits: DecodingLimits) throws(PluginError) {
        guard (structure.width, structure.height) == (frame.width, frame.height) else {
            throw JPEGFailure.ambiguousSize
        }
        guard structure.hasSeveralScans, frame.pixels > limits.pixels,
            let most = Self.coefficientBytes(within: limits), structure.coefficientBytes > most
        else { return }
        throw PluginError(
            .limitExceeded, pluginID: JPEGPlugin.id,
            message: "The progressive JPEG of \(frame.width)x\(frame.height) pixels takes "
                + "\(structure.coefficientBytes) bytes to decode at any size; the limit is \(most), eight for each of "
                + "\(limits.pixels) pixels. Raise DecodingLimits.pixels or convert it to baseline JPEG.")
    }

    /// What the library may allocate for a whole image; 0 for no limit.
    static func libraryMemory(within limits: DecodingLimits) -> Int {
        coefficientBytes(within: limits).map { $0 + rowMemory } ?? 0
    }

    /// What the coefficients of an image of several scans may take: as much as those of an image at the limit with
    /// four full-size components; nil where that is more than can be counted.
    private static func coefficientBytes(within limits: DecodingLimits) -> Int? {
        let (bytes, overflow) = limits.pixels.multipliedReportingOverflow(by: 8)
        return overflow || bytes > .max - rowMemory ? nil : bytes
    }

    /// More than the library's buffers for rows, and the incomplete blocks at the edges, ever take.
    private static let rowMemory = 64 << 20

    // MARK: Inks

    /// How the image's inks become light: by its profile, where there is one and something that knows how to.
    func inks(of header: JPEGHeader, options: DecodingOptions) throws -> InkConversion? {
        guard frame.components == 4, let profile = header.iccProfile, profile.colorSpace == .cmyk else {
            return nil
        }
        return try options.colorConverter?.inkConversion(from: profile)
    }
}
