import Foundation
import KingfisherCore

/// Profiles that Little CMS 2.14 built (its built-in sRGB, and gray ones with gamma 2.2), with the values that
/// exiftool 12.57 reads from them.
enum ICCSamples {
    struct Sample: Sendable {
        let data: Data
        let description: String
        let colorSpace: ICCProfile.ColorSpace
    }

    static let all = [
        Sample(data: grayV2, description: "Kingfisher test gray", colorSpace: .gray),
        Sample(data: grayV4, description: "Gray test profile", colorSpace: .gray),
        Sample(data: sRGB, description: "sRGB built-in", colorSpace: .rgb),
    ]

    /// Version 2.1: the name as `desc`.
    static let grayV2 = Data(
        base64Encoded: """
            AAABaGxjbXMCEAAAbW50ckdSQVlYWVogB+oACwAeABAADwAaYWNzcEFQUEwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPbWAAEA\
            AAAA0y1sY21zAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADZGVzYwAAAKgAAACcd3RwdAAA\
            AUQAAAAUa1RSQwAAAVgAAAAOZGVzYwAAAAAAAAAVS2luZ2Zpc2hlciB0ZXN0IGdyYXkAAAAAAAAAABUASwBpAG4AZwBmAGkAcwBo\
            AGUAcgAgAHQAZQBzAHQAIABnAHIAYQB5AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1jdXJ2AAAAAAAAAAECMwAA
            """)!

    /// Version 4.3: the name as `mluc`, in German first and then in American English.
    static let grayV4 = Data(
        base64Encoded: """
            AAABOGxjbXMEMAAAbW50ckdSQVlYWVogB+oACwAeABAADwAaYWNzcEFQUEwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPbWAAEA\
            AAAA0y1sY21zAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADZGVzYwAAAKgAAABsd3RwdAAA\
            ARQAAAAUa1RSQwAAASgAAAAQbWx1YwAAAAAAAAACAAAADGRlREUAAAAiAAAAKGVuVVMAAAAiAAAASgBHAHIAYQB1AGUAcwAgAFAA\
            cgD8AGYAcAByAG8AZgBpAGwARwByAGEAeQAgAHQAZQBzAHQAIABwAHIAbwBmAGkAbABlWFlaIAAAAAAAAPbWAAEAAAAA0y1wYXJh\
            AAAAAAAAAAAAAjMz
            """)!

    /// Version 4.3, three channels.
    static let sRGB = Data(
        base64Encoded: """
            AAACTGxjbXMEMAAAbW50clJHQiBYWVogB+oACwAeABAADwAaYWNzcEFQUEwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPbWAAEA\
            AAAA0y1sY21zAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALZGVzYwAAAQgAAAA2Y3BydAAA\
            AUAAAABMd3RwdAAAAYwAAAAUY2hhZAAAAaAAAAAsclhZWgAAAcwAAAAUYlhZWgAAAeAAAAAUZ1hZWgAAAfQAAAAUclRSQwAAAggA\
            AAAgZ1RSQwAAAggAAAAgYlRSQwAAAggAAAAgY2hybQAAAigAAAAkbWx1YwAAAAAAAAABAAAADGVuVVMAAAAaAAAAHABzAFIARwBC\
            ACAAYgB1AGkAbAB0AC0AaQBuAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAADAAAAAcAE4AbwAgAGMAbwBwAHkAcgBpAGcAaAB0ACwA\
            IAB1AHMAZQAgAGYAcgBlAGUAbAB5WFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABDEIAAAXe///zJQAAB5MAAP2Q///7of//\
            /aIAAAPcAADAblhZWiAAAAAAAABvoAAAOPUAAAOQWFlaIAAAAAAAACSfAAAPhAAAtsNYWVogAAAAAAAAYpcAALeHAAAY2XBhcmEA\
            AAAAAAMAAAACZmYAAPKnAAANWQAAE9AAAApbY2hybQAAAAAAAwAAAACj1wAAVHsAAEzNAACZmgAAJmYAAA9c
            """)!
}
