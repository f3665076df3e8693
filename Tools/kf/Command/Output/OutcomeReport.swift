import KingfisherCache
import KingfisherCore

extension GetRun.Outcome {
    /// One object of `--json`.
    func json(source: String, milliseconds: Double) -> JSONLine {
        var line = JSONLine()
        line.add("source", source)
        line.add("cacheType", cacheType.description)
        line.add("format", format.identifier)
        line.add("width", width)
        line.add("height", height)
        line.add("frames", frames)
        line.add("bytes", bytes)
        line.add("output", output)
        line.add("cacheErrors", .list(cacheErrors.map { .object($0.json()) }))
        line.add("milliseconds", .tenths(milliseconds))
        return line
    }

    /// The same in a line for people.
    func words(source: String, milliseconds: Double) -> String {
        let origin = cacheType == .none ? "" : ", from \(cacheType.description)"
        let moves = frames > 1 ? ", \(frames) frames" : ""
        let target = output.map { ", \(bytes) bytes to \($0)" } ?? ", not written (no -o, no -O)"
        let time = Int(milliseconds.rounded())
        return "\(Failure.shortName(source)): \(format.name) \(width)x\(height)\(moves)\(origin)\(target), "
            + "\(time) ms"
    }
}
