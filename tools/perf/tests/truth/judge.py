#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares the stacks that `perf script` prints of the program `truth` with the paths that it took.

    perf script -F comm,event,trace,ip,sym,dso | judge.py LIST

LIST is what `truth list` prints. Samples are told by the names of their threads and by their events; the others are
passed over. Each stack of the user is one of

    whole     every function that was on it, and no other one
    marked    some are missing, and a mark says so
    silent    some are missing, and nothing says so
    invented  a function is shown that was not on it
    cautious  whole, and yet marked (counted within "whole" too)

With -v the first stack of each kind and path is shown. With --json the numbers are printed as JSON: "total" and "paths"
count all samples, "timer" those of events that are no system calls. The exit status is 1 where a
stack is invented, or silent without --silent-is-fine, or where a path of --need was not sampled.
"""
import argparse
import json
import re
import sys

KINDS = ("whole", "marked", "silent", "invented")
FRAME = re.compile(r"^\s+([0-9a-f]+) (.*?)(?: \((inlined|by its call)\))? \((.*)\)$")
HEAD = re.compile(r"^\s*(\S+)\s+(\S+?):(?: (.*)|\s*)$")
SIZE = re.compile(r"count: (?:0x)?([0-9a-f]+)")
OWN = re.compile(r"^t_[a-z_]+$")
KERNEL = 1 << 63
# Functions of libraries have several names, and compilers split functions: one name for all of them.
VERSION = re.compile(r"@.*")
CLONE = re.compile(r"\.(cold|(__)?part|constprop|isra)(\.[0-9]+)*")
ALIAS = re.compile(r"^(?:_*(?:GI|libc|IO)_+|_+)+")


def plain(name):
    return ALIAS.sub("", CLONE.sub("", VERSION.sub("", name)))


class Path:
    """A line of the list: its tokens are sets of names, or None for any functions of libraries."""

    def __init__(self, line):
        self.name, self.event, text = line.split()
        self.tokens = []
        for word in text.split(";"):
            if word == "*":
                self.tokens.append(None)
            else:
                self.tokens.append(frozenset(word.strip("{}").split("|")))


def spin_tokens(path, names):
    """On the CPU any function of the path may be the innermost one: the path ends there."""
    own = [i for i, t in enumerate(path.tokens) if names and names[-1] in t]
    if own:
        return path.tokens[: own[-1] + 1]
    return path.tokens[:1] + [None]


def consumes(tokens, names, may_skip):
    """Do the names, outermost first, follow the tokens? With may_skip some tokens may have no name."""
    states = {0}

    def close(states):
        todo, seen = list(states), set(states)
        while todo:
            i = todo.pop()
            if i < len(tokens) and (tokens[i] is None or may_skip) and i + 1 not in seen:
                seen.add(i + 1)
                todo.append(i + 1)
        return seen

    states = close(states)
    for name in names:
        after = set()
        for i in states:
            if i == len(tokens):
                continue
            if tokens[i] is None:
                if not OWN.match(name):
                    after.add(i)
            elif name in tokens[i]:
                after.add(i + 1)
        states = close(after)
        if not states:
            return False
    return len(tokens) in states


def judge(path, names, marked):
    # A timer also finds the program in main() itself, or in what it sets its name with, before the path has begun or after it
    # has ended.
    if path.name == "spin" and (names[-1:] == ["main"] or names[-2:] == ["main", "prctl"]):
        return "whole"
    # What began the thread is not of interest.
    while names and not OWN.match(names[0]) and not any(t and names[0] in t for t in path.tokens):
        names = names[1:]
    tokens = spin_tokens(path, names) if path.name == "spin" else path.tokens
    if consumes(tokens, names, False):
        return "whole"
    if not consumes(tokens, names, True):
        return "invented"
    return "marked" if marked else "silent"


def samples(lines):
    """(comm, event, comm#size of a read, names outermost first, marked) of each sample."""
    head, names, mark, marked, begun = None, [], False, False, True
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("#"):
            # Marks stand before their sample.
            mark = mark or "missing" in line
            begun = True
            continue
        frame = FRAME.match(line)
        if frame and head:
            if int(frame[1], 16) < KERNEL and frame[3] != "inlined":
                names.insert(0, plain(frame[2]))
            continue
        if head and line and not begun:
            # What a write wrote stands among its fields on newer kernels, and may have had the end of a line in it.
            size = SIZE.search(line)
            head = head[:2] + (size and f"{head[0]}#{int(size[1], 16):x}" or head[2],)
            continue
        if head:
            yield head + (names, marked)
            head = None
        begun = not line
        start = HEAD.match(line)
        if start:
            size = SIZE.search(start[3] or "")
            head = (start[1], start[2], size and f"{start[1]}#{int(size[1], 16):x}")
            names, marked, mark = [], mark, False
    if head:
        yield head + (names, marked)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("list")
    p.add_argument("-v", action="store_true")
    p.add_argument("--json", action="store_true")
    p.add_argument("--silent-is-fine", action="store_true")
    p.add_argument("--need", default="", help="names of paths, separated by commas, that must have been sampled")
    opts = p.parse_args()
    with open(opts.list) as f:
        paths = {path.name: path for path in map(Path, f)}
    counts, timer = {}, dict.fromkeys(KINDS + ("cautious",), 0)
    shown = set()
    for comm, event, numbered, names, marked in samples(sys.stdin):
        path = paths.get(numbered) or paths.get(comm)
        if not path or event.split(":")[-2 if event.endswith((":u", ":k")) else -1] != path.event:
            continue
        kind = judge(path, names, marked)
        rows = [counts.setdefault(comm, dict.fromkeys(KINDS + ("cautious",), 0))]
        if not path.event.startswith("sys_"):
            rows.append(timer)
        for row in rows:
            row[kind] += 1
            row["cautious"] += kind == "whole" and marked
        if opts.v and kind != "whole" and (comm, kind) not in shown:
            shown.add((comm, kind))
            print(f"{comm}: {kind}: {';'.join(names)}", file=sys.stderr)
    total = {k: sum(r[k] for r in counts.values()) for k in KINDS + ("cautious",)}
    missing = [n for n in opts.need.split(",") if n and n not in counts]
    if opts.json:
        print(json.dumps({"total": total, "timer": timer, "paths": counts}))
    else:
        for comm in sorted(counts):
            print(f"{comm:12}", " ".join(f"{k} {v}" for k, v in counts[comm].items() if v))
        print("all:", ", ".join(f"{v} {k}" for k, v in total.items()))
    for n in missing:
        print(f"judge.py: no sample of path '{n}'", file=sys.stderr)
    bad = total["invented"] or (total["silent"] and not opts.silent_is_fine) or missing
    return 1 if bad or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
