#!/bin/sh
# perf defer watch, live: slices by the clock, the rest at SIGTERM, one process after the other without a gap or a slice twice
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools jq
cd "$dir"
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
"$PERF" record -q -e cpu-clock -o try -- true > log 2>&1 || skip "this machine lets nobody sample"

# It runs for as long as this suite needs it, however busy the machine is. What comes and goes makes what is known grow.
"$PERF" test -w noploop 3600 &
busy=$!
sh -c 'while :; do /bin/true; done' &
many=$!
at_end() { kill $busy $many 2> /dev/null || :; }

"$PERF" defer watch --json -o a --slice 1 --renew-at 1 --labels no -e cpu-clock -F 499 -p $busy,$many > out 2> err &
pid=$!
next() { jq -s -e 'map(select(.generation >= 1)) | length > 1' out > got 2>&1; }
wait_for "a process to follow the first" next
kill -TERM $pid
got=0
wait $pid || got=$?
kill $many
[ $got = 0 ] || bad "SIGTERM: exit $got: $(cat err)"
# All slices from the second one to the last but one are whole, and each follows the one before, also where another process has written it.
jq -s -e '.[1:-1] | length > 2 and all(.seconds == 1)' out > got || bad "slices: $(cat out)"
jq -s -e '[.[1:] | .[].from] as $t | [range(1; $t | length) | $t[.] - $t[. - 1] | . > 990000000 and . < 1010000000] | all' out > got || bad "a gap, or a slice twice: $(jq -c '[.from, .generation]' out)"
jq -s -e '(map(.samples) | add) > 0 and all(.own_cpu_percent == null or .own_cpu_percent >= 0)' out > got || bad "samples: $(cat out)"
# What was counted since the last whole one was written at the end, and all that has samples is there.
[ "$(find a/samples -type f | wc -l)" = "$(jq -s 'map(select(.samples > 0)) | length' out)" ] || bad "files: $(find a -type f) $(cat out)"
wait_for "the end of all its processes" "! pgrep -f 'defer watch --json -o a' > log"
# Text; and an end after so many slices.
"$PERF" defer watch -o b --slice 1 --slices 2 --labels no -e cpu-clock -F 99 -p $busy > out 2> err || bad "--slices 2: exit $?: $(cat err)"
[ "$(grep -cE '^20[0-9-]*T[0-9:]*Z [0-9.]*s: [0-9]+ samples \([0-9]+ kernel\), lost 0/0, stacks [0-9]+, callers missing [0-9]+, orphans [0-9]+; own CPU [0-9.]+%, memory [0-9]+ MB; wrote [0-9]+ bytes, ' out)" = 2 ] ||
	bad "the lines: $(cat out)"
# Killed, what was written stays, and the next one goes on in the same folder.
# Nobody listens at this port; the process that would send is started again when it ends.
if "$PERF" check feature -q libcurl; then
	set -- --otlp http://127.0.0.1:1
fi
"$PERF" defer watch --json -o b --slice 1 --labels no -e cpu-clock -F 99 -p $busy "$@" > first 2> err &
pid=$!
wait_for "a slice" "[ -s first ]"
if [ $# -gt 0 ]; then
	for child in $(pgrep -P $pid); do
		pgrep -P "$child" > log || kill -KILL "$child"
	done
	wait_for "another process that sends" "grep -q 'otlp: the process that sends has ended; another one begins' err"
fi
before=$(find b/samples -type f | wc -l)
kill -KILL $pid
wait $pid 2> log || :
wait_for "the end of all its processes" "! pgrep -f 'defer watch --json -o b' > log"
"$PERF" defer watch --json -o b --slice 1 --slices 1 --labels no -e cpu-clock -F 99 -p $busy > out 2> err || bad "after kill -9: exit $?: $(cat err)"
[ "$(find b/samples -type f | wc -l)" -gt "$before" ] || bad "after kill -9: $(find b -type f)"
# Nor is it the end of a recording that the recorder is killed: who waits for it has to know.
"$PERF" defer watch --json -o c --slice 1 --labels no -e cpu-clock -F 99 -p $busy > third 2> err &
pid=$!
wait_for "a slice" "[ -s third ]"
kill -KILL "$(perfs -P "$(perfs -P $pid)")"
got=0
wait $pid || got=$?
[ $got = 1 ] && grep -q 'the recorder was ended by signal 9' err || bad "its recorder was killed: exit $got: $(cat err)"
# One that is stopped ends, too.
"$PERF" defer watch --json -o d --slice 1 --labels no -e cpu-clock -F 99 -p $busy > fourth 2> err &
pid=$!
wait_for "a slice" "[ -s fourth ]"
kill -STOP "$(perfs -P "$(perfs -P $pid)")"
kill -INT $pid
wait $pid || bad "its recorder was stopped: exit $?: $(cat err)"
kill $busy
# The wall clock is set, as a time server does it, or a night's sleep: what follows has the new time, from another process.
cat > wall.c << 'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *t)
{
	FILE *f = clock == CLOCK_REALTIME ? fopen(getenv("WALL"), "r") : NULL;
	int add = 0, err = (int)syscall(SYS_clock_gettime, clock, t);

	if (f && (fscanf(f, "%d", &add) != 1 || fclose(f)))
		add = 0;
	t->tv_sec += add;
	return err;
}
END
export WALL="$dir/wall"
echo 0 > wall
if command -v gcc > log && gcc -shared -fPIC -o wall.so wall.c 2> log && LD_PRELOAD=$dir/wall.so "$PERF" version > log 2>&1; then
	sh -c 'while :; do sleep 0.05; done' &
	many=$!
	set -- env "LD_PRELOAD=$dir/wall.so" "$PERF" defer watch --json -o e --slice 1 --labels no -e cpu-clock -c 100000 -p $many "$@"
	"$@" --slices 4 > fifth 2> err || bad "by a clock of its own: exit $?: $(cat err)"
	# It is set back while perf does not run: the same moments come once more, and what was kept of them is not replaced.
	echo -4 > wall
	: > sixth
	"$@" > sixth 2> err &
	pid=$!
	wait_for "some slices" '[ "$(wc -l < sixth)" -gt 3 ]'
	echo 431996 > wall
	set_forward() { jq -s -e 'last.from - .[0].from > 430000e9' sixth > got 2>&1; }
	wait_for "slices of five days later" set_forward
	kill -TERM $pid
	wait $pid || bad "the clock was set: exit $?: $(cat err)"
	[ "$(grep -c 'the wall clock was set, or the machine has slept (+432000 s)' err)" = 1 ] || bad "the clock was set: $(cat err)"
	[ "$(find e/samples -name 'day=*' | wc -l)" -ge 2 ] || bad "the clock was set: $(find e)"
	jq -s 'map(.from) | length - (unique | length)' fifth sixth > got
	[ "$(cat got)" -gt 0 ] || bad "the clock was set back, and no moment came again: $(jq -c .from fifth sixth)"
	slices=$(jq -s 'map(select(.samples > 0)) | length' fifth sixth)
	for folder in samples recordings queue; do
		[ ! -d e/$folder ] || [ "$(find e/$folder -type f | wc -l)" = "$slices" ] || bad "the clock was set back: not $slices files in $folder: $(find e | sort)"
	done
else
	left_out "a clock that is set" "it takes gcc, and a perf into which another library can be loaded first"
fi
got=0
"$PERF" defer watch -o b -e cpu-clock -p 4194304 > out 2> err || got=$?
[ $got = 1 ] && [ -s err ] || bad "a process that is not there: exit $got: $(cat err)"
finish
