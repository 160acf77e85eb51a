#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Puts into the texts of a recording what a terminal would obey, and looks for it in what a program prints.

    poison.py make SEED FROM TO       a copy of the recording, with damage in its texts alone
    poison.py check OUTPUT...         fails where such bytes came out

A poisoned text has, in the place of some of its letters: a line break before an 0x02, ESC, BEL, CR, DEL, a C1 control
(of one byte, and as UTF-8), an override of direction, a separator of lines, half of a UTF-8 sequence. Each line break
is followed by 0x02: so a line of the output that begins with it, or with its escape, was forged.
"""
import random
import re
import sys

POISON = [b"\n\x02", b"\x1b[2J", b"\x07", b"\r", b"\x7f", b"\x9b", b"\xc2\x9b", b"\xe2\x80\xae", b"\xe2\x80\xa8",
          b"\xe2\x81\xa6", b"\xd8\x9c", b"\xc3", b"\x1b]0;x\x07", b"\t"]
TEXT = re.compile(rb"[ -~]{5,}")
# The file's own marks, and what must be understood for there to be any text.
KEEP = re.compile(rb"PERFILE2|2ELIFREP|name: |ID: |format:|field:|offset:|size:|signed:|print fmt|common_|tracing|header_|"
                  rb"kallsyms|\[kernel|^/proc|x86_64|JiTD|DTij")
BAD = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c|"
                 rb"^(?:\x02|\\x02|\\u0002)", re.MULTILINE)


def poison(data, seed):
    r = random.Random(seed)

    def one(match):
        text = match.group()
        if KEEP.search(text) or r.random() < 0.2:
            return text
        bad = r.choice(POISON)
        # Not the first byte: it may be the length of the others.
        if len(bad) >= len(text):
            return text
        at = r.randrange(1, len(text) - len(bad) + 1)
        return text[:at] + bad + text[at + len(bad):]

    return data[:104] + TEXT.sub(one, data[104:])


def check(path):
    with open(path, "rb") as f:
        data = f.read()
    found = BAD.search(data)
    try:
        data.decode()
    except UnicodeDecodeError as e:
        print(f"FAILED: {path}: no UTF-8 at {e.start}: {data[max(0, e.start - 40):e.start + 20]!r}")
        return 1
    if found:
        begin = data.rfind(b"\n", 0, found.start()) + 1
        end = data.find(b"\n", found.end())
        print(f"FAILED: {path}: {found.group()!r} in {data[begin - 40 if begin > 40 else 0:end]!r}")
        return 1
    return 0


def main():
    if sys.argv[1] == "make":
        with open(sys.argv[3], "rb") as f:
            data = f.read()
        with open(sys.argv[4], "wb") as f:
            f.write(poison(data, int(sys.argv[2])))
        return 0
    return max([check(path) for path in sys.argv[2:]], default=0)


if __name__ == "__main__":
    sys.exit(main())
