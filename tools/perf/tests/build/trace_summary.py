#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""System calls by thread, beside what `perf trace -s` of upstream computes from the same file.

    trace_summary.py make FILE                  a recording of three threads' calls, some of which fail
    trace_summary.py compare PERF OTHER FILE    `perf defer syscalls` and `perf trace -s`: calls, errors, total, average, max
"""
import json
import re
import subprocess
import sys

THREAD = re.compile(r" .* \((\d+)\), \d+ events, ")
BEGIN = "execve", "clone", "clone3", "fork", "vfork"
ROW = re.compile(r"   (\w+) +(\d+) +(\d+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +[\d.]+%")


def make(path):
    from switches import COMMON, MISC_USER, SAMPLE_ID_ALL, TYPE, USER_MARK, Switches
    number = "\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n"
    f = Switches(wakings=False)
    f.formats.append(("raw_syscalls", "name: sys_enter\nID: 400\n" + COMMON + number +
                      "\tfield:unsigned long args[6];\toffset:16;\tsize:48;\tsigned:0;\n\nprint fmt: \"NR %ld\", REC->id\n"))
    f.formats.append(("raw_syscalls", "name: sys_exit\nID: 401\n" + COMMON + number +
                      "\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n\nprint fmt: \"NR %ld = %ld\", REC->id, REC->ret\n"))
    kind = dict(type=2, sample_type=TYPE, flags=SAMPLE_ID_ALL)
    enter = f.event(config=400, name="raw_syscalls:sys_enter", ids=[11], **kind)
    leave = f.event(config=401, name="raw_syscalls:sys_exit", ids=[12], **kind)
    numbers = 0, 1, 35, 202, 257
    free = {tid: 1000000000 for tid in (10, 11, 12)}
    records = []
    for n in range(600):
        # Calls of different threads lie across each other.
        tid, nr, ns = 10 + n % 3, numbers[n // 2 % 5], 1000 + n * 7919 % 3000000
        chain = [USER_MARK, 0x400000 + 0x1000 * (n % 2) + 16 * tid, 0x400010]
        at = free[tid] + 700
        records.append((at, enter, tid, 11, f.pack("HBBiq6Q", 400, 0, 0, tid, nr, *range(6)), chain))
        ret = -11 if n % 7 == 0 else n
        records.append((at + ns, leave, tid, 12, f.pack("HBBiqq", 401, 0, 0, tid, nr, ret), chain))
        free[tid] = at + ns
    for at, event, tid, ident, raw, chain in sorted(records, key=lambda r: r[0]):
        f.sample(event, MISC_USER, 0x400020, tid, tid, at, ident=ident, raw=raw, chain=chain)
    f.write(path)


def compare(perf, other, path):
    text = subprocess.run([other, "trace", "-s", "-i", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                          check=False).stdout.decode()
    theirs, tid = {}, None
    for line in text.splitlines():
        if THREAD.match(line):
            tid = int(THREAD.match(line)[1])
        elif ROW.match(line) and tid is not None:
            name, calls, errors, total, _, average, most = ROW.match(line).groups()
            theirs.setdefault(tid, {})[name] = (int(calls), int(errors), float(total), float(average), float(most))
    if not theirs:
        raise SystemExit(f"{other} trace -s: no table: {text[:400]}")
    rows = 0
    for tid, calls in theirs.items():
        ours = json.loads(subprocess.run([perf, "defer", "syscalls", "--json", "--no-stack", "--tid", str(tid), "-i", path],
                                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=True).stdout)
        ours = {r["name"]: r for r in ours["rows"]}
        # They count the call in which a thread begins or is recorded from, whose entry is missing, as one of no time.
        for name, (number, errors, total, average, most) in calls.items():
            if name in BEGIN and number == ours.get(name, {"calls": 0})["calls"] + 1:
                number, average = number - 1, total / max(1, number - 1)
                if not number and total < 0.001:
                    continue
            r = ours.pop(name, None)
            if not r:
                raise SystemExit(f"thread {tid}: {name} is theirs alone: {number} calls, {total} ms")
            if (r["calls"], r["errors"]) != (number, errors):
                raise SystemExit(f"thread {tid}: {name}: they count {number} calls, {errors} errors; we {r['calls']}, {r['errors']}")
            for what, they, we in (("in all", total, r["total"]), ("on average", average, r["total"] / r["calls"]), ("at most", most, r["max"])):
                if abs(they - we / 1e6) > 0.00051:
                    raise SystemExit(f"thread {tid}: {name}: {what} they say {they} ms, we {we} ns")
            rows += 1
        if ours:
            raise SystemExit(f"thread {tid}: ours alone: {' '.join(ours)}")
    print(f"{rows} rows of {len(theirs)} threads")
    if rows < 5:
        raise SystemExit("hardly anything was compared")


if sys.argv[1] == "make":
    make(sys.argv[2])
else:
    compare(*sys.argv[2:])
