#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Which of our files a sample passes through, and how many instructions it takes there.

    sample-files.py PERF RECORDING LARGER SAMPLES [COMMAND...]

Both recordings are of one kind, and the second has SAMPLES samples more (bench/recordings.py: deferred-10th, deferred, 450000). COMMAND is
`report --stdio` unless it is given. valgrind (callgrind) counts by file, what is compiled into others too; what the further samples take is
divided among them. Who wants to know what becomes of a sample has to read the files that are listed; one that takes less than half an
instruction a sample is not.
"""
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter


def by_file(perf, words, recording, folder):
    """file -> instructions."""
    out = os.path.join(folder, "out")
    env = {**os.environ, "HOME": folder, "PERF_CONFIG": "/dev/null", "PERF_BUILDID_DIR": os.path.join(folder, "debug"),
           "PERF_TEST_HASH_SEED": "1"}
    subprocess.run(["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}", perf, *words, "-j", "1", "-i", recording],
                   stdout=subprocess.DEVNULL, env=env, check=True)
    names, counts, file, called = {}, Counter(), None, False
    with open(out, encoding="utf-8", errors="replace") as f:
        for line in f:
            # A name comes with its number only once. Those of what is called (cfi, cfl) are no place of what follows.
            named = re.match(r"(c?f[lie])=\((\d+)\)(?: (.*))?", line)
            if named and named[1] in ("fl", "fi", "fe", "cfi", "cfl"):
                if named[3]:
                    names[named[2]] = named[3]
                file = file if named[1].startswith("c") else names[named[2]]
            elif line.startswith("calls="):
                called = True
            elif line[0] in "+-*" or line[0].isdigit():
                if not called:
                    counts[file] += int(line.split()[1])
                called = False
    return counts


def main(perf, recording, larger, samples, *words):
    words = list(words) or ["report", "--stdio"]
    with tempfile.TemporaryDirectory() as folder:
        few, many = (by_file(perf, words, name, folder) for name in (recording, larger))
    each = {name: (many[name] - few[name]) / int(samples) for name in many}
    ours = sorted(((cost, name) for name, cost in each.items() if cost >= 0.5 and "/tools/" in name), reverse=True)
    for cost, name in ours:
        print(f"{cost:8.1f}  {os.path.normpath(name).rpartition('/tools/')[2]}")
    rooms = {os.path.splitext(os.path.normpath(name))[0] for _, name in ours}
    print(f"{len(rooms)} files (a header and its source are one), {sum(cost for cost, _ in ours):.0f} instructions a sample")


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
