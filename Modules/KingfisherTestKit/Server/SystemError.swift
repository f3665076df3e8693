internal import Glibc

/// The calling thread's `errno` in words.
enum SystemError {
    static var current: String {
        let code = errno
        guard let text = unsafe strerror(code) else { return "errno \(code)" }
        return unsafe "\(String(cString: text)) (errno \(code))"
    }
}
