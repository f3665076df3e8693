import Foundation
import KFCommand

@main
enum Main {
    static func main() async {
        exit(await Program.run(Array(CommandLine.arguments.dropFirst())))
    }
}
