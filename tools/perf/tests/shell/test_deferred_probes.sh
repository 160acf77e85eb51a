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
record markers "markers $rounds" -e '{sdt_app:plain,sdt_app:twice}' -e 'sdt_app:g*' -e "usdt:$workloads/markers:mixed" \
	-e 'sdt_app:plain text=arg2:string arg1'
# Its semaphore is up while somebody listens: else the program leaves it out.
chains markers \
	$((2 * rounds)) 'sdt_app:plain: ' '' '^mark;day;main;' \
	$rounds 'sdt_app:guarded: ' '' '^mark;day;main;' \
	$rounds 'sdt_app:twice: ' '' '^mark;day;main;' \
	$rounds 'sdt_app:mixed: ' '' '^mark;day;main;' \
	$rounds 'sdt_app:mixed_1: ' '' '^mark;day;main;'
no_markers markers
for fields in 'plain: .* text="a text" arg1=6$' 'plain: ([0-9a-f]*) arg1=7 arg2=[0-9]* arg3=-3000000007 arg4=14 arg5=77$' 'guarded: .* arg1=19$' 'twice: .* arg1=3$' \
	'twice: .* arg1=8$' 'mixed: .* arg1=5$' 'mixed_1: .* arg1=-3000000005$'; do
	grep -q "sdt_app:$fields" "$dir/markers.script" || bad "no event '$fields'"
done
! grep -F "$workloads/" "$probes" || bad "probes are left"
! grep -q "cannot remove" "$dir/markers.log" || bad "probes could not be removed: $(cat "$dir/markers.log")"

# Functions: what debug information says of their parameters, and the kernel of its own.
need_features dwarf
# Its addresses are those of the file.
record params "params-static 20" -e "{uprobe:$workloads/params-static:work n item->name:string item->next->inner byte colour,uprobe:$workloads/params-static:work%return \$retval}" \
	-e 'kprobe:do_exit code' -e 'kprobe:__x64_sys_brk%return $retval:x64'
chains params \
	20 'probe_params:work: ' '' '^work;day;main;' \
	20 'probe_params:work__return: ' '' '^day;main;'
for fields in 'work: ([0-9a-f]*) n=7 name="the first" inner=1234567890123 byte=207 colour=-1$' 'work__return: .* retval=137$' \
	'probe:do_exit: .* code=0' 'probe:__x64_sys_brk__return: .* retval=0x[0-9a-f]*$'; do
	grep -q "$fields" "$dir/params.script" || bad "no event '$fields'"
done
! grep -F "$workloads/" "$probes" || bad "probes of functions are left"
[ -z "${PERF_VM_GUEST:-}" ] || ! grep . /sys/kernel/tracing/kprobe_events || bad "probes of the kernel are left"

# Killed at once: the probes go all the same.
"$PERF" record -o "$dir/killed.data" -e "usdt:$workloads/markers:app:plain" -p $$ >"$dir/killed.log" 2>&1 &
pid=$!
there()
{
	grep -qF "$workloads/markers:0x" "$probes"
}
gone()
{
	! there
}
wait_for "a probe of the perf that is to be killed" there
kill -9 $pid
wait_for "a folder without the probes of a perf that was killed" gone
finish
