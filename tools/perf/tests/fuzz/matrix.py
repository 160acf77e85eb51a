#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Every field, key and option of perf script and perf report, with one job and with several: the same text, messages and exit status.

    matrix.py PERF FILE

Fields, keys and options are taken from the program's own lists, so that a new one is tried before anybody thinks of it. One that asks for
a value must have one here.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

import jobs

VALUES = {
    "script": {
        "max-stack": "3", "unwind-style": "fp", "max-blocks": "2", "stop-bt": "main", "itrace": "i1us", "insn-trace": "raw",
        "graph-function": "main", "state": "blocked", "time": "20%-70%", "comms": "reader", "pid": "1000", "tid": "1001", "cpu": "0-1",
        "symbols": "0xffffffff81000100", "addr-range": "16", "dsos": "[kernel.kallsyms]", "dlfilter": "none.so", "dlarg": "x",
        "switch-on": "cycles:u", "switch-off": "cycles:u", "kallsyms": "/dev/null", "vmlinux": "/dev/null", "symfs": "/none", "debuginfod": "",
        "script": "none", "allow-write": "/none", "gen-script": "none", "guestkallsyms": "x", "guestmodules": "x", "guestmount": "x",
        "guestvmlinux": "x", "addr2line": "x", "fields": "comm,time",
    },
    "report": {
        "sort": "comm,sym", "fields": "overhead,tid", "percent-limit": "5", "percentage": "relative", "metric": "cycles",
        "group-sort-idx": "0", "column-widths": "5,6", "field-separator": ";", "time-quantum": "1us", "parent": "main", "call-graph": "caller",
        "graph-depth": "2", "graph-size": "1", "max-stack": "3", "unwind-style": "fp", "ignore-callees": "main", "state": "blocked",
        "comms": "reader", "dsos": "[kernel.kallsyms]", "symbols": "main", "symbol-filter": "a", "socket-filter": "0", "pid": "1000",
        "tid": "1001", "parallelism": "1-2", "cpu": "0-1", "time": "20%-70%", "switch-on": "cycles:u", "switch-off": "cycles:u",
        "itrace": "i1us", "kallsyms": "/dev/null", "vmlinux": "/dev/null", "symfs": "/none", "debuginfod": "", "disassembler-style": "intel",
        "prefix": "/x", "prefix-strip": "1", "percent-type": "local-hits", "pretty": "raw", "between": "cycles:u,cycles:u",
        "flamegraph": "/dev/null", "with-code": "1", "diff": "/none", "stdio-color": "always", "objdump": "x", "addr2line": "x",
        "addr2line-style": "libdw", "samples": "3",
    },
}
# They say which recording is read, and how: that is compared in the others.
LEFT_OUT = {"input", "force", "jobs"}
# Files beside the recording, or what both runs would write.
LEFT_OUT |= {"per-event-dump"}


def text_of(perf, *words):
    done = subprocess.run([perf, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout.decode()


def options(perf, command):
    """(option, whether it asks for a value) of the help."""
    for line in text_of(perf, command, "-h").splitlines():
        found = re.match(r" {4}(?:-\w, |    )--([\w-]+)(\[=| <|)", line)
        if found and found[1] not in LEFT_OUT:
            yield found[1], bool(found[2])


def cases(perf):
    fields = re.search(r"none of ([\w,-]+)", text_of(perf, "script", "-F", "?"))[1].split(",")
    keys = [line.split()[0] for line in text_of(perf, "report", "-s", "?").splitlines() if line]
    for field in fields:
        yield ["script", "-F", "+" + field]
    for key in keys:
        yield ["report", "--stdio", "-s", key]
    for command, values in VALUES.items():
        shown = ["--stdio"] if command == "report" else []
        for option, asks in options(perf, command):
            if asks and option not in values:
                print(f"FAILED: tests/fuzz/matrix.py has no value for perf {command} --{option}")
                yield None
            else:
                yield [command, *shown, f"--{option}={values[option]}" if asks else f"--{option}"]


def main(perf, path):
    os.environ.update(PERF_PAGER="cat", DEBUGINFOD_URLS="")
    bad = total = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for what in pool.map(lambda case: jobs.compare(perf, case[1], path, ("3",), case[0]) if case[1] else "see above",
                             enumerate(cases(perf))):
            total += 1
            if what:
                bad += 1
                print("FAILED:", what)
    print(f"{total} comparisons, {bad} differ")
    return 1 if bad or total < 250 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
