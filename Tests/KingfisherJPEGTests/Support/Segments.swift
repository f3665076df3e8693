import Foundation

/// The JPEG with one more segment right after its start.
func segment(_ marker: UInt8, _ payload: [UInt8], in data: Data) -> Data {
    let length = payload.count + 2
    return data.prefix(2) + [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
        + data.dropFirst(2)
}

/// The JPEG with another marker, precision and size in its frame header.
func frame(
    of data: Data, marker: UInt8? = nil, precision: UInt8? = nil, width: Int? = nil, height: Int? = nil
) -> Data {
    var data = data
    guard
        let start = [0xC0, 0xC2, 0xC9].lazy.compactMap({ data.range(of: Data([0xFF, $0])) }).first?.lowerBound
    else { fatalError("no frame header") }
    if let marker { data[start + 1] = marker }
    if let precision { data[start + 4] = precision }
    for (value, offset) in [(height, 5), (width, 7)] {
        guard let value else { continue }
        data[start + offset] = UInt8(value >> 8)
        data[start + offset + 1] = UInt8(value & 0xFF)
    }
    return data
}
