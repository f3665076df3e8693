"""References for resizing: Pillow's LANCZOS (three lobes, antialiased when shrinking), and its other filters.

`expected` is computed channel by channel in Pillow's float mode and rounded and clamped once, at the end.
`expectedPillow8`, for 8-bit images, is what Pillow's 8-bit path gives, which also rounds and clamps between its two
passes: next to hard edges the two are up to 32 apart, elsewhere 1. A good resizer is near one of them.
Colours with alpha are resized premultiplied (Pillow's mode RGBa), and so are both dumps;
`expectedStraight` is Pillow's 8-bit result turned back. Dumps are rows without padding, 16 bits big-endian.
"""
import json
import math
import os
import struct

from PIL import Image, ImageDraw

from .common import FIXTURES, pam, run, write

SIZES = ((32, 24), (20, 15), (7, 5), (1, 1), (64, 10), (13, 48), (64, 48), (80, 60), (150, 33))
FILTERS = (
    ("nearest", Image.Resampling.NEAREST), ("box", Image.Resampling.BOX),
    ("bilinear", Image.Resampling.BILINEAR), ("bicubic", Image.Resampling.BICUBIC))


def rgb():
    """Waves that get finer to the right, so that aliasing would show, under a hard diagonal edge."""
    image = Image.new("RGB", (64, 48))
    for y in range(48):
        for x in range(64):
            wave = int(127 + 120 * math.sin(x * x / 40) * math.cos(y / 5))
            image.putpixel((x, y), (wave, (x * 4 + y * 3) % 256, 255 - wave) if x + y < 70 else (250, 240, 20))
    return image


def disc():
    """An opaque red disc on transparent green: any green or dark at its rim is a mixing fault."""
    image = Image.new("RGBA", (64, 48), (0, 255, 0, 0))
    ImageDraw.Draw(image).ellipse((12, 4, 51, 43), fill=(255, 0, 0, 255))
    return image


def soft():
    """Colours and alpha that both change from pixel to pixel."""
    image = rgb().convert("RGBA")
    image.putalpha(Image.frombytes("L", (64, 48), bytes(
        (x * 4 * (48 - y) // 48) % 256 for y in range(48) for x in range(64))))
    return image


def wide_gray():
    return [int(32767 + 32000 * math.sin(x / 3) * math.sin(y * y / 60)) if x > 9 else 65535 * (y % 2)
            for y in range(48) for x in range(64)]


def in_floats(channels, size, full, resampling=Image.Resampling.LANCZOS):
    """Planes resized in floating point, interleaved, rounded and clamped."""
    planes = []
    for samples in channels:
        plane = Image.new("F", (64, 48))
        plane.putdata(samples)
        planes.append([min(max(round(value), 0), full)
                       for value in plane.resize(size, resampling).getdata()])
    return [value for pixel in zip(*planes) for value in pixel]


def make(manifest):
    folder = os.path.join(FIXTURES, "resize")
    os.makedirs(folder, exist_ok=True)
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    rows = []

    def row(name, layout, size, data, tolerance, source=None, resampling="lanczos3", **more):
        expected = f"resize/{name}-{size[0]}x{size[1]}.{layout}"
        write(expected, data)
        for key, (kind, dump) in more.items():
            more[key] = f"resize/{name}-{size[0]}x{size[1]}.{kind}.{layout}"
            write(more[key], dump)
        rows.append({"input": f"resize/{source or name}.png", "inputDump": f"resize/{source or name}.{layout}", "inputWidth": 64,
                     "inputHeight": 48, "layout": layout, "width": size[0], "height": size[1],
                     "filter": resampling, "tolerance": tolerance, "expected": expected, **more})

    for name, image, layout in (("rgb", rgb(), "rgb8"), ("gray", rgb().convert("L"), "gray8"),
                                ("disc", disc(), "rgba8"), ("soft", soft(), "rgba8")):
        image.save(os.path.join(folder, f"{name}.png"))
        write(f"resize/{name}.{layout}", image.tobytes())
        mixing = image.convert("RGBa") if layout == "rgba8" else image
        data, count = mixing.tobytes(), len(mixing.getbands())
        for size in SIZES:
            exact = bytes(in_floats([list(data[c::count]) for c in range(count)], size, 255))
            eight = mixing.resize(size, Image.Resampling.LANCZOS)
            more = {"expectedPillow8": ("pillow8", eight.tobytes())}
            if layout == "rgba8":
                more["expectedStraight"] = ("straight", eight.convert("RGBA").tobytes())
            row(name, layout, size, exact, 1, **more)
    # The other filters, on colours and gray of 8 bits.
    for name, image, layout in (("rgb", rgb(), "rgb8"), ("gray", rgb().convert("L"), "gray8")):
        for filter_name, resampling in FILTERS:
            # Nearest without ties, which Pillow decides by what its sums are off.
            sizes = ((64, 32), (128, 96), (192, 32)) if filter_name == "nearest" else ((20, 15), (64, 10), (80, 60))
            for size in sizes:
                planes = [list(band.getdata()) for band in image.split()]
                row(f"{filter_name}-{name}", layout, size, bytes(in_floats(planes, size, 255, resampling)), 1,
                    source=name, resampling=filter_name)
    samples = wide_gray()
    write("resize/gray16.gray16", struct.pack(f">{len(samples)}H", *samples))
    write("resize/gray16.png", run("pamtopng", "-", stdin=pam(64, 48, 1, 65535, "GRAYSCALE", samples)))
    for size in SIZES:
        values = in_floats([samples], size, 65535)
        # Kernels with weights of 14 bits or so are a few steps of 65,535 off.
        row("gray16", "gray16", size, struct.pack(f">{len(values)}H", *values), 8)
    with open(os.path.join(folder, "resize.json"), "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(entry) for entry in rows) + "\n]\n")
