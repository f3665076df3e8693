"""GIF fixtures: palettes, interlace, transparency, all disposals, delays and loops; profiles and XMP; broken files.

ImageMagick and Pillow write them; what neither writes is spliced in byte by byte. Every frame is composited by two
independent programs that must agree, ImageMagick (-coalesce) and Pillow. Where an image does not cover the canvas, the
two differ in what they show beside it; browsers show nothing there, so the script lays ImageMagick's image on a
transparent canvas itself.
"""
import io
import os
import struct

from PIL import Image, GifImagePlugin

from .common import FIXTURES, FixtureError, pam, read, run, write
from .profiles import srgb_profile

GifImagePlugin.LOADING_STRATEGY = GifImagePlugin.LoadingStrategy.RGB_ALWAYS
WIDTH, HEIGHT = 17, 13
MAGIC = b"\1" + bytes(range(255, -1, -1)) + b"\0"


def picture(colors, shift=0):
    """A palette image in which every colour occurs, where there are pixels enough."""
    image = Image.new("P", (WIDTH, HEIGHT))
    image.putdata([(x + y * 5 + x * y // 3 + shift) % colors for y in range(HEIGHT) for x in range(WIDTH)])
    image.putpalette([v for i in range(colors)
                      for v in ((i * 97 + 20) % 256, (i * 53 + 90 + shift * 40) % 256, (255 - i * 31) % 256)])
    return image


def saved(image, **options):
    out = io.BytesIO()
    image.save(out, "GIF", **options)
    return out.getvalue()


def square(step, background=None):
    """A frame of an animation: a square somewhere on a background, or on nothing."""
    samples = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            inside = step * 3 <= x < step * 3 + 5 and step * 2 <= y < step * 2 + 5
            color = (40 * step + 15, 200 - 30 * step, 90) if inside else background
            samples += (*color, 255) if color else (0, 0, 0, 0)
    return pam(WIDTH, HEIGHT, 4, 255, "RGB_ALPHA", samples)


def animation(name, frames, delays, *options, loop=0, interlace="none"):
    """Frames with their delays as ImageMagick writes them; its loops are rounds, one more than the file then states."""
    command = ["convert", "-interlace", interlace]
    for index, (frame, delay) in enumerate(zip(frames, delays)):
        path = write(f"gif/{name}-{index}.pam", frame)
        command += ["-delay", str(delay), *options, path]
    data = run(*command, "-loop", str(loop), "gif:-")
    for index in range(len(frames)):
        os.remove(os.path.join(FIXTURES, f"gif/{name}-{index}.pam"))
    return data


def clean(pixels):
    """RGBA pixels with nothing left of the colour of transparent ones."""
    out = bytearray(pixels)
    for i in range(0, len(out), 4):
        if out[i + 3] == 0:
            out[i:i + 3] = b"\0\0\0"
    return bytes(out)


def frames_of(file, size):
    """The frames as two independent programs composite them."""
    path = os.path.join(FIXTURES, file)
    length = size[0] * size[1] * 4
    first = run("convert", path, "-coalesce", "-depth", "8", "RGBA:-")
    first = [clean(first[i:i + length]) for i in range(0, len(first), length)]
    image, second = Image.open(path), []
    for index in range(image.n_frames):
        image.seek(index)
        second.append(clean(image.convert("RGBA").tobytes()))
    if first != second:
        raise FixtureError(f"{file}: the two decoders disagree")
    return first


def shown(centiseconds):
    return 100 if centiseconds <= 1 else centiseconds * 10


def blocks(content):
    """Bytes as data blocks."""
    parts = [content[i:i + 255] for i in range(0, len(content), 255)]
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"


def table_bits(data):
    """Bits of an index into the largest colour table that an image uses."""
    at, bits = 13, []
    shared = data[10] % 8 + 1 if data[10] & 0x80 else None
    at += 3 << shared if shared else 0
    while data[at:at + 1] in (b"\x21", b"\x2c"):
        if data[at] == 0x2C:
            own = data[at + 9] % 8 + 1 if data[at + 9] & 0x80 else None
            bits.append(own or shared)
            at += 11 + (3 << own if own else 0)
        else:
            at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    return max(bits)


def add(manifest, name, data, *, size=(WIDTH, HEIGHT), alpha=False, frames=None, delays=None, plays=1, icc=None):
    file = f"gif/{name}.gif"
    write(file, data)
    frames = frames or frames_of(file, size)
    more = {}
    if len(frames) > 1:
        write(f"expected/{file}.frames", b"".join(frames))
        more = {"frameDump": f"expected/{file}.frames", "durations": [shown(delay) for delay in delays[:len(frames)]],
                "plays": plays}
    manifest.decode(file, *size, "indexed", table_bits(data), frames[0], alpha=alpha, icc=icc, **more)


def stills(manifest):
    for depth in (1, 2, 4, 7):
        colors = 1 << depth
        data = saved(picture(colors))
        add(manifest, f"palette-{depth}", data)
        interlaced = run("convert", "-interlace", "GIF", "gif:-", "gif:-", stdin=data)
        add(manifest, f"palette-{depth}-interlaced", interlaced)
        clear = saved(picture(colors), transparency=1)
        add(manifest, f"palette-{depth}-clear", clear, alpha=True)
    version = saved(picture(16))
    add(manifest, "87a", b"GIF87a" + version[6:])
    one = Image.new("P", (1, 1))
    one.putpalette([200, 100, 50, 0, 0, 0])
    add(manifest, "1x1", saved(one), size=(1, 1))
    add(manifest, "comment", saved(picture(16), comment=b"A fixture with a comment. " * 20))


def in_blocks(manifest):
    """An interlaced image of many data blocks, so that there is something to see of each pass."""
    image = Image.new("P", (64, 48))
    image.putdata([(x * 7919 ^ y * 104729 ^ x * y * 31) % 64 for y in range(48) for x in range(64)])
    image.putpalette([v for i in range(64) for v in (i * 4, 255 - i * 3, i * 97 % 256)])
    data = run("convert", "-interlace", "GIF", "gif:-", "gif:-", stdin=saved(image))
    add(manifest, "in-blocks-interlaced", data, size=(64, 48))


def animations(manifest):
    gray, delays = (120, 120, 120), [10, 0, 1, 2, 50]
    opaque = [square(step, gray) for step in range(4)]
    clear = [square(step) for step in range(4)]
    for disposal in ("None", "Background", "Previous"):
        name = f"dispose-{disposal.lower()}"
        data = animation(name, clear, delays, "-dispose", disposal)
        add(manifest, name, data, alpha=True, delays=delays, plays=0)
    add(manifest, "opaque", animation("opaque", opaque, delays, loop=2), delays=delays, plays=2)
    add(manifest, "animated-interlaced", animation("animated-interlaced", opaque, delays, interlace="GIF"),
        delays=delays, plays=0)
    optimized = run("convert", "gif:-", "-layers", "Optimize", "gif:-", stdin=read("gif/opaque.gif"))
    add(manifest, "optimized", optimized, alpha=True, delays=delays, plays=2)
    local = saved(picture(16), save_all=True, append_images=[picture(16, 1), picture(16, 2)], duration=[50, 70, 90])
    add(manifest, "local-tables", local, delays=[5, 7, 9])


def block(name, content):
    return b"\x21\xff\x0b" + name + content


def spliced(manifest):
    """What neither program writes: an image beside its canvas, metadata, one extension for the other."""
    plain = read("gif/palette-4.gif")
    table = 3 << 4
    head, rest = plain[:13 + table], plain[13 + table:]
    if rest[0] not in (0x21, 0x2C):
        raise FixtureError("palette-4.gif is not laid out as expected")
    at = rest.index(b"\x2c")
    canvas = frames_of("gif/palette-4.gif", (WIDTH, HEIGHT))[0]

    def placed(size, left, top):
        out = bytearray(size[0] * size[1] * 4)
        for y in range(HEIGHT):
            for x in range(WIDTH):
                if 0 <= x + left < size[0] and 0 <= y + top < size[1]:
                    to, source = ((y + top) * size[0] + x + left) * 4, (y * WIDTH + x) * 4
                    out[to:to + 4] = canvas[source:source + 4]
        return bytes(out)

    def moved(screen, left, top):
        image = b"\x2c" + struct.pack("<HH", left, top) + rest[at + 5:]
        return head[:6] + struct.pack("<HH", *screen) + head[10:] + rest[:at] + image

    for name, screen, left, top, size in (
            ("offset", (30, 20), 5, 4, (30, 20)), ("beyond-canvas", (10, 10), 3, 2, (20, 15)),
            ("no-canvas", (0, 0), 0, 0, (WIDTH, HEIGHT))):
        alpha = size != (WIDTH, HEIGHT)
        add(manifest, name, moved(screen, left, top), size=size, alpha=alpha,
            frames=[placed(size, left, top)])
    packet = b"<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'/>"
    add(manifest, "xmp", head + block(b"XMP DataXMP", packet + MAGIC) + rest, frames=[canvas])
    profile = block(b"ICCRGBG1012", blocks(srgb_profile()))
    add(manifest, "icc", head + profile + rest, frames=[canvas], icc="sRGB built-in")
    add(manifest, "trailing-garbage", plain + b"garbage behind the trailer", frames=[canvas])
    add(manifest, "garbage-for-trailer", plain[:-1] + b"GIF89a", frames=[canvas])
    opaque = read("gif/opaque.gif")
    add(manifest, "animexts", opaque.replace(b"NETSCAPE2.0", b"ANIMEXTS1.0"),
        delays=[10, 0, 1, 2], plays=2)


def broken(manifest):
    good = read("gif/palette-4.gif")
    first = good.index(b"\x2c", 13 + 48)
    codes = first + 10

    def with_canvas(width, height):
        return good[:6] + struct.pack("<HH", width, height) + good[10:]

    for name, data, reason in (
            ("truncated", good[:len(good) // 2], "cut in the middle"),
            ("no-trailer", good[:-1], "the trailer is missing"),
            ("signature-only", good[:6], "nothing after the signature"),
            ("no-image", good[:first] + b";", "no image"),
            ("huge", with_canvas(65535, 65535), "claims 65535 x 65535 pixels"),
            ("bad-code-size", good[:codes] + b"\x0c" + good[codes + 1:], "codes of 12 bits"),
            ("bad-code", good[:codes + 2] + b"\xff\xff\xff" + good[codes + 5:], "a code that means nothing"),
            ("bad-version", b"GIF88a" + good[6:], "a version that never was"),
            ("empty", b"", "no bytes at all"),
            ("text", b"This is no image, whatever its name says.\n", "text named .gif")):
        manifest.reject(f"gif/{name}.gif", data, reason)


def make(manifest):
    manifest.start("gif")
    stills(manifest)
    in_blocks(manifest)
    animations(manifest)
    spliced(manifest)
    broken(manifest)
