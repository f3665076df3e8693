import Foundation
import FoundationNetworking
import KingfisherCore
import KingfisherPipeline

extension TransferOptions {
    /// Whether the headers say who asks: what one may see, a shared cache must not show another.
    var arePrivate: Bool {
        headers.contains {
            ["authorization", "proxy-authorization", "cookie"].contains($0.name.lowercased())
        }
    }

    /// The options of a load.
    var items: KingfisherOptionsInfo {
        var items: KingfisherOptionsInfo = [.decodingLimits(limits), .downloadDeadline(timeout)]
        let headers = headers
        guard !headers.isEmpty else { return items }
        items.append(
            .requestModifier(
                AnyModifier { request in
                    var request = request
                    for header in headers {
                        request.addValue(header.value, forHTTPHeaderField: header.name)
                    }
                    return request
                }))
        return items
    }
}
