#!/bin/sh
# Deferred callchains, live: known call paths are whole (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads

levels='level_1;level_2;level_3;level_4;level_5;level_6;level_7;level_8;level_9;level_10;level_11;level_12;'
levels_down='level_12;level_11;level_10;level_9;level_8;level_7;level_6;level_5;level_4;level_3;level_2;level_1;'

for kind in '' -static; do
	# A system call's tracepoint: the whole stack is the user's.
	record "read$kind" "read_stack$kind 8 50" -e syscalls:sys_enter_read
	chains "read$kind" 400 'count: 0x0*40$' '' "^read_leaf;${levels}read_thread;"
	folded "read$kind" 'read_leaf;' ";read_thread;${levels_down}read_leaf;$"

	record "read-main$kind" "read_stack$kind 0 50" -e syscalls:sys_enter_read
	chains "read-main$kind" 50 'count: 0x0*40$' '' "^read_leaf;${levels}main;"
	folded "read-main$kind" 'read_leaf;' "main;${levels_down}read_leaf;$"

	# A timer: samples of the same system call stop anywhere in it. (The dynamic linker reads, too,
	# but not from /dev/zero.) How many of them there are depends on how much of a CPU the guest gets.
	for rounds in 2000 10000 50000; do
		record "clock$kind" "read_stack$kind 2 $rounds 65536" -e cpu-clock -F 1999
		[ "$(grep -c ' read_zero' "$dir/clock$kind.script")" -lt 10 ] || break
	done
	chains "clock$kind" 5 '' '(^|;)read_zero;.*ksys_read;' \
		";ksys_read;(__x64_sys_read;)?${below_syscall}read_leaf;${levels}read_thread;"
	folded "clock$kind" ';ksys_read;.*read_zero;' \
		";read_thread;${levels_down}read_leaf;${above_syscall}(__x64_sys_read;)?ksys_read;"

	# Off the CPU: the kernel's half is of the moment when it left, the user's of when it is back.
	record "offcpu$kind" "offcpu$kind 30" -e sched:sched_switch
	chains "offcpu$kind" 20 'prev_comm=offcpu.* prev_state=S ' '__x64_sys_nanosleep;' \
		";__x64_sys_nanosleep;${below_syscall}nap_leaf;coffee_break;work_day;main;"
	folded "offcpu$kind" 'nap_leaf;' \
		";main;work_day;coffee_break;nap_leaf;${above_syscall}(__x64_sys_nanosleep;.*schedule;|exit_to_user|asm_)"

	# The task comes back on another CPU than it was sampled on.
	record "migrate$kind" "migrate$kind 30" -e syscalls:sys_enter_sched_setaffinity
	chains "migrate$kind" 30 '' '' '^hop_leaf;travel;main;'
	folded "migrate$kind" 'hop_leaf;' ';main;travel;hop_leaf;$'

	# So it does where only one of them is recorded: maps and user halves come from all.
	record "only0$kind" "migrate$kind 30" -C 0 -e syscalls:sys_enter_sched_setaffinity
	chains "only0$kind" 14 'migrate.* \[000\]' '' '^hop_leaf;travel;main;'
	record "only1$kind" "migrate$kind 30" -C 1 -e syscalls:sys_enter_sched_setaffinity
	chains "only1$kind" 14 'migrate.* \[001\]' '' '^hop_leaf;travel;main;'

	record "forks$kind" "forks$kind 5" -e syscalls:sys_enter_fork,syscalls:sys_enter_read
	chains "forks$kind" 5 'sys_enter_fork:' '' '^fork_leaf;spawn;main;'
	chains "forks$kind" 25 'sys_enter_read:.* count: 0x0*20$' '' '^child_leaf;child_work;spawn;main;'
	folded "forks$kind" 'child_leaf;' ';main;spawn;child_work;child_leaf;$'

	for name in read read-main clock offcpu migrate only0 only1 forks; do
		no_markers "$name$kind"
	done
done
finish
