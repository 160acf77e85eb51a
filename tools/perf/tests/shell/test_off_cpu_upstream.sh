#!/bin/sh
# Times off the CPU and in system calls, beside upstream's: perf sched timehist, perf trace -s
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/upstream.sh
. "$PERF_TEST_DIR/shell/lib/upstream.sh"
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
not_again "the numbers are upstream's, and the code that computes ours has its own suites"

# Made-up switches, with wakings and without: each wait, how much of it a thread was awake, and each run.
"$PERF_TEST_DIR/build/timehist.py" "$PERF" "$upstream" 1 30 || bad "'$upstream sched timehist' computes other times"

same_calls() { # FILE
	"$PERF" defer merge -q -i "$1" -o "$1.merged" || bad "perf defer merge: exit $?"
	"$PERF_TEST_DIR/build/trace_summary.py" compare "$PERF" "$upstream" "$1.merged" || bad "$1: '$upstream trace -s' computes other calls"
}

"$PERF_TEST_DIR/build/trace_summary.py" make "$dir/made"
same_calls "$dir/made"

# Real ones, where they may be recorded.
if "$PERF" record -q -g -e raw_syscalls:sys_enter,raw_syscalls:sys_exit -o "$dir/real" -- ls -R "$PERF_TEST_DIR" > "$dir/out" 2>&1; then
	same_calls "$dir/real"
fi
finish
