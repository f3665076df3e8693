internal import KingfisherCore

/// An animation of which every frame is converted as it is asked for.
struct ConvertedFrames: FrameSource {
    private let frames: any FrameSource
    private let conversion: any RowConversion
    private let channels: PixelLayout.Channels

    init(_ frames: any FrameSource, by conversion: any RowConversion, to channels: PixelLayout.Channels) {
        self.frames = frames
        self.conversion = conversion
        self.channels = channels
    }

    var frameCount: Int { frames.frameCount }
    var loopCount: Int { frames.loopCount }
    var residentByteCount: Int { frames.residentByteCount }

    func duration(at index: Int) -> Duration { frames.duration(at: index) }

    func frame(at index: Int) throws -> PixelBuffer {
        try frames.frame(at: index).rowsConverted(by: conversion, to: channels)
    }
}
