#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Recordings whose differences are known, and what perf diff must say of them.

    diff_truth.py make DIR          two programs with the same functions at different addresses, and recordings of them
    diff_truth.py check DIR OUT HOW OLD NEW...   is OUT what `perf diff -t, -p -c HOW OLD NEW...` must print?
    diff_truth.py stacks DIR OUT OLD NEW         the same of `perf diff -t, -p -s comm -g folded,0`

Nothing is shared with the tool: numbers come from the table below.
"""
import os
import subprocess
import sys

import perfwrite

# Samples by recording, event, and stack (innermost first). `moved` is only in one recording, `lone` only in the other.
SAMPLES = {
    "old": {"cpu-clock": {("alpha", "main"): 40, ("beta", "main"): 30, ("beta", "alpha", "main"): 20, ("lone", "main"): 9,
                          ("tiny", "main"): 1},
            "faults": {("alpha", "main"): 3}},
    "new": {"cpu-clock": {("alpha", "main"): 20, ("beta", "main"): 90, ("beta", "alpha", "main"): 10, ("moved", "main"): 50,
                          ("moved", "beta", "main"): 25, ("tiny", "main"): 5},
            "faults": {("beta", "main"): 4}, "other": {("alpha", "main"): 2}},
    "third": {"cpu-clock": {("alpha", "main"): 1, ("lone", "main"): 3}},
    "none": {"cpu-clock": {}},
}
PERIOD = {"cpu-clock": 1000, "faults": 7, "other": 1}
CONFIG = {"cpu-clock": 0, "faults": 2, "other": 3}
ORDER = {"old": ["main", "alpha", "beta", "lone", "tiny", "moved"], "new": ["moved", "tiny", "lone", "beta", "alpha", "main"]}


def program(folder, order):
    """An ELF file with these functions in this order; returns their addresses."""
    os.makedirs(folder)
    source, path = f"{folder}/prog.s", f"{folder}/prog"
    with open(source, "w") as f:
        for name in ["_start"] + order:
            f.write(f".globl {name}\n.type {name},@function\n{name}:\n.skip {16 * (1 + len(name))},0x90\n"
                    f".size {name},.-{name}\n")
    subprocess.run(["gcc", "-nostdlib", "-static", "-Wl,--build-id=none", "-o", path, source], check=True)
    out = subprocess.run(["readelf", "-sW", path], check=True, capture_output=True, text=True).stdout
    return path, {w[7]: int(w[1], 16) for w in map(str.split, out.splitlines()) if len(w) == 8 and w[3] == "FUNC"}


def record(path, prog, address, samples, pid):
    w = perfwrite.Writer()
    sample_type = perfwrite.S_IP | perfwrite.S_TID | perfwrite.S_TIME | perfwrite.S_PERIOD | perfwrite.S_CALLCHAIN | \
        perfwrite.S_IDENTIFIER
    events = {name: w.event(type=1, config=CONFIG[name], sample_type=sample_type, name=name) for name in samples}
    w.comm(pid, pid, "prog", time=1)
    low = min(address.values()) & ~4095
    w.mmap2(pid, pid, low, 0x2000, 0x1000, prog, time=2)
    time = 10
    for name, stacks in samples.items():
        for stack, n in stacks.items():
            for _ in range(n):
                time += 1
                chain = [(1 << 64) - 512] + [address[f] + 4 for f in stack]
                w.sample(events[name], ip=chain[1], pid=pid, tid=pid, time=time, period=PERIOD[name], chain=chain)
    w.write(path)


def make(folder):
    folder = os.path.abspath(folder)
    where = {side: program(f"{folder}/{side}.d", order) for side, order in ORDER.items()}
    for pid, (name, samples) in enumerate(SAMPLES.items(), 100):
        prog, address = where.get(name, where["new"])
        record(f"{folder}/{name}", prog, address, samples, pid)


def functions(name, event):
    sums = {}
    for stack, n in SAMPLES[name].get(event, {}).items():
        sums[stack[0]] = sums.get(stack[0], 0) + n * PERIOD[event]
    return sums


def share(sums, key):
    total = sum(sums.values())
    return 100 * sums.get(key, 0) / total if total else 0


def value(how, old, new, key):
    """(text, what rows are ordered by: the smallest first) of a row that @new has."""
    a, b = old.get(key, 0), new[key]
    if how in ("delta", "delta-abs"):
        d = share(new, key) - share(old, key)
        return f"{d:+.2f}%", (0, 0, -(abs(d) if how == "delta-abs" else d))
    if not a:
        return "N/A", (0, 1, -b)
    if how == "ratio":
        return f"{b / a:.6f}", (0, 0, -b / a)
    w1, w2 = map(int, how.split(":")[1].split(","))
    return str(b * w2 - a * w1), (0, 0, -(b * w2 - a * w1))


ABSENT = (1, 0, 0)


def table(how, names, event):
    old, news = functions(names[0], event), [functions(n, event) for n in names[1:]]
    rows = []
    for key in set(old).union(*news):
        cells, order = [f"{share(old, key):.2f}%"[:-1] if key in old else "", str(old.get(key, 0))], []
        for new in news:
            text, by = value(how, old, new, key) if key in new else ("", ABSENT)
            cells += [text, str(new[key]) if key in new else ""]
            order.append(by)
        rows.append((order[0], -old.get(key, 0), order[1:], key, ",".join(cells) + f",prog,[.] {key}"))
    return [r[-1] for r in sorted(rows)]


def folded(names, event):
    old, new = ({s: n * PERIOD[event] for s, n in SAMPLES[name].get(event, {}).items()} for name in names)
    rows = set()
    for key in set(old) | set(new):
        rows.add(f"{share(old, key):.2f}% {share(new, key) - share(old, key):+.2f}% {';'.join(key)}")
    return rows


def compare(what, want, got):
    if want != got:
        sys.exit(f"{what}: want\n{want}\ngot\n{got}")


def rows_of(path):
    """Lines of each event's table."""
    tables = {}
    with open(path) as lines:
        for line in lines:
            if line.startswith("# Event '"):
                rows = tables.setdefault(line.split("'")[1], [])
            elif line.strip() and line[0] != "#":
                rows.append(line.rstrip("\n"))
    return tables


def main():
    if sys.argv[1] == "make":
        make(sys.argv[2])
    elif sys.argv[1] == "check":
        how, names = sys.argv[4], sys.argv[5:]
        want = {e: table(how, names, e) for e in SAMPLES[names[0]]}
        compare(f"{how} of {names}", want, rows_of(sys.argv[3]))
    else:
        names = sys.argv[4:]
        for event, rows in rows_of(sys.argv[3]).items():
            compare(f"stacks of {event}", folded(names, event), {r for r in rows if ",prog" not in r})


if __name__ == "__main__":
    main()
