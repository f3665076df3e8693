public import Dispatch
import Foundation

/// Where a completion handler runs.
public enum CallbackQueue: Sendable {
    /// On the main queue, later. Something must drain it: a program whose main thread is busy never sees the call.
    case mainAsync
    /// On the main queue: at once when already there, else later.
    case mainCurrentOrAsync
    /// On whichever thread the result is ready.
    case untouch
    /// On a dispatch queue.
    case dispatch(DispatchQueue)
    /// On a queue of the caller's own making.
    case operationQueue(any CallbackOperationQueue)

    /// Runs the block there.
    public func execute(_ block: @escaping @Sendable () -> Void) {
        switch self {
        case .mainAsync: DispatchQueue.main.async(execute: block)
        case .mainCurrentOrAsync:
            if Thread.isMainThread { block() } else { DispatchQueue.main.async(execute: block) }
        case .untouch: block()
        case .dispatch(let queue): queue.async(execute: block)
        case .operationQueue(let queue): queue.addOperation(block)
        }
    }
}

/// A queue of the caller's own making that runs blocks.
public protocol CallbackOperationQueue: Sendable {
    /// Runs the block, now or later.
    func addOperation(_ block: @escaping @Sendable () -> Void)
}

/// Kingfisher's name where a queue runs work rather than callbacks.
public typealias ExecutionQueue = CallbackQueue
