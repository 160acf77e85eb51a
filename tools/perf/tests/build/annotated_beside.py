#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""perf annotate beside upstream's.

annotated_beside.py write PROGRAM FUNCTIONS OUTPUT     a recording with samples in the functions whose symbols match
annotated_beside.py compare --stdio|--stdio2 THEIRS OURS
"""
import re
import subprocess
import sys
from perfwrite import *

BASE = 0x55AA00000000	# where a program lies that can lie anywhere


def lines_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def write(program, functions, output):
    segments = [l.split() for l in lines_of("readelf", "-lW", program) if re.match(r" +LOAD .*R E ", l)]
    offset, address, size = (int(segments[0][i], 16) for i in (1, 2, 4))
    base = BASE if any("DYN" in l for l in lines_of("readelf", "-hW", program) if "Type:" in l) else 0
    f = Writer("<", "x86_64")
    e = f.event(type=1, config=0, name="cpu-clock", sample_type=S_IDENTIFIER | S_IP | S_TID | S_TIME | S_PERIOD)
    f.comm(7, 7, "work", 1)
    page = offset & ~0xFFF
    start = base + address - (offset - page)
    f.mmap2(7, 7, start, (size + offset - page + 0xFFF) & ~0xFFF, page, program.encode(), 2)
    time, number, wanted = 1000, 0, False
    for line in lines_of("objdump", "-d", "--no-show-raw-insn", program):
        head = re.match(r"[0-9a-f]+ <(.*)>:$", line)
        if head:
            wanted = re.fullmatch(functions, head.group(1))
        insn = re.match(r" +([0-9a-f]+):\t", line)
        if not insn or not wanted:
            continue
        number += 1
        for _ in range(number * 7 % 5):
            time += 10
            f.sample(e, ip=base + int(insn.group(1), 16), pid=7, tid=7, time=time, period=100 + number % 50)
    f.write(output)
    if not number:
        sys.exit("no instructions")


# What objdump calls otherwise than libcapstone does.
NAMES = {"cs": "nop", "data16": "nop", "movabs": "mov", "movd": "movq"}


def mnemonic(text):
    """Without prefixes that are words of their own in one of the two."""
    text = re.sub(r"^(?:(?:data16|cs|notrack|bnd) +)+", "", text)
    words = text.split() or [""]
    if words[0] == "xchg" and re.match(r"xchg +%ax, *%ax", text):
        return "nop"
    return words[0] if words[0] not in ("rep", "repz", "lock") else " ".join(words[:2]).replace("repz", "rep")


def is_same(theirs, ours):
    """libcapstone's names have the suffix of their size."""
    plain = NAMES.get(theirs, theirs)
    return ours == theirs or NAMES.get(ours, ours) == plain or ours[:-1] in (theirs, plain) and ours[-1] in "bwlqxyz"


def target(text):
    where = re.search(r"([0-9a-f]+ )?<([^<>+]*(?:<.*>)?[^<>+]*(?:\+0x[0-9a-f]+)?)>$", text)
    return where.group(2) if where and re.match(r"(bnd +)?(j|call|loop)", text) and "(" not in text.split("<")[0] else ""


def rows_stdio(path):
    for line in open(path, encoding="utf-8"):
        row = re.match(r" *(\d+\.\d\d) : +([0-9a-f]+): +(.*?) *(?: #.*)?$", line.rstrip("\n"))
        if row:
            yield row.group(2), row.group(1), mnemonic(row.group(3)), target(row.group(3))


def rows_stdio2(path):
    row = re.compile(r" *(\d+\.\d\d)? +(?:([0-9a-f]+):)? +([↓↑→←])? *(\S+) *(.*)")
    for line in open(path, encoding="utf-8"):
        line = line.rstrip()
        line = re.sub(r"^Percent(?= *\S)", "       ", line)
        if re.match(r"Samples: |Percent *$|\S.*\(\) +/| *\S.*\).*:$| *Disassembly of | *[0-9a-f]{16} <|$", line):
            continue
        match = row.fullmatch(line)
        if not match:
            sys.exit(f"{path}: another row: '{line}'")
        percent, label, arrow, name, rest = match.groups()
        word = mnemonic(f"{name} {rest}")
        # Upstream knows no loop, names no plt, and tells the offset in another function only in numbers.
        rest = re.sub(r"^[0-9a-f]+ <(.*)>$", r"\1", rest.strip())
        rest = "" if name.startswith("loop") or rest == "_init" or rest.endswith("@plt") else re.split(r"\+0x|\(", rest)[0].rstrip(">")
        # Instances of templates begin with what they return in one of the two.
        rest = re.sub(r"^[0-9a-f]+ <", "", rest)[-12:]
        arrow = None if name.startswith("loop") else arrow
        yield label, percent, arrow, word, rest if arrow and arrow != "←" else ""


def compare(layout, theirs, ours):
    read = rows_stdio if layout == "--stdio" else rows_stdio2
    want, got = list(read(theirs)), list(read(ours))
    status = 0
    if not want:
        sys.exit("upstream shows nothing")
    for a, b in zip(want, got):
        if a[:-2] + a[-1:] != b[:-2] + b[-1:] or not is_same(a[-2], b[-2]):
            print("theirs", *a, "\nours  ", *b)
            status = 1
    if len(want) != len(got):
        print(f"{len(got)} rows, upstream {len(want)}")
        status = 1
    # As each is rounded.
    if layout == "--stdio":
        functions, rows = 0, 0
        total = sum(float(percent) for _, percent, *_ in got)
        rows = sum(percent != "0.00" for _, percent, *_ in got)
        functions = sum(line.startswith(" Percent") for line in open(ours))
        if abs(total - 100 * functions) > 0.0051 * rows:
            print(f"the percentages of {functions} functions are {total:.2f}")
            status = 1
    return status


if sys.argv[1] == "write":
    write(*sys.argv[2:5])
else:
    sys.exit(compare(*sys.argv[2:5]))
