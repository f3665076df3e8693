internal import KingfisherCore
import Synchronization

/// The threads, the connections and the routes of a scripted server.
///
/// One thread accepts and joins the connections' threads that have ended; each connection has a thread of its own.
final class ServerEngine: Sendable {
    typealias Answer = @Sendable (ScriptedRequest) -> ScriptedResponse

    private struct Connection {
        let socket: ClientSocket
        let thread: ServerThread
        var isOver = false
    }

    private struct State {
        var routes: [String: Answer] = [:]
        var connections: [Int: Connection] = [:]
        var acceptor: ServerThread?
        var isStopping = false
    }

    let log = WatchedState(ServerLog())
    private let listener: ListeningSocket
    private let wake: Signal
    private let connectionLimit: Int
    private let state = Lock(State())

    init(connectionLimit: Int) throws {
        listener = try ListeningSocket()
        wake = try Signal()
        self.connectionLimit = max(1, connectionLimit)
    }

    var port: UInt16 { listener.port }

    func setRoute(_ path: String, _ answer: @escaping Answer) {
        state.withLock { $0.routes[path] = answer }
    }

    func count(of path: String) -> Int {
        log.value.count(of: path)
    }

    func start() throws {
        try state.withLock { state in
            state.acceptor = try ServerThread { self.acceptConnections() }
        }
    }

    func stop() {
        let (acceptor, sockets) = state.withLock { state in
            state.isStopping = true
            wake.raise()
            defer { state.acceptor = nil }
            return (state.acceptor, state.connections.values.map(\.socket))
        }
        listener.stopListening()
        for socket in sockets { socket.interrupt() }
        acceptor?.join()
        let threads = state.withLock { state in
            defer { state.connections = [:] }
            return state.connections.values.map(\.thread)
        }
        for thread in threads { thread.join() }
    }

    private func acceptConnections() {
        while true {
            let (ended, hasRoom, isStopping) = state.withLock { state in
                wake.lower()
                let ended = state.isStopping ? [:] : state.connections.filter(\.value.isOver)
                for number in ended.keys { state.connections[number] = nil }
                return (
                    ended.values.map(\.thread), state.connections.count < connectionLimit, state.isStopping
                )
            }
            for thread in ended { thread.join() }
            if isStopping { return }
            if hasRoom, let socket = listener.accept() {
                serve(socket)
            } else {
                listener.wait(welcoming: hasRoom, or: wake)
            }
        }
    }

    private func serve(_ socket: ClientSocket) {
        state.withLock { state in
            if state.isStopping { return socket.finish() }
            let number = log.update { $0.connectionOpened() }
            do {
                let thread = try ServerThread { self.run(socket, number: number) }
                state.connections[number] = Connection(socket: socket, thread: thread)
            } catch {
                socket.finish()
                log.update { $0.connectionClosed() }
            }
        }
    }

    private func run(_ socket: ClientSocket, number: Int) {
        answerRequests(on: socket, number: number)
        socket.finish()
        state.withLock { state in
            state.connections[number]?.isOver = true
            wake.raise()
        }
        log.update { $0.connectionClosed() }
    }

    private func answerRequests(on socket: ClientSocket, number: Int) {
        let player = ScriptPlayer(socket: socket)
        var reader = RequestReader(socket)
        while true {
            do {
                let request = log.update { [next = try reader.next()] in $0.enter(next, connection: number) }
                let answer = state.withLock { $0.routes[request.path] }
                let response = answer?(request) ?? .text("no route for \(request.path)\n", status: 404)
                guard player.play(response.steps(forMethod: request.method)), request.keepsConnection else {
                    return
                }
            } catch .malformed(let reason) {
                let response = ScriptedResponse.text("\(reason)\n", status: 400).closing()
                _ = player.play(response.steps(forMethod: "GET"))
                return
            } catch {
                return
            }
        }
    }
}
