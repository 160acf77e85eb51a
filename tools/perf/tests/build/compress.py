#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Files that become far larger than they are.

    compress.py section ELF NAME MB OUT [old]   ELF with a section NAME that becomes MB megabytes of zeros (old: as .zdebug_...)
    compress.py file ELF MB OUT                 ELF and MB megabytes of zeros behind it, in one .xz
    compress.py modules OUT NUMBER              a recording with a sample in each of so many modules of a kernel
"""
import lzma
import struct
import sys
import zlib

import perfwrite

COMPRESSED = 1 << 11
KERNEL = 0xffffffff81000000


def zeros(packer, head, megabytes):
    out = [packer.compress(head)]
    out += [packer.compress(bytes(1 << 20)) for _ in range(megabytes)]
    return b"".join(out) + packer.flush()


def section(elf, name, megabytes, out, old):
    with open(elf, "rb") as f:
        data = bytearray(f.read())
    table, = struct.unpack_from("<Q", data, 40)
    size, number, strings = struct.unpack_from("<HHH", data, 58)
    names, = struct.unpack_from("<Q", data, table + strings * size + 24)
    packed = zeros(zlib.compressobj(1), b"", megabytes)
    full = megabytes << 20
    packed = (b"ZLIB" + struct.pack(">Q", full) if old else struct.pack("<IIQQ", 1, 0, full, 1)) + packed
    for at in range(table, table + number * size, size):
        begin = names + struct.unpack_from("<I", data, at)[0]
        if data[begin:data.index(0, begin)].decode() != name:
            continue
        if old:
            # The name may be the end of another one's: a new table of names stands at the end.
            length, = struct.unpack_from("<Q", data, table + strings * size + 32)
            table_of_names = bytes(data[names:names + length])
            struct.pack_into("<QQ", data, table + strings * size + 24, len(data), length + len(name) + 2)
            data += table_of_names + b".z" + name[1:].encode() + b"\0"
            struct.pack_into("<I", data, at, length)
        else:
            struct.pack_into("<Q", data, at + 8, struct.unpack_from("<Q", data, at + 8)[0] | COMPRESSED)
        struct.pack_into("<QQ", data, at + 24, len(data), len(packed))
        data += packed
        break
    else:
        sys.exit(f"no section {name}")
    with open(out, "wb") as f:
        f.write(data)


def modules(out, number):
    w = perfwrite.Writer(arch="x86_64")
    e = w.event(type=1, config=0, name="cpu-clock", sample_type=perfwrite.S_IP | perfwrite.S_TID | perfwrite.S_TIME |
                perfwrite.S_IDENTIFIER)
    for i in range(number):
        w.mmap2(-1, 0, KERNEL + i * 0x10000, 0x10000, 0, f"/m{i}.ko.xz", misc=perfwrite.MISC_KERNEL)
        w.sample(e, ip=KERNEL + i * 0x10000 + 4, pid=77, tid=77, time=10 + i, misc=perfwrite.MISC_KERNEL)
    w.write(out)


def main():
    if sys.argv[1] == "section":
        section(sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5], sys.argv[6:] == ["old"])
    elif sys.argv[1] == "file":
        with open(sys.argv[2], "rb") as elf, open(sys.argv[4], "wb") as out:
            out.write(zeros(lzma.LZMACompressor(preset=0), elf.read(), int(sys.argv[3])))
    else:
        modules(sys.argv[2], int(sys.argv[3]))


if __name__ == "__main__":
    main()
