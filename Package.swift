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

/// The Swift part of a plugin over a C library, whose shim lies in the same folder.
func plugin(_ name: String, in folder: String, shim: String) -> Target {
    .target(
        name: name, dependencies: ["KingfisherCore", .byName(name: shim)],
        path: "Plugins/\(folder)/\(name)", swiftSettings: settings())
}

/// A C library of the system, as pkg-config knows it.
func systemLibrary(_ name: String, in folder: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(
        name: name, path: "Plugins/\(folder)/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A small C target that keeps a C library's jumps and macros away from Swift; `alsoLinking` names what the library
/// stands on and the shim calls as well.
func shim(_ name: String, in folder: String, over library: String, alsoLinking: [String] = []) -> Target {
    .target(
        name: name, dependencies: [.byName(name: library)], path: "Plugins/\(folder)/\(name)",
        linkerSettings: alsoLinking.map { .linkedLibrary($0) })
}

let package = Package(
    name: "Kingfisher",
    products: [
        .library(name: "KingfisherCore", targets: ["KingfisherCore"]),
        .library(name: "KingfisherPNG", targets: ["KingfisherPNG"]),
        .library(name: "KingfisherPipeline", targets: ["KingfisherPipeline"]),
        .library(name: "KingfisherTestKit", targets: ["KingfisherTestKit"]),
    ],
    targets: [
        module("KingfisherCore"),
        module("KingfisherPipeline", dependencies: ["KingfisherCore"]),
        module("KingfisherTestKit", dependencies: ["KingfisherCore"]),
        systemLibrary("CPNG", in: "Codecs/PNG", pkgConfig: "libpng", apt: "libpng-dev"),
        shim("CKingfisherPNG", in: "Codecs/PNG", over: "CPNG", alsoLinking: ["z"]),
        plugin("KingfisherPNG", in: "Codecs/PNG", shim: "CKingfisherPNG"),
        tests(of: "KingfisherCore"),
        tests(of: "KingfisherPNG", dependencies: ["KingfisherCore", "KingfisherTestKit"]),
        tests(of: "KingfisherPipeline"),
        tests(of: "KingfisherTestKit", dependencies: ["KingfisherCore"]),
    ]
)
