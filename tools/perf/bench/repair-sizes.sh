#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# How many bytes of the stack does the repair of frame pointer chains need, and what do they cost? See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: repair-sizes.sh [-p PERF] [-w DIR] [-c MODE] [-n TIMES] [SIZE...]

	Records the programs of tests/truth, whose stacks are known, with each SIZE of the recorded piece of stack (default:
	0 64 128 256 512 1024 2048 4096 cut; 0 is without, cut what perf record does without a number), and prints for each: bytes of the recording a sample, the share of stacks
	that are whole, those that are not, those with a function that was not there; and how many nanoseconds of CPU
	time a sample costs the program, from 50,000 system calls (the best of five runs, above those without a recording).

	  -p PERF   the perf to try (default: the one built in this tree)
	  -w DIR    the programs, as tests/truth/build.sh makes them (default: builds O2-fp-shared)
	  -c MODE   fp (default), or fp,defer where the kernel has it
	  -n TIMES  each path so many times (default: 20)

	It needs tracepoints of system calls, and python3.
	USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
truth=$here/../tests/truth
perf=$here/../build/perf
programs=
mode=fp
times=20
while getopts hp:w:c:n: opt; do
	case $opt in
	h) usage; exit 0 ;;
	p) perf=$OPTARG ;;
	w) programs=$OPTARG ;;
	c) mode=$OPTARG ;;
	n) times=$OPTARG ;;
	*) usage >&2; exit 129 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- 0 64 128 256 512 1024 2048 4096 cut

work=$(mktemp -d "${TMPDIR:-/tmp}/perf-repair.XXXXXX")
trap 'rm -rf "$work"' EXIT
if [ -z "$programs" ]; then
	programs=$work/programs
	"$truth/build.sh" "$programs" O2-fp-shared
fi
program=$programs/O2-fp-shared/truth
export PERF_BUILDID_DIR="$work/cache" PERF_CONFIG=/dev/null
"$program" list >"$work/list"
events=$(awk '$2 ~ /^sys_/ { print "syscalls:" $2 }' "$work/list" | sort -u | paste -sd,)

# CPU time of 50,000 system calls of dd, in milliseconds; "$@" goes in front of it.
cpu_time()
{
	best=
	for _ in 1 2 3 4 5; do
		"$@" sh -c 'dd if=/dev/zero of=/dev/null bs=1 count=25000 2>/dev/null; times' >"$work/times" 2>/dev/null
		ms=$(tail -n 1 "$work/times" | awk '{
			for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += t[1] * 60000 + t[2] * 1000 }
			print sum }')
		[ -n "$best" ] && [ "$best" -le "$ms" ] || best=$ms
	done
	echo "$best"
}

alone=$(cpu_time env)
printf '%6s %14s %8s %10s %8s %10s\n' bytes bytes/sample whole 'not whole' wrong ns/sample
for size in "$@"; do
	words=$mode
	case $size in
	0) ;;
	cut) words=$mode,repair,keep ;;
	*) words=$mode,repair=$size,keep ;;
	esac
	"$perf" record -q -N -m 4M -e "$events" --call-graph "$words" -o "$work/a.data" -- "$program" run "$times" \
		>/dev/null 2>&1
	"$perf" record -q -N -F 999 -e cpu-clock:u --call-graph "$words" -o "$work/b.data" -- "$program" spin 1000 \
		>/dev/null 2>&1
	options=
	[ "$size" != 0 ] || options=--as-recorded
	for part in a b; do
		# shellcheck disable=SC2086 # one word, or none
		"$perf" script --no-inline $options -F comm,event,trace,ip,sym,dso -i "$work/$part.data" 2>/dev/null
	done >"$work/text"
	"$truth/judge.py" --silent-is-fine --json "$work/list" <"$work/text" >"$work/judged" 2>/dev/null || :
	samples=$("$perf" report --stats -i "$work/a.data" 2>/dev/null | awk '$1 == "SAMPLE" { print $3; exit }')
	with=$(cpu_time "$perf" record -q -N -m 16M -e syscalls:sys_enter_read,syscalls:sys_enter_write \
		--call-graph "$words" -o "$work/c.data" --)
	sed -E 's/.*"total": \{([^}]*)\}.*/\1/; s/[",:]//g' "$work/judged" | awk -v size="$size" -v with="$with" \
		-v alone="$alone" -v bytes="$(stat -c %s "$work/a.data")" -v samples="$samples" '{
		for (i = 1; i < NF; i += 2)
			n[$i] = $(i + 1)
		all = n["whole"] + n["marked"] + n["silent"] + n["invented"]
		printf "%6s %14.0f %7.1f%% %10d %8d %10.0f\n", size, samples ? bytes / samples : 0,
			all ? 100 * n["whole"] / all : 0, n["marked"] + n["silent"], n["invented"],
			(with - alone) * 1e6 / 50000
	}'
done
