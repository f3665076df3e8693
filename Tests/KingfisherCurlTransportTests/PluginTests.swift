import KingfisherCore
import KingfisherCurlTransport
import Testing

@Suite("CurlTransportPlugin", .timeLimit(.minutes(1)))
struct PluginTests {
    @Test("it brings a transport for http and https")
    func registration() throws {
        let registry = try PluginRegistry([CurlTransportPlugin()])
        let transports = try registry.makeTransports()
        #expect(transports.map(\.schemes) == [["http", "https"]])
        #expect(transports.first is CurlTransport)
    }

    @Test("it is not registered twice")
    func duplicate() {
        let error = #expect(throws: PluginError.self) {
            try PluginRegistry([CurlTransportPlugin(), CurlTransportPlugin()])
        }
        #expect(error?.code == .duplicateRegistration)
    }
}
