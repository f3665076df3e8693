"""PNG fixtures: every colour type, depth and interlace; profiles, orientation, text; broken files.

ImageMagick and Pillow write them; where a combination is beyond both (interlaced palette with alpha, a
transparent colour), the one chunk that makes it is spliced in. Every file is decoded by two independent
programs that must agree: ImageMagick with Pillow up to 8 bits, ImageMagick with netpbm for 16. A
transparent colour is applied to netpbm's opaque pixels by the words of the PNG specification, since
netpbm 11.1 and Pillow 9.4 each get it wrong for some depth; ImageMagick must agree with that too.
"""
import io
import os
import struct
import zlib

from PIL import Image, ImageOps

from .common import (FIXTURES, FixtureError, pam, png_chunk, png_chunks, png_from, read, read_pnm, rgba_bytes,
                     run, write)
from .profiles import gray_profile, srgb_profile

WIDTH, HEIGHT = 17, 13
UNWANTED = "png:exclude-chunks=bKGD,cHRM,gAMA,sRGB,tEXt,zTXt,date,tIME,pHYs"
KINDS = {0: ("GRAYSCALE", 1), 2: ("RGB", 3), 4: ("GRAYSCALE_ALPHA", 2), 6: ("RGB_ALPHA", 4)}
ORIENTATIONS = ("TopLeft", "TopRight", "BottomRight", "BottomLeft", "LeftTop", "RightTop", "RightBottom",
                "LeftBottom")
MODELS = {0: "gray", 2: "rgb", 3: "indexed", 4: "gray", 6: "rgb"}


def pattern(width, height, channels, maximum):
    """Samples that differ from pixel to pixel, channel to channel, and in both bytes of a wide sample."""
    return [(x * 7919 * (c + 3) + y * 104729 * (2 * c + 1) + x * y * 31 + c * 997) % (maximum + 1)
            for y in range(height) for x in range(width) for c in range(channels)]


def imagemagick(source, kind, color, depth, interlaced):
    return run("convert", f"{kind}:-", "-interlace", "PNG" if interlaced else "none",
               "-define", f"png:color-type={color}", "-define", f"png:bit-depth={depth}",
               "-define", UNWANTED, "png:-", stdin=source)


def check_header(file, data, color, depth, interlaced):
    got = struct.unpack(">BBxxB", data[24:29])
    if got != (depth, color, int(interlaced)):
        raise FixtureError(f"{file}: wanted depth, type, interlace {depth, color, int(interlaced)}, got {got}")


def decoded(file, depth, orientation, key):
    """Pixels as two independent decoders see them."""
    path = os.path.join(FIXTURES, file)
    # ImageMagick 6 knows orientation but not PNG's eXIf chunk, so it is told.
    turn = ["-orient", ORIENTATIONS[orientation - 1], "-auto-orient"]
    bits = "16" if depth == 16 else "8"
    first = run("convert", path, *turn, "-depth", bits, "-endian", "MSB", "RGBA:-")
    if key is not None:
        _, _, channels, maximum, samples = read_pnm(run("pngtopam", path))
        second = keyed(rgba_bytes(channels, maximum, samples), channels, samples, key)
    elif depth == 16:
        _, _, channels, maximum, samples = read_pnm(run("pngtopam", "-alphapam", path))
        second = rgba_bytes(channels, maximum, samples)
    else:
        image = Image.open(path)
        image.load()
        second = ImageOps.exif_transpose(image).convert("RGBA").tobytes()
    if first != second:
        raise FixtureError(f"{file}: the two decoders disagree")
    return second


def keyed(pixels, channels, samples, key):
    """Opaque RGBA pixels with alpha 0 where the stored samples are the transparent colour."""
    size = len(pixels) // (len(samples) // channels)
    out = bytearray(pixels)
    for i in range(0, len(samples), channels):
        if samples[i:i + channels] == key:
            end = (i // channels + 1) * size
            out[end - size // 4:end] = bytes(size // 4)
    return bytes(out)


def add(manifest, file, data, size, color, depth, *, alpha=False, interlaced=False, key=None, **more):
    check_header(file, data, color, depth, interlaced)
    write(file, data)
    pixels = decoded(file, depth, more.get("orientation", 1), key)
    manifest.decode(file, *size, MODELS[color], depth, pixels, alpha=alpha, **more)


def splice(data, name, body, before=b"IDAT"):
    """The same PNG with one more chunk before the first one of a name."""
    chunks = png_chunks(data)
    at = [chunk for chunk, _ in chunks].index(before)
    return png_from(chunks[:at] + [(name, body)] + chunks[at:])


def palette_image(depth, size):
    count = min(1 << depth, 200)
    image = Image.new("P", size)
    image.putdata([(x + y * 5 + x * y // 3) % count for y in range(size[1]) for x in range(size[0])])
    image.putpalette([v for i in range(count)
                      for v in ((i * 97 + 20) % 256, (i * 53 + 90) % 256, (255 - i * 31) % 256)])
    return image


def with_palette_alpha(data):
    """The palette image with an alpha for all entries but the last, which is then opaque by the specification."""
    count = len(dict(png_chunks(data))[b"PLTE"]) // 3
    return splice(data, b"tRNS", bytes(i * 255 // count for i in range(count - 1)))


def color_types(manifest, size, suffix=""):
    width, height = size
    for color, depths in ((0, (1, 2, 4, 8, 16)), (2, (8, 16)), (4, (8, 16)), (6, (8, 16))):
        for depth in depths:
            kind, channels = KINDS[color]
            maximum = (1 << depth) - 1
            samples = pattern(width, height, channels, maximum)
            source = pam(width, height, channels, maximum, kind, samples)
            for interlaced in (False, True):
                data = imagemagick(source, "pam", color, depth, interlaced)
                name = f"{kind.lower().replace('scale', '').replace('_', '-')}-{depth}"
                tail = suffix + ("-interlaced" if interlaced else "") + ".png"
                add(manifest, f"png/{name}{tail}", data, size, color, depth, alpha=color >= 4,
                    interlaced=interlaced)
                if color in (0, 2) and not suffix:
                    # The key is the colour of a pixel that is there, in full 16 bits.
                    at = (5 * width + 3) * channels
                    key = samples[at:at + channels]
                    body = struct.pack(f">{channels}H", *key)
                    add(manifest, f"png/{name}-key{tail}", splice(data, b"tRNS", body), size, color, depth,
                        alpha=True, interlaced=interlaced, key=key)


def palettes(manifest, size):
    for depth in (1, 2, 4, 8):
        plain = io.BytesIO()
        palette_image(depth, size).save(plain, "PNG", bits=depth)
        for interlaced in (False, True):
            data = imagemagick(plain.getvalue(), "png", 3, depth, True) if interlaced else plain.getvalue()
            tail = "-interlaced.png" if interlaced else ".png"
            add(manifest, f"png/palette-{depth}{tail}", data, size, 3, depth, interlaced=interlaced)
            add(manifest, f"png/palette-{depth}-alpha{tail}", with_palette_alpha(data), size, 3, depth,
                alpha=True, interlaced=interlaced)


def metadata(manifest):
    size = WIDTH, HEIGHT
    rgb = Image.frombytes("RGB", size, bytes(pattern(*size, 3, 255)))
    gray = Image.frombytes("L", size, bytes(pattern(*size, 1, 255)))

    def saved(image, **options):
        out = io.BytesIO()
        image.save(out, "PNG", **options)
        return out.getvalue()

    add(manifest, "png/rgb-icc.png", saved(rgb, icc_profile=srgb_profile()), size, 2, 8, icc="sRGB built-in")
    add(manifest, "png/gray-icc.png", saved(gray, icc_profile=gray_profile()), size, 0, 8,
        icc="Kingfisher test gray")
    text = splice(saved(rgb), b"tEXt", b"Title\0A fixture with text")
    text = splice(text, b"zTXt", b"Comment\0\0" + zlib.compress(b"compressed text " * 20))
    text = splice(text, b"iTXt", b"Author\0\0\0en\0\0" + "Zoë".encode())
    add(manifest, "png/rgb-text.png", text, size, 2, 8)
    add(manifest, "png/rgb-density.png", saved(rgb, dpi=(300, 300)), size, 2, 8)
    for orientation in (3, 6, 7):
        path = write(f"png/exif-{orientation}.png", saved(rgb))
        run("exiftool", "-q", "-n", "-overwrite_original", f"-IFD0:Orientation={orientation}", path)
        data = read(f"png/exif-{orientation}.png")
        if b"eXIf" not in [name for name, _ in png_chunks(data)]:
            raise FixtureError("exiftool wrote no eXIf chunk")
        add(manifest, f"png/exif-{orientation}.png", data, size if orientation < 5 else size[::-1], 2, 8,
            orientation=orientation)
    bomb = b"Comment\0\0" + zlib.compress(bytes(120 << 20), 9)
    # A decoder has no need of the text, so it never inflates it. (Pillow does, and refuses the file.)
    write("png/ztxt-bomb.png", splice(saved(rgb), b"zTXt", bomb))
    manifest.decode("png/ztxt-bomb.png", *size, "rgb", 8, decoded("png/rgb-density.png", 8, 1, None))


def damage(data, chunk):
    """The PNG with the last CRC byte of its first chunk of this name flipped."""
    at = data.index(chunk) + 4 + struct.unpack(">I", data[data.index(chunk) - 4:data.index(chunk)])[0] + 3
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1:]


def broken(manifest):
    good = read("png/rgb-8.png")
    header = struct.pack(">IIBBBBB", 2**31 - 1, 2**31 - 1, 8, 6, 0, 0, 0)
    chunks = png_chunks(good)

    def with_header(body):
        return png_from([(b"IHDR", body)] + chunks[1:])

    def iccp_bomb(size):
        return splice(good, b"iCCP", b"bomb\0\0" + zlib.compress(bytes(size), 9))

    for name, data, reason in (
            ("bad-crc-header", damage(good, b"IHDR"), "the CRC of IHDR is wrong"),
            ("bad-crc-data", damage(good, b"IDAT"), "the CRC of IDAT is wrong"),
            ("no-end", png_from(chunks[:-1]), "IEND is missing"),
            ("no-data", png_from([c for c in chunks if c[0] != b"IDAT"]), "IDAT is missing"),
            ("no-palette", png_from([c for c in png_chunks(read("png/palette-8.png")) if c[0] != b"PLTE"]),
             "a palette image without PLTE"),
            ("short-data", png_from([chunks[0], (b"IDAT", zlib.compress(b"\0" + bytes(30))), (b"IEND", b"")]),
             "the compressed data ends after the first rows"),
            ("huge", with_header(header), "claims 2147483647 x 2147483647 pixels"),
            ("zero-width", with_header(struct.pack(">IIBBBBB", 0, 13, 8, 2, 0, 0, 0)), "width 0"),
            ("bad-depth", with_header(struct.pack(">IIBBBBB", 17, 13, 3, 2, 0, 0, 0)), "bit depth 3"),
            ("iccp-bomb", iccp_bomb(120 << 20), "the profile inflates to 120 MiB"),
            ("truncated", good[:len(good) // 2], "cut in the middle"),
            ("signature-only", good[:8], "nothing after the signature"),
            ("empty", b"", "no bytes at all"),
            ("text", b"This is no image, whatever its name says.\n", "text named .png")):
        manifest.reject(f"png/{name}.png", data, reason)


def make(manifest):
    manifest.start("png")
    color_types(manifest, (WIDTH, HEIGHT))
    palettes(manifest, (WIDTH, HEIGHT))
    color_types(manifest, (1, 1), "-1x1")
    color_types(manifest, (3, 2), "-3x2")
    metadata(manifest)
    broken(manifest)
