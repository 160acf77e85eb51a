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
	that it can begin, run and end, the writers of text and JSON, clients of libperf's stitcher.
	A report of ThreadSanitizer is a failure, and is shown. The last line says how many passed.

	exit status: 0 all passed, 1 not all, 77 PERF has no ThreadSanitizer, or it does not run here
	USAGE
}

perf=
while getopts hp: opt; do
	case $opt in
	h) usage; exit 0 ;;
	p) perf=$OPTARG ;;
	*) usage >&2; exit 129 ;;
	esac
done
[ -n "$perf" ] || { usage >&2; exit 129; }
perf=$(cd "$(dirname "$perf")" && pwd)/perf
dir=$(mktemp -d "${TMPDIR:-/tmp}/perf-races.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
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

# --- suites in C that have threads --------------------------------------------------------------------------------

for suite in "clients in several threads" text_out; do
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
# Its reader goes away.
status=0
"$perf" script -i made.data 2>said | head -n 5 >printed || status=$?
judge "perf script, whose reader goes away" 0 0
if [ -w /dev/full ]; then
	status=0
	"$perf" script -i made.data >/dev/full 2>said || status=$?
	judge "perf script on a full disk" "$status" 1
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
