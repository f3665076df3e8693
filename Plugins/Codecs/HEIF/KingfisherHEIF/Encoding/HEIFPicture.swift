internal import CHEIF
internal import Foundation
internal import KingfisherCore

/// Owns an image in libheif's memory, to be encoded.
struct HEIFPicture: ~Copyable {
    let image: OpaquePointer

    private init(image: OpaquePointer) {
        self.image = image
    }

    deinit {
        heif_image_release(image)
    }

    /// Copies an image's pixels, as they will be stored, and its profile.
    static func holding(_ source: Image, bits: Int, options: EncodingOptions) throws -> HEIFPicture {
        let channels = source.pixels.layout.channels
        var image: OpaquePointer?
        try HEIFFailure.checkWriting(
            heif_image_create(
                Int32(source.width), Int32(source.height),
                channels.hasColor ? heif_colorspace_RGB : heif_colorspace_monochrome,
                channels.hasColor ? chroma(channels, isDeep: bits > 8) : heif_chroma_monochrome, &image))
        guard let image else { throw CodecFailure.heif.outOfMemory }
        let picture = HEIFPicture(image: image)
        try picture.describe(codePoints(of: source, isLossless: options.isLossless))
        if channels.hasColor {
            try picture.fill([heif_channel_interleaved], from: source.pixels, bits: bits)
        } else {
            let planes = channels.hasAlpha ? [heif_channel_Y, heif_channel_Alpha] : [heif_channel_Y]
            try picture.fill(planes, from: source.pixels, bits: bits)
        }
        if options.embedsProfile, let profile = source.metadata.iccProfile,
            profile.describes(colorChannels: channels.hasColor ? 3 : 1)
        {
            try profile.data.withUnsafeBytes { bytes in
                try HEIFFailure.checkWriting(
                    heif_image_set_raw_color_profile(image, "prof", bytes.baseAddress, bytes.count))
            }
        }
        return picture
    }

    /// Tells how colours are to be coded, and what they mean. libheif 1.15 takes this from the image alone, not from the
    /// options for encoding.
    private func describe(_ colors: ColorCodePoints) throws(PluginError) {
        guard let profile = heif_nclx_color_profile_alloc() else { throw CodecFailure.heif.outOfMemory }
        defer { heif_nclx_color_profile_free(profile) }
        func code(_ value: Int) -> UInt32 { UInt32(UInt16(clamping: value)) }
        profile.pointee.color_primaries = heif_color_primaries(code(colors.primaries))
        profile.pointee.transfer_characteristics = heif_transfer_characteristics(code(colors.transfer))
        profile.pointee.matrix_coefficients = heif_matrix_coefficients(code(colors.matrix))
        profile.pointee.full_range_flag = colors.isFullRange ? 1 : 0
        try HEIFFailure.checkWriting(heif_image_set_nclx_color_profile(image, profile))
    }

    private static func chroma(_ channels: PixelLayout.Channels, isDeep: Bool) -> heif_chroma {
        switch (channels.hasAlpha, isDeep) {
        case (false, false): heif_chroma_interleaved_RGB
        case (true, false): heif_chroma_interleaved_RGBA
        case (false, true): heif_chroma_interleaved_RRGGBB_LE
        case (true, true): heif_chroma_interleaved_RRGGBBAA_LE
        }
    }

    /// The colours of the image, coded as its primaries usually are, or as RGB where nothing may be lost.
    private static func codePoints(of image: Image, isLossless: Bool) -> ColorCodePoints {
        let known = image.metadata.colorCodePoints
        let primaries = known?.primaries ?? 1
        let matrix = isLossless && image.pixels.layout.channels.hasColor ? 0 : primaries == 9 ? 9 : 6
        return ColorCodePoints(
            primaries: primaries, transfer: known?.transfer ?? 13, matrix: matrix, isFullRange: true)
    }

    /// Fills one plane with all samples of each pixel, or as many planes as there are samples.
    private func fill(_ channels: [heif_channel], from pixels: PixelBuffer, bits: Int) throws {
        let layout = pixels.layout
        let isDeep = bits > 8
        var planes: [SamplePlane] = []
        for channel in channels {
            try HEIFFailure.checkWriting(
                heif_image_add_plane(image, channel, Int32(layout.width), Int32(layout.height), Int32(bits)))
            var bytesPerRow: Int32 = 0
            guard let start = heif_image_get_plane(image, channel, &bytesPerRow) else {
                throw CodecFailure.heif.outOfMemory
            }
            planes.append(SamplePlane(start: start, bytesPerRow: Int(bytesPerRow), bits: bits))
        }
        let perPlane = layout.channels.count / planes.count
        let kind = PixelKind(layout.channels, isDeep ? .sixteen : .eight)
        try pixels.eachBand(as: kind) { bytes, rows in
            bytes.withUnsafeBytes { bytes in
                for (index, plane) in planes.enumerated() {
                    plane.write(
                        bytes, rows: rows, samplesPerRow: layout.samplesPerRow,
                        of: (first: index, count: perPlane, step: layout.channels.count))
                }
            }
        }
    }
}

/// A plane of libheif's, as samples are written to it.
private struct SamplePlane {
    let start: UnsafeMutablePointer<UInt8>
    let bytesPerRow: Int
    let bits: Int

    /// Writes rows of interleaved samples: of each `step` of them `count`, from `first` on.
    func write(
        _ bytes: UnsafeRawBufferPointer, rows: Range<Int>, samplesPerRow: Int,
        of chosen: (first: Int, count: Int, step: Int)
    ) {
        for (index, row) in rows.enumerated() {
            let target = UnsafeMutableRawPointer(start + row * bytesPerRow)
            let source = index * samplesPerRow + chosen.first
            let places = stride(from: source, to: source + samplesPerRow - chosen.first, by: chosen.step)
            if bits == 8 {
                write(bytes, places, chosen.count, to: target.assumingMemoryBound(to: UInt8.self)) { $0 }
            } else {
                let most = UInt32(1 << bits) - 1
                let wide = bytes.bindMemory(to: UInt16.self)
                // The nearest fraction of the greatest sample.
                write(wide, places, chosen.count, to: target.assumingMemoryBound(to: UInt16.self)) {
                    UInt16(truncatingIfNeeded: (UInt32($0) &* most &+ 32_767) / 65_535).littleEndian
                }
            }
        }
    }

    private func write<Source: Collection, Sample>(
        _ source: Source, _ places: StrideTo<Int>, _ count: Int, to target: UnsafeMutablePointer<Sample>,
        _ sample: (Sample) -> Sample
    ) where Source.Element == Sample, Source.Index == Int {
        var next = target
        for place in places {
            for offset in 0..<count { next[offset] = sample(source[place + offset]) }
            next += count
        }
    }
}
