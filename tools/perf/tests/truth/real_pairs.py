# SPDX-License-Identifier: GPL-2.0-only
"""Samples that two unwinders are given at the same moment, for real_programs.py.

A tracepoint that two events count writes a sample for each of them. That of the timer's interrupts comes wherever the program is, and what
was interrupted are the registers of user space, as for a timer's own samples.
"""
import re
import subprocess

INTERRUPT = "irq_vectors:local_timer_entry"
# What makes the timer interrupt often.
CLOCK, RATE = "cpu-clock", 4999
FRAME = re.compile(r"^\s+([0-9a-f]+) (.*) \((.*)\)$")
HEAD = re.compile(r"^(.+?)\s+(\d+)\s+(\d+\.\d+):\s+(ours|theirs):")
# Both are taken one behind the other: what is farther apart, in seconds, is of two moments, of which one sample each is lost.
APART = 50e-6
MARK = re.compile(r"^# \[caller missing: (.*)\]$")
# Of these Go's runtime says that nobody has called them; and the last two begin the thread's stack, above which libdw reads what was left there.
GO_TOPS = ("runtime.mcall", "runtime.mstart.abi0", "runtime.goexit.abi0", "runtime.rt0_go.abi0", "runtime.systemstack.abi0", "runtime.morestack.abi0")
# Behind these only libc's own functions follow, or nothing.
ROOTS = ("main", "__libc_start_call_main", "__libc_start_main", "start_thread", "_start", "__start_context") + GO_TOPS


def record(perf, chains, ring, data, command, cwd, env, where=INTERRUPT):
    """Records the program @command with chains of both kinds for each sample, at the tracepoint @where."""
    events = [f"{CLOCK}/call-graph=no,name=clock/"] if where == INTERRUPT else []
    events += [f'{where}/call-graph="{how}",name={name},period=1/' for name, how in (("ours", chains), ("theirs", "dwarf,65528"))]
    words = [perf, "record", "-q", "-N", "-m", ring, "-o", data, "-F", str(RATE)]
    for event in events:
        words += ["-e", event]
    return subprocess.run(words + ["--"] + command, cwd=cwd, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, text=True)


def is_root(name):
    return name.split("@")[0] in ROOTS


def is_short(ours, theirs, n):
    """Is more than libc's own beginning of a program or thread missing in @ours (names), whose @n functions @theirs begins with?"""
    return not is_root(ours[-1]) and not is_root(theirs[n])


def cut(frames):
    """Up to where the program or thread begins."""
    for i, frame in enumerate(frames):
        if is_root(frame[1]):
            return frames[:i + 1]
    return frames


def samples(lines):
    """(comm, thread, time, ours or theirs, [(address, name)] innermost first, [reasons of marks]) of each sample."""
    head, frames, marks, before = None, [], [], []
    for line in lines:
        line = line.rstrip("\n")
        frame, start, mark = FRAME.match(line), HEAD.match(line), MARK.match(line)
        if mark:
            before.append(mark[1])
        elif start:
            if head:
                yield (*head, cut(frames), marks)
            head, frames, marks, before = (start[1].strip(), start[2], float(start[3]), start[4]), [], before, []
        elif frame and head:
            if not int(frame[1], 16) >> 63:
                frames.append((int(frame[1], 16), frame[2]))
        elif line and line[0] not in "#\t ":
            before = []
    if head:
        yield (*head, cut(frames), marks)


def pairs(perf, data, env, left_out):
    """(our frames, our marks, their frames, their marks) of each sample but those of the commands @left_out. Theirs is written first."""
    script = subprocess.Popen([perf, "script", "--no-inline", "--ns", "--max-stack=1000", "-F", "comm,tid,time,event,ip,sym,dso", "-i", data], env=env,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace")
    waiting = {}
    for comm, tid, when, whose, frames, marks in samples(script.stdout):
        if whose == "theirs":
            waiting[tid] = (when, frames, marks)
        elif tid in waiting and comm not in left_out:
            then, theirs, their_marks = waiting.pop(tid)
            if frames and theirs and frames[0][0] == theirs[0][0] and abs(when - then) < APART:
                yield frames, marks, theirs, their_marks
    if script.wait():
        raise RuntimeError(f"perf script -i {data} failed")


def same(a, b):
    """libdw gives the last byte of a call where we give what is behind it."""
    return abs(a[0] - b[0]) <= 1


def judge(ours, marks, theirs, their_marks):
    """What our stack is: see real_programs.py."""
    n = 0
    while n < len(ours) and n < len(theirs) and same(ours[n], theirs[n]):
        n += 1
    if marks:
        return "marked"
    if n == len(ours):
        return "short" if n < len(theirs) and is_short([f[1] for f in ours], [f[1] for f in theirs], n) else "whole"
    # They have ended, or say that they guess from there on.
    if n == len(theirs) or their_marks:
        return "farther"
    # In libgcc, where its frame is written over, we go on at the function with the handler, libdw at those that were left.
    rest = iter(theirs[n:])
    left = n and ours[n - 1][1].startswith("_Unwind_") and all(any(same(a, b) for b in rest) for a in ours[n:])
    return "farther" if left else "other"
