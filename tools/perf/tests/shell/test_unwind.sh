#!/bin/sh
# perf script, report: user stacks out of registers and stack copies (--call-graph dwarf)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
find_leaks
need_tools python3 gcc
[ "$(uname -m)" = x86_64 ] || skip "the program that takes its own stack is for x86-64"
need_features dwarf-unwind

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$tests/build"

# --- a program that is its own perf record: registers, stack and maps at a fault ---
cat > "$dir/lib.c" << 'E'
__attribute__((noinline)) long through(long (*fn)(long), long n)
{
	volatile char room[200];

	room[n] = 1;
	return fn(n) + room[n];
}
E
cat > "$dir/prog.c" << 'E'
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

long through(long (*fn)(long), long n);
static const char *out;
static uint64_t top;

/* In perf's order; -1: 0. */
static const int order[24] = {
	REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_RIP, REG_EFL, -1, -1, -1, -1,
	-1, -1, REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
};

static void taken(int sig, siginfo_t *info, void *ctx)
{
	const ucontext_t *uc = ctx;
	uint64_t regs[24], sp = (uint64_t)uc->uc_mcontext.gregs[REG_RSP];
	int fd = open(out, O_CREAT | O_TRUNC | O_WRONLY, 0600), maps = open("/proc/self/maps", O_RDONLY), i;
	static char buf[1 << 16];
	ssize_t n;

	(void)sig;
	(void)info;
	for (i = 0; i < 24; i++)
		regs[i] = order[i] < 0 ? 0 : (uint64_t)uc->uc_mcontext.gregs[order[i]];
	n = top - sp > 60000 ? 60000 : (ssize_t)(top - sp);
	if (write(fd, regs, sizeof(regs)) < 0 || write(fd, &n, 8) < 0 || write(fd, (void *)sp, (size_t)n) < 0)
		_exit(3);
	while ((n = read(maps, buf, sizeof(buf))) > 0)
		if (write(fd, buf, (size_t)n) < 0)
			_exit(3);
	_exit(0);
}

__attribute__((noinline)) static long leaf(long n)
{
	volatile long *nowhere = (void *)(n - 1);

	return *nowhere + 1;
}

__attribute__((noinline)) long middle(long n)
{
	volatile char room[64];

	room[n] = 2;
	return (n > 1 ? middle(n - 1) : through(leaf, n)) + room[n];
}

int main(int argc, char **argv)
{
	struct sigaction sa = { .sa_sigaction = taken, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	stack_t alt = { .ss_sp = malloc(1 << 16), .ss_size = 1 << 16 };

	(void)argc;
	out = argv[1];
	/* The stack's end: behind the environment's strings. */
	top = (uint64_t)strchr(argv[argc - 1], 0) + 1;
	sigaltstack(&alt, NULL);
	sigaction(SIGSEGV, &sa, NULL);
	return (int)middle(20);
}
E
gcc -O1 -fomit-frame-pointer -fno-optimize-sibling-calls -shared -fPIC -o "$dir/libthrough.so" "$dir/lib.c"
gcc -O1 -fomit-frame-pointer -fno-optimize-sibling-calls -o "$dir/prog" "$dir/prog.c" "$dir/libthrough.so" -Wl,-rpath,"$dir"
"$dir/prog" "$dir/taken"

# --- a recording of it; what is asked for: the whole stack, a piece of it, junk ---
cat > "$dir/make.py" << 'E'
import random
import struct
import sys
from perfwrite import *

data = open(sys.argv[1], "rb").read()
regs = dict(enumerate(struct.unpack_from("<24Q", data)))
size = struct.unpack_from("<Q", data, 192)[0]
length = size & ~7  # as a kernel records it
stack = data[200:200 + length]
maps = data[200 + size:].decode()
MASK, kind = 0xff0fff, sys.argv[3]
f = Writer(arch="x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_CALLCHAIN | S_REGS_USER | S_STACK_USER, regs_user=MASK if
            kind != "few" else 0x180, stack_user=8192, name="cpu-clock")
f.comm(100, 100, "prog")


def add_maps(time=0):
    for line in maps.splitlines():
        part = line.split(None, 5)
        start, end = (int(x, 16) for x in part[0].split("-"))
        if "x" in part[1] and len(part) == 6 and "vsyscall" not in part[5]:
            f.mmap2(100, 100, start, end - start, int(part[2], 16), part[5], time)


if kind != "nomaps":
    add_maps()


def add(r=regs, s=stack, time=1000, **more):
    s = s[:len(s) & ~7]
    f.sample(e, ip=r[8], pid=100, tid=100, time=time, user_regs=(2, r), stack=s, **more)


if kind == "cut":
    add(s=stack[:600] + bytes(200), dyn_size=600)
elif kind == "many":
    for i in range(10000):
        add(time=1000 + i)
elif kind == "moved":
    # Something else lies over the library for a while, then the library again.
    where = next(l for l in maps.splitlines() if "libthrough" in l and "x" in l.split()[1])
    start, end = (int(x, 16) for x in where.split()[0].split("-"))
    add()
    f.mmap2(100, 100, start - 0x1000, end - start + 0x2000, 0, "/bin/sh", 2000)
    add(time=2500)
    add_maps(3000)
    add(time=3500)
elif kind == "junk":
    rng = random.Random(1)
    for i in range(2000):
        r, s = dict(regs), bytearray(stack[:4096])
        for _ in range(rng.randrange(4)):
            r[rng.choice(list(r))] = rng.choice([0, 1, 2**64 - 1, 2**63, rng.getrandbits(64), regs[7] + 8,
                                                 regs[8] + rng.randrange(99)])
        for _ in range(rng.randrange(20)):
            at = rng.randrange(len(s) // 8) * 8
            s[at:at + 8] = struct.pack("<Q", rng.choice([0, 2**64 - 1, rng.getrandbits(64), regs[8], regs[7]]))
        s = bytes(s[:rng.choice([0, 8, 64, 4096])])
        add(r, s, time=1000 + i, dyn_size=rng.choice([0, len(s)]) if s else None)
else:
    add()
f.write(sys.argv[2])
E
make() { # KIND
	python3 "$dir/make.py" "$dir/taken" "$dir/data" "$1"
}
names() {
	status=0
	"$PERF" script -i "$dir/data" --no-inline -F ip,sym "$@" > "$dir/out" 2> "$dir/err" || status=$?
	[ $status = 0 ] || fail "perf script: exit $status: $(cat "$dir/err")"
	awk 'NF && !/^#/ { print $2 }' "$dir/out" | uniq -c | awk '{ printf "%s%s%s", sep, $2, ($1 > 1 ? "*" $1 : ""); sep = " " }'
}
is() { # WHAT WANT GOT
	# shellcheck disable=SC2254	# a pattern
	case $3 in
	$2) ;;
	*) fail "$1: $3" ;;
	esac
}

make whole
is "whole stack" "leaf through middle\*20 main *start" "$(names)"
! grep -q 'end early' "$dir/err" || fail "whole stack: $(cat "$dir/err")"
is "--unwind-style" "leaf through middle\*20 main *start" "$(names --unwind-style=libdw)"
[ ! -s "$dir/err" ] || fail "--unwind-style: $(cat "$dir/err")"
names --unwind-style libunwind > "$dir/names"
grep -q 'libdw unwinds' "$dir/err" || fail "--unwind-style libunwind: $(cat "$dir/err")"
is "--max-stack" "leaf through middle\*3" "$(names --max-stack 5)"
grep -q 'end early: 1 at the limit of frames' "$dir/err" || fail "--max-stack: $(cat "$dir/err")"
is "-G" "leaf" "$(names -G)"
# main is there although it was never on top.
"$PERF" report -i "$dir/data" --stdio --children -g none > "$dir/out" 2> "$dir/err"
grep -q '100.00%  *0.00%.*main$' "$dir/out" || fail "report --children: $(cat "$dir/out")"
"$PERF" script -i - --no-inline -F ip,sym < "$dir/data" > "$dir/piped" 2> "$dir/err" || fail "pipe: $(cat "$dir/err")"
"$PERF" script -i "$dir/data" --no-inline -F ip,sym | cmp - "$dir/piped" || fail "a pipe's stacks differ"

# Converted: chains in place of the copies, read as before, here and in pipes.
"$PERF" script -i "$dir/data" -F comm,tid,time,event,ip,sym,dso > "$dir/want"
"$PERF" inject -v --convert-callchain -i "$dir/data" -o "$dir/converted" 2> "$dir/err" || fail "convert: $(cat "$dir/err")"
grep -q ' 1 samples, 1 user stacks unwound' "$dir/err" || fail "convert -v: $(cat "$dir/err")"
"$PERF" script -i "$dir/converted" -F comm,tid,time,event,ip,sym,dso 2> "$dir/err" | cmp - "$dir/want" ||
	fail "a converted recording's stacks differ: $(cat "$dir/err")"
"$PERF" evlist -v -i "$dir/converted" | grep 'REGS_USER\|STACK_USER\|sample_regs_user\|exclude_callchain_user' &&
	fail "the event of a converted recording has copies"
[ "$(wc -c < "$dir/converted")" -lt "$(wc -c < "$dir/data")" ] || fail "a converted recording is not smaller"
# shellcheck disable=SC2002
cat "$dir/data" | "$PERF" inject --convert-callchain | "$PERF" inject | "$PERF" script -i - -F comm,tid,time,event,ip,sym,dso |
	cmp - "$dir/want" || fail "a converted stream's stacks differ"

make cut
is "a piece of the stack" "leaf through middle*" "$(names)"
case $(names) in *main*) fail "a piece of the stack leads to main" ;; esac
grep -qx '# \[caller missing: the recorded stack ended in .*\]' "$dir/out" || fail "the end of a piece of the stack has no mark"
grep -q '1 of 1 unwound user stacks end early: 1 at the end of the recorded piece of stack' "$dir/err" ||
	fail "a piece of the stack: $(cat "$dir/err")"

make few
is "only IP and SP" "leaf *" "$(names)"

make nomaps
is "no maps" "\[unknown\]" "$(names)"
grep -q 'code without unwind information' "$dir/err" || fail "no maps: $(cat "$dir/err")"

make moved
is "another file in between" "leaf through middle\*20 main *leaf *leaf through middle\*20 main *" "$(names)"

make junk
names > /dev/null
[ "$(grep -c "^$" "$dir/out")" = 4000 ] || fail "junk: samples are missing"

make many
names > /dev/null
[ "$(grep -c ' main$' "$dir/out")" = 10000 ] || fail "10,000 samples: $(grep -c ' main$' "$dir/out") lead to main"

# --- other machines: three functions, what they left on the stack, made by hand ---
cat > "$dir/aarch64.s" << 'E'
	.globl	_start
	.type	_start, @function
_start:	.cfi_startproc
	.cfi_undefined x30
	bl	outer
.Lstarted:
	brk	#0
	.cfi_endproc
	.type	outer, @function
outer:	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	bl	leaf
.Lcalled:
	ldp	x29, x30, [sp], #32
	ret
	.cfi_endproc
	.type	leaf, @function
leaf:	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
.Ltaken:
	add	sp, sp, #16
	ret
	.cfi_endproc
E
cat > "$dir/riscv64.s" << 'E'
	.globl	_start
	.type	_start, @function
_start:	.cfi_startproc
	.cfi_undefined ra
	call	outer
.Lstarted:
	ebreak
	.cfi_endproc
	.type	outer, @function
outer:	.cfi_startproc
	addi	sp, sp, -32
	.cfi_def_cfa_offset 32
	sd	ra, 8(sp)
	.cfi_offset ra, -24
	call	leaf
.Lcalled:
	ld	ra, 8(sp)
	addi	sp, sp, 32
	ret
	.cfi_endproc
	.type	leaf, @function
leaf:	.cfi_startproc
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
.Ltaken:
	addi	sp, sp, 16
	ret
	.cfi_endproc
E
cat > "$dir/far.py" << 'E'
import struct
import sys
from perfwrite import *

arch, program, out = sys.argv[1:4]
place = {name: int(value, 16) for value, name in (pair.split("=") for pair in sys.argv[4:])}
# How many registers perf has for it; the instruction, stack and return address among them.
count, ip, sp, ra = {"aarch64": (33, 32, 31, 30), "riscv64": (32, 0, 2, 1)}[arch]
f = Writer(arch=arch)
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_CALLCHAIN | S_REGS_USER | S_STACK_USER, regs_user=(1 << count) - 1,
            stack_user=256, name="cpu-clock")
f.comm(5, 5, "far")
f.mmap2(5, 5, place["text"] & ~0xfff, 0x2000, place["offset"] & ~0xfff, program)
regs = dict.fromkeys(range(count), 0)
regs.update({ip: place["taken"], sp: 0x7ffff000, ra: place["called"]})
stack = bytes(24) + struct.pack("<Q", place["started"]) + bytes(224)
f.sample(e, ip=regs[ip], pid=5, tid=5, time=1000, user_regs=(2, regs), stack=stack)
f.write(out)
E
# Labels with .L are in no symbol table: a copy of the source has other ones.
for arch in aarch64 riscv64; do
	sed 's/\.L\(started\|called\|taken\)/mark_\1/' "$dir/$arch.s" > "$dir/marked.s"
	for source in "$arch" marked; do
		clang --target=$arch-linux-gnu -nostdlib -static -fuse-ld=lld -o "$dir/$source.elf" "$dir/$source.s" \
			2> "$dir/log" || break
	done
	if ! [ -e "$dir/$arch.elf" ] || ! [ -e "$dir/marked.elf" ]; then
		left_out "$arch" "$(head -1 "$dir/log")"
		continue
	fi
	# shellcheck disable=SC2046	# words
	python3 "$dir/far.py" $arch "$dir/$arch.elf" "$dir/data" \
		$(nm "$dir/marked.elf" | sed -n 's/^\([0-9a-f]*\) . mark_\(.*\)/\1=\2/p') \
		$(readelf -SW "$dir/$arch.elf" | sed -n 's/.* \.text *PROGBITS *\([0-9a-f]*\) \([0-9a-f]*\) .*/\1=text \2=offset/p')
	is "$arch" "leaf outer _start" "$(names)"
	rm "$dir/marked.elf"
done

# --- a function that is about to return: what it saved has left the stack, as clang's table does not say ---
cat > "$dir/leaving.s" << 'E'
	.globl	_start
	.type	_start, @function
_start:	.cfi_startproc
	.cfi_undefined rip
	call	outer
	hlt
	.cfi_endproc
	.type	outer, @function
outer:	.cfi_startproc
	push	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset rbp, -16
	mov	%rsp, %rbp
	.cfi_def_cfa_register rbp
	call	leaf
	pop	%rbp
	.cfi_def_cfa rsp, 8
	ret
	.cfi_endproc
	.type	leaf, @function
leaf:	.cfi_startproc
	push	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset rbp, -16
	mov	%rsp, %rbp
	.cfi_def_cfa_register rbp
	push	%rbx
	.cfi_offset rbx, -24
	pop	%rbx
	pop	%rbp
	.cfi_def_cfa rsp, 8
	LEAVE
	.cfi_endproc
E
cat > "$dir/leaving.py" << 'E'
import struct
import sys
from perfwrite import *

program, out, pgoff = sys.argv[1], sys.argv[2], int(sys.argv[3], 16)
start, outer, leaf = (int(a, 16) for a in sys.argv[4:])
f = Writer(arch="x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_CALLCHAIN | S_REGS_USER | S_STACK_USER, regs_user=0xff0fff,
            stack_user=256, name="cpu-clock")
f.comm(5, 5, "leaving")
f.mmap2(5, 5, start & ~0xfff, 0x2000, pgoff & ~0xfff, program)
# At leaf's last instruction; outer's frame pointer is in its register again.
regs = dict.fromkeys(range(24), 0)
regs.update({6: 0x7ffff008, 7: 0x7ffff000, 8: leaf + 7})
stack = struct.pack("<3Q", outer + 9, 0, start + 5) + bytes(232)
f.sample(e, ip=regs[8], pid=5, tid=5, time=1000, user_regs=(2, regs), stack=stack)
f.write(out)
E
leaving() { # INSTRUCTION: leaf's last one
	sed "s/LEAVE/$1/" "$dir/leaving.s" > "$dir/left.s"
	gcc -nostdlib -static -no-pie -o "$dir/left" "$dir/left.s"
	# shellcheck disable=SC2046	# words
	python3 "$dir/leaving.py" "$dir/left" "$dir/data" \
		$(readelf -SW "$dir/left" | sed -n 's/.* \.text *PROGBITS *[0-9a-f]* \([0-9a-f]*\) .*/\1/p') \
		$(for name in _start outer leaf; do nm "$dir/left" | sed -n "s/^\([0-9a-f]*\) . $name\$/\1/p"; done)
}
for instruction in ret 'jmp *%rax' 'jmp *%r11' 'jmp outer+0x1000'; do
	leaving "$instruction"
	is "at $instruction" "leaf outer _start" "$(names)"
	! grep -q 'end early' "$dir/err" || fail "at $instruction: $(cat "$dir/err")"
done
# In front of anything else the register may have any value: that is no reason to follow it, and the end is told.
leaving nop
is "at nop" "leaf outer" "$(names)"
grep -q '1 of 1 unwound user stacks end early' "$dir/err" || fail "at nop: $(cat "$dir/err")"

# --- the same live ---
cat > "$dir/live.c" << 'E'
volatile unsigned long sink;
__attribute__((noinline)) void burn(void) { for (int i = 0; i < 100000; i++) sink += i; }
__attribute__((noinline)) void outer(int n) { if (n) outer(n - 1); else burn(); sink++; }
int main(void) { for (int i = 0; i < 1500; i++) outer(7); return 0; }
E
live() { # LINKER'S OPTION
	gcc -O1 -fomit-frame-pointer -fno-optimize-sibling-calls "$@" -o "$dir/live" "$dir/live.c"
}
live
"$PERF" record -e cpu-clock:u -F 1000 --call-graph dwarf -o "$dir/data" "$dir/live" > "$dir/log" 2>&1 || {
	grep -q -i 'permission\|not supported' "$dir/log" && { left_out "live" "$(head -1 "$dir/log")"; exit 0; }
	fail "record: $(cat "$dir/log")"
}
"$PERF" evlist -v -i "$dir/data" > "$dir/log"
grep -q 'exclude_callchain_user: 1.*sample_regs_user: 0xff0fff, sample_stack_user: 8192' "$dir/log" ||
	fail "attr: $(cat "$dir/log")"
all_there() { # WHAT
	names > /dev/null
	samples=$(grep -c ' burn$' "$dir/out")
	[ "$samples" -gt 10 ] || fail "$1: $samples samples in burn"
	[ "$(grep -c ' main$' "$dir/out")" -ge "$samples" ] || fail "$1: not all lead to main"
	[ "$(grep -c ' outer$' "$dir/out")" -ge $((samples * 8)) ] || fail "$1: not all frames of outer"
}
all_there live

# --- programs as other linkers lay them out: segments share pages of the file, not of memory ---
for option in -static -fuse-ld=gold -fuse-ld=lld; do
	live "$option" 2> "$dir/log" || { left_out "$option" "$(head -1 "$dir/log")"; continue; }
	"$PERF" record -q -e cpu-clock:u -F 1000 --call-graph dwarf -o "$dir/data" "$dir/live" > "$dir/log" 2>&1 ||
		fail "record $option: $(cat "$dir/log")"
	all_there "$option"
done
