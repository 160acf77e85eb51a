#!/bin/sh
# perf record --call-graph fp,repair unwinds: whole stacks of programs without frame pointers, in files that every perf reads
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/unwound.sh
. "$PERF_TEST_DIR/shell/lib/unwound.sh"
find_leaks
mode=fp
need_reads
need_workloads
need_tools python3

judge_ways
judge_marks
judge_words
judge_events
judge_targets
judge_replaced
judge_files
judge_helper
judge_size

# In a pipe a mark is owed while samples wait for tables, which new code needs all the time: perf must not look for it all the time.
# shellcheck disable=SC2016 # the inner shell expands them
"$PERF" record -q -N -c 1 -e syscalls:sys_enter_ppoll -o "$dir/polls.data" -- sh -c '
	"$1" record -q -N -F 999 -e cpu-clock:u --call-graph fp,repair -o - -- python3 -c "
import json, re, time
until = time.monotonic() + 1
while time.monotonic() < until:
	json.loads(json.dumps(re.findall(\"[a-z]+\", open(re.__file__).read())))
" >"$2"' sh "$PERF" "$dir/piped.data" 2>"$dir/log" || bad "into a pipe: $(cat "$dir/log")"
polls=$("$PERF" report --stats -i "$dir/polls.data" | awk '$1 == "SAMPLE" { print $3; exit }')
{ [ "${polls:-0}" -gt 0 ] && [ "$polls" -lt 1000 ]; } || bad "perf has looked for something to do $polls times in a second"

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
