"""ICC profiles made here, so that no profile file with a licence of its own is needed."""
import struct

from PIL import ImageCms


def srgb_profile():
    """The sRGB profile that Little CMS builds, with the date of its making blanked."""
    return stamped(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())


def stamped(profile):
    """The profile with a fixed date, so that making it twice gives the same bytes."""
    return profile[:24] + struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + profile[36:]


def gray_profile():
    """A version 2 gray profile of gamma 2.2."""
    return assemble(b"GRAY", "Kingfisher test gray", [(b"kTRC", gamma_curve())])


def large_profile(size):
    """The sRGB profile with a private tag of this many bytes, too large for one JPEG segment."""
    profile = srgb_profile()
    count = struct.unpack(">I", profile[128:132])[0]
    table = [struct.unpack(">4sII", profile[132 + 12 * i:144 + 12 * i]) for i in range(count)]
    tags = [(name, profile[at:at + length]) for name, at, length in table]
    filler = b"data\0\0\0\0\0\0\0\1" + bytes(i * i // 7 % 251 for i in range(size))
    return build(profile[:128], tags + [(b"kfFL", filler)])


def gamma_curve():
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, int(2.2 * 256)) + b"\0\0"


def assemble(space, description, tags):
    text = description.encode() + b"\0"
    desc = (b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + bytes(78))
    white = b"XYZ \0\0\0\0" + struct.pack(">3i", 0xF6D6, 0x10000, 0xD32D)
    notice = b"text\0\0\0\0Public domain\0"
    header = (struct.pack(">I4sI", 0, b"\0\0\0\0", 0x02100000) + b"mntr" + space + b"XYZ " + bytes(12)
              + b"acsp" + bytes(28) + struct.pack(">3i", 0xF6D6, 0x10000, 0xD32D) + bytes(48))
    return stamped(build(header, [(b"desc", desc), (b"wtpt", white), (b"cprt", notice)] + tags))


def build(header, tags):
    """A profile from its 128-byte header and its tags, each on a 4-byte boundary."""
    at, table, body = 132 + 12 * len(tags), b"", b""
    for name, data in tags:
        table += struct.pack(">4sII", name, at + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    profile = header + struct.pack(">I", len(tags)) + table + body
    return struct.pack(">I", len(profile)) + profile[4:]
