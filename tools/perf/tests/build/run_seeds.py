#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Generates made-up recordings and compares a reader with their truth.

    run_seeds.py oracle|script|merge PERF FIRST LAST

`oracle`: perfdata.py reads what the truth says, and a recording that is printed as text and parsed again is the
same bytes. `script`: so does `PERF script`. `merge`: perfdata.py reads it from what `PERF defer merge` makes of a
file and of a pipe, and merging twice gives the same bytes. (One process for all seeds: to start Python costs more
than a comparison.)
"""
import os
import subprocess
import sys
import tempfile

import compare
import run_scenarios


def run(command, bad, **kwargs):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False, **kwargs)
    if done.returncode:
        bad.append(f"{' '.join(command[1:])}: exit {done.returncode}: {done.stderr.decode()[:400]}")
    return done.stdout


def read(path):
    with open(path, "rb") as f:
        return f.read()


def oracle(perf, seed, data, truth, folder):
    bad = compare.compare(truth, compare.from_file(data))
    text, again = os.path.join(folder, "text"), os.path.join(folder, "again")
    with open(text, "wb") as f:
        f.write(run([perf, "defer", "generate", "--seed", seed, "--print"], bad))
    run([perf, "defer", "generate", "-o", again, text], bad)
    if not bad and read(data) != read(again):
        bad.append("printed and parsed it is another recording")
    return bad


def script(perf, _seed, data, truth, _folder):
    compare.microseconds(truth)
    got, bad = run_scenarios.read_with_script(perf, data, False, 0)
    return bad + compare.compare(truth, got)


def merge(perf, seed, data, truth, folder):
    merged, again, piped = (os.path.join(folder, name) for name in ("merged", "again", "piped"))
    bad = []
    run([perf, "defer", "merge", "-i", data, "-o", merged], bad)
    run([perf, "defer", "merge", "-i", merged, "-o", again], bad)
    stream = run([perf, "defer", "generate", "--seed", seed, "--format", "pipe", "-o", "-"], bad)
    with open(piped, "wb") as f:
        f.write(run([perf, "defer", "merge", "-i", "-", "-o", "-"], bad, input=stream))
    if bad:
        return bad
    if read(merged) != read(again):
        bad.append("merged twice it is another file")
    for what in merged, piped:
        bad += [f"{os.path.basename(what)}: {line}"
                for line in compare.compare(truth, compare.from_file(what), marks=False)]
    return bad


def main():
    how = {"oracle": oracle, "script": script, "merge": merge}.get(sys.argv[1] if len(sys.argv) == 5 else "")
    if not how:
        print(__doc__.strip(), file=sys.stderr)
        return 129
    perf, failed = sys.argv[2], 0
    seeds = range(int(sys.argv[3]), int(sys.argv[4]) + 1, 4 if run_scenarios.AGAIN else 1)
    with tempfile.TemporaryDirectory() as folder:
        data, truth = os.path.join(folder, "data"), os.path.join(folder, "truth")
        for seed in map(str, seeds):
            subprocess.run([perf, "defer", "generate", "--seed", seed, "-o", data, "--truth", truth], check=True)
            bad = how(perf, seed, data, compare.load_truth(truth), folder)
            if bad:
                failed += 1
                print(f"seed {seed}:", *(line[:400] for line in bad[:6]), sep="\n  ")
    print(f"{len(seeds)} seeds, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
