#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs perf over damaged recordings, and fails where it crashes, hangs or hides what it dropped.

    run.py [--seeds N] [--first-seed N] [--views] [--command NAME]... [--each N] [--keep DIR] PERF FILE...
    run.py --replay [--each N] PERF CORPUS-DIR

Each FILE (a sound recording) is damaged in every way of mutate.py, with N seeds each, and read by every command; with
--each by so many of them, in turn, so that each command still meets each way; with --views only by those that show waiting,
or export. A run is bad if

 - a signal ends it, or a sanitizer speaks up;
 - it uses a CPU for longer than 20 seconds;
 - it exits non-zero and says nothing;
 - it exits 0 without a word, and a plain walk over the records finds samples that it did not show;
 - one damaged record of a file costs more samples than itself and what follows it;
 - what perf inject makes of it is damaged, too, or holds other samples.
"""
import argparse
import concurrent.futures
import functools
import os
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile

import mutate

COMMANDS = {
    "script": ["script", "-F", "tid,time,event,ip", "-i"],
    "script-pipe": ["script", "-F", "tid,time,event,ip", "-i"],		# from standard input
    "records": ["script", "--show-task-events", "--show-mmap-events", "--show-switch-events", "--show-lost-events",
                "--show-namespace-events", "--show-bpf-events", "--show-cgroup-events", "--show-text-poke-events",
                "--show-round-events", "--stop-bt", "main", "-S", "main,0x400000", "--addr-range", "268435456", "-i"],
    "report": ["report", "--stdio", "-i"],
    "dump": ["script", "-D", "-i"],
    "aux-segments": ["script", "--aux-segments", "--json", "-i"],
    "evlist": ["evlist", "-v", "-i"],
    "diff": ["diff", "-gcaller,0", "-p", "-F", "-s", "comm,dso,sym"],	# with itself
    "defer-merge": ["defer", "merge", "-o", "-", "-i"],
    "defer-stat": ["defer", "stat", "-i"],
    "defer-dump": ["defer", "dump", "-i"],
    "defer-verify": ["defer", "verify", "--examples", "100", "-i"],
    "inject": ["inject", "-f", "-b", "-i"],
    "inject-pipe": ["inject", "-f", "-i"],
}
# What shows waiting, and exports. They read as the others do: of a file of the corpus two of them look, in turn.
VIEWS = {
    "report-off-cpu": ["report", "--stdio", "--off-cpu", "--state", "all", "-i"],
    "report-wall": ["report", "--stdio", "--wall", "-i"],
    "report-flamegraph": ["report", "--flamegraph=-", "-i"],
    "script-off-cpu": ["script", "--off-cpu", "--state", "all", "-i"],
    "script-wall": ["script", "--wall", "-i"],
    "defer-syscalls": ["defer", "syscalls", "--slowest", "50", "--rows", "0", "-i"],
    "defer-syscalls-json": ["defer", "syscalls", "--json", "-i"],
    "defer-wakers": ["defer", "wakers", "--depth", "9", "--rows", "0", "-i"],
    "defer-wakers-json": ["defer", "wakers", "--json", "-i"],
    "defer-critical-path": ["defer", "wakers", "--critical-path", "--tid", "0-4000000", "--spans", "9", "-i"],
    "export-folded": ["defer", "export", "--format=folded", "--off-cpu", "-i"],
    "export-ndjson": ["defer", "export", "--format=ndjson", "-i"],
    "export-pprof": ["defer", "export", "--format=pprof", "--wall", "-i"],
    "export-flamegraph": ["defer", "export", "--format=flamegraph", "--off-cpu", "-i"],
    "export-speedscope": ["defer", "export", "--format=speedscope", "-i"],
    "export-firefox": ["defer", "export", "--format=firefox", "-i"],
    "export-json": ["defer", "export", "--format=json", "-i"],
    "export-otlp": ["defer", "export", "--format=otlp", "-i"],
    "export-timeline": ["defer", "export", "--format=timeline", "-i"],
    "to-json": ["data", "convert", "--to-json", "-", "-i"],
}
COMMANDS.update(VIEWS)
REPLAYED_VIEWS = 2
MOST_CPU = 20
TIMEOUT = 600		# for what waits and uses no CPU: how long the others take depends on what else runs
# Damage to one record of a file may cost that one, and its neighbour where a size is wrong.
ONE_RECORD = {"event_type", "event_size", "event_misc", "callchain_nr", "cookie", "payload_bits"}
MOST_LOST = 2
HEAD = re.compile(rb"^\s*\d+\s+\d+\.\d+:", re.MULTILINE)


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU, MOST_CPU + 5))


def run_perf(command, data):
    return subprocess.run(command, input=data, capture_output=True, timeout=TIMEOUT, check=False, preexec_fn=limit)


def count_samples(data):
    """SAMPLE records that a walk finds; None where the walk fails or cannot tell."""
    try:
        lay = mutate.Layout(data)
    except (struct.error, IndexError):
        return None
    if data[:8] not in (b"PERFILE2", b"2ELIFREP") or lay.end > len(data):
        return None
    kinds = [kind for _, kind, _ in lay.events]
    if any(kind in (66, 71, 81, 83) for kind in kinds):
        return None
    if lay.events and lay.events[-1][0] + lay.events[-1][2] != lay.end:
        return -1		# the framing is broken: silence would be wrong
    return kinds.count(mutate.SAMPLE)


def judge(name, run, data, least):
    err = run.stderr
    if run.returncode == -signal.SIGXCPU:
        return f"not done after {MOST_CPU} seconds of a CPU"
    if run.returncode < 0:
        return f"killed by signal {-run.returncode}"
    if b"Sanitizer" in err or b"runtime error:" in err:
        return "sanitizer: " + err.decode(errors="replace")[:400]
    if run.returncode >= 128 and run.returncode != 129:
        return f"exit {run.returncode}"
    if run.returncode and not err:
        return f"exit {run.returncode} without a message"
    if name in ("script", "script-pipe") and not run.returncode and not err:
        want, got = count_samples(data), len(HEAD.findall(run.stdout))
        if want == -1:
            return "the framing is broken, and it says nothing"
        if want is not None and got < want:
            return f"shows {got} of {want} samples, and says nothing"
    if name == "script" and len(HEAD.findall(run.stdout)) < least:
        return f"shows {len(HEAD.findall(run.stdout))} samples, fewer than {least}"
    return None


def samples(perf, path):
    # Without the events' names: a file and a stream may have them from different places.
    run = run_perf([perf, "script", "-F", "tid,time,ip", "-i", path], b"")
    return run.returncode, run.stdout, run.stderr


def judge_injected(perf, name, run, path):
    """What comes out is sound, and has the samples that are read of what went in."""
    out = path + ".injected"
    if name == "inject-pipe":
        with open(out, "wb") as f:
            f.write(run.stdout)
    if not os.path.exists(out):
        return None
    try:
        code, text, err = samples(perf, out)
        before, text_before, _ = samples(perf, path)
        # 1: no sample has what is asked for, with or without damage.
        if run.returncode in (0, 2) and code and not code == before == 1:
            return f"exit {run.returncode}, and its output: exit {code}: {err.decode(errors='replace')[:400]}"
        if name == "inject" and text_before != text:
            return f"exit {run.returncode}, and other samples"
    finally:
        os.unlink(out)
    return None


def run_one(perf, name, path, data, least=0):
    piped = name.endswith("-pipe")
    output = {"inject": ["-o", path + ".injected"], "diff": [path]}.get(name, [])
    try:
        run = run_perf([perf, *COMMANDS[name], "-" if piped else path, *output], data if piped else b"")
        verdict = judge(name, run, data, least)
        return verdict or (judge_injected(perf, name, run, path) if name.startswith("inject") else None)
    except subprocess.TimeoutExpired:
        return f"not done after {TIMEOUT} seconds"


def pool_map(call, items):
    """What @call says of each of @items, in their order; as many at a time as there are CPUs."""
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        yield from pool.map(call, items)


def in_turn(names, at, each):
    """So many of @names as come to file number @at."""
    return names if each >= len(names) else [names[(at * each + k) % len(names)] for k in range(each)]


def verdicts(perf, choose, folder, makers):
    """Runs the commands @choose(number) on what each of @makers makes: (what it is called, bytes, least samples).

    As many at a time as there are CPUs, each in a file of its own. Yields (what it is called, bytes, [(name,
    verdict)]) in the order of @makers.
    """
    def all_commands(at):
        what, data, least = makers[at]()
        path = os.path.join(folder, f"mutant-{at}.data")
        with open(path, "wb") as f:
            f.write(data)
        found = [(name, run_one(perf, name, path, data, least)) for name in choose(at)]
        os.unlink(path)
        return what, data, found
    yield from pool_map(all_commands, range(len(makers)))


def replay(perf, folder, each):
    """All commands on each file, but of the views two, or @each."""
    readers, views = [n for n in COMMANDS if n not in VIEWS], list(VIEWS)

    def maker(file):
        with open(os.path.join(folder, file), "rb") as f:
            return file, f.read(), 0
    names = sorted(os.listdir(folder))
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        for file, _, found in verdicts(perf, lambda at: readers + in_turn(views, at, each), scratch,
                                       [functools.partial(maker, n) for n in names]):
            for name, verdict in found:
                if verdict:
                    bad += 1
                    print(f"{file}: perf {name}: {verdict}")
    print(f"{len(names)} files of the corpus, {bad} bad runs")
    return 1 if bad else 0


def mutants(args):
    """A maker for each file, way of damage and seed."""
    for source in args.file:
        with open(source, "rb") as f:
            sound = f.read()
        countable = (count_samples(sound) or 0) if not mutate.Layout(sound).pipe else 0
        for cls in mutate.CLASSES:
            least = countable - MOST_LOST if cls in ONE_RECORD else 0
            for seed in range(args.first_seed, args.first_seed + args.seeds):
                yield functools.partial(
                    lambda source, sound, cls, seed, least:
                    ((os.path.basename(source), cls, seed), mutate.mutate(sound, cls, seed), least),
                    source, sound, cls, seed, least)


def main():
    ap = argparse.ArgumentParser(usage=__doc__)
    ap.add_argument("--seeds", type=int, default=3)
    ap.add_argument("--first-seed", type=int, default=0)
    ap.add_argument("--command", action="append", choices=sorted(COMMANDS))
    ap.add_argument("--views", action="store_true")
    ap.add_argument("--each", type=int, help="of each mutant so many commands; of the corpus so many views")
    ap.add_argument("--keep", help="folder for the mutants that were bad")
    ap.add_argument("--replay", action="store_true")
    ap.add_argument("perf")
    ap.add_argument("file", nargs="+")
    args = ap.parse_args()
    if args.replay:
        return replay(args.perf, args.file[0], args.each or REPLAYED_VIEWS)
    runs = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        names = args.command or list(VIEWS if args.views else COMMANDS)
        each = args.each or len(names)
        for (source, cls, seed), data, found in verdicts(
                args.perf, lambda at: names[:1] + in_turn(names[1:], at, each - 1), folder, list(mutants(args))):
            for name, verdict in found:
                runs += 1
                if not verdict:
                    continue
                bad += 1
                print(f"{source} {cls} {seed}: perf {name}: {verdict}", flush=True)
                if args.keep:
                    with open(os.path.join(args.keep, f"{source}-{cls}-{seed}"), "wb") as f:
                        f.write(data)
    print(f"{runs} runs, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
