#!/bin/sh
# perf annotate --stdio2, perf report -b: instructions per cycle and cycles of code between branches, against random walks through it
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools gcc objdump
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
need_features libelf libcapstone
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/cache"
cd "$dir"

cat > code.s << 'E2'
	.text
	.globl work, helper, main
	.type work, @function
work:
	xor %eax, %eax
1:	add %rdi, %rax
	imul %rdi, %rax
	test $1, %al
	je 2f
	call helper
	add %rax, %rdi
2:	dec %rdi
	jne 1b
	cmp $7, %rax
	jb 1b
	nop
	ret
	.size work, .-work
	.type helper, @function
helper:
	lea 1(%rax), %rax
	test %rax, %rax
	js 3f
	dec %rax
3:	ret
	.size helper, .-helper
	.type main, @function
main:
	jmp work
	.size main, .-main
	.section .note.GNU-stack,"",@progbits
E2
gcc -no-pie -o code code.s 2> log || skip "gcc: $(head -n 1 log)"
objdump -d --no-show-raw-insn -j .text code > list
python3 "$PERF_TEST_DIR/build/annotated_branches.py" data "$dir/code" list > truth || fail "cannot write a recording"

annotate() { # ARGS...
	"$PERF" annotate --stdio2 "$@" > out 2> err < /dev/null || bad "$*: exit $?: $(cat err)"
}
# FUNCTION OFFSET IPC CYCLES of each instruction; offsets are those of the disassembly, in its order.
for function in work helper; do
	annotate -i data $function
	grep "^$function() $dir/code" out | sed -n 's/.*Average IPC: \([0-9.]*\), IPC Coverage: \([0-9.]*\)%$/\1 \2/p' > got
	awk -v f=$function '$1 == f && NF == 3 { print $2, $3 }' truth > want
	{ [ -s want ] && diff want got > differs; } || bad "$function: $(cat differs out)"
	sed '1,2d' out | cut -c 9-20 | awk '{ ipc = substr($0, 1, 5); cycles = substr($0, 7, 5); gsub(" ", "", ipc); gsub(" ", "", cycles)
		print ipc ~ /^[0-9.]+$/ ? ipc : "-", cycles ~ /^[0-9]+$/ ? cycles : "-" }' > got
	awk -v f=$function '$1 == f && NF == 4 { print $3, $4 }' truth > want
	{ [ -s want ] && diff want got > differs; } || bad "$function, by instruction: $(cat differs out)"
done
# In several processes, and in a pipe.
cp out whole
annotate -j 7 -i data helper
cmp -s whole out || bad "-j 7: $(diff whole out)"
# Where only calls were recorded, it is not known what ran between two of them.
python3 "$PERF_TEST_DIR/build/annotated_branches.py" calls "$dir/code" list calls > truth.calls || fail "cannot write a recording"
annotate -i calls work
! grep -q "Average IPC" out || bad "instructions per cycle of code that nobody knows: $(cat out)"

# The same numbers as a column of branches, by the function that they went to.
"$PERF" report -b --stdio -s symbol -i data > out 2> err || bad "report: exit $?: $(cat err)"
sed -n 's/^ *[0-9.]*%  \[\.\] \([a-z]*\)  *\([0-9.]*\) *\[ *\([0-9.]*\)%\] *$/\1 \2 \3/p' out | sort > got
awk 'NF == 3' truth | sort > want
diff want got > differs || bad "report -b: $(cat differs out)"
"$PERF" report -b --stdio -s symbol -i calls > out 2> err || bad "report: exit $?: $(cat err)"
grep -q 'work    *- *$' out || bad "report -b of calls: $(cat out)"
# Without instructions they are not known.
capstone=$(grep -ao 'libcapstone\.so\.[0-9]*' "$PERF" | head -n 1)
mkdir spoilt
echo "no library" > "spoilt/$capstone"
LD_LIBRARY_PATH="$dir/spoilt" "$PERF" report -b --stdio -s symbol -i data > out 2> err || bad "without $capstone: exit $?: $(cat err)"
grep -q 'work    *- *$' out || bad "without $capstone: $(cat out)"
finish
