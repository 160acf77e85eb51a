#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A recording of which the head does not say that records of it are packed, as one that was never ended does not.

    packed_between.py PLAIN PACKED OUT

PLAIN and PACKED are files of this byte order, from the same seed, PACKED with `perf defer generate --compress`. OUT is PLAIN with
the first packed record of PACKED between its records, and with no features.
"""
import struct
import sys

FEATURES = slice(72, 104)
DATA_AT = 40			# offset and size of the records, in the head
PACKED_TYPES = (81, 83)
# The packed record lies behind so many others: the walk has begun then.
BEHIND = 60


def data_of(path):
    with open(path, "rb") as f:
        raw = f.read()
    begin, size = struct.unpack_from("<QQ", raw, DATA_AT)
    return raw[:begin], raw[begin:begin + size]


def records(data):
    """(offset, type, size) of each."""
    at = 0
    while at < len(data):
        kind, _, size = struct.unpack_from("<IHH", data, at)
        yield at, kind, size
        at += size


def main():
    head, plain = data_of(sys.argv[1])
    packed = data_of(sys.argv[2])[1]
    at, _, size = next(r for r in records(packed) if r[1] in PACKED_TYPES)
    between = next(at for number, (at, _, _) in enumerate(records(plain)) if number == BEHIND)
    head = bytearray(head)
    data = plain[:between] + packed[at:at + size] + plain[between:]
    head[FEATURES] = bytes(FEATURES.stop - FEATURES.start)
    struct.pack_into("<Q", head, DATA_AT + 8, len(data))
    with open(sys.argv[3], "wb") as f:
        f.write(head + data)


if __name__ == "__main__":
    main()
