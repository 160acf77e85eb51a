#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Reads perf script's text as profilers' importers do, and folds it: "comm;outer;...;inner COUNT".

    stacks.py fold TEXT              names, as flame graph tools count them
    stacks.py check TEXT PERF.DATA   addresses and times against perfdata.py; exit 1 on a difference

A sample is a line that does not begin with a blank followed by frames, and ends with an empty line.
Lines that begin with '#' are comments wherever they stand. Strict on purpose: a line that is neither
is an error, and so is a comment inside a stack, since some importers end the stack there.
"""
import collections
import re
import sys

import perfdata

HEAD = re.compile(r"^(?P<comm>\S.*?)\s+(?P<tid>-?\d+)\s+(?:\[(?P<cpu>\d+)\]\s+)?(?P<time>\d+\.\d+):\s+"
                  r"(?:(?P<period>\d+)\s+)?(?P<event>\S+):\s*(?P<trace>.*)$")
FRAME = re.compile(r"^\t\s*(?P<ip>[0-9a-f]+) (?P<symbol>.+) \((?P<dso>[^()]*(?:\([^()]*\))?[^()]*)\)$")

Sample = collections.namedtuple("Sample", "comm tid time period event frames")


def samples(path):
    """Yields Samples; frames are (ip, name) with the innermost first."""
    current = None
    with open(path, encoding="utf-8", errors="replace") as f:
        for number, line in enumerate(f, 1):
            line = line.rstrip("\n")
            frame = FRAME.match(line)
            if line.startswith("#"):
                if current:
                    raise ValueError(f"{path}:{number}: a comment inside a stack")
            elif not line:
                if current:
                    yield current
                current = None
            elif frame:
                if not current:
                    raise ValueError(f"{path}:{number}: a frame without a sample")
                name = re.sub(r"\+0x[0-9a-f]+$", "", frame["symbol"])
                current.frames.append((int(frame["ip"], 16), name))
            else:
                head = HEAD.match(line)
                if not head or current:
                    raise ValueError(f"{path}:{number}: not understood: {line}")
                current = Sample(head["comm"], int(head["tid"]), head["time"], int(head["period"] or 1),
                                 head["event"], [])
    if current:
        raise ValueError(f"{path}: the last sample does not end")


def fold(path):
    counts = collections.Counter()
    for s in samples(path):
        counts[";".join([s.comm] + [name for _, name in reversed(s.frames)])] += 1
    for stack, n in sorted(counts.items()):
        print(stack, n)
    return 0


def check(text, data):
    f, want, records, losses = perfdata.load(data)
    perfdata.stitch(f, want, records, losses)
    have = list(samples(text))
    if len(have) != len(want):
        print(f"{len(have)} samples in the text, {len(want)} in the recording")
        return 1

    def signed(tid):
        return tid - 2**32 if tid >= 2**31 else tid

    def wanted(s):
        return ("%d.%06d" % (s["time"] // 10**9, s["time"] % 10**9 // 1000), signed(s["tid"]),
                list(s["kernel"]) + list(s["user"]))
    bad = 0
    for w, h in zip(sorted(map(wanted, want)), sorted((s.time, s.tid, [ip for ip, _ in s.frames]) for s in have)):
        if w != tuple(h):
            print("want", w[0], w[1], [hex(i) for i in w[2]])
            print("have", h[0], h[1], [hex(i) for i in h[2]])
            bad += 1
            if bad == 5:
                break
    times = [float(s.time) for s in have]
    if times != sorted(times):
        print("the samples are not in time order")
        bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "fold":
        sys.exit(fold(sys.argv[2]))
    if len(sys.argv) == 4 and sys.argv[1] == "check":
        sys.exit(check(sys.argv[2], sys.argv[3]))
    print(__doc__.strip(), file=sys.stderr)
    sys.exit(129)
