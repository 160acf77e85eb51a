#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A sample at each instruction of some functions of a program; and the lines that perf annotate --hot-lines=0 has, against addr2line.

usage: annotated_lines.py write OUTPUT PROGRAM NR	of at most NR functions, the same ones of the same program; prints their addresses
       annotated_lines.py compare TEXT ADDRESSES LINES [numbers]
							what was printed, and what addr2line says of each; says what differs
							(numbers: whatever the names of files)

Line 0 is an instruction that the compiler has made from no line; addr2line says ? for it, and for what has no debug information.
"""
import os
import random
import re
import subprocess
import sys
from collections import Counter
from perfwrite import *

BASE = 0x555555554000


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def write(output, program, nr):
    names = re.findall(r"(?m)^([0-9a-f]+) ([0-9a-f]+) [tT] (\w+)$", run("nm", "-S", "--defined-only", program))
    functions = sorted((int(a, 16), int(size, 16), name) for a, size, name in names if 40 < int(size, 16) < 1000)
    # Of several names of one place it is not certain which one is shown.
    places = Counter(a for a, size, name in functions)
    functions = [f for f in functions if places[f[0]] == 1]
    (offset, start, size), = re.findall(r"LOAD +0x(\w+) 0x(\w+) 0x\w+ 0x\w+ 0x(\w+) R E", run("readelf", "-lW", program))
    f = Writer("<", "x86_64")
    e = f.event(type=1, sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_IDENTIFIER, name="cpu-clock", flags=1 << 18)
    f.comm(7, 7, "lines")
    f.mmap2(7, 7, BASE + int(start, 16), int(size, 16), int(offset, 16), program)
    time = 0
    for a, length, name in random.Random(3).sample(functions, min(int(nr), len(functions))):
        listing = run("objdump", "-d", "--no-show-raw-insn", f"--start-address={a}", f"--stop-address={a + length}", program)
        for at in re.findall(r"(?m)^ +([0-9a-f]+):\t", listing):
            time += 1
            f.sample(e, ip=BASE + int(at, 16), pid=7, tid=7, time=time, period=1)
            print(at, name)
    f.write(output)


def compare(text, addresses, lines, numbers=None):
    functions = [line.split()[1] for line in open(addresses)]
    want, got = Counter(), Counter()
    for function, line in zip(functions, open(lines)):
        place = os.path.basename(line.split(" (discriminator")[0].strip())
        if not place.endswith((":0", ":?")):
            want[function, place.split(":")[1] if numbers else place] += 1
    for line in open(text):
        if line.startswith("# The hottest line of each"):
            break
        m = re.match(r" *([0-9.]+) +[0-9.]+  (\S+:(\d+)) +(?:.* inlined into )?(\S+)  \(", line)
        if m and m.group(3) != "0":
            got[m.group(4), m.group(3 if numbers else 2)] += round(float(m.group(1)) * len(functions) / 100)
    for function, place in sorted(set(want) | set(got)):
        if want[function, place] != got[function, place]:
            print(f"{function} {place}: {got[function, place]} instructions, not {want[function, place]}")
    print(f"{sum(want.values())} instructions with {len(want)} lines, of {len(functions)}")
    return got == want and len(want) > 5


if sys.argv[1] == "write":
    write(*sys.argv[2:])
elif not compare(*sys.argv[2:]):
    sys.exit(1)
