#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# How much work a recorded program gets done. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: measure-work.sh [-p PERF] [--upstream ROOT] [-n RUNS] [-s SECS] [-b BUSY]...

	Records a program whose threads end fast (workloads/churn.c), on this machine, as root: with the
	default priority, with --keep-priority and with upstream's perf, in turns, while BUSY other programs
	keep the CPUs busy, each in a session of its own. Prints how many threads there were in each run,
	and a table: the median, the least and the most.

	  -p PERF          the perf to measure (default: the one built in this tree)
	  --upstream ROOT  as in measure-losses.sh
	  -n RUNS          of each (default: 20)
	  -s SECS          how long each is recorded (default: 1)
	  -b BUSY          may be given several times (default: 0, 4 and 20)

	Goal: by default as much as with --keep-priority. Exit status: 0 the median of the one is at least
	nine tenths of the other's, 1 it is not, or a run failed.
	USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
perf=$here/../../build/perf
root=
runs=20
seconds=1
loads=

while [ $# -gt 0 ]; do
	case $1 in
	-h | --help) usage; exit 0 ;;
	-p | -n | -b | -s | --upstream) [ $# -ge 2 ] || { usage >&2; exit 129; } ;;
	*) usage >&2; exit 129 ;;
	esac
	case $1 in
	-p) perf=$2 ;;
	-n) runs=$2 ;;
	-b) loads="$loads $2" ;;
	-s) seconds=$2 ;;
	--upstream) root=$2 ;;
	esac
	shift 2
done

dir=$(mktemp -d "${TMPDIR:-/tmp}/perf-work.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
"$here/workloads/build.sh" "$dir/workloads"
churn=$dir/workloads/churn

record()	# WHO BUSY PERF-RECORD...
{
	who=$1 busy=$2
	shift 2
	# They are there until the recording has ended: how long a perf takes to begin must not decide how busy the CPUs are then.
	others=$("$churn" $((seconds + 60)) "$busy")
	if threads=$("$@" -N -o "$dir/f" -- "$churn" "$seconds" 2>"$dir/err"); then
		echo "$who $busy $threads"
	else
		echo "FAILED: $who: $(cat "$dir/err")"
	fi
	# shellcheck disable=SC2086 # numbers
	[ -z "$others" ] || kill $others
	sleep 1
}

for busy in ${loads:-0 4 20}; do
	run=0
	while [ $run -lt "$runs" ]; do
		record default "$busy" "$perf" record
		record kept "$busy" "$perf" record --keep-priority
		[ -z "$root" ] || record upstream "$busy" "$root/lib64/ld-linux-x86-64.so.2" --inhibit-cache \
			--library-path "$root/usr/lib/x86_64-linux-gnu" "$root/usr/bin/perf" record
		run=$((run + 1))
	done
done | tee "$dir/said"
! grep -q '^FAILED' "$dir/said" || exit 1

echo
sort -k 2,2n -k 1,1 -k 3,3n "$dir/said" | awk '
	function row(  median) {
		if (!n)
			return
		median = n % 2 ? made[(n + 1) / 2] : (made[n / 2] + made[n / 2 + 1]) / 2
		printf "%4d busy  %-9s %3d runs  median %7.0f  %6d to %6d\n", busy, who, n, median, made[1], made[n]
		medians[busy, who] = median
		busys[busy]
		n = 0
	}
	$1 != who || $2 != busy { row(); who = $1; busy = $2 }
	{ made[++n] = $3 }
	END {
		row()
		for (busy in busys)
			less += medians[busy, "default"] < 0.9 * medians[busy, "kept"]
		if (less)
			print "less than nine tenths of what it does with --keep-priority"
		exit less != 0
	}'
