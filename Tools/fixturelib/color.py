"""Colour profiles and what pixels in them are in sRGB.

Profiles are made here: of curves and a matrix (the published primaries and gammas), of tables, of inks. The 8-bit
answers are Pillow's, by way of its Little CMS (relative colorimetric, black point compensation); the 16-bit ones of
profiles with a matrix are worked out below, in floating point, from the same numbers.

The pixels are steps of each channel in turn, the last channel fastest: 9 for colours, 256 for gray, 6 for inks. Dumps
are RGB or gray, 16 bits big-endian.
"""
import io
import os
import struct

from PIL import Image, ImageCms

from .common import FIXTURES, FixtureError, write
from .profiles import assemble, gray_profile, srgb_profile

D50 = (0.9642, 1.0, 0.8249)
# Primaries adapted to D50 as the usual profiles have them: the XYZ of red, green and blue.
MATRICES = {
    "p3": ((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)),
    "adobe": ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)),
    "prophoto": ((0.79767, 0.28804, 0.0), (0.13519, 0.71188, 0.0), (0.03134, 0.00009, 0.82491)),
}
GAMMAS = {"adobe": 563 / 256, "prophoto": 461 / 256}
SRGB = ((0.436066, 0.222488, 0.013916), (0.385147, 0.716873, 0.097076), (0.143066, 0.060608, 0.714096))
# A curve of few steps, as in small sRGB profiles.
SHORT_TABLE = 64


def fixed(value):
    return round(value * 65536) / 65536


def xyz(values):
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(v * 65536) for v in values))


def srgb_light(sample):
    return sample / 12.92 if sample <= 0.04045 else ((sample + 0.055) / 1.055) ** 2.4


def srgb_sample(light):
    light = min(max(light, 0), 1)
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def curve(name):
    """The element of a tone curve, and the curve."""
    if name in GAMMAS:
        gamma = GAMMAS[name]
        return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0", lambda s: s ** gamma
    numbers = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    return b"para\0\0\0\0\0\3\0\0" + struct.pack(">5i", *(round(n * 65536) for n in numbers)), srgb_light


def matrix_profile(name):
    tags = [(signature, xyz(color)) for signature, color in zip((b"rXYZ", b"gXYZ", b"bXYZ"), MATRICES[name])]
    return assemble(b"RGB ", f"Kingfisher test {name}", tags + [
        (signature, curve(name)[0]) for signature in (b"rTRC", b"gTRC", b"bTRC")])


def short_srgb_profile():
    values = [round(srgb_light(i / (SHORT_TABLE - 1)) * 65535) for i in range(SHORT_TABLE)]
    table = b"curv\0\0\0\0" + struct.pack(f">I{SHORT_TABLE}H", SHORT_TABLE, *values)
    tags = [(signature, xyz(color)) for signature, color in zip((b"rXYZ", b"gXYZ", b"bXYZ"), SRGB)]
    return assemble(b"RGB ", "Kingfisher test short", tags + [
        (signature, table) for signature in (b"rTRC", b"gTRC", b"bTRC")])


def inverse(columns):
    """The inverse of a 3x3 matrix of columns, as rows."""
    (a, d, g), (b, e, h), (c, f, i) = columns
    size = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return [[value / size for value in row] for row in (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d))]


def exact(name):
    """The 16-bit answer for the steps, in floating point throughout."""
    columns = [[fixed(v) for v in color] for color in MATRICES[name]]
    rows, light = inverse(SRGB), curve(name)[1]
    result = []
    for pixel in steps(3, 9):
        linear = [light(v / 255) for v in pixel]
        color = [sum(columns[c][axis] * linear[c] for c in range(3)) for axis in range(3)]
        result += [round(srgb_sample(sum(w * v for w, v in zip(row, color))) * 65535) for row in rows]
    return struct.pack(f">{len(result)}H", *result)


def steps(channels, count):
    """The pixels of the fixtures: each channel's steps in turn, the last one fastest."""
    values = [i * 255 // (count - 1) for i in range(count)]
    pixels = [()]
    for _ in range(channels):
        pixels = [pixel + (value,) for pixel in pixels for value in values]
    return pixels


def lab(color):
    def root(t):
        return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29
    x, y, z = (root(v / w) for v, w in zip(color, D50))
    coded = (116 * y - 16) * 2.55, 500 * (x - y) + 128, 200 * (y - z) + 128
    return bytes(min(max(round(v), 0), 255) for v in coded)


def table_profile(space, name, channels, grid, color):
    """A profile that works by one table of 8 bits to Lab."""
    identity = bytes(range(256))
    table = b"".join(lab(color([v / 255 for v in pixel])) for pixel in steps(channels, grid))
    head = b"mft1\0\0\0\0" + bytes((channels, 3, grid, 0))
    head += struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    element = head + identity * channels + table + identity * 3
    profile = assemble(space, f"Kingfisher test {name}", [(b"A2B0", element)])
    return profile[:12] + (b"prtr" if channels == 4 else b"scnr") + profile[16:20] + b"Lab " + profile[24:]


def inked(inks):
    """Light that inks leave of paper: each takes most of its own third, and black of all."""
    c, m, y, k = inks
    rest = 1 - 0.93 * k
    linear = ((1 - 0.95 * c) * rest, (1 - 0.9 * m) * (1 - 0.1 * c) * rest, (1 - 0.88 * y) * rest)
    return [sum(SRGB[i][axis] * linear[i] for i in range(3)) for axis in range(3)]


def scanned(sample):
    r, g, b = (0.01 + 0.99 * v ** 2 for v in sample)
    linear = (0.8 * r + 0.2 * g, 0.1 * r + 0.8 * g + 0.1 * b, 0.15 * g + 0.85 * b)
    return [sum(SRGB[i][axis] * linear[i] for i in range(3)) for axis in range(3)]


def pillow(profile, mode, channels, count):
    pixels = steps(channels, count)
    image = Image.frombytes(mode, (len(pixels), 1), b"".join(bytes(pixel) for pixel in pixels))
    converted = ImageCms.profileToProfile(
        image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"),
        renderingIntent=1, outputMode="RGB", flags=0x2000)
    return converted.tobytes()


def make(manifest):
    folder = os.path.join(FIXTURES, "color")
    os.makedirs(folder, exist_ok=True)
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    write("color/srgb.icc", srgb_profile())
    write("color/srgb-short.icc", short_srgb_profile())
    for name in MATRICES:
        profile, dump = matrix_profile(name), exact(name)
        write(f"color/{name}.icc", profile)
        write(f"color/{name}.rgb16", dump)
        answer = pillow(profile, "RGB", 3, 9)
        write(f"color/{name}.rgb8", answer)
        wide = struct.unpack(f">{len(dump) // 2}H", dump)
        if max(abs(a - b / 257) for a, b in zip(answer, wide)) > 1.5:
            raise FixtureError(f"{name}: Pillow and the formula disagree")
    write("color/gray.icc", gray_profile())
    # Gray is exact for both: a curve to light and one back.
    gray = [round(srgb_sample((v / 255) ** (int(2.2 * 256) / 256)) * 255) for v in range(256)]
    write("color/gray.gray8", bytes(gray))
    for name, space, mode, channels, grid, color, count in (
            ("inks", b"CMYK", "CMYK", 4, 3, inked, 6), ("table", b"RGB ", "RGB", 3, 5, scanned, 9)):
        profile = table_profile(space, name, channels, grid, color)
        write(f"color/{name}.icc", profile)
        write(f"color/{name}.rgb8", pillow(profile, mode, channels, count))
