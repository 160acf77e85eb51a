#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""How many instructions each thread takes, with so many jobs: what divides among threads, and what does not.

    threads.py [--jobs 1,2,8,32] PERF RECORDING [COMMAND...]

COMMAND is `report --stdio` unless it is given. valgrind (callgrind) counts, and gives each thread its turn, so neither the CPUs
of this machine nor what else they do matter, but for which thread takes which region: the numbers of a thread differ by some percent
from run to run, their sum does not. Of each number of jobs: all instructions, and how many times those of one job they
are; those of the thread that takes most; of the thread that walks over the recording, which is the one that prints, and so, where there are
many, is what does not divide.
"""
import os
import re
import subprocess
import sys
import tempfile


def per_thread(perf, words, jobs, folder):
    """Instructions of each thread of perf, the first one first; processes that it starts are not counted."""
    out = os.path.join(folder, f"out-{jobs}")
    flag = "--jobs=" + str(jobs)
    env = {**os.environ, "HOME": folder, "PERF_CONFIG": "/dev/null", "PERF_BUILDID_DIR": os.path.join(folder, "debug"),
           "PERF_TEST_HASH_SEED": "1"}
    with subprocess.Popen(["valgrind", "--tool=callgrind", "--separate-threads=yes", "--fair-sched=yes",
                           f"--callgrind-out-file={out}-%p", perf, *words, flag], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, env=env) as run:
        said = run.communicate()[1].decode(errors="replace")
    if run.returncode:
        sys.exit(f"perf {' '.join(words)} {flag}: status {run.returncode}: {said[-400:]}")
    counts = []
    for name in sorted(os.listdir(folder)):
        if not re.fullmatch(rf"out-{jobs}-{run.pid}-\d+", name):
            continue
        with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as f:
            counts += [int(line.split()[1]) for line in f if line.startswith("totals:")][-1:]
    return counts


def main():
    words = sys.argv[1:]
    jobs = [1, 2, 8, 32]
    if words[:1] == ["--jobs"]:
        jobs, words = [int(n) for n in words[1].split(",")], words[2:]
    if len(words) < 2:
        print(__doc__.strip(), file=sys.stderr)
        return 129
    perf, recording, *command = words
    command = (command or ["report", "--stdio"]) + ["-i", recording]
    print("jobs     all, M  of one job  longest, M  of one job  walk, M")
    alone = 0
    for n in jobs:
        with tempfile.TemporaryDirectory() as folder:
            counts = per_thread(os.path.abspath(perf), command, n, folder)
        alone = alone or sum(counts)
        print(f"{n:4} {sum(counts) / 1e6:10.1f} {sum(counts) / alone:11.2f} {max(counts) / 1e6:11.1f} {max(counts) / alone:11.2f} "
              f"{counts[0] / 1e6:8.1f}", flush=True)
    return 0


sys.exit(main())
