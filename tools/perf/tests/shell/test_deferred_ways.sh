#!/bin/sh
# Deferred callchains, live: system-wide, attached, piped (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads

nap='nap_leaf;coffee_break;work_day;main;'

# Everything on every CPU.
record all "offcpu 30" -a -e sched:sched_switch
chains all 20 'prev_comm=offcpu.* prev_state=S ' '__x64_sys_nanosleep;' ";${below_syscall}$nap"
no_markers all

# A process that runs already: its maps come from /proc.
"$workloads/offcpu-static" 100000 &
pid=$!
# The command ends when that has slept thirty times, however long it takes.
slept="slept() { awk '/^voluntary/ { print \$2 }' /proc/$pid/status; }; begin=\$(slept)
	until [ \$(slept) -ge \$((begin + 30)) ]; do sleep 0.1; done"
"$PERF" record --call-graph fp,defer -e sched:sched_switch -p "$pid" -o "$dir/attached.data" -- sh -c "$slept" \
	>"$dir/attached.log" 2>&1 || bad "perf record -p: $(cat "$dir/attached.log")"
kill "$pid" 2>/dev/null || :
wait "$pid" 2>/dev/null || :
print attached
chains attached 5 'prev_state=S ' 'nap_leaf;' ";__x64_sys_nanosleep;${below_syscall}$nap"
# Where it slept as the recording ended, that is said.
chains attached 5 'prev_state=S ' '__x64_sys_nanosleep;' ";${below_syscall}($nap|\$|[([])"

# Through a pipe, which cannot be read twice.
"$PERF" record --call-graph fp,defer -e sched:sched_switch -o - -- "$workloads/offcpu" 30 2>"$dir/pipe.log" |
	"$PERF" script --no-inline -i - >"$dir/pipe.script" 2>"$dir/pipe.err" ||
	bad "perf script -i -: $(cat "$dir/pipe.err")"
chains pipe 20 'prev_comm=offcpu.* prev_state=S ' '__x64_sys_nanosleep;' ";${below_syscall}$nap"
no_markers pipe

# Samples of many tasks come out in the order of their time, whenever their user halves came.
record blocked "blocked 20 5" -e sched:sched_switch
"$PERF" script --no-inline -F tid,time -i "$dir/blocked.data" >"$dir/times" || bad "perf script -F tid,time"
awk '{ gsub(":", "", $2); if ($2 + 0 < last) exit 1; last = $2 + 0 } END { exit NR < 90 }' "$dir/times" ||
	bad "samples out of order, or missing"

# Apart, if asked: the raw view has the records and as many samples.
"$PERF" script --no-inline --no-merge-callchains -i "$dir/blocked.data" >"$dir/raw" || bad "--no-merge-callchains"
grep -q 'DEFERRED CALLCHAIN \[cookie: ' "$dir/raw" || bad "no record in the raw view"
raw=$(grep -c 'sched:sched_switch:' "$dir/raw") || :
whole=$(grep -c 'sched:sched_switch:' "$dir/blocked.script") || :
[ "$raw" = "$whole" ] || bad "$raw samples in the raw view, $whole otherwise"
finish
