#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares recordings of the guest with what the test module says that it wrote.

    check.py DIR        DIR/NAME.data, .log, .status and .counters, as guest-aux leaves them

Reads with tests/build/perfdata.py and own code for the trace: nothing of the tool takes part. Prints
'ok: WHAT' and 'FAILED: WHAT: WHY'; exit status 1 if anything failed.
"""
import collections
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../build"))
import perfdata  # noqa: E402

MAGIC = 0x58554146
START, RESUME, TICK, PAUSE, STOP = range(1, 6)
AUX_PAUSE, AUX_RESUME = 2, 4
TRUNCATED, OVERWRITE, PARTIAL, COLLISION = 1, 2, 4, 8
AUXTRACE_INFO, INTEL_PT = 70, 1

Written = collections.namedtuple("Written", "type cpu time seq tid")
Chunk = collections.namedtuple("Chunk", "size offset reference idx tid cpu data")
Aux = collections.namedtuple("Aux", "offset size flags cpu tid time")


class Wrong(Exception):
    """What a recording should not be."""


def need(truth, text):
    if not truth:
        raise Wrong(text)


class Recording:
    def __init__(self, folder, name):
        base = os.path.join(folder, name)
        self.status = int(open(base + ".status").read())
        self.log = open(base + ".log").read()
        self.counters = collections.Counter()
        for line in open(base + ".counters"):
            for word in line.split():
                key, value = word.split("=")
                self.counters[key] += int(value)
        self.chunks, self.aux, self.samples, self.sampled = [], [], [], []
        self.path = base + ".data"
        if os.path.isdir(self.path):
            self.path = os.path.join(self.path, "data")
        self.hw_ids = []
        self.info, self.itrace_starts = None, 0
        self.file = None
        if os.path.exists(self.path):
            self.read(perfdata.PerfData(self.path))

    def read(self, f):
        self.file = f
        for r in f.records():
            if r.type == perfdata.AUXTRACE:
                size, offset, reference, idx, tid, cpu = struct.unpack_from("<QQQIiI", r.body)
                at = r.offset + 8 + len(r.body)
                self.chunks.append(Chunk(size, offset, reference, idx, tid, cpu, f.data[at:at + size]))
            elif r.type == perfdata.AUX:
                ident = f.sample_id(r)[0]
                self.aux.append(Aux(*struct.unpack_from("<QQQ", r.body), ident.get("cpu", -1),
                                    ident.get("tid", -1), ident.get("time", 0)))
            elif r.type == perfdata.ITRACE_START:
                self.itrace_starts += 1
            elif r.type == perfdata.AUX_OUTPUT_HW_ID:
                self.hw_ids.append(struct.unpack_from("<Q", r.body)[0])
            elif r.type == AUXTRACE_INFO:
                self.info = struct.unpack_from("<I", r.body)[0]
            elif r.type == perfdata.SAMPLE:
                s, attr = f.sample(r), f.attr_of(r)
                s["action"] = attr.aux_action
                self.samples.append(s)
                if attr.sample_type & perfdata.S_AUX:
                    self.sampled.append((s, self.sampled_trace(r, attr)))
        self.samples.sort(key=lambda s: s["time"])

    @staticmethod
    def sampled_trace(record, attr):
        """AUX data stand near the end: only fields that these events lack come after."""
        need(attr.sample_type < perfdata.S_AUX * 2, "a sample has fields that this script does not know")
        body = record.body
        for at in range(0, len(body) - 7, 8):
            if struct.unpack_from("<Q", body, at)[0] == len(body) - at - 8:
                return body[at + 8:]
        raise Wrong("a sample's AUX size is not to be found")

    def written(self, chunk_data):
        need(len(chunk_data) % 32 == 0, f"a piece of {len(chunk_data)} bytes is no number of records")
        out = []
        for at in range(0, len(chunk_data), 32):
            words = struct.unpack_from("<8I", chunk_data, at)
            check = 0
            for w in words[:7]:
                check ^= w
            need(words[0] == MAGIC and words[7] == check, f"no record at {at} of a piece")
            kind, cpu, time, seq, tid = struct.unpack_from("<HHQQI", chunk_data, at + 4)
            out.append(Written(kind, cpu, time, seq, tid))
        return out

    def all_written(self):
        return [w for c in self.chunks for w in self.written(c.data)]

    def windows(self, by_thread):
        """{cpu or (cpu, tid): [(from, until)...]} out of the samples that resume and pause."""
        out, begun = collections.defaultdict(list), {}
        for s in self.samples:
            key = (s["cpu"], s["tid"]) if by_thread else s["cpu"]
            if s["action"] == AUX_RESUME:
                # An exit may go unseen while a snapshot is taken: the window is open until the next.
                begun.setdefault(key, s["time"])
            elif s["action"] == AUX_PAUSE and key in begun:
                out[key].append((begun.pop(key), s["time"]))
        for key, since in begun.items():
            out[key].append((since, 2**64))
        return out


def succeeded(r, info=None):
    """@info: the type in AUXTRACE_INFO; None: for a PMU that nobody knows there is none, as perf has it."""
    need(r.status == 0, f"exit status {r.status}: {r.log.strip()}")
    need(r.file is not None, "no file")
    need(r.info == info, f"AUXTRACE_INFO says type {r.info}")
    need(not r.file.warnings, r.file.warnings)
    need("AUX" not in r.log and "lost" not in r.log.lower(), r.log)


def complete(r):
    total = sum(a.size for a in r.aux)
    need(total, "no trace at all")
    need(total == r.counters["bytes"], f"AUX records of {total} bytes, {r.counters['bytes']} were written")
    # Each piece is filled up to 8 bytes.
    padding = sum(len(c.data) for c in r.chunks) - total
    need(0 <= padding < 8 * len(r.chunks), f"{padding} bytes more than the AUX records tell of")


def whole(r):
    """All that was written is there, once and in order; or its loss is told."""
    complete(r)
    lost, last = 0, {}
    for w in r.all_written():
        if w.cpu in last:
            lost += w.seq - last[w.cpu] - 1
        last[w.cpu] = w.seq
    told = sum(bool(a.flags & TRUNCATED) for a in r.aux)
    # What was lost last has no record behind it.
    need(lost <= r.counters["lost"], f"{lost} records are missing, {r.counters['lost']} were lost")
    need(told == r.counters["full"], f"{told} times truncated, {r.counters['full']} times full")
    # Chunks of a buffer follow on another.
    ends = {}
    for c in r.chunks:
        need(c.offset == ends.get(c.idx, c.offset), f"a gap before offset {c.offset} of buffer {c.idx}")
        ends[c.idx] = c.offset + c.size


def inside(r, number, by_thread=True, ticks=True):
    """Data only from enter to exit, and each window is there."""
    windows, written = r.windows(by_thread), r.all_written()
    need(sum(len(v) for v in windows.values()) >= number, f"windows: {dict(windows)}")
    for w in written:
        key = (w.cpu, w.tid) if by_thread else w.cpu
        need(any(a <= w.time <= b for a, b in windows[key]), f"{w} lies in none of {windows[key]}")
    if number and not r.counters["full"]:
        # The C library has a window of its own.
        for kind in (RESUME, PAUSE):
            seen = sum(w.type == kind for w in written)
            need(seen == sum(len(v) for v in windows.values()), f"{seen} records of type {kind}: {windows}")
        need(not ticks or any(w.type == TICK for w in written), "no ticks within the windows")


def plain(r):
    succeeded(r)
    whole(r)
    need(r.itrace_starts >= 1, "no ITRACE_START")
    need(any(w.type == START for w in r.all_written()), "it never started")
    # It runs outside of the calls, too: no action stands on it.
    need(not any(w.type in (RESUME, PAUSE) for w in r.all_written()), "it was paused or resumed")


def paused(number, by_thread=True):
    def check(r):
        succeeded(r)
        whole(r)
        inside(r, number, by_thread)
    return check


def small(r):
    need(r.status == 0, f"exit status {r.status}: {r.log}")
    whole(r)
    need(len(r.chunks) > 2, f"{len(r.chunks)} chunks")
    need(sum(c.size for c in r.chunks) > 2 * 8 * 4096, "it did not wrap")
    need(r.counters["full"] == 0 or "AUX" in r.log, f"the loss is not told: {r.log}")


def overrun(r):
    need(r.status == 0, f"exit status {r.status}: {r.log}")
    whole(r)
    # The kernel stops the members with the area event: windows of those times are not seen.
    inside(r, 0)
    need(r.counters["full"] > 0, "it was not too fast")
    need("AUX" in r.log, f"the loss is not told: {r.log}")


def ended(status, windows):
    def check(r):
        need(r.status == status, f"exit status {r.status}: {r.log}")
        whole(r)
        inside(r, 0)
        need(len(r.windows(True)) >= windows, "no windows")
    return check


def packed(r):
    need(r.status == 0, f"exit status {r.status}: {r.log}")
    whole(r)
    inside(r, 8)


def sampled(r):
    need(r.status == 0, f"exit status {r.status}: {r.log}")
    need(len(r.sampled) >= 5, f"{len(r.sampled)} samples with a piece of trace")
    need(not r.chunks, "a full trace, too")
    full = 0
    for s, data in r.sampled:
        need(len(data) <= 4096, f"{len(data)} bytes in a sample")
        if len(data) < 4096 or data[:4] != struct.pack("<I", MAGIC):
            continue
        full += 1
        written = r.written(data)
        need(written[-1].time <= s["time"], "a sample with trace of later on")
        need([w.seq for w in written] == list(range(written[0].seq, written[0].seq + 128)), "not in a row")
    need(full, "no sample has all of its 4096 bytes")


def snapshot(wraps):
    def check(r):
        need(r.status in (0, 130), f"exit status {r.status}: {r.log}")
        need(r.aux and all(a.flags & OVERWRITE for a in r.aux), "AUX records without the snapshot flag")
        # One for each signal, of the CPU where the workload is.
        mine = [c for c in r.chunks if c.cpu in (0, 0xffffffff) and c.size]
        need(len(mine) == 2, f"{len(mine)} snapshots of CPU 0: {[c[:6] for c in r.chunks]}")
        last = -1
        for c in mine:
            written = r.written(c.data)
            need([w.seq for w in written] == list(range(written[0].seq, written[-1].seq + 1)), "not in a row")
            need(written[0].seq > last, "the second snapshot repeats the first")
            last = written[-1].seq
            if not wraps:
                need(c.offset % 32 == 0, f"offset {c.offset}")
        inside(r, 0)
    return check


def snapshot_end(r):
    """Of every CPU, but what it never wrote is not there; of CPU 0, where the workload is, all of it."""
    need(r.status in (0, 130), f"exit status {r.status}: {r.log}")
    mine = [c for c in r.chunks if c.cpu == 0]
    need(len(mine) == 1, f"{len(mine)} snapshots of CPU 0")
    inside(r, 0)


def output(r):
    plain(r)
    need(set(r.hw_ids) == {7}, f"AUX_OUTPUT_HW_ID: {r.hw_ids}")


def partial(r):
    need(r.status == 0, f"exit status {r.status}: {r.log}")
    whole(r)
    need(r.aux and all(a.flags & PARTIAL for a in r.aux), "the flag is missing")


def collided(r):
    need(r.status == 0, f"exit status {r.status}: {r.log}")
    whole(r)
    need(r.aux and all(a.flags & COLLISION for a in r.aux), "the flag is missing")
    need(f"AUX data detected collision {len(r.aux)} times out of {len(r.aux)}" in r.log, r.log)


def attached(r):
    """What ran before it began: some windows, data only in them."""
    need(r.status == 0, f"exit status {r.status}: {r.log}")
    complete(r)
    windows = r.windows(True)
    need(sum(len(v) for v in windows.values()) >= 10, f"windows: {dict(windows)}")
    need({cpu for cpu, _ in windows} == {0, 1}, f"windows on {sorted(windows)}")
    # One that was open when it began has no beginning.
    first = {key: min(a for a, _ in v) for key, v in windows.items()}
    for w in r.all_written():
        if w.type == TICK and w.time >= first.get((w.cpu, w.tid), 2**64):
            need(any(a <= w.time <= b for a, b in windows[w.cpu, w.tid]), f"{w} lies in no window")


def nobody(windows):
    def check(r):
        need(r.status == 0, f"exit status {r.status}: {r.log}")
        whole(r)
        # An emulator may have no time for ticks between two breakpoints.
        if windows:
            inside(r, windows, ticks=False)
    return check


def refused(*words):
    def check(r):
        need(r.status not in (0, 139), f"exit status {r.status}")
        need(r.file is None, "a file was left behind")
        for word in words:
            need(word in r.log, f"'{word}' is not in: {r.log}")
    return check


def ptwrite(r):
    succeeded(r, INTEL_PT)
    complete(r)
    trace = b"".join(c.data for c in r.chunks)
    need(trace.count(b"\x02\xb2") >= r.counters["records"] > 0, "ptwrite packets are missing")


def pt_snapshot(r):
    need(r.status in (0, 130), f"exit status {r.status}: {r.log}")
    need(r.info == INTEL_PT, f"AUXTRACE_INFO says type {r.info}")
    need(all(a.flags & OVERWRITE for a in r.aux), "AUX records without the snapshot flag")
    mine = [c for c in r.chunks if c.cpu == 0 and c.size]
    need(len(mine) == 2, f"{len(mine)} snapshots of CPU 0: {[c[:6] for c in r.chunks]}")


def pt_sampled(r):
    need(r.status == 0, f"exit status {r.status}: {r.log}")
    need(len(r.sampled) >= 5, f"{len(r.sampled)} samples with a piece of trace")
    need(not r.chunks, "a full trace, too")


def pt_small(r):
    need(r.status == 0, f"exit status {r.status}: {r.log}")
    complete(r)
    need(sum(c.size for c in r.chunks if c.cpu == 0) > 8 * 4096, "it did not wrap")


def flow(times):
    def check(r):
        succeeded(r, INTEL_PT)
        complete(r)
        need(r.counters["records"] >= times, f"replayed {r.counters['records']} times")
        need(len(r.windows(True)[(r.samples[0]["cpu"], r.samples[0]["tid"])]) == times, "windows")
    return check


CHECKS = {
    "plain": ("all of a trace", plain),
    "task": ("paused and resumed: a task", paused(4)),
    "thread": ("paused and resumed: --per-thread", paused(3)),
    "threads": ("paused and resumed: two threads", paused(6)),
    "system": ("paused and resumed: -a", paused(6, False)),
    "cpu": ("paused and resumed: -C", paused(3, False)),
    "pipe": ("paused and resumed: into a pipe", paused(3)),
    "filtered": ("an address filter is taken", plain),
    "output": ("samples into the area: aux-output", output),
    "snapshot-end": ("a snapshot at the end", snapshot_end),
    "small": ("an area that wraps", small),
    "packed": ("a trace beside compressed records", packed),
    "sampled": ("--aux-sample", sampled),
    "snapshot-N": ("snapshots on SIGUSR2, the head grows", snapshot(False)),
    "snapshot-Y": ("snapshots on SIGUSR2, the head wraps", snapshot(True)),
    "terminated": ("ended by SIGTERM", ended(143, 1)),
    "overrun": ("an area that nobody can read in time", overrun),
    "range": ("--aux-range of two functions", paused(3)),
    "range-return": ("--aux-range of one function", paused(3)),
    "range-thread": ("--aux-range with --per-thread", paused(3)),
    "range-kernel": ("--aux-range in the kernel", paused(6)),
    "range-INT": ("--aux-range, ended by SIGINT", ended(130, 1)),
    "range-TERM": ("--aux-range, ended by SIGTERM", ended(143, 1)),
    "range-HUP": ("--aux-range, ended by SIGHUP", ended(129, 1)),
    "range-after": ("--aux-range after one that was killed", paused(3)),
    "cxx": ("--aux-range: C++ names in a PIE, two threads", paused(6)),
    "cxx-break": ("--aux-range: in a PIE, by breakpoints", nobody(6)),
    "cxx-offset": ("--aux-range: behind a function's beginning, and the second of a name", paused(6)),
    "attached": ("--aux-range in a process that runs", attached),
    "attached-break": ("--aux-range in a process that runs, by breakpoints", attached),
    "nobody": ("a trace without rights", nobody(0)),
    "nobody-range": ("--aux-range without rights", nobody(3)),
    "nobody-pie": ("--aux-range in a PIE without rights", nobody(6)),
    "nobody-kernel": ("--aux-range in the kernel without rights", refused("kptr_restrict", "root")),
    "nobody-large": ("a snapshot larger than memory may be locked", refused("perf_event_mlock_kb", "-SSIZE")),
    "nobody-all": ("whole CPUs without rights", refused("perf_event_paranoid")),
    "collided": ("collisions that the driver tells of", collided),
    "partial": ("gaps that the driver tells of", partial),
    "nopause": ("a PMU that cannot pause, start-paused", refused("faux_nopause")),
    "nopause-member": ("a PMU that cannot pause, pause", refused("faux_nopause")),
    "nopause-plain": ("a PMU that cannot pause, traced", plain),
    "ptwrite": ("Intel PT packets", ptwrite),
    "pt-thread": ("Intel PT packets: --per-thread", ptwrite),
    "pt-system": ("Intel PT packets: -a", ptwrite),
    "pt-sampled": ("Intel PT packets: --aux-sample", pt_sampled),
    "pt-small": ("Intel PT packets: an area that wraps", pt_small),
    "pt-snapshot": ("Intel PT packets: snapshots", pt_snapshot),
    "flow": ("Intel PT packets of a program's flow", flow(3)),
    "kernel": ("Intel PT packets of the kernel's flow, --kcore", flow(1)),
    "entry": ("Intel PT packets of the kernel's own code", flow(1)),
    "live": ("Intel PT packets of the kernel's flow", flow(1)),
}


def main():
    bad = 0
    folder = sys.argv[1]
    for name, (what, check) in CHECKS.items():
        if not os.path.exists(os.path.join(folder, name + ".status")):
            if name in ("flow", "kernel", "entry", "live") and not os.path.exists(os.path.join(folder, "flow.status")):
                continue  # no libipt to encode them, which the caller tells
            print(f"FAILED: {what}: nothing was recorded")
            bad += 1
            continue
        try:
            check(Recording(folder, name))
            print(f"ok: {what}")
        except (Wrong, perfdata.BadFile, struct.error) as e:
            print(f"FAILED: {what}: {e}")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
