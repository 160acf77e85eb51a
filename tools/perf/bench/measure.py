# SPDX-License-Identifier: GPL-2.0-only
"""Runs a command and tells what it took."""
import os
import resource
import statistics
import subprocess
import threading
import time


class Memory(threading.Thread):
    """Looks at a process's memory every few milliseconds: the anonymous part, and the peak of all of it."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.path, self.peak, self.all, self.over = f"/proc/{pid}/status", 0, 0, False

    def run(self):
        while not self.over:
            try:
                with open(self.path, encoding="ascii", errors="replace") as f:
                    for line in f:
                        if line.startswith("RssAnon:"):
                            self.peak = max(self.peak, int(line.split()[1]))
                        elif line.startswith("VmHWM:"):
                            self.all = max(self.all, int(line.split()[1]))
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
        # What the kernel counts begins with the memory of this process, of which the new one was a copy.
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        peak = usage.ru_maxrss if usage.ru_maxrss > own else memory.all
        self.peak, self.anon = peak * 1.024 / 1000, memory.peak * 1.024 / 1000


class Summary:
    """What all runs of one program on one recording took."""

    def __init__(self, results):
        done = [r for r in results if not r.status]
        self.status = 0 if done else results[-1].status
        self.errors = results[-1].errors
        if not done:
            return
        self.wall, self.median = min(r.wall for r in done), statistics.median(r.wall for r in done)
        self.cpu = min(r.cpu for r in done)
        self.peak, self.anon = max(r.peak for r in done), max(r.anon for r in done)

    def as_dict(self):
        if self.status:
            return {"status": self.status}
        return {k: round(getattr(self, k), 4) for k in ("wall", "median", "cpu", "peak", "anon")}


def in_turn(programs, runs, limit):
    """All programs (name -> command) in turn, @runs times; those that fail do not get a second try."""
    results = {name: [] for name in programs}
    for _ in range(runs):
        for name, command in programs.items():
            if not results[name] or not results[name][-1].status:
                results[name].append(Result(command, limit))
    return {name: Summary(r) for name, r in results.items()}
