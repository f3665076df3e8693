internal import CKingfisherCurl
internal import KingfisherCore

/// One of libcurl's transfer handles with what it refers to. For the event thread; used for one request after the other.
final class EasyHandle {
    let curl: UnsafeMutableRawPointer
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let errorText: UnsafeMutablePointer<CChar>

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
    }

    /// What libcurl said about the failure.
    var failureText: String { String(cString: errorText) }

    func set(_ option: CURLoption, _ value: Int) {
        kf_curl_set_long(curl, option, value)
    }

    func set(_ option: CURLoption, _ value: Bool) {
        kf_curl_set_long(curl, option, value ? 1 : 0)
    }

    func set(_ option: CURLoption, size value: Int) {
        kf_curl_set_size(curl, option, Int64(value))
    }

    /// libcurl keeps a copy of the text.
    func set(_ option: CURLoption, _ value: String) {
        kf_curl_set_text(curl, option, value)
    }

    func set(_ option: CURLoption, _ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = curl_slist_append(list, line) ?? list }
        guard let list else { return }
        lists.append(list)
        kf_curl_set_pointer(curl, option, list)
    }

    func useErrorText() {
        kf_curl_set_pointer(curl, CURLOPT_ERRORBUFFER, errorText)
    }

    private func freeLists() {
        for list in lists { curl_slist_free_all(list) }
        lists = []
    }
}
