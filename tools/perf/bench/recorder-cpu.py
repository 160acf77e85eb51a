#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""What does the recorder take while the whole machine is recorded?

Records the machine beside each load, with each of the ways to record callchains in turn, and prints the CPU time of `perf record`
and its processes: a sample (what a recording takes that ends at once is taken off), in all, and beside that of the first way.

  python     one python3, which counts words (deep stacks without frame pointers)
  compile    compilers, one after the other
  processes  a shell that starts small programs
  idle       nothing but what runs on the machine (not with --own)

CPU time depends on what else runs on the machine: only numbers of one run compare, which is why the ways take turns. Of the runs the
median counts. It needs the right to record the whole machine; with --own, where others use the machine as well, only the load is recorded.
"""
import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LOADS = {
    "python": ["python3", "-c", """
import json, re
text = open(re.__file__).read() * 4
def walk(x, depth):
    return walk(x, depth - 1) if depth else json.loads(json.dumps(sorted(re.findall("[a-z_]+", x), key=lambda w: w[::-1])))
while True:
    walk(text, 12)
"""],
    "compile": ["sh", "-c", "while :; do gcc -O2 -x c -c -o /dev/null \"$0\"; done", os.path.join(HERE, "..", "perf.c")],
    "processes": ["sh", "-c", "while :; do ls / >/dev/null; uname >/dev/null; true | cat; done"],
    "idle": ["sleep", "1000000"],
}


def cpu_of(argv, seconds, load):
    """CPU seconds of a recorder that is ended after @seconds, with those of its processes, and how often it slept."""
    pid = os.posix_spawn(argv[0], argv, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])
    time.sleep(0.3)
    load.stdin.write(b"\n")
    load.stdin.flush()
    time.sleep(seconds - 0.3)
    os.kill(pid, signal.SIGINT)
    _, status, usage = os.wait4(pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, -signal.SIGINT):
        sys.exit(f"recorder-cpu.py: {' '.join(argv)} has failed: {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_nvcsw


def samples_of(perf, data):
    out = subprocess.run([perf, "report", "--stats", "-i", data], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
    for line in out.splitlines():
        words = line.split()
        if len(words) > 2 and words[0] == "SAMPLE":
            return int(words[2])
    return 0


class Way:
    """A way to record callchains; what each run took."""

    def __init__(self, opts, perf, chains):
        self.chains, self.perf, self.opts = chains, perf, opts
        self.data = os.path.join(opts.work, "perf.data")
        self.cpu, self.each, self.samples, self.sleeps, self.bytes = [], [], [], [], []

    def record(self, name, seconds):
        """A new load for each recording, which begins when that has begun."""
        with subprocess.Popen(["sh", "-c", "read go; exec \"$@\"", "sh", *LOADS[name]], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, start_new_session=True) as load:
            which = ["-p", str(load.pid)] if self.opts.own else ["-a"]
            argv = [self.perf, "record", "-q", *which, "-N", "-e", "cpu-clock", "-F", str(self.opts.frequency), "--call-graph",
                    self.chains, "-o", self.data]
            try:
                return cpu_of(argv, seconds, load)
            finally:
                os.killpg(load.pid, signal.SIGKILL)

    def run(self, name):
        # Enough for what runs to be told.
        least, _ = self.record(name, 0.5)
        few = samples_of(self.perf, self.data)
        cpu, sleeps = self.record(name, self.opts.seconds)
        nr = samples_of(self.perf, self.data)
        if nr <= few:
            sys.exit("recorder-cpu.py: a longer recording has no more samples than a short one: the machine is too busy")
        self.cpu.append(cpu)
        self.samples.append(nr)
        self.each.append((cpu - least) / (nr - few))
        self.sleeps.append(sleeps)
        self.bytes.append(os.path.getsize(self.data) / nr)


def measure(opts, name):
    ways = [Way(opts, perf, chains) for perf in opts.perf for chains in opts.chains]
    for _ in range(opts.runs):
        for way in ways:
            way.run(name)
    first = statistics.median(ways[0].cpu)
    for i, way in enumerate(ways):
        cpu = statistics.median(way.cpu)
        label = way.chains if len(opts.perf) == 1 else f"{way.chains} ({i // len(opts.chains) + 1})"
        print(f"{name:10} {label:20} {statistics.median(way.each) * 1e6:12.2f} {cpu * 1000:10.1f} {cpu / first:9.2f} "
              f"{statistics.median(way.samples):8.0f} {statistics.median(way.sleeps):8.0f} {statistics.median(way.bytes):12.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-p", "--perf", action="append", help="the perf to try (default: the one built in this tree); again: another one beside it")
    parser.add_argument("-k", "--chains", action="append", help="what --call-graph takes (default: fp and fp,repair)")
    parser.add_argument("--own", action="store_true", help="only the load, and not the whole machine")
    parser.add_argument("-F", "--frequency", type=int, default=999, help="samples a second and CPU (default: 999)")
    parser.add_argument("-s", "--seconds", type=float, default=5, help="of each recording (default: 5; at least 1)")
    parser.add_argument("-n", "--runs", type=int, default=5, help="of each way; the median counts (default: 5)")
    parser.add_argument("load", nargs="*", metavar="LOAD", help="of these only")
    opts = parser.parse_args()
    for name in opts.load:
        if name not in LOADS:
            parser.error(f"no load is called '{name}'")
    opts.perf = opts.perf or [os.path.join(HERE, "..", "build", "perf")]
    opts.chains = opts.chains or ["fp", "fp,repair"]
    os.environ["PERF_CONFIG"] = "/dev/null"
    print(f"{'load':10} {'--call-graph':20} {'us a sample':>12} {'ms in all':>10} {'of first':>9} {'samples':>8} {'sleeps':>8} {'bytes/sample':>12}")
    with tempfile.TemporaryDirectory() as opts.work:
        for name in opts.load or LOADS:
            measure(opts, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
