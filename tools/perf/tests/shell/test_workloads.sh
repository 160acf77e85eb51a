#!/bin/sh
# perf test -w: workloads are recorded with the functions that they are known for
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
not_again "recording and reading are watched in other suites; the workloads themselves are small"
need_events

# All of one command's functions, innermost first, a line for each sample; "A (inlined)" is "A".
stacks() { # FILE
	"$PERF" script --no-orphan-marks -i "$1" -F ip,sym 2> /dev/null |
		awk 'NF { sub(/^[ \t]*[0-9a-f]+ /, ""); sub(/ \(inlined\)$/, ""); line = line " " $0; next }
		     { print line; line = "" } END { print line }'
}
records() { # WORKLOAD ARGUMENT LEAST FUNCTIONS-INNERMOST-FIRST
	# What seconds give depends on what else runs: more of them, until there are enough samples.
	longer=
	[ "${2#*.}" = "$2" ] || longer="4 32"
	for argument in $2 $longer; do
		"$PERF" record -q -e cpu-clock -F 1000 -g -o "$dir/f" -- "$PERF" test -w "$1" "$argument" 2> "$dir/err" ||
			bad "$1: $(cat "$dir/err")"
		stacks "$dir/f" > "$dir/stacks"
		found=$(grep -c "$4" "$dir/stacks" || :)
		[ "$found" -lt "$3" ] || return 0
	done
	bad "$1: $found samples with '$4', at least $3 expected:
$(sort "$dir/stacks" | uniq -c | sort -rn | head -5)"
}
records noploop 0.5 10 ' noploop '
records leafloop 0.5 10 ' leaf parent leafloop '
records inlineloop 0.5 10 ' leaf middle parent inlineloop '
"$PERF" script -F +srcline -i "$dir/f" > "$dir/lines" 2> /dev/null
grep -q 'inlineloop\.c:2. (inlined)$' "$dir/lines" || bad "inlineloop: leaf and middle are not in lines 20 to 29"
grep -q 'inlineloop\.c:3.$' "$dir/lines" || bad "inlineloop: parent is not in lines 30 to 39"
records brstack 3000000 1 ' brstack_bench brstack '
records traploop 20000 1 ' traploop '
records deferred 0.5 10 ' deferred_inner deferred_middle deferred_outer deferred '
records sqrtloop 0.5 10 ' sqrt_until_done sqrtloop '
records thloop 0.5 10 ' test_loop thfunc '
records datasym 0.5 10 ' datasym '
[ "$("$PERF" script -i "$dir/f" -F comm 2> /dev/null | sort -u | grep -c .)" = 1 ] || bad "datasym: more than one name"
records thloop 0.5 10 ' test_loop thloop '
# A sanitizer may have threads of its own.
tids=$("$PERF" script -i "$dir/f" -F tid,ip,sym 2> /dev/null | awk -v RS= '/ test_loop/ { print $1 }' | sort -u | grep -c .)
[ "$tids" = 2 ] || bad "thloop: samples of $tids threads"

"$PERF" record -q -e context-switches -c 1 -o "$dir/f" -- "$PERF" test -w context_switch_loop 200
switches=$("$PERF" script -i "$dir/f" -F comm 2> /dev/null | grep -c .)
[ "$switches" -ge 200 ] || bad "context_switch_loop: $switches switches"

# Threads, their names and their functions.
"$PERF" record -q -e cpu-clock -F 1000 -g -o "$dir/f" -- "$PERF" test -w named_threads 2 100 2> "$dir/err" ||
	bad "named_threads: $(cat "$dir/err")"
"$PERF" script -i "$dir/f" -F comm,ip,sym 2> /dev/null |
	awk -v RS= '/named_threads_thread/ { match($0, /named_threads_thread[0-9]/)
		print $1, substr($0, RSTART, RLENGTH) }' | sort | uniq -c > "$dir/threads"
for n in 1 2; do
	grep -q "thread$n named_threads_thread$n\$" "$dir/threads" || bad "named_threads: $(cat "$dir/threads")"
done
[ "$(wc -l < "$dir/threads")" = 2 ] || bad "named_threads: names of others: $(cat "$dir/threads")"
result=0
"$PERF" test -w named_threads 9 2> "$dir/err" || result=$?
[ $result = 1 ] || bad "named_threads 9: exit $result"

# A workload that says itself when it is recorded.
mkfifo "$dir/ctl" "$dir/ack"
"$PERF" record -q -e cpu-clock -F 1000 -g -D -1 --control "fifo:$dir/ctl,$dir/ack" -o "$dir/f" -- \
	"$PERF" test --record-ctl "fifo:$dir/ctl,$dir/ack" -w callchain 1000000 2> "$dir/err" ||
	bad "--record-ctl: $(cat "$dir/err")"
stacks "$dir/f" > "$dir/stacks"
# Nearly all samples are of libc's function for the call, or in the call: frame pointers pass its caller over, which is named.
grep -q ' callchain_do_syscall\( (by its call)\)\{0,1\} callchain_foo callchain ' "$dir/stacks" || bad "callchain: $(head -n 5 "$dir/stacks")"
rest=$(grep . "$dir/stacks" | grep -v ' run_workload ' || :)
[ -z "$rest" ] || bad "more than the workload is recorded: $rest"
result=0
"$PERF" test --record-ctl pipe:1 -w noploop 2> "$dir/err" || result=$?
[ $result = 129 ] || bad "--record-ctl pipe:1: exit $result"

# Each one of the list is there, and is told from a wrong name.
"$PERF" test --list-workloads > "$dir/list"
[ "$(wc -l < "$dir/list")" = 16 ] || bad "--list-workloads: $(cat "$dir/list")"
while read -r name; do
	grep -Eq "^$name( \\[.*)?::" "$PERF_TEST_DIR/../Documentation/perf-test.txt" 2> /dev/null ||
		[ ! -e "$PERF_TEST_DIR/../Documentation" ] || bad "$name is not in the man page"
done < "$dir/list"
result=0
"$PERF" test -w nothing 2> "$dir/err" || result=$?
[ $result = 129 ] || bad "-w nothing: exit $result"
grep -q "no workload is called 'nothing' (perf test --list-workloads shows them)" "$dir/err" || bad "-w nothing: $(cat "$dir/err")"
"$PERF" test -w noploop 0.05
result=0
"$PERF" test -w noploop 1x 2> "$dir/err" || result=$?
[ $result = 129 ] || bad "-w noploop 1x: exit $result: $(cat "$dir/err")"
finish
