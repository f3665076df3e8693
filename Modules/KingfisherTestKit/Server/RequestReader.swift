internal import Foundation
internal import KingfisherCore

/// Reads the requests of one connection, one after the other, with bounds on what it takes in.
struct RequestReader {
    /// Why no further request comes.
    enum Failure: Error { case ended, malformed(String) }

    private static let headLimit = 256 * 1024
    private static let bodyLimit = 64 * 1024 * 1024

    private let socket: ClientSocket
    private var buffer: [UInt8] = []

    init(_ socket: ClientSocket) {
        self.socket = socket
    }

    /// Waits for the next request.
    mutating func next() throws(Failure) -> ScriptedRequest {
        var lines = try readHead().split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        let start = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false).map(
            String.init)
        guard start.count == 3, start[2].hasPrefix("HTTP/1."), !start[0].isEmpty, start[1].hasPrefix("/")
        else {
            throw .malformed("the request line is not `METHOD /target HTTP/1.x`")
        }
        var headers = HTTPHeaders()
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else {
                throw .malformed("a header field has no colon")
            }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers.add(name: String(line[..<colon]), value: value)
        }
        return ScriptedRequest(
            method: start[0], target: start[1], version: start[2], headers: headers,
            body: try readBody(headers))
    }

    private mutating func readHead() throws(Failure) -> String {
        let end: [UInt8] = [13, 10, 13, 10]
        var searched = 0
        while true {
            let found = buffer[searched...].indices.first { buffer[$0...].starts(with: end) }
            if let found {
                let head = String(decoding: buffer[..<found], as: UTF8.self)
                buffer.removeFirst(found + end.count)
                return head
            }
            searched = max(0, buffer.count - 3)
            guard buffer.count < Self.headLimit else { throw .malformed("the head is too long") }
            try fill()
        }
    }

    private mutating func readBody(_ headers: HTTPHeaders) throws(Failure) -> Data {
        if headers["Transfer-Encoding"] != nil {
            throw .malformed("request bodies need a Content-Length here")
        }
        guard let declared = headers["Content-Length"] else { return Data() }
        guard let length = Int(declared), (0...Self.bodyLimit).contains(length) else {
            throw .malformed("the Content-Length is no length that this server takes")
        }
        while buffer.count < length { try fill() }
        defer { buffer.removeFirst(length) }
        return Data(buffer[..<length])
    }

    private mutating func fill() throws(Failure) {
        let bytes = socket.read(atMost: 16 * 1024)
        if bytes.isEmpty { throw .ended }
        buffer += bytes
    }
}
