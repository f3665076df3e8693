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

/// What one folder of the house contributes: a product of its name, its targets, its tests.
struct Room {
    var product: String?
    var targets: [Target]

    /// A pure-Swift module under Modules/.
    static func module(
        _ name: String, uses: [Target.Dependency] = [], testsUse: [Target.Dependency] = []
    ) -> Room {
        let target = Target.target(
            name: name, dependencies: uses, path: "Modules/\(name)",
            swiftSettings: settings(strictMemory: true))
        return Room(product: name, targets: [target, tests(of: name, use: testsUse)])
    }

    /// A codec under Plugins/Codecs/: the system library, a C shim, and the plugin in Swift.
    static func codec(_ name: String, pkgConfig: String, apt: String) -> Room {
        let folder = "Plugins/Codecs/\(name)"
        return Room(
            product: "Kingfisher\(name)",
            targets: [
                .systemLibrary(
                    name: "C\(name)", path: "\(folder)/C\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])]),
                .target(
                    name: "CKingfisher\(name)", dependencies: [.byName(name: "C\(name)")],
                    path: "\(folder)/CKingfisher\(name)"),
                .target(
                    name: "Kingfisher\(name)", dependencies: ["KingfisherCore", .byName(name: "CKingfisher\(name)")],
                    path: "\(folder)/Kingfisher\(name)", swiftSettings: settings()),
                tests(of: "Kingfisher\(name)", use: ["KingfisherTestKit"]),
            ])
    }

    /// A plugin in Swift alone.
    static func plugin(_ name: String, path: String, testsUse: [Target.Dependency] = []) -> Room {
        let target = Target.target(
            name: name, dependencies: ["KingfisherCore"], path: "Plugins/\(path)", swiftSettings: settings())
        return Room(product: name, targets: [target, tests(of: name, use: ["KingfisherTestKit"] + testsUse)])
    }

    private static func tests(of name: String, use: [Target.Dependency]) -> Target {
        .testTarget(
            name: "\(name)Tests", dependencies: [.byName(name: name)] + use, path: "Tests/\(name)Tests",
            swiftSettings: settings())
    }
}

let rooms: [Room] = [
    .module("KingfisherCore"),
    .module("KingfisherMemoryStorage", uses: ["KingfisherCore"]),
    .module("KingfisherPipeline", uses: ["KingfisherCore"]),
]

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
    products: rooms.compactMap { room in room.product.map { .library(name: $0, targets: [$0]) } },
    targets: rooms.flatMap(\.targets)
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
