# SPDX-License-Identifier: GPL-2.0-only
"""perf_db_export_mode: samples as rows of tables, whose functions (sample_table() and the like) a script has.

Every row has a number, from 1 on; 0 stands for what is not known. A row comes before those that name it.
"""
import perf_db_calls
import perf_samples as samples

BRANCH, CALL, RETURN, CONDITIONAL, SYSCALLRET, ASYNC, INTERRUPT, TX_ABORT, TRACE_BEGIN, TRACE_END, IN_TX, VMENTRY, VMEXIT = \
    (1 << n for n in range(13))
KINDS = (
    (0, "no branch"), (BRANCH | CALL, "call"), (BRANCH | RETURN, "return"), (BRANCH | CONDITIONAL, "conditional jump"),
    (BRANCH, "unconditional jump"), (BRANCH | CALL | INTERRUPT, "software interrupt"),
    (BRANCH | RETURN | INTERRUPT, "return from interrupt"), (BRANCH | CALL | SYSCALLRET, "system call"),
    (BRANCH | RETURN | SYSCALLRET, "return from system call"), (BRANCH | ASYNC, "asynchronous branch"),
    (BRANCH | CALL | ASYNC | INTERRUPT, "hardware interrupt"), (BRANCH | TX_ABORT, "transaction abort"),
    (BRANCH | CALL | VMENTRY, "vm entry"), (BRANCH | CALL | VMEXIT, "vm exit"))


def branch_types():
    """Each kind of branch, also where a trace begins or ends with it."""
    for number, name in KINDS:
        yield number, name
        yield number | TRACE_BEGIN, "trace begin" if number == BRANCH else "trace begin / " + name
        yield number | TRACE_END, "trace end" if number == BRANCH else name + " / trace end"


BRANCH_MASK = sum(1 << n for n in range(10)) | VMENTRY | VMEXIT


def as_signed(number):
    """Databases have no unsigned numbers of 64 bits."""
    return number - (1 << 64) if number >> 63 else number


class Tables:
    as_signed = staticmethod(as_signed)

    def __init__(self, names):
        self.names = names
        self.numbers = {}		# (table, key): number of the row
        self.last = {}			# table: number of its last row
        self.chains = names.get("perf_db_export_callchains")
        self.calls = perf_db_calls.Calls(self) if names.get("perf_db_export_calls") else None
        self.begins = {}		# (pid, name): when the process got it, and whether it began to run a program then
        self.parent_path = {}		# of each row of call_path_table but the root
        self.switches = 0
        for number, name in branch_types():
            self.call("branch_type_table", number, name)

    def call(self, table, *values):
        function = self.names.get(table)
        if callable(function):
            function(*values)

    def add(self, table, key, *values):
        """The number of a row, which is made if it is the first time that @key comes."""
        number = self.numbers.get((table, key))
        if number is None:
            number = self.numbers[table, key] = self.last[table] = self.last.get(table, 0) + 1
            self.call(table, number, *values)
        return number

    def thread(self, machine, sample):
        """Its number, and that of the name which its process has."""
        pid, tid = (number - (1 << 32) if number >> 31 else number for number in (sample.pid, sample.tid))
        main_key, name_key = (machine, pid, pid), (machine, pid, sample.comm)
        first = ("thread_table", main_key) not in self.numbers
        main = self.add("thread_table", main_key, machine, self.last.get("thread_table", 0) + 1 if first else 0, pid, pid)
        thread = main if tid == pid else self.add("thread_table", (machine, pid, tid), machine, main, pid, tid)
        time, runs = self.begins.get((pid, sample.comm), (sample.time, 0))
        comm = self.add("comm_table", name_key, sample.comm, main, as_signed(time), runs)
        self.add("comm_thread_table", (comm, thread), comm, thread)
        return thread, comm

    def named(self, comm, pid, time, runs):
        self.begins.setdefault((pid, samples.state.comms[comm]), (time, int(runs)))

    def place(self, machine, place):
        """The numbers of the file and of the function, and where in that."""
        if not place or not place.dso:
            return 0, 0, 0
        dso = self.add("dso_table", (machine, id(place.dso)), machine, place.dso.short, place.dso.name, place.dso.build_id)
        if place.symbol is None:
            return dso, 0, place.addr
        symbol = self.add("symbol_table", (dso, place.range, place.symbol), dso, as_signed(place.range[0]),
                          as_signed(place.range[1]), place.binding, place.symbol)
        return dso, symbol, place.offset

    def root_path(self):
        """Row 1, of nothing."""
        return self.add("call_path_table", (0, 0, 0), 0, 0, 0)

    def path(self, parent, symbol, ip):
        number = self.add("call_path_table", (parent, symbol, ip), parent, symbol, as_signed(ip))
        self.parent_path[number] = parent
        return number

    def call_path(self, machine, places):
        """Of a stack, innermost first: a path from the outermost function on."""
        path = self.root_path()
        for place in reversed(places):
            path = self.path(path, self.place(machine, place)[1], place.ip)
        return path

    def machine(self, pid):
        return self.add("machine_table", pid, pid or -1, "")

    def switch_end(self, machine, time, pid, tid, comm):
        """Of a switch: its thread and name, (0, 0) if nothing has told a name, and whether anything but idling is known."""
        if pid < 0 or tid < 0 or comm == ":%d" % tid:
            return (0, 0), False
        return self.thread(machine, samples.Task(pid, tid, comm, time)), tid != 0

    def switch(self, comms, time, cpu, pid, tid, other_pid, other_tid, machine_pid, out, preempt, *_):
        """@comms: numbers of the names of both."""
        if not callable(self.names.get("context_switch_table")):
            return
        machine = self.machine(max(machine_pid, 0))
        names = [samples.state.comms[number] for number in comms]
        this, known = self.switch_end(machine, time, pid, tid, names[0])
        other, other_known = self.switch_end(machine, time, other_pid, other_tid, names[1])
        if known or other_known:
            self.switches += 1
            ends = this + other if out else other + this
            self.call("context_switch_table", self.switches, machine, as_signed(time), cpu, *ends, int(out) | int(preempt) << 1)

    def end(self):
        if self.calls:
            self.calls.end_of_recording()

    def sample(self, sample):
        event = self.add("evsel_table", sample.event.number, sample.event.name)
        machine = self.machine(sample.machine_pid)
        thread, comm = self.thread(machine, sample)
        dso, symbol, offset = self.place(machine, sample.place)
        to_dso, to_symbol, to_offset = self.place(machine, sample.addr_place)
        places = sample.chain_places() if self.chains else []
        path = self.call_path(machine, places) if places else 0
        number = self.last["sample_table"] = self.last.get("sample_table", 0) + 1
        self.call("sample_table", number, event, machine, thread, comm, dso, symbol, as_signed(offset), as_signed(sample.ip),
                  as_signed(sample.time), sample.cpu - (1 << 32 if sample.cpu >> 31 else 0), to_dso, to_symbol, as_signed(to_offset), as_signed(sample.addr),
                  as_signed(sample.period), as_signed(sample.weight), as_signed(sample.transaction),
                  as_signed(sample.data_src or samples.NO_DATA_SRC), sample.flags & BRANCH_MASK, int(bool(sample.flags & IN_TX)), path,
                  as_signed(sample.insn_cnt), as_signed(sample.cyc_cnt), sample.flags, as_signed(sample.id),
                  as_signed(sample.stream_id), sample.ins_lat)
        if self.calls and sample.flags:
            self.calls.take(machine, thread, comm, sample, number)
