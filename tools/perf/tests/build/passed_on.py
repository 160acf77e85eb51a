#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a recording for commands of other perfs, with deferred callchains.

usage: passed_on.py OUTPUT PROGRAM ADDRESS

The threads first (7) and second (8) switch, wake, allocate, wait for a lock and call the kernel. Each sample of cpu-clock
lies at ADDRESS of the non-PIE program PROGRAM.
"""
import sys
from perfwrite import *

KERNEL, USER, DEFERRED = -128 & 2**64 - 1, -512 & 2**64 - 1, -640 & 2**64 - 1
DEFER_BITS = 1 << 38 | 1 << 39
PACKED = {4: "I", 8: "Q", 16: "16s", 48: "6Q"}
output, program, address = sys.argv[1], sys.argv[2], int(sys.argv[3], 16)
f = Writer("<", "x86_64")


class Tracepoint:
    def __init__(self, number, system, name, *fields):
        """@fields: (declaration, size) in their order, without gaps."""
        self.number, self.sizes = number, [size for _, size in fields]
        text = f"name: {name}\nID: {number}\nformat:\n"
        at = 0
        for declaration, size in (("unsigned short common_type", 2), ("unsigned char common_flags", 1),
                                  ("unsigned char common_preempt_count", 1), ("int common_pid", 4)) + fields:
            signed = declaration.split()[0] in ("int", "long", "pid_t")
            text += f"\tfield:{declaration};\toffset:{at};\tsize:{size};\tsigned:{int(signed)};\n"
            at += size
            if at == 8:
                text += "\n"
        f.formats.append((system, text + '\nprint fmt: "x"\n'))
        self.event = event(type=2, config=number, name=f"{system}:{name}", more=S_RAW)

    def hit(self, time, tid, *values):
        raw = f.pack("HBBi", self.number, 0, 0, tid)
        for size, value in zip(self.sizes, values):
            raw += f.pack(PACKED[size], *value) if isinstance(value, tuple) else f.pack(PACKED[size], value)
        sample(self.event, time, tid, raw)


def event(more=0, **values):
    return f.event(sample_type=S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN | more,
                   flags=1 << 18 | DEFER_BITS, **values)


def sample(e, time, tid, raw=b"", ip=0xffffffff81000010, misc=1):
    """With a deferred user half, whose record follows at once."""
    cookie = time
    f.sample(e, misc=misc, ip=ip, pid=tid, tid=tid, time=time, raw=raw, chain=(KERNEL, 0xffffffff81000010, DEFERRED, cookie))
    f.record(CALLCHAIN_DEFERRED, f.pack("QQQQQ", cookie, 3, USER, address + 1, address + 2) + f.sample_id(tid, tid, time + 1), 2)


clock = event(type=1, config=0, name="cpu-clock")
switch = Tracepoint(301, "sched", "sched_switch", ("char prev_comm[16]", 16), ("pid_t prev_pid", 4), ("int prev_prio", 4),
                    ("long prev_state", 8), ("char next_comm[16]", 16), ("pid_t next_pid", 4), ("int next_prio", 4))
wakeup = Tracepoint(302, "sched", "sched_wakeup", ("char comm[16]", 16), ("pid_t pid", 4), ("int prio", 4),
                    ("int target_cpu", 4), ("int success", 4))
runtime = Tracepoint(303, "sched", "sched_stat_runtime", ("char comm[16]", 16), ("pid_t pid", 4), ("int pad", 4),
                     ("u64 runtime", 8), ("u64 vruntime", 8))
begin = Tracepoint(304, "lock", "contention_begin", ("void * lock_addr", 8), ("unsigned int flags", 4), ("int pad", 4))
end = Tracepoint(305, "lock", "contention_end", ("void * lock_addr", 8), ("int ret", 4), ("int pad", 4))
malloc = Tracepoint(306, "kmem", "kmalloc", ("unsigned long call_site", 8), ("const void * ptr", 8), ("size_t bytes_req", 8),
                    ("size_t bytes_alloc", 8), ("unsigned long gfp_flags", 8), ("int node", 4), ("int pad", 4))
free = Tracepoint(307, "kmem", "kfree", ("unsigned long call_site", 8), ("const void * ptr", 8))
enter = Tracepoint(308, "raw_syscalls", "sys_enter", ("long id", 8), ("unsigned long args[6]", 48))
leave = Tracepoint(309, "raw_syscalls", "sys_exit", ("long id", 8), ("long ret", 8))

KERNEL_TEXT = 0xffffffff81000000
f.mmap(-1, 0, KERNEL_TEXT, 1 << 24, KERNEL_TEXT, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.comm(7, 7, "first", 1)
f.comm(8, 8, "second", 1)
for tid in 7, 8:
    f.mmap2(tid, tid, 0x401000, 0x1000, 0x1000, program, 2)
t = 1000000
names = {7: b"first", 8: b"second"}
for i in range(10):
    for this, other in (7, 8), (8, 7):
        sample(clock, t, this, ip=address, misc=2)
        enter.hit(t + 1000, this, 35, (0, 0, 0, 0, 0, 0))	# nanosleep
        leave.hit(t + 400000, this, 35, 0)
        begin.hit(t + 410000, this, 0xffff888000001000, 1)
        end.hit(t + 420000, this, 0xffff888000001000, 0)
        malloc.hit(t + 430000, this, 0xffffffff81000020, 0xffff888000002000 + i * 64, 50, 64, 0xcc0, 0)
        free.hit(t + 440000, this, 0xffffffff81000020, 0xffff888000002000 + i * 64)
        wakeup.hit(t + 450000, this, names[other], other, 120, 0, 1)
        runtime.hit(t + 460000, this, names[this], this, 0, 460000, 460000)
        switch.hit(t + 500000, this, names[this], this, 120, 1, names[other], other, 120)
        t += 1000000
f.write(output)
