"""What an independent decoder sees in the HEIF files of the corpus: the mean colour of each of 4 by 4 fields.

heif-convert is asked first, then Pillow with its AVIF plugin; the first whose size is the manifest's counts. A field tells
by its place and colour whether an image is turned, mirrored, cropped and converted as it should be.
"""
import csv
import json
import os
import subprocess
import tempfile

from PIL import Image

from .common import FIXTURES, ROOT

CORPUS = os.environ.get("KINGFISHER_CORPUS", os.path.join(ROOT, "..", "..", "shared", "corpus"))
FIELDS = 4
# Where libheif is wrong: it takes samples of alpha, and of brightness without colour, in video range for full ones.
VIDEO_RANGE_ALPHA = ("alpha-limited", "bbb_alpha_inverted")
VIDEO_RANGE_GRAY = ("plum-blossom", "monochrome")


def by_heif_convert(path):
    with tempfile.TemporaryDirectory() as folder:
        png = os.path.join(folder, "out.png")
        subprocess.run(["heif-convert", path, png], capture_output=True, check=False)
        found = [name for name in sorted(os.listdir(folder)) if "-alpha" not in name and "-depth" not in name]
        return loaded(os.path.join(folder, found[0])) if found else None


def loaded(path):
    try:
        image = Image.open(path)
        image.load()
        return image
    except OSError:
        return None


def fields(image):
    """Mean red, green, blue and alpha of each field; colour as stored, whatever the alpha."""
    image = image.convert("RGBA")
    width, height = image.size
    found = []
    for row in range(FIELDS):
        for column in range(FIELDS):
            area = image.crop((column * width // FIELDS, row * height // FIELDS,
                               max((column + 1) * width // FIELDS, column * width // FIELDS + 1),
                               max((row + 1) * height // FIELDS, row * height // FIELDS + 1)))
            count = area.size[0] * area.size[1]
            for band in area.split():
                total = sum(value * n for value, n in enumerate(band.histogram()))
                found.append(round(total / count, 1))
    return found


def make(_manifest):
    rows = []
    with open(os.path.join(CORPUS, "MANIFEST.tsv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            path = row["path"]
            if row["format"] not in ("heif", "avif") or "sequence-moov" in row["special"]:
                continue
            if all(word in path for word in VIDEO_RANGE_GRAY) or not row["exp_width"]:
                continue
            for name, decode in (("heif-convert", by_heif_convert), ("Pillow", loaded)):
                image = decode(os.path.join(CORPUS, path))
                if image is None or image.size != (int(row["exp_width"]), int(row["exp_height"])):
                    continue
                rows.append({"path": path, "decoder": name,
                             "ignoresAlpha": any(word in path for word in VIDEO_RANGE_ALPHA),
                             "fields": fields(image)})
                break
    with open(os.path.join(FIXTURES, "heif-corpus.json"), "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
