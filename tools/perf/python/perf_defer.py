# SPDX-License-Identifier: GPL-2.0-only
"""Reads recordings of perf: samples with whole stacks, names, threads and events. The manual page is perf-python(1).

    import perf_defer

    with perf_defer.open("perf.data") as recording:
        for sample in recording:
            print(sample.comm, sample.sample_tid, sample.symbol, [frame.symbol for frame in sample.callchain or ()])

Names are those of upstream's module perf, which a program that reads recordings gets by `import perf_defer as perf`.

A perf reads the recording, in a process of its own, as `perf script -s` does: whatever harm the file does, it does it to
that process, and here it is an exception.
"""
import os
import struct
import subprocess
import sys
import tempfile
import types

__all__ = ["Error", "Damaged", "data", "session", "open", "recording", "sample_event", "evsel", "thread", "callchain_node", "branch_entry"]

RECORD_SAMPLE = 9
TYPE_HARDWARE, TYPE_SOFTWARE, TYPE_TRACEPOINT, TYPE_HW_CACHE, TYPE_RAW, TYPE_BREAKPOINT = range(6)
(SAMPLE_IP, SAMPLE_TID, SAMPLE_TIME, SAMPLE_ADDR, SAMPLE_READ, SAMPLE_CALLCHAIN, SAMPLE_ID, SAMPLE_CPU, SAMPLE_PERIOD, SAMPLE_STREAM_ID,
 SAMPLE_RAW) = (1 << bit for bit in range(11))

# The perf that reads: what `make install` has put here, else the one that is found.
_PERF = ""
_MODULE, _START, _SAMPLE, _ANSWER, _END = 1, 2, 9, 11, 12
_HEAD = struct.Struct("=II")
_ATTR = struct.Struct("=IIQQQQ")


class Error(Exception):
    """A recording cannot be read; the text is what perf says. status: its exit status; None: it could not be started."""
    def __init__(self, text, status=None):
        super().__init__(text)
        self.status = status


class Damaged(Error):
    """A part of the recording was damaged. It comes when all that could be read has come."""


class evsel:
    """An event of a recording. attr: the bytes of its perf_event_attr."""
    def __init__(self, event):
        self.name, self.attr = event.name, event.attr
        head = bytes(event.attr[:_ATTR.size])
        (self.type, self.size, self.config, self.sample_period, self.sample_type,
         self.read_format) = _ATTR.unpack(head + bytes(_ATTR.size - len(head)))

    def __str__(self):
        return self.name

    def __repr__(self):
        return "evsel(%s)" % self.name


class thread:
    """A thread, as its last sample has it."""
    __slots__ = ("pid", "tid", "cpu", "_comm")

    def __init__(self, pid, tid, cpu, comm):
        self.pid, self.tid, self.cpu, self._comm = pid, tid, cpu, comm

    def comm(self):
        return self._comm


class callchain_node:
    """A frame of a stack. Where a part of the stack is missing, `missing` says what, and there is no name."""
    __slots__ = ("_entry",)

    def __init__(self, entry):
        self._entry = entry

    ip = property(lambda self: self._entry["ip"])
    dso = property(lambda self: self._entry.get("dso"))
    inlined = property(lambda self: "inlined" in self._entry)
    by_call = property(lambda self: "by_call" in self._entry)
    missing = property(lambda self: self._entry.get("missing"))

    @property
    def symbol(self):
        return self._entry["sym"]["name"] if "sym" in self._entry and "missing" not in self._entry else None

    @property
    def offset(self):
        """How far behind the symbol's beginning; None: it is not known."""
        return self._entry.get("sym_off")

    def __repr__(self):
        return "callchain_node(0x%x, %s)" % (self.ip, self.missing or self.symbol)


class branch_entry:
    """A branch that was taken."""
    __slots__ = ("from_ip", "to_ip", "mispred", "predicted", "in_tx", "abort", "cycles", "type")

    def __init__(self, source, target, flags):
        self.from_ip, self.to_ip = source, target
        self.mispred, self.predicted, self.in_tx, self.abort = (bool(flags >> bit & 1) for bit in range(4))
        self.cycles, self.type = flags >> 4 & 0xffff, flags >> 20 & 15


def _of(name):
    return property(lambda self: getattr(self._sample, name))


def _of_place(name):
    return property(lambda self: getattr(self._sample.place, name) if self._sample.place else None)


def _of_dso(name):
    return property(lambda self: getattr(self._sample.place.dso, name) if self._sample.place and self._sample.place.dso else None)


class sample_event:
    """A sample. Of a tracepoint, its fields are attributes, too."""
    __slots__ = ("_sample", "_halves", "evsel")
    type = RECORD_SAMPLE

    def __init__(self, sample, halves, event):
        self._sample, self._halves, self.evsel = sample, halves, event

    comm, sample_pid, sample_tid, sample_time, sample_id = _of("comm"), _of("pid"), _of("tid"), _of("time"), _of("id")
    sample_stream_id, sample_period, sample_ip, sample_addr = _of("stream_id"), _of("period"), _of("ip"), _of("addr")
    sample_phys_addr, sample_weight, sample_data_src = _of("phys_addr"), _of("weight"), _of("data_src")
    sample_insn_count, sample_cyc_count, sample_cgroup = _of("insn_cnt"), _of("cyc_cnt"), _of("cgroup")
    dso, dso_long_name = _of_dso("short"), _of_dso("name")
    map_start, map_end, map_pgoff, symbol, offset = _of_place("start"), _of_place("end"), _of_place("pgoff"), _of_place("symbol"), _of_place("offset")
    sym_start = property(lambda self: self._sample.place.range[0] if self.symbol is not None else None)
    sym_end = property(lambda self: self._sample.place.range[1] if self.symbol is not None else None)
    orphan = property(lambda self: self._sample.texts.get(32))

    @property
    def sample_cpu(self):
        """-1: it is not known."""
        cpu = self._sample.cpu
        return cpu - (1 << 32) if cpu >> 31 else cpu

    @property
    def raw_buf(self):
        return bytes(self._sample.raw)

    @property
    def dso_bid(self):
        dso = self._sample.place.dso if self._sample.place else None
        return bytes.fromhex(dso.build_id) if dso and dso.build_id else None

    @property
    def callchain(self):
        """The whole stack, innermost first, a list; None if there is none."""
        kernel, user = self._halves
        return [callchain_node(entry) for entry in kernel + user] if kernel or user else None

    @property
    def brstack(self):
        return [branch_entry(*branch[:3]) for branch in self._sample.branches] or None

    @property
    def fields(self):
        """Of a tracepoint: a dictionary."""
        event = self._sample.event
        return dict(zip(event.fields, self._sample.fields)) if event.is_tracepoint else {}

    def __getattr__(self, name):
        fields = self.fields
        if name in fields:
            return fields[name]
        raise AttributeError("a sample of '%s' has no '%s'" % (self.evsel, name))


class _Reader:
    """A perf that reads, and what it says."""
    def __init__(self, path, options, perf):
        perf = perf or os.environ.get("PERF") or _PERF or "perf"
        to_here, to_us = os.pipe()
        from_us, to_perf = os.pipe()
        self.says = tempfile.TemporaryFile()
        # Whatever standard input is, it is the recording only if that is so.
        words = [perf, "script", "--python-pipe=%d,%d" % (to_us, from_us), *options, "-i", path]
        try:
            self.process = subprocess.Popen(words, pass_fds=(to_us, from_us), stdin=None if path == "-" else subprocess.DEVNULL,
                                            stdout=self.says, stderr=self.says)
        except OSError as e:
            os.close(to_here)
            os.close(to_perf)
            self.says.close()
            raise Error("cannot start '%s', which reads recordings: %s" % (perf, e.strerror)) from None
        finally:
            os.close(to_us)
            os.close(from_us)
        self.wire, self.answers = os.fdopen(to_here, "rb", 1 << 18), to_perf
        self.messages, self.whole = "", False

    def exactly(self, size):
        body = self.wire.read(size)
        if len(body) < size:
            raise EOFError
        return body

    def message(self):
        size, kind = _HEAD.unpack(self.exactly(_HEAD.size))
        return kind, self.exactly(size)

    def say(self, line):
        try:
            os.write(self.answers, line)
        except BrokenPipeError:
            raise EOFError from None

    def begin(self):
        """Returns the module that takes messages apart: perf brings it along, so that the two fit."""
        size = int.from_bytes(self.exactly(4), sys.byteorder)
        self.exactly(size)
        samples = types.ModuleType("perf_defer.samples")
        while True:
            kind, body = self.message()
            if kind == _START:
                self.say(b"ready\n")
                return samples
            if kind != _MODULE:
                self.early = kind, body
                samples.on_machine(body)
                continue
            name, source = body.split(b"\0", 1)
            if name == b"perf_samples":
                exec(compile(source, "<perf: samples>", "exec"), samples.__dict__)

    def end(self):
        """Ends it, if it has not ended. Returns its exit status."""
        if self.process.returncode is None or not self.says.closed:
            for close in self.wire.close, lambda: os.close(self.answers):
                try:
                    close()
                except OSError:
                    pass
            if not self.whole:
                self.process.terminate()
            self.process.wait()
            self.says.seek(0)
            self.messages = self.says.read().decode("utf-8", "backslashreplace")
            self.says.close()
        return self.process.returncode


class data:
    """A recording's file, as session() wants it; or use open()."""
    def __init__(self, path="perf.data", *options, perf=None):
        self.path, self.options, self.perf = os.fsdecode(path), options, perf


class recording:
    """A recording that is read: an iterator over its samples, in the order of time. It can be read once.

    events: those that samples have come of, by name. messages: what perf has said, when it has come to its end.
    """
    def __init__(self, source):
        self._reader = None		# so that an __init__() that fails leaves what __del__() can look at
        self.events, self.threads, self.messages = {}, {}, ""
        self._reader = _Reader(source.path, source.options, source.perf)
        self._samples = self._read()

    def _read(self):
        reader, events = self._reader, {}
        try:
            samples = reader.begin()
            kinds = {3: samples.on_comm, 4: samples.on_dso, 5: samples.on_frame, 6: samples.on_half, 7: samples.on_forget, 8: samples.on_event,
                     13: samples.on_machine}
            halves = samples.state.halves
            while True:
                kind, body = reader.message()
                if kind == _SAMPLE:
                    sample = samples.Sample(body)
                    event = events.get(sample.event.number)
                    if event is None:
                        event = events[sample.event.number] = evsel(sample.event)
                        self.events[event.name] = event
                    self.threads[sample.tid] = sample
                    yield sample_event(sample, (halves[sample.kernel], halves[sample.user]), event)
                elif kind == _END:
                    reader.say(b"bye\n")
                    reader.whole = True
                    break
                elif kind in kinds:
                    kinds[kind](body)
        except EOFError:
            # perf has ended, and why is what it said.
            reader.whole = True
        finally:
            status = reader.end()
            self.messages = reader.messages
        if status:
            raise (Damaged if status == 2 else Error)(self._why(status), status)

    def _why(self, status):
        return self.messages.strip() or ("perf was ended by signal %d" % -status if status < 0 else "perf ended with status %d" % status)

    def __iter__(self):
        return self._samples

    def find_thread(self, tid):
        """The thread, as its last sample has it; None: there was none yet."""
        sample = self.threads.get(tid)
        return thread(sample.pid, sample.tid, sample.cpu, sample.comm) if sample else None

    def close(self):
        """Ends the reading."""
        self._samples.close()
        self._reader.end()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if self._reader:
            self.close()


def open(path="perf.data", *options, perf=None):
    """Begins to read a recording, or a stream ('-'). options: those of perf script that choose samples, such as "--time=10%"."""
    return recording(data(path, *options, perf=perf))


class session:
    """Upstream's way: process_events() calls a function for each sample."""
    def __init__(self, data, sample=None):
        self._recording, self._sample = recording(data), sample

    def process_events(self):
        with self._recording as samples:
            for sample in samples:
                if self._sample:
                    self._sample(sample)

    def find_thread(self, pid):
        found = self._recording.find_thread(pid)
        if not found:
            raise TypeError("no sample of thread %d has come" % pid)
        return found
