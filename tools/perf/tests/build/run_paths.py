#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Made-up recordings of context switches: `perf defer wakers --critical-path` against the truth.

    run_paths.py PERF FIRST LAST [--loss]

Without losses each path is the true one, step by step to the nanosecond, with the stacks of all steps. What the true one is
follows from the truth of the generator alone: when tasks were off their CPUs, who woke them, and who made them. With losses
not all can be known; then the steps are still adjacent, and no thread is said to have waited while it ran.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

import seeds

MAX_DEPTH = 100


def run(*command, may_lack=False):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
    if may_lack and b"was there at that time" in done.stderr:
        return '{"paths": []}'
    if done.returncode:
        raise SystemExit(f"{' '.join(command[1:])}: exit {done.returncode}: {done.stderr.decode()[:400]}")
    return done.stdout.decode()


def addresses(*lists):
    return tuple(int(ip, 16) for ips in lists for ip in ips)


class Life:
    """A task: what it did at each moment, as (from, to, state, stack, the one who woke it, its stack)."""

    def __init__(self, line):
        self.tid, self.parent, self.born = line["tid"], line["parent"], line["born"] or 0
        self.came, self.ended, self.off = line["came"], line["ended"] or 2**64, []

    def stretches(self):
        at = self.born
        if self.came:
            yield (at, self.came, "runnable" if self.born else "unknown", None, None, None)
            at = self.came
        for span in self.off:
            yield (at, span[0], "running", None, None, None)
            yield span
            at = span[1]
        yield (at, 2**64, "running", None, None, None)


class Truth:
    def __init__(self, spans, lives, letters):
        self.lives = [Life(json.loads(line)) for line in open(lives, encoding="utf-8")]
        for line in open(spans, encoding="utf-8"):
            t = json.loads(line)
            state = t["state"] + (f" ({t['left_in'] if letters else 'S'})" if t["state"] == "blocked" else "")
            stack = addresses(t["kernel"], t["user"]) if t["sample"] else None
            waker, woke_in = t.get("woken_by"), None
            if waker is not None:
                woke_in = addresses(t["waker_kernel"], t["waker_user"])
            self.at(t["tid"], t["from"]).off.append((t["from"], t["to"], state, stack, waker, woke_in))

    def at(self, tid, time):
        """Whoever had that number at that time. A number is used again at the earliest when its task has ended."""
        return [life for life in self.lives if life.tid == tid and life.born <= time][-1]

    def path(self, life, begin, end, way=()):
        """The steps from begin to end, as (from, to, tid, state, depth, stack, who was woken)."""
        out = []
        if begin < life.born:
            parent = self.at(life.parent, life.born)
            assert parent not in way
            out += self.path(parent, begin, min(end, life.born), way)
        for a, b, state, stack, waker, woke_in in life.stretches():
            a, cut = max(a, begin), min(b, end)
            if a >= cut:
                continue
            by = self.at(waker, b) if waker else None
            if by and by not in way and len(way) < MAX_DEPTH:
                inside = self.path(by, a, cut, way + (life,))
                if inside[-1][3:5] == ("running", len(way) + 1):
                    inside[-1] = inside[-1][:5] + (woke_in, life.tid)
                out += inside
            else:
                out.append((a, cut, life.tid, state, len(way), stack, None))
        return out


def from_json(path):
    def stack(step):
        return None if step["stack"] is None else tuple(int(f.split()[0], 16) for f in step["stack"] if f.startswith("0x"))

    return [(s["from"], s["to"], s["tid"], s["state"], s["depth"], stack(s), s.get("woke", {}).get("tid")) for s in path["steps"]]


def differences(got, want):
    """Where nothing tells a stack (a wait without a sample, the end of a run that nobody was woken by) none is compared."""
    bad = []
    for g, w in zip(got, want):
        if g[:5] != w[:5] or g[6] != w[6] or (w[5] is not None and g[5] != w[5]):
            bad.append(f"{g} is not {w}")
    return bad + ([f"{len(got)} steps, not {len(want)}"] if len(got) != len(want) else [])


def is_tiled(path):
    at = path["from"]
    for step in path["steps"]:
        if step["from"] != at or step["to"] <= at:
            return False
        at = step["to"]
    sums = sum(part["total"] for part in path["threads"])
    return at == path["to"] and sums == path["to"] - path["from"]


def false_claims(path, truth):
    """Steps in which a thread is said to have waited while it ran."""
    bad = []
    for s in path["steps"]:
        if s["state"] in ("running", "unknown"):
            continue
        ran = [(a, b) for life in truth.lives if life.tid == s["tid"] and life.came
               for a, b, state, *_ in life.stretches() if state == "running" and a < b]
        bad += [f"it ran then: {s['from']} to {s['to']}" for a, b in ran if a < s["to"] and s["from"] < min(b, 2**63)]
    return bad


def seconds(ns):
    return f"{ns // 10**9}.{ns % 10**9:09}"


def paths(perf, data, folder, *options, loss=False):
    text = run(perf, "defer", "wakers", "--critical-path", "--json", "--kallsyms", os.path.join(folder, "none"), "-i", data, *options,
               may_lack=loss)
    return json.loads(text)["paths"]


def check_windows(perf, data, folder, truth, loss):
    """Of each task that was off at all: from when it came first to when it was heard of last; and a part in the middle."""
    bad, nr = [], 0
    for tid in sorted({life.tid for life in truth.lives}):
        # What a number stood for first is asked for only if it was never used again.
        lives = [life for life in truth.lives if life.tid == tid]
        if len(lives) > 1 or not lives[0].off:
            continue
        life = lives[0]
        first, last = life.off[0][0], life.off[-1][1]
        for a, b in (first, last), (first + (last - first) // 3, last - (last - first) // 3):
            if a >= b:
                continue
            found = paths(perf, data, folder, "--tid", str(tid), "--time", f"{seconds(a)},{seconds(b)}", loss=loss)
            nr += sum(len(path["steps"]) for path in found)
            if not all(is_tiled(path) for path in found):
                bad.append(f"tid {tid}, {a} to {b}: the steps are not the span")
            elif not loss:
                bad += [f"tid {tid}, {a} to {b}: {d}" for d in differences(from_json(found[0]), truth.path(life, a, b))]
            else:
                bad += [f"tid {tid}, {a} to {b}: {c}" for path in found for c in false_claims(path, truth)]
    return bad, nr


def check_events(perf, data, folder, truth, samples, loss):
    """Between samples of the clock: the longest spans of all tasks."""
    marks = collections.defaultdict(list)
    for line in open(samples, encoding="utf-8"):
        t = json.loads(line)
        if t["event"] == "cpu-clock":
            marks[truth.at(t["tid"], t["time"])].append((t["time"], addresses(t["kernel"], t["user"])))
    want = [(b - a, a, life) for life, m in marks.items() for (a, _), (b, _) in zip(m, m[1:]) if a < b]
    if not want or loss:
        return []
    want.sort(key=lambda w: (-w[0], w[1], w[2].tid))
    tids = ",".join(str(tid) for tid in sorted({life.tid for life in marks}))
    got = paths(perf, data, folder, "--tid", tids, "--from", "cpu-clock", "--to", "cpu-clock", "--spans", "5")
    bad = []
    if [(p["tid"], p["from"], p["to"]) for p in got] != [(life.tid, a, a + ns) for ns, a, life in want[:5]]:
        bad.append(f"other spans: {[(p['tid'], p['from'], p['to']) for p in got]}")
    for path, (ns, a, life) in zip(got, want):
        bad += [] if is_tiled(path) else ["the steps are not the span"]
        bad += differences(from_json(path), truth.path(life, a, a + ns))
    return bad


def check(perf, seed, loss, folder):
    data, spans, lives, samples = (os.path.join(folder, name) for name in ("data", "spans", "lives", "samples"))
    options = ["--switches", "--seed", str(seed)] + ([] if loss else ["--no-loss"])
    scenario = run(perf, "defer", "generate", "--print", *options)
    if "event sched:sched_waking" not in scenario:
        return [], 0
    run(perf, "defer", "generate", "-o", data, "--spans", spans, "--lives", lives, "--truth", samples, *options)
    truth = Truth(spans, lives, "event sched:sched_switch" in scenario)
    bad, nr = check_windows(perf, data, folder, truth, loss)
    return bad + check_events(perf, data, folder, truth, samples, loss), nr


def main():
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "none"), "w", encoding="utf-8") as f:
            f.write("ffffffff80000000 T _text\nffffffff80000010 T end\n")
        sys.exit(seeds.of_arguments(check, folder, 10, "steps"))


main()
