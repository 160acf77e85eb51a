#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Recordings in which keys have none, one or several records, before and after samples.

    several_records.py PERF NUMBER FOLDER

Tasks share cookies, take the same one again, fork and call execve between a sample and its record; records are empty,
lost, doubled, in another round than their sample, of protocol A or C, in either byte order. Each recording is read as
a file, by a thread and by several (in small regions, joined often), and from a pipe: all give one text, exit status
and message, and which stack a sample has is what perfdata.py works out with code of its own.
"""
import difflib
import os
import random
import subprocess
import sys

import perfdata
import perfwrite as pw

DEFERRED, USER, KERNEL = (2**64 - n for n in (640, 512, 128))
DEFER_CALLCHAIN, DEFER_OUTPUT = 1 << 38, 1 << 39
TIDS = (11, 12, 21)
WAYS = (("script", "--ns", "-F", "comm,pid,tid,cpu,time,event,ip,sym,dso,cookie", "--show-task-events", "--show-lost-events"),
        ("report", "--stdio", "-s", "comm,tid,sym", "--missing", "--no-inline"), ("defer", "stat"))


class Recording:
    def __init__(self, seed):
        self.seed = seed
        self.rng = random.Random(seed)
        self.protocol = "AC"[seed % 3 > 0]
        self.w = pw.Writer(order=">" if seed % 4 == 1 else "<")
        self.event = self.w.event(
            sample_type=pw.S_IP | pw.S_TID | pw.S_TIME | pw.S_CPU | pw.S_CALLCHAIN,
            flags=1 << 18 | DEFER_CALLCHAIN | (DEFER_OUTPUT if self.protocol == "C" else 0))
        self.nr_stacks = 0

    def cookie(self):
        words = 1 + self.rng.randrange(2), 1 + 2 * self.rng.choice((0, 0, 1, 2))
        return words[1] << 32 | words[0] if self.w.order == "<" else words[0] << 32 | words[1]

    def nearer_comes_last(self):
        """In the file the next record completes the sample at once; one without a stack, from just before it, comes then."""
        cookie = 3 << 32 | 1
        self.w.sample(self.event, pid=1, tid=11, time=110, chain=[KERNEL, 0xffffffff81000000, DEFERRED, cookie], misc=1)
        for time, ips in (140, [0x400100]), (105, []):
            self.w.record(pw.CALLCHAIN_DEFERRED, self.w.pack(f"{2 + len(ips)}Q", cookie, len(ips), *ips) +
                          self.w.sample_id(1, 11, time), 2)

    def sample(self, time):
        tid, in_kernel = self.rng.choice(TIDS), self.rng.random() < .8
        chain = [KERNEL, 0xffffffff81000000 + time] if in_kernel else []
        ending = self.rng.random()
        if ending < .1:
            chain += [USER, 0x400100]
        else:
            chain += [DEFERRED] + ([self.cookie()] if self.protocol == "C" and ending > .15 else [])
        self.w.sample(self.event, pid=tid // 10, tid=tid, time=time, cpu=time % 2, chain=chain,
                      ip=chain[-1] if ending < .1 else 0x400100, misc=1 if in_kernel else 2)

    def deferred(self, time):
        tid = self.rng.choice(TIDS)
        self.nr_stacks += 1
        ips = [0x400000 + 16 * self.nr_stacks, 0x400800] if self.rng.random() < .8 else []
        head = [self.cookie()] if self.protocol == "C" else []
        if self.protocol == "A" and ips:
            ips.insert(0, USER)
        words = head + [len(ips)] + ips
        body = self.w.pack(f"{len(words)}Q", *words) + self.w.sample_id(tid // 10, tid, time, time % 2)
        for _ in range(self.rng.choice((1, 1, 1, 2))):
            self.w.record(pw.CALLCHAIN_DEFERRED, body, 2)

    def other(self, time):
        w, kind, tid = self.w, self.rng.randrange(4), self.rng.choice(TIDS)
        if kind == 0:
            w.record(pw.LOST, w.pack("QQ", 1, 5) + w.sample_id(0, 0, time, time % 2))
        elif kind == 1:			# execve
            w.comm(tid // 10, tid, f"prog{time}", time, 1 << 13)
            w.mmap2(tid // 10, tid, 0x400000, 0x1000, 0, f"/bin/prog{time}", time)
        else:
            w.record((pw.FORK, pw.EXIT)[kind - 2], w.pack("iiiiQ", tid // 10, 1, tid, 1, time) +
                     w.sample_id(tid // 10, tid, time))

    def make(self, path):
        for tid in TIDS:
            self.w.comm(tid // 10, tid, f"task{tid}")
            self.w.mmap2(tid // 10, tid, 0x400000, 0x1000, 0, f"/bin/task{tid}")
        if self.seed == 2:
            self.nearer_comes_last()
        for start in range(100, 400, 50):	# within a round nothing is in order
            for _ in range(self.rng.randrange(14)):
                make = self.rng.choice((self.sample,) * 5 + (self.deferred,) * 4 + (self.other,))
                make(start + self.rng.randrange(50))
            if self.rng.random() < .8:
                self.w.record(pw.FINISHED_ROUND, b"")
        self.w.write_pipe(path)


def run(perf, words, path=None, data=None, **env):
    done = subprocess.run([perf, *words, "-i", path or "-"], input=data, capture_output=True, timeout=60, check=False,
                          env={**os.environ, **env})
    shown = [text.decode().replace(path or "-", "-") for text in (done.stdout, done.stderr)]
    return done.returncode, shown[0], shown[1]


def frames(ips):
    return [ip for ip in ips if ip < 2**64 - 4095]


def check_stacks(path, text):
    """The stacks of `perf script -F tid,time,ip` against those that perfdata.py finds."""
    f, samples, records, losses = perfdata.load(path)
    perfdata.stitch(f, samples, records, losses)
    want = [frames(s["kernel"]) + frames(s["user"] or ()) for s in samples]
    got = []
    for line in text.splitlines():
        if line.startswith("\t"):
            got[-1].append(int(line, 16))
        elif line and not line.startswith("#"):
            got.append([])
    return [f"sample {n}: {[hex(x) for x in g]}, but it should be {[hex(x) for x in w]}"
            for n, (g, w) in enumerate(zip(got, want)) if g != w] or (["not all samples"] if len(got) != len(want) else [])


def compare(perf, path):
    with open(path, "rb") as f:
        data = f.read()
    bad = check_stacks(path, run(perf, ("script", "-F", "tid,time,ip"), path)[1])
    for words in WAYS:
        want = run(perf, words + (("-j", "1") if words[0] != "defer" else ()), path)
        others = {"from a pipe": run(perf, words, data=data),
                  "joined often": run(perf, words, path, PERF_TEST_JOIN="4")}
        if words[0] != "defer":
            others["by several threads"] = run(perf, words + ("-j", "3"), path, PERF_TEST_REGION="512", PERF_TEST_JOIN="8")
        for how, got in others.items():
            for name, a, b in zip(("status", "text", "messages"), want, got):
                if a != b:
                    lines = difflib.unified_diff(str(a).splitlines(), str(b).splitlines(), lineterm="")
                    bad.append("\n".join((f"{' '.join(words)}, {how}: other {name}:", *lines)))
    return bad


def main():
    perf, number, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    path, failed = os.path.join(folder, "several"), 0
    for seed in range(number):
        Recording(seed).make(path)
        bad = compare(perf, path)
        failed += bool(bad)
        if bad and failed < 4:
            print(f"seed {seed}: {bad[0]}")
    print(f"{number} recordings, {failed} failed")
    return failed > 0


sys.exit(main())
