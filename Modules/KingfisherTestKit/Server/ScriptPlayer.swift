internal import Foundation

/// Plays a script on one connection.
struct ScriptPlayer {
    let socket: ClientSocket

    /// Plays all steps; false once the connection is over.
    func play(_ script: [ScriptedStep]) -> Bool {
        script.allSatisfy(perform)
    }

    private func perform(_ step: ScriptedStep) -> Bool {
        switch step {
        case .send(let data):
            return socket.write([UInt8](data)[...])
        case .drip(let data, let size, let interval):
            return sendPieces(of: data, size: size) { isFirst in isFirst || rest(interval) }
        case .gated(let data, let size, let gate):
            return sendPieces(of: data, size: size) { _ in pass(gate) }
        case .flood(let data):
            flood(data)
            return false
        case .wait(let gate):
            return pass(gate)
        case .pause(let duration):
            return rest(duration)
        case .stall:
            _ = socket.wait(for: nil, milliseconds: nil)
            return false
        case .close:
            socket.finish()
            return false
        case .reset:
            socket.reset()
            return false
        }
    }

    private func sendPieces(of data: Data, size: Int, before: (_ isFirst: Bool) -> Bool) -> Bool {
        let bytes = [UInt8](data)
        return stride(from: 0, to: bytes.count, by: max(1, size)).allSatisfy { start in
            before(start == 0) && socket.write(bytes[start..<min(bytes.count, start + max(1, size))])
        }
    }

    /// Repeats short data in one block, so that a flood costs few system calls. Some thirty megabytes a second are flood
    /// enough: more would only keep a client without back-pressure, and the processors, busy after it has given up.
    private func flood(_ data: Data) {
        guard !data.isEmpty else { return }
        let block = [UInt8](repeatElement([UInt8](data), count: 1 + 16 * 1024 / data.count).joined())
        while socket.write(block[...]), rest(.milliseconds(1)) {}
    }

    private func rest(_ duration: Duration) -> Bool {
        let (seconds, attoseconds) = duration.components
        let milliseconds = max(0, min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000)
        return socket.wait(for: nil, milliseconds: Int32(milliseconds)) == .timedOut
    }

    private func pass(_ gate: Gate) -> Bool {
        gate.noteArrival()
        while !gate.tryPassing() {
            if socket.wait(for: gate.signal, milliseconds: nil) == .hungUp { return false }
        }
        return true
    }
}
