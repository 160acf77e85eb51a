#!/bin/sh
# perf annotate: code of JITs, the vdso, a vmlinux and the kernel's memory, and of packed recordings and archives
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools gcc objdump objcopy nm
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
need_features libelf libcapstone
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/cache"
cd "$dir"
write="$PERF_TEST_DIR/build/annotated_code.py"

annotate() { # ARGS...
	"$PERF" annotate --stdio -n "$@" > out 2> err < /dev/null || bad "$*: exit $?: $(cat err)"
}
# OFFSET IN THE FUNCTION, SAMPLES of each instruction
rows() {
	sed -n 's/^ *\([0-9]*\) :   \([0-9a-f]*\):.*/\2 \1/p' out
}
# The same of objdump's instructions: what lies in each of them of one sample in four bytes, and one more at the first.
expected() { # OBJDUMP-ARGS...
	objdump -d --no-show-raw-insn "$@" | python3 -c '
import re, sys
addresses = [int(m.group(1), 16) for m in re.finditer(r"(?m)^ *([0-9a-f]+):\t", sys.stdin.read())]
size = int(sys.argv[1], 16)
for n, a in enumerate(addresses):
    end = addresses[n + 1] if n + 1 < len(addresses) else addresses[0] + size
    print("%x %d" % (a, sum((x - addresses[0]) % 4 == 0 for x in range(a, end)) + (n == 0)))
' "$size" > want
}
# What is expected begins at the address of the first row.
from_first_row() {
	rows | awk 'NR == 1 { print $1 }' > first
	python3 -c 'import sys
first = int(open("first").read() or "0", 16)
for line in open("want"):
    a, n = line.split()
    print("%x %s" % (int(a, 16) + first, n))' > moved
	mv moved want
}
agree() { # WHAT
	rows > got
	{ [ -s want ] && diff want got > differs; } || bad "$1: $(cat differs err out)"
}

# A function in assembler: lea, a loop, an instruction of 15 bytes, the longest there are, a call.
cat > code.s << 'E2'
	.globl _text, some_work, _start
_text:	.skip 0x100, 0x90
_start:	nop
	.type some_work, @function
some_work:
	.rept 8
	lea 4660(%rax), %rbx
	.endr
1:	dec %rbx
	jne 1b
	movabs $0x1122334455667788, %rcx
	lock addq $0x11223344, %gs:0x55667788(%eax,%r8d,1)
	call _start
	ret
	.size some_work, .-some_work
	.section .note.GNU-stack,"",@progbits
E2
place() { # FILE SYMBOL [-D]: sets start and size, hexadecimal
	# shellcheck disable=SC2086 # an option or none
	nm -S ${3-} "$1" 2>&1 | awk -v name="$2" '{ sub("@.*", "", $4) } $4 == name { print $1, $2; exit }' > placed
	read -r start size < placed || fail "$1 has no function $2"
}

# --- a JIT, whose functions perf inject has made files of --------------------------------------------------------
gcc -c -o code.o code.s
place code.o some_work
objcopy -O binary -j .text code.o code.bin
tail -c "+$((0x$start + 1))" code.bin | head -c "$((0x$size))" > jitted.bin
mkdir jit
python3 "$write" jit "$dir/jit" jitted.bin
"$PERF" inject --jit -i jit/data -o jit/injected 2> err || fail "inject --jit: $(cat err)"
annotate -i jit/injected compiled
expected -b binary -m i386:x86-64 -D jitted.bin
# The file that inject has made has its code behind its header.
from_first_row
agree "code of a JIT"
grep -q ':   leaq   0x1234(%rax),%rbx$' out || bad "instructions of a JIT: $(cat out)"
# Without that the code is only in the dump, and nobody knows its function.
got=0
"$PERF" annotate --stdio -i jit/data compiled > out 2> err < /dev/null || got=$?
{ [ $got = 1 ] && grep -q "has no samples in a function 'compiled'" err; } || bad "a jitdump as it is: exit $got: $(cat err)"

# --- a BPF program, whose code is in the header -----------------------------------------------------------------------
for variant in '' pipe; do
	python3 "$write" bpf bpf.data jitted.bin $variant
	annotate --no-source -i bpf.data bpf_prog_7be49e3934a125ba_second
	expected -b binary -m i386:x86-64 -D jitted.bin
	from_first_row
	agree "code of a BPF program $variant"
	grep -q ':   leaq   0x1234(%rax),%rbx$' out || bad "instructions of a BPF program $variant: $(cat out)"
done
# Not what another program's code was, nor a part.
for variant in none tag short; do
	python3 "$write" bpf bpf.data jitted.bin $variant
	"$PERF" annotate --stdio --no-source -i bpf.data > out 2> err < /dev/null || :
	! grep -q leaq out || bad "a BPF program without its code ($variant): $(cat out)"
	grep -q 'its instructions are not known' err || bad "it is not said that a BPF program's code is not known ($variant): $(cat err out)"
done

# --- the vdso ---------------------------------------------------------------------------------------------------
python3 "$write" vdso vdso.data vdso.so
place vdso.so __vdso_clock_gettime -D
python3 "$write" vdso vdso.data vdso.so "$start" "$size"
annotate -i vdso.data --no-source __vdso_clock_gettime
expected --start-address="0x$start" --stop-address="$((0x$start + 0x$size))" vdso.so
agree "the vdso"

# --- the kernel: a vmlinux, and the memory that record --kcore keeps ------------------------------------------------
gcc -g -nostdlib -static -no-pie -Wl,--build-id=none -Wl,-Ttext=0xffffffff81000000 -Wl,-e,_text -o vmlinux code.s
place vmlinux some_work
python3 "$write" kernel kernel.data "${start#ffffffff81}" "$size"
expected --disassemble=some_work vmlinux
annotate -i kernel.data -k vmlinux --no-source some_work
agree "a vmlinux"
if "$PERF" check feature -q dwarf; then
	annotate -i kernel.data -k vmlinux some_work
	grep -q ' : 7    *lea 4660(%rax), %rbx$' out || bad "source of the kernel: $(cat out)"
fi
mkdir -p recorded/kcore_dir
cp kernel.data recorded/data
cp vmlinux recorded/kcore_dir/kcore
nm vmlinux | sed 's/^/ /; s/^ //' > recorded/kcore_dir/kallsyms
annotate -i recorded --no-source some_work
agree "the kernel's memory"
# Its names alone are not its code.
annotate -i kernel.data --kallsyms recorded/kcore_dir/kallsyms --no-source some_work
grep -q "'some_work': its instructions are not known" err || bad "it is not said that the kernel's code is not known: $(cat err)"
[ "$(awk '/ :   [0-9a-f]*:/ { n += $1 } END { print n }' out)" = "$(awk '{ n += $2 } END { print n }' want)" ] ||
	bad "without code, samples are lost: $(cat out)"

# --- what was packed, and what an archive brought -------------------------------------------------------------------
gcc -g -nostdlib -static-pie -Wl,--build-id -o "$dir/prog" code.s
place prog some_work
python3 "$write" program prog.data "$dir/prog" "$start" "$size"
expected --disassemble=some_work prog
annotate -i prog.data --no-source some_work
agree "a program"
cp out whole
# All bytes, in rows of seven.
objdump -d --disassemble=some_work prog | awk -F '\t' '/^ *[0-9a-f]+:/ { sub(" *$", "", $2); print $2 }' > bytes
for layout in --stdio --stdio2; do
	annotate -i prog.data --no-source --asm-raw $layout some_work
	sed -nE '/^Sa|>:$/d; s/^([ 0-9]+ :   [0-9a-f]+:   |.{8} +([0-9a-f]+:)? *)([0-9a-f]{2}( |$))/\3/; T; s/   .*//p; t; p' out > got
	{ [ -s bytes ] && diff bytes got > differs; } || bad "bytes with $layout: $(cat differs out)"
done
"$PERF" inject -b -i prog.data -o ids.data 2> err || fail "inject -b: $(cat err)"
"$PERF" defer pack -q -i ids.data -o packed 2> err || [ $? = 2 ] || fail "defer pack: $(cat err)"
"$PERF" defer pack -q -i recorded -o kernel.packed 2> err || [ $? = 2 ] || fail "defer pack: $(cat err)"
"$PERF" buildid-cache --add "$dir/prog" 2> err || fail "buildid-cache: $(cat err)"
"$PERF" archive ids.data > archived 2>&1 || fail "archive: $(cat archived)"
mv prog gone
mv recorded gone-recorded
mv vmlinux gone-vmlinux
mv cache gone-cache
annotate -i packed --no-source some_work
agree "a packed recording"
annotate -i kernel.packed --no-source some_work
place gone-vmlinux some_work
expected --disassemble=some_work gone-vmlinux
agree "a packed kernel"
got=0
"$PERF" annotate --stdio -i ids.data some_work > out 2> err < /dev/null || got=$?
[ $got = 1 ] || bad "a program that is gone: exit $got: $(cat out err)"
"$PERF" archive --unpack ids.data.tar.bz2 > archived 2>&1 || fail "archive --unpack: $(cat archived)"
annotate -i ids.data --no-source some_work
cmp -s whole out || bad "what an archive brought: $(diff whole out | head -n 9)"
finish
