"""The files of the corpus, what is known of them, and where decoders disagree."""
import csv
import dataclasses
import os

FORMATS = ("png", "apng", "jpeg", "webp", "heif", "avif", "gif")


def number(text):
    return int(text) if text.isdigit() else None


@dataclasses.dataclass
class File:
    """A row of MANIFEST.tsv: sizes stand before orientation is applied."""
    path: str
    location: str
    format: str
    special: str
    expect: str
    width: int | None
    height: int | None
    frames: int | None
    orientation: int

    @property
    def upright(self):
        return (self.height, self.width) if self.orientation >= 5 else (self.width, self.height)


def files(folder, formats):
    with open(os.path.join(folder, "MANIFEST.tsv"), encoding="utf-8", newline="") as text:
        rows = [row for row in csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE)
                if row["format"] in formats]
    found = [File(row["path"], os.path.join(folder, row["path"]), row["format"], row["special"], row["expect"],
                  number(row["exp_width"]), number(row["exp_height"]), number(row["exp_frames"]),
                  number(row["exp_orientation"]) or 1) for row in rows]
    return sorted(found, key=lambda file: (formats.index(file.format), file.path))


def exceptions(path):
    """Reasons by path and by what they explain, info or pixels."""
    found = {}
    with open(path, encoding="utf-8") as text:
        for line in text:
            if line.startswith("#") or not line.strip():
                continue
            file, what, reason = line.rstrip("\n").split("\t")
            if what not in ("info", "pixels") or (file, what) in found:
                raise ValueError(f"{path}: {file}: {what} is neither info nor pixels, or stands there twice")
            found[file, what] = reason
    return found
