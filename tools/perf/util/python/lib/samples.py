# SPDX-License-Identifier: GPL-2.0-only
"""What perf tells of a recording: frames, stacks, events and samples, as wire.h has them; and as the dictionaries that scripts get."""
import collections
import json
import re
import struct

HEAD = struct.Struct("=II")
FRAME_HEAD = struct.Struct("=4I7Q")
SAMPLE_HEAD = struct.Struct("=18I18Q")
BRANCH = struct.Struct("=3Q2I")
VALUE = struct.Struct("=3Q")
COMMON = struct.Struct("=4i")
SIZE = struct.Struct("=I")
HAS_MAP, HAS_SYM, INLINED, BY_CALL, GAP = 1, 2, 4, 8, 16
TEXT = 1 << 31
TYPE_TRACEPOINT = 2
READ_ENABLED, READ_RUNNING, READ_GROUP, READ_LOST = 1, 2, 8, 16
FLAG_LETTERS = "bcrosyiABExghDt"
UNKNOWN = "[unknown]"
NO_DATA_SRC = 0x1e05080021		# "not available", of each of its parts


def text(data):
    """Names are bytes, mostly of UTF-8."""
    return data.decode("utf-8", "surrogateescape")


def signed(number):
    """A number of 32 bits that may be -1: not known."""
    return number - (1 << 32) if number >> 31 else number


class Dso:
    def __init__(self, short, name, build_id):
        self.short, self.name, self.build_id = short, name, build_id


class Place:
    """Where an address is: what a sample's own address is told with."""
    __slots__ = ("dso", "start", "end", "pgoff", "ip", "addr", "symbol", "offset", "range", "binding")


Task = collections.namedtuple("Task", "pid tid comm time")	# what a sample says of its own


class Event:
    """One event of the recording, and how the fields of a tracepoint lie in a sample's message."""
    def __init__(self, number, what, attr):
        self.number, self.attr = number, attr
        self.name, self.type, self.config = what["name"], what["type"], what["config"]
        self.read_format = what["read_format"]
        self.is_tracepoint = self.type == TYPE_TRACEPOINT
        fields = what.get("fields", [])
        self.fields = [name for name, _ in fields]
        self.numbers = struct.Struct("=" + "".join("q" if kind == "signed" else "Q" for _, kind in fields if kind != "bytes"))
        self.number_at = [i for i, (_, kind) in enumerate(fields) if kind != "bytes"]
        self.bytes_at = [i for i, (_, kind) in enumerate(fields) if kind == "bytes"]
        self.handler = "%s__%s" % (what.get("system"), what.get("tracepoint")) if "tracepoint" in what \
            else self.name.replace(":", "__")
        self.print = what.get("print")
        self.defined = False


class State:
    """What is known of the recording, and of the sample that a function is called for."""
    def __init__(self):
        self.syscalls = []		# names by number
        self.comms, self.dsos = [""], [None]
        self.first = 0			# number of the first frame in @frames and @places, in which they lie by number
        self.frames, self.places = [None], [None]
        self.halves, self.half_frames = [[]], [()]	# by that of a half: entries, and numbers of frames
        self.events = {}
        self.common = (0, 0, 0, 0)	# of a tracepoint: pid, preempt count, flags, lock depth
        self.no_data_src = ""


state = State()


def on_machine(body):
    what = json.loads(body)
    state.syscalls[:], state.no_data_src = what["syscalls"], what["no_data_src"]


def on_comm(body):
    state.comms.append(text(body[4:]))


def on_dso(body):
    short, name, build_id = body[4:].split(b"\0")[:3]
    state.dsos.append(Dso(text(short), text(name), text(build_id)))


def on_frame(body):
    number, flags, dso, binding, ip, addr, start, end, pgoff, sym_start, sym_end = FRAME_HEAD.unpack_from(body)
    place, entry = Place(), {"ip": ip}
    place.dso = state.dsos[dso] if flags & HAS_MAP else None
    place.start, place.end, place.pgoff, place.ip, place.addr = start, end, pgoff, ip, addr
    place.range, place.binding = (sym_start, sym_end), binding
    place.symbol = text(body[FRAME_HEAD.size:]) if flags & HAS_SYM else None
    place.offset = addr - sym_start if addr >= sym_start else 0
    if place.symbol is not None:
        entry["sym"] = {"start": sym_start, "end": sym_end, "binding": binding, "name": place.symbol}
        if place.dso:
            entry["sym_off"] = place.offset
    if place.dso or flags & GAP:
        entry["dso"] = place.dso.name if place.dso else UNKNOWN
    for bit, key, value in (INLINED, "inlined", True), (BY_CALL, "by_call", True), (GAP, "missing", place.symbol):
        if flags & bit:
            entry[key] = value
    state.frames.append(entry)
    state.places.append(place)


def on_half(body):
    numbers = struct.unpack_from("=%dI" % (len(body) // 4 - 1), body, 4)
    first = state.first
    state.halves.append([state.frames[n - first] for n in numbers])
    state.half_frames.append(numbers)


def on_forget(body):
    del state.halves[1:], state.half_frames[1:]
    gone = SIZE.unpack(body)[0] - state.first
    if gone > 0:
        del state.frames[:gone], state.places[:gone]
        state.first += gone


def place_of(number):
    return state.places[number - state.first] if number else None


def on_event(body):
    number, size = HEAD.unpack_from(body)
    state.events[number] = Event(number, json.loads(body[8:8 + size]), bytes(body[8 + size:]))


# --- samples ------------------------------------------------------------------------------------------

class Sample:
    """A message, taken apart. The dictionaries that scripts get are made if one takes them."""
    __slots__ = ("event", "comm", "pid", "tid", "cpu", "cpumode", "place", "addr_place", "kernel", "user", "values", "branches",
                 "raw", "texts", "deferred", "flags", "machine_pid", "vcpu", "id", "stream_id", "ip", "time", "period",
                 "phys_addr", "addr", "weight", "ins_lat", "transaction", "data_src", "time_enabled", "time_running",
                 "insn_cnt", "cyc_cnt", "cgroup", "cookie", "insn_len", "fields", "common", "stack")

    def __init__(self, body):
        (event, comm, self.pid, self.tid, self.cpu, self.cpumode, place, addr_place, self.kernel, self.user, nr_values,
         nr_branches, raw_size, texts, self.deferred, self.flags, self.machine_pid, self.vcpu, self.id, self.stream_id,
         self.ip, self.time, self.period, self.phys_addr, self.addr, self.weight, self.ins_lat, self.transaction,
         self.data_src, self.time_enabled, self.time_running, self.insn_cnt, self.cyc_cnt, self.cgroup,
         self.cookie, self.insn_len) = SAMPLE_HEAD.unpack_from(body)
        self.event, self.comm = state.events[event], state.comms[comm]
        self.place, self.addr_place, self.stack = place_of(place), place_of(addr_place), None
        at = SAMPLE_HEAD.size
        self.values = list(VALUE.iter_unpack(body[at:at + nr_values * VALUE.size])) if nr_values else []
        at += nr_values * VALUE.size
        self.branches = list(BRANCH.iter_unpack(body[at:at + nr_branches * BRANCH.size])) if nr_branches else []
        at += nr_branches * BRANCH.size
        self.raw = body[at:at + raw_size]
        at += raw_size
        self.texts = {}
        bit = 1
        while bit <= texts:
            if texts & bit:
                size, = SIZE.unpack_from(body, at)
                self.texts[bit] = text(body[at + 4:at + 4 + size])
                at += 4 + size
            bit <<= 1
        if self.event.is_tracepoint:
            self.take_fields(body, at)

    def take_fields(self, body, at):
        event = self.event
        self.common = COMMON.unpack_from(body, at)
        at += COMMON.size
        self.fields = [0] * len(event.fields)
        for where, number in zip(event.number_at, event.numbers.unpack_from(body, at)):
            self.fields[where] = number
        at += event.numbers.size
        for where in event.bytes_at:
            size, = SIZE.unpack_from(body, at)
            data = body[at + 4:at + 4 + (size & ~TEXT)]
            self.fields[where] = text(data) if size & TEXT else bytearray(data)
            at += 4 + len(data)

    def chain(self):
        """The whole stack, innermost first. Scripts may change the entries."""
        if self.stack is None:
            self.stack = list(map(dict.copy, state.halves[self.kernel]))
            self.stack.extend(map(dict.copy, state.halves[self.user]))
        return self.stack

    def chain_places(self):
        numbers = state.half_frames[self.kernel] + state.half_frames[self.user]
        return [place_of(n) for n in numbers]

    def as_dict(self):
        sample = {
            "id": self.id, "stream_id": self.stream_id, "pid": self.pid, "tid": self.tid, "cpu": self.cpu, "ip": self.ip,
            "time": self.time, "period": self.period, "phys_addr": self.phys_addr, "addr": self.addr, "weight": self.weight,
            "ins_lat": self.ins_lat, "transaction": self.transaction, "datasrc": self.data_src or NO_DATA_SRC,
            "datasrc_decode": self.texts.get(1, state.no_data_src), "cpumode": self.cpumode,
        }
        self.add_values(sample)
        if self.machine_pid:
            sample["machine_pid"], sample["vcpu"] = self.machine_pid, signed(self.vcpu)
        if self.addr_place and self.addr:
            sample["addr_correlates_sym"] = True
            add_place(sample, self.addr_place, "addr_")
        if self.flags:
            sample["flags"] = "".join(c for n, c in enumerate(FLAG_LETTERS) if self.flags >> n & 1)
            sample["flags_disp"] = self.texts.get(2, "").strip()
        if self.insn_cnt and self.cyc_cnt:
            sample["insn_cnt"], sample["cyc_cnt"] = self.insn_cnt, self.cyc_cnt
        if self.cgroup:
            sample["cgroup"] = self.cgroup
        out = {"ev_name": self.event.name, "attr": self.event.attr, "sample": sample, "raw_buf": bytes(self.raw),
               "comm": self.comm}
        if self.place:
            add_place(out, self.place, "")
        out["callchain"] = self.chain()
        out["brstack"] = [branch_numbers(b) for b in self.branches]
        out["brstacksym"] = [branch_names(b) for b in self.branches]
        for bit, key in (4, "iregs"), (8, "uregs"):
            if bit in self.texts:
                out[key] = re.sub(r"^ ABI:\d+ ", "", self.texts[bit])
        for bit, key in (16, "state"), (32, "orphan"), (64, "synth"):
            if bit in self.texts:
                out[key] = self.texts[bit]
        return out

    def add_values(self, sample):
        form = self.event.read_format
        if form & READ_ENABLED:
            sample["time_enabled"] = self.time_enabled
        if form & READ_RUNNING:
            sample["time_running"] = self.time_running
        values = self.values if self.values or form & READ_GROUP else [(0, 0, 0)]
        sample["values"] = values if form & READ_LOST else [value[:2] for value in values]


def add_place(to, place, prefix):
    if place.dso:
        to[prefix + "dso"] = place.dso.name
        to[prefix + "dso_bid"] = place.dso.build_id
        to[prefix + "dso_map_start"], to[prefix + "dso_map_end"] = place.start, place.end
        to[prefix + "map_pgoff"] = place.pgoff
    if place.symbol is not None:
        to[prefix + "symbol"], to[prefix + "symoff"] = place.symbol, place.offset


def file_of(place):
    return place.dso.name if place and place.dso else UNKNOWN


def branch_numbers(branch):
    source, target, flags, source_at, target_at = branch
    return {"from": source, "to": target, "mispred": bool(flags & 1), "predicted": bool(flags & 2), "in_tx": bool(flags & 4),
            "abort": bool(flags & 8), "cycles": flags >> 4 & 0xffff, "from_dsoname": file_of(place_of(source_at)),
            "to_dsoname": file_of(place_of(target_at))}


def name_of(place):
    return "%s+0x%x" % (place.symbol, place.offset) if place and place.symbol else UNKNOWN


def branch_names(branch):
    source, target, flags, source_at, target_at = branch
    return {"from": name_of(place_of(source_at)), "to": name_of(place_of(target_at)),
            "pred": "M" if flags & 1 else "P" if flags & 2 else "-", "in_tx": "X" if flags & 4 else "-",
            "abort": "A" if flags & 8 else "-"}
