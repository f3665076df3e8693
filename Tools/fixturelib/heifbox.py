"""Writes HEIF files box by box, so that fixtures can have items and properties that no encoder at hand writes."""
import struct


def box(name, *content):
    body = b"".join(content)
    return struct.pack(">I4s", 8 + len(body), name) + body


def full(name, *content, version=0, flags=0):
    return box(name, struct.pack(">I", version << 24 | flags), *content)


def children(data, start=0, end=None):
    """[(name, content)] of the boxes in a range."""
    at, end, found = start, len(data) if end is None else end, []
    while at < end:
        size, name = struct.unpack(">I4s", data[at:at + 8])
        found.append((name, data[at + 8:at + (size or end - at)]))
        at += size or end - at
    return found


def coded(data):
    """(configuration box, coded data) of a file with one coded image."""
    top = dict(children(data))
    properties = dict(children(dict(children(top[b"meta"], 4))[b"iprp"]))
    name, content = next((n, c) for n, c in children(properties[b"ipco"]) if n in (b"hvcC", b"av1C"))
    return box(name, content), top[b"mdat"]


def size(width, height):
    return full(b"ispe", struct.pack(">II", width, height))


def turn(quarters):
    return box(b"irot", bytes([quarters]))


def mirror(axis):
    return box(b"imir", bytes([axis]))


def aperture(width, height, right, down):
    """A clean aperture of this size with its middle moved by half pixels."""
    return box(b"clap", struct.pack(">IIIIiIiI", width, 1, height, 1, right, 2, down, 2))


def colors(primaries, transfer, matrix, full_range):
    return box(b"colr", b"nclx", struct.pack(">HHHB", primaries, transfer, matrix, full_range << 7))


def auxiliary(urn):
    return full(b"auxC", urn.encode() + b"\0")


def grid(rows, columns, width, height):
    return struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height)


def overlay(background, width, height, corners):
    return struct.pack(">BB4HHH", 0, 0, *background, width, height) + b"".join(
        struct.pack(">hh", *corner) for corner in corners)


class File:
    """Items in the order of their numbers, from 1 on; the first is the primary one."""

    def __init__(self, brand):
        self.brand, self.items, self.references = brand, [], []

    def add(self, kind, content, *properties, inline=False):
        self.items.append((kind, content, properties, inline))
        return len(self.items)

    def refer(self, kind, source, *targets):
        self.references.append(box(kind, struct.pack(f">HH{len(targets)}H", source, len(targets), *targets)))

    def bytes(self):
        head = box(b"ftyp", self.brand, struct.pack(">I", 0), b"mif1", self.brand)
        length = len(head) + len(self._meta([0] * len(self.items))) + 8
        places, at = [], length
        for _, content, _, inline in self.items:
            places.append(at)
            at += 0 if inline else len(content)
        media = b"".join(content for _, content, _, inline in self.items if not inline)
        return head + self._meta(places) + box(b"mdat", media)

    def _meta(self, places):
        shared, associations, entries, locations, inline_data = [], b"", b"", b"", b""
        for number, (kind, content, properties, inline) in enumerate(self.items, 1):
            media_type = b"application/rdf+xml\0" if kind == b"mime" else b""
            entries += full(b"infe", struct.pack(">HH4s", number, 0, kind), b"\0", media_type, version=2)
            for prop in properties:
                if prop not in shared:
                    shared.append(prop)
            if properties:
                associations += struct.pack(">HB", number, len(properties)) + bytes(
                    0x80 | shared.index(prop) + 1 for prop in properties)
            place = len(inline_data) if inline else places[number - 1]
            locations += struct.pack(">HHHHII", number, int(inline), 0, 1, place, len(content))
            inline_data += content if inline else b""
        described = sum(1 for item in self.items if item[2])
        parts = [
            full(b"hdlr", b"\0\0\0\0pict", bytes(13)),
            full(b"pitm", struct.pack(">H", 1)),
            full(b"iinf", struct.pack(">H", len(self.items)), entries),
            box(b"iprp", box(b"ipco", *shared), full(b"ipma", struct.pack(">I", described), associations)),
            full(b"iloc", struct.pack(">HH", 0x4400, len(self.items)), locations, version=1),
        ]
        if self.references:
            parts.append(full(b"iref", *self.references))
        if inline_data:
            parts.append(box(b"idat", inline_data))
        return full(b"meta", *parts)
