# SPDX-License-Identifier: GPL-2.0-only
"""A day of a machine, as a stream on standard output: what ends, or what comes again and again.

    long_day.py KIND NUMBER      NUMBER samples in 24 hours, from 00:00:30 on

KIND: `steady` is one process, whose samples have 256 addresses and 64 stacks. The others have a process for each sample, that ends behind it: `jobs`
executes three files, the same as all; `files` has a new file with a new build id; `groups` is in a new control group; `threads` is a thread of a
process that goes on; `maps` goes on, too, and maps its code anew, as JITs do.
"""
import sys

from perfwrite import *

FORK, EXIT = 7, 4
K, SECOND, DAY = 0xffffffff81000000, 10**9, 1795737600
kind, number = sys.argv[1], int(sys.argv[2])
f = Writer(arch="x86_64")
host = b"web-01".ljust(64, b"\0")
f.features_more = {3: f.pack("I", len(host)) + host, 29: f.pack("IIQQ", 1, 1, (DAY + 30) * SECOND, 7 * SECOND)}
e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_CALLCHAIN | S_CGROUP | S_IDENTIFIER, flags=1 << 18, name="cpu-clock")
f.mmap2(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.comm(7, 7, "server")
f.mmap2(7, 7, 0x400000, 0x100000, 0, "/usr/bin/server")


def new_file(pid, i, time):
    """With a build id, which stands in the place of the device."""
    identity = f.pack("BBH", 20, 0, 0) + i.to_bytes(20, "little")
    body = f.pack("iiQQQ", pid, pid, 0x400000, 0x100000, 0) + identity + f.pack("II", 5, 2) + f.text("/usr/bin/job-%d" % i)
    f.record(MMAP2, body + f.sample_id(pid, pid, time), MISC_USER | 1 << 14)


for i in range(number):
    time = 7 * SECOND + i * 86400 * SECOND // number
    pid, tid = (7, 7) if kind in ("steady", "maps") else (7, 1000 + i) if kind == "threads" else (1000 + i, 1000 + i)
    group = i + 8 if kind == "groups" else 7
    if tid != 7:
        f.record(FORK, f.pack("IIIIQ", pid, 7, tid, 7, time) + f.sample_id(pid, tid, time))
        f.comm(pid, tid, "job", time=time)
    if pid != 7 and kind != "files":
        for n in range(3):
            f.mmap2(pid, pid, 0x400000 + n * 0x200000, 0x100000, 0, "/usr/bin/job-%d" % n, time=time)
    if kind == "files":
        new_file(pid, i, time)
    elif kind == "groups":
        f.record(CGROUP, f.pack("Q", group) + f.text("/job-%d.scope" % i) + f.sample_id(pid, tid, time))
    elif kind == "maps":
        f.mmap2(7, 7, 0x700000 + i % 64 * 0x1000, 0x1000, 0, "//anon", time=time)
    at = 0x400000 + i % 256 * 16
    f.sample(e, misc=MISC_USER, ip=at, pid=pid, tid=tid, time=time + 1, period=1000, cgroup=group, chain=[2**64 - 512, at, 0x400000 + i % 64 * 64, 0x400010])
    if tid != 7:
        f.record(EXIT, f.pack("IIIIQ", pid, 7, tid, 7, time + 2) + f.sample_id(pid, tid, time + 2))
    if i % 64 == 63:
        f.record(FINISHED_ROUND, b"")
f.write_pipe("/dev/stdout")
