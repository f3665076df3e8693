"""Prints the table of Tools/quickstart from what `kf info --json` and `kf get --json` said."""
import json
import os
import sys

FROM = {"none": "network"}
# Heading, and whether the column is aligned to the right.
COLUMNS = (("picture", False), ("from", False), ("before", True), ("", True), ("after", True), ("", True),
           ("ms", True))


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def size(entry):
    return f"{entry['width']} x {entry['height']}"


def kilobytes(count):
    return f"{count / 1000:,.1f} kB"


def short(source):
    """The last part of a URL or path; all of it where that is empty."""
    return source.rstrip("/").rsplit("/", 1)[-1][:40] or source


def table(folder):
    originals = {entry["source"]: entry for entry in read(f"{folder}/info.jsonl") if "width" in entry}
    loads = read(f"{folder}/first.jsonl") + read(f"{folder}/second.jsonl")
    rows = []
    for source in dict.fromkeys(entry["source"] for entry in loads):
        before = originals.get(source)
        name = short(source)
        for entry in (load for load in loads if load["source"] == source):
            if "error" in entry:
                rows.append((name, "failed", "", "", "", "", ""))
                continue
            kind = entry["cacheType"]
            rows.append((name, FROM.get(kind, kind), size(before) if before else "",
                         kilobytes(before["bytes"]) if before else "", size(entry), kilobytes(entry["bytes"]),
                         f"{entry['milliseconds']:.1f}"))
            # Name and original once a picture.
            name, before = "", None
    return rows, list(dict.fromkeys(load["output"] for load in loads if "output" in load))


def main(folder):
    rows, outputs = table(folder)
    widths = [max(len(row[i]) for row in [[c[0] for c in COLUMNS]] + rows) for i in range(len(COLUMNS))]

    def line(cells):
        padded = (cell.rjust(width) if right else cell.ljust(width)
                  for cell, width, (_, right) in zip(cells, widths, COLUMNS))
        return "  ".join(padded).rstrip()

    print()
    print(line([heading for heading, _ in COLUMNS]))
    print("-" * (sum(widths) + 2 * (len(widths) - 1)))
    for row in rows:
        print(line(row))
    print()
    print(f"{len(outputs)} thumbnails in {os.path.join(folder, 'thumbnails')}:")
    for output in outputs:
        print(f"  {output}")


main(sys.argv[1])
