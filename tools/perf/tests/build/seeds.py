# SPDX-License-Identifier: GPL-2.0-only
"""Made-up recordings of many seeds, each checked in the same way."""
import sys


def run(check, first, last, least, what):
    """check(seed) returns what is wrong, as lines, and how many things it compared. Fewer than @least of these for each seed
    show nothing. Prints what is wrong, and returns the exit status."""
    total = failed = 0
    for seed in range(first, last + 1):
        bad, nr = check(seed)
        total += nr
        failed += bool(bad)
        for line in bad[:5]:
            print(f"seed {seed}: {line}")
    if total < least * (last - first + 1):
        print(f"hardly any {what}: {total}")
        failed = 1
    return 1 if failed else 0


def of_arguments(check, folder, least, what):
    """The same for a program called with PERF FIRST LAST [--loss]; check(perf, seed, loss, folder)."""
    perf, first, last = sys.argv[1:4]
    return run(lambda seed: check(perf, seed, "--loss" in sys.argv, folder), int(first), int(last), least, what)
