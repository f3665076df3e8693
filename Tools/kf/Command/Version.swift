/// The version of the package.
enum Version {
    static let text = "kf 0.1.0 (Kingfisher for Linux and servers)"
}
