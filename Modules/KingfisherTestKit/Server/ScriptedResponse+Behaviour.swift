internal import KingfisherCore

extension ScriptedResponse {
    /// The same response with one more header field.
    public func adding(_ name: String, _ value: String) -> ScriptedResponse {
        with { $0.headers.add(name: name, value: value) }
    }

    /// The same response with a Content-Length of any text: too long, too short, negative, garbage.
    public func declaringLength(_ text: String) -> ScriptedResponse {
        with { $0.framing = .declared(text) }
    }

    /// The same response in chunks of so many bytes.
    public func chunked(size: Int = 1024) -> ScriptedResponse {
        with { $0.framing = .chunked(size: size) }
    }

    /// The same response without a length: it ends where the connection ends.
    public func untilClose() -> ScriptedResponse {
        with { $0.framing = .untilClose }
    }

    /// The same response, whose body comes in small pieces with a rest before each but the first.
    public func dripping(_ size: Int, every interval: Duration) -> ScriptedResponse {
        with { $0.delivery = .drip(size: size, every: interval) }
    }

    /// The same response, whose body comes in pieces that each wait at the gate.
    public func gated(_ size: Int, by gate: Gate) -> ScriptedResponse {
        with { $0.delivery = .gated(size: size, gate) }
    }

    /// The same response, whose head comes in small pieces with a rest before each but the first.
    public func drippingHead(_ size: Int, every interval: Duration) -> ScriptedResponse {
        with { $0.headDelivery = .drip(size: size, every: interval) }
    }

    /// The same response, held back whole until the gate opens.
    public func held(by gate: Gate) -> ScriptedResponse {
        with { $0.headGate = gate }
    }

    /// The same response, whose head goes out at once and whose body waits at the gate.
    public func bodyHeld(by gate: Gate) -> ScriptedResponse {
        with { $0.bodyGate = gate }
    }

    /// The same response, which falls silent for ever after so many bytes of the (framed) body.
    public func stalling(after count: Int) -> ScriptedResponse {
        with { ($0.cutAfter, $0.ending) = (count, .stall) }
    }

    /// The same response, whose connection is closed after so many bytes of the (framed) body; nil means after all.
    public func closing(after count: Int? = nil) -> ScriptedResponse {
        with { ($0.cutAfter, $0.ending) = (count, .close) }
    }

    /// The same response, whose connection is reset after so many bytes of the (framed) body; nil means after all.
    public func resetting(after count: Int? = nil) -> ScriptedResponse {
        with { ($0.cutAfter, $0.ending) = (count, .reset) }
    }

    private func with(_ change: (inout ScriptedResponse) -> Void) -> ScriptedResponse {
        var copy = self
        change(&copy)
        return copy
    }
}
