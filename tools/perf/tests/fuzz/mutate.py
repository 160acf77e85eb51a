#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Damages a recording in one of 14 ways, the same way for the same seed.

    mutate.py CLASS SEED IN OUT
    mutate.py list
"""
import random
import struct
import sys

HUGE = [2**64 - 1, 2**63, 2**62, 2**61 - 1, 2**60 + 1, 2**48, 2**32, 2**32 - 1, 2**31, 0x10000, 0xffff, 0]
SAMPLE, MMAP2, CALLCHAIN_DEFERRED, AUXTRACE = 9, 10, 22, 71
MARKER = 2**64 - 640


class Layout:
    """Where things are in a sound recording."""

    def __init__(self, data):
        self.data = data
        self.order = "<" if data[:8] == b"PERFILE2" else ">"
        self.pipe = self.u64(8) == 16
        if self.pipe:
            self.header, self.attrs, self.features = (0, 16), None, None
            self.begin, self.end = 16, len(data)
        else:
            self.header = (0, min(104, len(data)))
            self.attrs = (self.u64(24), self.u64(24) + self.u64(32))
            self.begin, self.end = self.u64(40), self.u64(40) + self.u64(48)
            self.features = (self.end, len(data))
        self.events = list(self.walk())
        if self.pipe:
            # The attrs are records here, and so are the features.
            spans = [(at, at + size) for at, kind, size in self.events if kind == 64]
            self.attrs = (spans[0][0], spans[-1][1]) if spans else self.header
            spans = [(at, at + size) for at, kind, size in self.events if kind == 80]
            self.features = (spans[0][0], spans[-1][1]) if spans else self.header

    def u64(self, at):
        return struct.unpack_from(self.order + "Q", self.data, at)[0]

    def walk(self):
        at = self.begin
        while at + 8 <= min(self.end, len(self.data)):
            kind, _, size = struct.unpack_from(self.order + "IHH", self.data, at)
            if size < 8 or at + size > len(self.data):
                return
            yield at, kind, size
            # The trace lies behind its record, which tells how long it is.
            if kind == AUXTRACE and at + 16 <= len(self.data):
                at += self.u64(at + 8)
            at += size

    def chains(self):
        """Offsets of what may be a callchain's nr: it says how many words lead up to a marker."""
        for at, kind, size in self.events:
            if kind == CALLCHAIN_DEFERRED:
                yield at + 16
            elif kind == SAMPLE:
                words = [self.u64(at + i) for i in range(8, size - 7, 8)]
                for i, w in enumerate(words):
                    if 0 < w <= len(words) - i - 1 and words[i + 1] >= 2**64 - 4095:
                        yield at + 8 + 8 * i
                        break

    def cookies(self):
        for at, kind, size in self.events:
            if kind == CALLCHAIN_DEFERRED:
                yield at + 8
            elif kind == SAMPLE:
                for i in range(8, size - 15, 8):
                    if self.u64(at + i) == MARKER:
                        yield at + i + 8


def flip(rng, out, begin, end, most=4):
    for _ in range(rng.randint(1, most)):
        if end > begin:
            out[rng.randrange(begin, end)] ^= 1 << rng.randrange(8)


def put(out, layout, at, value, fmt="Q"):
    size = struct.calcsize(fmt)
    if 0 <= at <= len(out) - size:
        struct.pack_into(layout.order + fmt, out, at, value & (1 << 8 * size) - 1)


def some_event(rng, layout):
    return rng.choice(layout.events) if layout.events else (layout.begin, 0, 8)


def header_bits(rng, lay, out):
    flip(rng, out, *lay.header)


def attr_bits(rng, lay, out):
    flip(rng, out, *lay.attrs)


def feature_bits(rng, lay, out):
    flip(rng, out, *lay.features)


def feature_count(rng, lay, out):
    begin, end = lay.features
    if end - begin >= 8:
        at = rng.randrange(begin, end - 7) & ~3
        put(out, lay, at, rng.choice(HUGE), rng.choice("IQ"))


def event_type(rng, lay, out):
    put(out, lay, some_event(rng, lay)[0], rng.choice([0, 1, 2, 3, 4, 7, 10, 16, 17, 22, 23, 63, 64, 66, 68, 71, 80,
                                                       81, 83, 84, 200, 2**31, 2**32 - 1]), "I")


def event_size(rng, lay, out):
    at, _, size = some_event(rng, lay)
    put(out, lay, at + 6, rng.choice([0, 1, 7, 8, 9, 15, 16, 24, size - 8, size + 8, size + 1, 0x7fff, 0xfff1, 0xfff8]), "H")


def event_misc(rng, lay, out):
    put(out, lay, some_event(rng, lay)[0] + 4, rng.choice([1, 2, 3, 4, 5, 6, 7, 0x2000, 0x4000, 0xffff, 0]), "H")


def callchain_nr(rng, lay, out):
    places = list(lay.chains())
    if places:
        at = rng.choice(places)
        now = lay.u64(at)
        put(out, lay, at, rng.choice(HUGE + [now + 1, now - 1, now ^ 1 << rng.randrange(64)]))
    else:
        payload_bits(rng, lay, out)


def cookie(rng, lay, out):
    places = list(lay.cookies())
    if places:
        put(out, lay, rng.choice(places), rng.choice([0, 1, MARKER, 2**64 - 1, 2**64 - 512, rng.getrandbits(64)]))
    else:
        at, _, size = some_event(rng, lay)
        put(out, lay, at + 8 * rng.randrange(1, max(2, size // 8)), rng.getrandbits(64))


def payload_bits(rng, lay, out):
    at, _, size = some_event(rng, lay)
    flip(rng, out, at + 8, at + size)


def truncation(rng, lay, out):
    del out[rng.randrange(1, len(out)):]


def duplicated_block(rng, lay, out):
    at = rng.randrange(lay.begin, max(lay.begin + 1, lay.end))
    n = rng.choice([1, 8, 24, 64, 256])
    out[at:at] = out[at:at + n]


def zeroed_block(rng, lay, out):
    at = rng.randrange(0, len(out))
    n = min(rng.choice([8, 16, 64, 512]), len(out) - at)
    out[at:at + n] = bytes(n)


def huge_u64(rng, lay, out):
    put(out, lay, rng.randrange(0, max(1, len(out) - 7)) & ~7, rng.choice(HUGE))


CLASSES = {f.__name__: f for f in (
    header_bits, attr_bits, feature_bits, feature_count, event_type, event_size, event_misc, callchain_nr,
    cookie, payload_bits, truncation, duplicated_block, zeroed_block, huge_u64)}


def mutate(data, name, seed):
    """The damaged bytes. @data must be a sound recording."""
    rng = random.Random(f"{name}/{seed}")
    out = bytearray(data)
    CLASSES[name](rng, Layout(data), out)
    return bytes(out)


def main():
    if sys.argv[1:] == ["list"]:
        print(*CLASSES, sep="\n")
        return 0
    if len(sys.argv) != 5 or sys.argv[1] not in CLASSES:
        print(__doc__.strip(), file=sys.stderr)
        return 129
    with open(sys.argv[3], "rb") as f:
        data = f.read()
    with open(sys.argv[4], "wb") as f:
        f.write(mutate(data, sys.argv[1], sys.argv[2]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
