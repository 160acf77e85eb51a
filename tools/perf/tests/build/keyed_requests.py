#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Requests that one thread takes and another one handles, each with a number of its own, many of them at the same time.

    keyed_requests.py make FILE SEED         the recording; what is in it as FILE.truth: two tracepoints, and the same as texts of a marker
    keyed_requests.py check FILE OUTPUT      whether the JSON of perf defer requests, by either, is that
"""
import collections
import json
import random
import sys

from switches import COMMON, MISC_USER, S_RAW, SAMPLE_ID_ALL, TYPE, USER_MARK, Switches

QUEUE = "name: queue\nID: 401\n" + COMMON + '\tfield:u64 id;\toffset:8;\tsize:8;\tsigned:0;\n\nprint fmt: "%llu", REC->id\n'
DONE = "name: done\nID: 402\n" + COMMON + '\tfield:char what[16];\toffset:8;\tsize:16;\tsigned:0;\n\nprint fmt: "%s", REC->what\n'
MARK = "name: marker\nID: 403\n" + COMMON + '\tfield:__data_loc char[] buf;\toffset:8;\tsize:4;\tsigned:0;\n\nprint fmt: "%s", __get_str(buf)\n'


class Keyed(Switches):
    def __init__(self):
        super().__init__()
        self.formats += [("app", QUEUE), ("app", DONE), ("kprobes", MARK)]
        self.app = [self.event(type=2, config=config, sample_type=TYPE, flags=SAMPLE_ID_ALL, name=name, ids=[ident])
                    for config, name, ident in ((401, "app:queue", 20), (402, "app:done", 21), (403, "kprobes:marker", 22))]
        self.clock = self.event(type=1, config=0, sample_type=TYPE & ~S_RAW, flags=SAMPLE_ID_ALL, name="cpu-clock", ids=[9])

    def app_sample(self, which, time, tid, body):
        self.sample(self.app[which], MISC_USER, 0x400000, tid, tid, time, ident=20 + which, cpu=tid - 10, chain=self.stack(tid, 7),
                    raw=self.pack("HBBi", 401 + which, 0, 0, tid) + body)

    def mark(self, time, tid, text):
        text = text.encode() + b"\0"
        self.app_sample(2, time, tid, self.pack("I", len(text) << 16 | 12) + text)

    def taken(self, time, tid, number):
        self.app_sample(0, time, tid, self.pack("Q", number))
        self.mark(time, tid, f"begin id={number}\n")

    def done(self, time, tid, number):
        self.app_sample(1, time, tid, b"request %-8d" % number)
        self.mark(time, tid, f"end id={number}, fine\n")

    def tick(self, time, tid, where, period):
        self.sample(self.clock, MISC_USER, 0x400000, tid, tid, time, ident=9, cpu=tid - 10, period=period, chain=[USER_MARK] + self.stack(tid, where)[3:])


def make(path, seed):
    """Thread 10 takes 200 of them; 11 handles them, and some itself are taken by 11; 11 is off its CPU now and then."""
    rnd = random.Random(seed)
    f, at, waiting, actions, requests, off, ran = Keyed(), 1000, [], [], [], [], []
    for number in range(200):
        at += rnd.randrange(100, 3000)
        begin, tid = at, 10 if number % 7 else 11
        end = begin + rnd.randrange(50, 20000) * (10 if number % 20 == 3 else 1)
        requests.append((begin, end, tid, 11))
        actions += [(begin, 0, lambda n=number, t=begin, tid=tid: f.taken(t, tid, n)), (end, 1, lambda n=number, t=end: f.done(t, 11, n))]
    last, t = max(end for _, end, *_ in requests) + 1000, 1
    while t < last:
        t += rnd.randrange(200, 4000)
        if rnd.random() < 0.5:
            where, period = rnd.randrange(3), rnd.randrange(1, 9) * 100
            ran.append((t, where, period))
            actions.append((t, 2, lambda t=t, where=where, period=period: f.tick(t, 11, where, period)))
            continue
        woken, back = t + rnd.randrange(100, 3000), 0
        back = woken + rnd.randrange(1, 500)
        where = rnd.randrange(4)
        off += [(t, woken, "blocked (D)", where), (woken, back, "runnable", where)]
        actions += [(t, 3, lambda t=t, where=where: f.switch(t, 1, 11, "D", 0, where)), (woken, 4, lambda t=woken: f.waking(t, 0, 10, 11)),
                    (back, 5, lambda t=back: f.switch(t, 1, 0, "R", 11))]
        t = back
    # One that has no end, one that has no beginning.
    actions += [(last + 1, 0, lambda: f.taken(last + 1, 10, 900)), (last + 2, 0, lambda: f.done(last + 2, 11, 901))]
    for _, _, act in sorted(actions, key=lambda a: a[:2]):
        act()
    f.write(path)
    with open(path + ".truth", "w", encoding="ascii") as out:
        json.dump({"requests": requests, "off": off, "ran": ran}, out)


def meant(truth):
    """The rows, one request after the other: state and place -> sum over all, the slow and the fast ones."""
    lengths = sorted(end - begin for begin, end, *_ in truth["requests"])
    rank = lambda percent: lengths[(len(lengths) * percent + 99) // 100 - 1]
    rows, number = collections.defaultdict(lambda: [0, 0, 0]), [0, 0, 0]
    for begin, end, *_ in truth["requests"]:
        kinds = [True, end - begin >= rank(95) and end - begin > rank(50), end - begin <= rank(50)]
        number = [n + is_it for n, is_it in zip(number, kinds)]
        left = end - begin
        def add(row, ns):
            rows[row] = [v + ns * is_it for v, is_it in zip(rows[row], kinds)]
        for a, b, state, where in truth["off"]:
            ns = max(0, min(b, end) - max(a, begin))
            add((state, where), ns)
            left -= ns
        within = [(where, period) for t, where, period in truth["ran"] if begin < t <= end]
        periods = sum(period for _, period in within)
        for where, period in within:
            add(("running", where), left * period / periods)
        if not within:
            add(("running, between samples", None), left)
    return {row: [v / n for v, n in zip(sums, number)] for row, sums in rows.items() if sums[0] > 0}


def check(path, output):
    with open(path + ".truth", encoding="ascii") as f:
        truth = json.load(f)
    with open(output, encoding="utf-8") as f:
        d = json.load(f)
    assert (d["unfinished"], d["restarted"], d["without_beginning"]) == (1, 0, 1), d
    got = sorted((r["from"], r["to"], r["began_in"], r["tid"]) for r in d["requests"])
    assert got == sorted(map(tuple, truth["requests"])), got[:5]
    assert d["elsewhere"] == sum(r[2] != r[3] for r in truth["requests"]), d["elsewhere"]
    want, rows = meant(truth), {}
    for r in d["rows"]:
        user = [f for f in r["stack"] if f.startswith("0x4")]
        rows[r["state"], (int(user[0].split()[0], 16) - 0x400000) // 0x1000 - 1 if user else None] = [r["all"], r["slow"], r["fast"]]
    assert rows.keys() == want.keys(), (sorted(map(str, rows)), sorted(map(str, want)))
    for row, numbers in want.items():
        for kind, a, b in zip(("all", "slow", "fast"), numbers, rows[row]):
            assert abs(a - b) <= 1e-5 * abs(a) + 1e-6, (row, kind, a, b)


if __name__ == "__main__":
    make(sys.argv[2], int(sys.argv[3])) if sys.argv[1] == "make" else check(*sys.argv[2:])
