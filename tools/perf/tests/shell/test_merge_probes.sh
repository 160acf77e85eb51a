#!/bin/sh
# perf defer merge: addresses of uretprobes in place of return addresses
# SPDX-License-Identifier: GPL-2.0-only
#
# The stacks are those of a program whose calls are known from its source, as a kernel would have recorded them while uretprobes
# are set. What is merged has the true return address where only one call can be meant, and no address of a probe.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools gcc objdump awk
[ "$(uname -m)" = x86_64 ] || skip "instructions of other machines are not looked at here"
need_features libelf libcapstone
export PERF_BUILDID_DIR="$dir/cache" PERF_CONFIG=/dev/null

cat >"$dir/calls.c" <<'END'
#define STEP __attribute__((noinline, noclone))
#define STAYS() __asm__ volatile("" ::: "memory")

STEP void leaf(void) { STAYS(); }
STEP void probed(void) { leaf(); STAYS(); }
STEP void once(void) { probed(); STAYS(); }
STEP void on_both_ways(int n) { if (n) { STAYS(); probed(); } else { leaf(); probed(); STAYS(); } STAYS(); }
STEP void to_others(void (*fn)(void)) { fn(); probed(); STAYS(); }
STEP void jumped(void) { STAYS(); __asm__ volatile("nop"); probed(); STAYS(); }
void (*volatile pointer)(void) = once;
STEP void once_day(void) { once(); STAYS(); }
STEP void both_day(void) { on_both_ways(1); STAYS(); }
STEP void others_day(void) { to_others(leaf); STAYS(); }
STEP void pointer_day(void) { pointer(); STAYS(); }
STEP void jump_day(void) { jumped(); STAYS(); }
int main(void) { once_day(); both_day(); others_day(); pointer_day(); jump_day(); return 0; }
END
gcc -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls -fno-pie -no-pie -fcf-protection=none -o "$dir/calls" "$dir/calls.c" 2>"$dir/log" ||
	fail "$(cat "$dir/log")"
objdump -d --no-show-raw-insn "$dir/calls" >"$dir/code"

behind() # FUNCTION CALLEE: where the first such call returns to, as objdump prints it
{
	awk -v in_f="<$1>:" -v callee="<$2>" '
		/^[0-9a-f]+ </ { here = $2 == in_f }
		call { sub(":", "", $1); print "0x" $1; exit }
		here && /call/ && (callee == "<>" ? /\*/ : index($0, callee)) { call = 1 }' "$dir/code"
}
leaf=0x$(awk '$2 == "<leaf>:" { print $1 }' "$dir/code" | sed 's/^0*//')
probed=$(behind probed leaf)
main=$(behind main once_day)
probe=0x7fffffffe000

{
	echo 'event cycles type=hardware config=0'
	task=100
	while read -r name stack; do
		echo "task $task comm=$name stack=$stack,$main"
		echo "$task mmap $dir/calls addr=0x400000 len=0x10000"
		echo "$task mmap [uprobes] addr=$probe len=0x1000"
		printf '%s\n' "$task enter" "$task sample cycles kernel=0xffffffff81000010" "$task return"
		task=$((task + 1))
	done <<-END
		once $leaf,$probed,$probe,$(behind once_day once)
		both $leaf,$probed,$probe,$(behind both_day on_both_ways)
		others $leaf,$probed,$probe,$(behind others_day to_others)
		pointer $leaf,$probed,$probe,$(behind pointer_day '')
		row $leaf,$probed,$probe,$probe,$(behind once_day once)
		jump $leaf,$probed,$probe,$(behind jump_day jumped)
		without $leaf,$probed,$(behind once probed),$(behind once_day once)
	END
} >"$dir/scenario"
"$PERF" defer generate -o "$dir/data" "$dir/scenario" 2>"$dir/log" || fail "generate: $(cat "$dir/log") $(cat "$dir/scenario")"
"$PERF" script --as-recorded -F comm,ip,sym -i "$dir/data" >"$dir/recorded" 2>&1
[ "$(grep -c "${probe#0x}" "$dir/recorded")" = 7 ] || fail "the recording does not have the probes: $(cat "$dir/recorded")"

stack() # COMM: its user half, one word a line
{
	awk -v comm="$1" '/^[^ \t]/ { here = $1 == comm } here && /^[ \t]+[0-9a-f]+ / && $1 !~ /^ffff/ { print "0x" $1 }' "$dir/script"
}
has() # COMM WORDS...
{
	comm=$1
	shift
	printf '%s\n' "$@" >"$dir/want"
	stack "$comm" | cmp -s - "$dir/want" || bad "$how: the stack of '$comm' is $(stack "$comm" | tr '\n' ' '), not $*"
}
judge() # HOW
{
	how=$1
	"$PERF" script --as-recorded -F comm,ip,sym -i "$dir/merged" >"$dir/script" 2>"$dir/err" || fail "$how: $(cat "$dir/err")"
	has once "$leaf" "$probed" "$(behind once probed)" "$(behind once_day once)" "$main"
	has jump "$leaf" "$probed" "$(behind jumped probed)" "$(behind jump_day jumped)" "$main"
	has both "$leaf" "$probed" "$(behind both_day on_both_ways)" "$main"
	has others "$leaf" "$probed" "$(behind others_day to_others)" "$main"
	has pointer "$leaf" "$probed" "$(behind pointer_day '')" "$main"
	has row "$leaf" "$probed" "$(behind once_day once)" "$main"
	has without "$leaf" "$probed" "$(behind once probed)" "$(behind once_day once)" "$main"
	grep -q '^perf: 2 addresses of uretprobes were replaced by the return addresses that they hid$' "$dir/log" ||
		bad "$how: what was replaced is not told: $(cat "$dir/log")"
	grep -q '^perf: 5 addresses of uretprobes were left out: ' "$dir/log" ||
		bad "$how: what was left out is not told: $(cat "$dir/log")"
}
"$PERF" defer merge --verify -i "$dir/data" -o "$dir/merged" 2>"$dir/log" || fail "merge: $(cat "$dir/log")"
judge file
"$PERF" defer merge -i - -o "$dir/merged" <"$dir/data" 2>"$dir/log" || fail "merge of a file on standard input: $(cat "$dir/log")"
judge 'standard input'
"$PERF" defer generate -o - "$dir/scenario" >"$dir/data.pipe" 2>"$dir/log" || fail "generate a pipe: $(cat "$dir/log")"
# shellcheck disable=SC2002 # a pipe by design
cat "$dir/data.pipe" | "$PERF" defer merge -o "$dir/merged" 2>"$dir/log" || fail "merge of a pipe: $(cat "$dir/log")"
judge pipe

# Merged again it is the same.
"$PERF" defer merge -i "$dir/merged" -o "$dir/again" 2>"$dir/log" || fail "merged again: $(cat "$dir/log")"
cmp "$dir/merged" "$dir/again" || bad "merging again changes the file"
finish
