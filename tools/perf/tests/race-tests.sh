#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Looks for data races: what has threads, in a build with ThreadSanitizer. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: race-tests.sh -p PERF

	Runs all that has threads with PERF, a build with SAN=thread: record --threads in every way
	that it can begin, run and end, reading with several jobs, the writers of text and JSON, clients of
	libperf's stitcher, the screen while a recording is read.
	A report of ThreadSanitizer is a failure, and is shown. The last line says how many passed.

	exit status: 0 all passed, 1 not all, 77 PERF has no ThreadSanitizer, or it does not run here
	USAGE
}

perf=
# shellcheck source-path=SCRIPTDIR source=stage.sh
. "$(dirname "$0")/stage.sh"
stage_options "$@"
[ -n "$perf" ] || { usage >&2; exit 129; }
perf=$(cd "$(dirname "$perf")" && pwd)/perf
tests=$(cd "$(dirname "$0")" && pwd)
stage_folder races
cd "$dir"
mkdir reports
export TSAN_OPTIONS="log_path=$dir/reports/race exitcode=66 second_deadlock_stack=1" PERF_BUILDID_DIR="$dir/debug"

nm "$perf" 2>/dev/null | grep -q __tsan_init || { echo "'$perf' was built without SAN=thread"; exit 77; }
"$perf" version >version 2>&1 || { echo "ThreadSanitizer does not run here: $(tail -n 1 version)"; exit 77; }
passed=0 failed=0 skipped=0

# After what ran under this name: without a report.
judge()	# WHAT STATUS WANTED
{
	if [ -n "$(ls reports)" ]; then
		head -n 60 reports/*
		rm -f reports/*
		echo "FAILED: $1: a race"
		failed=$((failed + 1))
	elif [ "$2" != "$3" ]; then
		tail -n 20 said
		echo "FAILED: $1: exit $2, not $3"
		failed=$((failed + 1))
	else
		echo "ok: $1"
		passed=$((passed + 1))
	fi
}

run()	# WHAT WANTED COMMAND...
{
	what=$1 wanted=$2 status=0
	shift 2
	"$@" >printed 2>said </dev/null || status=$?
	judge "$what" "$status" "$wanted"
}

spin='i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done'
forks='i=0; while [ $i -lt 60 ]; do (:); i=$((i + 1)); done'

# A race that there is must be seen, and make perf fail: else nothing below proves anything.
status=0
"$perf" test -w race >printed 2>said </dev/null || status=$?
if [ "$status" = 66 ] && grep -q 'data race' reports/*; then
	rm -f reports/*
	echo "ok: a race that there is"
	passed=$((passed + 1))
else
	echo "FAILED: a race that there is: exit $status, not 66, or no report: $(ls reports)"
	exit 1
fi

# --- suites in C that have threads --------------------------------------------------------------------------------

for suite in "clients in several threads" text_out "rows by threads" "Utilities: workers"; do
	run "$suite" 0 "$perf" test "$suite"
	grep -q ' passed, 0 failed' printed || { echo "FAILED: $suite: $(tail -n 5 printed)"; failed=$((failed + 1)); }
done

# --- what writes while the next is made ----------------------------------------------------------------------------

"$perf" defer generate --seed 7 --tasks 40 --actions 8000 -o made.data >printed 2>&1
for what in "script" "script -D" "report --stdio" "data convert --to-json out.json --force" \
	"defer export --format=folded" "defer export --format=ndjson"; do
	# shellcheck disable=SC2086 # words by design
	run "perf $what" 0 "$perf" $what -i made.data
done

# --- what several threads read, and several processes print -----------------------------------------------------------

# The command that was run last under strace (-o calls): at least so many threads and processes were started by it.
started()	# WHAT THREADS PROCESSES
{
	threads=$(grep -c CLONE_THREAD calls || :) processes=$(grep -vc CLONE_THREAD calls || :)
	[ "$threads" -lt "$2" ] || [ "$processes" -lt "$3" ] || return 0
	echo "FAILED: $1: $threads threads and $processes processes were started, not $2 and $3"
	failed=$((failed + 1))
}

# Regions and slices are small, so that a recording of 1 MB has many. Of three threads, two are started; ThreadSanitizer has
# one of its own then, and there may be one that writes.
shared()	# PROCESSES STATUS RECORDING COMMAND...
{
	processes=$1 wanted=$2 recording=$3
	shift 3
	if [ -z "$traced" ]; then
		run "perf $* --jobs 3, $recording" "$wanted" "$perf" "$@" --jobs 3 -i "$recording.data"
		return
	fi
	run "perf $* --jobs 3, $recording" "$wanted" strace -qq -o calls -e trace=clone,clone3,fork,vfork "$perf" "$@" --jobs 3 -i "$recording.data"
	started "perf $* --jobs 3, $recording" 3 "$processes"
}

traced=
if strace -qq -o calls -e trace=clone true 2>said; then
	traced=1
else
	echo "skipped: whether threads and processes are started: $(tail -n 1 said)"
	skipped=$((skipped + 1))
fi
# Not every recording may be delivered by several processes: that of the seed 7 may not, which has counts of a group's members.
"$perf" defer generate --seed 2 --tasks 40 --actions 8000 --format file --byte-order little -o shared.data >printed 2>&1
export PERF_TEST_REGION=4096 PERF_TEST_SLICE=100 PERF_TEST_ROWS=50
shared 3 0 shared script
shared 3 0 shared script -F tid,time
shared 3 0 shared script --show-mmap-events --show-task-events
shared 0 0 shared report --stdio
shared 0 0 shared defer stat
shared 0 0 shared defer merge -o out.data
shared 0 0 shared defer export --format=folded
shared 0 0 made defer merge -o -
cp shared.data damaged.data
dd if=/dev/zero of=damaged.data bs=1 seek=30000 count=3000 conv=notrunc 2>said
shared 0 2 damaged report --stdio
shared 3 2 damaged script
unset PERF_TEST_REGION PERF_TEST_SLICE PERF_TEST_ROWS
# Damage of every kind: races, and another text than that of one job. Packed records that the head does not promise become a
# segment more of the file while threads read.
"$perf" defer generate --seed 2 --tasks 20 --actions 800 --format file --byte-order little -o small.data >printed 2>&1
"$perf" defer generate --seed 2 --tasks 20 --actions 800 --format file --byte-order little --compress 83 -o packed.data >printed 2>&1
"$tests/build/packed_between.py" small.data packed.data between.data
run "damaged recordings, with several jobs" 0 sh -c 'exec "$@" >&2' sh "$tests/fuzz/jobs.py" --damage 3 "$perf" small.data between.data
# And regions as they always are.
"$perf" defer generate --seed 2 --tasks 40 --actions 100000 --format file --byte-order little -o large.data >printed 2>&1
shared 0 0 large defer stat

# --- whose output ends early -------------------------------------------------------------------------------------------

# Its reader goes away.
status=0
"$perf" script -i made.data 2>said | head -n 5 >printed || status=$?
judge "perf script, whose reader goes away" 0 0
if [ -w /dev/full ]; then
	status=0
	"$perf" script -i made.data >/dev/full 2>said || status=$?
	judge "perf script on a full disk" "$status" 1
fi

# --- the thread that draws while the main one reads -------------------------------------------------------------------------

if command -v tmux >/dev/null; then
	run "the screen while a recording is read" 0 "$perf" test "screen while a recording is still read"
	run "the screen of a stretch" 0 "$perf" test "samples over time, as a line"
else
	echo "skipped: screens: there is no tmux"
	skipped=$((skipped + 1))
fi

# --- recordings --------------------------------------------------------------------------------------------------------

if ! "$perf" record -q -e cpu-clock -o probe -- true >said 2>&1; then
	echo "skipped: record --threads: $(tail -n 1 said)"
	skipped=$((skipped + 1))
else
	for options in "" "-z" "-a" "-a -z -g" "-a --threads=core" "-m 1 -F 20000 -g" "--switch-events" "-N" "--keep-priority"; do
		# shellcheck disable=SC2086 # words by design
		run "record --threads $options" 0 "$perf" record --threads -e cpu-clock -F 5000 $options -o f -- sh -c "$spin; $forks"
		run "reading it" 0 "$perf" script -i f
	done
	# Names that threads find out while they make rows.
	"$perf" record -q -e cpu-clock -F 20000 -g -o lines -- "$perf" defer generate --seed 3 --tasks 40 --actions 8000 -o /dev/null >said 2>&1 || :
	run "rows of source files" 0 env PERF_TEST_ROWS=50 "$perf" report --stdio -s srcfile,sym --jobs 3 -i lines
	run "record --threads, losses" 0 "$perf" record --threads -N -m 1 -e page-faults -c 1 -o f -- sh -c "kill -STOP \$PPID; $forks; kill -CONT \$PPID"
	run "record --threads --max-size" 0 "$perf" record --threads -a -e cpu-clock -F 10000 -g --max-size 100K -o f -- sleep 60
	run "record --threads on a full disk" 1 sh -c "ulimit -f 60; exec \"$perf\" record --threads -a -e cpu-clock -F 20000 -g -m 32 -o f -- sh -c '$spin; $spin; $spin'"
	for signal in INT TERM; do
		"$perf" record --threads -a -e cpu-clock -F 5000 -o f -- sh -c "kill -$signal \$PPID; $spin; sleep 10" >printed 2>said </dev/null || :
		judge "record --threads, SIG$signal" 0 0
	done
	sleep 60 &
	target=$!
	"$perf" record --threads -e cpu-clock -o f -p $target >printed 2>said &
	recorder=$!
	sleep 1
	kill $target
	status=0
	wait $recorder || status=$?
	judge "record --threads -p, which ends" $status 0
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
