// swift-tools-version: 6.2

import PackageDescription

/// The language settings every Swift target shares; the pure-Swift modules are memory-strict as well.
func settings(strictMemory: Bool = false) -> [SwiftSetting] {
    let common: [SwiftSetting] = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    return strictMemory ? common + [.strictMemorySafety()] : common
}

/// A pure-Swift module under Modules/.
func module(_ name: String, dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Modules/\(name)",
        swiftSettings: settings(strictMemory: true))
}

/// The tests of a module or a plugin.
func tests(of name: String, dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies,
        path: "Tests/\(name)Tests", resources: resources, swiftSettings: settings())
}

let package = Package(
    name: "Kingfisher",
    products: [
        .library(name: "KingfisherCore", targets: ["KingfisherCore"]),
        .library(name: "KingfisherTestKit", targets: ["KingfisherTestKit"]),
        .library(name: "KingfisherURLSessionTransport", targets: ["KingfisherURLSessionTransport"]),
    ],
    targets: [
        module("KingfisherCore"),
        module("KingfisherTestKit", dependencies: ["KingfisherCore"]),
        .target(
            name: "KingfisherURLSessionTransport", dependencies: ["KingfisherCore"],
            path: "Plugins/Transports/URLSession", swiftSettings: settings()),
        tests(of: "KingfisherCore"),
        tests(of: "KingfisherTestKit", dependencies: ["KingfisherCore"]),
        tests(of: "KingfisherURLSessionTransport", dependencies: ["KingfisherTestKit", "KingfisherCore"]),
    ]
)
