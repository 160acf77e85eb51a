#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Prints the records of a recording, a line each, with all their bytes.

    record_bytes.py [--body] FILE

--body leaves out what a writer may put anew: the head's records, compression, FINISHED_ROUNDs.
"""
import struct
import sys

import perfdata

HEAD = {64, 65, 66, 67, 68, 80, 81, 83}

body_only = sys.argv[1] == "--body"
f = perfdata.PerfData(sys.argv[-1])
for r in f.records():
    if body_only and r.type in HEAD:
        continue
    line = f"{r.type} {r.misc:x} {r.body.hex()}"
    if r.type == perfdata.AUXTRACE:
        size = struct.unpack_from(f.order + "Q", r.body)[0]
        begin = r.offset + 8 + len(r.body)
        line += " + " + f.data[begin:begin + size].hex()
    print(line)
