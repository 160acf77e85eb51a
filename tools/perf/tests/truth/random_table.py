#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""How true are the stacks of programs that nobody wrote?

    random_table.py [-p PERF] [-s SEED]... [-b BUILD]... [-k CHAINS]... [-g] [-v] [-w DIR]

Writes a random program for each seed (random_program.py, random_languages.py), builds it in each way, records it with each kind
of call chain, and prints how many stacks were whole, marked as incomplete, incomplete without a mark, and wrong (judge_random.py):
for each program, and at the end for each kind of event.

  -p PERF    the perf to try (default: the one built in this tree)
  -s SEED    of a program (default: one by the clock, which is printed)
  -b BUILD   words joined by '-': gcc clang musl, g++ clang++ (C++), rustc, go cgo (which calls C); O0 O1 O2 O3 Os lto; fp nofp; static pie;
             notables realign; bare (notables, and none for debuggers); thunk shared retpoline sls cet split nored clash protector nops
             pg instrument ubsan safestack sync leaf outgoing, gold lld mold noplt lazy relr nosep staticpie, gc blocks (clang's) bolt
             (with llvm-bolt) nohdr cfiasm half noid large tlsdesc fentry coverage zero, nopush boundary stackcheck noshrink v3 gz apart
             cuthdr asan (see WORDS; not pg with nofp, nor split with seeds from 100000 on: there a handler's second one would write over its
             frame; nor asan with those from 700000 on); stripped (recorded without symbols, which
             are there when it is judged), sectionless (nor has it sections); timer (the program keeps the path in a register, and is
             interrupted by a timer, wherever it is; gcc's and g++'s only), ticks
             (the same, by a handler of its own; C only). Seeds from 200000 on have other leaves, from 290000 on wrong tables as well,
             from 300000 on some of all but these; those from 700000 to 799999 have what random_life.py and random_life_languages.py have,
             and those from there to 999999 some of all; from 900000 on there are parts of functions that were put elsewhere, too (which
             bare shows). In the booted kernel musl's must be static.
  -k CHAINS  what --call-graph takes (default: fp,repair; with -g fp,defer,repair)
  -g         in a booted kernel that defers
  -v         shows the first stack of each kind that is not whole
  -w DIR     keeps programs and recordings there

exit status: 0; 1 where a stack was wrong, or incomplete without a mark; 77 if it cannot be recorded here
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
EVENTS = ("syscalls:sys_enter_lseek,syscalls:sys_enter_clock_nanosleep,syscalls:sys_enter_nanosleep,syscalls:sys_enter_poll,"
          "syscalls:sys_enter_futex,syscalls:sys_enter_write,sched:sched_switch,page-faults:u")
BUILDS = ["gcc-O2-fp", "gcc-O2-nofp", "clang-O2-fp"]
WORDS = {"fp": ["-fno-omit-frame-pointer"], "nofp": ["-fomit-frame-pointer"], "static": ["-static"], "pie": ["-pie", "-fPIE"],
         "notables": ["-fno-asynchronous-unwind-tables", "-fno-unwind-tables", "-fno-exceptions"], "realign": ["-mstackrealign"],
         # -g makes a table for debuggers.
         "bare": ["-fno-asynchronous-unwind-tables", "-fno-unwind-tables", "-fno-exceptions", "-g0"],
         "lto": ["-flto"], "timer": ["-ffixed-r15", "-DPATH_IN_R15"],
         "ticks": ["-ffixed-r15", "-DPATH_IN_R15", "-DTICKS"], **{o: ["-" + o] for o in ("O0", "O1", "O2", "O3", "Os")},
         # Indirect jumps and returns through code that calls itself: in each function, or in functions that all have in common.
         "thunk": ["-mindirect-branch=thunk-inline", "-mfunction-return=thunk-inline"],
         "shared": ["-mindirect-branch=thunk", "-mfunction-return=thunk"], "retpoline": ["-mretpoline"], "sls": ["-mharden-sls=all"],
         "cet": ["-fcf-protection=full"], "split": ["-fsplit-stack"], "nored": ["-mno-red-zone"], "clash": ["-fstack-clash-protection"],
         "stripped": [], "protector": ["-fstack-protector-all"], "nops": ["-fpatchable-function-entry=8,3"],
         # What profilers and sanitizers put into each function.
         "pg": ["-pg"], "instrument": ["-finstrument-functions"], "ubsan": ["-fsanitize=undefined"],
         "safestack": ["-fsanitize=safe-stack"],
         # Tables that need not be right but where calls are made (clang's), frames also in leaves, arguments that are not pushed.
         "sync": ["-fno-asynchronous-unwind-tables", "-funwind-tables"], "leaf": ["-mno-omit-leaf-frame-pointer"],
         "outgoing": ["-maccumulate-outgoing-args"],
         # Linkers, and how calls come to other files.
         "gold": ["-fuse-ld=gold"], "lld": ["-fuse-ld=lld"], "mold": ["-B/usr/libexec/mold"], "noplt": ["-fno-plt"], "lazy": ["-Wl,-z,lazy"],
         "relr": ["-Wl,-z,pack-relative-relocs"], "nosep": ["-Wl,-z,noseparate-code"], "staticpie": ["-static-pie"],
         # Where functions and their parts come to lie: each in a section of its own, clang's blocks each in one, all anew by how they ran.
         "gc": ["-ffunction-sections", "-Wl,--gc-sections"], "blocks": ["-fbasic-block-sections=all"], "bolt": ["-Wl,--emit-relocs"],
         # Tables: no index of them, made without the assembler's help, for every other function only. No build id, no sections.
         "nohdr": ["-Wl,--no-eh-frame-hdr"], "cfiasm": ["-fno-dwarf2-cfi-asm"], "half": [], "noid": ["-Wl,--build-id=none"], "sectionless": [],
         # Addresses of 64 bits, variables of threads by a call, and what else compilers put at the beginning and at the end.
         "large": ["-mcmodel=large"], "tlsdesc": ["-mtls-dialect=gnu2"], "fentry": ["-pg", "-mfentry"], "coverage": ["--coverage"],
         "zero": ["-fzero-call-used-regs=all"],
         # How arguments come to the stack, how it is aligned and looked at, where prologues are, which registers there are.
         "nopush": ["-mno-push-args"], "boundary": ["-mpreferred-stack-boundary=5"], "stackcheck": ["-fstack-check"],
         "noshrink": ["-fno-shrink-wrap"], "v3": ["-march=x86-64-v3"],
         # Debug information that is packed, or in a file of its own; tables without their section of an index; frames of which a sanitizer knows.
         "gz": ["-gz"], "apart": [], "cuthdr": [], "asan": ["-fsanitize=address"]}
# What a sanitizer is told: signals are the program's.
os.environ["ASAN_OPTIONS"] = ("detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:use_sigaltstack=0:"
                              "detect_stack_use_after_return=0")
COMPILERS = {"gcc": "gcc", "clang": "clang", "musl": "musl-gcc", "g++": "g++", "clang++": "clang++", "rustc": "rustc", "go": "go", "cgo": "go"}
LANGUAGES = {"g++": "cxx", "clang++": "cxx", "rustc": "rust", "go": "go", "cgo": "cgo"}
RUST_WORDS = {"fp": ["-Cforce-frame-pointers=yes"], "stripped": [], "nofp": ["-Cforce-frame-pointers=no"], "lto": ["-Clto=fat"],
              "static": ["-Ctarget-feature=+crt-static"], "Os": ["-Copt-level=s"],
              **{"O" + n: ["-Copt-level=" + n] for n in "0123"}}
# It has one way to build, with frame pointers, and one for debuggers.
GO_WORDS = {"O2": [], "O0": ["-gcflags=all=-N -l"], "fp": [], "stripped": []}
# How its C is compiled.
CGO_WORDS = {**GO_WORDS, "nofp": []}
# What an event is, in the last table.
KINDS = {"sched_switch": "switch", "page-faults": "fault"}
COUNTED = ("whole", "marked", "silent", "invented", "cautious")


def tool(name):
    """The program @name, also where Debian keeps Go's: ends this one if it is not installed."""
    found = shutil.which(name, path=os.pathsep.join([os.environ["PATH"]] + sorted(glob.glob("/usr/lib/go-*/bin"))))
    if not found:
        print(f"random_table.py: '{name}' is not installed", file=sys.stderr)
        sys.exit(77)
    return found


def compile_command(how, folder):
    """The command that makes DIR/program in the way @how, and the file that it reads. Ends the program if there is no such way."""
    words = how.split("-")
    compiler = next((w for w in words if w in COMPILERS), "gcc")
    table = {"rustc": RUST_WORDS, "go": GO_WORDS, "cgo": CGO_WORDS}.get(compiler, WORDS)
    flags = []
    for word in words:
        if word in table:
            flags += table[word]
        elif word not in COMPILERS:
            sys.exit(f"random_table.py: no build of {compiler} has the word '{word}'")
    output = ["-o", os.path.join(folder, "program")]
    if compiler == "rustc":
        return [tool("rustc"), "-g", "-Awarnings", "--edition=2021"] + flags + output, "program.rs"
    if compiler == "go":
        return [tool("go"), "build"] + flags + output, "program.go"
    if compiler == "cgo":
        c = " ".join(["-g", "-O2"] + [f for w in words if w in ("fp", "nofp") for f in WORDS[w]])
        return ["env", "CGO_ENABLED=1", "CGO_CFLAGS=" + c, tool("go"), "build"] + flags + output, "program.go"
    source = "program.cc" if compiler in LANGUAGES else "program.c"
    return [tool(COMPILERS[compiler]), "-g", "-w", "-pthread"] + flags + output, source


def build(folder, seed, how):
    """Makes DIR/program out of the seed's source."""
    os.makedirs(folder, exist_ok=True)
    command, source = compile_command(how, folder)
    language = next((LANGUAGES[w] for w in how.split("-") if w in LANGUAGES), None)
    writer = ["random_languages.py", language] if language else ["random_program.py"]
    subprocess.run([sys.executable, os.path.join(HERE, writer[0])] + writer[1:] + [str(seed), folder], check=True)
    words = how.split("-")
    library = os.path.join(folder, "library.c")
    if os.path.exists(library) and not {"static", "staticpie", "musl"} & set(words):
        subprocess.run([tool("gcc"), "-O2", "-w", "-shared", "-fPIC", "-o", library[:-1] + "so", library], check=True)
        command.insert(1, "-DWITH_LIBRARY")
    subprocess.run(command + [os.path.join(folder, source)], check=True)
    if "half" in words:
        make_half(command, folder, source)
    if "bolt" in words:
        make_bolted(os.path.join(folder, "program"))
    program = os.path.join(folder, "program")
    if "cuthdr" in words:
        subprocess.run(["objcopy", "-R", ".eh_frame_hdr", program], check=True)
    if "apart" in words:
        subprocess.run(["objcopy", "--only-keep-debug", program, program + ".debug"], check=True)
        subprocess.run(["objcopy", "--strip-debug", "--add-gnu-debuglink=" + program + ".debug", program], check=True)
    if "stripped" in words or "sectionless" in words:
        shutil.copy(program, program + ".full")
        subprocess.run(["strip", program], check=True)
    if "sectionless" in words:
        with open(program, "r+b") as f:
            # e_shoff, e_shnum, e_shstrndx
            for at, size in ((40, 8), (60, 2), (62, 2)):
                f.seek(at)
                f.write(bytes(size))


def make_half(command, folder, source):
    """Builds it again, without tables for every other function."""
    assembler = os.path.join(folder, "program.s")
    subprocess.run(command[:-2] + ["-S", "-g0", "-o", assembler, os.path.join(folder, source)], check=True)
    with open(assembler, encoding="latin-1") as f:
        lines = f.readlines()
    n, out = 0, []
    for line in lines:
        if line.strip() == ".cfi_startproc":
            n += 1
        out.append(re.sub(r"\.cfi_\w.*", "", line) if n % 2 else line)
    with open(assembler, "w", encoding="latin-1") as f:
        f.writelines(out)
    subprocess.run(command + [assembler], check=True)


def make_bolted(program):
    """Lays it out anew by how it ran, as llvm-bolt does."""
    bolt = shutil.which("llvm-bolt") or shutil.which("llvm-bolt-16")
    if not bolt:
        sys.exit("random_table.py: 'bolt' needs llvm-bolt")
    plain, data = program + ".plain", program + ".fdata"
    # It looks for its library below /usr/lib only.
    library = os.path.relpath(os.path.join(os.path.dirname(os.path.realpath(bolt)), "../lib/libbolt_rt_instr.a"), "/usr/lib")
    os.rename(program, plain)
    for command in ([bolt, plain, "-o", program, "-instrument", "--instrumentation-file=" + data, "--runtime-instrumentation-lib=" + library],
                    [program, "3"],
                    [bolt, plain, "-o", program, "--data=" + data, "-reorder-blocks=ext-tsp", "-reorder-functions=hfsort+", "-split-functions",
                     "-split-all-cold", "-split-eh", "-update-debug-sections"]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def commands(perf, work, names, chains):
    """A line of shell for each recording."""
    for name in names:
        for chain in chains:
            data = os.path.join(work, "out", f"{name}.{chain}.data")
            if "timer" in name.split("-"):
                what, rounds = "-e cpu-clock:u -F 20000 --user-regs=r15", 400
            elif "ticks" in name.split("-"):
                what, rounds = "-e syscalls:sys_enter_lseek --filter 'fd == 0xfffffffc || fd == 0xfffffffffffffffc'", 400
            else:
                what, rounds = f"-d -e {EVENTS}", 2
            yield f"{perf} record -q -N {what} --call-graph {chain} -o {data} -- {work}/{name}/program {rounds}"


def record_here(perf, work, names, chains):
    os.makedirs(os.path.join(work, "out"), exist_ok=True)
    for line in commands(perf, work, names, chains):
        # What a profiler puts into programs leaves a file behind.
        done = subprocess.run(line, shell=True, cwd=os.path.join(work, "out"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, text=True)
        if done.returncode:
            print(done.stderr + "it cannot be recorded here: " + line)
            sys.exit(77)


def record_in_guest(perf, work, names, chains):
    with tempfile.TemporaryDirectory() as guest:
        with open(os.path.join(guest, "run.sh"), "w", encoding="utf-8") as f:
            f.write(f"mkdir -p {work}/out\n")
            for line in commands("perf", work, names, chains):
                f.write(line + " >/dev/null || exit 1\n")
            f.write(f"mv {work}/out/* out\n")
        # Their libraries come with them.
        for name in names:
            if LANGUAGES.keys() & set(name.split("-")):
                shutil.copy(os.path.join(work, name, "program"), os.path.join(guest, name))
        # pthread_exit(3) loads one that no program of C names.
        subprocess.run(["gcc", "-x", "c", "-", "-o", os.path.join(guest, "unwinder"), "-Wl,--no-as-needed", "-lgcc_s"],
                       input=b"int main(void) { return 0; }", check=True)
        done = subprocess.run([os.path.join(HERE, "../vm/boot.sh"), "-m", "4G", "-p", perf, "-t", work, guest], check=False)
        if done.returncode:
            sys.exit(done.returncode)
        shutil.rmtree(os.path.join(work, "out"), ignore_errors=True)
        shutil.copytree(os.path.join(guest, "out"), os.path.join(work, "out"))


def told_by(name):
    """The fields that tell the path of a sample."""
    words = name.split("-")
    return "uregs" if "timer" in words else "trace" if "ticks" in words else "trace,addr"


class Counts:
    """How many stacks were what, by what they are called."""

    def __init__(self):
        self.rows = {}

    def add(self, name, counts):
        row = self.rows.setdefault(name, dict.fromkeys(COUNTED, 0))
        for k in COUNTED:
            row[k] += counts[k]


def print_row(name, chain, t, size=None):
    stacks = t["whole"] + t["marked"] + t["silent"] + t["invented"]
    print("%-28s %-16s %7d %7.2f%% %7d %7d %7d %7d %9s" % (name, chain, stacks, 100 * t["whole"] / (stacks or 1), t["marked"], t["silent"],
                                                       t["invented"], t["cautious"], "" if size is None else size), flush=True)


def judge(perf, work, name, chain, verbose):
    data = os.path.join(work, "out", f"{name}.{chain}.data")
    program = os.path.join(work, name, "program")
    there = []
    if os.path.exists(program + ".full"):
        shutil.copy(program + ".full", program)
        # Go's linker and musl's compiler give no build id, by which it would be known that this is the same program, with symbols.
        there = ["--symfs=/"]
    fields = "comm,tid,event,ip,sym,dso," + told_by(name)
    script = subprocess.Popen([perf, "script", "--no-inline", "-F", fields, "-i", data] + there,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    judged = subprocess.run([sys.executable, os.path.join(HERE, "judge_random.py"), os.path.join(work, name, "list")] +
                            ["-v"] * verbose, stdin=script.stdout, stdout=subprocess.PIPE, check=True)
    if script.wait():
        sys.exit(f"perf script -i {data} failed")
    return json.loads(judged.stdout), os.path.getsize(data)


def main():
    p = argparse.ArgumentParser(usage=__doc__, add_help=False)
    p.add_argument("-p", default=os.path.join(HERE, "../../build/perf"))
    p.add_argument("-s", type=int, action="append")
    p.add_argument("-b", action="append")
    p.add_argument("-k", action="append")
    p.add_argument("-g", action="store_true")
    p.add_argument("-v", action="store_true")
    p.add_argument("-w")
    opts = p.parse_args()
    perf = os.path.realpath(opts.p)
    seeds, builds = opts.s or [int(time.time())], opts.b or BUILDS
    chains = opts.k or ["fp,defer,repair" if opts.g else "fp,repair"]
    # The guest has a file system of its own at /tmp.
    with tempfile.TemporaryDirectory(prefix="perf-random.", dir="/var/tmp") as temporary:
        work = os.path.realpath(opts.w or temporary)
        names = [f"{seed}-{how}" for seed in seeds for how in builds]
        for seed in seeds:
            for how in builds:
                build(os.path.join(work, f"{seed}-{how}"), seed, how)
        os.environ["PERF_BUILDID_DIR"], os.environ["PERF_CONFIG"] = os.path.join(work, "cache"), "/dev/null"
        (record_in_guest if opts.g else record_here)(perf, work, names, chains)
        kinds = {chain: Counts() for chain in chains}
        print("%-28s %-16s %7s %8s %7s %7s %7s %7s %9s" % ("program", "chains", "stacks", "whole", "marked", "silent", "wrong",
                                                          "cautious", "bytes"))
        for name in names:
            for chain in chains:
                judged, size = judge(perf, work, name, chain, opts.v)
                print_row(name, chain, judged["total"], size)
                kinds[chain].add("all", judged["total"])
                for event, counts in judged["events"].items():
                    kinds[chain].add(next((w for w in name.split("-") if w in ("timer", "ticks")), KINDS.get(event, "syscall")), counts)
        for chain in chains:
            for kind, counts in sorted(kinds[chain].rows.items()):
                print_row(kind, chain, counts)
        bad = any(c.rows and (c.rows["all"]["silent"] or c.rows["all"]["invented"]) for c in kinds.values())
    sys.exit(bad)


if __name__ == "__main__":
    main()
