#!/bin/sh
# perf record --off-cpu: which events, and that a sleep of known length comes out
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events

cat > "$dir/run" << 'E'
sleep 0.08
sleep 0.04
E

recorded() { # WHAT COMMAND...
	what=$1
	shift
	rm -f "$dir/f"
	"$PERF" "$@" -o "$dir/f" -- sh "$dir/run" > "$dir/log" 2>&1 || bad "$what: $(cat "$dir/log")"
	"$PERF" evlist -v -i "$dir/f" > "$dir/events" 2> "$dir/err" || bad "$what: $(cat "$dir/err")"
	grep -q 'context_switch: 1' "$dir/events" || bad "$what: no records of switches"
	# A sleep lasts as long as it was asked to at least.
	"$PERF" script --off-cpu -c sleep -F tid,period,event -i "$dir/f" 2> "$dir/err" |
		awk '$3 == "offcpu-time:" && $2 > 39000000 { n++ } END { exit n < 2 }' ||
		bad "$what: the two sleeps are not there: $("$PERF" script --off-cpu -F comm,tid,period,event -i "$dir/f" 2>&1)"
}

has() { # WHAT EVENT
	grep -q "^$2" "$dir/events" || bad "$1: no $2 in: $(cut -d: -f1-3 "$dir/events")"
}

# Where this user may have no event of switches there is one all the same, so that there is something to record.
no_default() { # WHAT
	grep -q '^sched:sched_switch\|^context-switches' "$dir/events" || return 0
	! grep -Eq '^(cycles|cpu-clock)' "$dir/events" || bad "$1: has a default event"
}

recorded "--off-cpu" record --off-cpu
grep -Eq '^(cycles|cpu-clock)' "$dir/events" || bad "--off-cpu: no default event"
recorded "--off-cpu-only" record --off-cpu-only
no_default "--off-cpu-only"
recorded "-e, --off-cpu" record -e page-faults --off-cpu
has "-e, --off-cpu" page-faults
no_default "-e, --off-cpu"
recorded "defer record --off-cpu" defer record --off-cpu
no_default "defer record --off-cpu"
recorded "defer record --off-cpu --wall" defer record --off-cpu --wall
grep -Eq '^(cycles|cpu-clock)' "$dir/events" || bad "defer record --off-cpu --wall: no default event"
recorded "record --wall" record --wall
grep -Eq '^(cycles|cpu-clock)' "$dir/events" || bad "record --wall: no default event"
st=0
"$PERF" record --wall --off-cpu-only -o "$dir/f" -- true > "$dir/log" 2>&1 || st=$?
[ $st -eq 129 ] && grep -q 'which --wall asks for' "$dir/log" || bad "record --wall --off-cpu-only: status $st, $(cat "$dir/log")"
recorded "a frequency is about other events" record -F 99 -e cpu-clock --off-cpu
! grep -E '^(sched:sched_switch|context-switches)' "$dir/events" | grep -q 'freq: 1' ||
	bad "switches are sampled: $(cat "$dir/events")"

recorded "--off-cpu-thresh" record --off-cpu --off-cpu-thresh=5
grep -q -e '--off-cpu-thresh has no effect' "$dir/log" || bad "--off-cpu-thresh is taken without a word"

# Of whole CPUs each switch and each waking has a stack; who wakes need not. Where each event may bring a copy of a stack there is room for many.
of_cpus() { # WHAT OPTION...
	what=$1
	shift
	rm -f "$dir/f"
	"$PERF" record -q -a --off-cpu-only "$@" -o "$dir/f" -- true > "$dir/log" 2>&1 || bad "$what: $(cat "$dir/log")"
	"$PERF" evlist -v -i "$dir/f" > "$dir/events" 2> "$dir/err" || bad "$what: $(cat "$dir/err")"
	grep '^sched:sched_switch' "$dir/events" | grep -q CALLCHAIN || bad "$what: switches without stacks: $(cat "$dir/events")"
}
if "$PERF" record -q -a -e sched:sched_waking -o "$dir/f" -- true 2> "$dir/err"; then
	of_cpus "-a --off-cpu"
	grep '^sched:sched_waking' "$dir/events" | grep -q CALLCHAIN || bad "wakings without stacks: $(cat "$dir/events")"
	of_cpus "-a --off-cpu --no-waker-stacks" --no-waker-stacks --call-graph fp,repair
	! grep '^sched:sched_waking' "$dir/events" | grep -Eq 'CALLCHAIN|STACK_USER' || bad "stacks of wakers: $(cat "$dir/events")"
	"$PERF" record -q -a -F 99 --call-graph fp,repair -o "$dir/g" -- true 2> "$dir/err" || bad "$(cat "$dir/err")"
	rings=$(for f in f g; do "$PERF" evlist -v -i "$dir/$f" 2> /dev/null | sed -n 's/.*wakeup_watermark }: \([0-9]*\).*/\1/p' | sort -un | tail -1; done)
	echo "$rings" | awk 'NR == 1 { each = $1 } END { exit NR != 2 || each <= $1 }' || bad "rings of each event are no larger than others: $rings"
else
	left_out "this user may not record whole CPUs"
fi

# Who left only because others were to run has no sample of it: the records tell.
if grep -q '^sched:sched_switch' "$dir/events"; then
	cat > "$dir/run" <<- 'E'
	for i in 1 2; do sh -c 'i=0; while [ $i -lt 150000 ]; do i=$((i + 1)); done' & done
	wait
	E
	cpu=$(taskset -cp $$ 2> /dev/null | sed 's/.*: //; s/[,-].*//')
	taskset -c "${cpu:-0}" "$PERF" record -q --off-cpu-only -o "$dir/f" -- sh "$dir/run" 2> "$dir/log" || bad "$(cat "$dir/log")"
	"$PERF" script -F event,trace -i "$dir/f" 2> /dev/null > "$dir/samples"
	grep -q 'prev_state=[SD]' "$dir/samples" || bad "no switch is sampled: $(cat "$dir/samples")"
	# (One whose CPU becomes idle was kept off it, by the limit of a control group.)
	! grep 'prev_state=R' "$dir/samples" | grep -v 'next_pid=0 ' || bad "switches of preempted threads are sampled"
	"$PERF" script --off-cpu --state preempted -F comm,period,event -i "$dir/f" > "$dir/spans" 2> /dev/null
	grep -q offcpu-time "$dir/spans" || bad "nobody was preempted, though two threads ran on one CPU"
fi

# Whole CPUs take privileges; without these it is said what does not.
#
# A machine may keep switches from everybody: in some virtual machines those of the first process's threads reach no
# tracepoint. Where one of these ran just before the sleep ended, the span is said to be unknown, which is right; it is
# recorded again then. What the spans must be is tested in the booted kernel, where nothing is missing.
if "$PERF" record -a --off-cpu -o "$dir/f" -- sleep 0.05 > "$dir/log" 2>&1; then
	"$PERF" evlist -i "$dir/f" > "$dir/events" 2> /dev/null
	has "-a --off-cpu" sched:sched_switch
	has "-a --off-cpu" sched:sched_waking
	tries=1
	while "$PERF" script --off-cpu -c sleep -F comm,period,event,state -i "$dir/f" > "$dir/spans" 2> "$dir/err"
	      ! grep -q 'blocked (S)' "$dir/spans" && grep -q 'records of switches are missing' "$dir/err" &&
			[ $tries -lt 20 ]; do
		tries=$((tries + 1))
		"$PERF" record -a --off-cpu -o "$dir/f" -- sleep 0.05 > "$dir/log" 2>&1 || bad "$(cat "$dir/log")"
	done
	grep -q 'blocked (S)' "$dir/spans" ||
		bad "-a --off-cpu: the sleep is not there, $tries recordings: $(cat "$dir/spans" "$dir/err" "$dir/log")"
	! grep -q 'no wakings' "$dir/err" || bad "-a --off-cpu: no wakings"
else
	grep -q 'of whole CPUs needs the events\|No permission\|perf_event_paranoid' "$dir/log" || bad "-a --off-cpu: $(cat "$dir/log")"
fi
finish
