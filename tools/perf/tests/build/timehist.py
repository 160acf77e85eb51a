#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Times off the CPU of made-up recordings, beside those that upstream computes from the same file.

    timehist.py PERF OTHER FIRST LAST       made-up recordings of these seeds
    timehist.py PERF OTHER FILE             this one, of switches of whole CPUs

`perf sched timehist` of upstream reads what `perf defer merge` made of a recording of switches. Each of its lines says when a thread left its CPU, how long it had run, how long it had waited before, and how much of that it had
been awake (`sch delay`). `perf script --off-cpu` says the same in spans. Microseconds are all that the other one prints.
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

SPAN = re.compile(r"\s*(-?\d+)\s+(\d+)\.(\d{9}):\s+(\d+)\s+offcpu-time:\s*(\S.*)$")
LINE = re.compile(r"\s*(\d+)\.(\d{6}) \[\d+\]\s+\S.*?\[(\d+)(?:/\d+)?\]\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\b")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.decode()[-400:]}")
    return done.stdout.decode()


def stays(text):
    """{tid: [[left, came, awake ns, preempted]]} of our spans: blocked, and awake after that, is one stay."""
    out = collections.defaultdict(list)
    for line in text.splitlines():
        m = SPAN.match(line)
        if not m:
            continue
        to, ns = int(m[2] + m[3]), int(m[4])
        out[int(m[1])].append((to - ns, to, ns if m[5] == "runnable" else 0, m[5]))
    for tid, spans in out.items():
        joined = []
        for left, came, awake, state in sorted(spans):
            # Only a waking cuts a stay in two. Whatever else begins where another ended is another stay.
            if joined and state == "runnable" and joined[-1][1] == left:
                joined[-1][1:3] = [came, awake]
            else:
                joined.append([left, came, awake, state == "preempted"])
        out[tid] = joined
    return out


def lines(text):
    """{tid: [(left, waited, awake, ran)]} of upstream, us."""
    out = collections.defaultdict(list)
    for line in text.splitlines():
        m = LINE.match(line)
        if m:
            out[int(m[3])].append((int(m[1] + m[2]), *(round(float(x) * 1000) for x in m.groups()[3:])))
    return out


def ends(text):
    """{tid: how many threads of that number ended}."""
    return collections.Counter(int(n) for n in re.findall(r"PERF_RECORD_EXIT\(\d+:(\d+)\)", text))


def compare(where, ours, theirs, ended, last):
    """(lines that say the same, with a wait, with a wait for a CPU) of one thread; stops at the first that does not."""
    same = waits = awake = 0
    ours, before = list(ours), None
    for left, waited, delay, ran in theirs:
        at = f"{where}, which left at {left} us"
        stay = ours.pop(0) if ours and ours[0][0] // 1000 == left else None
        if not stay:
            # Nobody waits for a thread that has ended, and another one may have its number then. Who leaves with the
            # last record has no time to wait.
            ended -= 1
            if ended < 0 and left != last:
                raise SystemExit(f"{at}: our next one is {ours[0][0] if ours else 'missing'}")
        if before:
            mine = ((before[1] - before[0]) // 1000, before[2] // 1000)
            # Newer ones call the time of who was preempted awake, too: so it is, and ours has a state of its own for it. And
            # at the end of a thread they have forgotten when it last left.
            forgotten = not stay and (waited, delay) == (0, 0)
            if not forgotten and mine != (waited, 0 if before[3] and delay == waited else delay):
                raise SystemExit(f"{at}: they say waited {waited} us before, {delay} of it awake; we say {mine[0]}, {mine[1]}")
            if stay and (stay[0] - before[1]) // 1000 != ran:
                raise SystemExit(f"{at}: they say it ran {ran} us, we say {stay[0] - before[1]} ns")
            same, waits, awake = same + 1, waits + (waited > 0), awake + (delay > 0)
        # What is before the first one has no stack: no time is shown for it, and a line says so.
        before = stay
    if ours:
        raise SystemExit(f"{where} left at {ours[0][0]} ns: they do not know")
    return same, waits, awake


def compare_file(perf, other, where, path, merged):
    run(perf, "defer", "merge", "-i", path, "-o", merged)
    ours = stays(run(perf, "script", "--off-cpu", "--state", "all", "--ns", "-F", "tid,time,period,event,state", "-i", path))
    theirs = lines(run(other, "sched", "timehist", "-i", merged))
    ended = ends(run(perf, "script", "--show-task-events", "-F", "tid,event", "-i", path))
    last = max((line[0] for tid in theirs for line in theirs[tid]), default=0)
    sums = collections.Counter(recordings=1)
    for tid in sorted(tid for tid in {*ours, *theirs} if tid > 0):
        got = compare(f"{where}: thread {tid}", ours[tid], theirs[tid], ended[tid], last)
        sums.update(dict(zip(("lines", "waits", "awake"), got)))
    return sums


def main():
    perf, other, what = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as d:
        made, merged = os.path.join(d, "made"), os.path.join(d, "merged")
        if len(what) == 1:
            sums = compare_file(perf, other, what[0], what[0], merged)
        else:
            sums = collections.Counter()
            for seed in range(int(what[0]), int(what[1]) + 1):
                run(perf, "defer", "generate", "--seed", str(seed), "--switches", "--no-loss", "--format", "file",
                    "--byte-order", "little", "--actions", "400", "-o", made)
                # Upstream computes nothing from records of switches.
                if "sched:sched_switch" in run(perf, "evlist", "-i", made):
                    sums.update(compare_file(perf, other, f"seed {seed}", made, merged))
    print(", ".join(f"{n} {name}" for name, n in sums.items()))
    if min(sums[name] for name in ("lines", "waits", "awake")) < 5:
        raise SystemExit("hardly anything was compared")


main()
