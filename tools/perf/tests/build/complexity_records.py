# SPDX-License-Identifier: GPL-2.0-only
"""Cases of complexity.py: damage, features of the header, tracepoints, AUX data."""
import os
import struct

import ptfile
from perfwrite import *

from complexity_case import *


# --- damage ---------------------------------------------------------------------------------------

@case(200, "script", "report --stdio", "defer dump")
def bad_sizes(n, folder):
    f = writer()
    for i in range(n):
        # behind each place as many that make sense as a reader wants to see before it believes that records go on here
        for k in range(4):
            f.sample(f.main, ip=0x400000, pid=100, tid=100, time=i)
        f.records.append(struct.pack("<IHHQ", SAMPLE, 0, 3, 0))
    save(f, folder)


@case(150, "script", "report --stdio", "script -i - < {stream}", daily=False)
def damage_that_shifts(n, folder):
    """Four records that make sense, of which the first one moves all others off by a byte, and damage, again and again:
    whoever looks for the next one that is aligned as the last one was finds none up to the end."""
    f = writer()
    run = struct.pack("<IHH", 81, 0, 17) + bytes(9) + 3 * struct.pack("<IHH", 68, 0, 8)
    f.records += [b"\xff" * 15 + run for _ in range(n)] + [b"\xff" * 11]
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=1)
    save(f, folder)
    f.write_pipe(os.path.join(folder, "stream"))


@case(150, "script", "report --stdio", "script -i - < {stream}")
def damage_without_end(n, folder):
    """Samples that are too short, each followed by a record of no type: nowhere do records seem to begin."""
    f = writer()
    f.records += [struct.pack("<IHHQIHH", SAMPLE, 0, 16, 0, 0x7777, 0, 8) for _ in range(n)]
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=1)
    save(f, folder)
    f.write_pipe(os.path.join(folder, "stream"))


@case(1000, "script", "report --stdio", "report --header-only", daily=False)
def zeros(n, folder):
    f = writer()
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=1)
    f.records.append(bytes(48 * n))
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=1)
    save(f, folder)


@case(200, "script", "report --stdio", "script -D", daily=False)
def bad_records(n, folder):
    f = writer()
    for i in range(n):
        for k in range(4):
            f.sample(f.main, ip=0x400000, pid=100, tid=100, time=i)
        f.record(COMM, b"")
        f.record(MMAP2, b"\1" * 16)
    save(f, folder)

# --- features of the header -----------------------------------------------------------------------

def string(s):
    data = s.encode() + b"\0"
    data += bytes(-len(data) % 64)
    return struct.pack("<I", len(data)) + data


def bpf_program(ident, function=1):
    info = bytearray(224)
    struct.pack_into("<I", info, 4, ident)
    struct.pack_into("<16s", info, 64, b"prog")
    struct.pack_into("<II", info, 104, 1, 1)
    struct.pack_into("<QQ", info, 112, 0, 8)
    struct.pack_into("<IIQI", info, 128, ident, 8, 16, 1)
    struct.pack_into("<IQ", info, 180, 1, 24)
    data = struct.pack("<QIIIIQ", 0xffffffffa0000000 + 64 * ident, 64, 0, 0, function, ident)
    return struct.pack("<IIQ", len(info), len(data), 1 << 3 | 1 << 4 | 1 << 5 | 1 << 8) + bytes(info) + data


def btf(ident, functions=1):
    strings, types = bytearray(b"\0"), bytearray()
    for i in range(functions):
        types += struct.pack("<III", len(strings), 12 << 24, 1)
        strings += f"function_{i}".encode() + b"\0"
    data = struct.pack("<HBBIIIII", 0xeb9f, 1, 0, 24, 0, len(types), len(types), len(strings)) + types + strings
    return struct.pack("<II", ident, len(data)) + data


@case(800, "report --header-only -I", "script", "inject -o {folder}/out", memory=40, daily=False)
def features(n, folder):
    """Each list that the header has."""
    p, f = struct.pack, writer()
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=1)
    names = [string(f"{i}") for i in range(n)]
    f.features_more = {
        7: p("<II", n, n),
        11: p("<I", n) + b"".join(names),
        13: (p("<I", n) + b"".join(names)) * 2 + b"".join(p("<II", i, i) for i in range(n)),
        14: p("<I", n) + b"".join(p("<IQQ", i, 1, 1) + names[i] for i in range(n)),
        16: p("<I", n) + b"".join(p("<I", i) + names[i] for i in range(n)),
        20: p("<II", 1, n) + b"".join(p("<IIII", 1, 64, 8, 8) + string("Data") + string("32K") + names[i] for i in range(n)),
        22: p("<QQQ", 1, 1 << 27, n) + b"".join(p("<QQQQ", i, 64, 64, 1) for i in range(n)),
        25: p("<I", n) + b"".join(bpf_program(i) for i in range(n)),
        26: p("<I", n) + b"".join(btf(i) for i in range(n)),
        28: p("<I", n) + b"".join(names[i] + string("1") for i in range(n)),
        30: p("<I", n) + b"".join(names[i] + string("0-1") for i in range(n)),
        31: p("<I", n) + b"".join(p("<I", 1) + string("branches") + string("32") + names[i] for i in range(n)),
    }
    save(f, folder)


@case(700, "report --header-only -I", memory=40, daily=False)
def functions_of_one_btf(n, folder):
    f = writer()
    f.features_more = {25: struct.pack("<I", n) + b"".join(bpf_program(7, i + 1) for i in range(n)),
                       26: struct.pack("<I", 1) + btf(7, n)}
    save(f, folder)

# --- tracepoints ----------------------------------------------------------------------------------

def tracepoint(ident, fields=2, name="made"):
    text = f"name: {name}_{ident}\nID: {ident}\nformat:\n"
    for i in range(fields):
        text += f"\tfield:int f{i};\toffset:{4 * i};\tsize:4;\tsigned:1;\n"
    return text + '\nprint fmt: "f0=%d", REC->f0\n'


@case(60, "script", "report --stdio", "evlist", "report --header-only", memory=80)
def tracepoint_formats(n, folder):
    f = Writer(arch="x86_64")
    for i in range(n):
        f.formats.append(("made", tracepoint(300 + i)))
        f.event(type=2, config=300 + i, sample_type=PLAIN | S_RAW, name=f"made:made_{300 + i}")
        f.sample(f.events[i], ip=1, pid=1, tid=1, time=i, raw=bytes(36))
    save(f, folder)


@case(100, "script", "report --stdio", "script -F trace", memory=80, daily=False)
def tracepoint_fields(n, folder):
    f = Writer(arch="x86_64")
    text = tracepoint(300, n)
    text = text[:text.index("print fmt")] + 'print fmt: "' + " ".join("%d" for i in range(n)) + '", ' + \
        ", ".join(f"REC->f{i}" for i in range(n)) + "\n"
    f.formats.append(("made", text))
    e = f.event(type=2, config=300, sample_type=PLAIN | S_RAW, name="made:made_300")
    f.sample(e, ip=1, pid=1, tid=1, time=1, raw=bytes(4 * n))
    save(f, folder)


@case(500, "report --stdio -s trace", "script", "report --stdio -s prev_comm,prev_pid", memory=30, daily=False)
def tracepoint_texts(n, folder):
    f = Writer(arch="x86_64")
    e = f.sched_switch_event()
    for i in range(n):
        f.sched_switch(e, f"c{i}", i, i, ip=1, pid=1, tid=1, time=i)
    save(f, folder)

# --- AUX ------------------------------------------------------------------------------------------

@case(500, "script", "report --stdio", "script -D", "script --aux-segments", "report --stats", daily=False)
def aux_buffers(n, folder):
    f = writer()
    f.event(type=8, config=0, sample_type=PLAIN, name="intel_pt//")
    words = [8] + [0] * 16
    f.records.insert(0, struct.pack("<IHHII17Q", 70, 0, 16 + 136, 1, 0, *words))
    for i in range(n):
        f.record(AUX, f.pack("QQQ", 8 * i, 8, 0) + f.sample_id(1, 1, 10 + i))
        f.records.append(struct.pack("<IHHQQQIiII", 71, 0, 48, 8, 8 * i, 0, i % 7, -1, i % 7, 0) + bytes(8))
    f.sample(f.main, ip=1, pid=1, tid=1, time=1)
    save(f, folder)


@case(300, "script --aux-segments", "script", daily=False)
def aux_windows(n, folder):
    """Each thread has two: an event begins one, and another ends it."""
    f = writer(flags=1 << 18)
    f.event(type=8, config=0, sample_type=PLAIN, name="intel_pt//", aux_action=1)
    begins, ends = (f.event(type=1, config=0, sample_type=PLAIN, name=name, aux_action=action)
                    for name, action in (("begins", 4), ("ends", 2)))
    for i in range(2 * n):
        f.record(AUX, f.pack("QQQ", 8 * i, 8, 1 + 2 * (i % 2)) + f.sample_id(100 + i % n, 100 + i % n, 10 + 3 * i))
        for k, e in enumerate((begins, ends)):
            f.sample(e, ip=1, pid=100 + i % n, tid=100 + i % n, time=11 + 3 * i + k)
    f.sample(f.main, ip=1, pid=1, tid=1, time=1)
    save(f, folder)


@case(200, "script --itrace=ibe --symfs {folder}", "report --stdio --itrace=e", "script -D",
      memory=60, daily=False)
def pt_errors(n, folder):
    """An Intel PT trace in which a packet that is none and a way to where no code is follow each other."""
    good = ptfile.psb_plus(2000001000) + ptfile.MODE_EXEC_64 + ptfile.tip_pge(0x401000) + ptfile.tnt("TT")
    lost = ptfile.psb_plus(2000001000) + ptfile.MODE_EXEC_64
    trace = b"".join(good + b"\xc9\xff\0\0" * 3 + lost + ptfile.tip_pge(0x900000 + 16 * i) + ptfile.tnt("TN") for i in range(n))
    attrs = [ptfile.attr(ptfile.PT_TYPE, 0x300e601, [0, 1, 5, 18]), ptfile.attr(1, 9, [0, 1, 5, 8, 9, 13, 18, 23, 24, 26])]
    with open(os.path.join(folder, "prog"), "wb") as f:
        f.write(ptfile.program())
    with open(os.path.join(folder, "perf.data"), "wb") as f:
        f.write(ptfile.perf_data(attrs, ptfile.recording("/prog", trace),
                                 {12: ptfile.event_desc(attrs, ["intel_pt//u", "dummy:u"])}))
