#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""What counters counted in a recording whose samples hold their values (`{a,b}:S`), or that counts by -c.

Usage: read_sums.py FILE

Prints a line for each event and thread, `EVENT TID SUM`: what the values in the samples of this thread grew by
or, where samples hold none, how many samples there are. If the recording has READ records of groups (record -s),
which hold what read() of a thread's counter said when it ended, the sums must not be above them. (Of events on
their own they say little: the kernel hands counters from thread to thread when it switches, and mixes them up.)
Shares nothing with the tool.
"""
import collections
import sys

from perfdata import F_ENABLED, F_GROUP, F_ID, F_LOST, F_RUNNING, PerfData, READ, S_ADDR, S_CPU, S_ID, S_IDENTIFIER, \
    S_IP, S_PERIOD, S_READ, S_STREAM_ID, S_TID, S_TIME, SAMPLE, Source

INHERIT = 1		# the bit in attr.flags


def take_values(s, read_format):
    """(id, value) of each counter at @s."""
    group = read_format & F_GROUP
    first = s.take("Q")
    for bit in F_ENABLED, F_RUNNING:
        if read_format & bit:
            s.take("Q")
    out = []
    for _ in range(first if group else 1):
        value = s.take("Q") if group else first
        ident = s.take("Q") if read_format & F_ID else None
        if read_format & F_LOST:
            s.take("Q")
        out.append((ident, value))
    return out


def take_sample(f, r):
    """Time, thread, id, and (id, value) of each counter in sample @r."""
    attr = f.attr_of(r)
    t, s = attr.sample_type, Source(r.body, f.order)
    time, tid, ident, values = 0, 0, attr.ids[0] if attr.ids else 0, []
    for bit in S_IDENTIFIER, S_IP, S_TID, S_TIME, S_ADDR, S_ID, S_STREAM_ID, S_CPU, S_PERIOD, S_READ:
        if not t & bit:
            continue
        if bit == S_TID:
            tid = s.take("ii")[1]
        elif bit == S_TIME:
            time = s.take("Q")
        elif bit in (S_IDENTIFIER, S_ID):
            ident = s.take("Q")
        elif bit == S_READ:
            values = take_values(s, attr.read_format)
        else:
            s.take("Q")
    return time, r.offset, tid, ident, values


def main():
    f = PerfData(sys.argv[1])
    samples, read = [], collections.Counter()
    for r in f.records():
        if r.type == SAMPLE:
            samples.append(take_sample(f, r))
        elif r.type == READ:
            # A group is read once for each of its members that ends: only that one's value is new.
            s = Source(r.body, f.order)
            tid, of = s.take("ii")[1], f.sample_id(r)[0].get("id")
            read_format = f.attr_of(r).read_format
            for ident, value in take_values(s, read_format):
                if ident == of and read_format & F_GROUP:
                    read[ident, tid] += value
    names = {i: a.name for a in f.attrs for i in a.ids}
    inherited = {i: INHERIT in a.flags for a in f.attrs for i in a.ids}
    # Of each counter the highest value and the one before it: what is read in between was read by an interrupt.
    sums, seen = collections.Counter(), {}
    for _, _, tid, of, values in sorted(samples):
        for ident, value in values:
            # Where counters are not inherited, one counts all that runs in its place.
            counter = ident, inherited[ident] and tid
            earlier, highest = seen.get(counter, (0, 0))
            if earlier <= value < highest:
                continue
            sums[ident, tid] += max(value - highest, 0)
            seen[counter] = highest if value > highest else 0, value
        if not values:
            sums[of, tid] += 1
    events = collections.Counter()
    for (ident, tid), value in sums.items():
        events[names[ident], tid] += value
        if (ident, tid) in read and read[ident, tid] < value:
            sys.exit(f"{names[ident]} of {tid}: the samples say {value}, read() said {read[ident, tid]}")
    for (name, tid), value in sorted(events.items()):
        if value:
            print(name, tid, value)
    print(f"{len(read)} values of READ records", file=sys.stderr)


if __name__ == "__main__":
    main()
