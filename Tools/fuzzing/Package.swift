// swift-tools-version: 6.2

import PackageDescription

// A package of its own, since nothing else is built with libFuzzer: see Tools/fuzz.
let package = Package(
    name: "fuzzing",
    dependencies: [.package(name: "Kingfisher", path: "../..")],
    targets: [
        .executableTarget(
            name: "kf-fuzz",
            dependencies: [
                .product(name: "Kingfisher", package: "Kingfisher"),
                .product(name: "KingfisherCore", package: "Kingfisher"),
                .product(name: "KingfisherDiskStorage", package: "Kingfisher"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-parse-as-library"])])
    ]
)
