#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares `perf report --no-children -g folded,0,caller,address,count -F sample` with the truth.

    folded_truth.py TRUTH REPORT-OUTPUT

Every sample must be there once: under its event, with its whole chain.
"""
import collections
import json
import re
import sys


def truth(path):
    out = collections.Counter()
    with open(path, encoding="utf-8") as f:
        for line in f:
            s = json.loads(line)
            chain = [hex(int(i, 16)) for i in reversed(s["kernel"] + s["user"])]
            if s["orphan"]:
                chain.insert(0, "missing")
            out[s["event"], ";".join(chain)] += 1
    return out


def report(path):
    out = collections.Counter()
    event = None
    rows = 0
    with open(path, encoding="utf-8") as f:
        for line in f:
            line = line.rstrip("\n")
            m = re.match(r"^# Samples: .* of event '(.*)'$", line)
            if m:
                event = m.group(1)
            if not line or line.startswith("#"):
                continue
            m = re.match(r"^ +(\d+) *$", line)
            if m:
                rows += int(m.group(1))
                continue
            count, chain = line.split(" ", 1)
            chain = re.sub(r"\[user stack missing: [^]]*\]", "missing", chain)
            out[event, chain] += int(count)
    return out, rows


def main():
    want, (got, rows) = truth(sys.argv[1]), report(sys.argv[2])
    # A sample without any frame has no line of its own, but counts in its row.
    empty = sum(n for (_, chain), n in want.items() if not chain)
    want = collections.Counter({k: n for k, n in want.items() if k[1]})
    for k in sorted(set(want) | set(got)):
        if want[k] != got[k]:
            print(f"{k}: {got[k]} samples instead of {want[k]}")
            sys.exit(1)
    if rows != sum(want.values()) + empty:
        print(f"{rows} samples in the rows instead of {sum(want.values()) + empty}")
        sys.exit(1)


main()
