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

    /// A codec under Plugins/Codecs/.
    static func codec(
        _ name: String, pkgConfig: String, apt: String, hasShim: Bool = true, alsoLinking: [String] = [],
        testsUse: [Target.Dependency] = []
    ) -> Room {
        wrapper(
            "Kingfisher\(name)", of: name, path: "Codecs/\(name)", pkgConfig: pkgConfig, apt: apt,
            hasShim: hasShim, alsoLinking: alsoLinking, testsUse: ["TestCorpus", "TestFixtures"] + testsUse)
    }

    /// A plugin over a C library: the system library, a C shim unless Swift can call the library as it is, and the
    /// plugin in Swift. The shim may call further libraries that the system library stands on.
    static func wrapper(
        _ product: String, of library: String, path: String, pkgConfig: String, apt: String,
        hasShim: Bool = true, alsoLinking: [String] = [], uses: [Target.Dependency] = [],
        testsUse: [Target.Dependency] = []
    ) -> Room {
        let folder = "Plugins/\(path)"
        let system = Target.systemLibrary(
            name: "C\(library)", path: "\(folder)/C\(library)", pkgConfig: pkgConfig, providers: [.apt([apt])]
        )
        let shim = Target.target(
            name: "CKingfisher\(library)", dependencies: [.byName(name: system.name)],
            path: "\(folder)/CKingfisher\(library)", linkerSettings: alsoLinking.map { .linkedLibrary($0) })
        let plugin = Target.target(
            name: product,
            dependencies: ["KingfisherCore", .byName(name: system.name)]
                + (hasShim ? [.byName(name: shim.name)] : []) + uses,
            path: "\(folder)/\(product)", swiftSettings: settings())
        return Room(
            product: product,
            targets: [system] + (hasShim ? [shim] : [])
                + [plugin, tests(of: product, use: ["KingfisherTestKit"] + testsUse)])
    }

    /// A plugin without a library, in Swift and perhaps some C of its own in a folder named after the C module.
    static func plugin(
        _ name: String, path: String, c: String? = nil, testsUse: [Target.Dependency] = []
    ) -> Room {
        let c = c.map { [Target.target(name: $0, path: "Plugins/\(path)/\($0)")] } ?? []
        let target = Target.target(
            name: name, dependencies: ["KingfisherCore"] + c.map { .byName(name: $0.name) },
            path: "Plugins/\(path)", exclude: c.map(\.name), swiftSettings: settings())
        return Room(
            product: name, targets: c + [target, tests(of: name, use: ["KingfisherTestKit"] + testsUse)])
    }

    /// The command under Tools/kf: a library that holds everything, so that tests reach it, and a program that calls it.
    static func command(
        _ name: String, library: String, uses: [Target.Dependency], testsUse: [Target.Dependency]
    ) -> Room {
        let folder = "Tools/\(name)"
        return Room(
            product: nil,
            targets: [
                .systemLibrary(name: "CGetopt", path: "\(folder)/CGetopt"),
                .target(
                    name: library, dependencies: ["CGetopt"] + uses, path: "\(folder)/Command",
                    swiftSettings: settings()),
                .executableTarget(
                    name: name, dependencies: [.byName(name: library), "CLazyCurl"], path: "\(folder)/Main",
                    swiftSettings: settings()),
                .target(name: "CLazyCurl", path: "\(folder)/CLazyCurl"),
                // The program as well: much of it shows only from outside.
                tests(of: library, use: [.byName(name: name)] + testsUse),
            ])
    }

    /// A program for the house itself, no product of the package.
    static func program(_ name: String, path: String, uses: [Target.Dependency]) -> Room {
        let target = Target.executableTarget(
            name: name, dependencies: uses, path: path, swiftSettings: settings())
        return Room(product: nil, targets: [target])
    }

    /// What tests of several rooms use, no product of the package.
    static func testSupport(_ name: String, uses: [Target.Dependency] = []) -> Room {
        let target = Target.target(
            name: name, dependencies: uses, path: "Tests/Support/\(name)", swiftSettings: settings())
        return Room(product: nil, targets: [target])
    }

    private static func tests(of name: String, use: [Target.Dependency]) -> Target {
        .testTarget(
            name: "\(name)Tests", dependencies: [.byName(name: name)] + use, path: "Tests/\(name)Tests",
            swiftSettings: settings())
    }
}

let rooms: [Room] = [
    .module("KingfisherCore", testsUse: ["KingfisherTestKit", "TestCorpus", "TestFixtures"]),
    .module("KingfisherProcessing", uses: ["KingfisherCore"], testsUse: ["TestFixtures"]),
    .module("KingfisherMemoryStorage", uses: ["KingfisherCore"], testsUse: ["KingfisherTestKit"]),
    .module(
        "KingfisherCache", uses: ["KingfisherCore", "KingfisherMemoryStorage"],
        testsUse: ["KingfisherTestKit", "KingfisherDiskStorage"]),
    .module(
        "KingfisherPipeline", uses: ["KingfisherCore", "KingfisherCache"],
        testsUse: [
            "KingfisherTestKit", "KingfisherMemoryStorage", "KingfisherDiskStorage", "KingfisherPNG",
            "KingfisherCurlTransport", "TestViews",
        ]),
    .module(
        "Kingfisher",
        uses: [
            "KingfisherCore", "KingfisherMemoryStorage", "KingfisherCache", "KingfisherPipeline",
            "KingfisherProcessing", "KingfisherPNG", "KingfisherJPEG", "KingfisherWebP", "KingfisherHEIF",
            "KingfisherGIF", "KingfisherColor", "KingfisherDiskStorage", "KingfisherCurlTransport",
        ],
        testsUse: ["KingfisherTestKit"]),
    .module("KingfisherTestKit", uses: ["KingfisherCore"]),
    .codec("PNG", pkgConfig: "libpng", apt: "libpng-dev", alsoLinking: ["z"]),
    .codec("JPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev"),
    .codec("WebP", pkgConfig: "libwebp", apt: "libwebp-dev", hasShim: false, testsUse: ["webp-alone"]),
    .codec("HEIF", pkgConfig: "libheif", apt: "libheif-dev"),
    .codec("GIF", pkgConfig: "libgif", apt: "libgif-dev", hasShim: false),
    .wrapper(
        "KingfisherColor", of: "LCMS", path: "Color/LCMS", pkgConfig: "lcms2", apt: "liblcms2-dev",
        hasShim: false, testsUse: ["KingfisherPNG", "TestCorpus", "TestFixtures"]),
    .plugin(
        "KingfisherDiskStorage", path: "Storage/Disk", c: "CKingfisherDisk", testsUse: ["kf-storage-stress"]),
    .plugin("KingfisherURLSessionTransport", path: "Transports/URLSession", testsUse: ["TestNginx"]),
    .wrapper(
        "KingfisherCurlTransport", of: "Curl", path: "Transports/Curl", pkgConfig: "libcurl",
        apt: "libcurl4-openssl-dev", testsUse: ["TestNginx"]),
    .wrapper(
        "KingfisherGTK", of: "GTK", path: "Views/GTK", pkgConfig: "gtk4", apt: "libgtk-4-dev",
        uses: ["KingfisherPipeline"], testsUse: ["kf-view-check", "TestViews"]),
    .wrapper(
        "KingfisherTerminal", of: "Chafa", path: "Views/Terminal", pkgConfig: "chafa", apt: "libchafa-dev",
        testsUse: ["KingfisherPNG"]),
    .command(
        "kf", library: "KFCommand",
        uses: [
            "Kingfisher", "KingfisherCore", "KingfisherProcessing", "KingfisherMemoryStorage",
            "KingfisherCache", "KingfisherPipeline", "KingfisherDiskStorage", "KingfisherCurlTransport",
            "KingfisherURLSessionTransport", "KingfisherTerminal",
        ],
        testsUse: ["KingfisherCore", "KingfisherTestKit", "TestCorpus", "TestNginx"]),
    .program(
        "resize-bench", path: "Tools/bench/resize-bench",
        uses: ["KingfisherCore", "KingfisherProcessing"]),
    .program(
        "processing-bench", path: "Tools/bench/processing-bench",
        uses: ["KingfisherCore", "KingfisherProcessing"]),
    .program(
        "color-bench", path: "Tools/bench/color-bench",
        uses: ["KingfisherCore", "KingfisherColor"]),
    .program(
        "kf-storage-stress", path: "Tests/Support/kf-storage-stress",
        uses: ["KingfisherCore", "KingfisherDiskStorage"]),
    .program(
        "kf-view-check", path: "Tests/Support/kf-view-check",
        uses: ["KingfisherCore", "KingfisherPipeline", "KingfisherGTK", "KingfisherTestKit", "TestViews"]),
    .program("webp-alone", path: "Tests/Support/webp-alone", uses: ["KingfisherCore", "KingfisherWebP"]),
    .program(
        "corpus-dump", path: "Tools/corpus-dump",
        uses: [
            "KingfisherCore", "KingfisherPNG", "KingfisherJPEG", "KingfisherWebP", "KingfisherHEIF",
            "KingfisherGIF",
        ]),
    .program("decode-bench", path: "Tools/bench/decode-bench", uses: ["Kingfisher", "KingfisherCore"]),
    .program(
        "disk-cache-bench", path: "Tools/bench/disk-cache-bench", uses: ["KingfisherDiskStorage"]),
    .program("gif-bench", path: "Tools/bench/gif-bench", uses: ["KingfisherCore", "KingfisherGIF"]),
    .program("jpeg-bench", path: "Tools/bench/jpeg-bench", uses: ["KingfisherCore", "KingfisherJPEG"]),
    .program(
        "memory-cache-bench", path: "Tools/bench/memory-cache-bench",
        uses: ["KingfisherCore", "KingfisherMemoryStorage"]),
    .program("memory-hit-bench", path: "Tools/bench/memory-hit-bench", uses: ["Kingfisher"]),
    .program(
        "transport-bench", path: "Tools/bench/transport-bench",
        uses: ["KingfisherCore", "KingfisherCurlTransport", "KingfisherURLSessionTransport"]),
    .testSupport("TestCorpus"),
    .testSupport("TestFixtures"),
    .testSupport("TestNginx", uses: ["KingfisherCore", "KingfisherTestKit"]),
    .testSupport(
        "TestViews",
        uses: [
            "KingfisherCore", "KingfisherMemoryStorage", "KingfisherCache", "KingfisherPipeline",
            "KingfisherPNG", "KingfisherCurlTransport", "KingfisherTestKit",
        ]),
]

let package = Package(
    name: "Kingfisher",
    products: rooms.compactMap { room in room.product.map { .library(name: $0, targets: [$0]) } },
    targets: rooms.flatMap(\.targets)
)
