import Foundation
import KingfisherCore
import KingfisherPipeline

extension InfoCommand {
    /// Describes each source, one after the other, in the order given.
    /// - Returns: The exit status.
    static func run(_ options: Options, console: Console) async -> Int32 {
        let assembly = Assembly(sources: options.sources, network: options.network, caching: .off)
        var failed = false
        for text in options.sources where !console.isOutputLost {
            do {
                let data = try await assembly.data(
                    of: SourceArgument(text).source(limits: .standard),
                    options: .init([.downloadDeadline(Assembly.usualTimeout)]))
                let info = try inspected(data, codecs: Assembly.registry.codecs)
                console.result(
                    options.printsJSON
                        ? json(info, bytes: data.count, source: text).text
                        : words(info, bytes: data.count, source: text))
            } catch {
                failed = true
                let failure = Failure(error)
                console.error(failure.line(for: text))
                if options.printsJSON { console.result(failure.json(for: text).text) }
            }
        }
        return failed || console.isOutputLost ? 1 : 0
    }

    /// What the header says; a failure has the code that it has when `get` decodes.
    private static func inspected(_ data: Data, codecs: ImageCodecs) throws -> ImageInfo {
        do {
            return try codecs.inspect(data)
        } catch {
            throw KingfisherError.processorError(
                reason: .processingFailed(processor: DefaultImageProcessor.default, error: error))
        }
    }

    private static func json(_ info: ImageInfo, bytes: Int, source: String) -> JSONLine {
        var line = JSONLine()
        line.add("source", source)
        line.add("format", info.format.identifier)
        line.add("width", info.width)
        line.add("height", info.height)
        line.add("frames", info.frameCount)
        line.add("loops", info.loopCount)
        line.add("durationMilliseconds", info.duration.map { Int(($0 / .milliseconds(1)).rounded()) })
        line.add("orientation", Int(info.orientation.rawValue))
        line.add("alpha", info.hasAlpha)
        line.add("bitDepth", info.bitDepth)
        line.add("colorModel", info.colorModel.rawValue)
        line.add("iccProfile", info.iccProfile.map(name))
        line.add("bytes", bytes)
        return line
    }

    private static func words(_ info: ImageInfo, bytes: Int, source: String) -> String {
        var parts = [
            "\(info.format.name) \(info.width)x\(info.height)",
            "\(info.bitDepth)-bit \(info.colorModel.rawValue)",
        ]
        if info.hasAlpha { parts.append("alpha") }
        if info.orientation != .up { parts.append("orientation \(info.orientation.rawValue)") }
        if info.frameCount > 1 {
            let seconds = info.duration.map { String(format: " in %.2f s", $0 / .seconds(1)) } ?? ""
            let loops = info.loopCount.map { $0 == 0 ? ", for ever" : ", \($0) times" } ?? ""
            parts.append("\(info.frameCount) frames\(seconds)\(loops)")
        }
        if let profile = info.iccProfile { parts.append("profile \(name(of: profile))") }
        parts.append("\(bytes) bytes")
        return "\(Failure.shortName(source)): \(parts.joined(separator: ", "))"
    }

    private static func name(of profile: ICCProfile) -> String { profile.description ?? "unnamed" }
}
