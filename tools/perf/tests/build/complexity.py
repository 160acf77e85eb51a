#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does what perf takes grow with its input, or with the square of it?

    complexity.py [--all] PERF [CASE...]

Each case of complexity_cases.py is made three times, with once, twice and four times as many things in it. The
instructions of each run are counted, in user space (by valgrind, or perf stat where that may count): what the second
doubling adds is compared with what the first one added. That is twice as much where the work grows with the input, a
little more for n log n, and four times as much where it is quadratic. The memory that a byte of input takes is
measured in larger runs without valgrind. The daily cases, and the first command of each, are run, but with --all all are.

Which case was seen to fail with which code broken: complexity.md.

Counts, not seconds: what comes out is the same on a fast machine and a busy one.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback

from complexity_cases import CASES
from instruction_counts import SECONDS, Counter, perf_counts

MOST_GROWTH = 2.9		# and that times 2, where the input is the square of what is counted
TOO_FEW = 100000		# instructions that a doubling adds: nothing can be told of less
MEMORY_SCALE = 8
SLACK = 3 << 20			# bytes of memory that any run may take more than another


class Runner:
    def __init__(self, perf, folder, with_perf):
        self.perf = perf
        self.counter = Counter(perf, folder, {"PERF_TEST_HASH_SEED": "1"}, with_perf)

    def words(self, command, folder, n):
        """The command line, and what is standard input."""
        command = command.replace("{folder}", folder).replace("{data}", folder + "/perf.data")
        command, _, source = command.replace("{stream}", folder + "/stream").partition("<")
        words = []
        for w in command.split():
            # "@a,@a", also within another word: as many of "a" as there are things
            words.append(re.sub(r"@([^,@]+?),@\1", lambda m: ",".join([m[1]] * n), w))
        if "-i" not in words and words[0] not in ("config", "version", "record", "diff"):
            words += ["-i", folder + "/perf.data"]
        return words, source.strip() or "/dev/null"

    def environment(self, folder):
        config = folder + "/config"
        return {"HOME": folder, "PERF_BUILDID_DIR": folder + "/debug",
                "PERF_CONFIG": config if os.path.exists(config) else "/dev/null"}

    def instructions(self, command, folder, n):
        words, source = self.words(command, folder, n)
        return self.counter.count(words, source, self.environment(folder))[0]

    def memory(self, command, folder, n):
        words, source = self.words(command, folder, n)
        with open(source, "rb") as stdin:
            child = subprocess.Popen([self.perf] + words, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                     env={**os.environ, "PERF_TEST_HASH_SEED": "1", **self.environment(folder)})
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = 0
        return usage.ru_maxrss * 1024, status

    @staticmethod
    def make(name, sizes):
        # In a process of its own: this one stays small, as its children's memory begins with its.
        pid = os.fork()
        if not pid:
            status = 1
            try:
                for folder, n in sizes:
                    CASES[name]["make"](n, folder)
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        if os.waitpid(pid, 0)[1]:
            sys.exit(f"{name}: its files could not be written")

    def case(self, name, everything):
        """Failures, as texts."""
        c, bad = CASES[name], []
        commands = c["commands"] if everything else c["commands"][:1]
        top = tempfile.mkdtemp()
        try:
            folders = [f"{top}/{k}" for k in range(5)]
            for f in folders:
                os.mkdir(f)
            self.make(name, zip(folders, (c["size"] * k for k in (1, 2, 4, MEMORY_SCALE, 4 * MEMORY_SCALE))))
            for command in commands:
                bad += self.growth(name, c, command, folders[:3])
                bad += self.memory_of(name, c, command, folders[3:])
        finally:
            shutil.rmtree(top)
        return bad

    def growth(self, name, c, command, folders):
        counts = [self.instructions(command, f, c["size"] << k) for k, f in enumerate(folders)]
        first, second = counts[1] - counts[0], counts[2] - counts[1]
        grown = second / max(first, 1)
        if verbose:
            print(f"{name}: {command}: {counts} instructions: {first} more, then {second} more: {grown:.2f} times")
        if second > TOO_FEW and grown > MOST_GROWTH * 2 ** (c["power"] - 1):
            return [f"{name}: '{command}': {counts} instructions for once, twice, four times the input: each doubling "
                    f"adds {grown:.1f} times what the one before added"]
        return []

    def memory_of(self, name, c, command, folders):
        size = [sum(os.path.getsize(os.path.join(d, f)) for d, _, files in os.walk(top) for f in files)
                for top in folders]
        (less, _), (more, status) = (self.memory(command, f, c["size"] * MEMORY_SCALE << 2 * k)
                                     for k, f in enumerate(folders))
        if verbose:
            print(f"{name}: {command}: {size} bytes of input, {less} and {more} of memory")
        if os.WIFSIGNALED(status):
            return [f"{name}: '{command}': signal {os.WTERMSIG(status)}"]
        if os.WEXITSTATUS(status) not in (0, 2):
            return [f"{name}: '{command}': exit status {os.WEXITSTATUS(status)}"]
        if more - less > c["memory"] * (size[1] - size[0]) + SLACK:
            return [f"{name}: '{command}': {size[0]} bytes of input took {less} bytes of memory, {size[1]} took {more}: "
                    f"more than {c['memory']} a byte"]
        return []


arguments = sys.argv[1:]
verbose = os.environ.get("PERF_COMPLEXITY_VERBOSE")
everything = arguments[:1] == ["--all"]
if everything:
    arguments.pop(0)
with_perf = perf_counts()
if not with_perf and not shutil.which("valgrind"):
    print("neither valgrind nor a perf that may count instructions is there")
    sys.exit(77)
failures = 0
with tempfile.TemporaryDirectory() as own:
    runner = Runner(arguments[0], own, with_perf)
    for name in arguments[1:] or [c for c in CASES if everything or CASES[c]["daily"]]:
        try:
            bad = runner.case(name, everything)
        except subprocess.TimeoutExpired as e:
            bad = [f"{name}: {' '.join(e.cmd)[:200]}: not done after {SECONDS} s"]
        for text in bad:
            print("FAILED: " + text, flush=True)
        failures += len(bad)
    runner.counter.end()
sys.exit(1 if failures else 0)
