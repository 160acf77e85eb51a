#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Damages the first deferred record of a recording: it says that it has far more addresses than there are.

    damage_deferred.py FILE OUT

Prints where the record lies. FILE is a sound file in this machine's byte order.
"""
import struct
import sys

import perfdata

data = bytearray(open(sys.argv[1], "rb").read())
at, size = struct.unpack_from("<QQ", data, 40)
end = at + size
while at < end:
    kind, _, length = struct.unpack_from("<IHH", data, at)
    if kind == perfdata.CALLCHAIN_DEFERRED:		# nr, behind header and cookie
        struct.pack_into("<Q", data, at + 16, 1 << 61)
        break
    at += length
open(sys.argv[2], "wb").write(data)
print(hex(at))
