#!/bin/sh
# perf record --call-graph fp,repair,keep: callers that frame pointers skip, merged files, the words of record
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
find_leaks
need_tools gcc
[ "$(uname -m)" = x86_64 ] || skip "the names of registers are those of x86-64"
need_features libelf libcapstone

export PERF_BUILDID_DIR="$dir/debug"

# --- what cannot be is refused, by its name ---
refused() {	# words what-is-said
	if "$PERF" record -e cpu-clock --call-graph "$1" -o "$dir/x" -- true >"$dir/log" 2>&1; then
		fail "--call-graph $1 is taken"
	fi
	grep -qF "$2" "$dir/log" || fail "--call-graph $1: $(cat "$dir/log")"
}
refused lbr,repair "'lbr,repair' does not exist"
refused fp,repair=66000 "8 to 65520"
refused fp,keep "'keep' is about the stacks of 'repair'"
refused dwarf,repair,keep "'dwarf' keeps its copies in any case"
refused fp,repair,keeps "did you mean 'keep'?"
refused fp,repaired "did you mean 'repair'?"
refused fp,deferred "did you mean 'defer'?"

"$PERF" record -e cpu-clock --call-graph fp,repair,keep -o "$dir/x" -- true >"$dir/log" 2>&1 || {
	cat "$dir/log"
	skip "perf_event_open is not allowed here"
}
if "$PERF" record -e cpu-clock --kernel-callchains --call-graph fp,repair -o "$dir/x" -- true >"$dir/log" 2>&1; then
	fail "repair without a user half is taken"
fi
grep -q -e '--kernel-callchains' "$dir/log" || fail "$(cat "$dir/log")"

attrs() {	# record-words...
	PERF_TEST_FEATURES=defer "$PERF" "$@" --dry-run -vv -e cpu-clock -- true >"$dir/log" 2>&1 || fail "$*: $(cat "$dir/log")"
	grep -E 'sample_(regs|stack)_user|defer_callchain' "$dir/log" | tr -s ' ' | sort -u | tr '\n' ';'
}
# All registers, where perf unwinds itself.
want=' defer_callchain 1; sample_regs_user 0xff0fff; sample_stack_user 24584;'
got=$(attrs defer record)
[ "$got" = "$want" ] || fail "perf defer record asks for '$got'"
want=' defer_callchain 1; sample_regs_user 0xc4; sample_stack_user 4104;'
got=$(attrs defer record --call-graph fp,defer,repair,keep)
[ "$got" = "$want" ] || fail "fp,defer,repair,keep asks for '$got'"
got=$(attrs record --call-graph dwarf,4096,repair)
[ "$got" = ' sample_regs_user 0xff0fff; sample_stack_user 4104;' ] || fail "dwarf,4096,repair asks for '$got'"
got=$(attrs defer record --call-graph fp,defer)
[ "$got" = ' defer_callchain 1;' ] || fail "perf defer record --call-graph fp,defer asks for '$got'"
got=$(attrs record --call-graph fp,64,repair=100,keep)
[ "$got" = ' sample_regs_user 0xc4; sample_stack_user 112;' ] || fail "fp,64,repair=100,keep asks for '$got'"
got=$(attrs record --call-graph fp,repair,keep --user-regs=ip)
[ "$got" = ' sample_regs_user 0x1c4; sample_stack_user 4104;' ] || fail "with --user-regs=ip it asks for '$got'"
attrs defer record --kernel-callchains >/dev/null

# --- a program that reads through libc's wrapper ---
cat >"$dir/prog.c" <<'C'
#include <fcntl.h>
#include <unistd.h>

static char buffer[1 << 16];
#define CALLS(name, callee) __attribute__((noinline)) int name(int fd) { int n = callee; __asm__ volatile(""); return n + 1; }
CALLS(gamma_read, (int)read(fd, buffer, sizeof(buffer)))
CALLS(beta, gamma_read(fd))
CALLS(alpha, beta(fd))

int main(void)
{
	int fd = open("/dev/zero", O_RDONLY), i, sum = 0;

	for (i = 0; i < 40000; i++)
		sum += alpha(fd);
	return sum == 0;
}
C
gcc -O2 -g -fno-omit-frame-pointer -o "$dir/prog" "$dir/prog.c"

stacks() {	# file options...: user stacks with read in them, innermost first, and how many of each
	file=$1
	shift
	"$PERF" script --no-inline -F comm,ip,sym "$@" -i "$file" 2>/dev/null | awk '
		/^[^ \t]/ { if (chain != "") print chain; chain = ""; user = 0; next }
		NF == 2 && length($1) <= 12 { chain = chain $2 ";" }
		END { if (chain != "") print chain }' | grep read | sort | uniq -c
}

"$PERF" record -F 2000 -e cpu-clock --call-graph fp,repair,keep -o "$dir/a.data" -- "$dir/prog" >"$dir/log" 2>&1 || fail "$(cat "$dir/log")"
stacks "$dir/a.data" >"$dir/repaired"
if grep read "$dir/repaired" | grep -v '_start\|__libc_\(close\|open\)' | grep -vE '(__libc_|__GI___libc_|__)?(read;)?gamma_read;beta;alpha;main;'; then
	fail "a stack is not the path"
fi
grep -q 'read;gamma_read;beta;alpha;main;' "$dir/repaired" || fail "no stack in read(): $(cat "$dir/repaired")"
stacks "$dir/a.data" --as-recorded >"$dir/recorded"
if grep -q ' [_A-Za-z]*read;gamma_read' "$dir/recorded" && ! grep -q ' [_A-Za-z]*read;beta' "$dir/recorded"; then
	skip "the libc of this machine has frame pointers"
fi
grep -q ' [_A-Za-z]*read;beta;alpha;main;' "$dir/recorded" || fail "--as-recorded: $(cat "$dir/recorded")"

# What was recorded is there to be seen: of each sample the three registers.
"$PERF" script -F +uregs -i "$dir/a.data" 2>/dev/null | grep -cE 'ABI:2 +CX:0x[0-9a-f]+ +BP:0x[0-9a-f]+ +SP:0x[0-9a-f]+' >"$dir/n" ||
	fail "no registers in -F +uregs"
"$PERF" defer stat --json -i "$dir/a.data" >"$dir/json"
tr -d ' \n' <"$dir/json" | grep -qE '"repair":\{"user_halves":[1-9][0-9]*,"whole":[1-9]' || fail "stat: $(cat "$dir/json")"

# --- how much of the stack is in the recording: all that was asked for, or as little as is needed ---
pieces() {	# words-of-call-graph, more words of record...: sizes of the pieces, the most frequent one first
	words=$1
	shift
	rm -rf "$dir/p.data"
	"$PERF" record "$@" -F 2000 -e cpu-clock --call-graph "$words" -o "$dir/p.data" -- "$dir/prog" >"$dir/log" 2>&1 || fail "$(cat "$dir/log")"
	"$PERF" script -D -i "$dir/p.data" 2>/dev/null | sed -n 's/^\.* ustack: size \([0-9]*\),.*/\1/p' | sort | uniq -c | sort -rn
}
pieces fp,repair=256,keep >"$dir/sizes"
[ "$(awk '{ print $2 }' "$dir/sizes")" = 256 ] || fail "with repair=256,keep: $(cat "$dir/sizes")"
# With --threads perf does not unwind, and keeps them as well.
for words in fp,repair,keep "fp,repair,keep --threads" "fp,repair --threads"; do
	# shellcheck disable=SC2086 # words by design
	pieces $words >"$dir/sizes"
	[ "$(awk 'NR == 1 { print $2 }' "$dir/sizes")" = 512 ] || fail "with $words: $(cat "$dir/sizes")"
done
stacks "$dir/p.data" | grep -q 'read;gamma_read;beta;alpha;main;' || fail "with --threads nothing is repaired"
if "$PERF" check feature -q zstd; then
	"$PERF" record -z -F 2000 -e cpu-clock --call-graph fp,repair,keep -o "$dir/z.data" -- "$dir/prog" >"$dir/log" 2>&1
	stacks "$dir/z.data" | grep -q 'read;gamma_read;beta;alpha;main;' || fail "with -z nothing is repaired"
fi

# Other perfs show these chains as the kernel wrote them, also those that would unwind a piece of the stack.
if [ -x /usr/bin/perf ] && [ "$(readlink -f /usr/bin/perf)" != "$(readlink -f "$PERF")" ] && /usr/bin/perf version >/dev/null 2>&1; then
	/usr/bin/perf script -F comm,ip,sym -i "$dir/a.data" 2>/dev/null |
		awk '/^[^ \t]/ { next } NF { chain = chain $2 ";"; next } { print chain; chain = "" }' >"$dir/other"
	grep -q 'beta;alpha;main;' "$dir/other" || fail "another perf does not show the chains: $(head -n 3 "$dir/other")"
	"$PERF" defer merge -i "$dir/a.data" -o "$dir/o.data" >"$dir/log" 2>&1 || fail "merge: $(cat "$dir/log")"
	/usr/bin/perf report --stdio -i "$dir/o.data" 2>/dev/null | grep -q gamma_read || fail "another perf does not read the merged file"
fi

# --- merged and converted: the same stacks, no bytes, and the same bytes the second time ---
"$PERF" defer merge -i "$dir/a.data" -o "$dir/m.data" --verify >"$dir/log" 2>&1 || fail "merge: $(cat "$dir/log")"
# It may meet copies of stacks, too, and is only there with what unwinds them.
merged=m
if "$PERF" check feature -q dwarf-unwind; then
	merged="m i"
	"$PERF" inject --convert-callchain -i "$dir/a.data" -o "$dir/i.data" >"$dir/log" 2>&1 || fail "inject: $(cat "$dir/log")"
	"$PERF" inject --convert-callchain -i "$dir/i.data" -o "$dir/n.data" >/dev/null 2>&1
	cmp "$dir/i.data" "$dir/n.data" || fail "converting twice gives other bytes"
else
	left_out "inject --convert-callchain" "this perf was built without libdw"
fi
for name in $merged; do
	stacks "$dir/$name.data" >"$dir/again"
	cmp "$dir/repaired" "$dir/again" || fail "$name.data has other stacks"
	stacks "$dir/$name.data" --as-recorded >"$dir/again"
	grep -q 'read;gamma_read;beta;alpha;main;' "$dir/again" || fail "$name.data does not hold the repaired chains"
	# What was done is told, though the bytes are gone.
	"$PERF" report --header-only -i "$dir/$name.data" >"$dir/head" 2>"$dir/log" || fail "$name: $(cat "$dir/log")"
	grep -qE '^# callchains repaired : [1-9][0-9]* of [1-9][0-9]* user stacks, [1-9][0-9]* callers put in$' "$dir/head" ||
		fail "$name.data does not tell that it was repaired: $(cat "$dir/head")"
	if "$PERF" evlist -v -i "$dir/$name.data" | grep -q 'REGS_USER\|STACK_USER\|sample_stack_user'; then
		fail "$name.data has registers or copies of stacks"
	fi
done
"$PERF" defer stat -i "$dir/m.data" 2>/dev/null | grep -qE '^Repaired when the recording was merged: [1-9]' || fail "stat does not tell of repair"
"$PERF" defer stat --json -i "$dir/m.data" 2>/dev/null | grep -q '"when_merged": "[1-9]' || fail "stat --json does not tell of repair"
"$PERF" defer merge -i "$dir/m.data" -o "$dir/n.data" >/dev/null 2>&1
cmp "$dir/m.data" "$dir/n.data" || fail "merging twice gives other bytes"

# --- a stream ---
"$PERF" record -F 2000 -e cpu-clock --call-graph fp,repair,keep -o - -- "$dir/prog" 2>/dev/null >"$dir/stream"
"$PERF" script --no-inline -F comm,ip,sym -i - <"$dir/stream" 2>/dev/null | grep -q gamma_read || fail "nothing is repaired in a stream"
