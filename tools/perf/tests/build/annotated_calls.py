#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes recordings of a non-PIE program whose samples have stacks, for perf annotate --children and --off-cpu.

usage: annotated_calls.py SAMPLES SPANS PROGRAM DISASSEMBLY   (reads objdump -d of the program of test_annotate_callers.sh)

Prints "callers FUNCTION NUMBER CALLER..." for each stack of SAMPLES that has a caller, and
"samples|spans FUNCTION ADDRESS NUMBER PERIOD" for each instruction at which something counts.
"""
import re
import sys
from collections import Counter
from listing import functions
from switches import *

samples, spans, program, listing = sys.argv[1:5]
insns = functions(listing)


def calls(function, callee):
    """[(address, where it returns to)] of all calls of @callee in @function."""
    code = insns[function]
    return [(a, code[i + 1][0]) for i, (a, text) in enumerate(code) if re.search(rf"call.*<{callee}>", text)]


def body(function):
    """An address behind the instructions that set a frame up, or in a function without one."""
    code = insns[function]
    return next((code[i + 1][0] for i, (a, text) in enumerate(code) if re.match(r"mov +%rsp,%rbp", text)), code[0][0])


def behind(function, what):
    code = insns[function]
    return next((a, code[i + 1][0]) for i, (a, text) in enumerate(code) if text.startswith(what))


truth = {"samples": Counter(), "spans": Counter()}
periods = {"samples": Counter(), "spans": Counter()}


def counts(which, period, places):
    for place in places:
        truth[which][place] += 1
        periods[which][place] += period


down_down, down_once, down_twice = calls("down", "down")[0], calls("down", "once")[0], calls("down", "twice")[0]
main_down, main_ask = calls("main", "down")[0], calls("main", "ask")[0]
system_call, returned = behind("ask", "syscall")
framed_work = calls("framed", "work")[0]
main_framed = calls("main", "framed")[0]
# [the stack, where it counts]: of a function that stands there several times, only the innermost call.
work = body("work")
STACKS = [
    ([work, framed_work[1], main_framed[1]],
     [("work", work), ("framed", framed_work[0]), ("main", main_framed[0])]),
    ([body("down"), down_down[1], down_down[1], main_down[1]], [("down", body("down")), ("main", main_down[0])]),
    # leaf has no frame, and once is passed over: it has only one call of leaf. twice has two.
    ([body("leaf"), down_once[1], down_down[1], main_down[1]],
     [("leaf", body("leaf")), ("once", calls("once", "leaf")[0][0]), ("down", down_once[0]), ("main", main_down[0])]),
    ([body("leaf"), down_twice[1], main_down[1]], [("leaf", body("leaf")), ("down", down_twice[0]), ("main", main_down[0])]),
]
# In the kernel: a system call, and an interrupt of the instruction behind it, whose entry is named.
IN_CALL = [returned, main_ask[1]], [("ask", system_call), ("main", main_ask[0])]
INTERRUPTED = [returned, main_ask[1]], [("ask", returned), ("main", main_ask[0])]
# Only of a stack that comes to where a program begins it is certain that it is none that was left there by chance.
START = behind("_start", "call")
for stack, places in STACKS + [IN_CALL, INTERRUPTED]:
    stack.append(START[1])
    places.append(("_start", START[0]))
SYSCALL_ENTRY, INTERRUPT_ENTRY = TEXT + 0x5010, TEXT + 0x6010

f = Writer("<", "x86_64")
TYPES = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN
e = f.event(type=1, config=0, name="cpu-clock", sample_type=TYPES, flags=SAMPLE_ID_ALL)
f.mmap(-1, 0, TEXT, 0x100000, TEXT, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.comm(7, 7, "calls", 1)
f.mmap2(7, 7, 0x401000, 0x1000, 0x1000, program, 2)
time = 1000
# The functions that called, as far as code says which they were.
CALLERS = ["framed main _start", "down down main _start", "once down down main _start", "twice down main _start", "main _start"]
for n, names in enumerate(CALLERS):
    print("callers", (STACKS[n] if n < 4 else IN_CALL)[1][0][0], n + 2 if n < 4 else 5, names)
for n, (stack, places) in enumerate(STACKS):
    for i in range(n + 2):
        time += 10
        f.sample(e, ip=stack[0], pid=7, tid=7, time=time, period=10 + n, chain=[USER_MARK] + stack)
        counts("samples", 10 + n, places)
for entry, (stack, places), nr in (SYSCALL_ENTRY, IN_CALL, 3), (INTERRUPT_ENTRY, INTERRUPTED, 2):
    for i in range(nr):
        time += 10
        f.sample(e, MISC_KERNEL, ip=TEXT + 0x1000, pid=7, tid=7, time=time, period=50,
                 chain=[KERNEL_MARK, TEXT + 0x1000, entry, USER_MARK] + stack)
        counts("samples", 50, places)
f.write(samples)

g = Switches(tasks=(10,))
g.comm(7, 7, "calls")
g.mmap2(7, 7, 0x401000, 0x1000, 0x1000, program)
for n in range(5):
    g.switch(10000 * (n + 1), 0, 7, "S", 0, chain=[KERNEL_MARK, TEXT + 0x1000, SYSCALL_ENTRY, USER_MARK] + IN_CALL[0])
    g.switch(10000 * (n + 1) + 100 * (n + 1), 0, 0, "R", 7)
    counts("spans", 100 * (n + 1), IN_CALL[1])
g.write(spans)
for which in truth:
    for (function, address), nr in sorted(truth[which].items()):
        print(which, function, f"{address:x}", nr, periods[which][function, address])
