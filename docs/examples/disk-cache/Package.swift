// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "disk-cache",
    dependencies: [.package(name: "Kingfisher", path: "../../..")],
    targets: [
        .executableTarget(
            name: "disk-cache",
            dependencies: [
                .product(name: "KingfisherCore", package: "Kingfisher"),
                .product(name: "KingfisherDiskStorage", package: "Kingfisher"),
            ]),
        .testTarget(
            name: "DiskCacheTests",
            dependencies: ["disk-cache", .product(name: "KingfisherTestKit", package: "Kingfisher")]),
    ]
)
