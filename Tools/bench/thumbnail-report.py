"""Prints the table of Tools/bench/thumbnail from what the two programs left in a folder."""
import json
import math
import pathlib
import sys

from PIL import Image, ImageChops, ImageStat


def psnr(path, reference):
    difference = ImageChops.difference(Image.open(path).convert("RGB"), reference)
    error = sum(ImageStat.Stat(difference).sum2) / (3 * reference.width * reference.height)
    return math.inf if error == 0 else 10 * math.log10(255 * 255 / error)


photo, folder = sys.argv[1], pathlib.Path(sys.argv[2])
times = [result["median"] * 1000 for result in json.loads((folder / "times.json").read_text())["results"]]
full = Image.open(photo).convert("RGB")
height = max(1, round(full.height * 400 / full.width))
reference = full.resize((400, height), Image.LANCZOS)

print(f"{full.width}x{full.height} to 400x{height}, median of 25 runs")
print(f"{'':14}{'ms':>8}{'peak MB':>10}{'PSNR jpg':>10}{'PSNR png':>10}")
for name, time in zip(("kf", "vips"), times):
    memory = int((folder / f"{name}.rss").read_text()) / 1024
    jpeg, png = psnr(folder / f"{name}.jpg", reference), psnr(folder / f"{name}.png", reference)
    print(f"{name:14}{time:8.1f}{memory:10.1f}{jpeg:10.2f}{png:10.2f}")
print(f"{'ratio':14}{times[0] / times[1]:8.2f}")
