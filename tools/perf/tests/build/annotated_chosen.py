#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a recording of two threads on two CPUs that call a function, for the code of pages: samples are told apart by who took them, when, and
whether they are of what was called.

usage: annotated_chosen.py OUTPUT PROGRAM DISASSEMBLY   (reads objdump -d of the functions "work" and "helper" of a non-PIE program)

Prints "FUNCTION ADDRESS CALL EVENT TID CPU TIME PERIOD" for each place where a sample counts; CALL: 1 in what it had called.
"""
import re
import sys
from listing import functions
from perfwrite import *

output, program, listing = sys.argv[1:4]
code = functions(listing)
call, back = next((a, code["work"][i + 1][0]) for i, (a, text) in enumerate(code["work"]) if re.search("call.*<helper>", text))
f = Writer("<", "x86_64")
TYPE = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN
events = [f.event(type=1, config=i, name=name, sample_type=TYPE) for i, name in enumerate(("cpu-clock", "task-clock"))]
for tid, name in (7, "one"), (8, "two"):
    f.comm(7, tid, name, 1)
f.mmap2(7, 7, 0x401000, 0x1000, 0x1000, program, 2)
time = 1000000
for n in range(60):
    which = n % 3 == 2
    in_helper, tid, cpu = n % 5 < 2, 7 + n % 2, n // 7 % 2
    own = code["helper" if in_helper else "work"]
    ip = own[n % len(own)][0]
    time += 1000
    period = 100 + n
    f.sample(events[which], ip=ip, pid=7, tid=tid, time=time, cpu=cpu, period=period, chain=[2**64 - 512, ip] + [back] * in_helper)
    print("helper" if in_helper else "work", f"{ip:x}", 0, int(which), tid, cpu, time, period)
    if in_helper:
        print("work", f"{call:x}", 1, int(which), tid, cpu, time, period)
f.write(output)
