#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares what `perf defer export` wrote with something else.

    export_check.py truth TRUTH NDJSON FOLDED JSON  samples and stacks of a made-up recording; FOLDED with --weight=samples
    export_check.py report REPORT-JSON FORMAT FILE [WEIGHT]    sums, event by event, and the stacks of perf report --json
                                                    (--no-children -s comm) on the same recording
"""
import collections
import json
import os
import re
import sys

import otlp_text
import pprof_text


def fail(text):
    print(text)
    sys.exit(1)


def same(what, want, got):
    for k in sorted(set(want) | set(got), key=str):
        if want.get(k, 0) != got.get(k, 0):
            fail(f"{what}: {k}: {got.get(k, 0)} instead of {want.get(k, 0)}")


def lines(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def folded(path):
    """[(frames, number)]; each stack stands there once."""
    out = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            m = re.match(r"^(.+) (\d+)\n$", line)
            if not m:
                fail(f"{path}: not a line of folded stacks: {line!r}")
            out.append((m.group(1).split(";"), int(m.group(2))))
    if len({";".join(s) for s, _ in out}) != len(out):
        fail(f"{path}: a stack stands there twice")
    return out


def check_truth(truth, ndjson, folds, document):
    want = lines(truth)
    got = lines(ndjson)
    if len(want) != len(got):
        fail(f"{len(got)} samples instead of {len(want)}")
    # Which of these it was cannot always be told from the file; a name may be lost with its record.
    not_there = {"in-kernel at end", "lost", "missing"}
    left = collections.Counter()
    for w in want:
        # Without a chain the sample's address is the stack.
        chain = tuple(w["kernel"] + w["user"]) or "address"
        left[w["time"], w["tid"], w["event"], w["cpu"], chain, "gone" if w["orphan"] in not_there else w["orphan"]] += 1
    for g in got:
        if g["v"] != 1:
            fail(f"version {g['v']}")
        chain = tuple(f["ip"] for f in g["stack"] if "ip" in f)
        key = (g["time"], g["tid"], g["event"], g["cpu"])
        reason = "gone" if g["orphan"] in not_there else g["orphan"]
        if len(chain) == 1 and left[key + ("address", reason)] > 0:
            chain = "address"
        left[key + (chain, reason)] -= 1
    for k, n in left.items():
        if n:
            fail(f"ndjson: {k}: {n:+d} in the truth")
    if [g["time"] for g in got] != sorted(g["time"] for g in got):
        fail("ndjson: not in time order")
    check_document(document, got)
    several = len({w["event"] for w in want}) > 1
    sums, orphans = collections.Counter(), 0
    for frames, n in folded(folds):
        sums[frames[0] if several else "all"] += n
        orphans += n * any(f.startswith("[user stack missing: ") for f in frames)
    same("folded", collections.Counter(w["event"] if several else "all" for w in want), sums)
    if orphans != sum(w["orphan"] is not None for w in want):
        fail(f"folded: {orphans} orphans instead of {sum(w['orphan'] is not None for w in want)}")


def check_document(path, rows):
    """What perf data convert writes, beside the rows that are right already."""
    with open(path, encoding="utf-8") as f:
        d = json.load(f)
    if list(d) != ["linux-perf-json-version", "headers", "samples"] or d["linux-perf-json-version"] != 1:
        fail(f"json: members {list(d)}")
    key = [(s["timestamp"], s["pid"], s["tid"], s["cpu"], s["comm"], tuple(f["ip"] for f in s["callchain"])) for s in d["samples"]]
    want = [(r["time"], r["pid"], r["tid"], r["cpu"], r["comm"], tuple(f["ip"] for f in r["stack"] if "ip" in f)) for r in rows]
    if key != want:
        fail(f"json: {next((a, b) for a, b in zip(key + [None], want + [None]) if a != b)}")


# --- beside perf report ---

def plain(name, dso):
    """A frame of the report as folded text has it."""
    name = re.sub(r" \((inlined|by its call)\)$", "", name)
    if re.match(r"^(0x[0-9a-f]+|0)$", name):
        dso = os.path.basename(dso or "")
        name = "[unknown]" if not dso else dso if dso.startswith("[") else f"[{dso}]"
    return name.replace(";", ":")


def stack_of(frames):
    """Where there is no chain an export has the sample's address, the report nothing."""
    if frames and frames[0].startswith("[user stack missing: "):
        return tuple(frames) if len(frames) > 2 else (frames[0],)
    return tuple(frames) if len(frames) > 1 else ()


def report_stacks(report, weight):
    """{(event, comm, stack outermost first): number}"""
    out = collections.Counter()
    with open(report, encoding="utf-8") as f:
        r = json.load(f)
    frames = {f["id"]: plain(f.get("function") or f.get("missing") or f["address"], f.get("dso")) for f in r["frames"]}
    for e in r["events"]:
        name = e["members"][0]["name"]
        for row in e["rows"]:
            left = row["self"][0][weight]
            for c in row.get("chains", []):
                stack = stack_of([frames[i] for i in c["frames"]])
                out[name, row["keys"]["comm"], stack] += c[weight]
                left -= c[weight]
            if left:
                out[name, row["keys"]["comm"], ()] += left
    return out


def event_of(name, events):
    return re.search(r" \((.*)\)$", name).group(1) if len(events) > 1 else events[0]


def speedscope(d, events):
    frames = d["shared"]["frames"]
    for p in d["profiles"]:
        if p["type"] != "sampled" or len(p["samples"]) != len(p["weights"]) or p["endValue"] != sum(p["weights"]):
            fail(f"speedscope: {p['name']}: its parts do not fit together")
        for stack, n in zip(p["samples"], p["weights"]):
            yield (event_of(p["name"], events), re.sub(r" -?\d+/-?\d+( \(.*\))?$", "", p["name"]),
                   [frames[i]["name"] for i in stack], n)


def firefox(d, events):
    """Samples, not periods. Every column of a table is as long as the table says."""
    for t in d["threads"]:
        for name in ("samples", "stackTable", "frameTable", "funcTable", "resourceTable", "nativeSymbols", "markers"):
            if any(len(c) != t[name]["length"] for c in t[name].values() if isinstance(c, list)):
                fail(f"firefox: columns of {name} are not equally long")
        if t["samples"]["time"] != sorted(t["samples"]["time"]) or any(x < 0 for x in t["samples"]["time"]):
            fail(f"firefox: {t['name']}: times")
        st, ft, fn, names = t["stackTable"], t["frameTable"], t["funcTable"], t["stringArray"]
        for i, p in enumerate(st["prefix"]):
            if p is not None and not p < i:
                fail("firefox: a caller stands behind what it calls")
        if any(r >= 0 and names[t["resourceTable"]["name"][r]] != d["libs"][t["resourceTable"]["lib"][r]]["name"] for r in fn["resource"]):
            fail("firefox: resources")
        for stack in t["samples"]["stack"]:
            out = []
            while stack is not None:
                out.append(names[fn["name"][ft["func"][st["frame"][stack]]]])
                stack = st["prefix"][stack]
            comm = t["name"] if len(events) < 2 else t["name"].removesuffix(f" ({event_of(t['name'], events)})")
            yield event_of(t["name"], events), comm, out[::-1], 1


def file_stacks(kind, path, events, weight):
    out = collections.Counter()
    if kind in ("speedscope", "firefox"):
        with open(path, encoding="utf-8") as f:
            d = json.load(f)
        for event, comm, stack, n in (speedscope if kind == "speedscope" else firefox)(d, events):
            out[event, comm, stack_of([name.replace(";", ":") for name in stack])] += n
    elif kind in ("pprof", "otlp"):
        for event, comm, frames, n, orphan in (pprof_text if kind == "pprof" else otlp_text).stacks(path, weight):
            stack = [plain(name or "0", dso) for name, dso in reversed(frames)]
            out[event, comm, stack_of(stack)] += n
            if [f for f in stack[:1] if f.startswith("[user stack missing: ")] != ([f"[user stack missing: {orphan}]"] if orphan else []):
                fail(f"{kind}: the label {orphan} of {stack}")
    elif kind == "folded":
        for frames, n in folded(path):
            event = frames.pop(0) if len(events) > 1 else events[0]
            out[event, frames[0], stack_of(frames[1:])] += n
    elif kind == "ndjson":
        for s in lines(path):
            stack = [plain(f.get("missing") or f["sym"] or f["ip"], f.get("dso")) for f in s["stack"]]
            if s["orphan"]:
                stack.append(f"[user stack missing: {s['orphan']}]")
            out[s["event"], s["comm"], stack_of(stack[::-1])] += s["period"]
    return out


def check_report(report, kind, path, weight="period"):
    want = report_stacks(report, weight)
    events = sorted({k[0] for k in want})
    same(f"{kind}: {weight}", want, file_stacks(kind, path, events, weight))


if sys.argv[1] == "truth":
    check_truth(*sys.argv[2:])
else:
    check_report(*sys.argv[2:])
