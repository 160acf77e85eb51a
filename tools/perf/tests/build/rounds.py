#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Is any record older than what a FINISHED_ROUND before it has promised?

    rounds.py [--apart MS] FILE...

A reader that sorts as it reads forgets, at each FINISHED_ROUND, all up to the newest time that there was at the
FINISHED_ROUND before: nothing older comes any more. Records without a time, or with time 0, are what was there
before, and come in any order. With --apart it is also looked at whether there are no more rounds than one in MS
milliseconds, which is what keeps the promise: a record gets its time before it gets into its ring.

Prints each record that breaks the promise, and a line with counts for each file; exit status 1 if there was one.
"""
import argparse
import sys

import perfdata
from unpack import Unpacker

KERNEL_TYPES = range(1, 64)     # and what a recorder makes in the same form


def in_place(f):
    """The records of the file, each compressed one unpacked where it stands."""
    unpacker, rest = None, b""
    for r in f.raw_records(f.data, f.begin, f.end):
        if r.type not in (perfdata.COMPRESSED, perfdata.COMPRESSED2):
            if r.type == perfdata.HEADER_ATTR:
                f.header_attr(r.body)
            yield r
            continue
        unpacker = unpacker or Unpacker()
        body = r.body
        if r.type == perfdata.COMPRESSED2:
            body = body[8:8 + int.from_bytes(body[:8], "little" if f.order == "<" else "big")]
        rest += unpacker.unpack(body)
        done = 0
        for inner in whole_records(f, rest):
            done += 8 + len(inner.body)
            yield inner._replace(offset=r.offset)
        rest = rest[done:]


def whole_records(f, data):
    """Those that are complete in @data; one may go on in the next compressed record."""
    at = 0
    while at + 8 <= len(data):
        size = int.from_bytes(data[at + 6:at + 8], "little" if f.order == "<" else "big")
        if size < 8:
            raise perfdata.BadFile("an unpacked record has no size")
        if at + size > len(data):
            return
        yield from f.raw_records(data[:at + size], at, at + size)
        at += size


def time_of(f, r):
    if r.type == perfdata.SAMPLE:
        return f.sample(r)["time"]
    if r.type in KERNEL_TYPES:
        return f.sample_id(r)[0].get("time", 0)
    return 0


def check(path, apart):
    f = perfdata.PerfData(path)
    oldest = newest = before = promised = rounds = timed = late = 0
    for r in in_place(f):
        if r.type == perfdata.FINISHED_ROUND:
            promised, before, rounds = before, newest, rounds + 1
            continue
        time = time_of(f, r)
        timed += time != 0
        if 0 < time < promised:
            late += 1
            print(f"{path}: 0x{r.offset:x}: a record of type {r.type} has time {time}, "
                  f"{promised - time} ns before what round {rounds} has promised")
        newest = max(newest, time)
        oldest = min(oldest, time) if oldest and time else oldest or time
    for w in f.warnings:
        print(f"{path}: {w}")
    # The first and the last may lie at the ends, and a round may find what is older than itself.
    most = (newest - oldest) // (apart * 1000000) + 3 if apart else rounds
    print(f"{path}: {timed} records with a time, {rounds} rounds in {(newest - oldest) // 1000000} ms, {late} late")
    return not late and not f.warnings and rounds <= most


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--apart", type=int, default=0)
    p.add_argument("files", nargs="+")
    args = p.parse_args()
    return 0 if all([check(path, args.apart) for path in args.files]) else 1


if __name__ == "__main__":
    sys.exit(main())
