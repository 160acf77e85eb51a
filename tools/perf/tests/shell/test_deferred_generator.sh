#!/bin/sh
# Deferred callchains: synthetic recordings and an independent reader agree
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3 zstd

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1
"$tests/build/run_scenarios.py" oracle "$PERF" "$tests"/scenario/*.txt
# Made-up scenarios: the reader agrees; as text and back they are the same, and a seed is a promise.
"$tests/build/run_seeds.py" oracle "$PERF" 1 25

# What is impossible is refused, with the line.
refused() { # TEXT MESSAGE
	printf '%b' "$1" > "$dir/text"
	status=0
	"$PERF" defer generate -o "$dir/c" "$dir/text" 2> "$dir/err" || status=$?
	[ $status = 1 ] || fail "exit $status for: $1"
	grep -q -e "$2" "$dir/err" || fail "message for '$1': $(cat "$dir/err")"
	[ "$(wc -l < "$dir/err")" = 1 ] || fail "more than a line: $(cat "$dir/err")"
}
refused 'task 1\n1 return\n' "line 2: task 1 is not in the kernel"
refused 'task 1\n1 enter\n1 enter\n' "line 3: task 1 is in the kernel already"
refused '\n5 enter\n' "line 2: there is no task 5"
refused 'task 1\n1 dance\n' "line 2: 'dance' is nothing a task does"
refused 'task 1\n1 enter quickly\n' "line 2: 'quickly' is not understood here"
refused 'task 1\ntask 1\n' "two tasks 1"
refused 'cpus 0\n' "line 1: 'cpus' cannot have this value"
refused 'speed 9\n' "line 1: 'speed' is not a setting"
refused 'event x fields=ip,nonsense\n' "line 1: there is no field 'nonsense'"
refused 'attr-size 64\nevent x fields=+regs_intr\n' "need an attr of 104 bytes"
refused 'task 1\n@2000000005 1 enter\n@2000000004 1 return\n' "line 3: time 2000000004 lies before 2000000005"
refused 'task 1\n1 sample nothing\n' "line 2: there is no event 'nothing'"
refused 'task 1 cpu=7\n' "task 1 is on cpu 7 of 2"
refused 'repeat 3\n' "a 'repeat' has no 'end'"
refused 'task 1\n1 enter user=9000\n' "takes a number up to 8000"
status=0
"$PERF" defer generate 2> "$dir/err" || status=$?
[ $status = 129 ] || fail "exit $status without a scenario"
status=0
"$PERF" defer generate -o /dev/full --seed 1 2> "$dir/err" || status=$?
[ $status = 1 ] || fail "exit $status for a full disk"
grep -q "cannot write '/dev/full': No space left" "$dir/err" || fail "full disk: $(cat "$dir/err")"
# The same seed is the same recording, whatever compiler made perf: in which order C rolls two dice of one expression is up to that.
seed_is() { # CKSUM ARGUMENTS...
	want=$1
	shift
	got=$("$PERF" defer generate "$@" --print | cksum)
	[ "$got" = "$want" ] || fail "generate $*: $got, was $want"
}
seed_is "1459284556 8374" --seed 330
seed_is "4215106124 16724" --seed 330 --switches
