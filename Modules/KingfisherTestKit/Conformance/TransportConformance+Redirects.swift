internal import Foundation
internal import KingfisherCore

extension TransportConformance {
    static let redirectChecks = [
        Check("Every redirecting status is followed, and the URL is the last one") { kit in
            kit.server.route("/to", .text("arrived"))
            for status in [301, 302, 303, 307, 308] {
                kit.server.route("/\(status)", .redirect(to: "/to?from=\(status)", status: status))
                let seen = try await kit.load(kit.request("/\(status)"))
                try kit.expectEqual(seen.body, Data("arrived".utf8), "the body")
                try kit.expectEqual(
                    seen.response.url.absoluteURL, kit.server.url("/to?from=\(status)"), "the URL")
            }
        },
        Check("A redirect's own body is not delivered") { kit in
            var redirect = ScriptedResponse.redirect(to: "/to")
            redirect.body = Data("moved".utf8)
            kit.server.route("/from", redirect)
            kit.server.route("/to", .text("arrived"))
            try kit.expectEqual(
                try await kit.load(kit.request("/from")).body, Data("arrived".utf8), "the body")
        },
        Check("303 turns a POST into a GET, 307 keeps it with its body") { kit in
            kit.server.route("/303", .redirect(to: "/to", status: 303))
            kit.server.route("/307", .redirect(to: "/to", status: 307))
            kit.server.route("/to", .text("arrived"))
            for path in ["/303", "/307"] {
                _ = try await kit.load(
                    kit.request(path) { ($0.method, $0.body) = ("POST", Data("posted".utf8)) })
            }
            let seen = kit.server.requests.filter { $0.path == "/to" }
            try kit.expectEqual(seen.map(\.method), ["GET", "POST"], "the methods")
            try kit.expectEqual(seen.map(\.body.count), [0, 6], "the lengths of the bodies")
        },
        Check("Credentials stay with their host; other header fields go along") { kit in
            let other = try ScriptedServer()
            other.route("/far", .text("far"))
            kit.server.route("/near", .text("near"))
            kit.server.route("/from-near", .redirect(to: "/near"))
            kit.server.route("/from-far", .redirect(to: other.url("/far").absoluteString))
            for path in ["/from-near", "/from-far"] {
                _ = try await kit.load(
                    kit.request(path) { $0.headers = ["Authorization": "Bearer secret", "X-Own": "1"] })
            }
            let near = kit.server.requests.last { $0.path == "/near" }
            try kit.expectEqual(near?.headers["Authorization"], "Bearer secret", "the near Authorization")
            try kit.expectEqual(other.requests.last?.headers["Authorization"], nil, "the far Authorization")
            try kit.expectEqual(other.requests.last?.headers["X-Own"], "1", "the far X-Own")
        },
        Check("A redirect loop ends at the bound") { kit in
            kit.server.routeRedirectLoop(["/1", "/2"])
            try await kit.expectFailure(.tooManyRedirects, kit.request("/1") { $0.maximumRedirects = 5 })
            try kit.expectEqual(kit.server.requests.count, 6, "the number of requests")
            try await kit.expectFailure(.tooManyRedirects, kit.request("/1") { $0.maximumRedirects = 0 })
            try kit.expectEqual(kit.server.requests.count, 7, "the number of requests")
        },
        Check("A chain as long as the bound is followed") { kit in
            kit.server.route("/n") { request in
                let left = Int(request.query ?? "") ?? 0
                return left == 0 ? .text("arrived") : .redirect(to: "/n?\(left - 1)")
            }
            let seen = try await kit.load(kit.request("/n?30") { $0.maximumRedirects = 30 })
            try kit.expectEqual(seen.body, Data("arrived".utf8), "the body")
        },
        Check("The handler sees each redirect and may change or refuse it") { kit in
            kit.server.route("/from", .redirect(to: "/to"))
            kit.server.route("/other", .text("elsewhere"))
            let changed = kit.request("/from") { [elsewhere = kit.server.url("/other")] request in
                request.redirectHandler = { response, next in
                    var next = next
                    if response.statusCode == 302, next.url.path == "/to" { next.url = elsewhere }
                    return next
                }
            }
            try kit.expectEqual(try await kit.load(changed).body, Data("elsewhere".utf8), "the body")
            let refused = kit.request("/from") { $0.redirectHandler = { _, _ in nil } }
            try await kit.expectFailure(.redirectRefused, refused)
            try kit.expectEqual(kit.server.count(of: "/to"), 0, "the number of requests for the target")
        },
        Check("A redirect to what cannot be fetched is an error that names it") { kit in
            kit.server.route("/ftp", .redirect(to: "ftp://127.0.0.1/a"))
            kit.server.route("/file", .redirect(to: "file:///etc/passwd"))
            kit.server.route("/broken", .redirect(to: "http://[broken"))
            try await kit.expectFailure(.unsupportedURL, kit.request("/ftp"), named: "ftp://127.0.0.1/a")
            try await kit.expectFailure(.unsupportedURL, kit.request("/file"), named: "file:///etc/passwd")
            try await kit.expectFailure(.invalidResponse, kit.request("/broken"), named: "http://[broken")
        },
        Check("A redirect without a location is the response itself") { kit in
            kit.server.route("/nowhere", ScriptedResponse(status: 302))
            try kit.expectEqual(
                try await kit.load(kit.request("/nowhere")).response.statusCode, 302, "the status")
        },
    ]
}
