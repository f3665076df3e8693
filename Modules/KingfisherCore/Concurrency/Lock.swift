#if SANITIZE_THREAD
import Foundation

/// The lock of every room in a build under the thread sanitizer.
///
/// The sanitizer does not see what `Synchronization.Mutex` does to synchronise (Swift 6.3 on Linux makes the system
/// call itself), and would report every state behind one as a race. It does see pthread's.
// Safe: the value is reached only between locking and unlocking.
@safe package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    package init(_ initialValue: consuming sending Value) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe value = .allocate(capacity: 1)
        unsafe value.initialize(to: initialValue)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return unsafe try body(&value.pointee)
    }
}
#else
package import Synchronization

/// The lock of every room: the standard library's, but for builds under the thread sanitizer.
package typealias Lock = Mutex
#endif
