#!/bin/sh
# Deferred callchains, live: a thread that a control group's limit keeps from running (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
[ -n "${PERF_VM_GUEST:-}" ] || skip "makes a control group with a limit: only in the guest, whose CPUs are idle otherwise"

group=$dir/cgroup/limited
at_end()
{
	rmdir "$group" && umount "$dir/cgroup"
}
mkdir "$dir/cgroup"
mount -t cgroup2 none "$dir/cgroup"
echo +cpu > "$dir/cgroup/cgroup.subtree_control"
mkdir "$group"
echo "20000 100000" > "$group/cpu.max"
throttled() { # what cpu.stat counted, in microseconds
	sed -n 's/^throttled_usec //p' "$group/cpu.stat"
}

# The kernel counts for how long the limit was reached. (It counts how often, too, but once for each period that went by: more
# than one for a single wait, where the machine around the guest is busy.) The thread has a CPU for itself, so that it becomes
# idle each time (but where something of the kernel's is to run there).
busy='echo $$ > "$0/cgroup.procs"; i=0; while [ $i -lt 40000 ]; do i=$((i + 1)); done'
recorded() { # NAME ARGS...
	name=$1
	shift
	before=$(throttled)
	"$PERF" record -q --off-cpu "$@" -o "$dir/$name" -- sh -c "$busy" "$group" 2> "$dir/err" || bad "$name: $(cat "$dir/err")"
	counted=$(($(throttled) - before))
	"$PERF" script --off-cpu --state all -c sh -F comm,tid,time,period,state,ip -i "$dir/$name" > "$dir/spans" 2> "$dir/err" ||
		bad "$name: $(cat "$dir/err")"
	spans=$(grep -c ' throttled' "$dir/spans") || :
	told=$(awk '$NF == "throttled" { sum += $(NF - 1) } END { printf "%.0f", sum / 1000 }' "$dir/spans")
	echo "$name: throttled for $counted us; told $spans times, $told us"
	[ "$spans" -ge 5 ] || bad "$name: the limit was reached $spans times: $(cat "$dir/spans")"
	[ $((10 * told)) -ge $((7 * counted)) ] && [ $((10 * told)) -le $((11 * counted)) ] ||
		bad "$name: throttled for $counted us, told $told us: $(cat "$dir/spans")"
	awk '/ throttled/ { at = NR } at && NR == at + 1 && !/^\t|^ +[0-9a-f]+/ { exit 1 }' "$dir/spans" || bad "$name: no stacks: $(cat "$dir/spans")"
}
recorded program
recorded whole -a --wall -F 100

# What explain says of it first: two tenths of the time it may run, so that it is held back for most of what is left.
"$PERF" defer explain -c sh -i "$dir/whole" > "$dir/told" 2> "$dir/err" || bad "explain: $(cat "$dir/err")"
head -n 1 "$dir/told"
head -n 1 "$dir/told" | grep -q "^Mostly held back by a control group's CPU quota: " || bad "explain says something else: $(cat "$dir/told")"
finish
