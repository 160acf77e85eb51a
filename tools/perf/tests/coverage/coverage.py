#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""coverage.py LCOV SOURCES KNOWN: lines of each folder that tests reach, and functions that none calls.

LCOV is what llvm-cov export -format=lcov writes; KNOWN has a line "file function reason" for each function that no test calls. One whose reason begins with "sometimes" may be called.
"""
import os
import sys
from collections import Counter, defaultdict

# Functions that their macros make, of which few tables need all.
MADE = "util/base/hash-table.h", "util/base/hash.h"


def read_lines(path, sources):
    """file -> {line: count}, and (file, function) -> count; of the product's own files."""
    lines, calls, name = defaultdict(Counter), Counter(), None
    for line in open(path, encoding="utf-8"):
        key, _, value = line.rstrip("\n").partition(":")
        if key == "SF":
            name = os.path.relpath(value, sources)
        elif name.startswith("tests/") or name in MADE:
            continue
        elif key == "DA":
            number, count = value.split(",")[:2]
            lines[name][int(number)] += int(count)
        elif key == "FNDA":
            count, function = value.split(",", 1)
            # A function of one file is FILE:FUNCTION; one of a header is there once for each file that has it.
            calls[name, function.rsplit(":", 1)[-1]] += int(count)
    return lines, calls


def read_known(path):
    known = {}
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        words = line.split(None, 2)
        if not words or line.startswith("#"):
            continue
        if len(words) < 3:
            sys.exit(f"{path}:{number}: there has to be a reason")
        known[words[0], words[1]] = number, words[2].startswith("sometimes")
    return known


def folder_of(name):
    return os.path.dirname(name) or "."


def main(lcov, sources, path):
    lines, calls = read_lines(lcov, sources)
    known = read_known(path)
    total, reached = Counter(), Counter()
    for name, counts in lines.items():
        total[folder_of(name)] += len(counts)
        reached[folder_of(name)] += sum(count > 0 for count in counts.values())
    for folder in sorted(total):
        print(f"{reached[folder]:7} of {total[folder]:6} lines, {100 * reached[folder] / total[folder]:5.1f} %  {folder}")
    print(f"{sum(reached.values()):7} of {sum(total.values()):6} lines, {100 * sum(reached.values()) / sum(total.values()):5.1f} %")
    status = 0
    for key in sorted(calls):
        if not calls[key] and key not in known:
            print(f"FAILED: {key[0]}: no test calls {key[1]}()")
            status = 1
    for key in sorted(known):
        number, sometimes = known[key]
        if calls[key] and not sometimes:
            print(f"FAILED: {path}:{number}: {key[1]}() of {key[0]} is called")
            status = 1
        elif key not in calls:
            print(f"FAILED: {path}:{number}: {key[0]} has no function {key[1]}()")
            status = 1
    return status


sys.exit(main(*sys.argv[1:]))
