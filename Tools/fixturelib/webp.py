"""WebP fixtures: lossy and lossless, alpha, metadata, orientation, animations, broken files.

cwebp writes the images, webpmux adds metadata and puts animations together. Pixels are dwebp's, turned upright by
Pillow; frames those of libwebp's own animation decoder, through Pillow.
"""
import os
import struct

from PIL import Image, _webp

from .common import FIXTURES, FixtureError, pam, read, read_pnm, rgba_bytes, run, write
from .jpeg import scene, turned
from .profiles import gray_profile, srgb_profile

WIDTH, HEIGHT = 61, 45


def rgb(width=WIDTH, height=HEIGHT):
    return pam(width, height, 3, 255, "RGB", scene(width, height))


def rgba(width=WIDTH, height=HEIGHT):
    """The scene with alpha from clear to opaque, wholly clear at the left and colourful even there."""
    colors, out = scene(width, height), []
    for i in range(width * height):
        x, y = i % width, i // width
        alpha = 0 if x < width // 6 else min(255, (x + y) * 340 // (width + height))
        out += colors[3 * i:3 * i + 3] + [alpha]
    return pam(width, height, 4, 255, "RGB_ALPHA", out)


def few_colors(count, alpha=False):
    """Blocks of as many colours, which the lossless coder packs into bits."""
    palette = [(37 * i % 256, 91 * i % 256, 255 - 53 * i % 256, 255 - 40 * i if alpha else 255)
               for i in range(count)]
    out = [sample for y in range(HEIGHT) for x in range(WIDTH)
           for sample in palette[(x // 7 + y // 5) % count][:4 if alpha else 3]]
    return pam(WIDTH, HEIGHT, 4 if alpha else 3, 255, "RGB_ALPHA" if alpha else "RGB", out)


def cwebp(source, *options):
    return run("cwebp", "-quiet", *options, "-o", "-", "--", "-", stdin=source)


def on_path(data, command):
    """What a program that wants a file makes of it: `command` gets the path."""
    path = write("webp/working.webp", data)
    try:
        return command(path)
    finally:
        os.remove(path)


def dwebp(data, *options):
    """(width, height, RGBA) by dwebp."""
    width, height, channels, maximum, samples = read_pnm(
        on_path(data, lambda path: run("dwebp", "-quiet", "-pam", *options, path, "-o", "-")))
    return width, height, rgba_bytes(channels, maximum, samples)


def add(manifest, name, data, *, alpha=False, orientation=1, **more):
    file = f"webp/{name}.webp"
    write(file, data)
    width, height, pixels = turned(*dwebp(data), orientation)
    manifest.decode(file, width, height, "rgb", 8, pixels, alpha=alpha, orientation=orientation, **more)


def stills(manifest):
    opaque, clear = rgb(), rgba()
    for name, source, options in (
            ("lossy", opaque, ()), ("lossy-20", opaque, ("-q", "20")), ("lossy-95", opaque, ("-q", "95")),
            ("lossy-fast", opaque, ("-m", "0")), ("lossy-small", opaque, ("-m", "6")),
            ("lossy-partitions", rgb(40, 150), ("-partition_limit", "30", "-segments", "4", "-strong")),
            ("lossless", opaque, ("-lossless", "-exact")),
            ("lossless-fast", opaque, ("-z", "0", "-exact")), ("lossless-small", opaque, ("-z", "9", "-exact")),
            ("near-lossless-40", opaque, ("-near_lossless", "40")),
            ("palette-2", few_colors(2), ("-lossless",)), ("palette-4", few_colors(4), ("-lossless",)),
            ("palette-16", few_colors(16), ("-lossless",)), ("palette-100", few_colors(100), ("-lossless",)),
            ("1x1", rgb(1, 1), ()), ("1x17", rgb(1, 17), ()), ("33x1", rgb(33, 1), ("-lossless",))):
        add(manifest, name, cwebp(source, *options))
    for name, source, options in (
            ("alpha-lossy", clear, ()), ("alpha-lossy-30", clear, ("-alpha_q", "30")),
            ("alpha-raw", clear, ("-alpha_method", "0")), ("alpha-best", clear, ("-alpha_filter", "best")),
            ("alpha-lossless", clear, ("-lossless", "-exact")), ("alpha-cleaned", clear, ("-lossless",)),
            ("alpha-palette", few_colors(6, True), ("-lossless", "-exact"))):
        add(manifest, name, cwebp(source, *options), alpha=True)


def scaled(manifest):
    """Also what dwebp makes of it at other sizes."""
    for name, data in (("photo", cwebp(rgb(97, 61), "-q", "90")), ("photo-alpha", cwebp(rgba(97, 61))),
                       ("photo-lossless", cwebp(rgba(97, 61), "-lossless", "-exact"))):
        versions = []
        for target in (10, 24, 40):
            # The smallest size that is twice the target at least.
            size = (2 * target, -(-61 * 2 * target // 97))
            width, height, pixels = dwebp(data, "-scale", *map(str, size))
            expected = f"expected/webp/{name}.{target}.rgba"
            write(expected, pixels)
            versions.append({"target": target, "width": width, "height": height, "expected": expected})
        add(manifest, name, data, alpha=name != "photo", shrunk=versions)


def exif(orientation, order):
    """An EXIF block of two entries: a maker, and the orientation."""
    mark, ends = {"II": ("<", b"II"), "MM": (">", b"MM")}[order]
    maker = struct.pack(mark + "HHI", 0x010F, 2, 4) + b"Abc\0"
    turn = struct.pack(mark + "HHIHH", 0x0112, 3, 1, orientation, 0)
    return ends + struct.pack(mark + "HIH", 42, 8, 2) + maker + turn + struct.pack(mark + "I", 0)


def with_chunk(data, kind, content):
    """The file with a piece of metadata, set by webpmux."""
    payload = os.path.join(FIXTURES, write("webp/working.bin", content))
    target = os.path.join(FIXTURES, "webp/working-out.webp")
    on_path(data, lambda path: run("webpmux", "-set", kind, payload, path, "-o", target))
    out = read("webp/working-out.webp")
    os.remove(payload)
    os.remove(target)
    return out


XMP = (b'<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>'
       b'<?xpacket end="w"?>')


def metadata(manifest):
    odd = cwebp(rgb(33, 21))
    for orientation in range(1, 9):
        block = exif(orientation, "II" if orientation % 2 else "MM")
        add(manifest, f"exif-{orientation}", with_chunk(odd, "exif", block), orientation=orientation)
    prefixed = with_chunk(odd, "exif", b"Exif\0\0" + exif(6, "MM"))
    add(manifest, "exif-6-prefixed", prefixed, orientation=6)
    add(manifest, "exif-cut", with_chunk(odd, "exif", exif(6, "MM")[:12]))
    add(manifest, "icc", with_chunk(odd, "icc", srgb_profile()), icc="sRGB built-in")
    add(manifest, "icc-gray", with_chunk(odd, "icc", gray_profile()), icc="Kingfisher test gray")
    add(manifest, "xmp", with_chunk(cwebp(rgba(33, 21)), "xmp", XMP), alpha=True)
    everything = with_chunk(with_chunk(with_chunk(cwebp(rgba(33, 21), "-lossless", "-exact"), "icc", srgb_profile()),
                                       "xmp", XMP), "exif", exif(8, "II"))
    add(manifest, "icc-exif-8-xmp", everything, alpha=True, orientation=8, icc="sRGB built-in")


def frames(data):
    """(width, height, loops, [duration], [RGBA]) by libwebp's animation decoder."""
    decoder = _webp.WebPAnimDecoder(data)
    width, height, loops, _, count = decoder.get_info()[:5]
    durations, pictures, now = [], [], 0
    for _ in range(count):
        picture, time = decoder.get_next()
        durations.append(time - now)
        pictures.append(picture)
        now = time
    return width, height, loops, durations, pictures


def animated(manifest, name, data, *, alpha, orientation=1):
    width, height, loops, durations, pictures = frames(data)
    expected = []
    for index, picture in enumerate(pictures):
        seen_width, seen_height, picture = turned(width, height, picture, orientation)
        expected.append(f"expected/webp/{name}.webp.{index}.rgba")
        write(expected[-1], picture)
    file = f"webp/{name}.webp"
    write(file, data)
    manifest.decode(file, seen_width, seen_height, "rgb", 8, read(expected[0]), alpha=alpha,
                    orientation=orientation, loops=loops, durations=durations, frames=expected)


def assembled(parts, loops=0):
    """An animation of (file, duration, x, y, disposal, blending) put together by webpmux."""
    paths, command = [], ["webpmux"]
    for index, (data, duration, x, y, disposal, blending) in enumerate(parts):
        paths.append(write(f"webp/working-{index}.webp", data))
        command += ["-frame", paths[-1], f"+{duration}+{x}+{y}+{disposal}{blending}"]
    target = os.path.join(FIXTURES, "webp/working-out.webp")
    run(*command, "-loop", str(loops), "-bgcolor", "255,10,200,30", "-o", target)
    out = read("webp/working-out.webp")
    for path in paths + [target]:
        os.remove(path)
    return out


def animations(manifest):
    opaque, other = cwebp(rgb(32, 24)), cwebp(few_small(), "-lossless")
    clear, soft = cwebp(rgba(32, 24), "-lossless", "-exact"), cwebp(rgba(18, 14), "-lossless", "-exact")
    lossy = cwebp(rgba(20, 12), "-q", "60")
    keep, clearing, over, replacing = 0, 1, "+b", "-b"
    animated(manifest, "anim-opaque", assembled(
        [(opaque, 100, 0, 0, keep, replacing), (other, 40, 8, 6, keep, over), (other, 0, 0, 2, keep, replacing)],
        loops=3), alpha=False)
    animated(manifest, "anim-blended", assembled(
        [(clear, 70, 0, 0, keep, over), (soft, 80, 4, 2, keep, over), (lossy, 90, 10, 8, keep, over),
         (soft, 100, 14, 10, keep, replacing), (lossy, 110, 0, 0, keep, over)]), alpha=True)
    animated(manifest, "anim-cleared", assembled(
        [(clear, 70, 0, 0, keep, over), (soft, 80, 4, 2, clearing, over), (lossy, 90, 10, 8, clearing, over),
         (soft, 100, 12, 10, clearing, replacing), (lossy, 110, 6, 8, keep, over), (opaque, 5, 0, 0, clearing, over),
         (soft, 60, 2, 2, clearing, over), (lossy, 60, 4, 4, keep, over), (clear, 20, 0, 0, keep, over)],
        loops=1), alpha=True)
    small_first = assembled(
        [(soft, 30, 4, 2, clearing, over), (lossy, 30, 12, 12, keep, over), (soft, 30, 10, 8, keep, over)], loops=65535)
    animated(manifest, "anim-small-frames", small_first, alpha=True)
    animated(manifest, "anim-exif-6", with_chunk(small_first, "exif", exif(6, "MM")), alpha=True, orientation=6)
    # By hand, since webpmux makes a still image of it.
    one = riff(canvas(0x12, 30, 20), (b"ANIM", bytes(6)), frame(soft, 6, 4, 18, 14))
    animated(manifest, "anim-one-frame", one, alpha=True)


def few_small():
    return pam(12, 10, 3, 255, "RGB", [200, 40, 90] * 60 + [10, 220, 40] * 60)


def riff(*chunks):
    """A WebP file of these chunks."""
    body = b"WEBP" + b"".join(name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) & 1)
                              for name, content in chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def canvas(flags, width, height):
    return b"VP8X", bytes([flags, 0, 0, 0]) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")


def payload(data):
    """The image chunk of a simple file."""
    return data[12:16], data[20:20 + struct.unpack("<I", data[16:20])[0]]


def frame(data, x, y, width, height):
    name, content = payload(data)
    head = b"".join(value.to_bytes(3, "little") for value in (x // 2, y // 2, width - 1, height - 1, 50)) + b"\0"
    return b"ANMF", head + name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) & 1)


def broken(manifest):
    lossy, lossless = read("webp/lossy.webp"), read("webp/lossless.webp")
    small = cwebp(rgb(16, 16))
    anim = b"ANIM", bytes(6)
    lossless_head = b"\x2F" + struct.pack("<I", 0x3FFF | 0x3FFF << 14)
    stretched = bytearray(payload(lossy)[1])
    stretched[6:10] = struct.pack("<HH", 0x3FFF, 0x3FFF)
    for name, data, reason in (
            ("empty", b"", "nothing at all"), ("text", b"RIFF is how this text begins\n", "text named .webp"),
            ("no-image", riff(), "a container without an image"),
            ("wave", b"RIFF\x04\0\0\0WAVE", "a sound file's container"),
            ("short-length", lossy[:4] + b"\x04\0\0\0" + lossy[8:], "a length too small for a chunk"),
            ("long-chunk", lossy[:16] + b"\xF0\xFF\xFF\xFF" + lossy[20:], "a chunk longer than the file"),
            ("truncated", lossy[:len(lossy) // 2], "cut inside the picture"),
            ("truncated-lossless", lossless[:len(lossless) // 2], "cut inside the picture"),
            ("zero-width", lossy[:26] + b"\0\0" + lossy[28:], "width 0"),
            ("wrong-canvas", riff(canvas(0, 40, 40), payload(lossy)), "canvas and image differ in size"),
            ("frame-outside", riff(canvas(2, 20, 20), anim, frame(small, 6, 0, 16, 16)),
             "a frame that sticks out of its canvas"),
            ("frame-misstated", riff(canvas(2, 20, 20), anim, frame(small, 0, 0, 17, 16)),
             "a frame of another size than it says"),
            ("no-frames", riff(canvas(2, 20, 20), anim), "an animation without frames"),
            ("empty-frame", riff(canvas(2, 20, 20), anim, (b"ANMF", bytes(16))), "a frame without an image"),
            ("loose-image", riff(canvas(2, 16, 16), anim, payload(small)), "an animation with an image beside frames"),
            ("damaged-lossless", lossless[:25] + b"\xFF" * 40 + lossless[65:], "lossless data overwritten"),
            ("huge", riff((b"VP8 ", bytes(stretched))), "a header of 16,383 pixels squared"),
            ("huge-lossless", riff((b"VP8L", lossless_head + bytes(64))), "a header of 16,384 pixels squared")):
        manifest.reject(f"webp/{name}.webp", data, reason)


def make(manifest):
    manifest.start("webp")
    stills(manifest)
    scaled(manifest)
    metadata(manifest)
    animations(manifest)
    broken(manifest)
