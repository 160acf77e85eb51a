#!/bin/sh
# Deferred callchains, live: perf record unwinds programs without frame pointers, and nothing deferred is left
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/unwound.sh
. "$PERF_TEST_DIR/shell/lib/unwound.sh"
mode=fp,defer
need_deferral
need_reads
need_workloads

# What has nothing to do with the kernel's way of walking (the words of the option, files that are gone, the process that reads
# tables) is judged where no kernel is emulated: test_record_unwind.sh.
judge_ways
judge_marks
judge_memory 48 4000
judge_events
judge_targets
judge_size

# While a sample waits for the kernel's walk, since its copy of the stack is too small, no mark may be written into a pipe. One is owed all
# the same, but perf must not look for it all the time.
# shellcheck disable=SC2016 # the inner shell expands them
"$PERF" record -q -N -c 1 -e syscalls:sys_enter_ppoll -o "$dir/polls.data" -- sh -c \
	'"$1" record -q -N -e sched:sched_switch --call-graph fp,defer,repair=64 -o - -- sleep 1 >"$2"' sh "$PERF" "$dir/piped.data" \
	2>"$dir/log" || bad "into a pipe: $(cat "$dir/log")"
polls=$("$PERF" report --stats -i "$dir/polls.data" | awk '$1 == "SAMPLE" { print $3; exit }')
{ [ "${polls:-0}" -gt 0 ] && [ "$polls" -lt 1000 ]; } || bad "perf has looked for something to do $polls times in a second"
finish
