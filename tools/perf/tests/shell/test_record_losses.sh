#!/bin/sh
# perf record: what the kernel counted is what was written and what was told lost, by event and CPU
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events

# Perf stands still while the rings overflow: so there are losses however fast the machine is. $PPID is perf.
# shellcheck disable=SC2016 # for the inner shell
faults='dd if=/dev/zero of=/dev/null bs=4M count=1 2> /dev/null; :'
# shellcheck disable=SC2016
stopped='kill -STOP $PPID; i=0; while [ $i -lt 4 ]; do '"$faults"'; i=$((i + 1)); done; kill -CONT $PPID'

# Every row adds up, their sum is what the first line says, and the file tells of as many samples.
adds_up() { # WHAT FILE
	lost=$(sed -n 's/^\[ perf record: lost \([0-9]*\) events (.*a ring buffer of [0-9]* KiB was full) \]$/\1/p' "$dir/err")
	[ "${lost:-0}" -gt 0 ] || { bad "$1: nothing was lost: $(cat "$dir/err")"; return 0; }
	awk -v all="$lost" '
		/^  event .* CPU .* counted .* written .* lost$/ { table = 1; next }
		!table || !/%$/ { table = 0; next }
		{ counted = $(NF - 3); written = $(NF - 2); lost = $(NF - 1) }
		counted != "-" && counted != written + lost { print "does not add up: " $0; wrong = 1 }
		$1 == "all" { sum = lost; next }
		{ rows++; total += lost; known += counted != "-" }
		END {
			if (!rows || !known) print "no rows"
			if (rows > 1 && sum != total || total != all) print "sum " sum ", rows " total ", said " all
			exit wrong || !rows || !known || rows > 1 && sum != total || total != all
		}' "$dir/err" > "$dir/sum" || bad "$1: $(cat "$dir/sum" "$dir/err")"
	samples=$((lost - $(awk '/^  \(other records\) .*%$/ && $3 != "all" { n += $(NF - 1) } END { print n + 0 }' "$dir/err")))
	told=$("$PERF" script -i "$2" --show-lost-events -F comm,event 2> /dev/null |
		sed -n 's/.*PERF_RECORD_LOST_SAMPLES lost-samples \([0-9]*\)$/\1/p' | awk '{ n += $1 } END { print n + 0 }')
	[ "$told" = "$samples" ] || bad "$1: the file tells of $told lost samples, perf said $samples: $(cat "$dir/err")"
	grep -q '^  -m [0-9]*[KM] would have held the longest gap' "$dir/err" || grep -q 'a lower rate' "$dir/err" ||
		bad "$1: no advice: $(cat "$dir/err")"
}

lossy() { # WHAT OPTIONS...
	what=$1
	shift
	"$PERF" record -N -m 1 -o "$dir/f" "$@" -- sh -c "$stopped" > "$dir/out" 2> "$dir/err" || bad "$what: exit $?: $(cat "$dir/err")"
	adds_up "$what" "$dir/f"
}

lossy "one event" -e page-faults -c 1
lossy "several" -e page-faults -e minor-faults -c 1
lossy "a period" -e page-faults -c 3
lossy "a group that is read together" -e '{page-faults,minor-faults}:S' -c 1
# Here it is the shell itself whose memory grows.
# shellcheck disable=SC2016
"$PERF" record -N -m 1 --per-thread -o "$dir/f" -e page-faults -c 1 -- sh -c 'kill -STOP $PPID
	x=$(head -c 2000000 /dev/zero | tr "\0" x); kill -CONT $PPID' > "$dir/out" 2> "$dir/err" || bad "a ring for each task: exit $?"
adds_up "a ring for each task" "$dir/f"
# Records of tasks and maps are lost as well. They are no samples: the file does not say that they were.
# shellcheck disable=SC2016
"$PERF" record -N -m 1 -o "$dir/f" -e dummy -e page-faults -c 1 -- sh -c 'kill -STOP $PPID
	i=0; while [ $i -lt 60 ]; do /bin/true; i=$((i + 1)); done; kill -CONT $PPID' > "$dir/out" 2> "$dir/err" || bad "lost records: exit $?"
grep -q '^  (other records) .*%$' "$dir/err" || bad "no records of tasks were lost: $(cat "$dir/err")"
adds_up "lost records of tasks" "$dir/f"
lossy "threads" --threads -e page-faults -c 1
if "$PERF" version --build-options | grep -q 'zstd: \[ on'; then
	lossy "compressed" -z -e page-faults -c 1
fi

# Nothing was lost: not a word.
"$PERF" record -N -o "$dir/f" -e page-faults -c 1 -- sh -c "$faults" > "$dir/out" 2> "$dir/err" || bad "no losses: exit $?"
! grep -E 'lost|would have helped|counted' "$dir/err" || bad "a table without losses: $(cat "$dir/err")"

# The priority: what was asked for, what may not be had, what makes no sense. The command never has it.
# Tasks end, each of which wakes perf; it has nothing to write, and takes no part of the CPUs that is more than others'. A better
# nice value, which it needs for nothing, would take half of the work and more from a busy command (tests/vm/measure-work.sh).
# shellcheck disable=SC2016 # for the inner shell
nice_of='nice_of() { for s in /proc/$1/task/*/stat; do read -r line < $s; set -- ${line##*) }; echo ${17}; done; }
'
# shellcheck disable=SC2016
work=$nice_of'i=0; while [ $i -lt 200 ]; do (:) & (:) & wait; nice_of $PPID; i=$((i + 1)); done | uniq; nice_of $$'
# Rings fill as fast as faults come, until perf does something about it.
# shellcheck disable=SC2016
flood=$nice_of'i=0; until now=$(nice_of $PPID); [ $now != 0 ] || [ $i -gt 2000 ]; do '"${faults%; :}"'; i=$((i + 1)); done
	echo $now; nice_of $$'
late="$nice_of$stopped; nice_of \$PPID; nice_of \$\$"
nice_in() { # WANTED(perf command) PROGRAM OPTIONS...
	want=$1 program=$2
	shift 2
	"$PERF" record -N -q -o "$dir/f" "$@" -- sh -c "$program" > "$dir/nice" 2> "$dir/err" || bad "$*: exit $?: $(cat "$dir/err")"
	[ "$(tr '\n' ' ' < "$dir/nice")" = "$want " ] || bad "nice of perf and command with '$*': $(tr '\n' ' ' < "$dir/nice")not $want"
}
now=$(nice)
if [ "$now" = 0 ]; then
	nice_in '0 0' "$work" -e cpu-clock
	nice_in '0 0' "$work" --threads -e cpu-clock
	if [ "$(nice -n -20 nice 2> /dev/null)" = -20 ]; then
		nice_in '-20 0' "$flood" -m 1 -e page-faults -c 1
		nice -n 3 "$PERF" record -N -q -o "$dir/f" -m 1 -e page-faults -c 1 -- sh -c "$late" > "$dir/nice" 2> "$dir/err" ||
			bad "nice: exit $?"
		[ "$(tr '\n' ' ' < "$dir/nice")" = '3 3 ' ] || bad "started with nice 3: $(cat "$dir/nice")"
	fi
	nice_in '0 0' "$late" --keep-priority -m 1 -e page-faults -c 1
fi
for wrong in 0 100 x 1x; do
	got=0
	"$PERF" record -r $wrong -o "$dir/f" -- true > "$dir/out" 2> "$dir/err" || got=$?
	[ $got = 129 ] && grep -q "'$wrong' is not a priority of SCHED_FIFO, 1 to 99" "$dir/err" || bad "-r $wrong: $got: $(cat "$dir/err")"
done
got=0
"$PERF" record -r 1 --keep-priority -o "$dir/f" -- true > "$dir/out" 2> "$dir/err" || got=$?
[ $got = 129 ] || bad "-r and --keep-priority: $got: $(cat "$dir/err")"
if command -v setpriv > /dev/null && setpriv --bounding-set=-sys_nice true 2> /dev/null; then
	rm -f "$dir/g"
	got=0
	# shellcheck disable=SC3045 # dash and bash know it
	(ulimit -r 0 && setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice "$PERF" record -r 1 -o "$dir/g" -e page-faults -- true) \
		> "$dir/out" 2> "$dir/err" || got=$?
	[ $got = 1 ] && grep -q 'cannot set realtime priority 1 (-r): Operation not permitted; it takes root' "$dir/err" ||
		bad "-r without the right: $got: $(cat "$dir/err")"
	[ ! -e "$dir/g" ] || bad "-r that cannot be had leaves a file"
else
	left_out "-r without the right to it" "it takes setpriv that may drop CAP_SYS_NICE"
fi
# Of four samples at a time one fits. Where nobody has said how many there shall be, the kernel takes fewer from then on; of tasks it would
# change that of the first one alone.
many="-N -m 4 --call-graph dwarf,8192 -e cpu-clock -e task-clock -e cpu-clock/name=another/ -e cpu-clock/freq=4000,name=said/"
lowered() { # WHAT OPTIONS...
	what=$1
	shift
	: > "$dir/err"
	# shellcheck disable=SC2086 # words by design
	"$PERF" record -a --max-size=3G "$@" $many -o "$dir/f" -- \
		sh -c "until grep -q 'from here on\|of whole CPUs' $dir/err; do $(spin 1000); done; $(spin 300000)" > "$dir/out" 2> "$dir/err" ||
		grep -q 'of whole CPUs' "$dir/err" || bad "$what: exit $?: $(cat "$dir/err")"
	if grep -q 'of whole CPUs' "$dir/err"; then
		left_out "$what" "$(cat "$dir/err")"
		return
	fi
	grep -q '^\[ perf record: [0-9]*% of what was to be written .*: from here on [0-9]* samples a second are taken, not 4000 (-F says another number) \]$' \
		"$dir/err" || bad "$what: $(cat "$dir/err")"
	awk '/^  (said|another) .*%$/ { taken[$1] += $(NF - 2) + $(NF - 1) } END { exit !(taken["another"] && taken["said"] > 1.05 * taken["another"]) }' \
		"$dir/err" || bad "$what: it stays: $(cat "$dir/err")"
	grep -q '^  a lower rate (-F [0-9]*), a larger count' "$dir/err" || bad "$what: no rate that would fit: $(cat "$dir/err")"
}
lowered "a rate that is too high"
lowered "a rate that is too high for threads" --threads
finish
