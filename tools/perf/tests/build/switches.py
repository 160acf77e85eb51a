#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Recordings of context switches, for tests: sched:sched_switch, sched:sched_waking, records of switches.

    f = Switches()				# of two whole CPUs
    f.switch(1000, 0, 10, "S", 0)		# at 1000 ns on CPU 0 task 10 leaves, asleep, for the idle task
    f.waking(5000, 1, 11, 10)			# on CPU 1 task 11 wakes it
    f.switch(7000, 0, 0, "R", 10)
    f.write("perf.data")

Each task is a process of its own, named tN; its stack is one kernel frame and two user frames that tell who it is.
"""
from perfwrite import *

KERNEL_MARK, USER_MARK, DEFERRED_MARK = -128 & 2**64 - 1, -512 & 2**64 - 1, -640 & 2**64 - 1
TEXT = 0xffffffff81000000
STATES = {"R": 0, "S": 1, "D": 2, "T": 4, "t": 8, "X": 0x10, "Z": 0x20, "P": 0x40, "I": 0x80, "R+": 0x100}
COMMON = """format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

"""
SWITCH_FORMAT = "name: sched_switch\nID: 314\n" + COMMON + """\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;
\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;
\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;
\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;
\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;
\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;
\tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;

print fmt: "%d ==> %d", REC->prev_pid, REC->next_pid
"""
WAKING_FORMAT = "name: sched_waking\nID: 316\n" + COMMON + """\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;
\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;
\tfield:int prio;\toffset:28;\tsize:4;\tsigned:1;
\tfield:int target_cpu;\toffset:32;\tsize:4;\tsigned:1;

print fmt: "pid=%d", REC->pid
"""
EXIT_FORMAT = "name: sched_process_exit\nID: 320\n" + COMMON + """\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;
\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;
\tfield:int prio;\toffset:28;\tsize:4;\tsigned:1;

print fmt: "pid=%d", REC->pid
"""
TYPE = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN | S_RAW
FREQ, INHERIT, SAMPLE_ID_ALL, CONTEXT_SWITCH, DEFER, DEFER_OUTPUT = 1 << 10, 1 << 1, 1 << 18, 1 << 26, 1 << 38, 1 << 39
SWITCH_OUT, PREEMPT = 1 << 13, 1 << 14


class Switches(Writer):
    def __init__(self, tasks=range(10, 20), order="<", wakings=True, switches=True, flags=0, software=False, namespace=None,
                 exits=False):
        """@namespace: as recorded inside a PID namespace. The tracepoints' numbers of the threads that have one there -> that one."""
        super().__init__(order, "x86_64")
        # What makes records of switches stands at the event that takes the side-band, as it does for every perf.
        flags |= SAMPLE_ID_ALL
        self.namespace = namespace
        self.sw = self.wk = self.cs = None
        if switches:
            self.formats.append(("sched", SWITCH_FORMAT))
            self.sw = self.event(type=2, config=314, sample_type=TYPE, flags=flags, name="sched:sched_switch", ids=[1, 2])
        if wakings:
            self.formats.append(("sched", WAKING_FORMAT))
            self.wk = self.event(type=2, config=316, sample_type=TYPE, flags=flags, name="sched:sched_waking", ids=[3, 4])
        if software:
            self.cs = self.event(type=1, config=3, sample_type=TYPE & ~S_RAW, flags=flags, name="context-switches", ids=[5])
        if exits:
            self.formats.append(("sched", EXIT_FORMAT))
            self.ex = self.event(type=2, config=320, sample_type=TYPE, flags=flags, name="sched:sched_process_exit", ids=[6, 7])
        if self.events:
            self.world(tasks)

    def online(self, number):
        """So many CPUs the machine has, of which two are recorded."""
        self.features_more[7] = self.pack("II", number, number)

    def number(self, task):
        return task if self.namespace is None else self.namespace.get(task, 0)

    def world(self, tasks):
        """What is there before: side-band looks like the first event, so there must be one."""
        self.mmap(-1, 0, TEXT, 0x100000, TEXT, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
        for t in tasks:
            self.comm(t, t, "t%d" % t)
            self.mmap2(t, t, 0x400000, 0x100000, 0, "/nowhere/prog")

    def stack(self, task, where=0):
        """Task and place as addresses: 1000 + 16 * task, and so on."""
        return [KERNEL_MARK, TEXT + 0x1000, USER_MARK, 0x400000 + 0x1000 * (where + 1) + 16 * task, 0x400010]

    def switch(self, time, cpu, prev, state, nxt, where=0, chain=None, tid=None):
        raw = self.pack("HBBi16siiq16sii", 314, 0, 0, prev, b"t%d" % prev, prev, 120, STATES[state], b"t%d" % nxt, nxt, 120)
        tid = self.number(prev) if tid is None else tid
        self.sample(self.sw, MISC_KERNEL, TEXT + 0x1000, tid, tid, time, ident=1 + cpu, cpu=cpu, raw=raw,
                    chain=self.stack(prev, where) if chain is None and prev else chain or [])

    def waking(self, time, cpu, waker, woken, chain=None):
        raw = self.pack("HBBi16siii", 316, 0, 0, waker, b"t%d" % woken, woken, 120, cpu)
        tid = self.number(waker)
        self.sample(self.wk, MISC_KERNEL, TEXT + 0x2000, tid, tid, time, ident=3 + cpu, cpu=cpu, raw=raw,
                    chain=chain if chain is not None else self.stack(waker, 8) if waker else [])

    def ends(self, time, cpu, task):
        raw = self.pack("HBBi16sii", 320, 0, 0, task, b"t%d" % task, task, 120)
        tid = self.number(task)
        self.sample(self.ex, MISC_KERNEL, TEXT + 0x3000, tid, tid, time, ident=6 + cpu, cpu=cpu, raw=raw, chain=self.stack(task, 9))

    def cs_sample(self, time, cpu, tid, where=0):
        self.sample(self.cs, MISC_KERNEL, TEXT + 0x1000, tid, tid, time, ident=5, cpu=cpu, chain=self.stack(tid, where))

    def task(self, kind, tid, parent, time, cpu=0):
        self.record(kind, self.pack("iiiiQ", tid, parent, tid, parent, time) +
                    self.sample_id(parent if kind == FORK else tid, parent if kind == FORK else tid, time, cpu))

    def out(self, time, cpu, tid, preempt=False):
        self.record(SWITCH, self.sample_id(tid, tid, time, cpu), SWITCH_OUT | (PREEMPT if preempt else 0))

    def came(self, time, cpu, tid):
        self.record(SWITCH, self.sample_id(tid, tid, time, cpu))

    def cpu_switch(self, time, cpu, prev, nxt, late=10):
        """Records of whole CPUs: @prev leaves for @nxt, whose own record comes @late ns later."""
        self.record(SWITCH_CPU_WIDE, self.pack("ii", nxt, nxt) + self.sample_id(prev, prev, time, cpu), SWITCH_OUT)
        self.record(SWITCH_CPU_WIDE, self.pack("ii", prev, prev) + self.sample_id(nxt, nxt, time + late, cpu))

    def lost(self, time, cpu, number=1):
        self.record(LOST, self.pack("QQ", 1, number) + self.sample_id(0, 0, time, cpu))

    def lost_samples(self, time, cpu, number):
        self.record(LOST_SAMPLES, self.pack("Q", number) + self.sample_id(0, 0, time, cpu))

    def deferred(self, time, cpu, tid, cookie, where=0):
        ips = self.stack(tid, where)[3:]
        self.record(CALLCHAIN_DEFERRED, self.pack("QQ", cookie, len(ips)) + self.pack("%dQ" % len(ips), *ips) +
                    self.sample_id(tid, tid, time, cpu), MISC_USER)
