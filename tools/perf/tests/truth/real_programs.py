#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""How true are the stacks of programs that people use?

    real_programs.py [-g | -t | -s] [-p PERF] [-k CHAINS] [-v] [-w DIR] [PROGRAM]...

Runs each program with a small task, and records at its system calls: once as perf record unwinds by default, and once with copies of
whole stacks (dwarf,65528), which another unwinder, libdw, unwinds when they are read. Addresses are not random in these runs, so
the same calls have the same stacks. Each stack of the first recording is one of

    whole    nothing is missing, as perf says; libdw has the same one
    farther  the same, but libdw went no farther than a part of it
    marked   something is missing, and a mark says so
    short    libdw has the same one and goes on, and there is no mark
    other    libdw has none like it: one of the two is wrong, or the run went another way (JIT compilers, garbage collectors)

  -t         by the timer, wherever the program is: each sample is given to both unwinders (real_pairs.py); "bytes" are not measured
  -s         how large the files are beside those of frame pointers alone, and why, of programs without a compiler at run time
             (real_sizes.py); nothing is compared
  -p PERF    the perf to try (default: the one built in this tree)
  -g         in a booted kernel that defers (tests/vm/boot.sh)
  -k CHAINS  what --call-graph takes (default: fp,repair; with -g fp,defer,repair)
  -v         shows the first stacks that are short or other, and all reasons of marks
  -w DIR     keeps the recordings there
  PROGRAM    of these only: %s

exit status: 0; 1 if a stack was short, or a program does not run in the guest; 77 if nothing can be recorded here
"""
import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

import real_pairs
import real_sizes
from real_guest import record_in_guest
from real_tasks import BUILDS, PACKAGES, PROGRAMS, SIZED, find

HERE = os.path.dirname(os.path.abspath(__file__))
EVENT = "raw_syscalls:sys_enter"
MOST = 1500		# stacks of a program, about
RING = "16M"		# of each CPU
# The emulated machine is slow to empty its own; of what is lost there is no stack to compare with.
GUEST_RING = "128M"
TIMER_RING = "128M"
HEAD = "%-8s %6s %7s %7s %6s %5s %5s %7s %7s  %s" % ("program", "stacks", "whole", "farther", "marked", "short", "other", "bytes", "dwarf",
                                                   "most frequent reason")
FRAME = re.compile(r"^\s+([0-9a-f]+) (.*) \((.*)\)$")
MARK = re.compile(r"^# \[caller missing: (.*)\]$")

class Program:
    def __init__(self, perf, work, name, text):
        self.perf, self.name, self.text = perf, name, text
        self.dir = os.path.join(work, name)
        tool, self.prepare, self.task = {**PROGRAMS, **BUILDS}[name]
        self.tool, self.path = tool, find(tool)
        self.env = dict(os.environ, TEXT=" ".join(text), PERF_CONFIG="/dev/null", PERF_BUILDID_DIR=os.path.join(work, "cache"), LC_ALL="C")
        if self.path:
            self.env[tool] = self.path
            # What a shell can name.
            self.prepare, self.task = (text.replace("$g++", "$CXX") for text in (self.prepare, self.task))
            self.env["CXX"] = self.path

    def fresh(self):
        """The task leaves files behind: each run has a folder of the same name, made ready anew."""
        shutil.rmtree(self.dir, ignore_errors=True)
        os.makedirs(self.dir)
        done = subprocess.run(["sh", "-c", self.prepare], cwd=self.dir, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              check=False, text=True)
        if done.returncode:
            sys.exit(f"real_programs.py: {self.name} cannot be made ready: {done.stderr}")

    def write_task(self):
        with open(os.path.join(self.dir, "task"), "w", encoding="utf-8") as f:
            f.write(self.task + "\n")

    def record(self, chains, period, data):
        self.fresh()
        self.write_task()
        done = subprocess.run([self.perf, "record", "-q", "-N", "-m", RING, "-e", EVENT, "-c", str(period), "--call-graph", chains, "-o", data, "--",
                               "setarch", "-R", "sh", "./task"], cwd=self.dir, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              check=False, text=True)
        if not os.path.exists(data):
            print(f"it cannot be recorded here: {done.stderr}")
            sys.exit(77)
        if done.returncode:
            sys.exit(f"real_programs.py: the task of {self.name} has failed: {done.stderr}")

    def stacks(self, data, unwound=False):
        """(names from the innermost function on, reasons of marks) of each sample of the program. unwound: by libdw, when it is read."""
        script = subprocess.run([self.perf, "script", "--no-inline", "-F", "comm,ip,sym,dso", "-i", data], env=self.env, check=True, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, errors="replace").stdout
        for part in script.split("\n\n"):
            lines = part.splitlines()
            heads = [line for line in lines if line and line[0] not in "#\t "]
            if not heads or heads[0].split()[0] in ("sh", "setarch"):
                continue
            frames = [m for m in map(FRAME.match, lines) if m and int(m[1], 16) >> 63 == 0]
            yield (tuple(frame_name(m, unwound and i > 0) for i, m in enumerate(frames)), [m[1] for m in map(MARK.match, lines) if m])


def frame_name(frame, is_in_call):
    """What is the same for the same function: where there is no name, the place in the page of a file. is_in_call: it is the call's last byte."""
    if frame[2] != "[unknown]":
        return frame[2]
    place = "+%x" % ((int(frame[1], 16) + is_in_call) & 0xfff) if frame[3].startswith("/") else ""
    return os.path.basename(frame[3]) + place


def without_junk(stack):
    """Behind the outermost function of a stack libdw may go on with what happens to lie there."""
    for top in real_pairs.GO_TOPS:
        if top in stack:
            stack = stack[:stack.index(top) + 1]
    while len(stack) > 1 and stack[-1] in ("[unknown]", "[stack]", "[heap]", "//anon"):
        stack = stack[:-1]
    return stack


def starts(long, short):
    return len(long) > len(short) and long[:len(short)] == short


def judge(stack, marks, truth):
    if marks:
        return "marked"
    if stack in truth:
        return "whole"
    longer = [t for t in truth if starts(t, stack)]
    if longer:
        return "short" if all(real_pairs.is_short(stack, t, len(stack)) for t in longer) else "whole"
    return "farther" if any(starts(stack, t) for t in truth) else "other"


def record_here(p, chains, data):
    p.record("fp", 1, data["fp"])
    period = max(1, -(-sum(1 for _ in p.stacks(data["fp"])) // MOST))
    p.record("fp", period, data["fp"])
    p.record(chains, period, data["unwound"])
    p.record("dwarf,65528", period, data["dwarf"])


def try_sizes(p, chains, work):
    data = {k: os.path.join(work, f"{p.name}.{k}.data") for k in ("fp", "unwound")}
    p.record("fp", 1, data["fp"])
    period = max(1, -(-sum(1 for _ in p.stacks(data["fp"])) // MOST))
    p.record("fp", period, data["fp"])
    p.record(chains, period, data["unwound"])
    print(real_sizes.row(p.name, *(real_sizes.Sizes(p.perf, data[k], p.env) for k in ("fp", "unwound"))), flush=True)
    return True


def print_row(name, count, sizes, reasons, verbose):
    nr = sum(count.values())
    print("%-8s %6d %6.1f%% %7d %6d %5d %5d %s  %s" % (
        name, nr, 100 * (count["whole"] + count["farther"]) / (nr or 1), count["farther"], count["marked"], count["short"], count["other"],
        sizes, reasons.most_common(1)[0][0] if reasons else ""), flush=True)
    if verbose:
        for reason, n in reasons.most_common():
            print(f"  {n} {reason}", file=sys.stderr)


def try_program(p, chains, work, verbose, guest):
    """Whether all is well: no stack of the program was short, and it could be recorded."""
    data = {k: os.path.join(work, f"{p.name}.{k}.data") for k in ("fp", "unwound", "dwarf")}
    if not guest:
        record_here(p, chains, data)
    elif not record_in_guest(p, EVENT, GUEST_RING, MOST, chains, data):
        return False
    truth = {without_junk(stack) for stack, _ in p.stacks(data["dwarf"], True)}
    count, reasons, shown = collections.Counter(), collections.Counter(), 0
    for stack, marks in p.stacks(data["unwound"]):
        kind = judge(stack, marks, truth)
        count[kind] += 1
        reasons.update(marks[-1:])
        if verbose and kind in ("short", "other") and shown < 4:
            shown += 1
            print(f"  {kind}: {' '.join(stack)}", file=sys.stderr)
            close = max(truth, key=lambda t: len(os.path.commonprefix([t, stack])), default=())
            print(f"   libdw: {' '.join(close)}", file=sys.stderr)
    size = {k: os.path.getsize(v) for k, v in data.items()}
    print_row(p.name, count, "%7.1f %7.1f" % (size["unwound"] / size["fp"], size["dwarf"] / size["fp"]), reasons, verbose)
    return not count["short"]


def try_by_timer(p, chains, work, verbose):
    """The same of one recording, in the timer's interrupts."""
    data = os.path.join(work, f"{p.name}.timer.data")
    p.fresh()
    p.write_task()
    done = real_pairs.record(p.perf, chains, TIMER_RING, data, ["sh", "./task"], p.dir, p.env)
    if not os.path.exists(data):
        print(f"it cannot be recorded here: {done.stderr}")
        sys.exit(77)
    count, reasons, shown = collections.Counter(), collections.Counter(), 0
    for ours, marks, theirs, their_marks in real_pairs.pairs(p.perf, data, p.env, ("sh", "perf-exec")):
        kind = real_pairs.judge(ours, marks, theirs, their_marks)
        count[kind] += 1
        reasons.update(marks[-1:])
        if verbose and kind in ("short", "other") and shown < 4:
            shown += 1
            print(f"  {kind}: {' '.join(f[1] for f in ours)}\n   libdw: {' '.join(f[1] for f in theirs)}", file=sys.stderr)
    print_row(p.name, count, "%7s %7s" % ("", ""), reasons, verbose)
    return not count["short"]


def main():
    p = argparse.ArgumentParser(usage=__doc__ % ", ".join(PROGRAMS), add_help=False)
    p.add_argument("-p", default=os.path.join(HERE, "../../build/perf"))
    p.add_argument("-g", action="store_true")
    p.add_argument("-t", action="store_true")
    p.add_argument("-s", action="store_true")
    p.add_argument("-k")
    p.add_argument("-v", action="store_true")
    p.add_argument("-w")
    p.add_argument("program", nargs="*")
    opts = p.parse_args()
    if opts.g + opts.t + opts.s > 1:
        p.error("-t and -s are for this machine and for themselves")
    for name in opts.program:
        if name not in PROGRAMS and not (opts.s and name in BUILDS):
            p.error(f"no program is called '{name}'")
    perf = os.path.realpath(opts.p)
    here = os.path.join(HERE, "../../Documentation")
    text = [os.path.realpath(os.path.join(here, f)) for f in ("perf-record.txt", "perf-script.txt", "security.txt", "perf-list.txt")]
    chains = opts.k or ("fp,defer,repair" if opts.g else "fp,repair")
    good = True
    with tempfile.TemporaryDirectory(prefix="perf-real.", dir="/var/tmp") as temporary:
        work = os.path.realpath(opts.w or temporary)
        os.makedirs(work, exist_ok=True)
        print(f"{real_sizes.HEAD}\n{real_sizes.HEAD_2}" if opts.s else HEAD)
        for name in opts.program or (SIZED if opts.s else PROGRAMS):
            program = Program(perf, work, name, text)
            if program.path and opts.s:
                good = try_sizes(program, chains, work) and good
            elif program.path and opts.t:
                good = try_by_timer(program, chains, work, opts.v) and good
            elif program.path:
                good = try_program(program, chains, work, opts.v, opts.g) and good
            else:
                print("%-8s is left out: %s is not installed (package %s)" % (name, program.tool, PACKAGES.get(program.tool, program.tool)), flush=True)
    sys.exit(not good)


if __name__ == "__main__":
    main()
