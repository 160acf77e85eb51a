#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Waits whose end is known: a timer wakes 12, which wakes 11, which wakes 10.

    woken.py FILE KALLSYMS        the recording, and the names of the kernel's functions in it
"""
import sys

from switches import KERNEL_MARK, TEXT, USER_MARK, Switches

NAMES = """\
ffffffff81000000 T _text
ffffffff81001000 T __schedule
ffffffff81002000 T try_to_wake_up
ffffffff81003000 T vfs_read
ffffffff81004000 T asm_sysvec_apic_timer_interrupt
ffffffff81005000 T end
ffffffff81100000 T _etext
"""


def make(path):
    f = Switches()
    irq = [KERNEL_MARK, TEXT + 0x2000, TEXT + 0x4008, TEXT + 0x3008]		# an interrupt of somebody's system call
    for t in 10, 11, 12, 13:
        f.switch(1000 + t, 0, t, "S", 0, t - 10)
    for at in 2000, 12000:
        # A timer wakes 12, which wakes 11, which wakes 10.
        f.waking(at, 0, 13, 12, chain=irq + [USER_MARK, 0x400999])
        f.switch(at + 10, 0, 0, "R", 12)
        f.waking(at + 100, 0, 12, 11)
        f.switch(at + 110, 0, 12, "S", 11, 2)
        f.waking(at + 200, 0, 11, 10)
        f.waking(at + 210, 0, 12, 10)		# it is awake already
        f.switch(at + 220, 0, 11, "S", 10, 1)
        f.switch(at + 300, 0, 10, "S", 0, 0)
    f.switch(20000, 0, 0, "R", 13)			# nobody says who woke it
    f.switch(20100, 0, 13, "S", 0, 5)
    f.waking(20300, 0, 0, 13)			# from an idle CPU
    f.switch(20400, 0, 0, "R", 13)
    f.switch(20500, 0, 13, "D", 0, 6)		# does not end
    f.write(path)


if __name__ == "__main__":
    make(sys.argv[1])
    with open(sys.argv[2], "w", encoding="ascii") as out:
        out.write(NAMES)
