# SPDX-License-Identifier: GPL-2.0-only
"""Times, averages, system calls and errors by name. The names here are those that upstream's module of this name has."""
import errno
import os

FUTEX_WAIT = 0
FUTEX_WAKE = 1
FUTEX_PRIVATE_FLAG = 128
FUTEX_CLOCK_REALTIME = 256
FUTEX_CMD_MASK = ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)

NSECS_PER_SEC = 10**9


def avg(total, n):
    return total / n


def nsecs(secs, nsecs):
    return secs * NSECS_PER_SEC + nsecs


def nsecs_secs(nsecs):
    return nsecs // NSECS_PER_SEC


def nsecs_nsecs(nsecs):
    return nsecs % NSECS_PER_SEC


def nsecs_str(nsecs):
    return "%5u.%09u" % (nsecs_secs(nsecs), nsecs_nsecs(nsecs))


def add_stats(dict, key, value):
    """Keeps (least, most, a mean in which later values weigh more, how many) of each key."""
    least, most, mean, count = dict.get(key, (value, value, value, 0))
    dict[key] = (min(least, value), max(most, value), (mean + value) / 2, count + 1)


def clear_term():
    print("\x1b[H\x1b[2J")


def syscall_name(id):
    """By the numbers of the machine that the recording is from."""
    names = perf_script.samples.state.syscalls
    return names[id] if 0 <= id < len(names) and names[id] else str(id)


def strerror(nr):
    return errno.errorcode.get(abs(nr), "Unknown %d errno" % nr)
