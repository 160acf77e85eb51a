#!/bin/sh
# Deferred callchains: perf defer verify, stacks of known truth judged by the code
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks
need_features libcapstone libelf
need_tools gcc ld nm strip python3
[ "$(uname -m)" = x86_64 ] || skip "the programs are for x86-64"
export HOME="$dir" PERF_BUILDID_DIR="$dir/none"
cd "$dir"

# r_NAME is where the call of NAME returns to.
cat "$PERF_TEST_DIR/shell/lib/functions.s" - > prog.s << 'EOF'
	.text
fn in_front
	nop
	ret
	.cfi_endproc
	.size in_front, . - in_front
fn __restore_rt
	mov $15, %rax
	syscall
	nop
	.cfi_endproc
	.size __restore_rt, . - __restore_rt
fn runtime.sigreturn.abi0
	mov $15, %rax
	syscall
	nop
	.cfi_endproc
	.size runtime.sigreturn.abi0, . - runtime.sigreturn.abi0
fn inner
	frame
	nop
	nop
leave_it inner
fn bare
	nop
	ret
	.cfi_endproc
	.size bare, . - bare
fn jumper
	test %eax, %eax
	jne inner
	jmp second
	.cfi_endproc
	.size jumper, . - jumper
fn second
	jmp bare
	.cfi_endproc
	.size second, . - second
fn middle
	frame
	call inner
	nop
	call bare
	nop
leave_it middle
fn outer
	frame
	call middle
	nop
	call *%rax
	nop
	call jumper
	nop
leave_it outer
	.p2align 5, 0xcc
fn runtime.goexit.abi0
	.cfi_undefined %rip
	nop
	call outer
	nop
	ud2
	.cfi_endproc
	.size runtime.goexit.abi0, . - runtime.goexit.abi0
	.globl _start
	.type _start, @function
_start:
	.cfi_startproc
	.cfi_undefined %rip
	call outer
	hlt
	.cfi_endproc
	.size _start, . - _start
EOF
gcc -c -o prog.o prog.s
ld -o prog prog.o
strip -s prog -o plain
# The same beside a function that Go's table describes, as it was up to version 1.15: runtime.sigpanic, which faults are made to call.
cat prog.s - > go.s << 'EOF'
	.text
	.globl runtime.sigpanic
	.type runtime.sigpanic, @function
runtime.sigpanic:
	sub $8, %rsp
	call inner
	add $8, %rsp
	ret
	.size runtime.sigpanic, . - runtime.sigpanic
	.section .gopclntab, "a"
table:	.long 0xfffffffb
	.byte 0, 0, 1, 8
	.quad 1, runtime.sigpanic, function - table, runtime.sigpanic + 14
name:	.asciz "runtime.sigpanic"
	/* Nothing on the stack for 4 bytes, 8 more for 9, 8 fewer for 1. */
depths:	.byte 2, 4, 16, 9, 15, 1, 0
	.p2align 3
function:
	.quad runtime.sigpanic
	.long name - table, 0, 0, depths - table, 0, 0, 0, 0
EOF
gcc -c -o go.o go.s
ld -o go go.o
# The same under a kernel's addresses and names.
sed 's/__restore_rt/asm_exc_page_fault/g; s/\b_start\b/entry_SYSCALL_64/g' prog.s > kernel.s
gcc -c -o kernel.o kernel.s
ld --build-id=0xabababababababababababababababababababab -Ttext=0xffffffff81000000 --defsym=_stext=0xffffffff81000000 --defsym=_text=0xffffffff81000000 -e entry_SYSCALL_64 \
	-o vmlinux kernel.o
nm vmlinux | awk '{ print $1, $2, $3 }' | sort > kallsyms
printf 'ffffffff81001000 T _etext\n' >> kallsyms

cat > check.py << 'EOF'
"""Stacks, each a recording of its own: what verify has to say of it."""
import functools
import json
import os
import re
import subprocess
import sys

from perfwrite import S_BRANCH_STACK, S_CALLCHAIN, S_IP, S_TID, S_TIME, Writer

perf, recording = sys.argv[1:3]
failures = 0


def fail(*text):
    global failures
    print("FAILED:", *text)
    failures += 1


def symbols(program):
    out = subprocess.run(["nm", program], check=True, capture_output=True, text=True).stdout
    return {w[2]: int(w[0], 16) for w in map(str.split, out.splitlines()) if len(w) == 3}


def segment(program):
    out = subprocess.run(["readelf", "-lW", program], check=True, capture_output=True, text=True).stdout
    for line in out.splitlines():
        w = line.split()
        if w[:1] == ["LOAD"] and "E" in w[6:-1]:
            return int(w[1], 16), int(w[2], 16)
    sys.exit("no code in " + program)


def verify(text, *args, want=None, name="one.data"):
    subprocess.run([recording, name], input="comm 100 app\n" + text, check=True, text=True)
    got = subprocess.run([perf, "defer", "verify", "--json", *args, name], capture_output=True, text=True)
    if want is not None and got.returncode != want:
        fail(text, *args, "status", got.returncode, "not", want, got.stderr)
    return json.loads(got.stdout)


def nonzero(counts):
    return {k: n for k, n in counts.items() if n}


def steps(j, half):
    return nonzero(j[half]["steps"])


offset, vaddr = segment("prog")
at = symbols("prog")
BEHIND = {"call inner": at["middle"] + 9, "call bare": at["middle"] + 15, "call middle": at["outer"] + 9,
          "call *": at["outer"] + 12, "call jumper": at["outer"] + 18, "call outer": at["_start"] + 5}
START = [BEHIND["call outer"]]
MAP = f"map 100 {vaddr & ~4095:x} 1000 {offset & ~4095:x} {os.getcwd()}/prog\n"
INNER = at["inner"] + 4		# its frame is there


def chain(verb, words):
    return verb + " 100 " + " ".join("%x" % w for w in words) + "\n"


def user(words, want_steps, verdict, marks=None, **more):
    """By the code alone, and (with what @marks changes) by the rule by which stacks are marked, too."""
    user_by(words, want_steps, verdict, args=("--as-recorded",), **more)
    return user_by(words, **{"want_steps": want_steps, "verdict": verdict, **more, **(marks or {})})


def user_by(words, want_steps, verdict, innermost="whole", end="entry", text=MAP, args=()):
    j = verify(text + chain("sample", words), *args, want=1 if verdict == "bad" else 0)
    where = " ".join("%x" % w for w in words) + " ".join(args)
    for what, got, want in (("steps", steps(j, "user"), want_steps), ("stacks", nonzero(j["stacks"]), {verdict: 1}),
                            ("innermost", nonzero(j["user"]["innermost"]), {innermost: 1}),
                            ("ends", nonzero(j["user"]["ends"]), {end: 1})):
        if got != want:
            fail(where, what, got, "not", want)
    return j


user([INNER, BEHIND["call inner"], BEHIND["call middle"]] + START, {"called": 3}, "whole")
user([INNER, BEHIND["call jumper"]] + START, {"jumped": 1, "called": 1}, "whole")
user([INNER, BEHIND["call *"]] + START, {"perhaps": 1, "called": 1}, "whole")
# A tail call of a tail call; bare() has no frame, but its caller is there.
user([at["bare"], BEHIND["call jumper"]] + START, {"jumped": 1, "called": 1}, "whole")
user([at["bare"], BEHIND["call bare"], BEHIND["call middle"]] + START, {"called": 3}, "whole")
# middle() is missing, and nothing else.
j = user([INNER, BEHIND["call middle"]] + START, {"elsewhere": 1, "called": 1}, "bad")
e = j["examples"][0]
if (e["step"], e["half"], e["count"], e["at"]) != ("elsewhere", "user", 1, 1) or \
        [f["function"] for f in e["frames"]] != ["inner", "outer", "_start"] or \
        int(e["frames"][1]["word"], 16) != BEHIND["call middle"]:
    fail("example", e)
if [(os.path.basename(d["dso"]), nonzero(d["steps"])) for d in j["dsos"]] != [("prog", {"elsewhere": 1, "called": 1})]:
    fail("dsos", j["dsos"])
# The caller of a function without a frame is missing, and the code alone could not tell.
user([at["bare"], BEHIND["call *"]] + START, {"perhaps": 1, "called": 1}, "bad", innermost="caller_missing",
     marks={"want_steps": {"marked": 1, "called": 1}})
# In front of push and behind pop there is no frame, either.
user([at["inner"], BEHIND["call middle"]] + START, {"elsewhere": 1, "called": 1}, "bad", innermost="caller_missing")
user([at["inner"] + 7, BEHIND["call middle"]] + START, {"elsewhere": 1, "called": 1}, "bad", innermost="caller_missing")
user([INNER, BEHIND["call inner"] + 1, BEHIND["call middle"]] + START, {"no_call": 1, "called": 2}, "bad")
user([INNER, BEHIND["call inner"], 0x1234], {"called": 1, "no_code": 1}, "bad", end="no_code")
user([INNER, BEHIND["call inner"]], {"called": 1}, "bad", end="early")
# Where names were stripped the unwind tables say where functions are, and that _start has no caller.
ROOT = {"verdict": "whole", "end": "entry"}
PLAIN = MAP.replace("/prog", "/plain")
user([INNER, BEHIND["call inner"], BEHIND["call middle"]] + START, {"called": 3}, "unknown", end="unknown", text=PLAIN,
     marks=ROOT)
user([at["bare"], BEHIND["call jumper"]] + START, {"jumped": 1, "called": 1}, "unknown", end="unknown", text=PLAIN, marks=ROOT)
user([INNER, BEHIND["call middle"]] + START, {"elsewhere": 1, "called": 1}, "bad", end="unknown", text=PLAIN,
     marks={"end": "entry"})
# The stack of a goroutine begins behind the first instruction of this function, though it has called nobody; at no other place.
BEGIN = at["runtime.goexit.abi0"] + 1
user([INNER, BEHIND["call inner"], BEHIND["call middle"], BEGIN], {"called": 2, "interrupted": 1}, "whole")
user([INNER, BEHIND["call inner"], BEHIND["call middle"], BEGIN], {"called": 2, "interrupted": 1}, "unknown", end="unknown", text=PLAIN, marks=ROOT)
user([INNER, BEHIND["call inner"], BEHIND["call middle"], BEGIN + 5], {"called": 3}, "whole")
user([INNER, BEHIND["call inner"], BEHIND["call middle"], BEGIN + 6], {"called": 2, "no_call": 1}, "bad")
# A nop behind which nobody begins.
user([INNER, BEHIND["call inner"], BEHIND["call middle"], at["in_front"] + 1], {"called": 2, "no_call": 1}, "bad", end="early")
# Past a signal frame pointers lead to the caller of the interrupted function; unwind tables to the interrupted address.
user([INNER, at["__restore_rt"], BEHIND["call inner"], BEHIND["call middle"]] + START,
     {"interrupted": 1, "signal": 1, "called": 2}, "bad")
user([INNER, at["__restore_rt"], INNER, BEHIND["call inner"], BEHIND["call middle"]] + START,
     {"interrupted": 2, "called": 3}, "whole")
# So does what a fault in a Go program is made to call, whatever is in front of the interrupted address.
go = symbols("go")
GO = "map 100 %x 1000 %x %s/go\n" % (segment("go")[1] & ~4095, segment("go")[0] & ~4095, os.getcwd())
for n, judge in (0, user), (10, functools.partial(user_by, args=("--as-recorded",))):
    judge([go["inner"] + 4, go["runtime.sigpanic"] + 9, go["middle"] + n + 5, go["outer"] + 9, go["_start"] + 5],
          {"called": 3, "interrupted": 1}, "whole", text=GO)
# In the return itself: what follows, is it the interrupted address?
for start in at["__restore_rt"], at["runtime.sigreturn.abi0"]:
    for n in 0, 7, 9:
        user([start + n, INNER, BEHIND["call inner"], BEHIND["call middle"]] + START, {"interrupted": 1, "called": 3}, "whole")
        user([start + n, BEHIND["call inner"], BEHIND["call middle"]] + START, {"signal": 1, "called": 2}, "bad", innermost="caller_missing")
# Code that cannot be read, made at run time, may be such a return: what follows it was interrupted, or is wrong. Other steps are judged as ever.
# (By frame pointers nothing is shown behind such code.)
MEMORY = MAP + "map 100 10000 1000 0 //anon\n"
CUT = {"want_steps": {"unknown": 1}, "verdict": "bad", "end": "early"}
user([INNER, 0x10010, INNER, BEHIND["call inner"], BEHIND["call middle"]] + START, {"unknown": 2, "called": 3}, "unknown", text=MEMORY, marks=CUT)
user([INNER, 0x10010, INNER, BEHIND["call middle"]] + START, {"unknown": 2, "elsewhere": 1, "called": 1}, "bad", text=MEMORY, marks=CUT)
user([INNER, 0x10010, 0x1234], {"unknown": 1, "no_code": 1}, "bad", end="no_code", text=MEMORY, marks=CUT)
# Words within their calls, as chains that were made of unwound stacks have them.
user([INNER, BEHIND["call inner"] - 1, BEHIND["call middle"] - 1] + START, {"called": 3}, "whole")
user([0x10010, 0x10020], {"unknown": 1}, "unknown", innermost="unknown", end="unknown",
     text="map 100 10000 1000 0 /nonexistent/file\n")

j = user([INNER, BEHIND["call inner"]], {"called": 1}, "bad", end="early")
e = j["examples"][0]
if len(j["examples"]) != 1 or (e["step"], e["at"], e["frames"][1]["function"]) != ("ends_early", 1, "middle"):
    fail("example of an early end", j["examples"])

# The kernel's half.
k = symbols("vmlinux")
KMAP = "kmap ffffffff81000000 1000 0 [kernel.kallsyms]_stext\n"
kcall = {name: k[fn] + n for name, fn, n in (("inner", "middle", 9), ("middle", "outer", 9), ("outer", "entry_SYSCALL_64", 5))}
KINNER = k["inner"] + 4


def kernel(words, want_steps, verdict, *args, end="entry"):
    j = verify(KMAP + chain("ksample", words), "--kallsyms", "kallsyms", *args, want=1 if verdict == "bad" else 0)
    for what, got, want in (("steps", steps(j, "kernel"), want_steps), ("stacks", nonzero(j["stacks"]), {verdict: 1}),
                            ("ends", nonzero(j["kernel"]["ends"]), {end: 1})):
        if got != want:
            fail("kernel", " ".join("%x" % w for w in words), args, what, got, "not", want)
    return j


WHOLE = [KINNER, kcall["inner"], kcall["middle"], kcall["outer"]]
j = kernel(WHOLE, {"unknown": 3}, "unknown")
if "does not say which kernel" not in j["kernel_code_missing"]:
    fail("a kernel without a build id:", j["kernel_code_missing"])
# Another kernel than the running one, and one of which the recording does not tell.
KMAP = KMAP.strip() + " " + "ab" * 20 + "\n"
j = kernel(WHOLE, {"unknown": 3}, "unknown")
if not j["kernel_code_missing"]:
    fail("nothing says why the kernel's code is not known")
kernel(WHOLE, {"called": 3}, "whole", "-k", "vmlinux")
kernel([k["bare"], k["asm_exc_page_fault"] + 5, k["inner"], kcall["inner"], kcall["middle"], kcall["outer"]],
       {"no_call": 1, "interrupted": 1, "called": 3}, "bad", "-k", "vmlinux")
kernel(WHOLE[:3], {"called": 2}, "bad", "-k", "vmlinux", end="early")
# A file of another kernel says nothing.
own, KMAP = KMAP, KMAP.replace("ab", "cd")
kernel(WHOLE, {"unknown": 3}, "unknown", "-k", "vmlinux", end="unknown")
KMAP = own
# A kernel changes its code when it boots, so that its file cannot tell for sure.
kernel([KINNER, kcall["middle"], kcall["outer"]], {"perhaps": 1, "called": 1}, "whole", "-k", "vmlinux")

# Shares, status and words.
MANY = MAP + chain("sample", [INNER, BEHIND["call inner"], BEHIND["call middle"]] + START) * 3 + \
    chain("sample", [INNER, BEHIND["call middle"]] + START)
j = verify(MANY, want=1)
if nonzero(j["stacks"]) != {"whole": 3, "bad": 1} or steps(j, "user") != {"called": 10, "elsewhere": 1} or \
        j["distinct_halves"]["user"] != 2 or j["version"] != 1 or j["samples"] != 4:
    fail("counts", j)
if [nonzero(d["steps"]) for d in j["dsos"]] != [{"called": 10, "elsewhere": 1}] or j["examples"][0]["count"] != 1:
    fail("counts by file", j["dsos"])
verify(MANY, "--allow", "24.9", want=1)
verify(MANY, "--allow", "25%", want=0)
text = subprocess.run([perf, "defer", "verify", "one.data"], capture_output=True, text=True)
if not re.search(r"1 times: call to another function, user half; app 100 at", text.stdout) or \
        not re.search(r"  > +%x outer\+0x9 \(.*/prog\)" % BEHIND["call middle"], text.stdout):
    fail("text", text.stdout)
# The verdict of each sample, beside the mark that it has.
got = subprocess.run([perf, "defer", "verify", "--list", "one.data"], capture_output=True, text=True)
lines = got.stdout.splitlines()
if got.returncode != 1 or [line.split(": ", 1)[1] for line in lines] != ["kernel -, user whole"] * 3 + ["kernel -, user bad"]:
    fail("--list", got.stdout)
verify(MAP + chain("sample", [INNER, BEHIND["call inner"]]), want=1)
got = subprocess.run([perf, "defer", "verify", "--list", "--json", "one.data"], capture_output=True, text=True)
rows = [json.loads(line) for line in got.stdout.splitlines()]
if len(rows) != 1 or (rows[0]["user"], rows[0]["kernel"], rows[0]["comm"], rows[0]["tid"]) != ("bad", None, "app", 100) or \
        rows[0]["mark"] != "[caller missing: the recorded stack ended in middle]":
    fail("--list --json", got.stdout)
# Stacks of calls, as the hardware keeps them: each branch comes from its call.
f = Writer("<", "x86_64")
e = f.event(type=0, config=0, name="cycles", branch_sample_type=0xc801, flags=1 << 18 | 1 << 22,
            sample_type=S_IP | S_TID | S_TIME | S_CALLCHAIN | S_BRANCH_STACK)
f.comm(100, 100, "app")
f.mmap2(100, 100, vaddr & ~4095, 0x1000, offset & ~4095, os.path.abspath("prog"))
calls = ((BEHIND["call inner"] - 5, at["inner"], 0), (BEHIND["call middle"] - 5, at["middle"], 0), (START[0] - 5, at["outer"], 0))
f.sample(e, ip=at["inner"], pid=100, tid=100, time=1, branches=calls, chain=(2**64 - 512,))
f.sample(e, ip=at["inner"], pid=100, tid=100, time=2, branches=calls[1:], chain=(2**64 - 512,))
f.write("lbr.data")
got = subprocess.run([perf, "defer", "verify", "--json", "lbr.data"], capture_output=True, text=True)
j = json.loads(got.stdout)
if got.returncode != 1 or nonzero(j["stacks"]) != {"whole": 1, "bad": 1} or \
        steps(j, "user") != {"called": 4, "elsewhere": 1} or nonzero(j["user"]["innermost"]) != {"whole": 2}:
    fail("stacks of calls", j["stacks"], j["user"])

# More halves than are kept at a time: each counts, those that come again after they went too.
body = [INNER, BEHIND["call inner"] + 1] * 3999
long = [[INNER + n % 2, BEHIND["call middle"] + n] + body for n in range(200)] * 2
j = verify(MAP + "".join(chain("sample", words) for words in long), "--as-recorded", want=1, name="long.data")
if sum(j["stacks"].values()) != 400 or sum(j["user"]["steps"].values()) != 400 * 7999 or \
        sum(sum(d["steps"].values()) for d in j["dsos"]) != 400 * 7999 or j["distinct_halves"]["user"] <= 200:
    fail("many halves:", j["stacks"], j["user"]["steps"], j["distinct_halves"])
sys.exit(failures != 0)
EOF
python3 check.py "$PERF" "$PERF_TEST_DIR/build/recording.py" || bad "stacks of known truth"

# Recorded here: stack copies of a program without frame pointers are true, and frame pointers do not find its callers.
cat > live.c << 'EOF'
#include <stdlib.h>

static volatile unsigned long sink;

static int compare(const void *a, const void *b)
{
	int i;

	for (i = 0; i < 300; i++)
		sink += i;
	return *(const int *)a - *(const int *)b;
}

__attribute__((noinline)) static void sorter(int *list, int nr)
{
	int i;

	for (i = 0; i < nr; i++)
		list[i] = i * 7919 % nr;
	qsort(list, nr, sizeof(*list), compare);
	sink++;
}

int main(void)
{
	static int list[20000];
	int i;

	for (i = 0; i < 4; i++)
		sorter(list, 20000);
	return 0;
}
EOF
gcc -g -O2 -fomit-frame-pointer -o live live.c
judge_live() { # FILE, PYTHON: about j, what verify says, and n, how many stacks
	"$PERF" defer verify --json -i "$1" 2> err | python3 -c "
import json, sys
j = json.load(sys.stdin)
n = sum(j['stacks'].values())
sys.exit(not ($2))" || bad "$1: $("$PERF" defer verify -i "$1" 2>&1)"
}
if "$PERF" record -q -e cpu-clock:u -c 1000000 --call-graph dwarf -o live.dwarf ./live > log 2>&1 &&
	"$PERF" record -q -e cpu-clock:u -c 1000000 --call-graph fp -o live.fp ./live > log 2>&1; then
	if "$PERF" check feature -q dwarf-unwind; then
		judge_live live.dwarf "n >= 20 and j['stacks']['bad'] <= n / 10 and not j['user']['steps']['no_call'] and
			not j['user']['steps']['elsewhere'] and j['user']['steps']['called'] >= n"
	else
		left_out "copies of stacks" "this perf was built without libdw"
	fi
	judge_live live.fp "n >= 20 and j['stacks']['bad'] >= n * 0.9"
else
	echo "nothing was recorded here: $(cat log)"
fi

# What cannot be read is no verdict.
status=0
"$PERF" defer verify nothing.data > out 2>&1 || status=$?
[ $status -eq 2 ] || bad "no file: status $status: $(cat out)"
head -c 300 one.data > cut.data
status=0
"$PERF" defer verify cut.data > out 2>&1 || status=$?
[ $status -eq 2 ] || bad "a damaged file: status $status: $(cat out)"
status=0
"$PERF" defer verify --allow 101 one.data > out 2>&1 || status=$?
{ [ $status -eq 129 ] && grep -q '0 to 100 percent' out; } || bad "--allow 101: status $status: $(cat out)"
finish
