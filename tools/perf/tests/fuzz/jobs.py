#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares what perf prints of recordings with one job and with several: byte for byte, messages and exit status too.

    jobs.py [--damage N] [--each N] [--fewer] PERF FILE...

Slices and regions are made so small (PERF_TEST_SLICE, PERF_TEST_REGION) that a recording of some samples has many, and where there are several jobs rows are joined after some already (PERF_TEST_JOIN) and counted in
parts (PERF_TEST_ROWS), which must not show either. In every fourth comparison what was made of chains goes again and again (PERF_TEST_FEW_CHAINS). Each FILE is read by
every command, or with --each by N of them in turn, with 1, 2, 3 and 7 jobs. With --fewer it is 1 and one of the others, in
turn. With --damage, N mutants of each FILE in every way of mutate.py are read instead, by one of the commands in turn, with
1 and 2 jobs.
"""
import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile

import mutate

RECORDS = ["--show-task-events", "--show-mmap-events", "--show-switch-events", "--show-lost-events", "--show-namespace-events",
           "--show-bpf-events", "--show-cgroup-events", "--show-text-poke-events", "--show-round-events"]
COMMANDS = [
    ["script"],
    ["script", "-F", "tid,time"],
    ["script", "-F", "+srcline,+symoff,+addr,+flags,+misc", "--time", "10%-70%"],
    ["script", *RECORDS],
    ["script", "--no-merge-callchains", "--no-inline"],
    # These depend on the samples before.
    ["script", "--deltatime", "-F", "comm,tid,time,event,period"],
    ["script", "--reltime", "-F", "comm,tid,time,event,cgroup"],
    ["report", "--stdio"],
    ["report", "--stdio", "--no-children", "-s", "comm,dso,sym", "-g", "caller"],
    ["report", "--stats"],
    ["defer", "stat"],
    ["defer", "merge", "-o", "-"],
    ["defer", "export", "--format=folded"],
]
JOBS = ("2", "3", "7")
TIMEOUT = 600


def run(perf, command, path, jobs, slices, region, join, forgets):
    """@join: 0 stands for as many rows as usual, and in parts as usual."""
    env = dict(os.environ, PERF_TEST_SLICE=str(slices), PERF_TEST_REGION=str(region),
               PERF_TEST_JOIN=str(join), PERF_TEST_ROWS=str(join % 17), PERF_TEST_HASH_SEED="1", **({"PERF_TEST_FEW_CHAINS": "1"} if forgets else {}))
    done = subprocess.run([perf, *command, "--jobs", jobs, "-f", "-i", path], env=env, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=TIMEOUT, check=False)
    return done.returncode, done.stdout, done.stderr


def compare(perf, command, path, jobs, number):
    """What differs, or None."""
    forgets = number % 4 == 3
    alone = run(perf, command, path, "1", 1, 64, 0, forgets)
    for n in jobs:
        shared = run(perf, command, path, n, 1 + number % 5, 64 << number % 6, number * 7 % 60, forgets)
        for what, a, b in zip(("exit status", "text", "messages"), alone, shared):
            if a != b:
                return f"perf {' '.join(command)} -j {n}, {os.path.basename(path)}: other {what}: {b[-300:] if what != 'exit status' else b}" \
                       f" instead of {a[-300:] if what != 'exit status' else a}"
    return None


def work(args, folder):
    """(command, path, jobs) of each comparison; mutants are written as they are needed."""
    turn = 0
    for path in () if args.damage else args.files:
        for _ in range(args.each):
            yield COMMANDS[turn % len(COMMANDS)], path, (JOBS[(turn + turn // len(COMMANDS)) % 3],) if args.fewer else JOBS
            turn += 1
    for number, path in enumerate(args.files if args.damage else ()):
        with open(path, "rb") as f:
            sound = f.read()
        for way in mutate.CLASSES:
            for seed in range(args.damage):
                turn += 1
                mutant = os.path.join(folder, f"{os.path.basename(path)}-{number}-{way}-{seed}")
                with open(mutant, "wb") as f:
                    f.write(mutate.mutate(sound, way, seed))
                yield COMMANDS[turn % len(COMMANDS)], mutant, JOBS[:1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--damage", type=int, default=0, metavar="N")
    parser.add_argument("--each", type=int, default=len(COMMANDS), metavar="N")
    parser.add_argument("--fewer", action="store_true")
    parser.add_argument("perf")
    parser.add_argument("files", nargs="+", metavar="FILE")
    args = parser.parse_args()
    bad = total = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        all_work = list(work(args, folder))
        for what in pool.map(lambda w: compare(args.perf, *w[1], w[0]), enumerate(all_work)):
            total += 1
            if what:
                bad += 1
                print("FAILED:", what)
    print(f"{total} comparisons, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
