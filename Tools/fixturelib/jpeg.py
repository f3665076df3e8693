"""JPEG fixtures: samplings, modes, colour spaces, EXIF orientation, profiles, broken files.

cjpeg and jpegtran write them (CMYK: Pillow; YCCK: ImageMagick), exiftool tags them. Pixels are djpeg's with the accurate integer IDCT and smooth upsampling. CMYK pixels are
Pillow's CMYK, which undoes Adobe's inversion, as r = (255 - c)(255 - k) / 255.
"""
import io
import os
import struct

from PIL import Image, ImageOps

from .common import FixtureError, read, read_pnm, rgba_bytes, run, write
from .profiles import gray_profile, large_profile, srgb_profile

# One step for another rounding in the IDCT or in upsampling; two where CMYK is combined after that.
TOLERANCE, CMYK_TOLERANCE = 1, 2


def scene(width, height):
    """A smooth colour field with a bright disc and a dark bar: no symmetry, edges and flat parts."""
    out = []
    for y in range(height):
        for x in range(width):
            u, v = x / max(width - 1, 1), y / max(height - 1, 1)
            pixel = [40 + 200 * u, 60 + 150 * v, 220 - 160 * u * v]
            if (u - 0.3) ** 2 + (v - 0.35) ** 2 < 0.03:
                pixel = [250, 230, 90]
            elif 0.7 < u < 0.8 and v > 0.4:
                pixel = [30, 25, 60]
            out += [int(value) for value in pixel]
    return out


def ppm(width, height):
    return f"P6\n{width} {height}\n255\n".encode() + bytes(scene(width, height))


def djpeg(data, *options):
    width, height, channels, maximum, samples = read_pnm(
        run("djpeg", "-dct", "int", "-pnm", *options, stdin=data))
    return width, height, rgba_bytes(channels, maximum, samples)


def turned(width, height, pixels, orientation):
    """Pixels as stored to pixels as seen, by Pillow's reading of the EXIF tag."""
    image = Image.frombytes("RGBA", (width, height), pixels)
    image.getexif()[0x0112] = orientation
    image = ImageOps.exif_transpose(image)
    return *image.size, image.tobytes()


def add(manifest, file, data, model="rgb", *, orientation=1, **more):
    write(file, data)
    width, height, pixels = turned(*djpeg(data), orientation)
    manifest.decode(file, width, height, model, 8, pixels, orientation=orientation, tolerance=TOLERANCE, **more)


def encodings(manifest):
    odd, photo = ppm(33, 21), ppm(61, 45)
    for name, source, options in (
            ("444", odd, ("-sample", "1x1")),
            ("422", odd, ("-sample", "2x1")),
            ("420", odd, ("-sample", "2x2")),
            ("440", odd, ("-sample", "1x2")),
            ("411", odd, ("-sample", "4x1")),
            ("410", odd, ("-sample", "4x2")),
            ("progressive", photo, ("-progressive",)),
            ("arithmetic", photo, ("-arithmetic",)),
            ("arithmetic-progressive", photo, ("-arithmetic", "-progressive")),
            ("restart", photo, ("-restart", "1")),
            ("restart-blocks", photo, ("-restart", "2B")),
            ("optimized", photo, ("-optimize",)),
            ("rgb", photo, ("-rgb",)),
            ("low-quality", photo, ("-quality", "20")),
            ("1x1", ppm(1, 1), ()),
            ("1x17", ppm(1, 17), ()),
            ("8x8", ppm(8, 8), ())):
        quality = () if "-quality" in options else ("-quality", "90")
        add(manifest, f"jpeg/{name}.jpg", run("cjpeg", *quality, *options, stdin=source))
    for name, options in (("gray", ()), ("gray-progressive", ("-progressive",))):
        add(manifest, f"jpeg/{name}.jpg",
            run("cjpeg", "-quality", "90", "-grayscale", *options, stdin=photo), "gray")
    # Without markers of JFIF and Adobe the numbers of the components say what they are.
    add(manifest, "jpeg/no-jfif.jpg", without(0xE0, read("jpeg/420.jpg")))
    add(manifest, "jpeg/rgb-no-adobe.jpg", without(0xEE, read("jpeg/rgb.jpg")))
    scaled(manifest, "jpeg/photo.jpg", run("cjpeg", "-quality", "90", stdin=ppm(97, 61)))
    scaled(manifest, "jpeg/photo-progressive.jpg",
           run("cjpeg", "-quality", "90", "-sample", "1x1", "-progressive", stdin=ppm(97, 61)))


def scaled(manifest, file, data):
    """Also what djpeg makes of it at 1/8, 2/8 and 4/8."""
    versions = []
    for eighths in (1, 2, 4):
        width, height, pixels = djpeg(data, "-scale", f"{eighths}/8")
        expected = f"expected/{file}.scale{eighths}.rgba"
        write(expected, pixels)
        versions.append({"eighths": eighths, "width": width, "height": height, "expected": expected})
    add(manifest, file, data, scaled=versions)


def cmyk(manifest):
    width, height = 33, 21
    rgb = Image.frombytes("RGB", (width, height), bytes(scene(width, height)))
    # A black plate of its own, so that K is tested and not only C, M and Y.
    channels = list(rgb.convert("CMYK").split())
    channels[3] = Image.frombytes("L", (width, height), bytes(
        x * 120 // width + y * 80 // height for y in range(height) for x in range(width)))
    plates = Image.merge("CMYK", channels)
    tiff, plain = io.BytesIO(), io.BytesIO()
    plates.save(tiff, "TIFF")
    plates.save(plain, "JPEG", quality=92)

    def ycck(sampling):
        return run("convert", "tiff:-", "-strip", "-quality", "92", "-sampling-factor", sampling, "jpg:-",
                   stdin=tiff.getvalue())

    for name, data in (("cmyk", plain.getvalue()), ("ycck", ycck("1x1")), ("ycck-420", ycck("2x2"))):
        transform = data[data.index(b"Adobe") + 11]
        if transform != (2 if name.startswith("ycck") else 0):
            raise FixtureError(f"jpeg/{name}.jpg: Adobe transform {transform}")
        file = f"jpeg/{name}.jpg"
        write(file, data)
        image = Image.open(io.BytesIO(data))
        ink = image.tobytes()
        pixels = bytearray()
        for i in range(0, len(ink), 4):
            pixels += bytes(round((255 - c) * (255 - ink[i + 3]) / 255) for c in ink[i:i + 3]) + b"\xFF"
        manifest.decode(file, *image.size, "cmyk", 8, bytes(pixels), tolerance=CMYK_TOLERANCE)


def orientations(manifest):
    """Eight files that look the same upright, the transforms done without loss by jpegtran."""
    upright = run("cjpeg", "-quality", "95", "-sample", "1x1", stdin=ppm(48, 32))
    inverse = {1: (), 2: ("-flip", "horizontal"), 3: ("-rotate", "180"), 4: ("-flip", "vertical"),
               5: ("-transpose",), 6: ("-rotate", "270"), 7: ("-transverse",), 8: ("-rotate", "90")}
    for orientation, transform in inverse.items():
        data = run("jpegtran", "-perfect", *transform, stdin=upright) if transform else upright
        order = "II" if orientation % 2 else "MM"
        add(manifest, f"jpeg/exif-{orientation}.jpg", tagged(data, orientation, order), orientation=orientation)
    other_order = tagged(run("jpegtran", "-rotate", "270", stdin=upright), 6, "II")
    add(manifest, "jpeg/exif-6-little-endian.jpg", other_order, orientation=6)
    odd = run("cjpeg", "-quality", "95", stdin=ppm(33, 21))
    add(manifest, "jpeg/exif-6-odd.jpg", tagged(odd, 6, "MM"), orientation=6)
    add(manifest, "jpeg/exif-8-progressive.jpg",
        tagged(run("cjpeg", "-progressive", stdin=ppm(33, 21)), 8, "MM"), orientation=8)
    # Values outside 1 to 8, and an EXIF block cut short, mean nothing: as stored.
    add(manifest, "jpeg/exif-9.jpg", retagged(tagged(odd, 6, "MM"), 9))
    add(manifest, "jpeg/exif-0.jpg", retagged(tagged(odd, 6, "MM"), 0))
    add(manifest, "jpeg/exif-cut.jpg", segment(odd, 0xE1, b"Exif\0\0MM\0\x2A\0\0\0\x08\0\x03\x01\x12"))
    add(manifest, "jpeg/exif-bad-offset.jpg", segment(odd, 0xE1, b"Exif\0\0MM\0\x2A\xFF\xFF\xFF\xF0\0\x01"))


def tagged(data, orientation, order):
    """The JPEG with an EXIF block of this byte order holding the orientation."""
    path = write("jpeg/tagging.jpg", data)
    run("exiftool", "-q", "-n", "-overwrite_original", f"-ExifByteOrder={order}", "-Make=Test",
        f"-IFD0:Orientation={orientation}", "-ExifImageWidth=48", path)
    with open(path, "rb") as file:
        out = file.read()
    os.remove(path)
    if out[out.index(b"Exif\0\0") + 6:][:2] != order.encode():
        raise FixtureError(f"exiftool did not use byte order {order}")
    return out


def retagged(data, value):
    """Another value in the orientation entry of a big-endian EXIF block."""
    entry = struct.pack(">HHI", 0x0112, 3, 1)
    at = data.index(entry) + len(entry)
    return data[:at] + struct.pack(">H", value) + data[at + 2:]


def segment(data, marker, body):
    """The JPEG with one more segment right after its start."""
    return data[:2] + bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body + data[2:]


def without(marker, data):
    """The JPEG without the first segment of this marker."""
    at = data.index(bytes([0xFF, marker]))
    length = struct.unpack(">H", data[at + 2:at + 4])[0]
    return data[:at] + data[at + 2 + length:]


def profiles(manifest):
    source = ppm(33, 21)
    for name, profile, options, model, description in (
            ("icc", srgb_profile(), (), "rgb", "sRGB built-in"),
            ("icc-gray", gray_profile(), ("-grayscale",), "gray", "Kingfisher test gray"),
            ("icc-multi", large_profile(70000), (), "rgb", "sRGB built-in")):
        path = write("jpeg/profile.icc", profile)
        data = run("cjpeg", "-quality", "90", *options, "-icc", path, stdin=source)
        os.remove(path)
        if data.count(b"ICC_PROFILE\0") != (2 if name == "icc-multi" else 1):
            raise FixtureError(f"jpeg/{name}.jpg: unexpected number of profile segments")
        add(manifest, f"jpeg/{name}.jpg", data, model, icc=description)
    both = tagged(read("jpeg/icc.jpg"), 6, "II")
    add(manifest, "jpeg/icc-exif-6.jpg", both, orientation=6, icc="sRGB built-in")
    # Segment 2 of 2 alone: a profile with a hole is no profile, the picture is fine.
    add(manifest, "jpeg/icc-incomplete.jpg",
        segment(run("cjpeg", stdin=source), 0xE2, b"ICC_PROFILE\0\x02\x02" + srgb_profile()))


def metadata(manifest):
    """EXIF and XMP, and what each has to be once the picture is upright: as exiftool writes and reads them."""
    path = write("jpeg/metadata.jpg", run("cjpeg", "-quality", "90", stdin=ppm(33, 21)))
    set_tags = ("exiftool", "-q", "-n", "-overwrite_original")
    run(*set_tags, "-ExifByteOrder=MM", "-Make=Test", "-IFD0:Orientation=6", "-XMP-dc:Title=A test", path)
    add(manifest, "jpeg/metadata.jpg", read("jpeg/metadata.jpg"), orientation=6)
    write("expected/jpeg/metadata.xmp", run("exiftool", "-b", "-xmp", path))
    upright = write("jpeg/upright.jpg", read("jpeg/metadata.jpg"))
    run(*set_tags, "-IFD0:Orientation=1", upright)
    write("expected/jpeg/metadata.exif", run("exiftool", "-b", "-exif", upright))
    os.remove(upright)


def broken(manifest):
    good = read("jpeg/420.jpg")
    scan = good.index(b"\xFF\xDA")
    frame = good.index(b"\xFF\xC0")
    size_at = frame + 5

    def sized(height, width):
        return good[:size_at] + struct.pack(">HH", height, width) + good[size_at + 4:]

    # Without Huffman tables decoders take the standard ones, as for Motion JPEG; without these there is nothing to take.
    first_table = good.index(b"\xFF\xDB")
    for name, data, reason in (
            ("truncated", good[:(scan + len(good)) // 2], "cut inside the picture"),
            ("truncated-header", good[:frame + 6], "cut inside the frame header"),
            ("truncated-progressive", read("jpeg/progressive.jpg")[:-120], "cut inside the last scan"),
            ("no-end", good[:-2], "the end marker is missing"),
            ("huge", sized(65535, 65535), "claims 65535 x 65535 pixels, has 33 x 21"),
            ("zero-height", sized(0, 33), "height 0"),
            ("zero-width", sized(21, 0), "width 0"),
            ("no-scan", good[:scan] + b"\xFF\xD9", "ends before any scan"),
            ("no-tables", good[:first_table] + good[frame:], "the quantisation tables are missing"),
            ("start-only", good[:2], "nothing after the start marker"),
            ("empty", b"", "no bytes at all"),
            ("text", b"This is no image, whatever its name says.\n", "text named .jpg"),
            ("html", b"<!DOCTYPE html><title>Not found</title>\n", "a web page named .jpg")):
        manifest.reject(f"jpeg/{name}.jpg", data, reason)


def make(manifest):
    manifest.start("jpeg")
    encodings(manifest)
    cmyk(manifest)
    orientations(manifest)
    profiles(manifest)
    metadata(manifest)
    broken(manifest)
