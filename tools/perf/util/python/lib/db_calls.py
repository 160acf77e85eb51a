# SPDX-License-Identifier: GPL-2.0-only
"""perf_db_export_calls: calls with their times, from the branches of a trace, as rows of call_return_table().

A row comes when its call has ended. Its number is there before, once a row of a call within it names it.
"""
BRANCH, CALL, RETURN = 1, 2, 4
ASYNC, TRACE_BEGIN, TRACE_END = 1 << 5, 1 << 8, 1 << 9
# Of rows: the call was not seen; nor was the return; it was a jump (a call at the end of a function).
NO_CALL, NO_RETURN, NON_CALL = 1, 2, 4


class Call:
    """A function that has not returned yet."""
    __slots__ = ("number", "path", "function", "back_to", "time", "at", "sample", "flags", "untraced")


class Stack:
    """The calls of one thread, outermost first, and what it has done so far: branches, instructions, cycles."""
    def __init__(self, thread, comm):
        self.thread, self.comm = thread, comm
        self.calls, self.done, self.time = [], (0, 0, 0), 0
        self.back = {}			# where calls return to: how many are below, innermost last

    def push(self, call):
        if call.back_to:
            self.back.setdefault(call.back_to, []).append(len(self.calls))
        self.calls.append(call)

    def pop(self):
        call = self.calls.pop()
        if call.back_to:
            self.back[call.back_to].pop()
            if not self.back[call.back_to]:
                del self.back[call.back_to]
        return call


class Calls:
    def __init__(self, tables):
        self.tables = tables
        self.stacks = {}
        self.last = 0			# the newest number of a row

    def number(self, call):
        if not call.number:
            self.last += 1
            call.number = self.last
        return call.number

    def end(self, stack, sample, time, flags=0):
        """The innermost call has ended. @sample: the number of the one that says so, or 0."""
        call = stack.pop()
        parent = self.number(stack.calls[-1]) if stack.calls else 0
        did = [now - then for now, then in zip(stack.done, call.at)]
        signed = self.tables.as_signed
        self.tables.call("call_return_table", self.number(call), stack.thread, stack.comm, call.path, signed(call.time),
                         signed(time), did[0], call.sample, sample, self.tables.parent_path[call.path], call.flags | flags,
                         parent, signed(did[1]), signed(did[2]))

    def end_all(self, stack, sample, time):
        while stack.calls:
            self.end(stack, sample, time, NO_RETURN)

    def begin(self, stack, machine, place, sample, number, back_to=0, flags=0):
        """A function has begun: that of @place; None: what was not traced."""
        call = Call()
        call.number, call.time, call.at, call.sample, call.back_to, call.flags = 0, sample.time, stack.done, number, back_to, flags
        call.untraced = place is None
        call.function = (place.dso, place.range) if place and place.symbol is not None else None
        symbol = self.tables.place(machine, place)[1]
        # A function is one row below its caller, wherever it was entered; code without a name has its address.
        address = place.ip if place and not symbol else 0
        call.path = self.tables.path(stack.calls[-1].path if stack.calls else self.tables.root_path(), symbol, address)
        stack.push(call)

    def stack_of(self, machine, thread, comm, sample):
        # Each CPU has an idle task of its own.
        key = (machine, sample.pid, sample.tid, sample.cpu if not sample.tid else 0)
        stack = self.stacks.get(key)
        if stack is None:
            stack = self.stacks[key] = Stack(thread, comm)
        elif stack.comm != comm:	# another program
            self.end_all(stack, 0, stack.time)
            stack.comm = comm
        return stack

    def take(self, machine, thread, comm, sample, number):
        """A branch, whose row has @number."""
        if not sample.flags & BRANCH:
            return
        stack = self.stack_of(machine, thread, comm, sample)
        if not stack.calls:
            self.begin(stack, machine, sample.place if sample.ip else sample.addr_place, sample, number, 0, NO_CALL)
        stack.time = sample.time
        stack.done = tuple(a + b for a, b in zip(stack.done, (1, sample.insn_cnt, sample.cyc_cnt)))
        if sample.flags & TRACE_BEGIN:
            if stack.calls[-1].untraced and len(stack.calls) > 1:
                self.end(stack, number, sample.time)
        elif sample.flags & TRACE_END and not sample.addr:
            self.begin(stack, machine, None, sample, number)
        elif sample.flags & CALL:
            self.on_call(stack, machine, sample, number)
        elif sample.flags & RETURN:
            self.on_return(stack, machine, sample, number)
        elif self.enters(sample):
            self.begin(stack, machine, sample.addr_place, sample, number, 0, NON_CALL)

    def enters(self, sample):
        """Does it go to the first instruction of another function?"""
        source, target = sample.place, sample.addr_place
        return target is not None and target.symbol is not None and target.addr == target.range[0] and \
            (source is None or (source.dso, source.range) != (target.dso, target.range))

    def on_call(self, stack, machine, sample, number):
        back_to = sample.ip if sample.flags & ASYNC else sample.ip + sample.insn_len
        if sample.ip and sample.addr and sample.addr != back_to:	# one to what is next only asks where it is
            self.begin(stack, machine, sample.addr_place, sample, number, back_to)

    def on_return(self, stack, machine, sample, number):
        below = stack.back.get(sample.addr)
        if below:
            while len(stack.calls) > below[-1] + 1:
                self.end(stack, number, sample.time, NO_RETURN)
            self.end(stack, number, sample.time)
        elif self.enters(sample):	# a return that is a jump, to where somebody has pushed
            self.begin(stack, machine, sample.addr_place, sample, number, 0, NON_CALL)
        else:				# to a function that was called before there was a trace
            source = sample.place
            if stack.calls[-1].function == (source and (source.dso, source.range)):
                self.end(stack, number, sample.time)
            self.end_all(stack, number, sample.time)
            self.begin(stack, machine, sample.addr_place, sample, number, 0, NO_CALL)

    def end_of_recording(self):
        for stack in self.stacks.values():
            self.end_all(stack, 0, stack.time)
