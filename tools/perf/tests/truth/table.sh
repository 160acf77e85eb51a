#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# How true are the stacks of each kind of call chain? See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: table.sh [-p PERF] [-w DIR] [-n TIMES] [-k KIND]... [-d] [-g] [-j FILE] [VARIANT...]

	Records the program of this folder with each kind of call chain, compares every stack with the
	path that is known from the source, and prints a line for each variant and kind: how many
	stacks were whole, marked as incomplete, incomplete without a mark, and wrong. Stacks at system
	calls come first. How many samples of the timer there are depends on the machine: they stand
	behind them, on their own.

	  -p PERF   the perf to try (default: the one built in this tree)
	  -w DIR    the programs, as build.sh makes them (default: builds those of VARIANT)
	  -n TIMES  each path so many times (default: 20)
	  -k KIND   recorded   frame pointers, shown as the kernel wrote them
	            inferred   the same recording, as perf shows it
	            unwound    stacks that perf record unwinds
	            repaired   frame pointers, with registers and a piece of the stack, unwound by the reader
	            dwarf      copies of the stack
	            (default: all of them; may be given several times)
	  -d        frame pointers are deferred (fp,defer); the kernel must have it
	  -g        boots a guest whose kernel has it, and does all of this there
	  -j FILE   a JSON object for each line, too
	  -v        shows the first stack of each path that is not whole

	exit status: 0, or 1 where a stack was wrong, or incomplete without a mark (but for 'recorded' and
	'dwarf', which are what they are), 77 if this machine cannot record it
	USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
perf=$here/../../build/perf
programs=
times=20
kinds=
fp=fp
guest=
json=
verbose=

while getopts hp:w:n:k:dgj:v opt; do
	case $opt in
	h) usage; exit 0 ;;
	p) perf=$OPTARG ;;
	w) programs=$OPTARG ;;
	n) times=$OPTARG ;;
	k) kinds="$kinds $OPTARG" ;;
	d) fp=fp,defer ;;
	g) guest=1 ;;
	j) json=$OPTARG ;;
	v) verbose=-v ;;
	*) usage >&2; exit 129 ;;
	esac
done
shift $((OPTIND - 1))
kinds=${kinds:-recorded inferred unwound repaired dwarf}
[ $# -gt 0 ] || set -- O0-fp-shared O2-fp-shared O2-fp-static O2-nofp-shared

work=$(mktemp -d "${TMPDIR:-/tmp}/perf-truth.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

if [ -z "$programs" ]; then
	programs=$work/programs
	"$here/build.sh" "$programs" "$@"
fi

if [ -n "$guest" ]; then
	mkdir "$work/guest"
	cp -r "$programs" "$work/guest/programs"
	cp "$here/table.sh" "$here/judge.py" "$work/guest"
	{
		echo 'mkdir -p out'
		echo "sh table.sh -p perf -w programs -n $times -d $verbose -j out/table.json \\"
		for kind in $kinds; do
			echo "	-k $kind \\"
		done
		echo "	$*"
	} >"$work/guest/run.sh"
	status=0
	"$here/../vm/boot.sh" -P -p "$perf" -T 900 "$work/guest" || status=$?
	[ -z "$json" ] || [ ! -e "$work/guest/out/table.json" ] || cp "$work/guest/out/table.json" "$json"
	exit "$status"
fi

[ -z "$json" ] || : >"$json"
# What is in the cache, and who asks for what, must not matter.
export PERF_BUILDID_DIR="$work/cache" PERF_CONFIG=/dev/null
status=0

record()	# name words-of-call-graph program
{
	events=$(awk '$2 ~ /^sys_/ { print "syscalls:" $2 }' "$work/list" | sort -u | paste -sd,)
	# shellcheck disable=SC2086 # the list of programs has no white space
	if ! "$perf" record -q -N -m 4M -e "$events" --call-graph "$2" -o "$work/$1.data" -- "$3" run "$times" \
		>"$work/log" 2>&1; then
		cat "$work/log" >&2
		echo "table.sh: '$3' cannot be recorded here with --call-graph $2"
		exit 77
	fi
	"$perf" record -q -N -F 999 -e cpu-clock:u --call-graph "$2" -o "$work/$1-spin.data" -- "$3" spin 300 \
		>"$work/log" 2>&1 || { cat "$work/log" >&2; exit 77; }
}

show()	# name options of script...
{
	data=$work/$1
	shift
	for part in "$data.data" "$data-spin.data"; do
		"$perf" script --no-inline -F comm,event,trace,ip,sym,dso "$@" -i "$part" 2>"$work/log" || {
			cat "$work/log" >&2
			exit 1
		}
	done
}

line()	# variant kind, on stdin: text of script
{
	fine=
	case $2 in
	recorded | dwarf) fine=--silent-is-fine ;;
	esac
	result=0
	# shellcheck disable=SC2086 # one word, or none
	"$here/judge.py" $verbose $fine --json "$work/list" >"$work/judged" 2>"$work/why" || result=$?
	cat "$work/why" >&2
	case $2 in
	recorded | dwarf) ;;
	*) [ "$result" = 0 ] || status=1 ;;
	esac
	python3 - "$work/judged" "$1" "$2" <<-'PY'
	import json, sys

	with open(sys.argv[1]) as f:
	    judged = json.load(f)
	kinds = ("whole", "marked", "silent", "invented")
	timer = [judged["timer"][k] for k in kinds]
	calls = [judged["total"][k] - t for k, t in zip(kinds, timer)]
	print("%-16s %-9s" % tuple(sys.argv[2:]), end="")
	for row in (calls, timer):
	    print(" %7d %6.1f%% %7d %7d %7d" % (sum(row), 100 * row[0] / (sum(row) or 1), *row[1:]), end="")
	print()
	PY
	[ -z "$json" ] || sed "s/^{/{\"variant\": \"$1\", \"kind\": \"$2\", /" "$work/judged" >>"$json"
}

printf '%-16s %-9s %7s %7s %7s %7s %7s %7s %7s %7s %7s %7s\n' program chains \
	calls whole marked silent wrong timer whole marked silent wrong
for variant in "$@"; do
	program=$programs/$variant/truth
	"$program" list >"$work/list"
	for kind in $kinds; do
		case $kind in
		recorded | inferred)
			[ -e "$work/$variant.data" ] || record "$variant" "$fp" "$program"
			options=
			[ "$kind" = inferred ] || options=--as-recorded
			# shellcheck disable=SC2086 # one word, or none
			show "$variant" $options >"$work/text"
			;;
		unwound)
			record "$variant-unwound" "$fp,repair" "$program"
			show "$variant-unwound" >"$work/text"
			;;
		repaired)
			record "$variant-repair" "$fp,repair,keep" "$program"
			show "$variant-repair" >"$work/text"
			;;
		dwarf)
			record "$variant-dwarf" dwarf,16384 "$program"
			show "$variant-dwarf" >"$work/text"
			;;
		*) echo "table.sh: no kind of chains is called '$kind'" >&2; exit 129 ;;
		esac
		line "$variant" "$kind" <"$work/text"
	done
done
exit "$status"
