#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Recordings whose cause is known, and what perf defer explain must say of them.

    explain_scenarios.py make DIR              writes DIR/NAME.data of each scenario, and DIR/kallsyms
    explain_scenarios.py check NAME JSON       is JSON what `perf defer explain --json` must say of it?

Thread 10 runs on CPU 0 from 1 ms to 10 ms, thread 11 on CPU 1; what stands between them is the scenario.
"""
import json
import sys

import diff_truth
from switches import *

KERNEL = ["_text", "__schedule", "futex_wait_queue", "do_futex", "try_to_wake_up", "futex_wake", "io_schedule", "blk_update_request",
          "asm_sysvec_apic_timer_interrupt", "clear_page_erms", "exc_page_fault", "anon_pipe_read", "anon_pipe_write", "do_exit",
          "do_nanosleep", "some_wait"]
USER = ["main", "take_lock", "let_go", "pthread_cond_wait", "burn", "read", "bump_a", "bump_b"]
LINE = 0x7f0000000040			# the address of a cache line
LOAD, STORE, HIT, HITM = 2, 4, 4 << 19, 16 << 19	# of PERF_SAMPLE_DATA_SRC: what it was, what other caches answered
MS = 1000000


class Scenario(Switches):
    def __init__(self, prog, address, clock=True, **values):
        self.prog, self.address = prog, address
        super().__init__(tasks=(10, 11), **values)
        if clock:
            self.clock = self.event(type=1, config=0, sample_type=TYPE & ~S_RAW, flags=SAMPLE_ID_ALL, name="cpu-clock", ids=[9])
            if not self.sw:
                self.world((10, 11))

    def with_accesses(self, weights=True, physical=False):
        """Both threads are taken for those of one process; or they are of two, and have the same memory."""
        self.physical = physical
        kinds = TYPE & ~S_RAW | S_ADDR | S_DATA_SRC | (S_WEIGHT if weights else 0) | (S_PHYS_ADDR if physical else 0)
        self.mem = [self.event(type=4, config=0x1cd + i, sample_type=kinds, flags=SAMPLE_ID_ALL, name=name, ids=[30 + i])
                    for i, name in enumerate(("cpu/mem-loads/P", "cpu/mem-stores/P"))]

    def access(self, time, tid, address, source, weight=0, user="bump_a"):
        which = int(bool(source & STORE))
        self.sample(self.mem[which], MISC_USER, self.address[user] + 4, tid if self.physical else 10, tid, time, ident=30 + which, cpu=tid - 10,
                    period=100, addr=address, phys_addr=address & 0xffffff | 1 << 32, data_src=source, weight=weight, chain=self.chain((), [user]))

    def world(self, tasks):
        self.mmap(-1, 0, TEXT, 0x100000, TEXT, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
        for t in tasks:
            self.comm(t, t, "t%d" % t)
            self.mmap2(t, t, min(self.address.values()) & ~4095, 0x2000, 0x1000, self.prog)

    def chain(self, kernel, user):
        return ([KERNEL_MARK] + [TEXT + 0x1000 * KERNEL.index(k) + 4 for k in kernel] if kernel else []) + \
               ([USER_MARK] + [self.address[u] + 4 for u in user] if user else [])

    def tick(self, time, cpu, tid, user=("burn",), kernel=()):
        self.sample(self.clock, MISC_KERNEL if kernel else MISC_USER, 0x400000, tid, tid, time, ident=9, cpu=cpu, period=MS,
                    chain=self.chain(kernel, user))

    def off(self, time, cpu, tid, state, nxt, kernel=(), user=()):
        self.switch(time, cpu, tid, state, nxt, chain=self.chain(("__schedule",) + tuple(kernel), user))

    def wake(self, time, cpu, waker, woken, kernel=(), user=()):
        self.waking(time, cpu, waker, woken, chain=self.chain(("try_to_wake_up",) + tuple(kernel), user))

    def both(self):
        self.tick(1 * MS, 0, 10)
        self.tick(1 * MS, 1, 11)

    def end(self):
        self.tick(10 * MS, 0, 10)
        self.tick(10 * MS, 1, 11)


def waits(f, state, kernel, user, waker, how, by):
    """11 waits from 2 ms to 9 ms, and gets its CPU 50 us later."""
    f.both()
    f.off(2 * MS, 1, 11, state, 0, kernel, user)
    f.wake(9 * MS, 0 if waker else 1, waker, 11, how, by)
    f.off(9 * MS + 50000, 1, 0, "R", 11)
    f.end()


def lock(f):
    waits(f, "S", ["futex_wait_queue", "do_futex"], ["take_lock"], 10, ["futex_wake"], ["let_go"])


def disk(f):
    waits(f, "D", ["io_schedule"], ["read"], 0, ["blk_update_request", "asm_sysvec_apic_timer_interrupt"], [])


def work(f):
    waits(f, "S", ["futex_wait_queue", "do_futex"], ["pthread_cond_wait"], 10, ["futex_wake"], ["let_go"])


def join(f):
    waits(f, "S", ["futex_wait_queue", "do_futex"], ["main"], 10, ["futex_wake", "do_exit"], ["let_go"])


def sleep(f):
    waits(f, "S", ["do_nanosleep"], ["main"], 0, ["asm_sysvec_apic_timer_interrupt"], [])


def other(f):
    waits(f, "D", ["some_wait"], ["main"], 10, [], ["let_go"])


def faults(f):
    f.both()
    for ms in range(2, 10):
        for cpu in 0, 1:
            f.tick(ms * MS, cpu, 10 + cpu, kernel=["clear_page_erms", "exc_page_fault"] if ms % 2 else ())
    f.end()


def cpu(f):
    """One CPU for both, each in turn."""
    f.tick(1 * MS, 0, 10)
    for ms in range(2, 10):
        f.off(ms * MS, 0, 10 + ms % 2, "R+", 11 - ms % 2, user=["burn"])
    f.tick(10 * MS, 0, 10)


def pipe(f):
    """Each waits for the other's answer, 20 times a ms."""
    f.both()
    f.off(1 * MS + 10, 0, 10, "S", 0, ["anon_pipe_read"], ["read"])
    step = MS // 20
    for i in range(160):
        a, b = (10, 11) if i % 2 else (11, 10)
        at = 1 * MS + 1000 + i * step
        f.wake(at, a - 10, a, b, ["anon_pipe_write"], ["main"])
        f.off(at + 5000, b - 10, 0, "R", b)
        f.off(at + 6000, a - 10, a, "S", 0, ["anon_pipe_read"], ["read"])
    f.waking(10 * MS, 0, 0, 99)


def samples(f):
    f.both()
    f.end()


def lost(f):
    f.both()
    f.off(2 * MS, 1, 11, "S", 0, ["io_schedule"], ["read"])
    f.lost(9 * MS, 0, 100)
    f.lost(9 * MS, 1, 100)
    f.off(10 * MS, 1, 11, "S", 0, ["io_schedule"], ["read"])
    f.off(10 * MS, 0, 10, "S", 0, ["io_schedule"], ["read"])


def accesses(f, second, stores=True, weights=True, others=6, tids=(10, 11), physical=False):
    """Both run; each changes its part of a cache line, and finds it changed by the other one: 4 loads of 500 cycles each, and others of 100."""
    f.with_accesses(weights, physical)
    f.both()
    at = 2 * MS
    for i in range(4):
        for tid, offset, function in ((10, 8, "bump_a"), (11, second, "bump_b")):
            if tid not in tids:
                continue
            at += 1000
            f.access(at, tid, LINE + offset, LOAD | HITM, 500, function)
            if stores:
                f.access(at + 100, tid, LINE + offset, STORE, 0, function)
    for i in range(others):
        f.access(at + 1000 * i + 500, 10, LINE + 0x1000 + 64 * i, LOAD | HIT, 100)
    for ms in range(3, 10):
        f.tick(ms * MS, 0, 10)
        f.tick(ms * MS, 1, 11)
    f.end()


def false_sharing(f):
    accesses(f, 16)


def true_sharing(f):
    accesses(f, 8, weights=False, physical=True)


def one_thread(f):
    accesses(f, 8, stores=False, tids=(10,))


def little_sharing(f):
    accesses(f, 16, others=200)


# What lines must be said: of the first line; the kind; percent; threads with the places of their accesses.
SHARING = {
    "false-sharing": ("; 87.0 % of the cycles of sampled loads went to cache lines that another CPU had changed, most of it false sharing by bump_a of "
                      "'t10' and bump_b of 't11'", "false sharing", 100 * 4000 / 4600, [("t10", "bump_a", [8]), ("t11", "bump_b", [16])]),
    "true-sharing": ("; 57.1 % of sampled loads went to cache lines that another CPU had changed, most of it bytes shared by bump_a of 't10' and bump_b of 't11'",
                     "shared bytes", 100 * 8 / 14, [("t10", "bump_a", [8]), ("t11", "bump_b", [8])]),
    "one-thread": ("; 76.9 % of the cycles of sampled loads went to cache lines that another CPU had changed, most of it a line of bump_a of 't10'", "one thread", 100 * 2000 / 2600, [("t10", "bump_a", [8])]),
    "little-sharing": (None, "false sharing", 100 * 4000 / 24000, [("t10", "bump_a", [8]), ("t11", "bump_b", [16])]),
}

# What there must be: the first causes; times of causes, ns; who ended most of the first stack; words of what is not known.
SCENARIOS = {
    "lock": (lock, {}, ["lock", "running"], {"lock": 7050000, "idle": 0}, ("t10", "let_go"), []),
    "disk": (disk, {}, ["disk", "running"], {"disk": 7050000}, ("[interrupt]", None), []),
    "work": (work, {}, ["running"], {"idle": 7000000, "lock": 0, "cpu": 50000}, None, []),
    "join": (join, {}, ["running"], {"idle": 7000000, "lock": 0, "cpu": 50000}, None, []),
    "sleep": (sleep, {}, ["running"], {"idle": 7000000}, None, []),
    "other": (other, {}, ["other", "running"], {"other": 7000000}, ("t10", "let_go"), []),
    "faults": (faults, {}, ["faults", "running"], {"cpu": 0, "lock": 0}, None, []),
    "cpu": (cpu, {}, ["cpu", "running"], {}, None, []),
    "pipe": (pipe, {}, ["pipe"], {"lock": 0, "idle": 0}, ("t1", None), []),
    "samples": (samples, {"switches": False, "wakings": False}, ["running"], {}, None, ["context switches are not recorded"]),
    "no-wakings": (lock, {"wakings": False}, ["lock", "running"], {"lock": 7050000}, None, ["wakings are not recorded"]),
    "no-clock": (lock, {"clock": False}, ["lock", "running"], {"lock": 7050000}, ("t10", "let_go"), ["no samples of a clock"]),
    "false-sharing": (false_sharing, {}, ["running"], {}, None, ["how many bytes an access has"]),
    "true-sharing": (true_sharing, {}, ["running"], {}, None, ["weights are not recorded"]),
    "one-thread": (one_thread, {}, ["running"], {}, None, ["no stores are sampled"]),
    "little-sharing": (little_sharing, {}, ["running"], {}, None, ["how many bytes"]),
    "lost": (lost, {}, ["unknown", "running"], {}, None, ["records of switches are missing", "were lost"]),
}


def make(folder):
    prog, address = diff_truth.program(f"{folder}/prog.d", USER)
    with open(f"{folder}/kallsyms", "w") as f:
        for i, name in enumerate(KERNEL + ["_etext"]):
            f.write("%x T %s\n" % (TEXT + 0x1000 * i, name))
    for name, (play, values, *_) in SCENARIOS.items():
        f = Scenario(prog, address, **values)
        # What a recording lacks, the scenario cannot tell.
        if not f.wk:
            f.waking = lambda *a, **k: None
        if not values.get("clock", True):
            f.tick = lambda *a, **k: None
            f.both = lambda f=f: (f.off(MS, 0, 0, "R", 10), f.off(MS, 1, 0, "R", 11))
            f.end = lambda f=f: f.wake(10 * MS, 0, 10, 99)
        play(f)
        f.write(f"{folder}/{name}.data")


def check_sharing(name, got):
    if name not in SHARING:
        assert got["sharing"] is None, (name, got["sharing"])
        return
    first, kind, percent, users = SHARING[name]
    assert first in got["first"] if first else "cache lines" not in got["first"], (name, got["first"])
    assert len(got["sharing"]["lines"]) == 1, (name, got["sharing"])
    line = got["sharing"]["lines"][0]
    assert (line["address"], line["kind"]) == (hex(LINE), kind), (name, line)
    assert abs(line["percent"] - percent) < 0.01 and line["percent"] == got["sharing"]["percent"], (name, line)
    assert [(u["comm"], u["function"], u["offsets"]) for u in line["threads"]] == users, (name, line["threads"])


def check(name, path):
    _, _, causes, times, ender, notes = SCENARIOS[name]
    got = json.load(open(path))
    assert (got["schema"], got["version"]) == ("perf-defer-explain", 1), got
    assert got["causes"][:len(causes)] == causes, (name, got["causes"], got["time"])
    for cause, ns in times.items():
        assert got["time"][cause] == ns, (name, cause, ns, got["time"])
    assert all(sum(t["time"][c] for t in got["threads"]) == ns for c, ns in got["time"].items()), got
    if ender:
        by = next(s for s in got["stacks"] if s["cause"] == causes[0])["ended_by"]
        assert by["comm"].startswith(ender[0]) and (not ender[1] or ender[1] in by["stack"]), (name, by)
    if name == "lock":
        assert "in take_lock of 't11', ended by 't10'" in got["first"], got["first"]
    check_sharing(name, got)
    text = "\n".join(got["not_known"])
    assert all(n in text for n in notes), (name, notes, text)
    assert notes or not any(w in text for w in ("not recorded", "missing:", "lost")), (name, text)


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2])
    else:
        check(sys.argv[2], sys.argv[3])
