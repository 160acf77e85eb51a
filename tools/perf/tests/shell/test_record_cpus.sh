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

moved() { # WHAT OPTIONS...: every sample has the program's name, and every user address lies in a file
	what=$1
	shift
	rm -rf "$dir/data"
	taskset -c 0 "$PERF" record -C 1 "$@" -o "$dir/data" -- sh -c "$work" > "$dir/out" 2> "$dir/err" ||
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

# The events themselves are on the CPUs that were named, and one that tells of tasks is on all.
opened() { # ARGUMENTS...: "CPUs of the first event / CPUs of the last"
	"$PERF" record -vv -o "$dir/data" "$@" -- true 2>&1 > /dev/null |
		awk '/^perf_event_attr:/ { n++ } /^sys_perf_event_open: cpu/ { on[n] = on[n] $3 " " }
		     END { print on[1] "/ " on[n] }'
}
all=$(opened -e cpu-clock -a)
[ "$(opened -e cpu-clock -C 1)" = "1 /${all#*/}" ] || bad "-C 1: opened on $(opened -e cpu-clock -C 1)"
[ "$(opened -e cpu-clock -C 1 -p $$)" = "1 /${all#*/}" ] || bad "-C 1 -p: opened on $(opened -e cpu-clock -C 1 -p $$)"
# Who wants to see nothing else gets what was asked for.
[ "$(opened -e dummy:u -C 1)" = "1 / 1 " ] || bad "-C 1 -e dummy:u: opened on $(opened -e dummy:u -C 1)"
finish
