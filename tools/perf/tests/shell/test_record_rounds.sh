#!/bin/sh
# perf record: nothing is older than a FINISHED_ROUND before it has promised; nothing is lost while events are switched (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
not_again "sanitizers are too slow for floods of events"
need_events
need_tools python3

checked() { # WHAT FILE...
	what=$1
	shift
	python3 "$PERF_TEST_DIR/build/rounds.py" --apart 10 "$@" > "$dir/rounds" 2>&1 || bad "$what: $(tail -n 5 "$dir/rounds")"
}
record() { # WHAT ARGUMENTS...
	what=$1
	shift
	"$PERF" record -o "$dir/f" "$@" > "$dir/out" 2> "$dir/err" || bad "$what: exit $?: $(cat "$dir/err")"
	checked "$what" "$dir/f"
}
# Tasks that are made, named, mapped and gone, on all CPUs.
tasks="for i in 1 2 3 4 5 6; do for j in 1 2 3 4; do ls / > $dir/ls.\$j & done; wait; done"

record "a command" -e cpu-clock -F 5000 -g -- sh -c "$tasks"
# A sample in 100 us and one a fault: rings of one page are full again and again, and most of the time is still the tasks'.
flood="-m 1 -e cpu-clock/period=100000/,page-faults/period=1/"
# shellcheck disable=SC2086 # one option a word
record "small rings" $flood -- sh -c "$tasks"
record "every sample at once" --no-buffering -e cpu-clock -- sh -c "$tasks"
record "switched on later" -D 20 -e cpu-clock -e page-faults -- sh -c "$tasks; $(spin)"
"$PERF" record -e cpu-clock -F 5000 -o - -- sh -c "$tasks" > "$dir/pipe" 2> "$dir/err" || bad "a pipe: exit $?"
checked "a pipe" "$dir/pipe"
# However much happens, a reader's marks make few rounds: here rings never get full enough for another one.
"$PERF" record -e cpu-clock -F 500 -o - -- sh -c "$tasks; $tasks; $(spin)" > "$dir/pipe" 2> "$dir/err" || bad "a stream: exit $?"
python3 "$PERF_TEST_DIR/build/rounds.py" --apart 100 "$dir/pipe" > "$dir/rounds" 2>&1 || bad "a stream: $(tail -n 5 "$dir/rounds")"
"$PERF" record -e cpu-clock -F 5000 --switch-output=1M -m 32 -g -o "$dir/s" -- sh -c "$tasks; $(spin)" 2> "$dir/err" ||
	bad "several files: exit $?"
checked "several files" "$dir"/s.*
if "$PERF" version --build-options | grep -q 'zstd: \[ on'; then
	record "compressed" -z -e cpu-clock -F 5000 -g -- sh -c "$tasks"
	# shellcheck disable=SC2086
	record "compressed, small rings" -z $flood -- sh -c "$tasks"
fi

# Tracepoints, where they may be recorded: here what perf does brings forth records itself.
if ! "$PERF" record -q -a -e syscalls:sys_enter_ioctl -o "$dir/f" -- true > "$dir/out" 2>&1; then
	left_out "tracepoints" "$(tail -n 1 "$dir/out")"
	finish
fi
record "many system calls" -a -e 'syscalls:sys_*_[m-r]*' -- sh -c "$tasks"
record "the scheduler" -a -e 'sched:*' -- sh -c "$tasks"
record "the scheduler, small rings" -m 1 -a -e 'sched:*' -- sh -c "$tasks"

# Switching many events on takes long, and what is on already fills the rings. Here it is perf itself that is recorded,
# whose calls switch them: two records for each, in rings of one page. Nothing else writes, so nothing may be lost.
# shellcheck disable=SC2016 # for the inner shell, which becomes perf
sh -c 'exec "$PERF" record -p $$ -m 1 -e syscalls:sys_enter_ioctl,syscalls:sys_exit_ioctl -e "syscalls:sys_enter_s*" \
	-o "$0" -- true' "$dir/f" > "$dir/out" 2> "$dir/err" || bad "itself: exit $?: $(cat "$dir/err")"
checked "itself" "$dir/f"
! grep lost "$dir/err" || bad "itself: records were lost"
events=$("$PERF" evlist -i "$dir/f" | grep -c sys_enter_s)
calls=$("$PERF" script -i "$dir/f" -F event,trace | grep -c 'sys_enter_ioctl: .*cmd: 0x0*2400') || :
# PERF_EVENT_IOC_ENABLE is 0x2400; each on at least one CPU.
[ "$events" -gt 40 ] && [ "$calls" -ge "$events" ] || bad "itself: $calls calls that switch $events events"
finish
