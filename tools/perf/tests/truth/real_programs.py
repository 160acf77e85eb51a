#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""How true are the stacks of programs that people use?

    real_programs.py [-g] [-p PERF] [-k CHAINS] [-v] [-w DIR] [PROGRAM]...

Runs each program with a small task, and records at its system calls: once as perf record unwinds by default, and once with copies of
whole stacks (dwarf,65528), which another unwinder, libdw, unwinds when they are read. Addresses are not random in these runs, so
the same calls have the same stacks. Each stack of the first recording is one of

    whole    nothing is missing, as perf says; libdw has the same one
    farther  the same, but libdw went no farther than a part of it
    marked   something is missing, and a mark says so
    short    libdw has the same one and goes on, and there is no mark
    other    libdw has none like it: one of the two is wrong, or the run went another way (JIT compilers, garbage collectors)

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

from real_guest import record_in_guest

HERE = os.path.dirname(os.path.abspath(__file__))
EVENT = "raw_syscalls:sys_enter"
MOST = 1500		# stacks of a program, about
RING = "16M"		# of each CPU
# The emulated machine is slow to empty its own; of what is lost there is no stack to compare with.
GUEST_RING = "128M"
FRAME = re.compile(r"^\s+([0-9a-f]+) (.*) \((.*)\)$")
MARK = re.compile(r"^# \[caller missing: (.*)\]$")

GO_SOURCE = """package main
import ("bufio"; "fmt"; "os"; "sort"; "strings"; "sync")
func count(name string, out map[string]int, lock *sync.Mutex) {
	f, err := os.Open(name)
	if err != nil { return }
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() { for _, w := range strings.Fields(s.Text()) { lock.Lock(); out[w]++; lock.Unlock() } }
}
func main() {
	var group sync.WaitGroup
	var lock sync.Mutex
	words := map[string]int{}
	for _, name := range os.Args[1:] { group.Add(1); go func(n string) { defer group.Done(); count(n, words, &lock) }(name) }
	group.Wait()
	names := []string{}
	for w := range words { names = append(names, w) }
	sort.Slice(names, func(a, b int) bool { return words[names[a]] > words[names[b]] })
	for _, w := range names[:100] { fmt.Println(w, words[w]) }
}
"""
RUST_SOURCE = """use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
fn count(name: &str) -> HashMap<String, usize> {
    let mut words = HashMap::new();
    if let Ok(f) = std::fs::File::open(name) {
        for line in BufReader::with_capacity(512, f).lines().flatten() {
            for w in line.split_whitespace() { *words.entry(w.to_string()).or_insert(0) += 1; }
        }
    }
    words
}
fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let threads: Vec<_> = names.into_iter().map(|n| std::thread::spawn(move || count(&n))).collect();
    let mut all: Vec<(String, usize)> = threads.into_iter().flat_map(|t| t.join().unwrap()).collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    for (w, n) in all.iter().take(100) { std::io::stdout().write_all(format!("{} {}\\n", w, n).as_bytes()).unwrap(); }
}
"""
JAVA_SOURCE = """import java.nio.file.*;
import java.util.*;
public class Words {
    static void count(String name, Map<String, Integer> words) throws Exception {
        for (String line : Files.readAllLines(Path.of(name))) for (String w : line.split("\\\\s+")) words.merge(w, 1, Integer::sum);
    }
    public static void main(String[] args) throws Exception {
        Map<String, Integer> words = new TreeMap<>();
        for (String name : args) count(name, words);
        words.entrySet().stream().limit(100).forEach(e -> System.out.println(e.getKey() + " " + e.getValue()));
    }
}
"""
NGINX = """daemon off; master_process off; pid %(dir)s/nginx.pid; error_log /dev/null;
events {} http { access_log %(dir)s/access.log; server { listen unix:%(dir)s/socket; root %(dir)s; } }
"""
# What a shell runs in a folder of its own, with $TEXT some files of text: how it is made ready, and the task.
PROGRAMS = {
    "python3": ("python3", "", "exec $python3 -c 'import json, re, sys, hashlib\nfor n in sys.argv[1:]:\n    t = open(n, errors=\"replace\").read()\n"
                "    json.dumps(re.findall(r\"[a-z]+\", t)); hashlib.sha256(t.encode()).hexdigest(); print(n, len(t), flush=True)' $TEXT"),
    "perl": ("perl", "", "exec $perl -e 'for (@ARGV) { open F, $_; while (<F>) { $n{$_}++ for split } } print \"$_ $n{$_}\\n\" for sort keys %n' $TEXT"),
    "git": ("git", "git init -q . && cp $TEXT . && git add . && git -c user.name=a -c user.email=b commit -qm one && sed -i s/e/o/ * 2>/dev/null; true",
            "exec $git -c core.pager=cat -c core.preloadIndex=false -c pack.threads=1 diff"),
    "gcc": ("gcc", "printf '#include <stdio.h>\\n#include <stdlib.h>\\nint main(void) { for (int i = 0; i < 9; i++) printf(\"%%d\", rand()); return 0; }' >a.c",
            "exec $gcc -O2 -c a.c -o a.o"),
    "node": ("node", "", "exec $node -e 'const fs = require(\"fs\"); for (const n of process.argv.slice(1)) { const t = fs.readFileSync(n, \"utf8\"); "
             "fs.writeFileSync(\"out\", JSON.stringify(t.split(/\\s+/).sort())); }' $TEXT"),
    "go": ("go", f"cat >w.go <<'END'\n{GO_SOURCE}END\nHOME=$PWD GO111MODULE=off $go build -o w w.go", "exec ./w $TEXT"),
    "rust": ("rustc", f"cat >w.rs <<'END'\n{RUST_SOURCE}END\n$rustc -O -o w w.rs", "exec ./w $TEXT"),
    "sqlite3": ("sqlite3", "", "exec $sqlite3 db 'create table t (a, b); with recursive c(x) as (select 1 union all select x + 1 from c where x < 3000) "
                "insert into t select x, hex(x) from c; create index i on t (b); select count(*) from t where b like \"3%\"; vacuum;'"),
    "nginx": ("nginx", f"cat >conf <<END\n{NGINX % {'dir': '$PWD'}}END\ncp $TEXT .",
              "$nginx -p . -c $PWD/conf & n=0; until [ -S socket ]; do sleep 0.1; done; for i in 1 2 3 4 5 6 7 8 9; do for f in $TEXT; do "
              "curl -s --unix-socket socket http://x/$(basename $f) >/dev/null; done; done; kill $!; wait"),
    "java": ("javac", f"cat >Words.java <<'END'\n{JAVA_SOURCE}END\n$javac Words.java", "exec $(dirname $(readlink -f $javac))/java -Xshare:off -cp . Words $TEXT"),
    "bash": ("bash", "", "exec $bash -c 'declare -A n; for f in \"$@\"; do while read -r a b; do n[x$a]=$((n[x$a] + 1)); done <\"$f\"; done; echo ${#n[@]}' x $TEXT"),
    "openssl": ("openssl", "", "exec $openssl dgst -sha512 $TEXT"),
}
PACKAGES = {"go": "golang-go", "node": "nodejs", "javac": "default-jdk-headless", "rustc": "rustc", "nginx": "nginx-light"}


def find(tool):
    """The program itself: not one that only starts it."""
    folders = os.environ["PATH"].split(":")
    for extra in sorted(os.listdir("/usr/lib")):
        if extra.startswith("go-"):
            folders.append(f"/usr/lib/{extra}/bin")
    for folder in folders:
        path = os.path.join(folder, tool)
        if os.access(path, os.X_OK):
            with open(path, "rb") as f:
                if f.read(4) == b"\x7fELF":
                    return path
    return None


class Program:
    def __init__(self, perf, work, name, text):
        self.perf, self.name, self.text = perf, name, text
        self.dir = os.path.join(work, name)
        tool, self.prepare, self.task = PROGRAMS[name]
        self.tool, self.path = tool, find(tool)
        self.env = dict(os.environ, TEXT=" ".join(text), PERF_CONFIG="/dev/null", PERF_BUILDID_DIR=os.path.join(work, "cache"), LC_ALL="C")
        if self.path:
            self.env[tool] = self.path

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

    def stacks(self, data):
        """(names from the innermost function on, reasons of marks) of each sample of the program."""
        script = subprocess.run([self.perf, "script", "--no-inline", "-F", "comm,ip,sym,dso", "-i", data], env=self.env, check=True, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, errors="replace").stdout
        for part in script.split("\n\n"):
            lines = part.splitlines()
            heads = [line for line in lines if line and line[0] not in "#\t "]
            if not heads or heads[0].split()[0] in ("sh", "setarch"):
                continue
            frames = [m for m in map(FRAME.match, lines) if m and int(m[1], 16) >> 63 == 0]
            # Where there is no name, the place in the page tells functions apart.
            yield (tuple(m[2] if m[2] != "[unknown]" else os.path.basename(m[3]) for m in frames),
                   [m[1] for m in map(MARK.match, lines) if m])


# Of these Go's runtime says that nobody has called them; and the last two begin the thread's stack, above which libdw reads what was left there.
TOPS = ("runtime.mcall", "runtime.mstart.abi0", "runtime.goexit.abi0", "runtime.rt0_go.abi0", "runtime.systemstack.abi0", "runtime.morestack.abi0")


def without_junk(stack):
    """Behind the outermost function of a stack libdw may go on with what happens to lie there."""
    for top in TOPS:
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
    if any(starts(t, stack) for t in truth):
        return "short"
    return "farther" if any(starts(stack, t) for t in truth) else "other"


def record_here(p, chains, data):
    p.record("fp", 1, data["fp"])
    period = max(1, -(-sum(1 for _ in p.stacks(data["fp"])) // MOST))
    p.record("fp", period, data["fp"])
    p.record(chains, period, data["unwound"])
    p.record("dwarf,65528", period, data["dwarf"])


def try_program(p, chains, work, verbose, guest):
    """Whether all is well: no stack of the program was short, and it could be recorded."""
    data = {k: os.path.join(work, f"{p.name}.{k}.data") for k in ("fp", "unwound", "dwarf")}
    if not guest:
        record_here(p, chains, data)
    elif not record_in_guest(p, EVENT, GUEST_RING, MOST, chains, data):
        return False
    truth = {without_junk(stack) for stack, _ in p.stacks(data["dwarf"])}
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
    nr = sum(count.values())
    print("%-8s %6d %6.1f%% %7d %6d %5d %5d %7.1f %7.1f  %s" % (
        p.name, nr, 100 * (count["whole"] + count["farther"]) / (nr or 1), count["farther"], count["marked"], count["short"], count["other"],
        size["unwound"] / size["fp"], size["dwarf"] / size["fp"], reasons.most_common(1)[0][0] if reasons else ""), flush=True)
    if verbose:
        for reason, n in reasons.most_common():
            print(f"  {n} {reason}", file=sys.stderr)
    return not count["short"]


def main():
    p = argparse.ArgumentParser(usage=__doc__ % ", ".join(PROGRAMS), add_help=False)
    p.add_argument("-p", default=os.path.join(HERE, "../../build/perf"))
    p.add_argument("-g", action="store_true")
    p.add_argument("-k")
    p.add_argument("-v", action="store_true")
    p.add_argument("-w")
    p.add_argument("program", nargs="*")
    opts = p.parse_args()
    for name in opts.program:
        if name not in PROGRAMS:
            p.error(f"no program is called '{name}'")
    perf = os.path.realpath(opts.p)
    here = os.path.join(HERE, "../../Documentation")
    text = [os.path.realpath(os.path.join(here, f)) for f in ("perf-record.txt", "perf-script.txt", "security.txt", "perf-list.txt")]
    chains = opts.k or ("fp,defer,repair" if opts.g else "fp,repair")
    good = True
    with tempfile.TemporaryDirectory(prefix="perf-real.", dir="/var/tmp") as temporary:
        work = os.path.realpath(opts.w or temporary)
        os.makedirs(work, exist_ok=True)
        print("%-8s %6s %7s %7s %6s %5s %5s %7s %7s  %s" % ("program", "stacks", "whole", "farther", "marked", "short", "other", "bytes", "dwarf",
                                                       "most frequent reason"))
        for name in opts.program or PROGRAMS:
            program = Program(perf, work, name, text)
            if program.path:
                good = try_program(program, chains, work, opts.v, opts.g) and good
            else:
                print("%-8s is left out: %s is not installed (package %s)" % (name, program.tool, PACKAGES.get(program.tool, program.tool)), flush=True)
    sys.exit(not good)


if __name__ == "__main__":
    main()
