#!/bin/sh
# perf record -C: samples of some CPUs, and what the others tell of tasks and maps (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events
"$PERF" record -q -C 0 -e cpu-clock -o "$dir/probe" -- true > /dev/null 2>&1 ||
	skip "whole CPUs may not be recorded here"
if ! taskset -c 0 true 2> /dev/null || ! taskset -c 1 true 2> /dev/null; then
	skip "this test moves a program from CPU 0 to CPU 1, which are not both there"
fi

# A program that is named and loaded on CPU 0, and works on CPU 1 only.
work="taskset -cp 1 \$\$ > $dir/taskset.out; echo \$\$ > $dir/pid; $(spin)"

where="-C 1"
moved() { # WHAT OPTIONS...: every sample has the program's name, and every user address lies in a file
	what=$1
	shift
	rm -rf "$dir/data"
	# shellcheck disable=SC2086 # words by design
	taskset -c 0 "$PERF" record $where "$@" -o "$dir/data" -- sh -c "$work" > "$dir/out" 2> "$dir/err" ||
		bad "$what: exit $?: $(cat "$dir/err")"
	"$PERF" script -i "$dir/data" --tid "$(cat "$dir/pid")" -F comm,cpu,ip,dso > "$dir/script" 2> "$dir/err" ||
		bad "$what: perf script: $(cat "$dir/err")"
	[ "$(grep -c '(/.*' "$dir/script")" -gt 20 ] || bad "$what: too few samples: $(head -n 5 "$dir/script")"
	! grep -v '^ *sh *\[001\]' "$dir/script" > "$dir/others" ||
		bad "$what: $(grep -c . "$dir/others") samples of another name or CPU: $(head -n 3 "$dir/others")"
	! grep '\[unknown\]' "$dir/script" > "$dir/others" ||
		bad "$what: $(grep -c . "$dir/others") samples without a file: $(head -n 3 "$dir/others")"
}
moved "-C 1" -e cpu-clock
moved "-C 1, a dummy in front" -e dummy:u,cpu-clock
moved "-C 1 --threads" -e cpu-clock --threads
moved "-C 1 --threads=1" -e cpu-clock --threads=1
where=--sample-cpu
moved "cpu=1 of a task" -e cpu-clock/cpu=1/
moved "cpu=1 of a task, a dummy in front" -e dummy/cpu=1/u,cpu-clock/cpu=1/

# The events themselves are on the CPUs that were named, and one that tells of tasks is on all.
opened() { # ARGUMENTS...: "CPUs of the first event / CPUs of the last"
	"$PERF" record -vv -o "$dir/data" "$@" -- true 2>&1 > /dev/null |
		awk '/^perf_event_attr:/ { n++ } /^sys_perf_event_open: cpu/ { on[n] = on[n] $3 " " }
		     END { print on[1] "/ " on[n] }'
}
all=$(opened -e cpu-clock -a)
[ "$(opened -e cpu-clock -C 1)" = "1 /${all#*/}" ] || bad "-C 1: opened on $(opened -e cpu-clock -C 1)"
[ "$(opened -e cpu-clock -C 1 -p $$)" = "1 /${all#*/}" ] || bad "-C 1 -p: opened on $(opened -e cpu-clock -C 1 -p $$)"
[ "$(opened -e cpu-clock/cpu=1/)" = "1 /${all#*/}" ] || bad "cpu=1: opened on $(opened -e cpu-clock/cpu=1/)"
[ "$(opened -e cpu-clock/cpu=1/ -a)" = "1 /${all#*/}" ] || bad "cpu=1 -a: opened on $(opened -e cpu-clock/cpu=1/ -a)"
[ "$(opened -e cpu-clock/cpu=0-1/ -C 1)" = "1 /${all#*/}" ] || bad "cpu=0-1 -C 1: opened on $(opened -e cpu-clock/cpu=0-1/ -C 1)"
refused() { # EVENT WHAT-IT-SAYS OPTIONS...
	event=$1 text=$2
	shift 2
	! "$PERF" record -e "$event" -o "$dir/data" "$@" -- true > "$dir/out" 2>&1 || bad "$event $*: taken"
	grep -qF "$text" "$dir/out" || bad "$event $*: $(cat "$dir/out")"
}
refused cpu-clock/cpu=1/ "is of the CPUs 1, and none of them is recorded (-C)" -C 0
refused cpu-clock/cpu=1023/ "is of the CPUs 1023, and none of them is recorded; is it online?"
refused cpu-clock/cpu=x/ "'x' is not a list of CPUs"
refused cpu-clock/cpu=1023/ "is of the CPUs 1023, and none of them is recorded; is it online?" --per-thread
# A group is where its first event is: who says nothing goes with it, and whoever says something else is told before the kernel refuses it.
each() { # ARGUMENTS...: the CPUs of each event, one that tells of tasks last
	"$PERF" record -vv -o "$dir/data" "$@" -- true 2>&1 > /dev/null |
		awk '/^perf_event_attr:/ { n++ } /^sys_perf_event_open: cpu/ { on[n] = on[n] $3 " " }
		     END { for (i = 1; i <= n; i++) printf "%s/ ", on[i] }'
}
for where in "" -a; do
	# shellcheck disable=SC2086 # words by design
	[ "$(each -e '{cpu-clock/cpu=1/,task-clock}' $where)" = "1 / 1 / ${all#*/ }/ " ] ||
		bad "a group of CPU 1, '$where': opened on $(each -e '{cpu-clock/cpu=1/,task-clock}' $where)"
done
[ "$(each -e '{cpu-clock,task-clock/cpu=1/}')" = "${all%%/*}/ 1 / " ] ||
	bad "a member of CPU 1: opened on $(each -e '{cpu-clock,task-clock/cpu=1/}')"
group="a group counts on the CPUs of its first event: event 'task-clock/cpu=1/' is of the CPUs 1, and"
refused '{cpu-clock/cpu=0/,task-clock/cpu=1/}' "$group 'cpu-clock/cpu=0/', which leads its group, of 0;"
refused '{cpu-clock,task-clock/cpu=1/}' "$group 'cpu-clock', which leads its group, goes with its task (--per-thread);" --per-thread
"$PERF" record -q -e '{cpu-clock/cpu=0/,task-clock/cpu=1/}:W' -o "$dir/data" -- true 2> "$dir/err" || bad "a weak group: $(cat "$dir/err")"
# With a buffer for each task, such an event has one for its CPU.
[ "$(each -e cpu-clock/cpu=1/,task-clock --per-thread)" = "1 / -1 / -1 / " ] ||
	bad "--per-thread: opened on $(each -e cpu-clock/cpu=1/,task-clock --per-thread)"
where=--sample-cpu
moved "cpu=1 with --per-thread" -e cpu-clock/cpu=1/ --per-thread
# A machine with two kinds of CPUs, whose events are the kernel's clocks.
for cpu in 0 1; do
	mkdir -p "$dir/sys/bus/event_source/devices/cpu_$cpu/format"
	echo $cpu > "$dir/sys/bus/event_source/devices/cpu_$cpu/cpus"
	echo 1 > "$dir/sys/bus/event_source/devices/cpu_$cpu/type"
	echo config:0-63 > "$dir/sys/bus/event_source/devices/cpu_$cpu/format/event"
done
export SYSFS_PATH="$dir/sys"
both="-e cpu_0/event=0/,cpu_1/event=0/"
# shellcheck disable=SC2086 # words by design
for where in "" -a "-C 0-1"; do
	[ "$(opened $both $where)" = "0 /${all#*/}" ] || bad "two kinds of CPUs, '$where': opened on $(opened $both $where)"
done
# shellcheck disable=SC2086
"$PERF" record -C 1 $both -o "$dir/data" -- sh -c "$(spin)" > "$dir/out" 2> "$dir/err" || bad "the CPUs of one kind: $(cat "$dir/err")"
grep -q "event 'cpu_0/event=0/' is of the CPUs 0, and none of them is recorded (-C): it has no samples" "$dir/err" || bad "the CPUs of one kind: $(cat "$dir/err")"
"$PERF" script -i "$dir/data" -F event > "$dir/script" 2> "$dir/errs" || bad "the CPUs of one kind: $(cat "$dir/errs")"
[ "$(sort -u "$dir/script" | tr -d ' ')" = "cpu_1/event=0/:" ] || bad "the CPUs of one kind: $(sort "$dir/script" | uniq -c)"
unset SYSFS_PATH
# Who wants to see nothing else gets what was asked for.
[ "$(opened -e dummy:u -C 1)" = "1 / 1 " ] || bad "-C 1 -e dummy:u: opened on $(opened -e dummy:u -C 1)"
finish
