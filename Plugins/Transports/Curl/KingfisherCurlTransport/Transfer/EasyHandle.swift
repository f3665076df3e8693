internal import CKingfisherCurl
internal import KingfisherCore

/// One of libcurl's transfer handles with what it refers to. For the event thread; used for one request after the other.
final class EasyHandle {
    let curl: UnsafeMutableRawPointer
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let errorText: UnsafeMutablePointer<CChar>
    /// What a request needs and this libcurl does not do.
    private(set) var lacks: String?

    init?() {
        guard let curl = curl_easy_init() else { return nil }
        self.curl = curl
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(curl)
        freeLists()
        errorText.deallocate()
    }

    /// Forgets the request; connections and what they need stay.
    func reset() {
        curl_easy_reset(curl)
        freeLists()
        errorText[0] = 0
        lacks = nil
    }

    /// What libcurl said about the failure.
    var failureText: String { String(cString: errorText) }

    /// Makes a request impossible where libcurl refused an option: it must not go out with less safety than asked for.
    private func check(_ option: CURLoption, _ result: CURLcode) {
        guard result != CURLE_OK, lacks == nil else { return }
        let name = curl_easy_option_by_id(option).map { String(cString: $0.pointee.name) }
        lacks = "\(name ?? "option \(option.rawValue)"): \(String(cString: curl_easy_strerror(result)))"
    }

    func set(_ option: CURLoption, _ value: Int) {
        check(option, kf_curl_set_long(curl, option, value))
    }

    func set(_ option: CURLoption, _ value: Bool) {
        set(option, value ? 1 : 0)
    }

    func set(_ option: CURLoption, size value: Int) {
        check(option, kf_curl_set_size(curl, option, Int64(value)))
    }

    /// libcurl keeps a copy of the text.
    func set(_ option: CURLoption, _ value: String) {
        check(option, kf_curl_set_text(curl, option, value))
    }

    /// The memory stays in place while the handle is used, unless libcurl copies what it holds.
    func set(_ option: CURLoption, _ value: UnsafeRawPointer) {
        check(option, kf_curl_set_pointer(curl, option, value))
    }

    func set(_ option: CURLoption, _ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                check(option, CURLE_OUT_OF_MEMORY)
                break
            }
            list = longer
        }
        guard let list else { return }
        lists.append(list)
        set(option, UnsafeRawPointer(list))
    }

    func useErrorText() {
        set(CURLOPT_ERRORBUFFER, UnsafeRawPointer(errorText))
    }

    private func freeLists() {
        for list in lists { curl_slist_free_all(list) }
        lists = []
    }
}
