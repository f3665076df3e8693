"""Whether what we see in a file is what an independent decoder sees."""
import dataclasses

import numpy

from . import peers

# The greatest difference of a sample that counts as the same; Tools/corpus-report --help tells why.
TOLERANCE = {"jpeg": 1, "heif": 2, "avif": 2}
NEED_NOT_DECODE = ("reject", "reject-or-partial", "huge-limit")


@dataclasses.dataclass
class Verdict:
    """What the table shows of one property, and whether it needs a reason."""
    text: str
    kind: str  # same, refused or differs


def info(file, seen):
    """What inspection tells against the manifest."""
    told = seen.info
    if "error" in told:
        return Verdict("refused", "refused") if file.expect in NEED_NOT_DECODE else Verdict(
            f"refused: {told['error']}", "differs")
    if file.width is None:
        return Verdict("ok, unknown to others", "same")
    wrong = []
    size = (told["width"], told["height"])
    if size != file.upright:
        wrong.append("size {}x{} for {}x{}".format(*size, *file.upright))
    images = max(file.frames or 1, 1)
    if file.format in ("heif", "avif") and told["frames"] == 1 < images:
        return Verdict(", ".join(wrong), "differs") if wrong else Verdict(f"ok, 1 of {images} images", "same")
    if told["frames"] != images:
        wrong.append(f"frames {told['frames']} for {file.frames}")
    if told["orientation"] != file.orientation:
        wrong.append(f"orientation {told['orientation']} for {file.orientation}")
    return Verdict(", ".join(wrong), "differs") if wrong else Verdict("ok", "same")


def decoders(file, seen):
    """The independent decoders of a file, the one that counts most first, as names and functions without arguments."""
    height, width, _ = seen.frames[0].shape
    depth, count = seen.frames[0].dtype.itemsize * 8, len(seen.frames)
    every = {
        "pngtopam": lambda: peers.pngtopam(file), "pyvips": lambda: peers.pyvips(file),
        "Pillow": lambda: peers.pillow(file), "djpeg": lambda: peers.djpeg(file),
        "dwebp": lambda: peers.dwebp(file), "libwebp's animation decoder": lambda: peers.libwebp_animation(file),
        "ffmpeg": lambda: peers.ffmpeg(file, width, height, depth, count),
        "ImageMagick": lambda: peers.imagemagick(file, width, height),
        "ffmpeg's planes": lambda: peers.ffmpeg_sequence(file, width, height),
        "pillow-heif": lambda: peers.pillow_heif(file), "heif-convert": lambda: peers.heif_convert(file)}
    names = {
        "png": ["pngtopam", "pyvips", "Pillow"],
        "apng": ["ffmpeg", "Pillow"] if count > 1 else ["ffmpeg", "pngtopam"],
        "jpeg": ["djpeg"],
        "webp": ["libwebp's animation decoder"] if count > 1 else ["dwebp"],
        "gif": ["ImageMagick", "pyvips", "Pillow", "ffmpeg"],
        "heif": ["pillow-heif", "heif-convert"],
        "avif": ["heif-convert", "pyvips", "Pillow", "ffmpeg's planes"]}[file.format]
    return [(name, every[name]) for name in names]


def turned(pixels, orientation):
    """Stored pixels as EXIF says they are seen."""
    if orientation >= 5:
        pixels = pixels.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    return pixels[::-1] if orientation in (3, 4, 7, 8) else pixels


def difference(ours, theirs, format):
    """The greatest difference of a sample, or a text where that makes no sense."""
    if len(ours) != len(theirs):
        return f"{len(theirs)} frames for {len(ours)}"
    greatest = 0
    for left, right in zip(ours, theirs):
        if left.shape != right.shape:
            return "size {1}x{0}".format(*right.shape)
        if left.dtype != right.dtype:
            left, right = peers.eight(left), peers.eight(right)
        if format == "gif":
            # Nothing tells what colour a transparent pixel has.
            left, right = (each * (each[:, :, 3:] > 0) for each in (left, right))
        if not numpy.array_equal(left, right):
            gap = numpy.maximum(left, right) - numpy.minimum(left, right)
            greatest = max(greatest, int(gap.max()))
    return greatest


def pixels(file, seen):
    """What decoding gives against the independent decoders: the first that agrees ends the asking."""
    if seen.error:
        return Verdict("refused", "refused") if file.expect in NEED_NOT_DECODE else Verdict(
            f"refused: {seen.error}", "differs")
    others = []
    for name, decode in decoders(file, seen):
        try:
            theirs = decode()
        except peers.Absent:
            continue
        except peers.Refused:
            others.append(f"{name} refuses")
            continue
        orientation = file.orientation if file.format in ("png", "apng", "jpeg", "webp") else 1
        gap = difference(seen.frames, [turned(frame, orientation) for frame in theirs], file.format)
        if isinstance(gap, int) and gap <= TOLERANCE.get(file.format, 0):
            agreement = f"{'within ' + str(gap) if gap else 'exact'} ({name})"
            contradicted = any("refuses" not in other for other in others) or file.expect == "reject"
            text = ", ".join([agreement, *others])
            return Verdict(text, "differs" if contradicted else "same")
        others.append(f"{name} by {gap}" if isinstance(gap, int) else f"{name}: {gap}")
    return Verdict(", ".join(["differs", *others]) if others else "not compared: no decoder", "differs")
