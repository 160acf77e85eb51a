#!/bin/sh
# Deferred callchains, live: many tasks wait at once (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads

for kind in '' -static; do
	record "blocked$kind" "blocked$kind 20 5" -e sched:sched_switch
	# Thread N sleeps five times under N frames (a nap that is over before the task has left the
	# CPU is not seen). Every fifth then sleeps until it is killed: its last sample may find no
	# user half, and then says so.
	depth=1
	frames=
	set --
	while [ $depth -le 20 ]; do
		frames="${frames}descend;"
		set -- "$@" 3 'prev_state=S ' ";__x64_sys_nanosleep;${below_syscall}sleep_leaf;${frames}sleep_thread;" \
			'^__schedule;schedule;do_nanosleep;hrtimer_nanosleep;'
		depth=$((depth + 1))
	done
	chains "blocked$kind" "$@" 90 'prev_state=S ' '__x64_sys_nanosleep;' \
		";__x64_sys_nanosleep;${below_syscall}(sleep_leaf;(descend;)+sleep_thread;|\$|[[]user)"
	folded "blocked$kind" 'sleep_leaf;.*nanosleep;' \
		";sleep_thread;(descend;)+sleep_leaf;${above_syscall}__x64_sys_nanosleep;"
	no_markers "blocked$kind"
done
finish
