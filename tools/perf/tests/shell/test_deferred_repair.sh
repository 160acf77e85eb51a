#!/bin/sh
# Deferred callchains, live: callers that frame pointers skip are put in by readers
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads
[ "$(uname -m)" = x86_64 ] || skip "the names of the kernel's functions are those of x86-64"

events=syscalls:sys_enter_read,syscalls:sys_enter_clock_nanosleep,syscalls:sys_enter_poll,syscalls:sys_enter_futex,page-faults

judge()	# name program rounds
{
	"$PERF" defer record --call-graph fp,defer,repair,keep -c 1 -e "$events" -o "$dir/$1.data" -- "$workloads/$2" "$3" >"$dir/$1.log" 2>&1 ||
		bad "perf defer record of $2: $(cat "$dir/$1.log")"
	print "$1"
	whole="day;main;"
	chains "$1" "$3" 'sys_enter_read: ' ';read_caller;' "read;read_caller;$whole"
	chains "$1" "$3" 'sys_enter_clock_nanosleep: ' '' "nanosleep(@[A-Z_0-9.@]*)?;nap_caller;$whole"
	chains "$1" "$3" 'sys_enter_poll: ' '' "poll;poll_caller;$whole"
	chains "$1" "$3" 'sys_enter_read: ' '_IO_' ";stdio_caller;$whole"
	chains "$1" "$3" 'sys_enter_futex: ' 'cond_timedwait' ";condition_caller;$whole"
	# No caller is there twice.
	awk -v least=0 -v select= -v has='_caller;.*_caller;' -v whole='^$' -f "$lib/chains.awk" "$dir/$1.script" \
		>"$dir/judgement" || bad "two callers in one stack: $(cat "$dir/judgement")"
	no_markers "$1"
}
judge shared wrapped 8
judge static wrapped-static 8
# Only a static program has names for what libc chooses when it starts.
chains static 8 'page-faults: ' 'memset' "memset[a-z0-9_]*;fault_caller;$whole"

# Frame pointers alone miss every one of them; and what was recorded can be seen.
"$PERF" script --no-inline --as-recorded -i "$dir/static.data" >"$dir/static.script" || bad "--as-recorded"
if grep -qE '(read|nap|poll)_caller' "$dir/static.script"; then
	bad "--as-recorded shows callers that the kernel's walk skipped"
fi

# A record that was written when a signal's handler was about to begin belongs to another stack than the bytes of the sample.
"$PERF" record --call-graph fp,defer,repair,keep -c 1 -e signal:signal_deliver -o "$dir/signals.data" -- "$workloads/delivered" 10 \
	>"$dir/signals.log" 2>&1 || bad "record of 'delivered': $(cat "$dir/signals.log")"
print signals
chains signals 30 'signal_deliver: ' '(^|;)handler;' '(^|;)handler;(fault_outer;)?main;'
! grep -qE '(long_gone|note)\b' "$dir/signals.script" || bad "functions that had returned: $(grep -B5 -A5 long_gone "$dir/signals.script")"

# The code agrees: each step is possible, and the innermost functions have their callers. In the loader, which runs before the
# shared program and keeps no frame pointers, some frames are larger than the bytes that are recorded.
"$PERF" defer verify -i "$dir/shared.data" >"$dir/verified" 2>"$dir/log" || [ $? = 1 ] || bad "verify: $(cat "$dir/log")"
awk '/ Return addresses in$/ { table = 1; next } table && NF == 4 && $4 ~ /libc|wrapped/ { n += $1; bad += $3 }
	END { exit !(n > 50 && !bad) }' "$dir/verified" || bad "steps of 'shared' are impossible: $(cat "$dir/verified")"
"$PERF" defer verify --json -i "$dir/static.data" 2>"$dir/log" | tr -d ' \n' >"$dir/verified"
grep -qE '"user":\{"halves":\{"whole":[1-9][0-9]*,"unknown":[0-9]*,"bad":0\}' "$dir/verified" ||
	bad "stacks of the static program are bad: $(cat "$dir/verified")"
# The kernel's own walk misses callers, and verify says so.
"$PERF" defer verify --as-recorded -i "$dir/static.data" >"$dir/verified" 2>"$dir/log" || :
grep -qE 'its caller is missing +[1-9]' "$dir/verified" || bad "verify finds nothing missing: $(cat "$dir/verified")"

# Merged: the same stacks for every tool, without the bytes.
"$PERF" defer merge -i "$dir/shared.data" -o "$dir/merged.data" --verify >"$dir/log" 2>&1 ||
	bad "merge: $(cat "$dir/log")"
grep -q 'user stacks were repaired' "$dir/log" || bad "merge tells nothing: $(cat "$dir/log")"
# A merged file does not tell that it was repaired, so that some more is marked in it.
for file in "shared:before" merged:after; do
	"$PERF" script --no-inline --no-infer --no-orphan-marks -F comm,tid,time,event,ip,sym -i "$dir/${file%:*}.data" \
		>"$dir/${file#*:}"
done
cmp "$dir/before" "$dir/after" || bad "merging changes the stacks of 'shared'"
if "$PERF" evlist -v -i "$dir/merged.data" | grep -q 'REGS_USER\|STACK_USER\|sample_stack_user'; then
	bad "the merged recording has registers or copies of stacks"
fi
"$PERF" defer merge -i "$dir/merged.data" -o "$dir/again.data" >/dev/null 2>&1
cmp "$dir/merged.data" "$dir/again.data" || bad "merging twice changes the bytes"
finish
