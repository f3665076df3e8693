public import Foundation
internal import KingfisherCore

/// A file that is served as RFC 9110 asks: with validators, conditional requests and single byte ranges.
public struct ScriptedFile: Sendable {
    /// The whole content.
    public var body: Data
    /// The content type.
    public var type: String
    /// The entity tag with its quotes, for instance `"v1"` or `W/"v1"`; nil for none.
    public var etag: String?
    /// The Last-Modified date as it stands on the wire; nil for none. Dates compare by equality, as nginx does.
    public var lastModified: String?
    /// Whether ranges are served; where not, a range request is answered with the whole file.
    public var servesRanges: Bool

    /// Makes a file.
    public init(
        _ body: Data, type: String = "application/octet-stream", etag: String? = nil,
        lastModified: String? = nil, servesRanges: Bool = true
    ) {
        self.body = body
        self.type = type
        self.etag = etag
        self.lastModified = lastModified
        self.servesRanges = servesRanges
    }

    /// The answer to a request: 200, 206, 304 or 416.
    public func response(to request: ScriptedRequest) -> ScriptedResponse {
        var headers: HTTPHeaders = ["Content-Type": type]
        if let etag { headers.add(name: "ETag", value: etag) }
        if let lastModified { headers.add(name: "Last-Modified", value: lastModified) }
        if servesRanges { headers.add(name: "Accept-Ranges", value: "bytes") }
        if isUnchanged(for: request) { return ScriptedResponse(status: 304, headers: headers) }
        let whole = ScriptedResponse(headers: headers, body: body)
        guard servesRanges, request.method == "GET", let asked = request.headers["Range"],
            mayServeRange(to: request)
        else { return whole }
        switch ByteRange.parse(asked, within: body.count) {
        case .ignored:
            return whole
        case .unsatisfiable:
            headers.add(name: "Content-Range", value: "bytes */\(body.count)")
            return ScriptedResponse(status: 416, headers: headers)
        case .range(let range):
            let span = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
            headers.add(name: "Content-Range", value: span)
            return ScriptedResponse(status: 206, headers: headers, body: Data([UInt8](body)[range]))
        }
    }

    /// If-None-Match compares weakly and, where it is there, hides If-Modified-Since.
    private func isUnchanged(for request: ScriptedRequest) -> Bool {
        guard let tags = request.headers["If-None-Match"] else {
            return lastModified != nil && request.headers["If-Modified-Since"] == lastModified
        }
        guard let etag else { return false }
        return tags == "*"
            || tags.split(separator: ",").contains { Self.opaque($0) == Self.opaque(etag[...]) }
    }

    /// If-Range compares strongly: a weak tag never matches.
    private func mayServeRange(to request: ScriptedRequest) -> Bool {
        guard let condition = request.headers["If-Range"] else { return true }
        if condition == lastModified { return true }
        return condition == etag && !condition.hasPrefix("W/")
    }

    private static func opaque(_ tag: Substring) -> String {
        let trimmed = tag.trimmingCharacters(in: .whitespaces)
        return trimmed.hasPrefix("W/") ? String(trimmed.dropFirst(2)) : trimmed
    }
}
