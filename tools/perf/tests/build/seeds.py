# SPDX-License-Identifier: GPL-2.0-only
"""Made-up recordings of many seeds, each checked in the same way."""
import os
import sys


def run(check, chosen, least, what):
    """For each of the seeds @chosen, check(seed) returns what is wrong, as lines, and how many things it compared. Fewer than @least of these for each seed
    show nothing. Prints what is wrong, and returns the exit status."""
    total = failed = 0
    for seed in chosen:
        bad, nr = check(seed)
        total += nr
        failed += bool(bad)
        for line in bad[:5]:
            print(f"seed {seed}: {line}")
    if total < least * len(chosen):
        print(f"hardly any {what}: {total}")
        failed = 1
    return 1 if failed else 0


def of_arguments(check, folder, least, what, turn=0, turns=1):
    """The same for a program called with PERF FIRST LAST [--loss]; check(perf, seed, loss, folder). Where a suite goes
    through the same seeds in several ways (@turns), this way (the @turn-th) has its share of them under sanitizers: these
    watch the code, which is the same whatever the numbers are, and all ways and all seeds are still there."""
    perf, first, last = sys.argv[1:4]
    chosen = range(int(first), int(last) + 1)
    if os.environ.get("PERF_TEST_AGAIN") and not os.environ.get("PERF_TEST_LONG"):
        chosen = chosen[turn::turns]
    return run(lambda seed: check(perf, seed, "--loss" in sys.argv, folder), chosen, least, what)
