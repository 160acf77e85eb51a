#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares the ptwrites that `perf script --itrace=we` decodes with those that the test module wrote.

    check-ptwrite.py PERF SYMFS DIR      DIR as for check.py; SYMFS has the programs that ran

On each CPU the payloads are numbers in a row, begun with 0 when the module is loaded; what was lost has one too.
Prints 'ok: WHAT' and 'FAILED: WHAT: WHY'; exit status 1 if anything failed.
"""
import collections
import importlib.util
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = importlib.util.spec_from_file_location("check", os.path.join(HERE, "check.py"))
check = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(check)
need = check.need

# What may be missing: nothing, what the module knows that it lost, what came between snapshots or samples.
ALL, LOST, BETWEEN = range(3)
RECORDINGS = {
    "ptwrite": ("in order", ALL, True),
    "pt-thread": ("--per-thread", ALL, True),
    "pt-system": ("-a", ALL, True),
    "pt-small": ("an area that wraps", LOST, True),
    "pt-snapshot": ("snapshots", BETWEEN, True),
    "pt-sampled": ("--aux-sample", BETWEEN, False),
}
LINE = re.compile(r" *(?P<comm>\S+) +(?P<tid>\d+)(?: \[(?P<cpu>\d+)\])? +[\d.]+: +(?:\d+ +)?"
                  r"(?P<event>[\w:/=-]+): +(?P<rest>.*)")
PTWRITE = re.compile(r"IP: 1 payload: (?P<payload>\w+) .* (?P<symbol>\S+)\+0x\w+ \((?P<dso>\S+)\)$")
Ptwrite = collections.namedtuple("Ptwrite", "tid cpu payload")


def decode(perf, symfs, folder, name):
    """The ptwrites, each with whether its thread was between enter and exit."""
    run = subprocess.run([perf, "script", "--itrace=we", "--symfs", symfs, "-i", os.path.join(folder, name + ".data")],
                         capture_output=True, check=False)
    need(run.returncode == 0 and b"decoded" not in run.stderr,
         f"exit status {run.returncode}: {run.stderr.decode()[:300]}")
    inside = set()
    for line in run.stdout.decode().splitlines():
        found = LINE.match(line)
        need(found, f"unexpected: {line}")
        tid = int(found["tid"])
        if found["event"].endswith("sys_enter_getrandom"):
            inside.add(tid)
        elif found["event"].endswith("sys_exit_getrandom"):
            inside.discard(tid)
        elif found["event"] == "ptwrite":
            what = PTWRITE.match(found["rest"])
            # With -a others are traced, too, while they are in getrandom(2): perf, which makes up a file's name.
            work = what and found["comm"] == "work" and what["dso"] == "/root/work"
            need(work or (what and name == "pt-system" and found["comm"] != "work"), f"unexpected: {line}")
            yield Ptwrite(tid, int(found["cpu"] or 0), int(what["payload"], 16)), tid in inside


def compare(perf, symfs, folder, name, missing, windows):
    r = check.Recording(folder, name)
    last, lost, number = {}, 0, 0
    for p, inside in decode(perf, symfs, folder, name):
        need(inside or not windows, f"{p} lies in no window")
        if p.cpu in last:
            need(p.payload > last[p.cpu], f"{p} comes after {last[p.cpu]}")
            lost += p.payload - last[p.cpu] - 1
        last[p.cpu] = p.payload
        number += 1
    need(number, "no ptwrites")
    if missing != BETWEEN:
        need(number == r.counters["records"], f"{number} of {r.counters['records']}")
        need(lost <= r.counters["lost"], f"{lost} are missing, {r.counters['lost']} were lost")
        need(missing == LOST or not r.counters["lost"], "some were lost")


def main():
    bad = 0
    for name, (what, missing, windows) in RECORDINGS.items():
        try:
            compare(*sys.argv[1:4], name, missing, windows)
            print(f"ok: every ptwrite is decoded: {what}")
        except (check.Wrong, OSError, ValueError) as e:
            print(f"FAILED: every ptwrite is decoded: {what}: {e}")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
