# SPDX-License-Identifier: GPL-2.0-only
"""Cases of complexity.py: context switches, and who waits for what."""
from perfwrite import *
from switches import *

from complexity_case import case, save
from keyed_requests import Keyed

FUNCTION, ENTER = 0xffffffffc0000000, 0x400020


def long_name(n):
    return "x" * min(n, 60000)


@case(400, "report --stdio --off-cpu --state all", "defer syscalls", "script --off-cpu --state all",
      "defer export --format=folded --off-cpu --state all", "defer wakers --critical-path --pid 0-1000000", memory=60, daily=False)
def losses_in_spans(n, folder):
    """Threads that wait in a system call while records are lost again and again: pieces of each, but not one for each loss."""
    f = Switches(tasks=[], flags=DEFER)
    f.events[0].flags |= DEFER_OUTPUT
    for k in range(n):
        f.switch(1000 + k, 0, 10 + k, "S", 0, chain=[KERNEL_MARK, TEXT + 0x1000, DEFERRED_MARK, 7 + k])
    for k in range(n):
        f.waking(10**6 + 1000 * k, 0, 5, 6)
        f.lost(10**6 + 1000 * k + 500, 0)
    for k in range(n):
        f.switch(10**9 + 10 * k, 0, 0, "R", 10 + k)
        f.deferred(10**9 + 10 * k + 5, 0, 10 + k, 7 + k)
    save(f, folder)


@case(2000, "report --stdio --off-cpu --state all", "report --stdio --wall", "defer wakers", "script --off-cpu", memory=1.25, daily=False)
def switches_of_few_stacks(n, folder):
    """Four threads that always wait in the same places: what is kept of a switch is where it lies in the file."""
    f = Switches(tasks=range(10, 14))
    clock = f.event(type=1, config=0, sample_type=TYPE & ~S_RAW, flags=SAMPLE_ID_ALL, name="cpu-clock", ids=[9])
    for k in range(n):
        task, after = 10 + k % 4, 10 + (k + 1) % 4
        f.waking(1000 + 100 * k, 0, task, after)
        f.sample(clock, MISC_USER, 0x400000, task, task, 1020 + 100 * k, ident=9, cpu=0, period=100, chain=f.stack(task)[2:])
        f.switch(1050 + 100 * k, 0, task, "S", after)
    save(f, folder)


@case(3000, "report --stdio --wall -s cpu", memory=60, daily=False)
def many_cpus(n, folder):
    """A thread that runs on n CPUs, again and again, and no sample says so."""
    n = min(n, 30000)
    f = Switches(tasks=[10], wakings=False)
    f.sw.ids = list(range(1, n + 1))
    f.event(type=1, config=0, sample_type=TYPE & ~S_RAW, flags=SAMPLE_ID_ALL, name="cpu-clock", ids=[n + 1])
    for k in range(2 * n):
        f.switch(1000 + 10 * k, k % n, 0, "R", 10)
        f.switch(1005 + 10 * k, k % n, 10, "S", 0)
    save(f, folder)


@case(1000, "defer wakers --dot", "defer wakers --json", "defer explain", memory=60, daily=False)
def long_names_in_stacks(n, folder):
    """A stack of n frames in a file whose name has n letters."""
    f = Switches(tasks=[])
    f.comm(10, 10, "t10")
    f.mmap2(10, 10, 0x10000000, 0x1000000, 0, "/nowhere/" + long_name(n))
    chain = [KERNEL_MARK, TEXT + 0x1000, USER_MARK] + [0x10000000 + 16 * k for k in range(min(n, 8000))]
    f.switch(1000, 0, 10, "S", 0, chain=chain)
    f.waking(2000, 1, 11, 10)
    f.switch(3000, 0, 0, "R", 10)
    save(f, folder)


@case(4000, "defer requests --between app:queue,app:done --key id --end-key what~([0-9]+)", memory=60, daily=False)
def open_requests(n, folder):
    """Of n requests all have begun before the first one ends, and the thread in which they end has n samples and n waits meanwhile."""
    f = Keyed()
    for k in range(n):
        f.taken(1000 + k, 10, k)
        f.tick(10**6 + 1000 * k, 11, k % 3, 100)
        f.switch(10**6 + 1000 * k + 100, 1, 11, "S", 0, k % 3)
        f.switch(10**6 + 1000 * k + 200, 1, 0, "R", 11)
        f.done(10**9 + 1000 * k, 11, k)
    save(f, folder)


@case(1000, "defer syscalls", "defer syscalls --json", memory=60, daily=False)
def long_names_in_calls(n, folder):
    """An event whose name has n letters, in n functions."""
    f = Switches(tasks=[10], flags=DEFER)
    e = f.event(type=1, config=2, sample_type=TYPE & ~S_RAW, flags=SAMPLE_ID_ALL | DEFER, name=long_name(n), ids=[13])
    f.events[0].flags |= DEFER_OUTPUT
    for k in range(n):
        name = b"f%d" % k
        f.record(KSYMBOL, f.pack("QIHH", FUNCTION + 64 * k, 64, 1, 0) + f.text(name) + f.sample_id(0, 0))
        f.sample(e, MISC_KERNEL, FUNCTION + 64 * k, 10, 10, 1000 + k, ident=13,
                 chain=[KERNEL_MARK, FUNCTION + 64 * k, DEFERRED_MARK, 7])
    f.deferred(10**6, 0, 10, 7)
    save(f, folder)


@case(1000, "report --stdio --off-cpu", daily=False)
def events_of_switches(n, folder):
    """n events that each may tell of switches."""
    f = Switches(tasks=[10], switches=False, wakings=False, software=True)
    for k in range(n):
        f.event(type=1, config=3, sample_type=TYPE & ~S_RAW, flags=SAMPLE_ID_ALL, name="cs%d" % k, ids=[100 + k])
        f.cs_sample(1000 + k, 0, 10 + k)
    save(f, folder)
