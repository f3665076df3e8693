public import Foundation
public import KingfisherCore

/// What the scripted server answers: an honest HTTP response by default, and every way of misbehaving on request.
///
/// Fields say how the response is put together, the methods of `ScriptedResponse+Behaviour.swift` chain the common
/// misbehaviours, and `raw(_:)` puts anything at all on the wire.
public struct ScriptedResponse: Sendable {
    /// How the body's length is told to the client.
    public enum Framing: Sendable {
        /// By a true Content-Length.
        case contentLength
        /// By a Content-Length of any text, true or not.
        case declared(String)
        /// By chunks of so many bytes each.
        case chunked(size: Int)
        /// By closing the connection.
        case untilClose
    }

    /// How bytes are handed to the client.
    public enum Delivery: Sendable {
        /// As fast as the client takes them.
        case atOnce
        /// In pieces, with a rest before each but the first.
        case drip(size: Int, every: Duration)
        /// In pieces, each of which waits at the gate.
        case gated(size: Int, Gate)
    }

    /// What happens once the bytes are sent.
    public enum Ending: Sendable {
        /// The connection serves the next request, unless the client asked for its end.
        case keepAlive
        /// The connection is closed in order (FIN).
        case close
        /// The connection is reset (RST).
        case reset
        /// The connection stays open and silent until the client hangs up or the server stops.
        case stall
    }

    /// The status code, 200 by default. It is not checked.
    public var status: Int
    /// The reason phrase; nil means the usual one.
    public var reason: String?
    /// The header fields, apart from those that the framing adds.
    public var headers: HTTPHeaders
    /// The body before framing.
    public var body: Data
    /// How the body's length is told.
    public var framing = Framing.contentLength
    /// How the status line and the header fields are handed over.
    public var headDelivery = Delivery.atOnce
    /// How the framed body is handed over.
    public var delivery = Delivery.atOnce
    /// Where not nil, only so many bytes of the framed body are sent before the ending.
    public var cutAfter: Int?
    /// What happens once the bytes are sent.
    public var ending = Ending.keepAlive
    /// A gate to wait at before anything is sent.
    public var headGate: Gate?
    /// A gate to wait at between the head and the body.
    public var bodyGate: Gate?
    /// Where not nil, exactly these steps are played, and every other field is ignored.
    public var script: [ScriptedStep]?

    /// Makes an honest response with a true Content-Length on a connection that lives on.
    public init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The steps that answer a request of this method.
    func steps(forMethod method: String) -> [ScriptedStep] {
        if let script { return script }
        var steps: [ScriptedStep] = []
        if let headGate { steps.append(.wait(headGate)) }
        steps.append(headDelivery.step(for: Data(head.utf8)))
        let hasBody = method != "HEAD" && status != 204 && status != 304 && !(100..<200).contains(status)
        if hasBody {
            if let bodyGate { steps.append(.wait(bodyGate)) }
            let payload = framedBody
            steps.append(delivery.step(for: payload.prefix(max(0, cutAfter ?? payload.count))))
        }
        switch (ending, framing) {
        case (.keepAlive, .untilClose), (.close, _): steps.append(.close)
        case (.keepAlive, _): break
        case (.reset, _): steps.append(.reset)
        case (.stall, _): steps.append(.stall)
        }
        return steps
    }

    private var head: String {
        var fields = headers
        switch framing {
        case .contentLength:
            if status != 204 && status != 304 { fields["Content-Length"] = String(body.count) }
        case .declared(let text): fields["Content-Length"] = text
        case .chunked: fields["Transfer-Encoding"] = "chunked"
        case .untilClose: fields["Connection"] = "close"
        }
        let phrase = reason ?? Self.usualReasons[status] ?? "Scripted"
        return "HTTP/1.1 \(status) \(phrase)\r\n\(fields.wireText)\r\n"
    }

    private var framedBody: Data {
        guard case .chunked(let size) = framing else { return body }
        var framed = Data()
        let bytes = [UInt8](body)
        for start in stride(from: 0, to: bytes.count, by: max(1, size)) {
            let piece = bytes[start..<min(bytes.count, start + max(1, size))]
            framed += Data("\(String(piece.count, radix: 16))\r\n".utf8) + Data(piece) + Data("\r\n".utf8)
        }
        return framed + Data("0\r\n\r\n".utf8)
    }

    private static let usualReasons: [Int: String] = [
        200: "OK", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 410: "Gone",
        416: "Range Not Satisfiable", 429: "Too Many Requests", 500: "Internal Server Error",
        502: "Bad Gateway", 503: "Service Unavailable",
    ]
}

extension ScriptedResponse.Delivery {
    func step(for data: Data) -> ScriptedStep {
        switch self {
        case .atOnce: .send(data)
        case .drip(let size, let interval): .drip(data, size: size, every: interval)
        case .gated(let size, let gate): .gated(data, size: size, gate)
        }
    }
}
