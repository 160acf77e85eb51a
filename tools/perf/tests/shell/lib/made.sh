# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For suites about recordings that the writers of tests/build make: python3 that finds them.
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build" TZ=UTC

# A scenario: a thread that waits, is woken and runs again, and one of the kernel that is preempted.
two_turns()
{
	cat <<- 'END'
	cpus 2
	start 1000
	step 10
	event sched:sched_switch switches
	event sched:sched_waking wakings
	task 5 comm=five stack=0x400100
	task 6 kthread comm=six stack=0
	cpu 0 switch 5
	5 enter
	cpu 0 switch idle D kernel=0xffffffff81000100
	cpu 1 switch 6
	cpu 1 wake 5
	cpu 1 switch 5 R+ kernel=0xffffffff81000200
	5 return
	cpu 0 switch 6
	END
}
