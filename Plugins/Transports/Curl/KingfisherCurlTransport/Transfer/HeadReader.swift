internal import Foundation
internal import KingfisherCore

/// Puts a response's head together of the lines that libcurl hands out, one at a time.
///
/// Fields are taken in any form that has a name and a colon: without a space, folded, with bytes outside ASCII.
struct HeadReader {
    /// Above this a head is refused; libcurl itself bounds single lines only.
    private static let limit = 256 << 10

    private var statusCode: Int?
    private var fields: [HTTPHeaders.Field] = []
    private var byteCount = 0
    /// Whether the head is whole: that of the answer itself, not one of those with 1xx that may come before.
    private(set) var isComplete = false

    /// Takes the next line, its end included; false where the head is too long.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        byteCount += line.count
        guard byteCount <= Self.limit else { return false }
        var text = line[...]
        while let last = text.last, last == 10 || last == 13 { text.removeLast() }
        if isComplete { return true }
        if text.starts(with: "HTTP/".utf8) {
            statusCode = Self.status(in: text)
            fields = []
        } else if text.isEmpty {
            isComplete = (statusCode ?? 0) >= 200
        } else {
            takeField(text)
        }
        return true
    }

    /// The response, once the head is complete.
    func response(to request: TransportRequest) -> TransportResponse? {
        guard isComplete, let statusCode else { return nil }
        var response = TransportResponse(
            url: request.url, statusCode: statusCode, headers: HTTPHeaders(fields))
        let hasNoBody = request.method == "HEAD" || statusCode == 204 || statusCode == 304
        let encoding = response.headers["Content-Encoding"]?.lowercased() ?? "identity"
        if !hasNoBody, encoding == "identity", response.headers["Transfer-Encoding"] == nil {
            response.expectedBodyBytes = fields.first { $0.name.lowercased() == "content-length" }
                .flatMap { Int($0.value) }
        }
        return response
    }

    private mutating func takeField(_ text: Slice<UnsafeRawBufferPointer>) {
        if let first = text.first, Self.isSpace(first), let last = fields.popLast() {
            fields.append(HTTPHeaders.Field(name: last.name, value: "\(last.value) \(Self.string(text))"))
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let (name, value) = (Self.string(text[..<colon]), Self.string(text[(colon + 1)...]))
            if !name.isEmpty { fields.append(HTTPHeaders.Field(name: name, value: value)) }
        }
    }

    private static func status(in line: Slice<UnsafeRawBufferPointer>) -> Int? {
        line.split(separator: 32, maxSplits: 2).dropFirst().first
            .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// The text without spaces around it: as UTF-8 where it is that, else as Latin-1, which everything is.
    private static func string(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        var bytes = bytes
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}
