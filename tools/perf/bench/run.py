#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Measures perf: ours, upstream's, and the limit, in turn, in one run.

    run.py [--perf FILE] [--upstream COMMAND]... [--runs N] [--only WORDS] [--keep DIR] [RECORDING...]

Without a recording, some are made with `perf defer generate`:

    deferred    500,000 samples of 8 threads, each waiting for its 14-frame user stack
    deferred-10th, deferred-10x   a tenth of it, and ten times as many (1.4 GB): what grows with the input
    system      324,000 samples of 200 tasks of 40 programs, in three places of the kernel
    varied      326,616 samples of 200 tasks with 3,900 different stacks of the kernel, and 5,268 of programs
    many        400,000 samples of eight threads in 4,000 places of the kernel
    turns       500,000 samples of two events in turn, by eight threads
    shallow     500,000 samples with ordinary chains of 3 frames
    plain       the same with 14 frames, so that any perf can read it
    switches    1,000,000 samples of sched:sched_switch: 8 threads that take turns on a CPU
    switches-10th   a tenth of it
    waiting     100,000 tasks that all wait at once, and wake up in the end
    chains      40,000 samples with 32 frames each, any of 4,096
    frames      40,000 samples with 32 frames each, no two of which are the same: 1,280,000 rows
    functions   200,000 samples without chains, each of an address of its own
    rows        a million of them
    deep        a chain of 8,180 different frames, 25 times
    inlined     20,000 samples of a large C++ program that is built for it (a minute), shown with source
                lines and inlined functions

and each is read by: report, script, fields (script -F tid,time); merge, stat and export (perf defer), and off-cpu
(report --off-cpu, of switches), which no version of upstream has. Exports are folded, pprof, flamegraph and ndjson. The limit is what reading or copying the
file alone takes: cat FILE, or cp.

Where commands of ours have -j, they are measured with -j 1 and -j 2, too.

Upstream is whatever other perf is found in the PATH, or a command that is given (--upstream "chroot /x
perf"). Every program gets the same file in turn; what counts is the ratio within one run, since
machines and their load differ. One that fails is told, with its exit status, and not compared.

Time is wall time, the least of the runs and the median, and CPU time (user and system, the least), in seconds.
Memory is the peak, in MB: all of it (which counts the mapped pages of the file), and the anonymous part alone; "of file"
is the peak divided by the size of the file. Beside each table stands how busy the machine was.
"""
import argparse
import functools
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
# Each export, and which command shows as much as text.
EXPORTS = {"folded": "report", "pprof": "report", "flamegraph": "report", "ndjson": "script"}
COMMANDS |= {what: ["defer", "export", "-q", "--no-inline", "--format=" + what] for what in EXPORTS}
ONLY_OURS = ("merge", "stat", "off-cpu", *EXPORTS)
# Which recordings a command is of interest for, if not for all.
ONLY_OF = {"fields": (*recordings.STEPS, "plain"), "merge": ("deferred", "system"), "stat": (*recordings.STEPS, "system"),
           "off-cpu": tuple(recordings.SWITCH_STEPS)} | {what: (*recordings.STEPS, "system") for what in EXPORTS}
# And the other way round: what else a recording is not for.
NOT_OF = {"switches": ("script",), "switches-10th": ("script",)}
# Commands that read on one CPU only: `perf defer` has one help for all its verbs.
NO_JOBS = ("stat",)
# What would take upstream minutes, and tells how ours grows.
OURS_ALONE = ("deferred-10x",)
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
    known = recordings.names()
    if name in known and (name not in ONLY_OF.get(what, known) or what in NOT_OF.get(name, ())):
        return None
    return COMMANDS[what]


@functools.lru_cache(maxsize=None)
def help_of(perf, *words):
    done = subprocess.run([perf, *words, "-h"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def has_jobs(ours, what):
    """Can ours be told how many CPUs to use?"""
    words = COMMANDS[what]
    return what not in NO_JOBS and "--jobs" in help_of(*ours, *words[:2 if words[0] == "defer" else 1])


def measure(programs, what, path, args, folder):
    out = os.path.join(folder, "out.data")
    words = [w.replace("{out}", out) for w in arguments_for(what, path)] + ["-i", path]
    alone = what in ONLY_OURS or name_of(path) in OURS_ALONE
    commands = {name: command + words for name, command in programs.items() if name == "ours" or not alone}
    for jobs in ("1", "2") if has_jobs(programs["ours"], what) else ():
        at = 2 if words[0] == "defer" else 1
        commands[f"ours -j {jobs}"] = programs["ours"] + words[:at] + ["-j", jobs] + words[at:]
    commands["limit"] = ["cp", path, out] if what == "merge" else ["cat", path]
    return in_turn(commands, args.runs, args.limit)


def show(what, path, results, before):
    ours, limit = results["ours"], results["limit"]
    size = os.path.getsize(path) / 1e6
    print(f"\n{what}, {name_of(path)} ({size:.{1 if size < 100 else 0}f} MB; load {os.getloadavg()[0]:.1f})")
    print(f"    {'':24} {'min s':>8} {'median':>8} {'cpu s':>8} {'peak MB':>8} {'of file':>8} {'anon MB':>8} {'ratio':>8}")
    for name, r in results.items():
        if r.status:
            last = r.errors.strip().splitlines()[-1:] or ["no message"]
            print(f"    {name:24} failed, status {r.status}: {last[0][:80]}")
            continue
        ratio = "" if r is ours or ours.status else f"{r.wall / ours.wall:6.2f}x"
        print(f"    {name:24} {r.wall:8.3f} {r.median:8.3f} {r.cpu:8.3f} {r.peak:8.1f} {r.peak / size:8.2f} {r.anon:8.1f} "
              f"{ratio:>8}")
    if not ours.status and not limit.status:
        text = history.change(before, f"{what} {name_of(path)}", ours.wall / max(limit.wall, 1e-4))
        if text:
            print(f"    {text}")
    sys.stdout.flush()


def a_sample(small, large, names, scale):
    """Bytes of anonymous memory that each further sample takes."""
    few, many = (recordings.samples_of(name, scale) for name in names)
    return (large["anon"] - small["anon"]) * 1e6 / max(many - few, 1)


def show_growth(run):
    """What ten and a hundred times the samples cost, for the same few stacks."""
    largest = "deferred-10x"
    for what in COMMANDS:
        rows = {name: run["rows"].get(f"{what} {name}", {}).get("ours", {}) for name in recordings.STEPS}
        for name, times in (("deferred", 10), ("deferred-10th", 100)):
            small, large = rows[name], rows[largest]
            if "wall" in small and "wall" in large:
                print(f"\n{what}: {times} times the samples: {large['cpu'] / max(small['cpu'], 0.001):.1f} times the CPU time, "
                      f"{a_sample(small, large, (name, largest), run['scale']):.0f} bytes of anonymous memory for each more")


def show_off_cpu(run):
    """What finding spans costs beside counting as many samples: in time, and in memory that grows with switches."""
    rows = {(what, part): run["rows"].get(f"{what} switches{part}", {}).get("ours", {})
            for what in ("report", "off-cpu") for part in ("", "-10th")}
    if not all("wall" in row for row in rows.values()):
        return
    plain, spans = rows["report", ""], rows["off-cpu", ""]
    grown = [a_sample(rows[what, "-10th"], rows[what, ""], ("switches-10th", "switches"), run["scale"]) for what in ("report", "off-cpu")]
    print(f"\noff-cpu: {spans['wall'] / plain['wall']:.2f} times the wall time of report, "
          f"{spans['cpu'] / plain['cpu']:.2f} times its CPU time; for each more switch {grown[1]:.0f} bytes of anonymous memory, "
          f"report {grown[0]:.0f}")


def show_exports(run):
    """CPU time of an export, beside that of the command which shows as much as text."""
    for what, text in EXPORTS.items():
        for name in (*recordings.STEPS, "system"):
            export, shown = (run["rows"].get(f"{command} {name}", {}).get("ours", {}) for command in (what, text))
            if "cpu" in export and "cpu" in shown:
                print(f"\n{what} {name}: {export['cpu'] / max(shown['cpu'], 0.001):.2f} times the CPU time of {text}")


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
    show_exports(run)
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
