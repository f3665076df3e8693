"""References for compositing: six sources on one backdrop, by ImageMagick at 16 bits and, for the blend modes by hue, saturation
and luminosity, by Cairo at 8 bits. Results are premultiplied.
"""
import json

import cairo

from .common import run, write

SOURCES = (
    (200, 100, 50, 255), (200, 100, 50, 128), (10, 250, 130, 64), (0, 0, 255, 200), (90, 90, 90, 255), (255, 255, 0, 0))
BACKDROP = (60, 120, 220, 153)

OPERATORS = {
    "clear": "Clear", "copy": "Copy", "destination": "Dst", "sourceOver": "Over", "destinationOver": "DstOver",
    "sourceIn": "In", "destinationIn": "DstIn", "sourceOut": "Out", "destinationOut": "DstOut",
    "sourceAtop": "Atop", "destinationAtop": "DstAtop", "xor": "Xor", "plusLighter": "Plus"}
MODES = {name: name[0].upper() + name[1:] for name in (
    "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight",
    "difference", "exclusion")}
HUE_MODES = {
    "hue": cairo.OPERATOR_HSL_HUE, "saturation": cairo.OPERATOR_HSL_SATURATION,
    "color": cairo.OPERATOR_HSL_COLOR, "luminosity": cairo.OPERATOR_HSL_LUMINOSITY}


def by_imagemagick(operator):
    def picture(color):
        return f"xc:rgba({color[0]},{color[1]},{color[2]},{color[3] / 255!r})"

    result = []
    for source in SOURCES:
        made = run(
            "convert", "-size", "1x1", picture(BACKDROP), picture(source), "-compose", operator, "-composite",
            "-depth", "16", "-endian", "MSB", "rgba:-")
        straight = [int.from_bytes(made[i:i + 2], "big") for i in range(0, 8, 2)]
        result += [round(value * straight[3] / 65535) for value in straight[:3]] + [straight[3]]
    return result


def by_cairo(operator):
    result = []
    for source in SOURCES:
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, 1, 1)
        context = cairo.Context(surface)
        context.set_source_rgba(*(value / 255 for value in BACKDROP))
        context.paint()
        context.set_operator(operator)
        context.set_source_rgba(*(value / 255 for value in source))
        context.paint()
        surface.flush()
        blue, green, red, alpha = bytes(surface.get_data())[:4]
        result += [red, green, blue, alpha]
    return result


def make(manifest):
    answers = {
        "sources": [value for source in SOURCES for value in source], "backdrop": BACKDROP,
        "operators": {name: by_imagemagick(operator) for name, operator in OPERATORS.items()},
        "modes": {name: by_imagemagick(operator) for name, operator in MODES.items()},
        "hueModes": {name: by_cairo(operator) for name, operator in HUE_MODES.items()}}
    write("compositing/compositing.json", (json.dumps(answers) + "\n").encode())
