import Foundation
import KingfisherCore

/// What a server says of when to come back (RFC 9110, section 10.2.3).
enum RetryAfter: Equatable {
    case seconds(TimeInterval)
    case date(Date)

    /// What the header fields say; nil where nothing, or nothing that can be read.
    init?(_ headers: HTTPHeaders) {
        guard let text = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else {
            return nil
        }
        // Digits only, of any number: more than a double holds is for ever.
        if text.utf8.allSatisfy({ (48...57).contains($0) }) {
            self = .seconds(TimeInterval(text) ?? .infinity)
        } else if let date = Self.date(of: text) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// Seconds from a date on; 0 for a time past.
    func seconds(from now: Date) -> TimeInterval {
        switch self {
        case .seconds(let seconds): seconds
        case .date(let date): max(0, date.timeIntervalSince(now))
        }
    }

    /// A date in the one form that servers may send, `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date(of text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
