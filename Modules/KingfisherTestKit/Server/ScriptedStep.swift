public import Foundation

/// One thing that the server does on the wire. A response is played as a list of these.
public enum ScriptedStep: Sendable {
    /// Sends bytes as fast as the client takes them.
    case send(Data)
    /// Sends bytes in pieces of `size`, with `every` of rest before each piece but the first.
    case drip(Data, size: Int, every: Duration)
    /// Sends bytes in pieces of `size`, each of which waits at the gate first.
    case gated(Data, size: Int, Gate)
    /// Sends the same bytes over and over until the client hangs up or the server stops.
    case flood(Data)
    /// Waits at a gate.
    case wait(Gate)
    /// Rests for a while.
    case pause(Duration)
    /// Does nothing more until the client hangs up or the server stops.
    case stall
    /// Closes the connection in order (FIN).
    case close
    /// Closes the connection with a reset (RST).
    case reset
}
