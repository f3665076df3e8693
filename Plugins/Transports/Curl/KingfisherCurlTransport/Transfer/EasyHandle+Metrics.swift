internal import CKingfisherCurl
internal import Foundation
internal import KingfisherCore

extension EasyHandle {
    /// What has crossed the wire so far, in bytes of head and body either way.
    var traffic: Int64 {
        kf_curl_get_size(curl, CURLINFO_SIZE_DOWNLOAD_T) + kf_curl_get_size(curl, CURLINFO_SIZE_UPLOAD_T)
            + Int64(kf_curl_get_long(curl, CURLINFO_HEADER_SIZE))
    }

    /// What a transfer cost that is over.
    func metrics(of job: CurlJob, until end: Duration) -> NetworkMetrics {
        let microseconds = [
            CURLINFO_NAMELOOKUP_TIME_T, CURLINFO_CONNECT_TIME_T, CURLINFO_APPCONNECT_TIME_T,
            CURLINFO_STARTTRANSFER_TIME_T, CURLINFO_TOTAL_TIME_T,
        ].map { kf_curl_get_size(curl, $0) }
        let (lookup, connect, secure) = (microseconds[0], microseconds[1], microseconds[2])
        let isNew = kf_curl_get_long(curl, CURLINFO_NUM_CONNECTS) > 0
        var metrics = NetworkMetrics(
            retrieveImageDuration: (end - job.start) / .seconds(1),
            totalRequestDuration: Double(microseconds[4]) / 1e6)
        if isNew, connect > 0 {
            metrics.domainLookupDuration = Double(lookup) / 1e6
            metrics.connectDuration = Double(max(0, connect - lookup)) / 1e6
            if secure > 0 { metrics.secureConnectionDuration = Double(max(0, secure - connect)) / 1e6 }
        }
        if microseconds[3] > 0 { metrics.firstByteDuration = Double(microseconds[3]) / 1e6 }
        metrics.requestBodyBytesSent = kf_curl_get_size(curl, CURLINFO_SIZE_UPLOAD_T)
        metrics.responseBodyBytesReceived = kf_curl_get_size(curl, CURLINFO_SIZE_DOWNLOAD_T)
        let status = kf_curl_get_long(curl, CURLINFO_RESPONSE_CODE)
        metrics.httpStatusCode = status > 0 ? status : nil
        metrics.redirectCount = job.redirectCount
        metrics.isReusedConnection = !isNew && status > 0
        metrics.protocolName = protocolName
        return metrics
    }

    private var protocolName: String? {
        switch kf_curl_get_long(curl, CURLINFO_HTTP_VERSION) {
        case CURL_HTTP_VERSION_1_0: "http/1.0"
        case CURL_HTTP_VERSION_1_1: "http/1.1"
        case CURL_HTTP_VERSION_2_0: "h2"
        default: nil
        }
    }
}
