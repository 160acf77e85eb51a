#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes recordings of the functions of test_annotate_code.sh where code comes from somewhere else than a program.

usage: annotated_code.py jit DIR CODE			a jitdump with a function that has the bytes of the file CODE, and DIR/data
       annotated_code.py kernel OUTPUT OFFSET SIZE	in a kernel whose text begins at 0xffffffff81000000
       annotated_code.py bpf OUTPUT CODE [VARIANT]	in the second function of a BPF program, CODE, which the header has; VARIANT: "none", it has
							none; "tag", that of another program; "short", not all of it
       annotated_code.py vdso OUTPUT IMAGE OFFSET SIZE	in this machine's vdso, which it writes to IMAGE
       annotated_code.py program OUTPUT PROGRAM OFFSET SIZE	in a position-independent program

Samples: one at each fourth address from the function's first byte on, two at the first one.
"""
import re
import struct
import sys
from perfwrite import *

what, args = sys.argv[1], sys.argv[2:]
TEXT, JIT, PROGRAM = 0xffffffff81000000, 0x7f0000001000, 0x555555554000
f = Writer("<", "x86_64")
e = f.event(type=1, sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_IDENTIFIER, name="cpu-clock", flags=1 << 18 | 1 << 25, clockid=1)
f.comm(100, 101, "code", 1)


def add(start, size, misc=MISC_USER):
    for n, at in enumerate([0] + list(range(0, size, 4))):
        f.sample(e, misc=misc, ip=start + at, pid=100, tid=101, time=10000 + n)


if what == "jit":
    where, code = args[0], open(args[1], "rb").read()
    head = struct.pack("<IIQQQQ", 100, 101, JIT, JIT, len(code), 0)
    body = head + b"compiled\0" + code
    dump = struct.pack("<IIIIIIQQ", 0x4a695444, 1, 40, 62, 0, 100, 0, 0)
    dump += struct.pack("<IIQ", 0, 16 + len(body), 5000) + body
    open(f"{where}/jit-100.dump", "wb").write(dump)
    f.mmap2(100, 101, 0x7f00aaaa0000, 0x1000, 0, f"{where}/jit-100.dump", 1000)
    add(JIT, len(code))
    output = f"{where}/data"
elif what == "kernel":
    output, start, size = args[0], int(args[1], 16), int(args[2], 16)
    f.mmap(-1, 0, TEXT, 0x100000, TEXT, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
    add(TEXT + start, size, MISC_KERNEL)
elif what == "bpf":
    output, code, variant = args[0], open(args[1], "rb").read(), (args[2:] + [""])[0]
    first, tags, at = b"\x0f\x1f\x40\x00" * 8, ["0123456789abcdef", "7be49e3934a125ba"], 0xffffffffa0012000
    insns = first + (code[:-8] if variant == "short" else code)
    info, data = bytearray(224), b""

    def array(values):
        global data
        start = len(data)
        data += values + bytes(-len(values) % 8)
        return start

    where = array(insns), array(struct.pack("<QQ", at - 64, at)), array(struct.pack("<II", len(first), len(code))), array(bytes.fromhex("".join(tags)))
    for offset, form, *values in ((4, "I", 9), (16, "I", len(insns)), (24, "Q", where[0]), (64, "16s", b"both"), (104, "II", 2, 2),
                                  (112, "QQ", *where[1:3]), (180, "IQ", 2, where[3])):
        struct.pack_into("<" + form, info, offset, *values)
    f.features_more[25] = struct.pack("<IIIQ", 1, len(info), len(data), (variant != "none") | 1 << 3 | 1 << 4 | 1 << 8) + bytes(info) + data
    tag = "ffffffffffffffff" if variant == "tag" else tags[1]
    f.mmap(-1, 0, TEXT, 0x100000, TEXT, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
    f.record(KSYMBOL, f.pack("QIHH", at, len(code), 1, 0) + f.text(f"bpf_prog_{tag}_second") + f.sample_id(0, 0, 2))
    add(at, len(code), MISC_KERNEL)
    if variant == "pipe":
        f.write_pipe(output)
        sys.exit()
elif what == "vdso":
    output, image = args[:2]
    at, end = next((int(a, 16), int(b, 16)) for a, b in re.findall(r"(?m)^([0-9a-f]+)-([0-9a-f]+) .*\[vdso\]$", open("/proc/self/maps").read()))
    with open("/proc/self/mem", "rb") as memory:
        memory.seek(at)
        open(image, "wb").write(memory.read(end - at))
    if len(args) > 2:
        f.mmap2(100, 101, at, end - at, 0, "[vdso]", 2)
        add(at + int(args[2], 16), int(args[3], 16))
else:
    output, program, start, size = args[0], args[1], int(args[2], 16), int(args[3], 16)
    f.mmap2(100, 101, PROGRAM + (start & ~0xfff), 0x1000, start & ~0xfff, program, 2)
    add(PROGRAM + start, size)
f.write(output)
