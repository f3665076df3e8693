import Foundation
import KingfisherCore

/// Images of two by two pixels that independent programs wrote; of long files the first bytes.
enum SniffingSamples {
    struct Sample: Sendable, CustomStringConvertible {
        let maker: String
        let format: ImageFormat
        let data: Data

        init(_ maker: String, _ format: ImageFormat, _ base64: String) {
            self.maker = maker
            self.format = format
            self.data = Data(base64Encoded: base64)!
        }

        var description: String { "\(format.name) of \(maker)" }
    }

    static let all: [Sample] = [
        Sample(
            "Pillow 13", .png,
            """
            iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFElEQVR4nGM8IacRxcDAwMDEAAUAFqIBbEu5KLMAAA\
            AASUVORK5CYII=
            """),
        Sample(
            "Pillow 13", .apng,
            """
            iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAACGFjVEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAA\
            ACAAAAAgAAAAAAAAAAAAEAFAAA/uxSegAAABRJREFUeJxjZGRiZmFgYGBgYoACAADMAA7ot/WEAAAAGmZjVEwAAAAB\
            AAAAAgAAAAIAAAAAAAAAAAABABQAAGWfuK4AAAAYZmRBVAAAAAJ4nGPkZGJmYWBgYGBigAIAAVQAFtdR2AEAAAAASU\
            VORK5CYII=
            """),
        Sample(
            "Pillow 13", .jpeg,
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarY\
            qMyP/L2u71////m8H////6/+b9//j/2wBDASst
            """),
        Sample(
            "ImageMagick 6.9", .gif,
            """
            R0lGODdhAgACAPAAAP8AAAAAACwAAAAAAgACAAACAoRRADs=
            """),
        Sample(
            "Pillow 13", .gif,
            """
            R0lGODdhAgACAIEAAMgeKAAAAAAAAAAAACwAAAAAAgACAAAIBgABCAQQEAA7
            """),
        Sample(
            "Pillow 13, lossy", .webp,
            """
            UklGRjoAAABXRUJQVlA4IC4AAACQAQCdASoCAAIAAUAmJaACdLoAA5gA/vFNr+LaR0KZD/7xn/9xn/9xn/yIAAAA
            """),
        Sample(
            "Pillow 13, lossless", .webp,
            """
            UklGRh4AAABXRUJQVlA4TBEAAAAvAUAAAAdQjyIXpf+BiOh/AAA=
            """),
        Sample(
            "libvips 8.14", .heic,
            """
            AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAeRtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAA\
            AAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQA
            """),
        Sample(
            "Pillow 13", .avif,
            """
            AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAA\
            AAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5p
            """),
        Sample(
            "Pillow 13", .bmp,
            """
            Qk1GAAAAAAAAADYAAAAoAAAAAgAAAAIAAAABABgAAAAAABAAAADEDgAAxA4AAAAAAAAAAAAAKB7IKB7IAAAoHsgoHs\
            gAAA==
            """),
        Sample(
            "ImageMagick 6.9, OS/2 header", .bmp,
            """
            Qk0qAAAAAAAAABoAAAAMAAAAAgACAAEAGAAAAP8AAP8AAAAA/wAA/wAA
            """),
        Sample(
            "Pillow 13, little-endian", .tiff,
            """
            SUkqAAgAAAAKAAABBAABAAAAAgAAAAEBBAABAAAAAgAAAAIBAwADAAAAhgAAAAMBAwABAAAAAQAAAAYBAwABAAAAAg\
            AAABEBBAABAAAAjAAAABUBAwABAAAAAwAAABYBBAABAAAAAgAAABcBBAABAAAADAAAABwBAwABAAAAAQAAAAAAAAAI\
            AAgACADIHijIHijIHijIHig=
            """),
        Sample(
            "ImageMagick 6.9, big-endian", .tiff,
            """
            SUkqACAAAAD//wAAAAD//wAAAAD//wAAAAD//wAAAAAPAAABAwABAAAAAgAAAAEBAwABAAAAAgAAAAIBAwADAAAA2g\
            AAAAMBAwABAAAAAQAAAAYBAwABAAAAAgAAAAoB
            """),
        Sample(
            "libvips 8.14", .jpegXL,
            """
            /woIELATAeQAk2EJAIAKlVHGDV7O9Xz5ocNi2sZ1hrbatrCEIuPYKKUGnAhMSBJLgPOiIQIC4PABaB445pFGU0kC
            """),
        Sample(
            "Pillow 13", .jpeg2000,
            """
            AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAAgAAAAIAAwcHAAAAAAAPY2\
            9scgEAAAAAABAAAACbanAyY/9P/1EALwAAAAAAAgAAAAIAAAAAAAAAAAAAAAIAAAACAAAAAAAAAAAAAwcBAQcBAQcB\
            Af9SAAwAAAABAAEEBAAB/1wAB0BASEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACg\
            AAAAAAIAAB/5PPtAgET8+0CAifz7QIBcmAgID/2Q==
            """),
        Sample(
            "Pillow 13, bare codestream", .jpeg2000,
            """
            /0//UQAvAAAAAAACAAAAAgAAAAAAAAAAAAAAAgAAAAIAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEAAQQEAAH/XA\
            AHQEBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAAgAAH/k8+0CARPz7QI\
            CJ/PtAgFyYCAgP/Z
            """),
    ]
}
