#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Measures perf: ours, upstream's, and the limit, in turn, in one run.

    run.py [--perf FILE] [--upstream COMMAND]... [--runs N] [--only WORDS] [--keep DIR] [RECORDING...]

Without a recording, some are made with `perf defer generate`:

    deferred    500,000 samples of 8 threads, each waiting for its 14-frame user stack
    deferred-10th, deferred-100th   a tenth and a hundredth of it: what grows with the input
    system      324,000 samples of 200 tasks of 40 programs, in three places of the kernel
    shallow     500,000 samples with ordinary chains of 3 frames
    plain       the same with 14 frames, so that any perf can read it
    switches    1,000,000 samples of sched:sched_switch: 8 threads that take turns on a CPU
    switches-10th   a tenth of it
    waiting     100,000 tasks that all wait at once, and wake up in the end
    inlined     20,000 samples of a large C++ program that is built for it (a minute), shown with source
                lines and inlined functions

and each is read by: report, script, fields (script -F tid,time); merge and stat (perf defer), and off-cpu
(report --off-cpu, of switches), which no version of upstream has. The limit is what reading or copying the
file alone takes: cat FILE, or cp.

Upstream is whatever other perf is found in the PATH, or a command that is given (--upstream "chroot /x
perf"). Every program gets the same file in turn; what counts is the ratio within one run, since
machines and their load differ. One that fails is told, with its exit status, and not compared.

Time is wall time, the least of the runs and the median, and CPU time (user and system, the least), in seconds.
Memory is the peak, in MB: all of it (which counts the mapped pages of the file), and the anonymous part alone.
"""
import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

import history
import recordings
from measure import in_turn

HERE = os.path.dirname(os.path.abspath(__file__))
PERF = os.path.join(HERE, "..", "build", "perf")

COMMANDS = {
    "report": ["report", "--stdio", "--no-inline"],
    "script": ["script", "--no-inline"],
    "fields": ["script", "-F", "tid,time"],
    "merge": ["defer", "merge", "-o", "{out}"],
    "stat": ["defer", "stat"],
    "off-cpu": ["report", "--stdio", "--no-inline", "--off-cpu"],
}
ONLY_OURS = ("merge", "stat", "off-cpu")
# Which recordings a command is of interest for, if not for all.
ONLY_OF = {"fields": ("deferred", "plain"), "merge": ("deferred", "system"), "stat": ("deferred", "deferred-10th", "system"),
           "off-cpu": ("switches", "switches-10th")}
# And the other way round: what else a recording is not for.
NOT_OF = {"switches": ("script",), "switches-10th": ("script",)}
# For `inlined`: what takes the time is finding lines and inlined functions.
SOURCE_COMMANDS = {
    "script": ["script", "-F", "+srcline"],
    "report": ["report", "--stdio", "--no-children", "-s", "srcline"],
}


def name_of(path):
    return os.path.basename(path).removesuffix(".data")


def arguments_for(what, path):
    """None: the command is not measured on this recording."""
    name = name_of(path)
    if name == "inlined":
        return SOURCE_COMMANDS.get(what)
    known = recordings.texts(1)
    if name in known and (name not in ONLY_OF.get(what, known) or what in NOT_OF.get(name, ())):
        return None
    return COMMANDS[what]


def measure(programs, what, path, args, folder):
    out = os.path.join(folder, "out.data")
    words = [w.replace("{out}", out) for w in arguments_for(what, path)] + ["-i", path]
    commands = {name: command + words for name, command in programs.items() if name == "ours" or what not in ONLY_OURS}
    commands["limit"] = ["cp", path, out] if what == "merge" else ["cat", path]
    return in_turn(commands, args.runs, args.limit)


def show(what, path, results, before):
    ours, limit = results["ours"], results["limit"]
    print(f"\n{what}, {name_of(path)} ({os.path.getsize(path) / 1e6:.0f} MB)")
    print(f"    {'':24} {'min s':>8} {'median':>8} {'cpu s':>8} {'peak MB':>8} {'anon MB':>8} {'ratio':>7}")
    for name, r in results.items():
        if r.status:
            last = r.errors.strip().splitlines()[-1:] or ["no message"]
            print(f"    {name:24} failed, status {r.status}: {last[0][:80]}")
            continue
        ratio = "" if r is ours or ours.status else f"{r.wall / ours.wall:6.2f}x"
        print(f"    {name:24} {r.wall:8.3f} {r.median:8.3f} {r.cpu:8.3f} {r.peak:8.1f} {r.anon:8.1f} {ratio:>7}")
    if not ours.status and not limit.status:
        text = history.change(before, f"{what} {name_of(path)}", ours.wall / max(limit.wall, 1e-4))
        if text:
            print(f"    {text}")
    sys.stdout.flush()


def show_growth(run):
    """What ten and a hundred times the samples cost, for the same few stacks."""
    for what in COMMANDS:
        rows = [run["rows"].get(f"{what} deferred{part}", {}).get("ours", {}) for part in ("-100th", "-10th", "")]
        for small, large, times in ((rows[1], rows[2], 10), (rows[0], rows[2], 100)):
            if "wall" in small and "wall" in large:
                print(f"\n{what}: {times} times the samples: {large['cpu'] / max(small['cpu'], 0.001):.1f} times the CPU time, "
                      f"{large['anon'] - small['anon']:.1f} MB more anonymous memory")


def show_off_cpu(run):
    """What finding spans costs beside counting as many samples: in time, and in memory that grows with switches."""
    rows = {(what, part): run["rows"].get(f"{what} switches{part}", {}).get("ours", {})
            for what in ("report", "off-cpu") for part in ("", "-10th")}
    if not all("wall" in row for row in rows.values()):
        return
    plain, spans = rows["report", ""], rows["off-cpu", ""]
    grown = [rows[what, ""]["anon"] - rows[what, "-10th"]["anon"] for what in ("report", "off-cpu")]
    print(f"\noff-cpu: {spans['wall'] / plain['wall']:.2f} times the wall time of report, "
          f"{spans['cpu'] / plain['cpu']:.2f} times its CPU time; with ten times the switches {grown[1]:.1f} MB more anonymous memory, report {grown[0]:.1f} MB")


def find_programs(args):
    programs = {"ours": [args.perf]}
    upstreams = [shlex.split(p) for p in args.upstream]
    installed = shutil.which("perf")
    if not upstreams and installed and not os.path.samefile(installed, args.perf):
        upstreams = [[installed]]
    for upstream in upstreams:
        version = subprocess.run(upstream + ["--version"], capture_output=True, text=True, check=False).stdout.split()
        programs["perf " + (version[-1] if version else " ".join(upstream))] = upstream
    return programs


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--perf", default=PERF, help="ours")
    parser.add_argument("--upstream", action="append", default=[], metavar="COMMAND")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0, help="size of the recordings that are made")
    parser.add_argument("--limit", type=float, default=900, help="seconds after which a run is ended")
    parser.add_argument("--only", action="append", default=[],
                        help="names of commands and recordings, as above; may be given several times")
    parser.add_argument("--keep", metavar="DIR", help="make the recordings there and leave them")
    parser.add_argument("--json", metavar="FILE", help="what was measured, as JSON")
    parser.add_argument("--history", metavar="FILE", help="where runs are kept, to be compared with; \"\": nowhere "
                        "(bench-history.jsonl beside perf)")
    parser.add_argument("recordings", nargs="*")
    args = parser.parse_args()
    if args.history is None:
        args.history = os.path.join(os.path.dirname(args.perf), "bench-history.jsonl")
    return args


def finish(args, run):
    show_growth(run)
    show_off_cpu(run)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as f:
            json.dump(run, f, indent=1)
            f.write("\n")
    if args.history and not args.recordings:
        history.append(args.history, run)


def main():
    args = parse_arguments()
    programs = find_programs(args)
    commands = [c for c in COMMANDS if c in args.only or not set(args.only) & set(COMMANDS)]
    only = [w for w in args.only if w not in COMMANDS]
    folder = args.keep or tempfile.mkdtemp(prefix="perf-bench-")
    run = history.begin(args.perf, args.scale)
    before = history.last(args.history, run) if args.history else None
    failed = False
    try:
        os.makedirs(folder, exist_ok=True)
        for path in args.recordings or recordings.make(args.perf, folder, args.scale, lambda n: not only or n in only):
            for what in commands:
                if not arguments_for(what, path):
                    continue
                results = measure(programs, what, path, args, folder)
                show(what, path, results, before)
                run["rows"][f"{what} {name_of(path)}"] = {n: r.as_dict() for n, r in results.items()}
                failed |= results["ours"].status != 0
        finish(args, run)
    finally:
        if not args.keep:
            shutil.rmtree(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
