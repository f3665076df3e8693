"""HEIC and AVIF fixtures: kinds of samples, transformations, derived images, transparency, broken files.

heif-enc (x265, libaom) codes the images, heifbox.py wraps some of them anew. Pixels are heif-convert's of the plain coded
image; Pillow turns, crops and composes them where a file asks for that.
"""
import os
import struct
import subprocess
import tempfile

from PIL import Image

from . import heifbox
from .common import read_pnm, rgba_bytes, run, write
from .jpeg import scene
from .profiles import srgb_profile

# One step for another rounding of the matrix, one for that of the range.
TOLERANCE = 2
# What x265 is given is padded to blocks; these sizes need no padding.
WIDTH, HEIGHT = 96, 64
ALPHA = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"


def picture(width=WIDTH, height=HEIGHT):
    return Image.frombytes("RGB", (width, height), bytes(scene(width, height)))


def slope(width=WIDTH, height=HEIGHT, low=0):
    """A gray slope, from `low` at the left to 255."""
    row = bytes(low + (255 - low) * x // (width - 1) for x in range(width))
    return Image.frombytes("L", (width, height), row * height)


def encoded(source, suffix, *options):
    """What heif-enc makes of a Pillow image, or of the bytes of a PNG."""
    with tempfile.TemporaryDirectory() as folder:
        png, result = os.path.join(folder, "in.png"), os.path.join(folder, "out" + suffix)
        if isinstance(source, bytes):
            with open(png, "wb") as file:
                file.write(source)
        else:
            source.save(png, icc_profile=source.info.get("icc_profile"))
        run("heif-enc", "-q", "60", *options, "-o", result, png)
        with open(result, "rb") as file:
            return file.read()


def converted(data):
    """(width, height, RGBA dump) by heif-convert."""
    with tempfile.TemporaryDirectory() as folder:
        path, png = os.path.join(folder, "in.heif"), os.path.join(folder, "out.png")
        with open(path, "wb") as file:
            file.write(data)
        run("heif-convert", path, png)
        with open(png, "rb") as file:
            pam = subprocess.run(["pngtopam", "-alphapam"], stdin=file, capture_output=True).stdout
    width, height, channels, maximum, samples = read_pnm(pam)
    return width, height, rgba_bytes(channels, maximum, samples)


def as_image(data):
    width, height, pixels = converted(data)
    return Image.frombytes("RGBA", (width, height), pixels)


def deep_png(width=WIDTH, height=HEIGHT):
    samples = [value * 257 + (index % 200) for index, value in enumerate(scene(width, height))]
    head = f"P6\n{width} {height}\n65535\n".encode()
    return run("pnmtopng", stdin=head + struct.pack(f">{len(samples)}H", *(min(s, 65535) for s in samples)))


def add(manifest, name, data, image=None, *, model="rgb", depth=8, tolerance=TOLERANCE, **more):
    file = f"heif/{name}"
    write(file, data)
    width, height, pixels = (*image.size, image.convert("RGBA").tobytes()) if image else converted(data)
    # heif-convert gives 16 bits for 10, in which a step of eight bits is 257.
    wide = len(pixels) == width * height * 8
    manifest.decode(file, width, height, model, depth, pixels, tolerance=tolerance * 257 if wide else tolerance,
                    **more)


def kinds(manifest, suffix):
    """The kinds of samples that encoders write."""
    def make(name, *arguments, **more):
        add(manifest, name + suffix, encoded(*arguments[:1], suffix, *arguments[1:]), **more)

    make("420", picture())
    make("odd", picture(33, 21))
    make("444", picture(), "-p", "chroma=444")
    # heif-enc 1.15 heeds no options for code points, so these are said of samples that mean something else.
    samples = encoded(picture(), suffix, "-p", "chroma=444")
    add(manifest, "rgb" + suffix, wrapped(suffix, samples, heifbox.colors(1, 13, 0, 1)))
    add(manifest, "709-limited" + suffix, wrapped(suffix, samples, heifbox.colors(1, 13, 1, 0)))
    make("gray", slope(), model="gray")
    with_alpha = picture()
    with_alpha.putalpha(slope())
    make("alpha", with_alpha, alpha=True)
    # libheif 1.15 writes 10 bits of AVIF in no other sampling: libaom stops the program.
    make("10bit", deep_png(), "-b", "10", "-p", "chroma=422", depth=10)
    if suffix == ".avif":
        make("12bit", deep_png(), "-b", "12", depth=12)
    profiled = picture()
    profiled.info["icc_profile"] = srgb_profile()
    make("icc", profiled, icc="sRGB built-in")
    make("thumbnail", picture(192, 128), "-t", "96")


def wrapped(suffix, source, *properties, width=WIDTH, height=HEIGHT):
    """A file of one coded image with further properties."""
    configuration, content = heifbox.coded(source)
    file = heifbox.File(suffix[1:].encode())
    file.add(item_type(suffix), content, heifbox.size(width, height), configuration, *properties)
    return file.bytes()


def item_type(suffix):
    return b"av01" if suffix == ".avif" else b"hvc1"


def transformations(manifest, suffix):
    source = encoded(picture(), suffix)
    base = as_image(source)
    turned, flip = Image, heifbox.mirror
    left, upside_down, right = turned.ROTATE_90, turned.ROTATE_180, turned.ROTATE_270
    across, down = turned.FLIP_LEFT_RIGHT, turned.FLIP_TOP_BOTTOM
    crop = (7, 5, 7 + 40, 5 + 31)
    aperture = heifbox.aperture(40, 31, 2 * 7 + 40 - WIDTH, 2 * 5 + 31 - HEIGHT)
    cropped = base.crop(crop)
    for name, properties, expected in (
        ("turn-1", [heifbox.turn(1)], base.transpose(left)),
        ("turn-2", [heifbox.turn(2)], base.transpose(upside_down)),
        ("turn-3", [heifbox.turn(3)], base.transpose(right)),
        ("mirror-0", [flip(0)], base.transpose(down)),
        ("mirror-1", [flip(1)], base.transpose(across)),
        ("turn-mirror", [heifbox.turn(1), flip(1)], base.transpose(left).transpose(across)),
        ("mirror-turn", [flip(1), heifbox.turn(1)], base.transpose(across).transpose(left)),
        ("crop", [aperture], cropped),
        ("crop-turn-mirror", [aperture, heifbox.turn(3), flip(0)], cropped.transpose(right).transpose(down)),
        ("turn-crop", [heifbox.turn(1), aperture_of_turned()], base.transpose(left).crop((3, 9, 3 + 33, 9 + 41))),
    ):
        add(manifest, name + suffix, wrapped(suffix, source, *properties), expected)


def aperture_of_turned():
    return heifbox.aperture(33, 41, 2 * 3 + 33 - HEIGHT, 2 * 9 + 41 - WIDTH)


def derived(manifest, suffix):
    """Grids, overlays, identities, and transparency beside them."""
    sources = [encoded(image, suffix) for image in (picture(), picture().transpose(Image.ROTATE_180))]
    first, second = (as_image(source) for source in sources)
    codes = [heifbox.coded(source) for source in sources]
    brand, kind, size = suffix[1:].encode(), item_type(suffix), heifbox.size(WIDTH, HEIGHT)

    def parts(file):
        return [file.add(kind, content, size, configuration) for configuration, content in codes]

    file = heifbox.File(brand)
    whole = heifbox.size(171, 113)
    file.add(b"grid", heifbox.grid(2, 2, 171, 113), whole, heifbox.turn(3), inline=True)
    a, b = parts(file)
    file.refer(b"dimg", 1, a, b, b, a)
    board = Image.new("RGBA", (2 * WIDTH, 2 * HEIGHT))
    for place, image in enumerate((first, second, second, first)):
        board.paste(image, (place % 2 * WIDTH, place // 2 * HEIGHT))
    add(manifest, "grid" + suffix, file.bytes(),
        board.crop((0, 0, 171, 113)).transpose(Image.ROTATE_270))

    file = heifbox.File(brand)
    file.add(b"iovl", heifbox.overlay((65535, 0x8000, 0, 65535), 90, 60, [(-10, -5), (40, 20)]),
             heifbox.size(90, 60), inline=True)
    file.refer(b"dimg", 1, *parts(file))
    board = Image.new("RGBA", (90, 60), (255, 128, 0, 255))
    board.paste(first, (-10, -5))
    board.paste(second, (40, 20))
    add(manifest, "overlay" + suffix, file.bytes(), board)

    file = heifbox.File(brand)
    file.add(b"iden", b"", size, heifbox.mirror(1))
    item = file.add(kind, codes[0][1], size, codes[0][0], heifbox.turn(2))
    file.refer(b"dimg", 1, item)
    add(manifest, "identity" + suffix, file.bytes(), first.transpose(Image.FLIP_TOP_BOTTOM))

    premultiplied(manifest, suffix, codes[0], first)


def premultiplied(manifest, suffix, code, image):
    """Colour that has been multiplied by alpha, which is never below the half, so that rounding stays small."""
    source = encoded(slope(low=128), suffix)
    configuration, content = heifbox.coded(source)
    size, kind = heifbox.size(WIDTH, HEIGHT), item_type(suffix)
    file = heifbox.File(suffix[1:].encode())
    file.add(kind, code[1], size, code[0], heifbox.turn(1))
    file.add(kind, content, size, configuration, heifbox.auxiliary(ALPHA), heifbox.turn(1))
    file.refer(b"auxl", 2, 1)
    file.refer(b"prem", 1, 2)
    alphas = as_image(source).getchannel("R")
    straight = []
    for (*color, _), alpha in zip(image.getdata(), alphas.getdata()):
        straight.append((*(min((c * 255 + alpha // 2) // alpha, 255) for c in color), alpha))
    expected = Image.new("RGBA", image.size)
    expected.putdata(straight)
    add(manifest, "premultiplied" + suffix, file.bytes(), expected.transpose(Image.ROTATE_90),
        alpha=True, tolerance=2 * TOLERANCE)


def thumbnails(manifest):
    """Images with a thumbnail that fits, or does not."""
    large, small = encoded(picture(), ".avif"), encoded(picture(48, 32), ".avif")
    square, mask = encoded(picture(32, 32), ".avif"), encoded(slope(), ".avif")
    base = as_image(large)
    left, opaque = base.transpose(Image.ROTATE_90), as_image(mask).getchannel("R")
    half = heifbox.size(48, 32)
    for name, source, size, steps, own, expected in (
        ("alike", small, half, [heifbox.turn(1)], [heifbox.turn(3), heifbox.turn(2)], left),
        ("turned", small, half, [heifbox.turn(1)], [], left),
        ("shape", square, heifbox.size(32, 32), [], [], base),
        ("opaque", small, half, [], [], None),
    ):
        file = heifbox.File(b"avif")
        configuration, content = heifbox.coded(large)
        file.add(b"av01", content, heifbox.size(WIDTH, HEIGHT), configuration, *steps)
        configuration, content = heifbox.coded(source)
        file.refer(b"thmb", file.add(b"av01", content, size, configuration, *own), 1)
        if expected is None:
            configuration, content = heifbox.coded(mask)
            alpha = file.add(b"av01", content, heifbox.size(WIDTH, HEIGHT), configuration,
                             heifbox.auxiliary(ALPHA))
            file.refer(b"auxl", alpha, 1)
            expected = base.copy()
            expected.putalpha(opaque)
        add(manifest, f"thumbnail-{name}.avif", file.bytes(), expected, alpha=name == "opaque")


def described(manifest):
    """EXIF, whose orientation only repeats what the properties say, and XMP."""
    exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    xmp = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'
    source = encoded(picture(), ".avif")
    configuration, content = heifbox.coded(source)
    file = heifbox.File(b"avif")
    file.add(b"av01", content, heifbox.size(WIDTH, HEIGHT), configuration, heifbox.turn(3))
    file.add(b"Exif", struct.pack(">I", 6) + b"Exif\0\0" + exif)
    file.add(b"mime", xmp)
    file.refer(b"cdsc", 2, 1)
    file.refer(b"cdsc", 3, 1)
    add(manifest, "exif.avif", file.bytes(), as_image(source).transpose(Image.ROTATE_270))


def broken(manifest):
    source = encoded(picture(), ".avif")
    for name, data, reason in (
        ("truncated.avif", source[:-40], "cut inside the picture"),
        ("truncated-tables.avif", source[:150], "cut inside the tables"),
        ("html.avif", b"<!doctype html><title>404</title>", "a web page named .avif"),
        ("empty.heic", b"", "no bytes at all"),
        ("huge.avif", wrapped(".avif", source, width=65535, height=65535), "claims 65535 x 65535 pixels"),
        ("huge.heic", wrapped(".heic", encoded(picture(), ".heic"), width=65535, height=65535),
         "claims 65535 x 65535 pixels"),
        ("wrong-size.avif", wrapped(".avif", source, width=60, height=64), "its data have another size"),
        ("crop-outside.avif", wrapped(".avif", source, heifbox.aperture(40, 31, 2 * 29, 0)),
         "the clean aperture leaves the image"),
        ("essential.avif", wrapped(".avif", source, heifbox.box(b"xxxx")), "needs a property nobody knows"),
    ):
        manifest.reject(f"heif/{name}", data, reason)
    manifest.reject("heif/loop.avif", loop(), "an identity of itself")
    manifest.reject("heif/tile-bomb.avif", tile_bomb(source), "a grid of 256 x 255 large tiles for one pixel")


def loop():
    file = heifbox.File(b"avif")
    file.add(b"iden", b"", heifbox.size(8, 8))
    file.refer(b"dimg", 1, 1)
    return file.bytes()


def tile_bomb(source):
    configuration, content = heifbox.coded(source)
    file = heifbox.File(b"avif")
    file.add(b"grid", heifbox.grid(255, 256, 1, 1), heifbox.size(1, 1), inline=True)
    tile = file.add(b"av01", content, heifbox.size(WIDTH, HEIGHT), configuration)
    file.refer(b"dimg", 1, *[tile] * 65280)
    return file.bytes()


def make(manifest):
    manifest.start("heif")
    for suffix in (".heic", ".avif"):
        kinds(manifest, suffix)
        derived(manifest, suffix)
    transformations(manifest, ".avif")
    transformations(manifest, ".heic")
    thumbnails(manifest)
    described(manifest)
    broken(manifest)
