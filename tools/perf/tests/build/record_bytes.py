#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Prints the records of a recording, a line each, with all their bytes.

    record_bytes.py [--body] FILE
    record_bytes.py [--body] --beside FILE...

--body leaves out what a writer may put anew: the head's records, compression, FINISHED_ROUNDs. --beside writes the lines
of each FILE into FILE.bytes, so that one process does for all of them.
"""
import struct
import sys

import perfdata

HEAD = {64, 65, 66, 67, 68, 80, 81, 83}


def write(path, body_only, out):
    f = perfdata.PerfData(path)
    for r in f.records():
        if body_only and r.type in HEAD:
            continue
        line = f"{r.type} {r.misc:x} {r.body.hex()}"
        if r.type == perfdata.AUXTRACE:
            size = struct.unpack_from(f.order + "Q", r.body)[0]
            begin = r.offset + 8 + len(r.body)
            line += " + " + f.data[begin:begin + size].hex()
        print(line, file=out)


words = sys.argv[1:]
files = [w for w in words if not w.startswith("--")]
for path in files:
    if "--beside" in words:
        with open(path + ".bytes", "w", encoding="ascii") as out:
            write(path, "--body" in words, out)
    else:
        write(path, "--body" in words, sys.stdout)
