#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Recordings with packs of many small programs, made from the format's text alone. /bin/pN has one function, fN, with one sample.

    pack_made.py OUT NUMBER              that many programs
    pack_made.py OUT NUMBER overlap      the last one begins within the one before it
    pack_made.py OUT NUMBER bombs        each becomes 24 MB, of zeros
"""
import struct
import sys

import perfwrite

SYMTAB, STRTAB, FUNCTION = 2, 3, 0x12


def program(name):
    """An ELF file of x86_64: one segment, a symbol table, and names for symbols and sections alike."""
    names = b"\0.symtab\0.strtab\0" + name.encode() + b"\0"
    code, symbols = 0x80, 0x90
    strings = symbols + 48
    sections = strings + len(names) + 7 & ~7
    out = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 3, 62, 1, code, 64, sections, 0, 64, 56, 1, 64, 3, 2)
    out += struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, 0x90, 0x90, 0x1000)
    out = out.ljust(code, b"\0") + b"\x90" * 16
    out += bytes(24) + struct.pack("<IBBHQQ", 17, FUNCTION, 0, 1, code, 16)
    out = (out + names).ljust(sections, b"\0") + bytes(64)
    out += struct.pack("<IIQQQQIIQQ", 1, SYMTAB, 0, 0, symbols, 48, 2, 1, 8, 24)
    return out + struct.pack("<IIQQQQIIQQ", 9, STRTAB, 0, 0, strings, len(names), 0, 0, 1, 0)


def frame(content, zeros):
    """Zstandard, by RFC 8878: what is there as it is, and blocks that repeat one byte."""
    blocks = [(len(content) << 3, content)] + [(1 << 17 << 3 | 1 << 1, b"\0")] * (zeros >> 17)
    last, text = blocks[-1]
    blocks[-1] = last | 1, text
    return b"\x28\xb5\x2f\xfd\x00\x48" + b"".join(struct.pack("<I", head)[:3] + text for head, text in blocks)


def main():
    number, how = int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else ""
    w = perfwrite.Writer(arch="x86_64")
    e = w.event(type=1, config=0, name="cpu-clock", sample_type=perfwrite.S_IP | perfwrite.S_TID | perfwrite.S_TIME |
                perfwrite.S_IDENTIFIER)
    w.comm(77, 77, "prog", time=1)
    for i in range(number):
        w.mmap2(77, 77, 0x10000000 + i * 0x2000, 0x2000, 0, f"/bin/p{i}", time=2)
    for i in range(number):
        w.sample(e, ip=0x10000084 + i * 0x2000, pid=77, tid=77, time=10 + i)
    w.write(sys.argv[1])
    with open(sys.argv[1], "rb") as f:
        data = bytearray(f.read())
    directory = b""
    for i in range(number):
        content, name = program(f"f{i}"), f"/bin/p{i}".encode()
        zeros = 24 << 20 if how == "bombs" else 0
        stored = frame(content, zeros)
        at = len(data) - (how == "overlap" and i == number - 1)
        directory += struct.pack("<IIIIQQQ", 0, 1, 0, len(name), at, len(stored), len(content) + zeros) + bytes(20) + name
        data += stored
    data += directory + struct.pack("<QQII8s", len(data), len(directory), 1, number, b"PERFPACK")
    with open(sys.argv[1], "wb") as f:
        f.write(data)


if __name__ == "__main__":
    main()
