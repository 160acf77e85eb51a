#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a jitdump with source lines, as a runtime does, a recording of its functions, and what is true of each address.

usage: jit_lines.py DIR BYTE-ORDER MACHINE MARK SHIFT	DIR/jit-100.dump, DIR/data, DIR/want

MARK is what the padding of the head has, SHIFT how many bytes too large the runtime writes all addresses of lines.
"""
import struct
import sys
from perfwrite import *

where, order = sys.argv[1:3]
machine, mark, shift = (int(a, 0) for a in sys.argv[3:])
SECOND, SAME, X86_64 = 10**9, "\xff", 62
FIRST = 0x7f0000001000 if machine == X86_64 else 0x70001000
A, B, C, D, E, F, G = (FIRST + n * 0x1000 for n in range(7))


def record(kind, body, time=SECOND):
    return struct.pack(order + "IIQ", kind, 16 + len(body), time) + body


def load(index, addr, size, time=SECOND):
    head = struct.pack(order + "IIQQQQ", 100, 101, addr, addr, size, index)
    return record(0, head + b"f%d\0" % index + b"\x90" * size, time)


def info(addr, lines, nr=None):
    entries = b""
    for at, line, file in lines:
        entries += struct.pack(order + "Qii", addr + at + shift, line, 7) + file.encode("latin-1") + b"\0"
    return record(2, struct.pack(order + "QQ", addr, len(lines) if nr is None else nr) + entries)


# A function: its address and size, what the dump says of its lines, and from where on which one is right.
functions = (
    (A, 300, [(0, 10, "/src/a.js"), (4, 12, SAME), (9, 3, "/src/inlined.js"), (200, 11, "/src/a.js"), (300, 0, "")],
     {0: "a.js:10", 4: "a.js:12", 9: "inlined.js:3", 200: "a.js:11"}),
    # No order, and two at one address.
    (B, 32, [(16, 7, "file:///src/b%2dc.mjs"), (0, 5, "file:///src/b%2dc.mjs"), (0, 6, SAME)],
     {0: "b-c.mjs:6", 16: "b-c.mjs:7"}),
    # The first bytes are of no line.
    (C, 64, [(2, 100000, "node:internal/c"), (60, 1, SAME)], {2: "c:100000", 60: "c:1"}),
    # One lies outside of the function: nothing of it can be believed.
    (D, 48, [(0, 1, "d.js"), (2000, 2, "d.js")], {}),
    (E, 48, [(0, 1, SAME)], {}),				# no name
    (F, 48, [(0, -5, "f.js")], {}),
    (G, 16, [(0, 1, "g.js")], {}),				# says that it has many more
)
dump = struct.pack(order + "IIIIIIQQ", 0x4a695444, 1, 40, machine, mark, 100, SECOND, 0)
# Two threads at the same time: their records mix, and belong together by the address.
dump += info(A, functions[0][2]) + info(B, functions[1][2])
for n, (addr, size, lines, _) in enumerate(functions):
    dump += (b"" if n < 2 else info(addr, lines, 2**60 if addr == G else None)) + load(n, addr, size)
dump += load(7, B, 32, 3 * SECOND)				# later where B was, and nothing is said of its lines
open(f"{where}/jit-100.dump", "wb").write(dump)

f = Writer(order)
e = f.event(type=1, sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_IDENTIFIER, name="cpu-clock",
            flags=1 << 18 | 1 << 25, clockid=1)
f.comm(100, 101, "js", SECOND)
f.mmap2(100, 101, 0x60000000, 0x1000, 0, f"{where}/jit-100.dump", SECOND)
with open(f"{where}/want", "w") as want:
    for n, (addr, size, _, right) in enumerate(functions + ((B, 32, [], {}),)):
        line = ""
        for at in range(size):
            line = right.get(at, line)
            f.sample(e, ip=addr + at, pid=100, tid=101, time=(4 if n == 7 else 2) * SECOND + n * 1000 + at)
            print(f"f{n}+0x{at:x} {line}".strip(), file=want)
f.write(f"{where}/data")
