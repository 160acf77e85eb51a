#!/bin/sh
# perf top, perf defer watch: a day of a machine; memory is flat where things come again, bounded for each that has ended, and given back by the next process
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
not_again "sanitizers keep what is freed"
need_tools jq
cd "$dir"
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
printf 'ffffffff81000000 T _text\n' > kallsyms
few=800
[ -z "${PERF_TEST_LONG:-}" ] || few=10000

# --- a day that was made: what one process knows of it ---
# Streams come by a pipe: pages of a file would count as memory.
peak() { # WHAT COMMAND...: bytes at its most, of a stream in `day`; all samples have come
	what=$1
	shift
	got=0
	cat day | "$PERF" "$@" --json --kallsyms kallsyms --input - > out 2> err || got=$?
	[ $got = 0 ] || fail "$*: exit $got: $(cat err)"
	samples=$(jq -s "map($what.samples) | add" out)
	[ "$samples" = "$number" ] || bad "$*: $samples samples of $number: $(cat err)"
	jq -s "map($what.own_memory) | max" out
}
# Of each kind, how much a few take, and what each of the rest adds at most: half as much again as it was when this was written, and more.
of_each() { # KIND BYTES TIMES
	for number in $few $((few * $3)); do
		python3 "$PERF_TEST_DIR/build/long_day.py" "$1" $number > day
		rm -rf kept
		watch=$(peak "" defer watch -o kept --slice 3600)
		top=$(peak .top top -d 3600 -s sym)
		if [ $number = $few ]; then
			watch_few=$watch top_few=$top
			continue
		fi
		rest=$((number - few))
		[ $((watch - watch_few)) -lt $((rest * $2 + (1 << 21))) ] || bad "watch: $1: $watch_few bytes after $few, $watch after $number"
		[ $((top - top_few)) -lt $((rest * $2 + (1 << 21))) ] || bad "top: $1: $top_few bytes after $few, $top after $number"
	done
}
# (Records of so many that come again would be more than what is allowed on top.)
of_each steady 0 40
of_each jobs 2000 10
of_each threads 300 10
of_each maps 1000 10
if [ -n "${PERF_TEST_LONG:-}" ]; then
	of_each files 3500 10
	of_each groups 2200 10
fi

# How long it takes until a process has grown so much is a matter of what else the machine does.
[ -n "${PERF_TEST_LONG:-}" ] || finish
# --- live: processes follow each other, and none is larger than the ones before ---
"$PERF" record -q -e cpu-clock -o try -- true > log 2>&1 || { left_out "live" "this machine lets nobody sample"; finish; }
# Processes that come and go (each too soon for a clock, so that page faults are sampled), with their maps, until this suite ends; not as many as there could be, for a CPU is all they would take.
cat > jobs.py << 'E'
import os, time
while True:
    for _ in range(20):
        os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)
    time.sleep(0.05)
E
python3 jobs.py &
jobs=$!
at_end() { kill $jobs ${live:-} 2> /dev/null || :; }
last=4
follow() { # WHAT COMMAND...
	what=$1
	shift
	"$PERF" "$@" --json --renew-at 1 -e page-faults -c 50 -p $jobs > out 2> err &
	live=$!
	# The last line may not be whole yet.
	for nr in $(seq $last); do
		wait_for "process $nr of perf $1" "jq -c '$what.generation' out 2> log | grep -qx $nr"
	done
	for process in $live $(pgrep -P $live); do
		[ ! -r "/proc/$process/status" ] || sed -n "s/^VmRSS:[^0-9]*\([0-9]*\).*/\1 $process/p" "/proc/$process/status"
	done > sizes
	kill -TERM $live
	wait $live || bad "perf $1: exit $?: $(cat err)"
	# What each of them was at its most, in KB: those behind the first two are no more, but for what happened meanwhile.
	jq -s -c "[group_by($what.generation)[] | map($what.own_memory) | max / 1024 | floor]" out > peaks
	jq -e '(.[:2] | max) as $first | .[2:] | all(. < $first * 2 + 4096)' peaks > got || bad "perf $1: $(cat peaks)"
	# Who starts them all is as small as ever.
	[ "$(sed -n "s/ $live\$//p" sizes)" -lt 65536 ] || bad "perf $1: the process that starts them: $(cat sizes)"
}
follow "" defer watch -o live --slice 1 --labels no
# perf top shows the next one's rows when these are the same: with -z that is soon.
follow .top top -z -d 0.5
finish
