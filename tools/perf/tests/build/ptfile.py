#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a program and a recording of its Intel PT trace, for tests: all of it made by hand.

    ptfile.py DIR [VARIANT]     DIR/prog, DIR/pt.data

Packets, ELF file and perf.data are written from the formats' texts alone, and share nothing with the
tool or with its decoder library. The program is never run: the trace says what it is to have done.
"""
import os
import struct
import sys

TEXT = 0x401000
SYMBOLS = [("main", 0x401000, 0x11), ("fun", 0x401020, 9), ("tail", 0x401030, 0xa), ("leaf", 0x401040, 2)]
CODE = {
    0x401000: "31c9"            # main: xor %ecx,%ecx
              "ffc1"            # 2: inc %ecx
              "83f903"          #    cmp $3,%ecx
              "75f9"            #    jne 2
              "e812000000"      #    call fun
              "90"              #    nop
              "eb1f",           #    jmp tail
    0x401020: "4889f8"          # fun: mov %rdi,%rax
              "e818000000"      #    call leaf
              "c3",             #    ret
    0x401030: "f3480faee0"      # tail: ptwrite %rax
              "0f05"            #    syscall
              "90"              #    nop
              "ffe0",           #    jmp *%rax
    0x401040: "90c3",           # leaf: nop; ret
}
# A task: process 100, thread 101, on CPU 0.
PID, TID, CPU = 100, 101, 0
PT_TYPE = 8
# Two ticks of the clock make a nanosecond, and the clock began before time did.
SHIFT, MULT, ZERO = 31, 1 << 30, 1000000000


def ticks(time):
    return (time - ZERO) * 2


# --- packets ---------------------------------------------------------------------------------------

PSB = bytes.fromhex("0282") * 8
PSBEND = bytes.fromhex("0223")
OVF = bytes.fromhex("02f3")
PAD = b"\0"
MODE_EXEC_64 = bytes.fromhex("9901")


def tsc(value):
    return b"\x19" + struct.pack("<Q", value)[:7]


def cbr(ratio):
    return bytes([0x02, 0x03, ratio, 0])


def ip_packet(opcode, ip, size=6):
    """@size: bytes of the address; 0 (suppressed), 2, 4 or 6 (sign-extended)."""
    ipc = {0: 0, 2: 1, 4: 2, 6: 3}[size]
    return bytes([opcode | ipc << 5]) + struct.pack("<Q", ip & 2**64 - 1)[:size]


def tip(ip, size=6):
    return ip_packet(0x0d, ip, size)


def tip_pge(ip, size=6):
    return ip_packet(0x11, ip, size)


def tip_pgd(ip=0, size=0):
    return ip_packet(0x01, ip, size)


def fup(ip, size=6):
    return ip_packet(0x1d, ip, size)


def tnt(bits):
    """Up to six of "T" and "N", the oldest first."""
    value = 1
    for bit in bits:
        value = value << 1 | (bit == "T")
    return bytes([value << 1])


def cyc(cycles):
    """So many cycles since the last one, up to what the next packet tells of."""
    out = [(cycles & 31) << 3 | 3]
    cycles >>= 5
    while cycles:
        out[-1] |= 1 if len(out) > 1 else 4
        out.append((cycles & 127) << 1)
        cycles >>= 7
    return bytes(out)


def ptw(payload, with_ip=False):
    return bytes([0x02, 0x12 | 1 << 5 | (0x80 if with_ip else 0)]) + struct.pack("<Q", payload)


def mwait(hints, ext):
    return bytes.fromhex("02c2") + struct.pack("<II", hints, ext)


def pwre(state, sub, hw=0):
    return bytes.fromhex("0222") + bytes([hw << 7, state << 4 | sub])


def pwrx(last, deepest, wake=1):
    return bytes.fromhex("02a2") + bytes([last << 4 | deepest, wake, 0, 0, 0])


EXSTOP = bytes.fromhex("0262")


def psb_plus(time, *more, ratio=30):
    return PSB + tsc(ticks(time)) + cbr(ratio) + b"".join(more) + PSBEND


# --- the ELF file ----------------------------------------------------------------------------------

def program():
    text = bytearray(0x100)
    for at, code in CODE.items():
        code = bytes.fromhex(code)
        text[at - TEXT:at - TEXT + len(code)] = code
    names = b"\0" + b"".join(name.encode() + b"\0" for name, _, _ in SYMBOLS)
    symtab = bytes(24)
    at = 1
    for name, start, size in SYMBOLS:
        symtab += struct.pack("<IBBHQQ", at, 0x12, 0, 1, start, size)
        at += len(name) + 1
    shnames = b"\0.text\0.symtab\0.strtab\0.shstrtab\0"
    body = bytearray(0x1000) + text
    places = []
    for part in (symtab, names, shnames):
        places.append((len(body), len(part)))
        body += part + bytes(-len(part) % 8)
    shoff = len(body)
    section = struct.Struct("<IIQQQQIIQQ")
    body += bytes(64)
    body += section.pack(1, 1, 6, TEXT, 0x1000, len(text), 0, 0, 16, 0)
    body += section.pack(7, 2, 0, 0, *places[0], 3, 1, 8, 24)
    body += section.pack(15, 3, 0, 0, *places[1], 0, 0, 1, 0)
    body += section.pack(23, 3, 0, 0, *places[2], 0, 0, 1, 0)
    head = b"\x7fELF\x02\x01\x01" + bytes(9)
    head += struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, TEXT, 64, shoff, 0, 64, 56, 1, 64, 5, 4)
    head += struct.pack("<IIQQQQQQ", 1, 5, 0x1000, TEXT, TEXT, 0x1000, 0x1000, 0x1000)
    body[:len(head)] = head
    return bytes(body)


# --- the recording ---------------------------------------------------------------------------------

IDENTIFIER, S_IP, S_TID, S_TIME, S_CPU, S_AUX = 1 << 16, 1, 2, 4, 128, 1 << 20
SAMPLE_TYPE = IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU
KERNEL, USER = 1, 2


def attr(kind, config, flags, sample_type=SAMPLE_TYPE, period=1, aux_sample_size=0):
    a = struct.pack("<IIQQQQQ", kind, 128, config, period, sample_type, 4, sum(1 << f for f in flags))
    a += bytes(104 - len(a))
    a += struct.pack("<IIII", 0, 0, 0, aux_sample_size)
    return a + bytes(128 - len(a))


def record(kind, misc, body):
    body += bytes(-len(body) % 8)
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def sample_id(time, ident, pid=PID, tid=TID, cpu=CPU):
    return struct.pack("<IIQIIQ", pid, tid, time, cpu, 0, ident)


def string(text):
    text = text.encode() + b"\0"
    return text + bytes(-len(text) % 8)


def mmap2(time, path, pid=PID, start=TEXT, size=0x1000, pgoff=0x1000):
    body = struct.pack("<IIQQQIIQQII", pid, pid, start, size, pgoff, 0, 0, 0, 0, 5, 2)
    return record(10, USER, body + string(path) + sample_id(time, 2))


def comm(time, name, exec_=True, pid=PID, tid=TID):
    return record(3, 1 << 13 if exec_ else 0, struct.pack("<II", pid, tid) + string(name) + sample_id(time, 2))


def fork(time, pid=PID, tid=TID, parent=PID):
    return record(7, 0, struct.pack("<IIIIQ", pid, parent, tid, parent, time) + sample_id(time, 2))


def itrace_start(time, pid=PID, tid=TID, cpu=CPU):
    return record(12, 0, struct.pack("<II", pid, tid) + sample_id(time, 1, pid, tid, cpu))


def switch(time, out, pid=PID, tid=TID, cpu=CPU):
    return record(14, 1 << 13 if out else 0, sample_id(time, 2, pid, tid, cpu))


def aux(time, offset, size, flags=0, cpu=CPU):
    return record(11, 0, struct.pack("<QQQ", offset, size, flags) + sample_id(time, 1, cpu=cpu))


def auxtrace(data, offset, reference, idx=0, tid=-1, cpu=CPU):
    data += bytes(-len(data) % 8)
    return record(71, 0, struct.pack("<QQQIiII", len(data), offset, reference, idx, tid, cpu & 2**32 - 1, 0)) + data


def auxtrace_info(per_cpu=1, snapshot=0):
    words = [PT_TYPE, SHIFT, MULT, ZERO, 1, 1 << 10, 1 << 11, 2, snapshot, per_cpu, 1 << 9, 0xf << 14,
             0, 0, 1 << 1, 30, 0]
    return record(70, 0, struct.pack("<II", 1, 0) + struct.pack(f"<{len(words)}Q", *words))


def event_desc(attrs, names):
    out = struct.pack("<II", len(attrs), len(attrs[0]))
    for n, (a, name) in enumerate(zip(attrs, names)):
        text = name.encode() + b"\0"
        text += bytes(-len(text) % 64)
        out += a + struct.pack("<II", 1, len(text)) + text + struct.pack("<Q", n + 1)
    return out


def perf_data(attrs, records, features=None):
    ids_at = 104
    attrs_at = ids_at + 8 * len(attrs)
    data_at = attrs_at + len(attrs) * 144
    out = struct.pack("<QQQQQQQQQ", 0x32454c4946524550, 104, 144, attrs_at, len(attrs) * 144, data_at,
                      len(records), 0, 0)
    bits = 0
    for bit in features or {}:
        bits |= 1 << bit
    out += struct.pack("<QQQQ", bits, 0, 0, 0)
    out += b"".join(struct.pack("<Q", n + 1) for n in range(len(attrs)))
    for n, a in enumerate(attrs):
        out += a + struct.pack("<QQ", ids_at + 8 * n, 8)
    out += records
    at = len(out) + 16 * len(features or {})
    blobs = b""
    for bit in sorted(features or {}):
        out += struct.pack("<QQ", at + len(blobs), len(features[bit]))
        blobs += features[bit]
    return out + blobs


# --- what happened ---------------------------------------------------------------------------------

# main to the system call: three rounds of the loop, fun, leaf, both returns compressed, a ptwrite.
ROUND = tnt("TTNTT") + ptw(0x123456789abcdef0)


def whole_round(time, **kw):
    """One pass through main, in user space only: the system call ends the trace."""
    return (psb_plus(time, **kw) + MODE_EXEC_64 + tip_pge(0x401000) + ROUND + tip_pgd())


def trace_plain():
    t = whole_round(2000001000)
    # Back from the system call, an indirect jump to main, an interrupt in fun, and on.
    t += tsc(ticks(2000003000)) + tip_pge(0x401037, 2) + tip(0x401000, 2) + tnt("N")
    t += tsc(ticks(2000004000)) + fup(0x401020, 2) + tip_pgd()
    t += tsc(ticks(2000005000)) + tip_pge(0x401020, 2) + tnt("T")
    t += tip(0x40100e, 2) + fup(0x401030, 2) + tip_pgd()
    t += mwait(0x20, 1) + pwre(1, 2) + EXSTOP + pwrx(2, 3)
    return t


def trace_damaged():
    """A bad opcode, an overflow, and a place without code; each is followed by a whole round."""
    good = whole_round
    t = good(2000001000)
    t += psb_plus(2000002000) + MODE_EXEC_64 + tip_pge(0x401000) + tnt("TTN") + bytes.fromhex("c9ff0000") * 3
    t += good(2000003000)
    t += psb_plus(2000004000) + MODE_EXEC_64 + tip_pge(0x401000) + tnt("TT") + OVF + fup(0x401007) + tnt("NTT")
    t += ptw(1) + tip_pgd()
    t += psb_plus(2000005000) + MODE_EXEC_64 + tip_pge(0x7f0000000000) + tnt("TTN")
    t += good(2000006000)
    return t


def trace_cycles():
    """The same way as the plain one, with cycles before some of the packets."""
    t = psb_plus(2000001000) + MODE_EXEC_64 + tip_pge(0x401000)
    t += cyc(10) + tnt("TT") + cyc(100) + tnt("N") + tnt("TT") + ptw(0x123456789abcdef0) + cyc(7) + tip_pgd()
    t += tsc(ticks(2000003000)) + cyc(500) + tip_pge(0x401037, 2) + cyc(3) + tip(0x401000, 2) + tnt("N")
    t += tsc(ticks(2000004000)) + cyc(20) + fup(0x401020, 2) + tip_pgd()
    t += tsc(ticks(2000005000)) + tip_pge(0x401020, 2) + cyc(8) + cyc(9) + tnt("T")
    t += cyc(40) + tip(0x40100e, 2) + fup(0x401030, 2) + cyc(2) + tip_pgd()
    # Another PSB begins anew, and what was counted before an error counts no more.
    t += psb_plus(2000006000) + MODE_EXEC_64 + tip_pge(0x401000) + cyc(30) + tnt("TTN")
    t += bytes.fromhex("c9ff0000") * 3
    t += psb_plus(2000007000, ratio=20) + MODE_EXEC_64 + tip_pge(0x401000) + cyc(6) + tnt("TTNTT") + ptw(1)
    t += tip_pgd()
    return t


def recording(path, trace, per_cpu=1):
    events = [comm(2000000000, "prog", pid=PID, tid=PID), mmap2(2000000001, path),
              fork(2000000002), itrace_start(2000000003), switch(2000000500, False)]
    last = 2000100000
    trace += bytes(-len(trace) % 8)
    events += [aux(last, 0, len(trace)), switch(last + 1, True)]
    return auxtrace_info(per_cpu) + b"".join(events) + auxtrace(trace, 0, ticks(last), cpu=CPU if per_cpu else -1,
                                                               tid=-1 if per_cpu else TID)


def trace_packets():
    """One of each packet, in no sensible order: only to be shown."""
    t = psb_plus(2000001000, bytes.fromhex("9920"), MODE_EXEC_64, fup(0xffffffff81000000))
    t += bytes.fromhex("9902 9900 9921 9922".replace(" ", ""))           # MODE
    t += tip(0, 0) + tip(0x1234, 2) + tip(0x12345678, 4) + tip(0x7fff12345678) + fup(0, 0) + tip_pgd(0x4010, 2)
    t += tnt("N") + tnt("TNTNTN") + bytes.fromhex("02a3785634120180")    # TNT, long TNT
    t += bytes.fromhex("0243 000000123400 0243 010000123400".replace(" ", ""))  # PIP
    t += bytes.fromhex("02c8 3412000000".replace(" ", ""))               # VMCS
    t += bytes.fromhex("0273 3412 00 5600".replace(" ", "")) + bytes.fromhex("5977")  # TMA, MTC
    t += bytes.fromhex("03 0b ff 0f fd02".replace(" ", ""))              # CYC, of one byte and more
    t += bytes.fromhex("02c3 88 0102030405060708".replace(" ", ""))      # MNT
    t += bytes.fromhex("0212 78563412 0292 78563412".replace(" ", "")) + ptw(1, True)  # PTWRITE
    t += mwait(0x20, 1) + pwre(1, 2, 1) + EXSTOP + bytes.fromhex("02e2") + pwrx(2, 3, 4)
    t += bytes.fromhex("0213 87 20 0213 02 0d 0253 04 0102030405060708".replace(" ", ""))  # CFE, EVD
    t += bytes.fromhex("0283") + OVF + PAD * 3                           # TraceSTOP
    return t


def trace_straddled():
    """What is no packet begins within a PSB, whose first byte was the last one of another packet."""
    return (whole_round(2000001000) + fup(0x020000000000) + PSB[1:] + bytes.fromhex("c9ff0000") * 3 +
            whole_round(2000003000))


VARIANTS = {"plain": trace_plain, "damaged": trace_damaged, "packets": trace_packets, "straddled": trace_straddled,
            "cycles": trace_cycles}


def main():
    folder = sys.argv[1]
    variant = sys.argv[2] if len(sys.argv) > 2 else "plain"
    path = os.path.join(os.path.abspath(folder), "prog")
    if os.environ.get("PT_PATH"):
        path = os.environ["PT_PATH"]
    with open(os.path.join(folder, "prog"), "wb") as f:
        f.write(program())
    attrs = [attr(PT_TYPE, 0x300e603 if variant == "cycles" else 0x300e601, [0, 1, 5, 18]),
             attr(1, 9, [0, 1, 5, 8, 9, 13, 18, 23, 24, 26])]
    with open(os.path.join(folder, "pt.data"), "wb") as f:
        f.write(perf_data(attrs, recording(path, VARIANTS[variant]()),
                          {12: event_desc(attrs, ["intel_pt//u", "dummy:u"])}))


if __name__ == "__main__":
    main()
