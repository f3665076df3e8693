public import Foundation

/// How short of memory the machine is, or the control group that the process is in.
public enum MemoryPressure: Hashable, Sendable {
    /// Programs wait for memory now and then, or a control group has reached its limit.
    case warning
    /// All programs wait for memory together, or the kernel found none to take back.
    case critical
}

extension MemoryStorage {
    /// What a memory storage does for want of memory, and how often it looks.
    public struct PressureResponse: Hashable, Sendable {
        /// The part of the costs that stays on a warning, 0 to 1.
        public var partLeftOnWarning: Double
        /// The part of the costs that stays when it is critical, 0 to 1.
        public var partLeftWhenCritical: Double
        /// Seconds between two looks at the kernel's figures, while there are values; 0 or less for none.
        public var checkInterval: TimeInterval

        /// Makes a response.
        public init(
            partLeftOnWarning: Double, partLeftWhenCritical: Double, checkInterval: TimeInterval = 5
        ) {
            self.partLeftOnWarning = partLeftOnWarning
            self.partLeftWhenCritical = partLeftWhenCritical
            self.checkInterval = checkInterval
        }

        /// Lets go of half on a warning, and of all when it is critical.
        public static let standard = PressureResponse(partLeftOnWarning: 0.5, partLeftWhenCritical: 0)
        /// Lets go of all at once, as Kingfisher does on a memory warning.
        public static let clearAll = PressureResponse(partLeftOnWarning: 0, partLeftWhenCritical: 0)
        /// Does nothing, and does not look.
        public static let none = PressureResponse(
            partLeftOnWarning: 1, partLeftWhenCritical: 1, checkInterval: 0)

        func partLeft(under pressure: MemoryPressure) -> Double {
            switch pressure {
            case .warning: partLeftOnWarning
            case .critical: partLeftWhenCritical
            }
        }
    }
}
