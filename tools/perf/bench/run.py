#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Measures perf script and perf report: ours and its peers, in turn, in one run.

    run.py [--perf FILE] [--peer COMMAND]... [--runs N] [--only WORDS] [--keep DIR] [RECORDING...]

Without a recording, some are made with `perf defer generate`:

    deferred    500,000 samples of 8 threads, each waiting for its 14-frame user stack
    waiting     100,000 tasks that all wait at once, and wake up in the end
    plain       as `deferred`, with ordinary chains, so that any perf can read it
    inlined     20,000 samples of a large C++ program that is built for it (a minute), shown with source
                lines and inlined functions

A peer is whatever other perf is found in the PATH, or a command that is given (--peer "chroot /x
perf"). Every program gets the same file in turn; what counts is the ratio within one run, since
machines and their load differ. A peer that fails is told, with its exit status, and not compared.

Time is wall and CPU time (user and system) in seconds, the least of the runs. Memory is the peak, in
MB: all of it (which counts the mapped pages of the file), and the anonymous part alone.
"""
import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import inlined

HERE = os.path.dirname(os.path.abspath(__file__))
PERF = os.path.join(HERE, "..", "build", "perf")

DEFERRED = """
event syscalls:sys_enter_read type=software config=0{event}
task 1000-1007 comm=reader stack=14
step 200
rounds 10000000
{settings}
repeat {turns}
1000-1007 enter
1000-1007 sample kernel=0xffffffff81000100,0xffffffff81000200,0xffffffff81000300
1000-1007 return
end
"""

WAITING = """
task 1000-{last} comm=sleeper stack=14
step 100
1000-{last} enter
1000-{last} sample kernel=0xffffffff81000100,0xffffffff81000200,0xffffffff81000300,0xffffffff81000400
1000-{last} return
"""

COMMANDS = {
    "script": ["script", "--no-inline"],
    "report": ["report", "--stdio", "--no-inline"],
}
# For `inlined`: what takes the time is finding lines and inlined functions.
SOURCE_COMMANDS = {
    "script": ["script", "-F", "+srcline"],
    "report": ["report", "--stdio", "--no-children", "-s", "srcline"],
}


def scenarios(scale):
    turns = max(1, int(62500 * scale))
    return {
        "deferred": DEFERRED.format(event="", settings="", turns=turns),
        "waiting": WAITING.format(last=1000 + max(1, int(100000 * scale)) - 1),
        "plain": DEFERRED.format(event=" no-defer", settings="attr-size 112", turns=turns),
    }


def make_recordings(perf, folder, scale, only):
    made = []
    for name, text in scenarios(scale).items():
        path = os.path.join(folder, name + ".data")
        if only and not any(w in name for w in only):
            continue
        if not os.path.exists(path):
            source = os.path.join(folder, name + ".txt")
            with open(source, "w", encoding="utf-8") as f:
                f.write(text)
            subprocess.run([perf, "defer", "generate", "-o", path, source], check=True)
        made.append(path)
    if not only or any(w in "inlined" for w in only):
        path = inlined.record(perf, folder, scale)
        if path:
            made.append(path)
    return made


class Memory(threading.Thread):
    """Looks at a process's anonymous memory every few milliseconds."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.path, self.peak, self.over = f"/proc/{pid}/status", 0, False

    def run(self):
        while not self.over:
            try:
                with open(self.path, encoding="ascii", errors="replace") as f:
                    for line in f:
                        if line.startswith("RssAnon:"):
                            self.peak = max(self.peak, int(line.split()[1]))
            except OSError:
                return
            time.sleep(0.004)


class Result:
    def __init__(self, command, limit):
        begin = time.monotonic()
        with open(os.devnull, "wb") as null:
            p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=null, stderr=subprocess.PIPE)
            memory = Memory(p.pid)
            memory.start()
            timer = threading.Timer(limit, p.kill)
            timer.start()
            self.errors = p.stderr.read().decode(errors="replace")
            _, status, usage = os.wait4(p.pid, 0)
            timer.cancel()
        memory.over = True
        p.returncode = self.status = os.waitstatus_to_exitcode(status)
        self.wall = time.monotonic() - begin
        self.cpu = usage.ru_utime + usage.ru_stime
        self.peak, self.anon = usage.ru_maxrss / 1000, memory.peak / 1000


def least(results):
    best = min(results, key=lambda r: r.wall)
    best.cpu = min(r.cpu for r in results)
    best.peak = max(r.peak for r in results)
    best.anon = max(r.anon for r in results)
    return best


def measure(programs, arguments, path, runs, limit):
    """All programs in turn, @runs times; those that fail do not get a second try."""
    results = {name: [] for name in programs}
    for _ in range(runs):
        for name, command in programs.items():
            if results[name] and results[name][-1].status:
                continue
            results[name].append(Result(command + arguments + ["-i", path], limit))
    return {name: least(r) for name, r in results.items()}


def show(what, path, results):
    ours = results["ours"]
    print(f"\n{what}, {os.path.basename(path)} ({os.path.getsize(path) / 1e6:.0f} MB)")
    print(f"    {'':24} {'wall s':>8} {'cpu s':>8} {'peak MB':>8} {'anon MB':>8} {'ratio':>7}")
    for name, r in results.items():
        if r.status:
            last = r.errors.strip().splitlines()[-1:] or ["no message"]
            print(f"    {name:24} failed, status {r.status}: {last[0][:80]}")
            continue
        ratio = "" if r is ours or ours.status else f"{r.wall / ours.wall:6.1f}x"
        print(f"    {name:24} {r.wall:8.3f} {r.cpu:8.3f} {r.peak:8.1f} {r.anon:8.1f} {ratio:>7}")
    sys.stdout.flush()


def find_programs(args):
    programs = {"ours": [args.perf]}
    peers = [shlex.split(p) for p in args.peer]
    installed = shutil.which("perf")
    if not peers and installed and not os.path.samefile(installed, args.perf):
        peers = [[installed]]
    for peer in peers:
        version = subprocess.run(peer + ["--version"], capture_output=True, text=True, check=False).stdout.split()
        programs["perf " + (version[-1] if version else " ".join(peer))] = peer
    return programs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--perf", default=PERF, help="ours")
    parser.add_argument("--peer", action="append", default=[], metavar="COMMAND")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0, help="size of the recordings that are made")
    parser.add_argument("--limit", type=float, default=900, help="seconds after which a run is ended")
    parser.add_argument("--only", action="append", default=[], 
                        help="script, report, deferred, waiting, plain, inlined")
    parser.add_argument("--keep", metavar="DIR", help="make the recordings there and leave them")
    parser.add_argument("recordings", nargs="*")
    args = parser.parse_args()

    programs = find_programs(args)
    commands = {c: a for c, a in COMMANDS.items() if c in args.only or not set(args.only) & set(COMMANDS)}
    only = [w for w in args.only if w not in COMMANDS]
    folder = args.keep or tempfile.mkdtemp(prefix="perf-bench-")
    failed = False
    try:
        os.makedirs(folder, exist_ok=True)
        for path in args.recordings or make_recordings(args.perf, folder, args.scale, only):
            for what, arguments in commands.items():
                if os.path.basename(path) == "inlined.data":
                    arguments = SOURCE_COMMANDS[what]
                results = measure(programs, arguments, path, args.runs, args.limit)
                show(what, path, results)
                failed |= results["ours"].status != 0
    finally:
        if not args.keep:
            shutil.rmtree(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
