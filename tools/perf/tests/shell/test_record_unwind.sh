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

judge_ways
judge_marks
judge_words
judge_events
judge_targets
judge_replaced
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
