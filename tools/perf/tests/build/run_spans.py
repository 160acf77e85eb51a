#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Made-up recordings of context switches: `perf script` and `perf report --off-cpu` against the truth.

    run_spans.py PERF FIRST LAST [--loss|--missing|--namespace]

Without losses all spans are the true ones, to the nanosecond, with their stacks, and so are the sums of the report. With
losses not all can be known; then nothing is claimed that is not true: no thread counts as off its CPU while it ran. In both
cases the CPUs of `perf report --wall` ran, were idle and are not known for as long as the recording is, and the rows by CPU
say the same. With --missing, some records are not there and nothing says so, which kernels do: then only that is compared. And
halves of chains may go at any time. With --namespace, each recording is made anew as inside a PID namespace, where tracepoints
count otherwise than all else: each of their numbers is that of another thread here. All is said as of the recording itself.
"""
import collections
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

import seeds

HEAD = re.compile(r"\s*(-?\d+)\s+(\d+)\.(\d{9}):\s+(\d+)\s+offcpu-time:\s*(\S.*)$")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[1:])}: exit {done.returncode}: {done.stderr.decode()[:400]}")
    return done.stdout.decode()


def from_script(text):
    """(tid, from, to, state, stack) of each span; a stack that is not known is None."""
    out, mark = [], None
    for line in text.splitlines():
        head = HEAD.match(line)
        if head:
            to, period = int(head[2] + head[3]), int(head[4])
            out.append([int(head[1]), to - period, to, head[5], [], mark])
            mark = None
        elif line.startswith("#"):
            mark = line
        elif line.strip():
            out[-1][4].append(int(line.split()[0], 16))
    return [(tid, a, b, state, None if mark and "stack missing: not" in mark else tuple(stack))
            for tid, a, b, state, stack, mark in out]


def is_tracepoint(scenario):
    return any(line.startswith("event sched:sched_switch") for line in scenario.splitlines())


def from_truth(path, letters):
    """The same of the truth. Records alone tell no letters."""
    out, went = [], {}
    for line in open(path, encoding="utf-8"):
        t = json.loads(line)
        state = t["state"]
        if state == "blocked":
            state += f" ({t['left_in'] if letters else 'S'})"
        stack = tuple(int(ip, 16) for ip in t["kernel"] + t["user"]) if t["sample"] else None
        out.append((t["tid"], t["from"], t["to"], state, stack))
    return out


def differences(got, want):
    got, want = collections.Counter(got), collections.Counter(want)
    return [f"not shown: {x}" for x in (want - got)] + [f"not true: {x}" for x in (got - want)]


def sums_of_report(perf, data):
    j = json.loads(run(perf, "report", "--off-cpu", "--state", "all", "--json", "-s", "tid,state", "-i", data))
    sums = collections.Counter()
    for event in j["events"]:
        for row in event["rows"]:
            sums[int(row["keys"]["tid"].split(":")[0]), row["keys"]["state"]] += row["self"][0]["period"]
    return sums


def wrong_cpus(perf, data):
    j = json.loads(run(perf, "report", "--wall", "--json", "-s", "cpu,state", "--state", "running,idle", "-i", data))
    rows = collections.Counter()
    for row in j["events"][0]["rows"] if j["events"] else []:
        rows[int(row["keys"]["cpu"]), row["keys"]["state"]] += row["self"][0]["period"]
    bad = []
    for cpu in j["off_cpu"]["cpus"]:
        if cpu["running"] + cpu["idle"] + cpu["unknown"] != j["off_cpu"]["length"]:
            bad.append(f"not the length of the recording: {cpu}")
        for state in "running", "idle":
            if rows[cpu["cpu"], state] != cpu[state]:
                bad.append(f"rows of CPU {cpu['cpu']}, {state}: {rows[cpu['cpu'], state]}, not {cpu[state]}")
    return bad


def sums_of(spans):
    sums = collections.Counter()
    for tid, a, b, state, _ in spans:
        sums[tid, state] += b - a
    return sums


def covered(span, by_tid):
    """Is all of it in the thread's true spans, which do not overlap?"""
    tid, a, b = span[:3]
    left = b - a
    for x, y in by_tid[tid]:
        left -= max(0, min(b, y) - max(a, x))
    return not left


def false_claims(got, truth):
    by_tid = collections.defaultdict(list)
    for tid, a, b, *_ in truth:
        by_tid[tid].append((a, b))
    return [f"it ran then: {s}" for s in got if s[3] != "unknown" and not covered(s, by_tid)]


def forgetful(perf, data, wall):
    """Where the halves of chains go with nearly each sample, all is said as where they are kept."""
    state = ["--state", "all", "-i", data]
    bad = []
    for options in (["script", "--off-cpu", *state], ["report", "--off-cpu", "--json", *state],
                    *([["report", "--wall", "--json", *state]] if wall else [])):
        want = run(perf, *options)
        os.environ["PERF_TEST_FEW_CHAINS"] = "1"
        got = run(perf, *options)
        del os.environ["PERF_TEST_FEW_CHAINS"]
        if got != want:
            bad.append(f"with few chains {options[0]} {options[1]} says something else")
    return bad


TRACING_DATA, MAY_MISS = 66, (9, 14, 15)		# SAMPLE, SWITCH, SWITCH_CPU_WIDE


def records_of(data):
    """(where, type, size with what follows) of each record of a stream."""
    at = 16
    while at < len(data):
        kind, _, size = struct.unpack_from("<IHH", data, at)
        if kind == TRACING_DATA:
            size += struct.unpack_from("<I", data, at + 8)[0]
        yield at, kind, size
        at += size


def missing(perf, seed, folder):
    """Records that are not there, though nothing was lost: what a CPU did is told by rows and by its line alike."""
    data, rng = os.path.join(folder, "data"), random.Random(seed)
    run(perf, "defer", "generate", "-o", data, "--switches", "--seed", str(seed), "--no-loss", "--format", "pipe", "--byte-order",
        "little")
    with open(data, "rb") as f:
        old = f.read()
    new, dropped = bytearray(old[:16]), 0
    for at, kind, size in records_of(old):
        drop = kind in MAY_MISS and not rng.randrange(12)
        dropped += drop
        if not drop:
            new += old[at:at + size]
    with open(data, "wb") as f:
        f.write(new)
    has_clock = "cpu-clock" in run(perf, "evlist", "-i", data)
    return (wrong_cpus(perf, data) if has_clock else []) + forgetful(perf, data, has_clock), dropped


HEADER_ATTR, SAMPLE, TRACEPOINT = 64, 9, 2
NUMBERS = {314: (4, 24, 56), 316: (4, 24)}		# where sched_switch and sched_waking have numbers of threads


def into_namespace(data):
    """The same recording where each number in a tracepoint's fields is the next thread's."""
    new, tracepoints, places = bytearray(data), {}, []
    for at, kind, size in records_of(data):
        if kind == HEADER_ATTR:
            attr_type, attr_size, config = struct.unpack_from("<IIQ", data, at + 8)
            ids = struct.unpack_from(f"<{(size - 8 - attr_size) // 8}Q", data, at + 8 + attr_size)
            tracepoints.update((i, config) for i in ids if attr_type == TRACEPOINT)
        elif kind == SAMPLE and struct.unpack_from("<Q", data, at + 8)[0] in tracepoints:
            # identifier, ip, pid and tid, time, cpu, period, callchain, raw
            raw = at + 56 + 8 * (1 + struct.unpack_from("<Q", data, at + 56)[0]) + 4
            places += [raw + offset for offset in NUMBERS[tracepoints[struct.unpack_from("<Q", data, at + 8)[0]]]]
    old = {p: struct.unpack_from("<i", data, p)[0] for p in places}
    threads = sorted(set(old.values()) - {0})
    following = dict(zip(threads, threads[1:] + threads[:1]))
    for place, number in old.items():
        struct.pack_into("<i", new, place, following.get(number, 0))
    return bytes(new), len(threads)


def namespace(perf, seed, folder):
    data, inside = os.path.join(folder, "data"), os.path.join(folder, "inside")
    run(perf, "defer", "generate", "-o", data, "--switches", "--seed", str(seed), "--no-loss", "--format", "pipe", "--byte-order",
        "little")
    events = run(perf, "evlist", "-i", data)
    if "sched:sched_switch" not in events:
        return [], 0
    with open(data, "rb") as f, open(inside, "wb") as out:
        made, threads = into_namespace(f.read())
        out.write(made)
    if threads < 2:
        return [], 0
    commands = [["script", "--off-cpu", "--state", "all", "-F", "comm,pid,tid,cpu,time,period,event,state,ip", "--ns"],
                ["report", "--off-cpu", "--state", "all", "--json", "-s", "comm,pid,tid,cpu,state"]]
    if "cpu-clock" in events:
        commands.append(["report", "--wall", "--state", "all", "--json", "-s", "comm,pid,tid,cpu,state"])
    if "sched:sched_waking" in events:
        commands.append(["defer", "wakers", "--rows", "0", "--json"])
    bad, nr = [], 0
    for command in commands:
        want, got = (run(perf, *command, "-i", f).replace(f, "FILE") for f in (data, inside))
        told = re.search(r'"pid_namespace": \{[^}]*"not_known": (\d+) ?\},?\s*', got)
        # Of a thread that never leaves nothing tells its number.
        if told and int(told[1]):
            continue
        nr += 1
        if (got.replace(told[0], "") if told else got) != want:
            bad.append(f"inside a namespace {' '.join(command[:2])} says something else")
    return bad, nr


def check(perf, seed, loss, folder):
    data, spans = os.path.join(folder, "data"), os.path.join(folder, "spans")
    options = ["--switches", "--seed", str(seed)] + ([] if loss else ["--no-loss"])
    scenario = run(perf, "defer", "generate", "--print", *options)
    run(perf, "defer", "generate", "-o", data, "--spans", spans, *options)
    with open(os.path.join(folder, "text"), "w", encoding="utf-8") as f:
        f.write(scenario)
    run(perf, "defer", "generate", "-o", data + ".again", os.path.join(folder, "text"))
    with open(data, "rb") as a, open(data + ".again", "rb") as b:
        bad = [] if a.read() == b.read() else ["printed and parsed it is another recording"]
    truth = from_truth(spans, is_tracepoint(scenario))
    got = from_script(run(perf, "script", "--off-cpu", "--state", "all", "-F", "tid,time,period,event,state,ip", "--ns", "-i",
                          data))
    if "event cpu-clock" in scenario:
        bad += wrong_cpus(perf, data)
    bad += forgetful(perf, data, "event cpu-clock" in scenario)
    if loss:
        return bad + false_claims(got, truth), len(got)
    bad += differences(got, truth)
    if not bad and sums_of_report(perf, data) != sums_of(truth):
        bad.append("perf report has other sums")
    return bad, len(got)


def main():
    with tempfile.TemporaryDirectory() as folder:
        if "--namespace" in sys.argv:
            sys.exit(seeds.of_arguments(lambda perf, seed, _, d: namespace(perf, seed, d), folder, 1, "outputs", 1, 3))
        if "--missing" in sys.argv:
            sys.exit(seeds.of_arguments(lambda perf, seed, _, d: missing(perf, seed, d), folder, 5, "records", 2, 3))
        sys.exit(seeds.of_arguments(check, folder, 20, "spans", "--loss" in sys.argv, 3))


main()
