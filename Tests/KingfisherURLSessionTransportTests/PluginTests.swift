import KingfisherCore
import KingfisherURLSessionTransport
import Testing

@Suite("URLSessionTransportPlugin", .timeLimit(.minutes(1)))
struct PluginTests {
    @Test("it brings a transport for http and https")
    func registration() throws {
        let registry = try PluginRegistry([URLSessionTransportPlugin()])
        let transports = try registry.makeTransports()
        #expect(transports.map(\.schemes) == [["http", "https"]])
        #expect(transports.first is URLSessionTransport)
    }

    @Test("it is not registered twice")
    func duplicate() {
        let error = #expect(throws: PluginError.self) {
            try PluginRegistry([URLSessionTransportPlugin(), URLSessionTransportPlugin()])
        }
        #expect(error?.code == .duplicateRegistration)
    }
}
