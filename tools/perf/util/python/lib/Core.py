# SPDX-License-Identifier: GPL-2.0-only
"""Names of flags and states, and what scripts keep of an event. The names here are those that upstream's module of this name has."""
from collections import defaultdict


def autodict():
    return defaultdict(autodict)


flag_fields = autodict()
symbolic_fields = autodict()


def define_flag_field(event_name, field_name, delim):
    flag_fields[event_name][field_name]["delim"] = delim


def define_flag_value(event_name, field_name, value, field_str):
    flag_fields[event_name][field_name]["values"][value] = field_str


def define_symbolic_field(event_name, field_name):
    symbolic_fields[event_name][field_name]["values"]


def define_symbolic_value(event_name, field_name, value, field_str):
    symbolic_fields[event_name][field_name]["values"][value] = field_str


def _set_bits(value, names):
    """The names of the bits of @value, lowest first; that of 0 if it is 0."""
    if not value:
        return [names[0]] if 0 in names else []
    found = []
    for bits in sorted(bits for bits in names if bits):
        if value & bits == bits:
            found.append(names[bits])
            value &= ~bits
    return found


def flag_str(event_name, field_name, value):
    field = flag_fields[event_name][field_name]
    if not field:
        return ""
    delim = field["delim"]
    return (" %s " % delim if delim else "").join(_set_bits(value, field["values"]))


def symbol_str(event_name, field_name, value):
    field = symbolic_fields[event_name][field_name]
    return field["values"].get(value, "") if field else ""


trace_flags = {0x00: "NONE", 0x01: "IRQS_OFF", 0x02: "IRQS_NOSUPPORT", 0x04: "NEED_RESCHED", 0x08: "HARDIRQ", 0x10: "SOFTIRQ"}


def trace_flag_str(value):
    return " | ".join(_set_bits(value, trace_flags))


def taskState(state):
    return {0: "R", 1: "S", 2: "D", 64: "DEAD"}.get(state, "Unknown")


class EventHeaders:
    def __init__(self, common_cpu, common_secs, common_nsecs, common_pid, common_comm, common_callchain):
        self.cpu, self.secs, self.nsecs = common_cpu, common_secs, common_nsecs
        self.pid, self.comm, self.callchain = common_pid, common_comm, common_callchain

    def ts(self):
        return self.secs * 10**9 + self.nsecs

    def ts_format(self):
        return "%d.%d" % (self.secs, self.nsecs // 1000)
