#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A sample in each function that a library exports; and what perf annotate shows of them against objdump.

usage: annotated_library.py write OUTPUT LIBRARY	writes the recording
       annotated_library.py compare TEXT DISASSEMBLY	of annotate --no-source -n and objdump -d --no-show-raw-insn; says what differs

Decoders know different sets of rare instructions: where perf shows (bad), the instructions up to the next one that both have are left
out, if they are few.
"""
import re
import subprocess
import sys
from perfwrite import *

BASE = 0x7f0000000000


def write(output, library):
    names = subprocess.run(["nm", "-D", "-S", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    functions = {int(m.group(1), 16) for m in re.finditer(r"(?m)^([0-9a-f]+) 0*[1-9a-f][0-9a-f]* [TtWi] ", names)}
    f = Writer("<", "x86_64")
    e = f.event(type=1, sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_IDENTIFIER, name="cpu-clock", flags=1 << 18)
    f.comm(7, 7, "library")
    f.mmap2(7, 7, BASE, 1 << 32, 0, library)
    for n, address in enumerate(sorted(functions)):
        f.sample(e, ip=BASE + address, pid=7, tid=7, time=n + 1, period=1)
    f.write(output)


def target(text):
    """Where a jump or call leads, if the instruction says it."""
    m = re.match(r"(?:[a-z0-9]+ )*(?:j|call|loop)[a-z,]* +([0-9a-f]+) <", text)
    return m and int(m.group(1), 16)


def compare(text, disassembly):
    theirs = {int(a, 16): t for a, t in re.findall(r"(?m)^ +([0-9a-f]+):\t(.*)$", open(disassembly).read())}
    order = sorted(theirs)
    place = {a: n for n, a in enumerate(order)}
    nr = unknown = differ = 0
    expected = None			# the next address, if the last instruction was known
    for line in open(text):
        m = re.match(r" *\d+ :   ([0-9a-f]+):(?:   (.*))?$", line)
        if not m:
            expected = None
            continue
        address, insn = int(m.group(1), 16), m.group(2) or ""
        nr += 1
        if insn == "(bad)" or (expected is None and address not in theirs):
            unknown += insn != "(bad)" or not theirs.get(address, "").startswith("(bad)")
            expected = None
            continue
        if address not in theirs or expected not in (None, address) or target(insn) != target(theirs[address]):
            differ += 1
            print(f"{address:x}: '{insn}', not '{theirs.get(address)}' (expected at {expected or address:x})")
        after = place.get(address, len(order)) + 1
        expected = order[after] if after < len(order) else None
    print(f"{nr} instructions, {unknown} unknown, {differ} differ")
    return nr > 10000 and not differ and unknown * 1000 < nr


if sys.argv[1] == "write":
    write(*sys.argv[2:])
elif not compare(*sys.argv[2:]):
    sys.exit(1)
