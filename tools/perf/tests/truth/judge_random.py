#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares the stacks that `perf script` prints of a random program with the paths that it took.

    perf script --no-inline -F comm,tid,event,trace,addr,ip,sym,dso[,uregs] | judge_random.py LIST

With uregs, the path is what the register r15 says; a sample may be anywhere on it, with the functions that have been called so far.

LIST and the program are random_program.py's. Each stack of a path is one of

    whole     every function that was on it, and no other one
    marked    some are missing, and a mark says so
    silent    some are missing, and nothing says so
    invented  a function is shown that was not on it
    cautious  whole, and yet marked (counted within "whole" too)

Prints these as JSON; with -v the first stack of each kind and leaf goes to stderr. The exit status is 0.
"""
import argparse
import json
import re
import sys

from judge import FRAME, KERNEL, plain
from random_program import R15_MARK

KINDS = ("whole", "marked", "silent", "invented", "cautious")
HEAD = re.compile(r"^\s*(\S+)\s+(\d+)\s+(?:([\w-]+):)?([\w-]+)(?::[a-z]+)?:\s*(.*)$")
MODIFIERS = re.compile(r"[ukhp]+")
FROM_TICK = re.compile(r"\bfd[:=] ?(0x)?f+c\b")
FIELD = re.compile(r"\b(fd|offset|prev_state)[:=] ?(0x)?([0-9a-fA-F]+|[A-Z])")
# Where a program, a thread or a coroutine begins, in several libraries; judge.plain() takes the underscores away.
ROOTS = ("start", "start_c", "start_main", "libc_start_main_stage2", "clone", "clone3", "start_thread", "start_context")
# Code that functions of a program have in common, which compilers put between these: it may be anywhere.
# What functions have in common: thunks, and what profilers put into each of them.
COMMON = re.compile(r"((x86_(return|indirect)_thunk|llvm_retpoline)\w*|_*mcount(_internal)?|_*cyg_profile_func_(enter|exit))$")
# The function of a random program that takes all paths.
RUN = ("run", "main.run")
FIRST_TOUCH = 0x600000000000
# The handler of a program's own timer.
TICK = "on_tick"
# What the kernel has handlers return to.
RESTORERS = ("restore_rt", "restore", "kernel_rt_sigreturn")
R15 = re.compile(r"^ ABI:\d.*\bR15:0x([0-9a-f]+)")


class Token:
    """A function of ours, which may be missing or not, or (no name) any number of functions of libraries."""

    def __init__(self, word):
        self.name = None if word == "*" else word.lstrip("?")
        self.optional = word.startswith("?")


class Path:
    def __init__(self, line):
        self.key, events, text, way = line.split()
        self.events = events.split("|")
        self.tokens = [Token(w) for w in text.split(";")]
        self.ways = [[Token(w) for w in way.split(";")]]
        # A thread or a context of the path's end has the number, too.
        if not any(t.name in RUN for t in self.tokens):
            self.ways.append([t for word in self.tokens for t in (word, Token("*"))])


def follows(tokens, names, own, may_skip, to_the_end=True):
    """
    Do the names, outermost first, follow the tokens? With may_skip any of them may have no name; without to_the_end the innermost may
    not be there yet.
    """
    states = {0}

    def close(states):
        for i in range(len(tokens)):
            if i in states and (tokens[i].name is None or tokens[i].optional or may_skip):
                states.add(i + 1)
        return states

    states = close(states)
    for name in names:
        after = set()
        for i in states:
            if i < len(tokens) and tokens[i].name is None and name not in own:
                after.add(i)
            elif i < len(tokens) and tokens[i].name == name:
                after.add(i + 1)
        states = close(after)
        if not states:
            return False
    return len(tokens) in states or (not to_the_end and (bool(names and names[0] in ROOTS) or
                                     max(states) > [t.name is not None for t in tokens].index(True)))


def samples(lines):
    """(comm, tid, event, rest of the line or r15, names outermost first, marked) of each sample."""
    head, names, mark, marked = None, [], False, False
    for line in lines:
        line = line.rstrip("\n")
        frame, register = FRAME.match(line), R15.match(line)
        if register and head:
            yield (*head[:3], int(register[1], 16), names, marked)
        if line.startswith(" ABI:"):
            head = None
            continue
        if line.startswith("#"):
            # Marks stand before their sample.
            mark = mark or "missing" in line
        elif frame and head:
            name = plain(frame[2])
            if int(frame[1], 16) < KERNEL and frame[3] != "inlined" and not COMMON.match(name):
                names.insert(0, name)
        elif not line:
            if head:
                yield (*head, names, marked)
            head = None
        elif HEAD.match(line):
            start = HEAD.match(line)
            # "page-faults:u" has the same form as "sched:sched_switch".
            event = start[3] if MODIFIERS.fullmatch(start[4]) else start[4]
            head, names, marked, mark = (start[1], int(start[2]), event, start[5]), [], mark, False
    if head:
        yield (*head, names, marked)


class Judge:
    def __init__(self, lines):
        self.paths = {p.key: p for p in map(Path, lines)}
        self.own = {t.name for p in self.paths.values() for tokens in [p.tokens] + p.ways for t in tokens if t.name}
        self.own |= {TICK, "on_usr1", "on_usr2", "on_hup", "on_segv", "say", "main"}
        self.current = {}		# the path that a thread is in, until it says that this is over

    def path_of(self, comm, tid, event, rest):
        """The path that a sample belongs to, or None."""
        if isinstance(rest, int):
            return self.paths.get("%s#%x" % (comm, rest ^ R15_MARK)) if rest >> 32 == R15_MARK >> 32 else None
        fields = {m[1]: m[3] for m in FIELD.finditer(rest)}
        if event == "sys_enter_lseek":
            fd, key = int(fields["fd"], 16) & 0xffffffff, "%s#%x" % (comm, int(fields["offset"], 16))
            if fd in (0xffffffff, 0xfffffffc):
                return self.paths.get(key)
            self.current[tid] = self.paths.get(key) if fd == 0xfffffffe else None
            return None
        if event == "page-faults":
            address = int(rest.split()[0], 16) - FIRST_TOUCH
            path = self.paths.get("%s#%x" % (comm, address >> 12)) if 0 <= address < 1 << 36 else None
            return path if path and "page-faults" in path.events else None
        path = self.current.get(tid)
        if path and (event in path.events or (event == "sched_switch" and fields.get("prev_state") == "S")):
            return path
        return None

    def kind(self, path, names, rest):
        """What the stack @names is. @rest, of its sample, says whether the path was taken to its end; else it may be anywhere on it, and in a
        thread or context of its end."""
        ended = not isinstance(rest, int)
        if not ended or not FROM_TICK.search(rest):
            return self.kind_at(path, names, ended)
        if TICK not in names:
            return self.kind_at(path, names, False).replace("whole", "short")
        at = names.index(TICK)
        below = [n for n in names[:at] if n not in RESTORERS]
        return "invented" if any(n in self.own and n != TICK for n in names[at + 1:]) else self.kind_at(path, below, False)

    def kind_at(self, path, names, ended):
        ways = [path.tokens] if ended else path.ways
        if any(follows(w, names, self.own, False, ended) for w in ways):
            return "whole"
        return "short" if any(follows(w, names, self.own, True, ended) for w in ways) else "invented"


def leaf_of(path):
    names = [t.name for t in path.tokens if t.name and not t.name.startswith("f_")]
    return names[-1] if len(names) < 3 else names[2] if names[0] == "main" else names[1]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("list")
    p.add_argument("-v", action="store_true")
    opts = p.parse_args()
    with open(opts.list, encoding="utf-8") as f:
        judge = Judge(f)
    total, events, shown = dict.fromkeys(KINDS, 0), {}, set()
    for comm, tid, event, rest, names, marked in samples(sys.stdin):
        path = judge.path_of(comm, tid, event, rest)
        if not path:
            continue
        kind = judge.kind(path, names, rest)
        if kind == "short":
            kind = "marked" if marked else "silent"
        counts = events.setdefault(event, dict.fromkeys(KINDS, 0))
        for row in (total, counts):
            row[kind] += 1
            row["cautious"] += kind == "whole" and marked
        what = "cautious" if kind == "whole" and marked else kind
        if opts.v and what != "whole" and (what, event, leaf_of(path)) not in shown:
            shown.add((what, event, leaf_of(path)))
            print(f"{path.key} {event} {what}: {';'.join(names)}\n\t{';'.join(t.name or '*' for t in path.tokens)}", file=sys.stderr)
    print(json.dumps({"total": total, "events": events}))


if __name__ == "__main__":
    main()
