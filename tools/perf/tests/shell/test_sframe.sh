#!/bin/sh
# SFrame: perf defer check tells what objdump does, and chains are repaired by it
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools gcc python3 objdump
# Chains are repaired by what the code behind the rows does.
need_features libcapstone
[ "$(uname -m)" = x86_64 ] || skip "the program is for x86-64"

export PERF_BUILDID_DIR="$dir/debug"

# --- version 3, as a newer assembler makes it: rows of each kind, which all say what .eh_frame does ---
"$PERF" defer check --json "$PERF_TEST_DIR/golden/sframe/version3.so" >"$dir/json" || [ $? = 1 ] || fail "perf defer check"
tr -d ' \n' <"$dir/json" >"$dir/line"
for want in '"version":3,"abi":"amd64","functions":6,"rows":26,"damaged_functions":0' '"covered_bytes":302' \
	'"rows_unlike_eh_frame":0,"functions_unlike_eh_frame":0'; do
	grep -qF "$want" "$dir/line" || fail "version 3: no $want in $(cat "$dir/json")"
done

# Only .sframe knows these functions; leaf() leaves no frame.
cat >"$dir/prog.c" <<'C'
__asm__(".cfi_sections .sframe");
volatile long sum;

#define NOINLINE __attribute__((noinline))
NOINLINE __attribute__((optimize("omit-frame-pointer"))) long leaf(long n)
{
	while (n--)
		sum += n;
	return sum;
}
NOINLINE long middle(long n) { long r = leaf(n); __asm__ volatile(""); return r + 1; }
NOINLINE long outer(long n) { long r = middle(n); __asm__ volatile(""); return r + 1; }

int main(void)
{
	int i;

	for (i = 0; i < 100; i++)
		outer(3000000);
	return 0;
}
C
gcc -O2 -fno-omit-frame-pointer -Wa,--gsframe -o "$dir/prog" "$dir/prog.c" 2>"$dir/log" || {
	cat "$dir/log"
	skip "this assembler makes no SFrame tables"
}
objdump --sframe=.sframe "$dir/prog" >"$dir/objdump" 2>/dev/null || skip "this objdump does not know SFrame"

number() {	# of objdump's header
	sed -n "s/^ *$1: *\(SFRAME_VERSION_\)\{0,1\}//p" "$dir/objdump" | head -n 1
}
covered=$(sed -n 's/.*func idx .* size = \([0-9]*\) bytes.*/\1/p' "$dir/objdump" | awk '{ n += $1 } END { print n }')
"$PERF" defer check --json "$dir/prog" >"$dir/json" || [ $? = 1 ] || fail "perf defer check"
got=$(tr -d ' \n' <"$dir/json" | grep -oE '"sframe":\[\{"file":"[^"]*/prog"[^}]*' || fail "no SFrame in $(cat "$dir/json")")
for want in "\"version\":$(number Version)" "\"functions\":$(number 'Num FDEs')" "\"rows\":$(number 'Num FREs')" \
	"\"covered_bytes\":$covered" '"damaged_functions":0' '"abi":"amd64"'; do
	case $got in
	*"$want"*) ;;
	*) fail "no $want in $got" ;;
	esac
done
"$PERF" defer check "$dir/prog" >"$dir/text" || :
grep -qE "%  $dir/prog: version $(number Version) \(amd64\), $(number 'Num FDEs') functions" "$dir/text" || fail "$(cat "$dir/text")"
gcc -o "$dir/without" -x c - <<'C'
int main(void) { return 0; }
C
"$PERF" defer check "$dir/without" | grep -q 'SFrame tables: none of these files has one' || fail "a file without a table has one"

# --- beside .eh_frame: two tables of the same functions, and two that disagree ---
cat >"$dir/both.s" <<'S'
	.text
	.globl _start
	.type _start, @function
_start:
	.cfi_startproc
	push %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	mov %rsp, %rbp
	.cfi_def_cfa_register 6
	pop %rbp
	.cfi_def_cfa 7, 8
	.cfi_restore 6
	ret
	.cfi_endproc
	.size _start, .-_start
S
as --gsframe -o "$dir/both.o" "$dir/both.s" && ld -o "$dir/both" "$dir/both.o"
"$PERF" defer check --json "$dir/both" >"$dir/json" || :
grep -q '"rows_unlike_eh_frame": 0, "functions_unlike_eh_frame": 0' "$dir/json" || fail "equal tables differ: $(cat "$dir/json")"
# One byte of a row: the CFA of what follows the push is 24 bytes above the stack pointer.
python3 - "$dir/both" "$dir/other" <<'PY' || fail "no row to change"
import sys
data = bytearray(open(sys.argv[1], "rb").read())
at = data.find(bytes([0x01, 0x05, 0x10, 0xf0]))
data[at + 2] = 24
open(sys.argv[2], "wb").write(data)
sys.exit(at < 0)
PY
"$PERF" defer check "$dir/other" | grep -q '; 1 functions say other than .eh_frame, first at 0x[0-9a-f]*1$' ||
	fail "a table that disagrees is not seen: $("$PERF" defer check "$dir/other")"

# --- chains ---
"$PERF" record -F 2000 -e cpu-clock:u --call-graph fp,repair,keep -o "$dir/a.data" -- "$dir/prog" >"$dir/log" 2>&1 || {
	cat "$dir/log"
	skip "perf_event_open is not allowed here"
}
stacks() {	# file options...
	file=$1
	shift
	"$PERF" script --no-inline -F ip,sym "$@" -i "$dir/$file" 2>/dev/null | awk '
		NF == 0 { if (chain != "") print chain; chain = ""; next } { chain = chain $2 ";" } END { print chain }' |
		grep '^leaf;' | sed 's/main;.*/main;/' | sort | uniq -c
}
whole() {	# file options...
	stacks "$@" >"$dir/repaired"
	[ "$(wc -l <"$dir/repaired")" = 1 ] || fail "$*: not one path: $(cat "$dir/repaired")"
	grep -q ' leaf;middle;outer;main;' "$dir/repaired" || fail "$*: not the path: $(cat "$dir/repaired")"
}
whole a.data
stacks a.data --as-recorded | grep -q ' leaf;outer;main;' || fail "the kernel's walk misses nothing: $(stacks a.data --as-recorded)"
# The recorder unwinds by it, too.
"$PERF" record -F 2000 -e cpu-clock:u --call-graph fp,repair -o "$dir/b.data" -- "$dir/prog" >"$dir/log" 2>&1 || fail "$(cat "$dir/log")"
whole b.data
whole b.data --as-recorded
