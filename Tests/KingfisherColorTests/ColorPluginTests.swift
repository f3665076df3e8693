import KingfisherColor
import KingfisherCore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ColorPluginTests {
    @Test("The plugin sets the registry's colour converter, once")
    func registers() throws {
        var registry = try PluginRegistry([ColorPlugin()])
        #expect(registry.codecs.colorConverter is LCMSColorConverter)
        let error = #expect(throws: PluginError.self) {
            try registry.register(colorConverter: LCMSColorConverter())
        }
        #expect(error?.code == .duplicateRegistration)
    }
}
