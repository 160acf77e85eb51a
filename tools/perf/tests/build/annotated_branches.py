#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a recording of a non-PIE program with stacks of branches that have cycles, for perf annotate and perf report -b.

usage: annotated_branches.py OUTPUT PROGRAM DISASSEMBLY [calls]	(calls: only calls were recorded, so nobody knows what ran between)

The branches are those of random walks through the disassembly of `work` and `helper` of test_annotate_cycles.sh. Prints what is to be
seen of them: "FUNCTION IPC COVERAGE", and "FUNCTION ADDRESS IPC CYCLES" of each instruction ("-" for what is not known).
"""
import random
import re
import sys
from fractions import Fraction
from perfwrite import *

output, program, listing = sys.argv[1:4]
only_calls = len(sys.argv) > 4
code, function = {}, None		# address: (function, text), in the order of addresses
for line in open(listing):
    head, insn = re.match(r"[0-9a-f]+ <(.*)>:$", line), re.match(r" +([0-9a-f]+):\t(.*)", line)
    if head:
        function = head.group(1)
    elif insn and function in ("work", "helper"):
        code[int(insn.group(1), 16)] = function, insn.group(2)
addresses = sorted(code)
after = {a: addresses[n + 1] for n, a in enumerate(addresses[:-1])}
of = {name: [a for a in addresses if code[a][0] == name] for name in ("work", "helper")}
random.seed(7)


def walk():
    """Branches from the beginning of work on, oldest first."""
    at, stack = of["work"][0], []
    while True:
        text = code[at][1]
        target = re.search(r"([0-9a-f]+) <", text)
        if text.startswith("call"):
            stack.append(after[at])
            yield at, int(target.group(1), 16)
            at = int(target.group(1), 16)
        elif text.startswith("ret"):
            to = stack.pop() if stack else of["work"][0]
            yield at, to
            at = to
        elif text.startswith("j") and random.random() < 0.6:
            yield at, int(target.group(1), 16)
            at = int(target.group(1), 16)
        else:
            at = after[at]


f = Writer("<", "x86_64")
TYPE = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_BRANCH_STACK
e = f.event(type=0, config=0, name="cycles", sample_type=TYPE, branch_sample_type=16 if only_calls else 8, flags=1 << 18)
f.comm(7, 7, "work", 1)
f.mmap2(7, 7, 0x401000, 0x1000, 0x1000, program, 2)
f.branch_stack = True
total = {name: [0, 0, set()] for name in of}			# instructions, cycles, which of them
line = {a: [0, 0, 0, 0] for a in addresses}			# instructions, cycles, how often it ended a piece, cycles of these
way = walk()
for n in range(50):
    stack, before = [], None
    for i in range(8):
        source, to = next(way)
        cycles = random.randrange(1, 30)
        stack.append((source, to, 2 | cycles << 4))
        line[source][2] += 1
        line[source][3] += cycles
        if before is not None and not only_calls and code[before][0] == code[source][0] and before <= source:
            piece = [a for a in of[code[source][0]] if before <= a <= source]
            total[code[source][0]][0] += len(piece)
            total[code[source][0]][1] += cycles
            total[code[source][0]][2].update(piece)
            for a in piece:
                line[a][0] += len(piece)
                line[a][1] += cycles
        before = to
    f.sample(e, ip=stack[-1][1], pid=7, tid=7, time=10 * n + 10, period=100, branches=stack[::-1])
f.write(output)


def ratio(a, b):
    return f"{float(Fraction(a, b)):.2f}" if b else "-"


for name, (insns, cycles, covered) in total.items():
    print(name, ratio(insns, cycles), f"{100 * len(covered) / len(of[name]):.1f}" if cycles else "-")
for a in addresses:
    insns, cycles, ends, end_cycles = line[a]
    print(code[a][0], f"{a - of[code[a][0]][0]:x}", ratio(insns, cycles), end_cycles // ends if ends else "-")
