#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Reads perf.data and stitches deferred callchains: the oracle of the tests.

Written from the format's text alone, and sharing nothing with the tool, so that the two can be
compared. Simple before fast. Needs only the standard library, and libzstd for compressed
recordings.

    perfdata.py [--records | --summary | --json] FILE        (- reads standard input)

Prints a line for each sample, in time order:

    TIME TID CPU COOKIE KERNEL-IPS | USER-IPS | ORPHAN-REASON
"""
import argparse
import collections
import json
import os
import struct
import sys

from unpack import Unpacker

CONTEXT_KERNEL = 2**64 - 128
CONTEXT_USER = 2**64 - 512
CONTEXT_USER_DEFERRED = 2**64 - 640
CONTEXT_MAX = 2**64 - 4095

(MMAP, LOST, COMM, EXIT, THROTTLE, UNTHROTTLE, FORK, READ, SAMPLE, MMAP2, AUX, ITRACE_START,
 LOST_SAMPLES, SWITCH, SWITCH_CPU_WIDE, NAMESPACES, KSYMBOL, BPF_EVENT, CGROUP, TEXT_POKE,
 AUX_OUTPUT_HW_ID, CALLCHAIN_DEFERRED) = range(1, 23)
HEADER_ATTR, TRACING_DATA, FINISHED_ROUND, AUXTRACE = 64, 66, 68, 71
EVENT_UPDATE, HEADER_FEATURE, COMPRESSED, COMPRESSED2 = 78, 80, 81, 83
FEAT_EVENT_DESC = 12

(S_IP, S_TID, S_TIME, S_ADDR, S_READ, S_CALLCHAIN, S_ID, S_CPU, S_PERIOD, S_STREAM_ID, S_RAW,
 S_BRANCH_STACK, S_REGS_USER, S_STACK_USER, S_WEIGHT, S_DATA_SRC, S_IDENTIFIER, S_TRANSACTION,
 S_REGS_INTR, S_PHYS_ADDR, S_AUX, S_CGROUP, S_DATA_PAGE_SIZE, S_CODE_PAGE_SIZE,
 S_WEIGHT_STRUCT) = (1 << n for n in range(25))

F_ENABLED, F_RUNNING, F_ID, F_GROUP, F_LOST = 1, 2, 4, 8, 16
BRANCH_HW_INDEX, BRANCH_COUNTERS = 1 << 17, 1 << 19

ATTR_SAMPLE_ID_ALL, ATTR_DEFER_CALLCHAIN, ATTR_DEFER_OUTPUT = 18, 38, 39

Record = collections.namedtuple("Record", "offset type misc body")


class BadFile(Exception):
    """The file cannot be read any further."""


class Attr:
    def __init__(self, data, order):
        word = struct.Struct(order + "IIQQQQ")
        (self.type, self.size, self.config, self.period, self.sample_type,
         self.read_format) = word.unpack_from(data, 0)
        flags = data[40:48]
        # Bit fields begin at the least significant bit of a little endian word, at the most
        # significant one of a big endian word: bit n is in byte n / 8 either way.
        self.flags = {n for n in range(64)
                      if flags[n // 8] >> (n % 8 if order == "<" else 7 - n % 8) & 1}

        def tail(offset, fmt):
            end = offset + struct.calcsize(fmt)
            return struct.unpack_from(order + fmt, data, offset)[0] if end <= len(data) else 0
        self.branch_sample_type = tail(72, "Q")
        self.regs_user = tail(80, "Q")
        self.regs_intr = tail(96, "Q")
        self.aux_action = tail(116, "I")
        self.ids = []
        self.name = f"event-{self.type}-{self.config:x}"


class Source:
    """All bytes of one file, and where we are in them."""

    def __init__(self, data, order="<", position=0):
        self.data, self.order, self.position = data, order, position

    def take(self, fmt):
        s = struct.Struct(self.order + fmt)
        if self.position + s.size > len(self.data):
            raise BadFile(f"0x{self.position:x}: the file ends inside a {s.size}-byte field")
        values = s.unpack_from(self.data, self.position)
        self.position += s.size
        return values if len(values) > 1 else values[0]


class PerfData:
    def __init__(self, path):
        self.attrs, self.order, self.warnings = [], "<", []
        self.skipped = collections.Counter()
        self.packed, self.features = [], {}
        self.extra = []
        if os.path.isdir(path):
            names = sorted((n for n in os.listdir(path) if n.startswith("data.")),
                           key=lambda n: int(n[5:]) if n[5:].isdigit() else -1)
            self.extra = [open(os.path.join(path, n), "rb").read() for n in names]
            path = os.path.join(path, "data")
        self.data = sys.stdin.buffer.read() if path == "-" else open(path, "rb").read()
        magic = self.data[:8]
        if magic == b"PERFILE2":
            self.order = "<"
        elif magic == b"2ELIFREP":
            self.order = ">"
        else:
            raise BadFile("not a perf.data file")
        header_size = struct.unpack_from(self.order + "Q", self.data, 8)[0]
        self.pipe = header_size == 16
        if self.pipe:
            self.begin, self.end = 16, len(self.data)
        else:
            self.read_file_header()

    def read_file_header(self):
        s = Source(self.data, self.order, 16)
        attr_size, attrs_at, attrs_len, self.begin, data_len = s.take("QQQQQ")
        self.end = self.begin + data_len
        s.take("QQ")
        features = [s.take("Q") for _ in range(4)]
        for at in range(attrs_at, attrs_at + attrs_len, attr_size):
            attr = Attr(self.data[at:at + attr_size - 16], self.order)
            ids_at, ids_len = struct.unpack_from(self.order + "QQ", self.data, at + attr_size - 16)
            attr.ids = list(struct.unpack_from(f"{self.order}{ids_len // 8}Q", self.data, ids_at))
            self.attrs.append(attr)
        bits = [n for n in range(256) if features[n // 64] >> (n % 64) & 1]
        s.position = self.end
        for bit in bits:
            try:
                at, size = s.take("QQ")
            except BadFile:
                self.warnings.append("feature table cut off")
                break
            self.features[bit] = self.data[at:at + size]
        if FEAT_EVENT_DESC in self.features:
            self.event_desc(self.features[FEAT_EVENT_DESC])

    def event_desc(self, data):
        s = Source(data, self.order)
        try:
            nr, attr_size = s.take("II")
            for i in range(nr):
                s.position += attr_size
                nr_ids, length = s.take("II")
                name = data[s.position:s.position + length].split(b"\0")[0].decode()
                s.position += length
                ids = [s.take("Q") for _ in range(nr_ids)]
                for attr in self.attrs:
                    if (ids and attr.ids == ids) or (not ids and self.attrs.index(attr) == i):
                        attr.name = name
        except BadFile:
            self.warnings.append("event descriptions cut off")

    # --- records -------------------------------------------------------------------------
    def raw_records(self, data, begin, end):
        s = Source(data, self.order, begin)
        end = min(end, len(data))
        while s.position + 8 <= end:
            offset = s.position
            kind, misc, size = s.take("IHH")
            if size < 8 or offset + size > end:
                self.warnings.append(f"0x{offset:x}: record of type {kind} has size {size}")
                return
            body = data[offset + 8:offset + size]
            s.position = offset + size
            if kind == TRACING_DATA:
                length = struct.unpack_from(self.order + "I", body)[0]
                s.position += (length + 7) // 8 * 8
            elif kind == AUXTRACE:
                s.position += struct.unpack_from(self.order + "Q", body)[0]
            yield Record(offset, kind, misc, body)

    def records(self):
        """All records in file order; compressed ones come unpacked, at the end."""
        for part, begin, end in [(self.data, self.begin, self.end)] + \
                [(d, 0, len(d)) for d in self.extra]:
            packed = []
            for r in self.raw_records(part, begin, end):
                if r.type == COMPRESSED:
                    packed.append(r.body)
                elif r.type == COMPRESSED2:
                    n = struct.unpack_from(self.order + "Q", r.body)[0]
                    packed.append(r.body[8:8 + n])
                else:
                    if r.type == HEADER_ATTR:
                        self.header_attr(r.body)
                    elif r.type == EVENT_UPDATE:
                        self.event_update(r.body)
                    elif r.type == HEADER_FEATURE and \
                            struct.unpack_from(self.order + "Q", r.body)[0] == FEAT_EVENT_DESC:
                        self.event_desc(r.body[8:])
                    yield r
            if packed:
                unpacked = self.unpack(packed)
                yield from self.raw_records(unpacked, 0, len(unpacked))

    def unpack(self, packed):
        """One stream, flushed after each record and never finished."""
        unpacker, parts = Unpacker(), []
        try:
            for body in packed:
                parts.append(unpacker.unpack(body))
        except ValueError as e:
            self.warnings.append(str(e))
        return b"".join(parts)

    def header_attr(self, body):
        size = struct.unpack_from(self.order + "I", body, 4)[0] or 64
        attr = Attr(body[:size], self.order)
        n = (len(body) - size) // 8
        attr.ids = list(struct.unpack_from(f"{self.order}{n}Q", body, size))
        self.attrs.append(attr)

    def event_update(self, body):
        kind, ident = struct.unpack_from(self.order + "QQ", body)
        for attr in self.attrs:
            if kind == 2 and ident in attr.ids:
                attr.name = body[16:].split(b"\0")[0].decode()

    # --- whose record, and its fields ----------------------------------------------------
    @staticmethod
    def id_place(attr):
        """Index of the id among a sample's words, and from the end of a sample_id; or None."""
        t = attr.sample_type
        if t & S_IDENTIFIER:
            return 0, 1
        if not t & S_ID:
            return None
        front = sum(bool(t & bit) for bit in (S_IP, S_TID, S_TIME, S_ADDR))
        back = 1 + sum(bool(t & bit) for bit in (S_STREAM_ID, S_CPU))
        return front, back

    def attr_of(self, record):
        if len(self.attrs) == 1:
            return self.attrs[0]
        for attr in self.attrs:
            place = self.id_place(attr)
            if place is None:
                continue
            at = place[0] * 8 if record.type == SAMPLE else len(record.body) - place[1] * 8
            if 0 <= at <= len(record.body) - 8:
                ident = struct.unpack_from(self.order + "Q", record.body, at)[0]
                if ident in attr.ids:
                    return attr
        places = {self.id_place(a) for a in self.attrs}
        # Without ids, events that agree on everything can still be read as the first of them.
        if places == {None} and len({a.sample_type for a in self.attrs}) == 1:
            return self.attrs[0]
        return self.attrs[0] if record.type != SAMPLE else None

    def sample_id(self, record):
        """The trailer of a record that is not a sample: {"tid": ..., "time": ...}."""
        attr = self.attr_of(record) if self.attrs else None
        if not attr or ATTR_SAMPLE_ID_ALL not in attr.flags:
            return {}, 0
        t, out = attr.sample_type, {}
        words = sum(bool(t & b) for b in (S_TID, S_TIME, S_ID, S_STREAM_ID, S_CPU, S_IDENTIFIER))
        at = len(record.body) - 8 * words
        if at < 0:
            return {}, 0
        s = Source(record.body, self.order, at)
        if t & S_TID:
            out["pid"], out["tid"] = s.take("ii")
        if t & S_TIME:
            out["time"] = s.take("Q")
        if t & S_ID:
            out["id"] = s.take("Q")
        if t & S_STREAM_ID:
            s.take("Q")
        if t & S_CPU:
            out["cpu"] = s.take("II")[0]
        return out, 8 * words

    def read_field(self, s, f):
        if f & F_GROUP:
            nr = s.take("Q")
            for bit in (F_ENABLED, F_RUNNING):
                if f & bit:
                    s.take("Q")
            per = 1 + bool(f & F_ID) + bool(f & F_LOST)
        else:
            nr, per = 1, 1 + sum(bool(f & b) for b in (F_ENABLED, F_RUNNING, F_ID, F_LOST))
        s.position += 8 * per * nr

    def sample(self, record):
        attr = self.attr_of(record)
        if attr is None:
            raise BadFile("whose sample this is cannot be told")
        t, s = attr.sample_type, Source(record.body, self.order)
        out = {"event": attr.name, "misc": record.misc, "chain": None, "time": 0, "tid": -1,
               "pid": -1, "cpu": -1, "offset": record.offset,
               "defers": ATTR_DEFER_CALLCHAIN in attr.flags}
        if t & S_IDENTIFIER:
            s.take("Q")
        if t & S_IP:
            out["ip"] = s.take("Q")
        if t & S_TID:
            out["pid"], out["tid"] = s.take("ii")
        if t & S_TIME:
            out["time"] = s.take("Q")
        for bit in (S_ADDR, S_ID, S_STREAM_ID):
            if t & bit:
                s.take("Q")
        if t & S_CPU:
            out["cpu"] = s.take("II")[0]
        if t & S_PERIOD:
            out["period"] = s.take("Q")
        if t & S_READ:
            self.read_field(s, attr.read_format)
        if t & S_CALLCHAIN:
            nr = s.take("Q")
            if nr > (len(record.body) - s.position) // 8:
                raise BadFile(f"callchain of {nr} entries")
            out["chain"] = list(struct.unpack_from(f"{self.order}{nr}Q", record.body, s.position))
            s.position += 8 * nr
        return out

    def deferred(self, record, protocol):
        ident, trailer = self.sample_id(record)
        words = (len(record.body) - trailer) // 8
        values = struct.unpack_from(f"{self.order}{words}Q", record.body)
        head = 2 if protocol == "C" else 1
        if len(values) < head or values[head - 1] > len(values) - head:
            raise BadFile("deferred record's nr is past its end")
        nr = values[head - 1]
        ips = list(values[head:head + nr])
        if ips and ips[0] == CONTEXT_USER:
            ips = ips[1:]
        return {"cookie": values[0] if protocol == "C" else None, "ips": ips,
                "tid": ident.get("tid"), "pid": ident.get("pid"), "time": ident.get("time", 0),
                "offset": record.offset, "guest": record.misc & 7 in (4, 5)}


class Half:
    """A sample's chain, split: what is there, and what it waits for."""

    def __init__(self, chain):
        self.kernel, self.user = [], []
        self.marker, self.cookie = False, None
        where, i = self.kernel, 0
        chain = chain or []
        while i < len(chain):
            v = chain[i]
            if v == CONTEXT_USER_DEFERRED:
                self.marker, self.cookie = True, None
                if i + 1 < len(chain) and chain[i + 1] < CONTEXT_MAX:
                    i += 1
                    self.cookie = chain[i]
            elif v == CONTEXT_USER:
                where = self.user
            elif v >= CONTEXT_MAX:
                where = self.kernel
            else:
                where.append(v)
            i += 1


def load(path):
    """Returns (file, samples, deferred records, losses); samples carry their Half."""
    f = PerfData(path)
    samples, late, losses = [], [], []
    for r in f.records():
        try:
            if r.type == SAMPLE:
                s = f.sample(r)
                s["half"] = Half(s["chain"])
                samples.append(s)
            elif r.type == CALLCHAIN_DEFERRED:
                late.append(r)
            elif r.type == LOST:
                ident, _ = f.sample_id(r)
                losses.append((ident.get("time", 0), ident.get("cpu", -1)))
        except (BadFile, struct.error) as e:
            f.skipped[r.type] += 1
            f.warnings.append(f"0x{r.offset:x}: type {r.type}: {e}")
    f.protocol = "C"
    outputs = sum(ATTR_DEFER_OUTPUT in a.flags for a in f.attrs)
    waiting = [s for s in samples if s["half"].marker]
    defers = any(ATTR_DEFER_CALLCHAIN in a.flags for a in f.attrs)
    if defers and not outputs and all(s["half"].cookie is None for s in waiting):
        f.protocol = "A"
    records = []
    for r in late:
        try:
            records.append(f.deferred(r, f.protocol))
        except (BadFile, struct.error) as e:
            f.skipped[r.type] += 1
            f.warnings.append(f"0x{r.offset:x}: type {r.type}: {e}")
    samples.sort(key=lambda s: (s["time"], s["offset"]))
    records.sort(key=lambda r: (r["time"], r["offset"]))
    return f, samples, records, losses


def nearest(records, time):
    """The record nearest to @time; an empty one counts as twice as far away.

    Of two as near: one that has a stack, then the later one; of one time, that which lies nearer.
    """
    def rank(numbered):
        number, r = numbered
        later = r["time"] >= time
        return abs(r["time"] - time) * (1 if r["ips"] else 2), not r["ips"], not later, number if later else -number

    return min(enumerate(records), default=(0, None), key=rank)[1]


def stitch(f, samples, records, losses):
    """Gives every sample "kernel", "user", "orphan", "cookie"; returns counts."""
    count = collections.Counter(samples=len(samples), records=len(records))
    index, last_sign = {}, {}
    for r in records:
        if r["tid"] is None:
            continue
        key = (r["guest"], r["tid"], r["cookie"])
        if f.protocol == "C" and key in index:
            count["duplicates"] += 1
        index.setdefault(key, []).append(r)
        last_sign[r["tid"]] = r["time"]
    for s in samples:
        s["guest"] = s["misc"] & 7 in (4, 5)
        if s["misc"] & 7 in (2, 5) or s["half"].cookie is not None:
            sign = (s["time"], s["half"].cookie, s["misc"] & 7 in (2, 5))
            s["sign"] = sign
    later = {}
    for s in reversed(samples):
        s["later"] = later.get(s["tid"])
        if "sign" in s:
            t = later.get(s["tid"])
            # The newest sign that differs from a given stay: two are enough to know.
            if t is None or t[1] != s["half"].cookie:
                later[s["tid"]] = s["sign"]
    if f.protocol == "A":
        by_tid = collections.defaultdict(list)
        for r in records:
            by_tid[r["tid"]].append(r)
        place = collections.Counter()
    used = set()
    for s in samples:
        h = s["half"]
        s["kernel"], s["user"], s["orphan"], s["cookie"] = h.kernel, h.user, None, h.cookie
        if not h.marker:
            continue
        count["waiting"] += 1
        if f.protocol == "C":
            if h.cookie is None:
                s["orphan"] = "unterminated"
                continue
            r = nearest(index.get((s["guest"], s["tid"], h.cookie), []), s["time"])
        else:
            rs, i = by_tid[s["tid"]], place[s["tid"]]
            while i < len(rs) and rs[i]["time"] < s["time"]:
                i += 1
            place[s["tid"]] = i
            r = rs[i] if i < len(rs) else None
        if r and r["ips"]:
            s["user"] = h.user + r["ips"]
            used.add(r["offset"])
            count["by_later" if r["time"] >= s["time"] else "by_earlier"] += 1
        elif r:
            s["orphan"] = "empty"
        else:
            s["orphan"] = orphan_reason(s, last_sign, losses)
    count["orphans"] = sum(1 for s in samples if s["orphan"])
    count["never_used"] = len(records) - len(used) - count["duplicates"]
    return count


def orphan_reason(s, last_sign, losses):
    returned = last_sign.get(s["tid"], -1) > s["time"] or \
        (s["later"] and (s["later"][1] != s["cookie"] or s["later"][2]))
    if not returned:
        return "in-kernel at end"
    if any(t >= s["time"] for t, _ in losses):
        return "lost"
    return "missing"


def hexes(ips):
    return ",".join(f"{ip:x}" for ip in ips) or "-"


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    ap.add_argument("--records", action="store_true", help="list the records instead")
    ap.add_argument("--summary", action="store_true", help="print only the counts")
    ap.add_argument("--json", action="store_true", help="samples as JSON lines, as the generator's truth")
    ap.add_argument("file")
    args = ap.parse_args()
    try:
        if args.records:
            for r in PerfData(args.file).records():
                print(f"0x{r.offset:x} type {r.type} misc 0x{r.misc:x} size {len(r.body) + 8}")
            return 0
        f, samples, records, losses = load(args.file)
    except (BadFile, OSError, struct.error) as e:
        print(f"{args.file}: {e}", file=sys.stderr)
        return 1
    count = stitch(f, samples, records, losses)
    if args.summary:
        count["protocol"] = f.protocol
        print(json.dumps(count, sort_keys=True))
    elif args.json:
        for s in samples:
            print(json.dumps({
                "time": s["time"], "tid": s["tid"], "pid": s["pid"], "cpu": s["cpu"],
                "event": s["event"], "kernel": [hex(i) for i in s["kernel"]],
                "user": [hex(i) for i in s["user"]], "orphan": s["orphan"],
                "cookie": None if s["cookie"] is None else hex(s["cookie"])}))
    else:
        for s in samples:
            cookie = "-" if s["cookie"] is None else f"{s['cookie']:x}"
            print(f"{s['time']} {s['tid']} {s['cpu']} {cookie} {hexes(s['kernel'])} | "
                  f"{hexes(s['user'])} | {s['orphan'] or '-'}")
    for w in f.warnings:
        print(f"{args.file}: {w}", file=sys.stderr)
    return 2 if f.skipped else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(1)
