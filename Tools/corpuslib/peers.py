"""Independent decoders, each of which turns a file into frames: arrays of height, width and four channels, 8 or 16
bits, as stored, which is before orientation is applied. Each raises Refused for a file it does not decode."""
import io
import os
import shutil
import subprocess
import tempfile

import numpy


class Refused(Exception):
    pass


class Absent(Exception):
    """The decoder is not installed."""


def run(*command):
    if not shutil.which(command[0]):
        raise Absent(command[0])
    outcome = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)
    if outcome.returncode != 0 and not outcome.stdout:
        raise Refused(outcome.stderr.decode(errors="replace").strip().split("\n")[-1])
    return outcome.stdout


def module(name):
    try:
        return __import__(name, fromlist=["_"])
    except ImportError:
        raise Absent(name) from None


def rgba(pixels):
    """Four channels from 1 to 4."""
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    count = pixels.shape[2]
    opaque = numpy.iinfo(pixels.dtype).max
    color = pixels[:, :, :3] if count >= 3 else numpy.repeat(pixels[:, :, :1], 3, axis=2)
    alpha = pixels[:, :, -1:] if count in (2, 4) else numpy.full_like(pixels[:, :, :1], opaque)
    return numpy.concatenate([color, alpha], axis=2)


def netpbm(data):
    """The pixels of a PGM, PPM or PAM, expanded to 8 or 16 bits."""
    stream = io.BytesIO(data)
    kind, fields = stream.readline().split()[0] if data else b"", []
    if kind == b"P7":
        header = {}
        while (line := stream.readline().split()) and line[0] != b"ENDHDR":
            header[line[0]] = line[-1]
        width, height, depth, most = (int(header[name]) for name in (b"WIDTH", b"HEIGHT", b"DEPTH", b"MAXVAL"))
    elif kind in (b"P5", b"P6"):
        while len(fields) < 3:
            fields += stream.readline().split(b"#")[0].split()
        (width, height, most), depth = map(int, fields), 3 if kind == b"P6" else 1
    else:
        raise Refused("it gave no image")
    sample = ">u2" if most > 255 else "u1"
    pixels = numpy.frombuffer(stream.read(), sample)
    if pixels.size < width * height * depth:
        raise Refused("it gave a part of an image")
    pixels = pixels[:width * height * depth].reshape(height, width, depth)
    if most not in (255, 65535):
        return (pixels.astype(numpy.uint32) * 255 // most).astype(numpy.uint8)
    return pixels.astype(numpy.uint16 if most > 255 else numpy.uint8)


def djpeg(file):
    return [rgba(netpbm(run("djpeg", "-dct", "int", "-pnm", file.location)))]


def dwebp(file):
    # Its own choice tells whether there is alpha: asked for it, it shows some that the file says is none.
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.png")
        run("dwebp", "-quiet", file.location, "-o", out)
        if not os.path.exists(out):
            raise Refused("it gave no image")
        return [rgba(netpbm(run("pngtopam", "-alphapam", out)))]


def libwebp_animation(file):
    """libwebp's animation decoder, through Pillow, whose own layer would drop alpha where the header has none."""
    decoder = module("PIL._webp").WebPAnimDecoder(open(file.location, "rb").read())
    size, *_, count, _mode = decoder.get_info()
    # Pillow before 11 tells the size as two numbers.
    width, height = size if isinstance(size, tuple) else decoder.get_info()[:2]
    frames = []
    for _ in range(count):
        frame = decoder.get_next()
        if frame is None:
            raise Refused("it gave only some frames")
        frames.append(numpy.frombuffer(frame[0], numpy.uint8).reshape(height, width, 4))
    return frames


def pngtopam(file):
    return [rgba(netpbm(run("pngtopam", "-alphapam", file.location)))]


def pyvips(file):
    vips = module("pyvips")
    pages = {"n": -1} if file.format == "gif" else {}
    try:
        image = vips.Image.new_from_file(file.location, fail_on="truncated", **pages)
        pixels = rgba(image.numpy())
    except vips.Error as error:
        raise Refused(str(error).strip().split("\n")[-1]) from None
    height = image.get_page_height()
    return [pixels[start:start + height] for start in range(0, len(pixels), height)]


def pillow(file):
    """Every frame as Pillow shows it, in 8 bits."""
    image_module = module("PIL.Image")
    module("PIL.GifImagePlugin").LOADING_STRATEGY = module("PIL.GifImagePlugin").LoadingStrategy.RGB_ALWAYS
    try:
        with image_module.open(file.location) as image:
            frames, count = [], getattr(image, "n_frames", 1) if file.format in ("gif", "apng") else 1
            # It counts an APNG's hidden image as a frame.
            for index in range(1 if getattr(image, "default_image", False) else 0, count):
                image.seek(index)
                frames.append(numpy.array(image.convert("RGBA")))
            return frames
    except (OSError, ValueError, SyntaxError, EOFError, image_module.DecompressionBombError) as error:
        raise Refused(str(error)) from None


def ffmpeg(file, width, height, depth, count):
    kind, sample = ("rgba64be", ">u2") if depth == 16 else ("rgba", "u1")
    data = run("ffmpeg", "-nostdin", "-v", "error", "-i", file.location, "-frames:v", str(count),
               "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", kind, "-")
    pixels = numpy.frombuffer(data, sample).astype(numpy.uint16 if depth == 16 else numpy.uint8)
    if pixels.size != count * width * height * 4:
        raise Refused("it gave other frames")
    return list(pixels.reshape(count, height, width, 4))


def imagemagick(file, width, height):
    data = run("convert", file.location, "-coalesce", "-depth", "8", "RGBA:-")
    if not data or len(data) % (width * height * 4):
        raise Refused("it gave frames of another size")
    return list(numpy.frombuffer(data, numpy.uint8).reshape(-1, height, width, 4))


def heif_convert(file):
    """libheif of the system."""
    with tempfile.TemporaryDirectory() as folder:
        run("heif-convert", file.location, os.path.join(folder, "out.png"))
        found = sorted(name for name in os.listdir(folder) if "-alpha" not in name and "-depth" not in name)
        images = [eight(rgba(netpbm(run("pngtopam", "-alphapam", os.path.join(folder, name))))) for name in found]
        # Of several images nothing tells which is the primary one.
        fitting = [image for image in images if image.shape[:2] == (file.height, file.width)] or images
        if not fitting:
            raise Refused("it gave no image")
        return fitting[:1]


def pillow_heif(file):
    """libheif of the wheel of pillow-heif."""
    heif = module("pillow_heif")
    try:
        image = heif.open_heif(file.location, convert_hdr_to_8bit=True)
        return [rgba(numpy.asarray(image.to_pillow().convert("RGBA")))]
    except (OSError, ValueError, SyntaxError, RuntimeError, EOFError) as error:
        raise Refused(str(error)) from None


# What red and blue weigh in brightness, by the names of ffprobe.
WEIGHTS = {"bt709": (0.2126, 0.0722), "bt2020nc": (0.2627, 0.0593)}


def ffmpeg_sequence(file, width, height):
    """The first frame of the tracks of a sequence: ffmpeg's samples, with the matrix applied here and colour not
    interpolated. Pillow interpolates it, and nothing else reads such files."""
    tracks = run("ffprobe", "-v", "error", "-show_entries", "stream=pix_fmt,color_space,color_range", "-of",
                 "csv=p=0", file.location).decode().split()
    planes = [samples(file, index, *track.split(",")[:2], width, height) for index, track in enumerate(tracks)]
    if not planes or len(planes[0]) != 3:
        raise Refused("it has no track of colour")
    (y, u, v), (red, blue) = planes[0], WEIGHTS.get(tracks[0].split(",")[2], (0.299, 0.114))
    r, b = y + 2 * (1 - red) * v, y + 2 * (1 - blue) * u
    color = [r, (y - red * r - blue * b) / (1 - red - blue), b]
    alpha = planes[1][0] if len(planes) > 1 else numpy.ones((height, width))
    return [numpy.clip(numpy.rint(numpy.stack([*color, alpha], axis=2) * 255), 0, 255).astype(numpy.uint8)]


def samples(file, track, kind, range_, width, height):
    """Brightness in 0...1 and the differences of blue and red in -0.5...0.5, each of the size of the image."""
    data = run("ffmpeg", "-nostdin", "-v", "error", "-i", file.location, "-map", f"0:{track}", "-frames:v", "1",
               "-f", "rawvideo", "-pix_fmt", kind, "-")
    bits = int(kind[-4:-2]) if kind.endswith("le") else 8
    across, down = {"yuv420p": (2, 2), "yuv422p": (2, 1)}.get(kind[:7], (1, 1))
    sizes = [(height, width)] + [(-(-height // down), -(-width // across))] * (0 if kind.startswith("gray") else 2)
    rest, found = numpy.frombuffer(data, "<u2" if bits > 8 else "u1") / 2 ** (bits - 8), []
    if rest.size != sum(rows * columns for rows, columns in sizes):
        raise Refused("it gave a frame of another size")
    is_full, most = range_ == "pc", 256 - 2 ** (8 - bits)
    for index, (rows, columns) in enumerate(sizes):
        plane, rest = rest[:rows * columns].reshape(rows, columns), rest[rows * columns:]
        if index == 0:
            found.append(plane / most if is_full else (plane - 16) / 219)
        else:
            spread = plane.repeat(down, axis=0).repeat(across, axis=1)[:height, :width]
            found.append((spread - 128) / (most if is_full else 224))
    return found


def eight(pixels):
    """16 bits as 8, rounded."""
    if pixels.dtype == numpy.uint8:
        return pixels
    return ((pixels.astype(numpy.uint32) * 255 + 32767) // 65535).astype(numpy.uint8)
