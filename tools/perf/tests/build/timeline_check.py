#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""What a page of --format=timeline holds, without a browser.

    timeline_check.py make FILE                         a recording with system calls, times off the CPU and losses
    timeline_check.py made PAGE                         the page of that
    timeline_check.py truth PAGE TRUTH SPANS WINDOWS    of `perf defer generate --truth --spans --windows`
    timeline_check.py merged PAGE WHOLE N               PAGE: made with --detail=N, WHOLE: without
"""
import collections
import json
import re
import sys

KINDS = ("blocked", "runnable", "preempted", "throttled", "unknown")
LISTS = ("offCpu", "wakings", "stays", "windows", "losses")


def same(what, want, got):
    if want != got:
        raise SystemExit(f"{what}: {str(got)[:400]} instead of {str(want)[:400]}")


class Page:
    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        self.data = d = json.loads(re.search(r'<script id="data" type="application/json">\n(.*?)</script>', text, re.S).group(1))
        self.time = d["timeline"]
        self.origin, self.slice = int(self.time["origin"]), self.time["slice"]
        at, self.rows = 0, []
        for i, step in enumerate(d["rows"]["at"]):
            at += step
            self.rows.append({k: v[i] for k, v in d["rows"].items()} | {"at": at * self.slice + self.origin})
        for key in LISTS:
            at, out = self.origin, []
            for i, step in enumerate(self.time[key]["from"]):
                at += step
                s = {k: v[i] for k, v in self.time[key].items()} | {"from": at}
                out.append(s | {"to": at + s["long"]})
            setattr(self, key, out)

    def tid(self, entry):
        return self.data["threads"][entry["thread"]][2] if entry["thread"] != 2**32 - 1 else -1


def check_truth(page, truth, spans, windows):
    load = lambda path: [json.loads(line) for line in open(path, encoding="utf-8")]
    events = [e["name"] for e in page.data["events"]]
    got = collections.Counter()
    for r in page.rows:
        got[(r["at"], page.tid(r), events[r["event"]])] += r["samples"]
    same("samples", collections.Counter((t["time"], t["tid"], t["event"]) for t in load(truth)), got)
    same("times off the CPU", sorted((s["from"], s["to"], s["tid"], s["cpu"], s["state"]) for s in load(spans)),
         sorted((s["from"], s["to"], page.tid(s), s["cpu"], KINDS[s["kind"]]) for s in page.offCpu))
    same("windows", sorted((w["begin"], w["end"], w["tid"]) for w in load(windows)),
         sorted((w["from"], w["to"], page.tid(w)) for w in page.windows))
    same("every sample in the kernel that a cookie was given to is in a stay", True, all(
        any(page.tid(y) == t["tid"] and y["from"] <= t["time"] <= y["to"] for y in page.stays)
        for t in load(truth) if t["cookie"] and t["kernel"] and not t["orphan"]))


def make(path):
    from switches import COMMON, DEFER, DEFER_OUTPUT, DEFERRED_MARK, KERNEL_MARK, SAMPLE_ID_ALL, TEXT, TYPE, Switches
    from perfwrite import MISC_KERNEL, MISC_USER

    f = Switches(wakings=False, flags=DEFER)
    ids = {"enter": 400, "exit": 401}
    for n, (name, number) in enumerate(ids.items()):
        f.formats.append(("raw_syscalls", f"name: sys_{name}\nID: {number}\n" + COMMON +
                          "\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n\n"
                          "print fmt: \"%ld\", REC->id\n"))
        setattr(f, name, f.event(type=2, config=number, sample_type=TYPE, flags=SAMPLE_ID_ALL | DEFER, name=f"raw_syscalls:sys_{name}",
                                 ids=[11 + n]))
    f.events[0].flags |= DEFER_OUTPUT

    def call(which, time, tid, number, cookie, ret=0):
        chain = [DEFERRED_MARK, cookie] if cookie else [2**64 - 512, 0x400020]
        f.sample(getattr(f, which), MISC_USER, 0x400020, tid, tid, time, ident=11 + list(ids).index(which), cpu=0, chain=chain,
                 raw=f.pack("HBBiqq", ids[which], 0, 0, tid, number, ret))

    call("enter", 1000000, 10, 0, 7)			# read, which blocks
    f.switch(1000100, 0, 10, "S", 0, chain=[KERNEL_MARK, TEXT + 0x1000, DEFERRED_MARK, 7])
    f.switch(1500100, 0, 0, "R", 10)
    call("exit", 1500200, 10, 0, 7)
    f.deferred(1500300, 0, 10, 7)
    call("enter", 1600000, 11, 202, 0)			# futex, without any cookie
    call("exit", 1600050, 11, 202, 0)
    f.switch(1700000, 0, 12, "D", 0, chain=[KERNEL_MARK, TEXT + 0x1000, DEFERRED_MARK, 9])	# one that has no entry
    f.switch(1800000, 0, 0, "R", 12)
    f.deferred(1800100, 0, 12, 9)
    f.lost(1900000, 0, 42)
    f.switch(2000000, 0, 13, "S", 0, chain=[KERNEL_MARK, TEXT + 0x1000])	# does not come back
    f.write(path)


def check_made(page):
    calls = page.time["calls"]
    same("stays", [(1000000, 1500200, 10, "read"), (1600000, 1600050, 11, "futex"), (1700000, 1800100, 12, None)],
         [(y["from"], y["to"], page.tid(y), calls[y["what"]] if page.tid(y) != 12 else None) for y in page.stays])
    same("times off the CPU", [(1000100, 1500100, 10, "blocked"), (1700000, 1800000, 12, "blocked")],
         [(s["from"], s["to"], page.tid(s), KINDS[s["kind"]]) for s in page.offCpu if page.tid(s) != 13])
    # What was lost came after the last sample of that CPU.
    same("losses", [(1800000, 1900000, 0, 42)], [(s["from"], s["to"], s["cpu"], s["amount"]) for s in page.losses])


def check_merged(page, whole, most):
    for key in LISTS:
        a, b = getattr(page, key), getattr(whole, key)
        same(f"{key}: at most {most}", True, len(a) <= most)
        for of in ("ns", "nr", "amount"):
            same(f"{key}: the sum of {of}", sum(s[of] for s in b), sum(s[of] for s in a))
        for kind in range(4):
            same(f"{key}: kind {kind}", sum(s["ns"] for s in b if s["kind"] == kind), sum(s["ns"] for s in a if s["kind"] == kind))
        for s in a:
            same(f"{key}: no longer than from its begin to its end, on one CPU", True,
                 s["nr"] > 1 or s["ns"] == s["to"] - s["from"])
    same("rows", True, len(page.rows) <= most)
    for column in ("event", "thread", "cpu"):
        sums = [collections.Counter() for _ in range(2)]
        for p, c in zip((page, whole), sums):
            for r in p.rows:
                c[r[column]] += r["samples"]
        same(f"samples by {column}", sums[1], sums[0])
    same("periods", sum(r["period"] for r in whole.rows), sum(r["period"] for r in page.rows))
    same("nodes", True, len(page.data["up"]) <= most)
    same("what was merged is told", True, any("slices" in n for n in page.time["notes"]) and
         any("times off the CPU" in n for n in page.time["notes"]))
    cut = [int(n.split()[0]) for n in page.time["notes"] if "rare stacks" in n]
    same("how many samples are at a caller is told", True, len(cut) == 1 and 0 < cut[0] <= sum(r["samples"] for r in whole.rows))
    same("nothing is said of the whole one", [], whole.time["notes"])


def main():
    what = sys.argv[1]
    if what == "make":
        make(sys.argv[2])
    elif what == "made":
        check_made(Page(sys.argv[2]))
    elif what == "truth":
        check_truth(Page(sys.argv[2]), *sys.argv[3:])
    else:
        check_merged(Page(sys.argv[2]), Page(sys.argv[3]), int(sys.argv[4]))


if __name__ == "__main__":
    main()
