public import Foundation
internal import KingfisherCore

extension ScriptedResponse {
    /// Bytes with a content type; `application/octet-stream` where none is said.
    public static func bytes(_ body: Data, type: String = "application/octet-stream") -> ScriptedResponse {
        ScriptedResponse(headers: ["Content-Type": type], body: body)
    }

    /// Plain text in UTF-8.
    public static func text(_ text: String, status: Int = 200) -> ScriptedResponse {
        ScriptedResponse(
            status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data(text.utf8))
    }

    /// A web page where an image was asked for, under the content type that is claimed.
    public static func html(claiming type: String = "text/html; charset=utf-8") -> ScriptedResponse {
        let page =
            "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>\n"
        return .bytes(Data(page.utf8), type: type)
    }

    /// A redirect to a path or an absolute URL.
    public static func redirect(to location: String, status: Int = 302) -> ScriptedResponse {
        ScriptedResponse(status: status, headers: ["Location": location])
    }

    /// The body as a true gzip stream, with `Content-Encoding: gzip` and the Content-Length of the encoded bytes.
    ///
    /// The stream is made of stored blocks, so it is a little longer than the body. For one that is shorter, set a
    /// body that was compressed beforehand and the header field yourself.
    public static func gzip(_ body: Data, type: String = "application/octet-stream") -> ScriptedResponse {
        ScriptedResponse(
            headers: ["Content-Type": type, "Content-Encoding": "gzip"], body: StoredGzip.encode(body))
    }

    /// Exactly these steps and nothing else, not even a status line.
    public static func raw(_ script: [ScriptedStep]) -> ScriptedResponse {
        var response = ScriptedResponse()
        response.script = script
        return response
    }

    /// Bytes that are no HTTP status line, then the end of the connection.
    public static func garbage(_ text: String = "\u{1}\u{2}?? this is no status line\r\n\r\n")
        -> ScriptedResponse
    {
        .raw([.send(Data(text.utf8)), .close])
    }

    /// A valid status line, then header fields without end.
    public static let endlessHeaders = ScriptedResponse.raw([
        .send(Data("HTTP/1.1 200 OK\r\n".utf8)),
        .flood(Data("X-Padding: 0123456789abcdef0123456789abcdef\r\n".utf8)),
    ])

    /// A valid head of unknown length, then a body without end.
    public static let endlessBody = ScriptedResponse.raw([
        .send(Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)),
        .flood(Data(repeating: 0x2e, count: 16 * 1024)),
    ])

    /// No answer at all: the connection is closed as soon as the request has arrived.
    public static let nothing = ScriptedResponse.raw([.close])

    /// No answer ever: the connection stays open and silent.
    public static let silence = ScriptedResponse.raw([.stall])
}
