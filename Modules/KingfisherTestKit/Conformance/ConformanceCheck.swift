internal import KingfisherCore

/// What the conformance suites share: conditions that fail in words.
struct ConformanceCheck: Sendable {
    /// What every failure starts with.
    let subject: String

    /// Fails with a sentence unless the condition holds.
    func expect(_ condition: Bool, _ failure: @autoclosure () -> String) throws(TestKitFailure) {
        if !condition { throw TestKitFailure("\(subject): \(failure())") }
    }

    /// Runs work that has to succeed.
    func expectSuccess<Result>(_ what: String, _ work: () throws -> Result) throws(TestKitFailure) -> Result {
        do {
            return try work()
        } catch {
            throw TestKitFailure("\(subject): \(what) has to succeed but threw \(error)")
        }
    }

    /// Runs work that has to throw a `PluginError` with a message.
    @discardableResult
    func expectRefusal<Result>(
        _ what: String, code: PluginError.Code? = nil, _ work: () throws -> Result
    ) throws(TestKitFailure) -> PluginError {
        do {
            _ = try work()
        } catch let error as PluginError {
            try expect(!error.message.isEmpty, "\(what) threw a PluginError without a message")
            try expect(
                code == nil || error.code == code,
                "\(what) has to throw \(code?.rawValue ?? ""), not \(error.code.rawValue): \(error.message)")
            return error
        } catch {
            throw TestKitFailure("\(subject): \(what) has to throw a PluginError, not \(error)")
        }
        throw TestKitFailure("\(subject): \(what) has to throw a PluginError but succeeded")
    }

    /// Runs work that may succeed, or throw a `PluginError`, and nothing else.
    func expectSuccessOrRefusal<Result>(
        _ what: String, _ work: () throws -> Result
    ) throws(TestKitFailure) -> Result? {
        do {
            return try work()
        } catch is PluginError {
            return nil
        } catch {
            throw TestKitFailure("\(subject): \(what) may throw a PluginError only, not \(error)")
        }
    }

    /// Runs work inside a cancelled task, where it has to throw `CancellationError`.
    func expectCancellation<Result: Sendable>(
        _ what: String, _ work: @escaping @Sendable () throws -> Result
    ) async throws(TestKitFailure) {
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try work()
        }
        switch await task.result {
        case .failure(let error):
            try expect(
                error is CancellationError, "\(what) when cancelled threw \(error), not CancellationError")
        case .success:
            throw TestKitFailure("\(subject): \(what) when cancelled has to throw CancellationError")
        }
    }
}
