#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""again.py FOLDER [TIMES]: which suites need not run again under sanitizers, by what tests/coverage/run.sh has left in FOLDER.

A suite is needed if it reaches a piece of code (between two branches) that no other needed one reaches. Those that take longest
for what they add are left out first. TIMES has lines "seconds name of the suite"; without it all count the same.
"""
import os
import re
import subprocess
import sys


def reached(profile):
    """Numbers of all counters that are not zero, as function:index."""
    text = subprocess.run(["llvm-profdata", "merge", "-text", "-o", "-", profile], check=True, capture_output=True, text=True).stdout
    found = set()
    for block in text.split("\n\n"):
        lines = [l for l in block.splitlines() if l and not l.startswith((":", "#"))]
        if len(lines) < 4:
            continue
        name, digest, counts = lines[0], lines[1], lines[3:3 + int(lines[2])]
        if "/tests/" in name or name.startswith("tests/"):
            continue
        found.update(f"{name} {digest} {i}" for i, count in enumerate(counts) if count != "0")
    return found


def names(folder):
    for entry in os.listdir(folder):
        number, kind = os.path.splitext(entry)
        if kind != ".text":
            continue
        for line in open(os.path.join(folder, entry), encoding="utf-8", errors="replace"):
            match = re.match(rf" *{number}: (.*?) *: *(Ok|FAILED!|Skip.*|$)", line)
            if match:
                yield number, match.group(1)
                break


def main(folder, times=None):
    seconds = {}
    if times:
        for line in open(times, encoding="utf-8"):
            value, name = line.rstrip("\n").split(None, 1)
            seconds[name] = float(value)
    suites = {}
    for number, name in names(folder):
        profile = os.path.join(folder, number + ".profile")
        if os.path.exists(profile):
            suites[name] = reached(profile)
    many = {}
    for found in suites.values():
        for place in found:
            many[place] = many.get(place, 0) + 1
    left_out = 0
    for name in sorted(suites, key=lambda name: -seconds.get(name, 1)):
        alone = sum(many[place] == 1 for place in suites[name])
        if not alone:
            for place in suites[name]:
                many[place] -= 1
            left_out += seconds.get(name, 0)
        print(f"{'-' if not alone else alone:>6} {seconds.get(name, 0):7.1f} s  {name}")
    print(f"left out: {left_out:.1f} s of {sum(seconds.values()):.1f}")


main(*sys.argv[1:])
