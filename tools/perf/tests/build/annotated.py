#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a recording of a non-PIE program with samples at known instructions, for perf annotate.

usage: annotated.py OUTPUT PROGRAM DISASSEMBLY [group|untold]   (reads objdump -d of functions, writes OUTPUT, and OUTPUT.pipe as
a stream; untold: without the name of the recording machine's architecture)

Prints "FUNCTION ADDRESS SAMPLES PERIOD [SAMPLES PERIOD]" for each instruction that has samples: of the first event, and of the second.
"""
import re
import sys
from perfwrite import *

output, program, listing = sys.argv[1:4]
group, untold = "group" in sys.argv[4:], "untold" in sys.argv[4:]
f = Writer("<", None if untold else "x86_64")
TYPE = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD
events = [f.event(type=1, config=0, name="cpu-clock", sample_type=TYPE), f.event(type=1, config=1, name="task-clock", sample_type=TYPE)]
if group:
    desc = f.pack("I", 1)
    name = b"{anon_group}\0"
    name += bytes(-len(name) % 64)
    f.features_more[17] = desc + f.pack("I", len(name)) + name + f.pack("II", 0, 2)
f.comm(7, 7, "work", 1)
f.mmap2(7, 7, 0x401000, 0x1000, 0x1000, program.encode() if isinstance(program, str) else program, 2)
time, function, number = 1000, None, 0
for line in open(listing):
    head = re.match(r"[0-9a-f]+ <(.*)>:$", line)
    if head:
        function, number = head.group(1), 0
        continue
    insn = re.match(r" +([0-9a-f]+):\t", line)
    if not insn:
        continue
    number += 1
    address, row = int(insn.group(1), 16), []
    for which, e in enumerate(events):
        nr = number * (7 + which) % 5
        for i in range(nr):
            time += 10
            f.sample(e, ip=address, pid=7, tid=7, time=time, cpu=i % 2, period=100 + number)
        row += [nr, nr * (100 + number)]
    if any(row):
        print(function, f"{address:x}", *row)
f.write(output)
f.write_pipe(output + ".pipe")
