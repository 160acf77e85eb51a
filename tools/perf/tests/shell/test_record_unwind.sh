#!/bin/sh
# perf record --call-graph fp,repair unwinds: whole stacks of programs without frame pointers, in files that every perf reads
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/probes.sh
. "$PERF_TEST_DIR/shell/lib/probes.sh"
# shellcheck source-path=SCRIPTDIR source=lib/narrow.sh
. "$PERF_TEST_DIR/shell/lib/narrow.sh"
at_end()
{
	remove_probes
}
find_leaks
mode=fp
need_reads
need_workloads

# Tables that are only in a file with debug information: beside the program, told by its checksum, or in .debug, told by its build id.
# What happens to the stack pointer no code tells, nor does any contradict the table.
debug_program()	# FOLDER for the program, FOLDER for its tables, NAME of these, KIND of its build id
{
	mkdir -p "$1" "$2"
	gcc -O1 -g0 -fomit-frame-pointer -Wl,--build-id="$4" -x c -o "$1/whole" - <<-'EOF' || return 1
		#include <unistd.h>
		__asm__(".cfi_sections .debug_frame\n.text\n.type odd,@function\nodd:\n.cfi_startproc\npush %rbx\n.cfi_def_cfa_offset 16\n"
			"xchg %rax,%rsp\n.cfi_def_cfa_offset 24\nxchg %rax,%rsp\n.cfi_def_cfa_offset 16\ncall last\n"
			"xchg %rax,%rsp\n.cfi_def_cfa_offset 24\nxchg %rax,%rsp\n.cfi_def_cfa_offset 16\npop %rbx\n.cfi_def_cfa_offset 8\nret\n"
			".cfi_endproc\n.size odd,.-odd\n");
		int odd(void);
		__attribute__((noinline)) int last(void) { char c; int n = (int)read(-1, &c, 1); __asm__ volatile("" : : : "memory"); return n; }
		int main(void) { int n = 0; for (int i = 0; i < 10; i++) { n += odd(); __asm__ volatile("" : : : "memory"); } return n != -10; }
	EOF
	objcopy --only-keep-debug "$1/whole" "$2/$3" && objcopy -R .debug_frame --add-gnu-debuglink="$2/$3" "$1/whole" "$1/prog"
}

judge_debug_files()
{
	if ! command -v objcopy > /dev/null || ! command -v gcc > /dev/null; then
		left_out "tables in a file of their own" "there is no gcc or objcopy"
		return
	fi
	debug_program "$dir/beside" "$dir/beside" prog.tables none && debug_program "$dir/below" "$dir/below/.debug" prog.tables sha1 ||
		bad "the program was not built"
	for name in beside below; do
		unwind $name -e $event --call-graph "$mode,repair" -- "$dir/$name/prog"
		chains $name 10 '' 'last;' 'last;odd;main;'
	done
	printf x >>"$dir/beside/prog.tables"
	unwind other -e $event --call-graph "$mode,repair" -- "$dir/beside/prog"
	chains other 10 '' 'last;' '[^;]*;?last;odd;$'
}

# Probes of returns have their own address on the stack. The kernel puts the right one into its chain, if it is no old one.
judge_probes()
{
	if ! make_probes probed 2>"$dir/log"; then
		remove_probes
		left_out "uretprobes" "none can be made: $(head -n 1 "$dir/log")"
		return
	fi
	unwind probed -e "$events" --call-graph fp -- "$workloads/probed" 5
	"$PERF" script --as-recorded -F dso -i "$dir/probed.data" >"$dir/probed.dsos" 2>"$dir/log" || bad "$(cat "$dir/log")"
	if grep -qF "[uprobes]" "$dir/probed.dsos"; then
		left_out "uretprobes" "this kernel leaves their address in chains"
	else
		unwind probed -e "$events" --call-graph "$mode,repair" -- "$workloads/probed" 5
		from='sys_enter_read:' leaf='^read_leaf;below;probed;'
		set -- 5 "$from" 'direct_day;' "${leaf}direct_caller;direct_day;main;" 5 "$from" 'pointer_day;' "${leaf}pointer_caller;pointer_day;main;" \
			5 "$from" 'nested_day;' "${leaf}between;probed_too;nested_caller;nested_day;main;" \
			5 "$from" 'twice_day;' "${leaf}probed_and;twice_caller;twice_day;main;"
		chains probed "$@"
	fi
	remove_probes
}

# Deeper than what is copied, and with pages in the stack that nobody has touched: the last lines of the recording say why stacks end.
judge_ends()
{
	if ! command -v gcc > /dev/null; then
		left_out "why stacks end" "there is no gcc"
		return
	fi
	gcc -O1 -g0 -fomit-frame-pointer -x c -o "$dir/ends" - <<-'EOF' || bad "the program was not built"
		#include <unistd.h>
		__attribute__((noinline)) int last(void) { char c; int n = (int)read(-1, &c, 1); __asm__ volatile("" : : : "memory"); return n; }
		__attribute__((noinline)) int deep(int n) { volatile char room[400] = { 1 }; return (n ? deep(n - 1) : last()) + room[1]; }
		__attribute__((noinline)) int hole(void) { volatile char room[40000]; int n = last(); __asm__ volatile("" : : "r"(room) : "memory"); return n; }
		int main(int argc, char **argv) { (void)argv; for (int i = 0; i < 10; i++) if (argc == 2) return hole() > 0; else deep(argc > 2 ? 400 : 150); return 0; }
	EOF
	# Once, as perf has read the page before the next time, or not.
	for words in "10 of these .*deeper than the 24576 bytes.*repair=65520 copies more" "1 of these .*has not touched yet"; do
		"$PERF" record -N -o "$dir/ends.data" -e $event --call-graph "$mode,repair" -- "$dir/ends" ${hole:-} >"$dir/log" 2>&1 || bad "$(cat "$dir/log")"
		grep -q " $words" "$dir/log" || bad "why stacks end is not said: $(cat "$dir/log")"
		[ "$(grep -c 'of these' "$dir/log")" = 1 ] || bad "another reason is said: $(cat "$dir/log")"
		hole=1
	done
	"$PERF" record -N -o "$dir/ends.data" -e $event --call-graph "$mode,repair=65520" -- "$dir/ends" >"$dir/log" 2>&1 || bad "$(cat "$dir/log")"
	! grep 'of these' "$dir/log" || bad "with larger copies"
	"$PERF" record -N -o "$dir/ends.data" -e $event --call-graph "$mode,repair=65520" -- "$dir/ends" 1 2 >"$dir/log" 2>&1 || bad "$(cat "$dir/log")"
	grep -q '10 of these are deeper than the 6[45][0-9]* bytes' "$dir/log" || bad "deeper than the largest copies: $(cat "$dir/log")"
	! grep 'copies more' "$dir/log" || bad "what copies more than the largest copies"
}

judge_ways
judge_ends
judge_narrow "$mode,repair"
judge_probes
judge_debug_files
judge_marks
judge_words
judge_events
judge_targets
judge_replaced
judge_memory 48 4000 48
judge_files
judge_helper
judge_size

# Other perfs read these files as they are.
other=$(other_perf)
if [ -n "$other" ] && "$other" version >"$dir/log" 2>&1; then
	# Some show offsets in files in place of addresses: what both have is the place in a page.
	# shellcheck disable=SC2016 # awk's
	places='NF { print (/unwound/ ? $1 " " $2 : substr($1, length($1) - 2)) }'
	"$other" script --no-inline -F comm,tid,ip -i "$dir/unwound.data" 2>"$dir/log" | awk "$places" >"$dir/theirs" || bad "$other: $(cat "$dir/log")"
	"$PERF" script --no-inline --as-recorded -F comm,tid,ip -i "$dir/unwound.data" 2>"$dir/log" | awk "$places" >"$dir/ours"
	[ -s "$dir/theirs" ] || bad "$other shows nothing: $(cat "$dir/log")"
	diff "$dir/ours" "$dir/theirs" >"$dir/diff" || bad "$other shows other frames: $(head -n 20 "$dir/diff")"
else
	left_out "another perf" "none is installed"
fi
finish
