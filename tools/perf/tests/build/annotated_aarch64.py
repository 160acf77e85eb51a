#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A sample in each function of an aarch64 program, and one at a call by a register, whose function was called; and what perf annotate shows
of them against objdump.

usage: annotated_aarch64.py write OUTPUT PROGRAM DISASSEMBLY     writes the recording; prints the addresses of both calls
       annotated_aarch64.py compare TEXT DISASSEMBLY             of annotate --no-source -n and objdump -d --no-show-raw-insn; says what differs

Of moved constants and conditions the two have other names; what the decoder does not know is a word, of which there may be few.
"""
import re
import subprocess
import sys
from perfwrite import *


def instructions(path):
    return {int(a, 16): t for a, t in re.findall(r"(?m)^ +([0-9a-f]+):\t(.*)$", open(path).read())}


def write(output, program, disassembly):
    run = lambda *command: subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = {n: (int(a, 16), int(s, 16)) for a, s, n in re.findall(r"(?m)^([0-9a-f]+) ([0-9a-f]+) [Tt] (.*)$", run("nm", "-S", "--defined-only", program))}
    f = Writer("<", "aarch64")
    e = f.event(type=1, sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_IDENTIFIER | S_CALLCHAIN, name="cpu-clock", flags=1 << 18)
    f.comm(7, 7, "program")
    offset, start, size = next((int(o, 16), int(v, 16), int(s, 16)) for o, v, s in
                               re.findall(r"(?m)^ +LOAD +(0x\w+) (0x\w+) 0x\w+ (0x\w+) 0x\w+ R E", run("readelf", "-lW", program)))
    f.mmap2(7, 7, start & ~0xfff, (size | 0xfff) + 0x1001 & ~0xfff, offset & ~0xfff, program, 2)
    code = instructions(disassembly)
    find = lambda function, what: next(a for a in sorted(code) if 0 <= a - names[function][0] < names[function][1] and re.match(what, code[a]))
    inner, outer = find("calls", "blr"), find("_start", "bl\\s.*<calls>")
    for n, (start, _) in enumerate(sorted(names.values())):
        f.sample(e, ip=start, pid=7, tid=7, time=1000 + n, period=1, chain=[2**64 - 512, start])
    f.sample(e, ip=inner, pid=7, tid=7, time=2000, period=7, chain=[2**64 - 512, inner, outer + 4])
    f.write(output)
    print(f"{inner:x} {outer:x}")


def number(m):
    text = m.group(0).lstrip("#")
    return f"{float(text):g}" if re.search(r"\.\d", text) else str(int(text, 0))


def plain(text):
    """The instruction in one of the ways in which it can be written: name, operands, and where it leads by name."""
    text = re.sub(r"\s*//.*", "", text).strip()
    name, operands = re.match(r"(\S+)\s*(.*)$", text).groups()
    leads = re.findall(r"<([^>]*)>", operands)
    operands = re.sub(r"\s*<[^>]*>", "", operands)
    name = {"b.hs": "b.cs", "b.lo": "b.cc"}.get(name, name)
    if re.match(r"adrp?$|bl?$|b\.|cbn?z$|tbn?z$", name):
        operands = re.sub(r"(?<![\w#])#?(?:0x)?([0-9a-f]{4,})$", lambda m: str(int(m.group(1), 16)), operands)
        leads = leads if not name.startswith("adr") else []
    operands = re.sub(r"#?(?<![\w.])-?(?:0x[0-9a-f]+|\d+(?:\.\d+(?:e[+-]\d+)?)?)\b", number, operands)
    m = re.match(r"([wx]\d+), (-?\d+)(?:, lsl (\d+))?$", operands)
    if m and name in ("mov", "movz", "movn"):
        value = int(m.group(2)) << int(m.group(3) or 0)
        value = ~value if name == "movn" else value
        name, operands = "mov", f"{m.group(1)}, {value % 2 ** (32 if m.group(1)[0] == 'w' else 64)}"
    return name, operands.replace(" ", ""), leads


def compare(text, disassembly):
    theirs, nr, unknown, differ = instructions(disassembly), 0, 0, 0
    for address, insn in re.findall(r"(?m)^ *\d+ :   ([0-9a-f]+):   (.*)$", open(text).read()):
        address = int(address, 16)
        nr += 1
        if insn.startswith(".inst"):
            unknown += 1
        elif plain(insn) != plain(theirs[address]):
            differ += 1
            print(f"{address:x}: '{insn}', not '{theirs[address]}'")
    print(f"{nr} instructions, {unknown} unknown, {differ} differ")
    return nr > 100 and not differ and unknown * 20 < nr


if sys.argv[1] == "write":
    write(*sys.argv[2:])
elif not compare(*sys.argv[2:]):
    sys.exit(1)
