"""What all recipes share: running the encoders, the manifest, comparing two decoders' answers."""
import json
import os
import struct
import subprocess
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FIXTURES = os.path.join(ROOT, "Tests", "Fixtures")
SAMPLES = os.path.join(ROOT, "Samples")


class FixtureError(Exception):
    """A recipe did not come out as intended."""


def run(*command, stdin=None):
    """Runs a program and returns its standard output; its own words are in the error if it fails."""
    try:
        done = subprocess.run(command, input=stdin, capture_output=True)
    except FileNotFoundError:
        raise FixtureError(f"{command[0]} is not installed; run Tools/setup --fixtures")
    if done.returncode != 0:
        raise FixtureError(f"{' '.join(command)} failed: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def write(path, data):
    """Writes a file under Tests/Fixtures and returns its full path."""
    full = os.path.join(FIXTURES, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "wb") as file:
        file.write(data)
    return full


def read(path):
    with open(os.path.join(FIXTURES, path), "rb") as file:
        return file.read()


def pam(width, height, depth, maximum, kind, samples):
    """A netpbm PAM image, the input of every encoder that reads one."""
    size = 2 if maximum > 255 else 1
    head = (f"P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH {depth}\nMAXVAL {maximum}\n"
            f"TUPLTYPE {kind}\nENDHDR\n")
    return head.encode() + b"".join(value.to_bytes(size, "big") for value in samples)


def read_pnm(data):
    """(width, height, depth, maximum, samples) of any netpbm image."""
    head, body = run("pamtopam", stdin=data).split(b"ENDHDR\n", 1)
    fields = dict(line.split(b" ", 1) for line in head.splitlines()[1:] if b" " in line)
    width, height, depth, maximum = (int(fields[k]) for k in (b"WIDTH", b"HEIGHT", b"DEPTH", b"MAXVAL"))
    if maximum > 255:
        return width, height, depth, maximum, list(struct.unpack(f">{len(body) // 2}H", body))
    return width, height, depth, maximum, list(body)


def rgba_bytes(depth, maximum, samples):
    """Samples of 1 to 4 channels as RGBA: bytes up to maximum 255, else 16 bits big-endian."""
    full = 65535 if maximum > 255 else 255
    out = []
    for i in range(0, len(samples), depth):
        pixel = [value * full // maximum for value in samples[i:i + depth]]
        color = pixel[:3] if depth >= 3 else [pixel[0]] * 3
        out += color + [pixel[-1] if depth in (2, 4) else full]
    return struct.pack(f">{len(out)}H", *out) if full > 255 else bytes(out)


def png_chunk(name, body):
    """One PNG chunk with its length and CRC."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_chunks(data):
    """[(name, body)] of a PNG."""
    at, out = 8, []
    while at < len(data):
        length = struct.unpack(">I", data[at:at + 4])[0]
        out.append((data[at + 4:at + 8], data[at + 8:at + 8 + length]))
        at += 12 + length
    return out


def png_from(chunks):
    return b"\x89PNG\r\n\x1a\n" + b"".join(png_chunk(name, body) for name, body in chunks)


class Manifest:
    """Tests/Fixtures/manifest.json: what each fixture is and what decoding it must give."""

    def __init__(self):
        self.path = os.path.join(FIXTURES, "manifest.json")
        self.entries = {}
        if os.path.exists(self.path):
            with open(self.path) as file:
                self.entries = {entry["file"]: entry for entry in json.load(file)}

    def start(self, folder):
        """Forgets, and deletes, what an earlier run made in this folder."""
        self.entries = {k: v for k, v in self.entries.items() if not k.startswith(folder + "/")}
        for base in (folder, os.path.join("expected", folder)):
            directory = os.path.join(FIXTURES, base)
            for name in os.listdir(directory) if os.path.isdir(directory) else []:
                os.remove(os.path.join(directory, name))

    def reject(self, file, data, reason):
        """A file that a decoder must refuse."""
        write(file, data)
        self.entries[file] = {"file": file, "format": file.split("/")[0], "expect": "reject",
                              "reason": reason}

    def decode(self, file, width, height, model, depth, pixels, *, alpha=False, orientation=1, icc=None,
               tolerance=0, **more):
        """A file that must decode, to these pixels within the tolerance (in units of a dump's sample)."""
        wide = len(pixels) == width * height * 8
        if not wide and len(pixels) != width * height * 4:
            raise FixtureError(f"{file}: {len(pixels)} bytes are no {width}x{height} dump")
        expected = f"expected/{file}.rgba16" if wide else f"expected/{file}.rgba"
        write(expected, pixels)
        self.entries[file] = {
            "file": file, "format": file.split("/")[0], "width": width, "height": height,
            "orientation": orientation, "bitDepth": depth, "colorModel": model, "alpha": alpha, "icc": icc,
            "expected": expected, "tolerance": tolerance, "expect": "decode", **more}

    def write(self):
        rows = [json.dumps(self.entries[name]) for name in sorted(self.entries)]
        with open(self.path, "w") as file:
            file.write("[\n" + ",\n".join(rows) + "\n]\n")
