/// The version of the package.
enum Version {
    static let number = "0.1.0"
    static let text = "kf \(number) (Kingfisher for Linux and servers)"
}
