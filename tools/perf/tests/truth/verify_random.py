#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Is `perf defer verify` right about stacks of random programs?

    random_table.py -k fp -k fp,repair -w DIR ...; verify_random.py [-p PERF] DIR

For each recording that random_table.py has left in DIR: the stacks as they were recorded, by what is known of their paths, beside verify's verdict
of each (--list). A miss is a stack that is short, or has a function that was not there, and is called whole; a false alarm one that is whole
and called bad. Left out, as nothing is known of libraries: of a timer's stacks those that end in one right above main() or run(), which may not
have called it; and those that are said to lack the caller of one of its functions (as of Go's system calls, by frame pointers alone).

exit status: 0; 1 where there is a miss, or a false alarm for each 200 whole stacks
"""
import argparse
import collections
import os
import re
import subprocess
import sys

from judge_random import Judge, samples
from random_table import told_by

HERE = os.path.dirname(os.path.abspath(__file__))
HEAD = re.compile(r"^(\s*\S+\s+\d+)\s+(\d+\.\d+):\s+(.*)$")
VERDICT = re.compile(r"^\s*(\d+\.\d+) \S+ (\d+) \S+: kernel \S+, user (\S+)(?: \[caller missing: no frame in (\S+)\])?")
STARTS = ("main", "run")
COLUMNS = ("whole", "library", "alarms", "not", "misses")
LINE = "%-28s %-16s" + " %7s" * len(COLUMNS)


def output(words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, text=True).stdout.splitlines()


def compare(perf, data, name, paths):
    """How many stacks there are of each kind and verdict."""
    fields = "comm,tid,time,event,ip,sym,dso," + told_by(name)
    times, lines = [], []
    for line in output([perf, "script", "--as-recorded", "--no-inline", "-F", fields, "-i", data]):
        head = HEAD.match(line)
        if head:
            times.append(head[2])
        lines.append(f"{head[1]} {head[3]}" if head else line)
    verdicts = {m.group(1, 2): m.group(3, 4) for m in map(VERDICT.match, output([perf, "defer", "verify", "--allow=100", "--list", "-i", data])) if m}
    with open(paths, encoding="utf-8") as f:
        judge = Judge(f)
    count = collections.Counter()
    for (comm, tid, event, rest, names, _), time in zip(samples(iter(lines)), times):
        path = judge.path_of(comm, tid, event, rest)
        if not path or (isinstance(rest, int) and not any(n in judge.own and n not in STARTS for n in names)):
            continue
        kind = judge.kind(path, names, rest)
        verdict, leaf = verdicts.get((time, str(tid)), ("none", None))
        if kind == "whole" and leaf and leaf not in judge.own:
            verdict = "library"
        count["whole" if kind == "whole" else "not", verdict] += 1
    return count


def main():
    p = argparse.ArgumentParser(usage=__doc__, add_help=False)
    p.add_argument("-p", default=os.path.join(HERE, "../../build/perf"))
    p.add_argument("dir")
    opts = p.parse_args()
    perf = os.path.realpath(opts.p)
    total = collections.Counter()
    print(LINE % ("program", "chains", *COLUMNS))
    for file in sorted(os.listdir(os.path.join(opts.dir, "out"))):
        name, chains = re.match(r"(.*?)\.(.*)\.data$", file).groups()
        count = compare(perf, os.path.join(opts.dir, "out", file), name, os.path.join(opts.dir, name, "list"))
        row = {k: sum(n for (kind, _), n in count.items() if kind == k) for k in ("whole", "not")}
        row.update(library=count["whole", "library"], alarms=count["whole", "bad"], misses=count["not", "whole"])
        total.update(row)
        print(LINE % (name, chains, *(row[k] for k in COLUMNS)), flush=True)
    print(LINE % ("all", "", *(total[k] for k in COLUMNS)))
    sys.exit(bool(total["misses"] or total["alarms"] * 200 > total["whole"]))


if __name__ == "__main__":
    main()
