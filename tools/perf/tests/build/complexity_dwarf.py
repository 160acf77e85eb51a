# SPDX-License-Identifier: GPL-2.0-only
"""Cases of complexity.py: debug information. DWARF 4, without tables that say which unit an address is of."""
import struct

from perfwrite import *

from complexity_case import *
from complexity_files import elf, program

# 1: a unit (name, low_pc, high_pc, stmt_list), 2: a function without children, 3: one with, 4: an inlined call
# (abstract_origin, low_pc, high_pc, call_file, call_line), 5: the same without children
ABBREV = (b"\1\x11\1\x03\x08\x11\x01\x12\x07\x10\x17\0\0" b"\2\x2e\0\x03\x08\x11\x01\x12\x07\0\0"
          b"\3\x2e\1\x03\x08\x11\x01\x12\x07\0\0" b"\4\x1d\1\x31\x13\x11\x01\x12\x07\x58\x0b\x59\x05\0\0"
          b"\5\x1d\0\x31\x13\x11\x01\x12\x07\x58\x0b\x59\x05\0\0" b"\0")
COMMANDS = ("script --symfs {folder} -F ip,sym,srcline", "report --stdio --symfs {folder} -s sym,srcline",
            "report --stdio --symfs {folder} -g caller")


def unit(lines, addr, size, children):
    """@children: the bytes of what is in it, made of the offset at which they begin."""
    body = b"\1a.c\0" + struct.pack("<QQI", addr, size, lines)
    body += children(11 + len(body)) + b"\0"
    return struct.pack("<IHIB", 7 + len(body), 4, 0, 8) + body


def function(addr, size, name=b"f\0", code=2):
    return bytes([code]) + name + struct.pack("<QQ", addr, size)


def line_table(addr, size, rows):
    """@rows lines of one file from @addr on, evenly."""
    step = size // rows
    code = b"\0\x09\x02" + struct.pack("<Q", addr) + (b"\x03\x01\x01\x02" + bytes([step])) * rows + b"\0\1\1"
    head = b"\1\1\1\xfb\x0e\x0d\0\1\1\1\1\0\0\0\1\0\0\1" + b"\0" + b"a.c\0\0\0\0" + b"\0"
    return struct.pack("<IHI", 6 + len(head) + len(code), 4, len(head)) + head + code


def debugged(folder, info, lines, addresses):
    program(writer(chain=True), folder, elf([(1, 0x1000, 0x400000)], b"\0all\0",
                                  more=((b".debug_info", info), (b".debug_abbrev", ABBREV), (b".debug_line", lines))),
            addresses, chain=True)


@case(200, *COMMANDS, memory=60)
def dwarf_units(n, folder):
    """Each with a function and lines of its own, and a sample in each."""
    info = lines = b""
    for i in range(n):
        info += unit(len(lines), 0x1000 + 16 * i, 16, lambda at, i=i: function(0x1000 + 16 * i, 16))
        lines += line_table(0x1000 + 16 * i, 16, 1)
    debugged(folder, info, lines, (0x1004 + 16 * i for i in range(n)))


@case(300, *COMMANDS, memory=60, daily=False)
def dwarf_functions(n, folder):
    """All in one unit."""
    info = unit(0, 0x1000, 16 * n, lambda at: b"".join(function(0x1000 + 16 * i, 16) for i in range(n)))
    debugged(folder, info, line_table(0x1000, 16 * n, n), (0x1004 + 16 * i for i in range(n)))


@case(300, *COMMANDS, memory=60, daily=False)
def dwarf_inlined_side_by_side(n, folder):
    """Calls of one function, inlined into another one after the other."""
    def children(at):
        f, g = function(0, 1), function(0x1000, 16 * n, code=3)
        return f + g + b"".join(b"\5" + struct.pack("<IQQBH", at, 0x1000 + 16 * i, 16, 1, 7) for i in range(n)) + b"\0"
    debugged(folder, unit(0, 0x1000, 16 * n, children), line_table(0x1000, 16 * n, n), (0x1004 + 16 * i for i in range(n)))
