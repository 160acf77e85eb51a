#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes perf.data files record by record: what no hardware at hand records, or what nobody should.

Written from the format's text alone, and sharing nothing with the tool. A module for test scripts:

    f = Writer()
    e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_WEIGHT, name="cpu-clock")
    f.comm(1, 1, "prog")
    f.mmap2(1, 1, 0x400000, 0x1000, 0, "/bin/prog")
    f.sample(e, ip=0x400100, pid=1, tid=1, time=5, weight=7)
    f.write("perf.data")
"""
import struct

(S_IP, S_TID, S_TIME, S_ADDR, S_READ, S_CALLCHAIN, S_ID, S_CPU, S_PERIOD, S_STREAM_ID, S_RAW,
 S_BRANCH_STACK, S_REGS_USER, S_STACK_USER, S_WEIGHT, S_DATA_SRC, S_IDENTIFIER, S_TRANSACTION,
 S_REGS_INTR, S_PHYS_ADDR, S_AUX, S_CGROUP, S_DATA_PAGE_SIZE, S_CODE_PAGE_SIZE,
 S_WEIGHT_STRUCT) = (1 << n for n in range(25))
F_ENABLED, F_RUNNING, F_ID, F_GROUP, F_LOST = 1, 2, 4, 8, 16
BRANCH_HW_INDEX, BRANCH_COUNTERS = 1 << 17, 1 << 19
(MMAP, LOST, COMM, EXIT, THROTTLE, UNTHROTTLE, FORK, READ, SAMPLE, MMAP2, AUX, ITRACE_START,
 LOST_SAMPLES, SWITCH, SWITCH_CPU_WIDE, NAMESPACES, KSYMBOL, BPF_EVENT, CGROUP, TEXT_POKE,
 AUX_OUTPUT_HW_ID, CALLCHAIN_DEFERRED) = range(1, 23)
HEADER_ATTR, TRACING_DATA, FINISHED_ROUND, EVENT_UPDATE, HEADER_FEATURE = 64, 66, 68, 78, 80
FEAT_TRACING_DATA, FEAT_ARCH, FEAT_EVENT_DESC, FEAT_BRANCH_STACK = 1, 6, 12, 15
MISC_KERNEL, MISC_USER = 1, 2
ATTR_SIZE = 136
SCHED_SWITCH = """name: sched_switch
ID: 314
format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;
\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;
\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;

print fmt: "prev_comm=%s prev_pid=%d prev_prio: %x, end", REC->prev_comm, REC->prev_pid, REC->prev_prio
"""


class Event:
    def __init__(self, index, values):
        self.index = index
        self.type = values.pop("type", 1)
        self.config = values.pop("config", 0)
        self.period = values.pop("period", 1)
        self.sample_type = values.pop("sample_type", S_IP | S_TID | S_TIME)
        self.read_format = values.pop("read_format", 0)
        self.flags = values.pop("flags", 1 << 18)		# sample_id_all
        self.branch_sample_type = values.pop("branch_sample_type", 0)
        self.regs_user = values.pop("regs_user", 0)
        self.stack_user = values.pop("stack_user", 0)
        self.regs_intr = values.pop("regs_intr", 0)
        self.clockid = values.pop("clockid", 0)			# with flags 1 << 25
        self.aux_action = values.pop("aux_action", 0)		# 1: starts paused, 2: pauses, 4: resumes
        self.bp = values.pop("bp", (0, 0, 0))			# bp_type, bp_addr, bp_len
        self.name = values.pop("name", "event")
        self.ids = values.pop("ids", [index + 1])
        if values:
            raise TypeError(f"unknown: {', '.join(values)}")


class Writer:
    def __init__(self, order="<", arch=None, branch_stack=False):
        self.order, self.arch = order, arch
        self.branch_stack = branch_stack		# the feature that says so
        self.events, self.records = [], []
        self.formats = []	# (system, text) of tracepoints
        self.features_more = {}					# by number: bytes

    def pack(self, fmt, *values):
        return struct.pack(self.order + fmt, *values)

    def event(self, **values):
        self.events.append(Event(len(self.events), values))
        return self.events[-1]

    # --- records ---------------------------------------------------------------------------
    def record(self, kind, body, misc=0):
        body += bytes(-len(body) % 8)
        self.records.append(self.pack("IHH", kind, misc, len(body) + 8) + body)

    def sample_id(self, pid=0, tid=0, time=0, cpu=0):
        """The trailer, as the first event has it."""
        e, out = self.events[0], b""
        if e.sample_type & S_TID:
            out += self.pack("ii", pid, tid)
        if e.sample_type & S_TIME:
            out += self.pack("Q", time)
        if e.sample_type & S_ID:
            out += self.pack("Q", e.ids[0])
        if e.sample_type & S_STREAM_ID:
            out += self.pack("Q", e.ids[0])
        if e.sample_type & S_CPU:
            out += self.pack("II", cpu, 0)
        if e.sample_type & S_IDENTIFIER:
            out += self.pack("Q", e.ids[0])
        return out

    def text(self, string):
        data = (string if isinstance(string, bytes) else string.encode()) + b"\0"
        return data + bytes(-len(data) % 8)

    def comm(self, pid, tid, name, time=0, misc=0):
        self.record(COMM, self.pack("ii", pid, tid) + self.text(name) +
                    self.sample_id(pid, tid, time), misc)

    def mmap2(self, pid, tid, addr, length, pgoff, name, time=0, misc=MISC_USER, prot=5):
        self.record(MMAP2, self.pack("iiQQQIIQQII", pid, tid, addr, length, pgoff, 0, 0, 0, 0, prot, 2) +
                    self.text(name) + self.sample_id(pid, tid, time), misc)

    def mmap(self, pid, tid, addr, length, pgoff, name, time=0, misc=MISC_USER):
        self.record(MMAP, self.pack("iiQQQ", pid, tid, addr, length, pgoff) + self.text(name) +
                    self.sample_id(pid, tid, time), misc)

    def regs(self, value, mask):
        if value is None:
            return self.pack("Q", 0)
        abi, by_number = value
        return self.pack("Q", abi) + b"".join(self.pack("Q", by_number.get(n, 0))
                                              for n in range(64) if mask >> n & 1)

    def read(self, e, values, enabled, running):
        f = e.read_format
        times = (self.pack("Q", enabled) if f & F_ENABLED else b"") + \
            (self.pack("Q", running) if f & F_RUNNING else b"")

        def one(value, ident):
            return self.pack("Q", value) + (self.pack("Q", ident) if f & F_ID else b"") + \
                (self.pack("Q", 0) if f & F_LOST else b"")
        if f & F_GROUP:
            return self.pack("Q", len(values)) + times + b"".join(one(v, i) for v, i in values)
        value, ident = values[0]
        return self.pack("Q", value) + times + one(value, ident)[8:]

    def branch_flags(self, flags):
        """Bit fields: the first one is at the most significant bit in big-endian recordings."""
        if self.order == "<":
            return flags
        out, at = 0, 64
        for width in (1, 1, 1, 1, 16, 4, 2, 4, 3, 1, 30):
            at -= width
            out |= (flags & ((1 << width) - 1)) << at
            flags >>= width
        return out

    def sample(self, e, misc=MISC_USER, ip=0, pid=0, tid=0, time=0, addr=0, ident=None, cpu=0,
               period=1, read=((0, 0),), enabled=0, running=0, chain=(), raw=b"", branches=(),
               hw_idx=0, counters=(), user_regs=None, stack=b"", dyn_size=None, weight=0,
               data_src=0, transaction=0, intr_regs=None, phys_addr=0, cgroup=0,
               data_page_size=0, code_page_size=0, aux=b""):
        t, p = e.sample_type, self.pack
        ident = e.ids[0] if ident is None else ident
        out = b""
        if t & S_IDENTIFIER:
            out += p("Q", ident)
        if t & S_IP:
            out += p("Q", ip)
        if t & S_TID:
            out += p("ii", pid, tid)
        if t & S_TIME:
            out += p("Q", time)
        if t & S_ADDR:
            out += p("Q", addr)
        if t & S_ID:
            out += p("Q", ident)
        if t & S_STREAM_ID:
            out += p("Q", ident)
        if t & S_CPU:
            out += p("II", cpu, 0)
        if t & S_PERIOD:
            out += p("Q", period)
        if t & S_READ:
            out += self.read(e, read, enabled, running)
        if t & S_CALLCHAIN:
            out += p(f"{len(chain) + 1}Q", len(chain), *chain)
        if t & S_RAW:
            padded = raw + bytes(-(len(raw) + 4) % 8)
            out += p("I", len(padded)) + padded
        if t & S_BRANCH_STACK:
            out += p("Q", len(branches))
            if e.branch_sample_type & BRANCH_HW_INDEX:
                out += p("Q", hw_idx)
            for source, target, flags in branches:
                out += p("QQQ", source, target, self.branch_flags(flags))
            if e.branch_sample_type & BRANCH_COUNTERS:
                out += p(f"{len(branches)}Q", *counters)
        if t & S_REGS_USER:
            out += self.regs(user_regs, e.regs_user)
        if t & S_STACK_USER:
            out += p("Q", len(stack)) + stack
            if stack:
                out += p("Q", len(stack) if dyn_size is None else dyn_size)
        if t & (S_WEIGHT | S_WEIGHT_STRUCT):
            out += p("Q", weight)
        if t & S_DATA_SRC:
            out += p("Q", data_src)
        if t & S_TRANSACTION:
            out += p("Q", transaction)
        if t & S_REGS_INTR:
            out += self.regs(intr_regs, e.regs_intr)
        if t & S_PHYS_ADDR:
            out += p("Q", phys_addr)
        if t & S_CGROUP:
            out += p("Q", cgroup)
        if t & S_DATA_PAGE_SIZE:
            out += p("Q", data_page_size)
        if t & S_CODE_PAGE_SIZE:
            out += p("Q", code_page_size)
        if t & S_AUX:
            out += p("Q", len(aux)) + aux + bytes(-len(aux) % 8)
        self.record(SAMPLE, out, misc)

    # --- a tracepoint ----------------------------------------------------------------------
    def sched_switch_event(self, **values):
        self.formats.append(("sched", SCHED_SWITCH))
        return self.event(type=2, config=314, sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_RAW,
                          name="sched:sched_switch", **values)

    def sched_switch(self, e, comm, prev_pid, prio, size=32, **values):
        """A sample of that event; @size: of its raw bytes."""
        raw = self.pack("HBBi", 314, 0, 0, prev_pid) + comm.encode().ljust(16, b"\0") + \
            self.pack("ii", prev_pid, prio)
        self.sample(e, raw=raw[:size].ljust(size, b"\0"), **values)

    # --- the file --------------------------------------------------------------------------
    def attr(self, e):
        flags = e.flags
        if self.order == ">":
            # Bit fields begin at the most significant bit there.
            flags = int(f"{flags:064b}"[::-1], 2)
        return self.pack("IIQQQQQIIQQQQIiQIIIIQQ", e.type, ATTR_SIZE, e.config, e.period, e.sample_type,
                         e.read_format, flags, 0, e.bp[0], e.bp[1], e.bp[2], e.branch_sample_type,
                         e.regs_user, e.stack_user, e.clockid, e.regs_intr, 0, 0, 0, e.aux_action, 0, 0)

    def tracing_data(self):
        """The formats of the tracepoints, as version 0.6 of trace files has them."""
        page = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
        systems = {}
        for system, text in self.formats:
            systems.setdefault(system, []).append(text)
        out = bytearray(b"\x17\x08\x44tracing0.6\0") + bytes([self.order == ">", 8]) + self.pack("I", 4096)
        for name, text in ("header_page", page), ("header_event", "# compressed entry header\n"):
            out += name.encode() + b"\0" + self.pack("Q", len(text)) + text.encode()
        out += self.pack("II", 0, len(systems))
        for system, texts in systems.items():
            out += system.encode() + b"\0" + self.pack("I", len(texts))
            for text in texts:
                out += self.pack("Q", len(text)) + text.encode()
        return out + self.pack("IIQ", 0, 0, 0)	# no kallsyms, printk formats, saved command lines

    def features(self):
        def string(s):
            data = s.encode() + b"\0"
            data += bytes(-len(data) % 64)
            return self.pack("I", len(data)) + data
        desc = bytearray(self.pack("II", len(self.events), ATTR_SIZE))
        for e in self.events:
            desc += self.attr(e) + self.pack("I", len(e.ids)) + string(e.name) + \
                self.pack(f"{len(e.ids)}Q", *e.ids)
        out = {FEAT_EVENT_DESC: desc}
        if self.arch:
            out[FEAT_ARCH] = string(self.arch)
        if self.branch_stack:
            out[FEAT_BRANCH_STACK] = b""
        if self.formats:
            out[FEAT_TRACING_DATA] = self.tracing_data()
        out.update(self.features_more)
        return out

    def write(self, path):
        magic = b"PERFILE2" if self.order == "<" else b"2ELIFREP"
        ids, where = bytearray(), []
        for e in self.events:
            where.append((104 + len(ids), 8 * len(e.ids)))
            ids += self.pack(f"{len(e.ids)}Q", *e.ids)
        attrs = b"".join(self.attr(e) + self.pack("QQ", *w) for e, w in zip(self.events, where))
        attrs_at = 104 + len(ids)
        data = b"".join(self.records) + self.pack("IHH", FINISHED_ROUND, 0, 8)
        data_at = attrs_at + len(attrs)
        features = self.features()
        bits = sum(1 << n for n in features)
        at = data_at + len(data) + 16 * len(features)
        table, blobs = b"", b""
        for n in sorted(features):
            table += self.pack("QQ", at + len(blobs), len(features[n]))
            blobs += features[n]
        header = magic + self.pack("QQQQQQQQ", 104, ATTR_SIZE + 16, attrs_at, len(attrs), data_at,
                                   len(data), 0, 0) + self.pack("QQQQ", bits, 0, 0, 0)
        with open(path, "wb") as out:
            out.write(header + ids + attrs + data + table + blobs)

    def write_pipe(self, path):
        """The same as a stream: what a file has in its header comes in records."""
        def record(kind, body, misc=0):
            return self.pack("IHH", kind, misc, len(body) + 8) + body
        out = bytearray((b"PERFILE2" if self.order == "<" else b"2ELIFREP") + self.pack("Q", 16))
        for e in self.events:
            out += record(HEADER_ATTR, self.attr(e) + self.pack(f"{len(e.ids)}Q", *e.ids))
            name = e.name.encode() + b"\0"
            out += record(EVENT_UPDATE, self.pack("QQ", 2, e.ids[0]) + name + bytes(-len(name) % 8))
        for number, blob in self.features().items():
            if number == FEAT_TRACING_DATA:
                out += record(TRACING_DATA, self.pack("I", len(blob) + -len(blob) % 8)) + blob + bytes(-len(blob) % 8)
            else:
                out += record(HEADER_FEATURE, self.pack("Q", number) + blob + bytes(-len(blob) % 8))
        with open(path, "wb") as f:
            f.write(out + b"".join(self.records) + record(FINISHED_ROUND, b""))
