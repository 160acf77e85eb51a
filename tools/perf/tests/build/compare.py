#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares samples with what they should be: how many, order, chains, events, orphan marks.

    compare.py truth TRUTH PERF.DATA          what perfdata.py reads
    compare.py script TRUTH SCRIPT-OUTPUT     what `perf script -F tid,time,event,ip` printed
    compare.py recording PERF.DATA SCRIPT-OUTPUT    the same, where there is no truth but perfdata.py's

With --no-marks orphans may come without their mark.
"""
import json
import re
import sys

import perfdata

CONTEXT_MAX = perfdata.CONTEXT_MAX
# Which of these it was cannot always be told from the file.
NOT_THERE = {"in-kernel at end", "lost", "missing"}


def load_truth(path):
    out = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            s = json.loads(line)
            s["chain"] = [int(i, 16) for i in s["kernel"] + s["user"]]
            out.append(s)
    return out


def microseconds(samples):
    """The text has no more."""
    for s in samples:
        s["time"] -= s["time"] % 1000


def from_file(path):
    f, samples, records, losses = perfdata.load(path)
    perfdata.stitch(f, samples, records, losses)
    return [{"time": s["time"], "tid": s["tid"], "event": s["event"], "chain": s["kernel"] + s["user"],
             "orphan": s["orphan"]} for s in samples]


def from_script(path):
    """The text of perf script: a line for the sample, then a line a frame, then an empty line.

    The comment that marks an orphan stands before its sample's first line.
    """
    out, sample, reason = [], None, None
    head = re.compile(r"^\s*(?:\S.*?\s)??(-?\d+)\s+(\d+)\.(\d+):\s+(?:\d+\s+)?(\S+):(?:\s+([0-9a-f]+))?\s*$")
    mark = re.compile(r"^\s*#?\s*\[?user stack missing: ([^\]]+)\]?")
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            m = mark.match(line.rstrip())
            if m:
                reason = m.group(1)
                continue
            if not line.strip() or line.startswith("#"):
                continue
            m = head.match(line)
            if m:
                nsec = int(m.group(3).ljust(9, "0")[:9])
                sample = {"time": int(m.group(2)) * 10**9 + nsec, "tid": int(m.group(1)),
                          "event": m.group(4), "chain": [], "orphan": reason}
                reason = None
                if m.group(5):
                    sample["chain"].append(int(m.group(5), 16))
                out.append(sample)
            elif re.match(r"^\s+[0-9a-f]+(\s|$)", line) and sample is not None:
                sample["chain"].append(int(line.split()[0], 16))
            else:
                raise ValueError(f"{path}:{number}: not understood: {line.rstrip()}")
    return out


def orphan_ok(want, got, marks, strict=False):
    if strict and marks:
        return want == got
    if want == got:
        return True
    if not marks and got is None:
        return True
    return want in NOT_THERE and got in NOT_THERE


def compare(truth, got, limit=10, marks=True, event_names=True, strict=False):
    """Returns a list of differences; samples of one time may come in any order."""
    bad = []
    if len(truth) != len(got):
        bad.append(f"{len(got)} samples, the truth has {len(truth)}")
    for a, b in zip(got, got[1:]):
        if b["time"] < a["time"]:
            bad.append(f"sample at {b['time']} comes after the one at {a['time']}")

    def key(s):
        return s["time"], s["tid"], s["event"] if event_names else "", s["chain"]
    for want, have in zip(sorted(truth, key=key), sorted(got, key=key)):
        if key(want) != key(have):
            bad.append("want %d %d %s %s\n have %d %d %s %s" % (
                want["time"], want["tid"], want["event"], [hex(i) for i in want["chain"]],
                have["time"], have["tid"], have["event"], [hex(i) for i in have["chain"]]))
        elif not orphan_ok(want["orphan"], have["orphan"], marks, strict):
            bad.append(f"at {want['time']}: orphan is {have['orphan']}, the truth says {want['orphan']}")
        if len(bad) >= limit:
            break
    return bad


def main():
    args = [a for a in sys.argv[1:] if a != "--no-marks"]
    if len(args) != 3 or args[0] not in ("truth", "script", "recording"):
        print(__doc__.strip(), file=sys.stderr)
        return 129
    truth = from_file(args[1]) if args[0] == "recording" else load_truth(args[1])
    if args[0] != "truth":
        microseconds(truth)
    got = from_file(args[2]) if args[0] == "truth" else from_script(args[2])
    bad = compare(truth, got, marks="--no-marks" not in sys.argv)
    for line in bad:
        print(line)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
