// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "qoi-plugin",
    products: [.library(name: "QOIPlugin", targets: ["QOIPlugin"])],
    dependencies: [.package(name: "Kingfisher", path: "../../..")],
    targets: [
        .target(name: "QOIPlugin", dependencies: [.product(name: "KingfisherCore", package: "Kingfisher")]),
        .executableTarget(
            name: "qoi-convert",
            dependencies: [
                "QOIPlugin",
                .product(name: "KingfisherCore", package: "Kingfisher"),
                .product(name: "KingfisherPNG", package: "Kingfisher"),
            ]),
        .testTarget(
            name: "QOIPluginTests",
            dependencies: [
                "QOIPlugin",
                .product(name: "KingfisherCore", package: "Kingfisher"),
                .product(name: "KingfisherPNG", package: "Kingfisher"),
                .product(name: "KingfisherTestKit", package: "Kingfisher"),
            ],
            resources: [.copy("Fixtures")]),
    ]
)
