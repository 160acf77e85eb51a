#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs of an old build, of the same build again, and of two others, with known shares and known noise.

    diff_runs.py DIR     writes DIR/old.1 to old.10, same.1 .., slow.1 .., moved.1 ..

A run has a sample for each function, whose period is what the function took: what it takes by the table below, give or take one percent. In
`slow` the function `hot` takes a tenth longer, which makes the program 3 % slower. In `moved` `hot` calls `helper` for a part of its work,
so that it has less itself, and as much as before with what it calls.
"""
import os
import random
import sys

import diff_truth
import perfwrite

RUNS = 10
TOOK = {"hot": 300000, "alpha": 200000, "beta": 150000, "gamma": 120000, "delta": 100000, "tiny": 3000, "rest": 127000}
FUNCTIONS = ["main", "helper"] + list(TOOK)


def build(name):
    """What the functions of a build take, by stack, innermost first."""
    took = {(f, "main"): t for f, t in TOOK.items()}
    if name == "slow":
        took["hot", "main"] = 330000
    if name == "moved":
        took["hot", "main"] = 200000
        took["helper", "hot", "main"] = 100000
    return took


def main():
    folder = os.path.abspath(sys.argv[1])
    prog, address = diff_truth.program(f"{folder}/runs.d", FUNCTIONS)
    rng = random.Random(20)
    sample_type = perfwrite.S_IP | perfwrite.S_TID | perfwrite.S_TIME | perfwrite.S_PERIOD | perfwrite.S_CALLCHAIN | \
        perfwrite.S_IDENTIFIER
    for name in ("old", "same", "slow", "moved"):
        for run in range(1, RUNS + 1):
            w = perfwrite.Writer()
            event = w.event(type=1, config=0, sample_type=sample_type, name="cpu-clock")
            w.comm(7, 7, "prog", time=1)
            w.mmap2(7, 7, min(address.values()) & ~4095, 0x2000, 0x1000, prog, time=2)
            for i, (stack, took) in enumerate(build(name).items()):
                chain = [(1 << 64) - 512] + [address[f] + 4 for f in stack]
                w.sample(event, ip=chain[1], pid=7, tid=7, time=10 + i, period=round(took * rng.uniform(0.99, 1.01)), chain=chain)
            w.write(f"{folder}/{name}.{run}")


if __name__ == "__main__":
    main()
