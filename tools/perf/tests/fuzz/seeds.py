#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes sound inputs for the libFuzzer targets whose input is no recording: DIR/NAME/* for fuzz-NAME.

    seeds.py DIR

ELF files are compiled, where there is a compiler; all else is written here, from the formats' descriptions.
"""
import os
import struct
import subprocess
import sys
import tempfile

BUILD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build")
SOURCE = """
extern int puts(const char *);
struct node { struct node *next; int value; } first;
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x + first.value; }
__attribute__((noinline)) int sum(int n) { int s = 0; while (n--) s += twice(n); return s; }
int main(int argc, char **argv) { puts(argv[0]); return sum(argc); }
"""
FORMAT = b"""name: e
ID: 7
format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;
\tfield:__data_loc char[] path;\toffset:24;\tsize:4;\tsigned:0;
\tfield:unsigned long flags;\toffset:32;\tsize:8;\tsigned:0;

print fmt: "comm=%s path=%s flags=%s %d", REC->comm, __get_str(path), __print_flags(REC->flags, "|", {1, "A"}), REC->flags
"""


def jitdump():
    def record(kind, body):
        return struct.pack("<IIQ", kind, 16 + len(body), 5) + body
    load = struct.pack("<IIQQQQ", 7, 7, 0x1000, 0x1000, 4, 1) + b"f\0" + b"\x90\x90\x90\xc3"
    lines = struct.pack("<QQ", 0x1000, 1) + struct.pack("<QII", 0x1000, 1, 0) + b"a.js\0"
    return struct.pack("<IIIIIIQQ", 0x4a695444, 1, 40, 62, 0, 7, 1, 0) + record(2, lines) + record(0, load) + \
        record(1, struct.pack("<IIQQQQQ", 7, 7, 0, 0x1000, 0x2000, 4, 1)) + record(3, b"")


def loader_cache():
    strings = b"libc.so.6\0/lib/libc.so.6\0"
    at = 48 + 24
    return b"glibc-ld.so.cache1.1" + struct.pack("<IIBBBBIIII", 1, len(strings), 2, 0, 0, 0, 0, 0, 0, 0) + \
        struct.pack("<iIIIQ", 0x303, at, at + 10, 0, 0) + strings


def tracing_data():
    def sized(data, form="<I"):
        return struct.pack(form, len(data)) + data
    out = b"\x17\x08\x44tracing0.6\0\0\x08" + struct.pack("<I", 4096)
    out += b"header_page\0" + sized(b"", "<Q") + b"header_event\0" + sized(b"", "<Q")
    out += struct.pack("<I", 0) + struct.pack("<I", 1) + b"sys\0" + struct.pack("<I", 1) + sized(FORMAT, "<Q")
    out += sized(b"") + sized(b"") + sized(b"", "<Q")
    return out


def tracepoint():
    blob = tracing_data()
    raw = struct.pack("<HHi16sII", 7, 0, 1, b"comm", 40 | 5 << 16, 0) + struct.pack("<Q", 1) + b"path\0"
    return struct.pack("<H", len(blob)) + blob + raw


def records():
    def one(kind, body, sample_type=0x1 | 0x2 | 0x4 | 0x20 | 0x80, misc=2):
        head = struct.pack("<QIIQQ", sample_type, 31, 0, 3, 0)
        return head + struct.pack("<IHH", kind, misc, 8 + len(body)) + body
    name = b"/bin/name\0\0\0\0\0\0\0"
    tail = struct.pack("<IIQII", 7, 7, 5, 0, 0)
    yield one(1, struct.pack("<IIQQQ", 7, 7, 0x1000, 0x1000, 0) + name + tail)
    yield one(10, struct.pack("<IIQQQIIQQII", 7, 7, 0x1000, 0x1000, 0, 8, 1, 3, 4, 5, 2) + name + tail)
    yield one(3, struct.pack("<II", 7, 7) + name + tail)
    yield one(9, struct.pack("<QIIQIIQQQ", 0x1000, 7, 7, 5, 0, 0, 2, 0xfffffffffffffe00, 0x1000), 0xa7)
    yield one(9, bytes(600), 0xffffff)
    yield one(22, struct.pack("<QQQQ", 5, 2, 0x1000, 0x2000) + tail)
    yield one(17, struct.pack("<QIHH", 0x1000, 64, 1, 0) + name + tail)
    yield one(16, struct.pack("<IIQ", 7, 7, 1) + struct.pack("<QQ", 1, 2) + tail)
    yield one(19, struct.pack("<Q", 5) + name + tail)
    yield one(20, struct.pack("<QHH", 0x1000, 2, 2) + b"\x90\x90\xcc\xcc" + tail)


def rings():
    """Records of two rings, with samples that are deferred and have copies of their stacks: see fuzz-live.c."""
    tail = struct.pack("<IIQ", 7, 7, 5)
    mmap = struct.pack("<IIQQQIIQQII", 7, 7, 0x1000, 0x1000, 0, 8, 1, 3, 4, 5, 2) + b"/bin/name\0\0\0\0\0\0\0" + tail
    deferred = struct.pack("<QQQQQ", 4, 0xffffffffffffff80, 0xffffffff81000000, 0xfffffffffffffd80, 42)
    walked = struct.pack("<QQQ", 2, 0xfffffffffffffe00, 0x1234)
    for second in 0, 2, 20:
        out = b""
        for time, chain in enumerate((deferred, walked)):
            sample = struct.pack("<IIQ", 7, 7, time + 4) + chain + struct.pack("<QQQ", 2, 0x7000, 0x7010) + \
                struct.pack("<Q", 32) + bytes(32) + struct.pack("<QQ", 32, 99)
            out += struct.pack("<IHH", 10, 2, 8 + len(mmap)) + mmap + struct.pack("<IHH", 9, 2, 8 + len(sample)) + sample
        out += struct.pack("<IHHIIIIQ", 7, 0, 48, 8, 7, 8, 7, 6) + tail + struct.pack("<IHHII", 3, 1 << 13, 40, 7, 7) + b"name\0\0\0\0" + tail
        yield struct.pack("<QIIQBB6x", 0x203026, 0, 0, 0xc0, 0, second) + out


def answers():
    """What a process says of unwind tables: see fuzz-table-wire.c."""
    row = struct.pack("<iii10BH", 16, -8, -16, 1, 0, 2, 2, 7, 6, 16, 0, 0, 0, 0)
    steps = struct.pack("<iii10BH", 0, 0, 0, 4, 1, 3, 3, 7, 6, 16, 2, 1, 1, 0)
    step = struct.pack("<QQQ", 0x77, 8, 0)
    plain = struct.pack("<8B", 1, 1, 0, 0, 1, 0, 0, 0) + row + row
    yield struct.pack("<Q", 5) + plain + struct.pack("<8B", 1, 0, 1, 1, 0, 0, 0, 0) + steps + row + step * 4 + plain


def repairs():
    """Chains with a piece of stack and rows: see fuzz-repair.c."""
    leaf, owner, start = (1, 0, 2, 1, 1, -1, -2, 0), (2, 0, 2, 2, 2, -1, -2, 0), (5, 0, 0, 0, 0, 0, 0, 0)
    expression = (3, 0, 2, 2, 4, -1, -2, 0)
    for rows in [leaf, owner, start] * 3, [owner] * 8, [expression, owner] * 4:
        head = struct.pack("<QQQQBBBB", 0x7000, 0x7018, 0x1055, 2**47 - 1, 0, 3, 40, 0)
        head += b"".join(struct.pack("<BBBBbbbb", *row) for row in rows[:8])
        # The head is as a C compiler lays it out.
        head += bytes(4) + struct.pack("<B7Bqq", 2, 0x77, 6, 0, 0, 0, 0, 0, 8, 0) * 4
        words = struct.pack("<4Q", 0x1001, 0x1055, 0x1155, 0x1255)
        stack = struct.pack("<6Q", 0x1051, 0, 0, 0x7030, 0x1155, 0x7050) + struct.pack("<4Q", 0x7050, 0x1255, 0, 0)
        yield head + words + stack


def unwind_sections():
    """Entries of unwind tables alone, of each byte order, size of addresses and kind of section: see fuzz-unwind-file.c."""
    def entry(order, body):
        body += bytes(-len(body) % 4)
        return struct.pack(order + "I", len(body)) + body
    # remember, restore, CFA by expressions and registers, each rule, each way to go on.
    program = bytes.fromhex("410e108602430d06 0a0c0708 440b 0208 0f03770806 100603770006 1606027700 05100205 2f1001 110602 130810"
                            "1207f8 0704 0806 090607 140601 150601 2e10 2d 030400 0dc600 0610 0e08 c6")
    for kind in range(1, 16, 2):
        order = "<>"[kind >> 1 & 1]
        eh, word = kind & 8, "Q" if kind & 4 else "I"
        cie = entry(order, struct.pack(order + "I", 0 if eh else 0xffffffff) + b"\x01" + (b"zRS\0" if eh else b"\0") +
                    bytes.fromhex("017810") + (b"\x01\x1b" if eh else b"") + bytes.fromhex("0c07089001"))
        where = struct.pack(order + "ii", 0x1100 - 0x1000 - len(cie) - 8, 0x80) if eh else struct.pack(order + word * 2, 0x1100, 0x80)
        fde = entry(order, struct.pack(order + "I", len(cie) + 4 if eh else 0) + where + (b"\0" if eh else b"") + program)
        yield struct.pack("<BHHHH", kind, 0x1100, 0x1110, 0x117f, 0) + cie + fde + bytes(4)


def streams():
    """Records alone, for fuzz-walk and fuzz-pipe, and whole streams: see made-head.h."""
    with tempfile.TemporaryDirectory() as d:
        subprocess.run([f"{BUILD}/every_record.py", d], check=True, env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
        for order, swapped in ("le", 0), ("be", 1):
            with open(f"{d}/{order}.data", "rb") as f:
                data = f.read()
            at, size = struct.unpack_from("<>"[swapped] + "QQ", data, 40)
            with open(f"{d}/{order}.pipe", "rb") as f:
                yield 2 + swapped, data[at:at + size], f.read()
    for order in 0, 1:
        yield order, b"".join(deferred("<>"[order])), b""


def deferred(order):
    """Samples that wait for their user half, and it, as the first event of made-head.h has them."""
    def record(kind, misc, body):
        return struct.pack(order + "IHH", kind, misc, 8 + len(body)) + body
    tail = struct.pack(order + "iiQIIQ", 7, 7, 5, 0, 0, 1)
    name = b"/bin/name\0\0\0\0\0\0\0"
    yield record(10, 2, struct.pack(order + "iiQQQIIQQII", 7, 7, 0x1000, 0x1000, 0, 8, 1, 3, 4, 5, 2) + name + tail)
    for k in range(4):
        yield record(9, 1, struct.pack(order + "QQiiQIIQ5Q", 1, 2**63 + 5, 7, 7, 5 + k, 0, 0, 1,
                                       4, 2**64 - 128, 2**63 + 5, 2**64 - 640, 1 + k // 2))
    for k in range(2):
        yield record(22, 2, struct.pack(order + "5Q", 1 + k, 3, 2**64 - 512, 0x1004, 0x1008) + tail)
    yield record(68, 0, b"")
    yield record(2, 0, struct.pack(order + "QQ", 1, 3) + tail)


def elf_files():
    with tempfile.TemporaryDirectory() as d:
        with open(f"{d}/a.c", "w", encoding="ascii") as f:
            f.write(SOURCE)
        for i, flags in enumerate((["-g", "-O1"], ["-g", "-O1", "-c"], ["-g", "-Os", "-gdwarf-4", "-shared", "-fPIC"])):
            try:
                subprocess.run(["cc", "-o", f"{d}/{i}", f"{d}/a.c", *flags], check=True, stderr=subprocess.DEVNULL)
            except (OSError, subprocess.CalledProcessError):
                continue
            with open(f"{d}/{i}", "rb") as f:
                yield f.read()


def pack():
    """Two members, stored as they are."""
    recording, first, second = b"PERFILE2" + bytes(96), b"\x7fELF", b"0 T _text\n"
    at = len(recording)
    directory = b""
    for kind, name, data in ((0, b"/bin/a", first), (2, b"[kernel.kallsyms]", second)):
        directory += struct.pack("<IIIIQQQ20s", kind, 0, 0, len(name), at, len(data), len(data), b"") + name
        at += len(data)
    return recording + first + second + directory + struct.pack("<QQII8s", at, len(directory), 1, 2, b"PERFPACK")


def go_tables():
    """Two functions, in the forms of Go 1.2, 1.16, 1.18 and 1.20."""
    for version, magic in enumerate((0xfffffffb, 0xfffffffa, 0xfffffff0, 0xfffffff1)):
        wide, names = version < 2, b"main.work\0runtime.goexit\0"
        moves = bytes([0, 2, 4, 48, 20, 47, 8, 0, 2, 32, 0])
        head = 16 + (0, 48, 56, 56)[version]
        first = head + 5 * (8 if wide else 4) + len(names) + len(moves)
        length = (8 if wide else 4) + (28, 36, 36, 40)[version]
        base = 0 if not version else head
        entries = (0, first - base, 0x20, first + length - base, 0x40)
        out = struct.pack("<IHBBQ", magic, 0, 1, 8, 2)
        at_names = head + 5 * (8 if wide else 4)
        at_moves = at_names + len(names)
        if version:
            out += struct.pack("<Q", 0) + (b"" if wide else struct.pack("<Q", 0x401000))
            out += struct.pack("<QQQQQ", at_names, 0, 0, at_moves, head)
        out += struct.pack("<5Q" if wide else "<5I", *(v + (0x401000 if wide and not i % 2 else 0) for i, v in enumerate(entries)))
        out += names + moves
        for i in range(2):
            out += struct.pack("<Q" if wide else "<I", (0x401000 if wide else 0) + i * 0x20)
            out += struct.pack("<III", (0 if version else at_names) + i * 10, 0, 0)
            out += struct.pack("<I", (0 if version else at_moves) + (8 if i else 1))
            out += bytes((12, 16, 16, 20)[version]) + bytes([0, i, 0, 0])
        yield out


def code():
    """A function with a frame; one with cases; one that realigns its stack."""
    for text in ("554889e54883ec20488945f8c9c3", "534883ec2083ff03771489f8ff24c500500000b8010000004883c4205bc331c04883c4205bc3",
                 "554889e54883e4e04883ec4048890424c9c3"):
        yield bytes.fromhex(text)


def main():
    elfs = list(elf_files())
    recordings = list(streams())
    seeds = {
        "config": [b"[report]\n\tpercent-limit = 7 # no\n[a \"b\"]\nc = \"x\\n y\" \\\n more\nd\n"],
        "events": [b"cycles:u", b"{instructions,cpu/event=0x3c,umask=1/k}:S", b"sched:sched_switch", b"r1a8",
                   b"mem:0x1000/8:rw", b"L1-dcache-load-misses", b"cpu-clock/name=a,period=9,call-graph=fp/uP", b"probe:*",
                   b"{uprobe:/bin/ls:main%return $retval:s32/call-graph=fp/,kprobe:f(int, char) a->b[1]},%sdt_a:b*", b"usdt:/lib/x:p:n",
                   b"{cycles,instructions/period=9,ratio-to-prev=.5/}"],
        "kallsyms": [b"ffffffff81000000 T _text\nffffffff81000010 t a.cold\nffffffffc0000000 t f\t[m]\n0 A x\n"],
        "jit-map": [b"7f0000000000 10 a\n0x7f0000000010 0x20 void b::c(int)\n7f0000000000 30 d\n"],
        "jitdump": [jitdump()],
        "pack": [pack()],
        "loader-cache": [loader_cache()],
        "tracepoint": [tracepoint()],
        "record": list(records()),
        # Version 1: two functions of three rows.
        "sframe": [bytes.fromhex("e2de01010300f800020000000600000014000000000000002200000000f0ffff19000000000000000300"
                                 "00000020f0ffff1b0000000a00000003000000000003080423800015030800030804238000170308")],
        "go-table": list(go_tables()),
        "stack-depth": list(code()),
        "elf": elfs,
        "dwarf": [struct.pack("<HHHH", 0x1139, 0x1150, 0x10, 0) + e for e in elfs],
        "unwind": [struct.pack("<HHHH", 0x1139, 0x1150, 0x10, 0x1030) + e for e in elfs],
        "unwind-file": [struct.pack("<BHHHH", 0, 0x1139, 0x1150, 0x10, 0x1030) + e for e in elfs] + list(unwind_sections()),
        "repair": list(repairs()),
        "live": list(rings()),
        "table-wire": list(answers()),
        "walk": [bytes([choice]) + records for choice, records, _ in recordings],
        "pipe": [bytes([choice, 7]) + records for choice, records, _ in recordings] +
                [bytes([4, 200]) + stream for _, _, stream in recordings if stream],
    }
    for name, inputs in seeds.items():
        os.makedirs(f"{sys.argv[1]}/{name}", exist_ok=True)
        for i, data in enumerate(inputs):
            with open(f"{sys.argv[1]}/{name}/{i}", "wb") as f:
                f.write(data)


if __name__ == "__main__":
    main()
