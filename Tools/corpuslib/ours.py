"""What our decoders see, through the program corpus-dump."""
import dataclasses
import json
import subprocess

import numpy


@dataclasses.dataclass
class Seen:
    """What a decoder sees in a file: an error, or frames as arrays of height, width and four channels."""
    info: dict
    image: dict
    frames: list

    @property
    def error(self):
        return self.image.get("error")


class Dump:
    """One process for all files of a format."""

    def __init__(self, program, depth):
        self.process = subprocess.Popen([program, str(depth)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def line(self):
        text = self.process.stdout.readline()
        if not text:
            raise RuntimeError(f"corpus-dump ended with {self.process.wait()}")
        return json.loads(text)

    def see(self, location):
        self.process.stdin.write(location.encode() + b"\n")
        self.process.stdin.flush()
        info, image, frames = self.line(), self.line(), []
        for _ in range(image.get("frames", 0)):
            frame = self.line()
            if "error" in frame:
                image = {"error": frame["error"]}
                continue
            sample = numpy.uint16 if image.get("depth") == 16 else numpy.uint8
            pixels = numpy.frombuffer(self.process.stdout.read(frame["bytes"]), sample)
            frames.append(pixels.reshape(image["height"], image["width"], 4))
        return Seen(info, image, frames)

    def close(self):
        self.process.stdin.close()
        self.process.wait()
