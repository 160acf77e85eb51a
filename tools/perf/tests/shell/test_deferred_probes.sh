#!/bin/sh
# Deferred callchains, live: markers of user space (SDT), functions, and their arguments (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads
probes=/sys/kernel/tracing/uprobe_events
[ -w "$probes" ] || skip "no probes can be made: $probes cannot be written"

rounds=20
for kind in '' -static; do
	record "markers$kind" "markers$kind $rounds" -e '{sdt_app:plain,sdt_app:twice}' -e 'sdt_app:g*' -e "usdt:$workloads/markers$kind:mixed"
	# Its semaphore is up while somebody listens: else the program leaves it out.
	chains "markers$kind" \
		$rounds 'sdt_app:plain: ' '' '^mark;day;main;' \
		$rounds 'sdt_app:guarded: ' '' '^mark;day;main;' \
		$rounds 'sdt_app:twice: ' '' '^mark;day;main;' \
		$rounds 'sdt_app:mixed: ' '' '^mark;day;main;' \
		$rounds 'sdt_app:mixed_1: ' '' '^mark;day;main;'
	no_markers "markers$kind"
	for fields in 'plain: ([0-9a-f]*) arg1=7 arg2=[0-9]* arg3=-3000000007 arg4=14 arg5=77$' 'guarded: .* arg1=19$' 'twice: .* arg1=3$' \
		'twice: .* arg1=8$' 'mixed: .* arg1=5$' 'mixed_1: .* arg1=-3000000005$'; do
		grep -q "sdt_app:$fields" "$dir/markers$kind.script" || bad "no event '$fields'"
	done
	[ -z "$(cat "$probes")" ] || bad "probes are left: $(cat "$probes")"
done
# Functions: what debug information says of their parameters, and the kernel of its own.
need_features dwarf
record params "params 20" -e "{uprobe:$workloads/params:work n item->name:string item->next->inner byte colour,uprobe:$workloads/params:work%return \$retval}" \
	-e 'kprobe:vfs_read count' -e 'kprobe:vfs_read%return $retval:s64'
chains params \
	20 'probe_params:work: ' '' '^work;day;main;' \
	20 'probe_params:work__return: ' '' '^day;main;'
for fields in 'work: ([0-9a-f]*) n=7 name="the first" inner=1234567890123 byte=207 colour=-1$' 'work__return: .* retval=137$' \
	'probe:vfs_read: .* count=[0-9]' 'probe:vfs_read__return: .* retval=[0-9]'; do
	grep -q "$fields" "$dir/params.script" || bad "no event '$fields'"
done
[ -z "$(cat "$probes" /sys/kernel/tracing/kprobe_events)" ] || bad "probes of functions are left: $(cat "$probes")"

# Killed at once: the probes go all the same.
"$PERF" record -o "$dir/killed.data" -e "usdt:$workloads/markers:app:plain" -- sleep 1000 >"$dir/killed.log" 2>&1 &
pid=$!
there()
{
	grep -q 'markers:0x' "$probes"
}
gone()
{
	! there
}
wait_for "a probe of the perf that is to be killed" there
kill -9 $pid
wait_for "a folder without the probes of a perf that was killed" gone
finish
