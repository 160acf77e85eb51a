#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes DIR/le.data, DIR/be.data and the same as streams, *.pipe: every kind of record that kernels write.

Usage: every_record.py DIR
"""
import sys
from perfwrite import *

MOST = S_IP | S_TID | S_TIME | S_ADDR | S_CPU | S_PERIOD | S_CALLCHAIN | S_RAW | S_BRANCH_STACK | \
    S_REGS_USER | S_STACK_USER | S_WEIGHT_STRUCT | S_DATA_SRC | S_TRANSACTION | S_REGS_INTR | S_PHYS_ADDR | S_CGROUP | \
    S_DATA_PAGE_SIZE | S_CODE_PAGE_SIZE | S_IDENTIFIER
K = 0xffffffff81000000


def end(time):
    return f.sample_id(100, 100, time, 1)


for order in "<", ">":
    f = Writer(order, "x86_64")
    e = f.event(type=4, config=0x1c3, sample_type=MOST, regs_user=0x181, regs_intr=0x103, branch_sample_type=9,
                stack_user=16, name="cpu/mem-loads/P", read_format=F_ENABLED | F_RUNNING | F_ID)
    r = f.event(type=0, config=1, sample_type=S_IP | S_TID | S_TIME | S_CPU | S_READ | S_PERIOD | S_CALLCHAIN |
                S_IDENTIFIER, read_format=F_ENABLED | F_RUNNING | F_ID | F_GROUP, name="instructions",
                ids=[20])
    f.record(MMAP, f.pack("iiQQQ", -1, 0, K, 0x10000, K) + f.text("[kernel.kallsyms]_text") +
             f.sample_id(0, 0, 5), MISC_KERNEL)
    f.comm(100, 100, "prog", 10)
    f.comm(100, 100, "exec", 10, 1 << 13)
    f.mmap2(100, 100, 0x401000, 0x1000, 0x1000, "/nowhere/prog", 11)
    f.record(FORK, f.pack("iiiiQ", 101, 100, 101, 100, 12) + f.sample_id(100, 100, 12))
    f.record(EXIT, f.pack("iiiiQ", 101, 100, 101, 100, 13) + f.sample_id(100, 101, 13))
    f.record(LOST, f.pack("QQ", 1, 77) + end(14))
    f.record(LOST_SAMPLES, f.pack("Q", 3) + end(15))
    f.record(THROTTLE, f.pack("QQQ", 16, 1, 1) + end(16))
    f.record(UNTHROTTLE, f.pack("QQQ", 17, 1, 1) + end(17))
    f.record(READ, f.pack("iiQQQQ", 100, 100, 1, 2, 3, 4) + end(18))
    f.record(AUX, f.pack("QQQ", 0x1000, 0x20, 1) + end(19))
    f.record(ITRACE_START, f.pack("ii", 100, 100) + end(20))
    f.record(SWITCH, end(21), 1 << 13)
    f.record(SWITCH_CPU_WIDE, f.pack("ii", 101, 102) + end(22))
    f.record(NAMESPACES, f.pack("IIQ", 100, 100, 2) + f.pack("QQQQ", 4, 0xeffffff0, 4, 0xeffffff1) +
             end(23))
    f.record(KSYMBOL, f.pack("QIHH", K + 0x20000, 0x100, 1, 0) + f.text("bpf_prog_1") + end(24))
    f.record(BPF_EVENT, f.pack("HHIQ", 1, 0, 5, 0x1122334455667788) + end(25))
    f.record(CGROUP, f.pack("Q", 42) + f.text("/user/me") + end(26))
    f.record(TEXT_POKE, f.pack("QHH", K + 0x1003, 2, 5) + bytes(range(7)) + bytes(5) + end(27))
    f.record(AUX_OUTPUT_HW_ID, f.pack("Q", 3) + end(28))
    regs = (2, {0: 1, 1: 2, 7: 0x7fff, 8: 0x401234})
    f.sample(e, ip=0x401207, pid=100, tid=100, time=30, addr=0xbeef, cpu=3, period=1000, raw=b"Hello, world\n",
             chain=(2**64 - 32, 1, 2**64 - 128, K + 1, 2**64 - 512, 0x401207, 0x401300, 2**64 - 2048, 2,
                    2**64 - 2176, 3, 2**64 - 2560, 4),
             branches=[(0x401243, 0x401207, 2 | 5 << 4 | 1 << 20), (K + 0x10, 0x401100, 1 | 4 | 8)],
             user_regs=regs, intr_regs=regs, stack=b"0123456789abcdef", dyn_size=8, data_src=0x68100142,
             weight=33 | 5 << 32 | 7 << 48, transaction=0x500000003, phys_addr=0x1234000, cgroup=42,
             data_page_size=4096, code_page_size=1 << 21)
    f.sample(e, misc=MISC_KERNEL, ip=K + 0x20, pid=100, tid=100, time=31, cpu=1, data_src=0, user_regs=None)
    f.sample(r, ip=0x401208, pid=100, tid=100, time=32, cpu=1, period=5, enabled=100, running=50,
             read=((1000, 1), (2000, 20)), chain=(2**64 - 512, 0x401208))
    name = sys.argv[1] + ("/le" if order == "<" else "/be")
    f.write(name + ".data")
    f.write_pipe(name + ".pipe")
