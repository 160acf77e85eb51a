#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A recording that needs files of each kind, and packed recordings that lie.

    pack_truth.py record PROGRAM OUT        samples in the functions of PROGRAM (with inlined ones), in a library's place that is
                                            not there, in code of a JIT compiler and in the kernel
    pack_truth.py hostile PACKED OUT NUMBER damages what stands behind the recording, in another way for each number
    pack_truth.py members PACKED            kind, name and sizes of each member, by the format's text alone
"""
import random
import struct
import subprocess
import sys

import perfwrite

KERNEL = 0xffffffff81000000


def record(program, out):
    symbols = subprocess.run(["nm", program], check=True, capture_output=True, text=True).stdout
    address = {w[2]: int(w[0], 16) for w in map(str.split, symbols.splitlines()) if len(w) == 3}
    lines = subprocess.run(["readelf", "-lW", program], check=True, capture_output=True, text=True).stdout.splitlines()
    offset, vaddr = next((int(p[1], 16), int(p[2], 16)) for p in map(str.split, lines) if p[:1] == ["LOAD"] and "E" in p[6:-1])
    w = perfwrite.Writer(arch="x86_64")
    e = w.event(type=1, config=0, name="cpu-clock", sample_type=perfwrite.S_IP | perfwrite.S_TID | perfwrite.S_TIME |
                perfwrite.S_PERIOD | perfwrite.S_CALLCHAIN | perfwrite.S_IDENTIFIER)
    w.mmap2(-1, 0, KERNEL, 0x1000000, KERNEL, "[kernel.kallsyms]_text", misc=perfwrite.MISC_KERNEL)
    w.comm(77, 77, "prog", time=1)
    low = min(address["work"], address["main"], address["leaf"]) & ~4095
    w.mmap2(77, 77, low, 0x1000, low - vaddr + offset, "/bin/prog", time=2)
    w.mmap2(77, 77, 0x7f0000000000, 0x1000, 0, "//anon", time=2)
    w.mmap2(77, 77, 0x7f1000000000, 0x1000, 0, "/lib/gone.so", time=2)
    user = -512 & (1 << 64) - 1
    kernel = -128 & (1 << 64) - 1
    for i in range(12):
        for function in ("work", "leaf", "main"):
            chain = [user, address[function] + 4 + i, address["main"] + 9]
            w.sample(e, ip=chain[1], pid=77, tid=77, time=10 + i, period=1000 + i, chain=chain)
        chain = [user, 0x7f0000000010 + i, address["work"] + 5]
        w.sample(e, ip=chain[1], pid=77, tid=77, time=10 + i, period=500, chain=chain)
        chain = [kernel, KERNEL + 0x110 + i, user, address["leaf"] + 4]
        w.sample(e, ip=chain[1], pid=77, tid=77, time=10 + i, period=300, chain=chain, misc=perfwrite.MISC_KERNEL)
    w.sample(e, ip=0x7f1000000010, pid=77, tid=77, time=30, period=9, chain=[user, 0x7f1000000010])
    w.write(out)


def directory(data):
    at, size, version, number = struct.unpack_from("<QQII", data, len(data) - 32)
    assert data[-8:] == b"PERFPACK" and version == 1 and at + size == len(data) - 32
    for _ in range(number):
        kind, method, id_size, name_len, offset, stored, full = struct.unpack_from("<IIIIQQQ", data, at)
        name = data[at + 60:at + 60 + name_len].decode()
        yield at, (kind, method, id_size, name, offset, stored, full)
        at += 60 + name_len


def hostile(path, out, number):
    with open(path, "rb") as f:
        data = bytearray(f.read())
    entries = [at for at, _ in directory(data)]
    rng = random.Random(number)
    huge = rng.choice([1 << 63, (1 << 64) - 1, len(data), 1 << 40, 0])
    if number < 2:
        struct.pack_into("<Q", data, len(data) - 32 + 8 * number, huge or 1 << 50)	# the directory
    elif number == 2:
        struct.pack_into("<I", data, len(data) - 12, 0xffffffff)			# how many
    elif number == 3:
        struct.pack_into("<I", data, len(data) - 16, 7)					# version
    elif number < 40:
        at = rng.choice(entries)
        if rng.random() < .5:
            struct.pack_into("<Q", data, at + 16 + 8 * rng.randrange(3), huge)
        else:
            struct.pack_into("<I", data, at + 4 * rng.randrange(4), rng.choice([0xffffffff, 21, 3, 0, 1 << 31]))
    elif number < 60:
        member = rng.choice([e for _, e in directory(data)])
        for _ in range(3):
            data[member[4] + rng.randrange(member[5])] ^= 1 << rng.randrange(8)		# its bytes
    else:
        first = min(e[4] for _, e in directory(data))
        data[rng.randrange(first, len(data))] = rng.randrange(256)
    with open(out, "wb") as f:
        f.write(data)


def main():
    if sys.argv[1] == "record":
        record(sys.argv[2], sys.argv[3])
    elif sys.argv[1] == "hostile":
        hostile(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        with open(sys.argv[2], "rb") as f:
            for _, (kind, _, id_size, name, _, _, full) in directory(f.read()):
                print(kind, name, id_size, full)


if __name__ == "__main__":
    main()
