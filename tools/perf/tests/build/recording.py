#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a small recording (a stream in pipe format) of what the lines on standard input say.

Usage: recording.py OUT

    comm PID NAME
    map PID START LENGTH PGOFF FILE [BUILD-ID]      user code; hexadecimal numbers
    kmap START LENGTH PGOFF NAME [BUILD-ID]         the kernel or a module
    sample PID IP [IP...]       user mode: a call chain, innermost first
    ksample PID IP [IP...]      kernel mode
    ksymbol START LENGTH NAME   a BPF program

It shares nothing with the programs that read recordings.
"""
import struct
import sys

SAMPLE_TYPE = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 5     # IP, TID, TIME, CALLCHAIN
KERNEL, USER, BUILD_ID = 1, 2, 1 << 14
CONTEXT = {KERNEL: 2**64 - 128, USER: 2**64 - 512}
ATTR_SIZE = 136


def record(kind, misc, body):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def padded(text):
    data = text.encode() + b"\0"
    return data + bytes(-len(data) % 8)


def attr():
    """cpu-clock, every 1000000 ns."""
    head = struct.pack("<IIQQQQQ", 1, ATTR_SIZE, 0, 1000000, SAMPLE_TYPE, 0, 0)
    return record(64, 0, head + bytes(ATTR_SIZE - len(head)) + struct.pack("<Q", 1))


def mmap(misc, pid, start, length, pgoff, name, build_id):
    place = struct.pack("<IIQQQ", pid, pid, start, length, pgoff)
    if build_id:
        data = bytes.fromhex(build_id)
        place += struct.pack("<BBH20s", len(data), 0, 0, data)
        misc |= BUILD_ID
    else:
        place += struct.pack("<IIQQ", 8, 1, 1234, 1)
    return record(10, misc, place + struct.pack("<II", 5, 2) + padded(name))


def sample(mode, pid, time, ips):
    chain = [CONTEXT[mode]] + ips
    return record(9, mode, struct.pack("<QIIQQ", ips[0], pid, pid, time, len(chain)) +
                  struct.pack("<%dQ" % len(chain), *chain))


def records(lines):
    time = 1000000000
    for line in lines:
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        verb, args = words[0], words[1:]
        if verb == "comm":
            yield record(3, 0, struct.pack("<II", int(args[0]), int(args[0])) + padded(args[1]))
        elif verb == "map":
            place = [int(a, 16) for a in args[1:4]]
            yield mmap(USER, int(args[0]), *place, args[4], (args + [None])[5])
        elif verb == "kmap":
            place = [int(a, 16) for a in args[:3]]
            yield mmap(KERNEL, 2**32 - 1, *place, args[3], (args + [None])[4])
        elif verb in ("sample", "ksample"):
            time += 1000000
            yield sample(USER if verb == "sample" else KERNEL, int(args[0]), time, [int(a, 16) for a in args[1:]])
        elif verb == "ksymbol":
            yield record(17, 0, struct.pack("<QIHH", int(args[0], 16), int(args[1], 16), 1, 0) + padded(args[2]))
        else:
            sys.exit("recording.py: what is '%s'?" % verb)


def main():
    with open(sys.argv[1], "wb") as out:
        out.write(struct.pack("<8sQ", b"PERFILE2", 16) + attr())
        for r in records(sys.stdin):
            out.write(r)


if __name__ == "__main__":
    main()
