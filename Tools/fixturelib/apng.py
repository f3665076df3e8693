"""APNG fixtures: every way to dispose and blend, palettes, 16 bits, interlace, a hidden default image; broken ones.

Pillow or ImageMagick encode each frame as a PNG; what makes an animation of them is spliced in. The expected
frames are composited here in the words of the specification from frames that Pillow and netpbm decode, and FFmpeg
must agree within 1 where it can: it does not lay 16-bit frames over each other, wants a first frame of the canvas's
size, clears pixels without alpha to black rather than transparent, and shifts frames of fewer than 8 bits. Pillow
is no judge of animations: it mixes the alpha of what it lays over something, and forgets what "previous" goes
back to.
"""
import io
import os
import struct

from PIL import Image

from .common import FIXTURES, FixtureError, pam, png_chunks, png_from, read_pnm, rgba_bytes, run, write
from .png import pattern

KEEP, CLEAR, PREVIOUS = 0, 1, 2
REPLACE, OVER = 0, 1
KINDS = {2: ("RGB", 3), 4: ("GRAYSCALE_ALPHA", 2), 6: ("RGB_ALPHA", 4)}


def encoded(color, depth, width, height, seed, interlaced=False):
    """A frame's PNG, of samples that differ from seed to seed; alpha is 0, full, or between."""
    kind, channels = KINDS[color]
    most = (1 << depth) - 1
    samples = [(value + seed * 5003) % (most + 1) for value in pattern(width, height, channels, most)]
    if color >= 4:
        for i in range(channels - 1, len(samples), channels):
            samples[i] = (0, most, samples[i])[(i // channels + seed) % 3]
    return run("convert", "pam:-", "-interlace", "PNG" if interlaced else "none",
               "-define", f"png:color-type={color}", "-define", f"png:bit-depth={depth}",
               "-define", "png:exclude-chunks=all", "png:-", stdin=pam(width, height, channels, most, kind, samples))


def indexed(width, height, seed, transparent):
    """Frames that share a palette, by which entry n is the same colour in all of them."""
    image = Image.new("P", (width, height))
    image.putdata([(x + y * 3 + seed * 5) % 12 for y in range(height) for x in range(width)])
    image.putpalette([v for i in range(12) for v in (i * 20, 255 - i * 20, i * 97 % 256)])
    out = io.BytesIO()
    image.save(out, "PNG", bits=8 if transparent else 4, **({"transparency": bytes([0, 90, 255, 10])} if transparent else {}))
    return out.getvalue()


def data_of(png):
    return b"".join(body for name, body in png_chunks(png) if name == b"IDAT")


def size_of(png):
    return struct.unpack(">II", png_chunks(png)[0][1][:8])


class Frame:
    """A frame's PNG, where it is drawn, for how long, and how."""

    def __init__(self, png, x=0, y=0, delay=(1, 10), dispose=KEEP, blend=REPLACE):
        self.png, self.x, self.y, self.delay, self.dispose, self.blend = png, x, y, delay, dispose, blend

    def control(self, sequence):
        return struct.pack(">IIIIIHHBB", sequence, *size_of(self.png), self.x, self.y, *self.delay,
                           self.dispose, self.blend)


def assembled(frames, plays, hidden=None, extra=(), pieces=1):
    """The chunks of an animation; with `hidden`, that PNG is the default image and no frame."""
    first = hidden or frames[0].png
    head = [chunk for chunk in png_chunks(first) if chunk[0] in (b"IHDR", b"PLTE", b"tRNS")]
    chunks = [head[0], (b"acTL", struct.pack(">II", len(frames), plays)), *extra, *head[1:]]
    sequence = 0
    if hidden:
        chunks.append((b"IDAT", data_of(hidden)))
    for index, frame in enumerate(frames):
        chunks.append((b"fcTL", frame.control(sequence)))
        sequence += 1
        data = data_of(frame.png)
        if index == 0 and not hidden:
            chunks.append((b"IDAT", data))
            continue
        step = len(data) // pieces + 1
        for start in range(0, len(data), step):
            chunks.append((b"fdAT", struct.pack(">I", sequence) + data[start:start + step]))
            sequence += 1
    return chunks + [(b"IEND", b"")]


def samples_of(png, deep):
    """RGBA samples of a still image, as netpbm or Pillow decodes it."""
    if deep:
        _, _, channels, most, samples = read_pnm(run("pngtopam", "-alphapam", stdin=png))
        return list(struct.unpack(f">{len(samples) // channels * 4}H", rgba_bytes(channels, most, samples)))
    return list(Image.open(io.BytesIO(png)).convert("RGBA").tobytes())


def laid_over(above, below, most):
    """One pixel over another, both with straight alpha, rounded to the nearest: exact in whole numbers."""
    if above[3] == 0:
        return below
    if above[3] == most or below[3] == 0:
        return above
    rest = below[3] * (most - above[3])
    alpha = above[3] * most + rest
    color = [(2 * (a * above[3] * most + b * rest) + alpha) // (2 * alpha) for a, b in zip(above[:3], below[:3])]
    return (*color, (2 * alpha + most) // (2 * most))


def composited(frames, width, height, deep):
    """What is shown, frame by frame, by section 4.9 of the specification."""
    most = 65535 if deep else 255
    canvas = [(0, 0, 0, 0)] * (width * height)
    shown = []
    for index, frame in enumerate(frames):
        before = list(canvas)
        columns, rows = size_of(frame.png)
        samples = samples_of(frame.png, deep)
        for row in range(rows):
            for column in range(columns):
                at = (frame.y + row) * width + frame.x + column
                start = (row * columns + column) * 4
                pixel = tuple(samples[start:start + 4])
                canvas[at] = laid_over(pixel, canvas[at], most) if frame.blend == OVER else pixel
        shown.append(b"".join(struct.pack(">4H" if deep else "4B", *pixel) for pixel in canvas))
        if frame.dispose == PREVIOUS and index > 0:
            canvas = before
        elif frame.dispose != KEEP:
            for row in range(rows):
                for column in range(columns):
                    canvas[(frame.y + row) * width + frame.x + column] = (0, 0, 0, 0)
    return shown


def check_with_ffmpeg(file, shown, deep):
    got = run("ffmpeg", "-nostdin", "-v", "error", "-i", os.path.join(FIXTURES, file), "-frames:v", str(len(shown)),
              "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba64be" if deep else "rgba", "-")
    # Its blending of two half-transparent pixels is cut short to 8 bits on the way.
    if any(abs(a - b) > 1 for a, b in zip(got, b"".join(shown), strict=True)):
        raise FixtureError(f"{file}: FFmpeg shows other frames")


def add(manifest, name, frames, plays, *, hidden=None, deep=False, ffmpeg=True, **more):
    file = f"apng/{name}.png"
    write(file, png_from(assembled(frames, plays, hidden, **more)))
    width, height = size_of(hidden or frames[0].png)
    shown = composited(frames, width, height, deep)
    if ffmpeg:
        check_with_ffmpeg(file, shown, deep)
    expected = f"expected/{file}.rgba{'16' if deep else ''}"
    write(expected, b"".join(shown))
    manifest.entries[file] = {
        "file": file, "format": "apng", "expect": "animate", "width": width, "height": height,
        "frames": len(frames), "plays": plays, "delays": [list(frame.delay) for frame in frames],
        "expected": expected}


def combinations(color, depth, interlaced=False):
    """Every way to dispose, followed by every way to blend, on rectangles that overlap."""
    frames = [Frame(encoded(color, depth, 13, 9, 0, interlaced), delay=(1, 30))]
    for index, (dispose, blend) in enumerate((d, b) for d in (KEEP, CLEAR, PREVIOUS) for b in (REPLACE, OVER)):
        x, y = index % 4, index % 3
        png = encoded(color, depth, 7 + index % 3, 5 + index % 2, index + 1, interlaced)
        frames.append(Frame(png, x, y, (index * 7, 0 if index == 2 else 100), dispose, blend))
    return frames + [Frame(encoded(color, depth, 3, 2, 9, interlaced), 10, 7, (65535, 65535), KEEP, OVER)]


def make(manifest):
    manifest.start("apng")
    add(manifest, "rgba", combinations(6, 8), 3, pieces=3)
    add(manifest, "rgba-interlaced", combinations(6, 8, True), 0)
    add(manifest, "gray-alpha", combinations(4, 8), 1)
    add(manifest, "rgba-16", combinations(6, 16), 2, deep=True, ffmpeg=False)
    replaced = [Frame(frame.png, frame.x, frame.y, frame.delay, frame.dispose) for frame in combinations(6, 16)]
    add(manifest, "rgba-16-replaced", replaced, 0, deep=True)
    rgb = [encoded(2, 8, 13, 9, 1), encoded(2, 8, 5, 4, 2), encoded(2, 8, 6, 3, 3)]
    add(manifest, "rgb", [Frame(rgb[0]), Frame(rgb[1], 2, 3), Frame(rgb[2], 7, 6, dispose=PREVIOUS)], 0)
    # Pixels without alpha on a canvas that shows through.
    add(manifest, "rgb-cleared", [Frame(rgb[0]), Frame(rgb[1], 2, 3, dispose=CLEAR), Frame(rgb[2], 7, 6)], 0,
        ffmpeg=False)
    add(manifest, "rgb-hidden", [Frame(rgb[1], 1, 1), Frame(rgb[2], 3, 2)], 5, hidden=encoded(2, 8, 13, 9, 4),
        ffmpeg=False)
    for name, transparent in (("palette", False), ("palette-alpha", True)):
        frames = [Frame(indexed(13, 9, 0, transparent), dispose=PREVIOUS),
                  Frame(indexed(6, 5, 1, transparent), 4, 2, (3, 100), CLEAR, OVER),
                  Frame(indexed(7, 4, 2, transparent), 1, 3, (1, 7), KEEP, OVER)]
        add(manifest, name, frames, 0, ffmpeg=transparent)
