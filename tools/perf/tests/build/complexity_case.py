# SPDX-License-Identifier: GPL-2.0-only
"""What the cases of complexity.py are made with.

A case is a function of (n, folder), which writes `folder`/perf.data (or what else its commands name) with n of
something; its commands are lines of words.
"""
import os

from perfwrite import *

K = 0xffffffff81000000
CONTEXT_KERNEL, CONTEXT_USER = 2**64 - 128, 2**64 - 512
MMAP_BUILD_ID = 1 << 14
PLAIN = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD
CASES = {}


def case(size, *commands, memory=12, power=1, daily=True):
    """
    @size: n of the smallest of the three runs. @commands: the first one is always run, the others with --all.
    @memory: bytes of memory that a byte of input may take. @power: 2 where the input itself is the square of n. @daily:
    also without --all; not where it takes longer, or looks at what another case looks at too.
    """
    def add(function):
        CASES[function.__name__] = {"make": function, "size": size, "commands": commands, "memory": memory,
                                    "power": power, "daily": daily}
        return function
    return add


def writer(chain=False, **more):
    f = Writer(arch="x86_64")
    sample_type = PLAIN | (S_CALLCHAIN if chain else 0) | more.pop("more", 0)
    f.main = f.event(type=1, config=0, sample_type=sample_type, name="cpu-clock", **more)
    return f


def save(f, folder):
    f.write(os.path.join(folder, "perf.data"))


def base(f, tid=100):
    f.comm(tid, tid, "prog", 1)
    f.mmap2(tid, tid, 0x400000, 0x10000000, 0, "/nowhere/prog", 1)


class Random:
    """The same numbers each time."""
    def __init__(self):
        self.state = 1

    def __call__(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return self.state >> 33


random = Random()


def save_deep_chains(n, folder):
    """Three samples whose chains have @n frames, at most 8000; no two have an address in common."""
    f = writer(chain=True)
    base(f)
    for k in range(3):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=5 + k,
                 chain=[CONTEXT_USER] + [0x400000 + 16 * i + k for i in range(min(n, 8000))])
    save(f, folder)


def save_unlike_chains(n, folder):
    """n samples whose chains of eight frames have hardly a frame in common."""
    f = writer(chain=True)
    base(f)
    for k in range(n):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=5 + k,
                 chain=[CONTEXT_USER] + [0x400000 + 16 * (random() % 2**20) for i in range(8)])
    save(f, folder)
