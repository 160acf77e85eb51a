# SPDX-License-Identifier: GPL-2.0-only
"""Cases of complexity.py: files beside the recording."""
import os
import struct

from perfwrite import *

from complexity_case import *


# --- files beside the recording -------------------------------------------------------------------

@case(1000, "script --kallsyms {folder}/kallsyms", "report --stdio --kallsyms {folder}/kallsyms", memory=15, daily=False)
def kallsyms_lines(n, folder):
    f = writer()
    f.mmap(-1, 0, K, 0x10000000, K, "[kernel.kallsyms]_text", 0, MISC_KERNEL)
    with open(os.path.join(folder, "kallsyms"), "w") as out:
        out.write(f"{K:x} T _text\n")
        for i in range(n):
            out.write(f"{K + 16 + 16 * i:x} T function_{i}\n")
    for i in range(n):
        f.sample(f.main, ip=K + 16 * i, pid=100, tid=100, time=3 + i, misc=MISC_KERNEL)
    save(f, folder)


@case(300, "script --kallsyms {folder}/kallsyms", memory=40, daily=False)
def kallsyms_at_one_address(n, folder):
    f = writer()
    f.mmap(-1, 0, K, 0x10000000, K, "[kernel.kallsyms]_text", 0, MISC_KERNEL)
    with open(os.path.join(folder, "kallsyms"), "w") as out:
        out.write(f"{K:x} T _text\n")
        for i in range(n):
            out.write(f"{K + 16:x} T function_{i}\n")
    f.sample(f.main, ip=K + 16, pid=100, tid=100, time=3, misc=MISC_KERNEL)
    save(f, folder)


@case(300, "script --kallsyms {folder}/kallsyms", "report --stdio --kallsyms {folder}/kallsyms", memory=60, daily=False)
def kallsyms_modules(n, folder):
    f = writer()
    f.mmap(-1, 0, K, 0x10000000, K, "[kernel.kallsyms]_text", 0, MISC_KERNEL)
    with open(os.path.join(folder, "kallsyms"), "w") as out:
        out.write(f"{K:x} T _text\n")
        for i in range(n):
            out.write(f"{0xffffffffa0000000 + 0x1000 * i:x} t f_{i}\t[m{i}]\n")
    for i in range(n):
        f.mmap(-1, 0, 0xffffffffa0000000 + i * 0x1000, 0x1000, 0, f"/lib/modules/nowhere/m{i}.ko", 0, MISC_KERNEL)
        f.sample(f.main, ip=0xffffffffa0000000 + i * 0x1000, pid=100, tid=100, time=3 + i, misc=MISC_KERNEL)
    save(f, folder)


def jit(f, folder, lines, addresses):
    os.makedirs(os.path.join(folder, "tmp"), exist_ok=True)
    with open(os.path.join(folder, "tmp/perf-100.map"), "w") as out:
        out.writelines(lines)
    f.comm(100, 100, "java", 1)
    f.mmap2(100, 100, 0x10000000, 0x10000000, 0, "//anon", 1)
    for i, a in enumerate(addresses):
        f.sample(f.main, ip=a, pid=100, tid=100, time=3 + i)
    save(f, folder)


@case(1000, "script --symfs {folder}", "report --stdio --symfs {folder}", memory=30, daily=False)
def jit_map_lines(n, folder):
    jit(writer(), folder, (f"{0x10000000 + 16 * i:x} 10 f{i}\n" for i in range(n)), (0x10000000 + 16 * i for i in range(n)))


@case(500, "script --symfs {folder}", "report --stdio --symfs {folder}", memory=30, daily=False)
def jit_map_nested(n, folder):
    jit(writer(), folder, (f"{0x10000000 + 16 * i:x} {32 * n - 32 * i:x} f{i}\n" for i in range(n)),
        (0x10000000 + 16 * i for i in range(n)))


@case(500, "script --symfs {folder}", "report --stdio --symfs {folder}", memory=30, daily=False)
def jit_map_around(n, folder):
    """One function that holds all others: whoever looks back for it from each address walks far."""
    jit(writer(), folder, [f"10000000 {1000 * n:x} around\n"] + [f"{0x10000000 + 16 * i:x} 8 f{i}\n" for i in range(n)],
        (0x1000000c + 16 * i for i in range(n)))


def elf(symbols, strings, sections=0, more=()):
    """A program of one code section at 0x1000, with @symbols: (name's offset, address, size); @more: (name, bytes)."""
    names = b"\0.text\0.symtab\0.strtab\0.shstrtab\0" + b"".join(name + b"\0" for name, _ in more)
    table = bytes(24) + b"".join(struct.pack("<IBBHQQ", name, 0x12, 0, 1, addr, size) for name, addr, size in symbols)
    at = 64 + 56
    parts, heads = bytearray(), bytearray(64)
    code_size = 0x400000

    def section(name, kind, flags, addr, offset, size, link=0, info=0, entry=0):
        nonlocal heads
        heads += struct.pack("<IIQQQQIIQQ", names.index(name), kind, flags, addr, offset, size, link, info, 1, entry)
    section(b".text", 8, 6, 0x1000, 0x1000, code_size)
    for i in range(sections):
        section(b".text", 8, 6, 0x1000 + code_size + 16 * i, 0x1000, 16)
    for name, kind, body, link, info, entry in ((b".symtab", 2, table, 2 + sections + 1, 1, 24), (b".strtab", 3, strings, 0, 0, 0),
                                                (b".shstrtab", 3, names, 0, 0, 0),
                                                *((name, 1, body, 0, 0, 0) for name, body in more)):
        section(name, kind, 0, 0, at + len(parts), len(body), link, info, entry)
        parts += bytes(body) + bytes(-len(body) % 8)
    head = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 3, 62, 1, 0x1000, 64, at + len(parts), 0, 64, 56, 1, 64,
                       5 + sections + len(more), 4 + sections)
    load = struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, 0x1000 + code_size, 0x1000 + code_size, 0x1000)
    return head + load + parts + heads


def program(f, folder, data, addresses, chain=False):
    os.makedirs(os.path.join(folder, "nowhere"), exist_ok=True)
    with open(os.path.join(folder, "nowhere/prog"), "wb") as out:
        out.write(data)
    base(f)
    for i, a in enumerate(addresses):
        more = {"chain": [CONTEXT_USER, 0x400000 + a]} if chain else {}
        f.sample(f.main, ip=0x400000 + a, pid=100, tid=100, time=3 + i, **more)
    save(f, folder)


SYMBOLS = ("script --symfs {folder}", "report --stdio --symfs {folder}")


@case(1000, *SYMBOLS, "report --stdio --symfs {folder} -s sym,srcline", memory=20, daily=False)
def elf_symbols(n, folder):
    strings, symbols = bytearray(b"\0"), []
    for i in range(n):
        symbols.append((len(strings), 0x1000 + 16 * i, 16))
        strings += f"function_{i}".encode() + b"\0"
    program(writer(), folder, elf(symbols, strings), (0x1000 + 16 * i for i in range(n)))


@case(300, *SYMBOLS, memory=40, daily=False)
def elf_symbols_share_a_string(n, folder):
    """Each name is the end of one long string, a byte shorter than the one before it."""
    string = b"\0" + b"x" * (12000 + 8 * 4800) + b"\0"
    first = len(string) - 12000
    program(writer(), folder, elf([(first + i % 1000, 0x1000 + 16 * i, 16) for i in range(n)], string), [0x1000])


@case(300, *SYMBOLS, memory=40, daily=False)
def elf_symbols_at_one_address(n, folder):
    strings, symbols = bytearray(b"\0"), []
    for i in range(n):
        symbols.append((len(strings), 0x1000, 16))
        strings += f"function_{i}".encode() + b"\0"
    program(writer(), folder, elf(symbols, strings), [0x1000])


@case(1500, *SYMBOLS, memory=40)
def elf_symbols_nested(n, folder):
    strings, symbols = bytearray(b"\0"), []
    for i in range(n):
        symbols.append((len(strings), 0x1000 + 16 * i, 32 * n - 32 * i))
        strings += f"function_{i}".encode() + b"\0"
    program(writer(), folder, elf(symbols, strings), (0x1000 + 32 * i for i in range(n)))


@case(1200, *SYMBOLS, memory=40, daily=False)
def elf_sections(n, folder):
    strings, symbols = bytearray(b"\0"), []
    for i in range(n):
        symbols.append((len(strings), 0x1000 + 16 * i, 16))
        strings += f"function_{i}".encode() + b"\0"
    program(writer(), folder, elf(symbols, strings, n), (0x1000 + 16 * i for i in range(n)))


@case(900, "inject --jit -i {data} -o {folder}/out", memory=60, daily=False)
def jitdump_entries(n, folder):
    def record(kind, time, body):
        return struct.pack("<IIQ", kind, 16 + len(body), time) + body
    dump = struct.pack("<IIIIIIQQ", 0x4a695444, 1, 40, 62, 0, 100, 10, 0)
    for i in range(n):
        # each makes a file: few of them
        if i % 16 == 0:
            dump += record(0, 10 + i, struct.pack("<IIQQQQ", 100, 100, 0x10000000 + 64 * i, 0x10000000 + 64 * i, 16, i % 3) +
                           f"f{i}".encode() + b"\0" + b"\x90" * 16)
        dump += record(1, 10 + i, struct.pack("<IIQQQQQ", 100, 100, 0x20000000 + 64 * i, 0, 0x20000000 + 64 * i, 16, i % 3))
    with open(os.path.join(folder, "jit-100.dump"), "wb") as out:
        out.write(dump)
    f = writer(flags=1 << 18 | 1 << 25, clockid=1)
    f.comm(100, 100, "java", 1)
    f.mmap2(100, 100, 0x7f00aaaa0000, 0x1000, 0, f"{folder}/jit-100.dump", 5)
    f.sample(f.main, ip=0x10000000, pid=100, tid=100, time=10 + n)
    save(f, folder)
