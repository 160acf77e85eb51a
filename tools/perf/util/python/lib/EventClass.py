# SPDX-License-Identifier: GPL-2.0-only
"""Samples as objects, by what their raw bytes are. The names here are those that upstream's module of this name has."""
import struct

EVTYPE_GENERIC, EVTYPE_PEBS, EVTYPE_PEBS_LL, EVTYPE_IBS = range(4)

# Sizes of the raw bytes that Intel's CPUs write: registers, and with them how long a load took.
_PEBS_SIZE, _PEBS_LL_SIZE = 144, 176


def create_event(name, comm, dso, symbol, raw_buf):
    kind = {_PEBS_SIZE: PebsEvent, _PEBS_LL_SIZE: PebsNHM}.get(len(raw_buf), PerfEvent)
    return kind(name, comm, dso, symbol, raw_buf)


class PerfEvent(object):
    event_num = 0

    def __init__(self, name, comm, dso, symbol, raw_buf, ev_type=EVTYPE_GENERIC):
        self.name, self.comm, self.dso, self.symbol = name, comm, dso, symbol
        self.raw_buf, self.ev_type = raw_buf, ev_type
        PerfEvent.event_num += 1

    def show(self):
        print("PMU event: name=%12s, symbol=%24s, comm=%8s, dso=%12s" % (self.name, self.symbol, self.comm, self.dso))


class PebsEvent(PerfEvent):
    pebs_num = 0

    def __init__(self, name, comm, dso, symbol, raw_buf, ev_type=EVTYPE_PEBS):
        (self.flags, self.ip, self.ax, self.bx, self.cx, self.dx, self.si, self.di, self.bp,
         self.sp) = struct.unpack_from("=10Q", raw_buf)
        super().__init__(name, comm, dso, symbol, raw_buf, ev_type)
        PebsEvent.pebs_num += 1


class PebsNHM(PebsEvent):
    pebs_nhm_num = 0

    def __init__(self, name, comm, dso, symbol, raw_buf, ev_type=EVTYPE_PEBS_LL):
        self.status, self.dla, self.dse, self.lat = struct.unpack_from("=4Q", raw_buf, _PEBS_SIZE)
        super().__init__(name, comm, dso, symbol, raw_buf, ev_type)
        PebsNHM.pebs_nhm_num += 1
