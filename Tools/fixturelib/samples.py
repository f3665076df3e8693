"""The sample pictures that Tools/quickstart loads: drawn by Pillow, encoded by cjpeg and ImageMagick."""
import io
import math
import os
import random

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from .common import FixtureError, SAMPLES, run

LIMIT = 2_500_000


def shade(size, *colors):
    """A vertical gradient through the colours."""
    strip = Image.new("RGB", (1, len(colors)))
    strip.putdata(colors)
    return strip.resize(size, Image.Resampling.BICUBIC, box=(0, 0.5, 1, len(colors) - 0.5))


def mix(first, second, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(first, second))


def ridge(random_source, width, base, height, roughness):
    """The outline of a mountain ridge, by displacing midpoints."""
    points, step = [0.0, random_source.uniform(-1, 1), 0.0], 0.6
    while len(points) < width // 3:
        between = [(a + b) / 2 + random_source.uniform(-step, step) for a, b in zip(points, points[1:])]
        points = [p for pair in zip(points, between) for p in pair] + points[-1:]
        step *= roughness
    return [(i * width / (len(points) - 1), base - p * height) for i, p in enumerate(points)]


def mountains(size, seed, sky, near, far, sun, layers=7):
    """A sky with a low sun above ridges that pale with distance."""
    width, height = size
    source = random.Random(seed)
    image = shade(size, *sky)
    glow = Image.new("L", size)
    x, y, radius = width * sun[0], height * sun[1], height * 0.06
    for share, value in ((7, 40), (4, 80), (2, 130)):
        ImageDraw.Draw(glow).ellipse((x - radius * share, y - radius * share, x + radius * share,
                                      y + radius * share), fill=value)
    glow = glow.resize((width // 8, height // 8)).filter(ImageFilter.GaussianBlur(height / 110)).resize(size)
    image.paste((255, 236, 190), mask=glow)
    ImageDraw.Draw(image).ellipse((x - radius, y - radius, x + radius, y + radius), fill=(255, 247, 224))
    for layer in range(layers):
        share = layer / (layers - 1)
        line = ridge(source, width, height * (0.5 + 0.42 * share), height * (0.10 + 0.06 * share), 0.54)
        ImageDraw.Draw(image).polygon(line + [(width, height), (0, height)], fill=mix(far, near, share))
    return image.filter(ImageFilter.GaussianBlur(0.7))


def bubbles(size, seed):
    """Translucent discs on nothing, for transparency that is not all or none."""
    image = Image.new("RGBA", size)
    source = random.Random(seed)
    colors = [(0, 121, 140), (237, 174, 73), (209, 73, 91), (48, 99, 142), (102, 161, 130)]
    for i in range(26):
        radius = source.uniform(0.04, 0.17) * size[1]
        x, y = source.uniform(radius, size[0] - radius), source.uniform(radius, size[1] - radius)
        layer = Image.new("RGBA", size)
        ImageDraw.Draw(layer).ellipse((x - radius, y - radius, x + radius, y + radius),
                                      fill=(*colors[i % len(colors)], 150))
        image.alpha_composite(layer)
    return image


def dunes(size):
    """Gray waves of sand under a soft light."""
    small = Image.new("L", (size[0] // 4, size[1] // 4))
    small.putdata([int(128 + 70 * math.sin(y / 14 + 2.2 * math.sin(x / 60) + x / 90)
                       + 40 * math.sin(x / 37 - y / 23)) for y in range(small.height)
                   for x in range(small.width)])
    return small.resize(size, Image.Resampling.BICUBIC)


def fractal(size):
    """The Mandelbrot set in a palette of 64 colours."""
    gray = Image.effect_mandelbrot(size, (-2.1, -1.125, 0.9, 1.125), 160)
    gray = gray.point([round(255 * (value / 255) ** 0.45) for value in range(256)])
    return ImageOps.colorize(gray, (8, 12, 40), (255, 240, 200), mid=(190, 70, 60)).quantize(64, dither=0)


def deep(size):
    """Samples of a 16-bit sky, steps too fine for 8 bits, as a PPM."""
    rows = bytearray()
    for y in range(size[1]):
        v = y / (size[1] - 1)
        row = bytearray()
        for x in range(size[0]):
            u = x // 8 * 8 / size[0]
            for value in (9000 + 30000 * v, 14000 + 22000 * v * v + 3000 * u, 42000 - 20000 * v + 6000 * u):
                row += int(value).to_bytes(2, "big")
        rows += row
    return f"P6\n{size[0]} {size[1]}\n65535\n".encode() + rows


def encoded(image):
    out = io.BytesIO()
    image.save(out, "PNG" if image.mode in ("RGBA", "P") else "PPM")
    return out.getvalue()


def save(name, data):
    with open(os.path.join(SAMPLES, name), "wb") as file:
        file.write(data)


def png(source, kind, *options):
    return run("convert", f"{kind}:-", "-define", "png:compression-level=9", "-define",
               "png:exclude-chunks=date,time,tEXt,tIME", *options, "png:-", stdin=source)


def make(_):
    os.makedirs(SAMPLES, exist_ok=True)
    for name in os.listdir(SAMPLES):
        if name.endswith((".jpg", ".png")):
            os.remove(os.path.join(SAMPLES, name))
    dawn = mountains((2400, 1600), 7, [(43, 61, 112), (122, 110, 160), (245, 170, 120), (255, 214, 160)],
                     (18, 24, 44), (196, 140, 132), (0.68, 0.42))
    save("dawn.jpg", run("cjpeg", "-quality", "86", "-optimize", stdin=encoded(dawn)))
    night = mountains((1200, 1600), 23, [(6, 10, 32), (20, 36, 78), (60, 92, 130)], (4, 8, 16), (52, 80, 112),
                      (0.3, 0.24))
    turned = night.transpose(Image.Transpose.ROTATE_90)
    save("night-turned.jpg", run("cjpeg", "-quality", "84", "-progressive", stdin=encoded(turned)))
    run("exiftool", "-q", "-n", "-overwrite_original", "-IFD0:Orientation=6",
        os.path.join(SAMPLES, "night-turned.jpg"))
    save("dunes-gray.jpg", run("cjpeg", "-quality", "88", "-grayscale", stdin=encoded(dunes((1800, 1200)))))
    save("bubbles.png", png(encoded(bubbles((1600, 1200), 5)), "png"))
    save("fractal-palette.png", png(encoded(fractal((1200, 900))), "png", "-interlace", "PNG"))
    save("sky-16bit.png", png(deep((960, 640)), "ppm", "-depth", "16"))
    total = sum(os.path.getsize(os.path.join(SAMPLES, name)) for name in os.listdir(SAMPLES))
    if total > LIMIT:
        raise FixtureError(f"Samples/ is {total} bytes, more than {LIMIT}")
