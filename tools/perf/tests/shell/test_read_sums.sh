#!/bin/sh
# perf record, report, script: what events have counted, and what their counters said
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_tools python3
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build"
sums=$PERF_TEST_DIR/build/read_sums.py

# Periods by event and thread, and by event, as perf $1 prints samples of file $2.
by_thread() {
	"$1" script -i "$2" -F tid,event,period 2> "$dir/script.err" |
		awk '{ sub(":$", "", $3); n[$3 " " $1] += $2 } END { for (k in n) printf "%s %.0f\n", k, n[k] }' |
		LC_ALL=C sort
}
by_event() {
	awk '{ n[$1] += $3 } END { for (k in n) printf "%s %.0f\n", k, n[k] }' "$1" | LC_ALL=C sort
}
compare() { # FILE TITLE: its samples' values, beside what script and report make of them
	python3 "$sums" "$1" 2> "$dir/read" | LC_ALL=C sort > "$dir/want"
	[ -s "$dir/want" ] || bad "$2: $(cat "$dir/read")"
	by_thread "$PERF" "$1" > "$dir/found"
	diff "$dir/want" "$dir/found" > "$dir/diff" || bad "$2: script: $(head -n 6 "$dir/diff")"
	"$PERF" report --stdio -s tid -F period,tid -i "$1" --group 2> /dev/null | grep '^ .*[0-9]' |
		awk '{ for (i = 1; $i ~ /^[0-9]+$/; i++) n[i] += $i } END { for (i in n) if (n[i]) printf "%.0f\n", n[i] }' |
		sort -n > "$dir/report"
	by_event "$dir/want" | awk '{ print $2 }' | sort -n > "$dir/events"
	cmp -s "$dir/events" "$dir/report" ||
		bad "$2: report: $(tr '\n' ' ' < "$dir/report"), values: $(tr '\n' ' ' < "$dir/events")"
}

# --- threads that share inherited counters, with neighbouring ids and numbers -----------------------
python3 - "$dir/made" << 'E'
import sys
from perfwrite import *

TYPE = S_IP | S_TID | S_TIME | S_ID | S_CPU | S_PERIOD | S_READ
INHERIT = 1 << 1
f = Writer()
for n, name in enumerate(("first", "second", "third")):
    f.event(type=1, config=n, sample_type=TYPE, read_format=F_ID | F_GROUP, name=name, flags=1 << 18 | INHERIT,
            ids=[100 + n, 110 + n, 120 + n])
counts = {}
for round in range(5):
    for tid in range(1000, 1032):
        cpu = (tid + round) % 3
        values = []
        for n in range(3):
            ident = 100 + 10 * cpu + n
            counts[ident, tid] = counts.get((ident, tid), 0) + 1000 ** n * (tid - 990 + round)
            values.append((counts[ident, tid], ident))
        f.sample(f.events[0], ip=1, pid=1000, tid=tid, time=1000 * round + tid, cpu=cpu, ident=values[0][1],
                 read=values)
f.write(sys.argv[1])
E
compare "$dir/made" "32 threads"
# 5 rounds of 32 threads, 10 to 41 and the number of the round each time.
[ "$(by_event "$dir/want" | tr '\n' ' ')" = "first 4400 second 4400000 third 4400000000 " ] ||
	bad "the checker itself: $(by_event "$dir/want")"

# --- samples that were interrupted before they had read the counters ----------------------------------
python3 - "$dir/nested" << 'E'
import sys
from perfwrite import *

f = Writer()
for n, name in enumerate(("first", "second")):
    f.event(type=1, config=n, sample_type=S_IP | S_TID | S_TIME | S_ID | S_CPU | S_PERIOD | S_READ,
            read_format=F_ID | F_GROUP, name=name, flags=1 << 18, ids=[100 + n])
# Twice an interrupt comes later in time and has smaller values; then the counters begin anew.
for time, first, second in ((1, 10, 1), (2, 50, 9), (3, 30, 9), (4, 40, 9), (5, 60, 12), (6, 100, 20), (7, 80, 15),
                            (8, 110, 22), (9, 5, 2), (10, 9, 4)):
    f.sample(f.events[0], ip=1, pid=1, tid=1, time=time, cpu=0, ident=100, read=[(first, 100), (second, 101)])
f.write(sys.argv[1])
E
compare "$dir/nested" "interrupted samples"
# 110 and 22; what a counter that begins anew had counted by its first value is not known.
[ "$(tr '\n' ' ' < "$dir/want")" = "first 1 114 second 1 24 " ] || bad "interrupted samples: the checker itself: $(cat "$dir/want")"

# --- of this machine ----------------------------------------------------------------------------------
"$PERF" record -q -e cpu-clock -o "$dir/probe" -- true > "$dir/out" 2>&1 || {
	left_out "a recording of this machine" "$(tail -n 1 "$dir/out")"
	finish
}

# Threads with counters of their own each; record -s asks each for its value when it ends.
"$PERF" record -q -s -e '{cpu-clock,page-faults,context-switches}:S' -c 1000000 -o "$dir/group" -- \
	"$PERF" test -w named_threads 8 20 > "$dir/out" 2>&1 || bad "a group: $(cat "$dir/out")"
compare "$dir/group" "a group of threads"
grep -q '^[1-9][0-9]* values of READ' "$dir/read" || bad "a group: no READ records: $(cat "$dir/read")"
[ "$(grep -c '^cpu-clock' "$dir/want")" -ge 8 ] || bad "a group: not all threads: $(cat "$dir/want")"

# The table of what the counters said: each thread's at least what its samples say.
"$PERF" report --stdio -T -s comm -i "$dir/group" 2> /dev/null | sed '1,/^# *PID/d' |
	awk 'NF == 5 { print $2, $3 }' > "$dir/table"
[ -s "$dir/table" ] || bad "report -T: no table"
sed -n 's/^cpu-clock //p' "$dir/want" > "$dir/table.want"
awk 'NR == FNR { want[$1] = $2; next } $1 in want && ($2 < want[$1] || $2 > 2 * want[$1] + 5000000) {
	print $1 ": " want[$1] " by samples, the table says " $2 }' "$dir/table.want" "$dir/table" > "$dir/wrong"
[ ! -s "$dir/wrong" ] || bad "report -T: $(cat "$dir/wrong")"

# What the kernel counted for somebody else: with -c 1 each fault is a sample.
total() { # OPTION...: periods by event
	"$PERF" script -i "$dir/counted" -F tid,event,period 2> /dev/null |
		awk -v e="$1" '{ sub(":$", "", $3); if ($3 == e) n += $2 } END { print n + 0 }'
}
for events in page-faults page-faults,minor-faults '{page-faults,minor-faults,cpu-clock}:S'; do
	python3 "$PERF_TEST_DIR/build/counted.py" "$PERF" "$dir/counted" -e "$events" -c 1 -m 1024 -- \
		"$PERF" test -w named_threads 8 1 > "$dir/said" 2> "$dir/err" || {
		bad "$events: exit $?: $(cat "$dir/said" "$dir/err")"
		continue
	}
	said=$(sed -n 's/^page-faults //p' "$dir/said")
	[ "$said" -gt 100 ] && [ "$(total page-faults)" = "$said" ] ||
		bad "$events: $(total page-faults) page faults by samples, read() said '$said'"
	case $events in *minor*)
		# Read together with a leader whose fault is not yet a minor one: one of each thread may be missing.
		said=$(sed -n 's/^minor-faults //p' "$dir/said") least=$said
		[ "${events#*:S}" = "$events" ] || least=$((said - 64))
		[ "$(total minor-faults)" -le "$said" ] && [ "$(total minor-faults)" -ge "$least" ] ||
			bad "$events: $(total minor-faults) minor faults by samples, read() said '$said'"
	esac
done

# Counters that are not inherited: upstream, which may know nothing of threads with their own, agrees.
if [ -n "$(other_perf)" ]; then
	for how in --no-inherit -a; do
		"$PERF" record -q $how -e '{cpu-clock,page-faults,context-switches}:S' -o "$dir/other" -- \
			"$PERF" test -w named_threads 4 20 > "$dir/out" 2>&1 || continue
		compare "$dir/other" "$how"
		by_thread "$(other_perf)" "$dir/other" > "$dir/theirs"
		by_event "$dir/theirs" > "$dir/theirs-events"
		by_event "$dir/found" | cmp -s - "$dir/theirs-events" ||
			bad "$how: $(by_event "$dir/found"), upstream: $(cat "$dir/theirs-events")"
	done
fi
finish
