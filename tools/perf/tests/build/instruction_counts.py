# SPDX-License-Identifier: GPL-2.0-only
"""How many instructions perf takes in user space, for one command after the other.

Counted by valgrind, or by perf stat where that may count (`with_perf`). Under valgrind perf takes longer to start than to
do what the tests ask of it: it is started once, and copies of it go on from main() (many_starts.c). What starting takes
is in each count all the same. The counts do not depend on the machine's speed or on what else it does.
"""
import os
import select
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 1200			# nothing here takes seconds, but beside others; what hangs shall end


def perf_counts():
    """Is there a perf that may count instructions?"""
    try:
        out = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], capture_output=True, text=True)
        return out.stderr.split(",")[0].isdigit()
    except OSError:
        return False


class Counter:
    """@folder: for its own files. @env: what all runs have in the environment."""

    def __init__(self, perf, folder, env=None, with_perf=False):
        self.perf, self.with_perf, self.env = shutil.which(perf), with_perf, {**os.environ, **(env or {})}
        self.folder, self.log, self.server = folder, os.path.join(folder, "counted"), None

    def count(self, words, source="/dev/null", env=None):
        """(instructions, wait status) of `perf words`, with variables of its own and the file @source as standard input."""
        if self.with_perf:
            return self.by_perf(words, source, env or {})
        if not self.server:
            self.start()
        told = "\t".join([source] + [f"{k}={v}" for k, v in (env or {}).items()] + ["--"] + words)
        os.write(self.server.stdin.fileno(), told.encode() + b"\n")
        if not select.select([self.server.stdout], [], [], SECONDS)[0]:
            self.end()
            raise subprocess.TimeoutExpired([self.perf] + words, SECONDS)
        answer = self.server.stdout.readline().split()
        if len(answer) != 2:
            sys.exit(f"perf, under valgrind: ended before {words} did")
        pid, status = map(int, answer)
        with open(self.log, encoding="utf-8") as log:
            for line in log:
                if line.startswith(f"=={pid}==") and "I   refs:" in line:
                    return int(line.split(":")[1].replace(",", "")), status
        sys.exit(f"valgrind counted nothing in {words}")

    def without_lines(self):
        """A copy of perf, or perf itself where there is no strip."""
        bare = os.path.join(self.folder, "perf-without-lines")
        if not shutil.which("strip") or subprocess.run(["strip", "-g", "-o", bare, self.perf], stderr=subprocess.DEVNULL,
                                                       check=False).returncode:
            return self.perf
        return bare

    def start(self):
        """Up to main()."""
        perf = self.without_lines()
        library = os.path.join(self.folder, "many_starts.so")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, os.path.join(HERE, "many_starts.c"), "-ldl"], check=True)
        self.server = subprocess.Popen(
            ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", "--trace-children=no",
             "--log-file=" + self.log, perf], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**self.env, "LD_PRELOAD": library, "MANY_STARTS": perf}, bufsize=0)

    def end(self):
        if self.server:
            self.server.kill()
            self.server.wait()
            self.server = None

    def by_perf(self, words, source, env):
        with open(source, "rb") as stdin:
            done = subprocess.run(["perf", "stat", "-x,", "-o", self.log, "-e", "instructions:u", self.perf] + words, stdin=stdin,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**self.env, **env}, timeout=SECONDS,
                                  check=False)
        with open(self.log, encoding="utf-8") as log:
            return int(next(line for line in log if "instructions" in line).split(",")[0]), done.returncode << 8
