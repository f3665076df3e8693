internal import KingfisherCore

/// Ties a transfer to the body that the caller holds: when the last copy of that goes, the transfer ends.
final class TransferBody: Sendable {
    private let transfer: Transfer

    init(_ transfer: Transfer) {
        self.transfer = transfer
    }

    deinit { transfer.cancel() }

    var transportBody: TransportBody {
        TransportBody(next: { try await self.transfer.next() }, cancel: { self.transfer.cancel() })
    }
}
