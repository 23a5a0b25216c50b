#!/usr/bin/env python3
"""Reads a table of retrograde. Prints the values of the given slots; without slots, checks the whole table and counts its values.
usage: read_table.py FILE... [SLOT]...
crates/retrograde-tables/src/format.rs specifies the bytes. Needs Python 3.14, or the module zstandard (Debian: python3-zstandard)."""
import collections, hashlib, json, mmap, struct, sys, zlib
try:
    from compression.zstd import decompress
except ImportError:
    from zstandard import decompress
KINDS, HOLE, SOUND = ["draw", "win", "loss", "tie"], (1 << 30) - 1, 0x2144DF1C  # the CRC-32 of bytes followed by their CRC-32

def must(holds, path, what):
    if not holds:
        sys.exit(f"{path}: {what}")

class Part:
    def __init__(self, path, data, slots, block, at):
        self.path, self.data, self.slots, self.block = path, data, slots, block
        count, self.width = struct.unpack_from("<II", data, at)
        self.cells, self.index = struct.unpack_from(f"<{count}I", data, at + 8), at + 8 + 4 * count
        self.blocks = self.index + 8 * -(-len(slots) // block) + 4  # the offset of the blocks
        must(zlib.crc32(data[at:self.blocks]) == SOUND, path, "an index is damaged")

    def values(self, number):
        begin = struct.unpack_from("<I", self.data, self.index + 8 * number - 8)[0] if number else 0
        end, crc = struct.unpack_from("<II", self.data, self.index + 8 * number)
        stored, count = self.data[self.blocks + begin:self.blocks + end], min(self.block, len(self.slots) - number * self.block)
        must(zlib.crc32(stored) == crc, self.path, f"block {number} is damaged")
        codes = stored if len(stored) == -(-count * self.width // 8) else decompress(stored)
        if self.width >= 8:
            return [self.cells[code] for (code,) in struct.iter_unpack({8: "<B", 16: "<H", 32: "<I"}[self.width], codes)]
        return [self.cells[codes[i * self.width // 8] >> i * self.width % 8 & (1 << self.width) - 1] for i in range(count)]

def parts_of(path, whole):
    with open(path, "rb") as file:
        must(file.read(8) == b"RETROTBL", path, "is not a table of retrograde")
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    version, parts, slots, first, block, length = struct.unpack_from("<IIQQII", data, 8)
    must(version == 1, path, f"is a table of version {version}, and this program reads version 1")
    must(zlib.crc32(data[:44 + length + 48 * parts]) == SOUND, path, "its header is damaged")
    must(json.loads(data[40:40 + length])["fill"] == "none", path, "leaves out values that only the rules of its game imply")
    must(not whole or hashlib.sha256(memoryview(data)[:-32]).digest() == data[-32:], path, "is damaged: its last 32 bytes are not the hash of the others")
    for number in range(parts):
        slots_here = range(first + (number << 26), min(slots, first + (number + 1 << 26)))
        yield Part(path, data, slots_here, block, *struct.unpack_from("<Q", data, 40 + length + 48 * number))

words = sys.argv[1:] if "--help" not in sys.argv[1:] else print(__doc__) or []
slots, parts = [int(word) for word in words if word.isdigit()], []
for path in (word for word in words if not word.isdigit()):
    parts += parts_of(path, whole=not slots)
for slot in slots:
    part = next((part for part in parts if slot in part.slots), None)
    must(part, slot, "no file has this slot")
    cell = part.values((slot - part.slots.start) // part.block)[(slot - part.slots.start) % part.block]
    print(slot, "hole" if cell == HOLE else f"{KINDS[cell >> 30]} {cell & HOLE}")
if parts and not slots:
    cells = collections.Counter(cell for part in parts for block in range(-(-len(part.slots) // part.block)) for cell in part.values(block))
    for kind in KINDS:
        print(kind, sum(count for cell, count in cells.items() if cell != HOLE and KINDS[cell >> 30] == kind))
    print("hole", cells[HOLE])
