#!/bin/sh
# perf top: rows that decay, of a recording whose samples are known; a line of JSON each time; live, with whole stacks, ended from outside
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3 jq
cd "$dir"
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" PYTHONPATH="$PERF_TEST_DIR/build"

# Two functions of a kernel: 80 samples of one in the first second, 16 of another in the second one, none in the third, one in the fourth.
cat > make.py << 'E'
from perfwrite import *

K, SECOND = 0xffffffff81000000, 10**9
f = Writer(arch="x86_64")
e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_IDENTIFIER, name="cpu-clock")
f.mmap2(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.comm(7, 7, "seven")
for second, ip, nr in ((0, 0x100, 80), (1, 0x200, 16), (3, 0x100, 1)):
    for i in range(nr):
        f.sample(e, misc=MISC_KERNEL, ip=K + ip, pid=7, tid=7, time=SECOND + second * SECOND + i, period=1000)
f.write("data")
f.write_pipe("data.pipe")

f = Writer(arch="x86_64")
e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_IDENTIFIER, name="cpu-clock")
f.mmap2(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.comm(7, 7, "seven")
for second, ip, period in ((0, 0x100, 1000), (1, 0x200, 30000000)):
    f.sample(e, misc=MISC_KERNEL, ip=K + ip, pid=7, tid=7, time=SECOND + second * SECOND, period=period)
f.write("faded")

# The first one, called by two others: many times; and once each, so that the parts of its sum are gone before the sum is.
def write_called(name, samples):
    f = Writer(arch="x86_64")
    e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_IDENTIFIER | S_CALLCHAIN, name="cpu-clock")
    f.mmap2(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
    f.comm(7, 7, "seven")
    for second, ip, caller, nr, period in samples:
        for i in range(nr):
            f.sample(e, misc=MISC_KERNEL, ip=K + ip, pid=7, tid=7, time=SECOND + second * SECOND + i, period=period,
                     chain=[2**64 - 128, K + ip, K + caller])
    f.write(name)

f = Writer(arch="x86_64")
fields = S_IP | S_TID | S_TIME | S_PERIOD | S_IDENTIFIER
e, faults = f.event(type=1, config=0, sample_type=fields, name="cpu-clock"), f.event(type=1, config=2, sample_type=fields, name="page-faults")
f.mmap2(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
for i, event in enumerate((e, e, e, faults, e)):
    f.sample(event, misc=MISC_KERNEL, ip=K + 0x100, pid=7, tid=7, time=SECOND + i, period=1000)
f.write("switched")

write_called("chains", [(0, 0x100, 0x210, 80, 1000), (1, 0x100, 0x310, 16, 1000), (1, 0x100, 0x210, 8, 1000), (3, 0x100, 0x310, 1, 1000)])
write_called("lone", [(0, 0x100, 0x210, 1, 1000), (4, 0x200, 0x310, 1, 1000)])
write_called("trunk", [(0, 0x100, 0x310, 1, 1001), (0, 0x200, 0x310, 1, 1003), (2, 0x100, 0x310, 1, 1001)])
write_called("faint", [(0, 0x100, 0x210, 2, 1), (0, 0x100, 0x310, 2, 1), (5, 0x200, 0x310, 1, 1)])
E
python3 make.py
cat > away.py << 'E'
from switches import *

SECOND = 10**9
f = Switches()
f.switch(SECOND, 0, 10, "S", 0)
f.switch(SECOND * 13 // 10, 0, 0, "R", 10)
f.switch(SECOND * 14 // 10, 0, 10, "D", 0)
f.switch(SECOND * 36 // 10, 0, 0, "R", 10)
f.switch(SECOND * 47 // 10, 0, 10, "S", 0)
f.write("away")
f.write_pipe("away.pipe")
E
python3 away.py
printf 'ffffffff81000000 T _text\nffffffff81000100 T first\nffffffff81000200 T second\nffffffff81000300 T third\n' > kallsyms
top() { # OPTIONS...
	"$PERF" top --kallsyms kallsyms -s sym "$@" 2> err || fail "perf top $*: exit $?: $(cat err)"
}
numbers() { # FILE: of each refresh, the samples that came and those that rows have
	jq -c '[.top.samples, .events[0].members[0].samples]' "$1" | tr '\n' ' '
}
top --input data --json -d 1 > out
# 7/8 of what there was, rounded down: 80; 70 and 16; 61 and 14; 53 and one more, and 12.
[ "$(numbers out)" = "[80,80] [16,86] [0,75] [1,66] " ] || bad "what is left at each refresh: $(numbers out)"
jq -e -s 'map(.events[0].rows | length) == [1, 2, 2, 2] and (.[0].top.samples_kernel == 80) and .[0].top.samples_per_second == 80' out > /dev/null ||
	bad "rows, and the head: $(head -c 600 out)"
top --input - --json -d 1 < data.pipe > piped
[ "$(numbers piped)" = "$(numbers out)" ] || bad "a pipe: $(numbers piped)"
# Stacks become lighter as rows do, each for itself, and so do those of callers.
top --input chains --json -d 1 > out
periods=$(jq -c '[.events[0].rows[0].chains[].period, .events[0].rows[1].children[0].period]' out | tr '\n' ' ')
[ "$periods" = "[80000,80000] [78000,16000,78000] [68250,14000,68250] [59718,13250,59718] " ] || bad "stacks: $periods"
top --input faint --json -d 1 > out
periods=$(jq -c '[.events[0].rows[0].self[0].period, (.events[0].rows[0].chains | map(.period) | add)]' out | tr '\n' ' ')
[ "$periods" = "[4,4] [3,2] [2,null] [1,null] [1,1] " ] || bad "parts that are gone: $periods"
# What is rounded down is what goes through a frame, not the parts of it: a row that all of it goes through has a trunk as long as it is there.
top --input trunk --stdio -d 1 > out
[ "$(grep -c 'PerfTop:' out)" = 3 ] && ! grep -q -e '--third' out || bad "a trunk: $(cat out)"
# As long as rows are left, their event has samples: one without any has no rows to walk around in.
top --input lone --json -d 1 > out
[ "$(numbers out)" = "[1,1] [0,1] [0,1] [0,1] [1,2] " ] || bad "the only sample: $(numbers out)"
top --input lone --stdio -d 1 --iterations 3 -n > out
[ "$(grep -c '\[k\] first' out)" = 3 ] || bad "the only sample's row: $(cat out)"
# Refreshes that would show nothing are passed over.
top --input data --json -d 1 -z > out
[ "$(numbers out)" = "[80,80] [16,16] [1,1] " ] || bad "-z: $(numbers out)"
# A half each second; and a half in twenty: then what is left of all becomes less at each third refresh.
top --input data --json -d 1 --decay 1 > out
[ "$(numbers out)" = "[80,80] [16,56] [0,28] [1,15] " ] || bad "--decay 1: $(numbers out)"
top --input data --json -d 1 --decay 20 > out
[ "$(numbers out)" = "[80,80] [16,96] [0,96] [1,87] " ] || bad "--decay 20: $(numbers out)"
top --input data --stdio -d 1 --iterations 2 -n -E 1 > out
[ "$(grep -c 'PerfTop:' out)" = 2 ] || bad "--iterations 2: $(cat out)"
grep -q 'PerfTop:  *80 irqs/sec  kernel:100.0%' out || bad "the head: $(cat out)"
[ "$(grep -c '\[k\] ' out)" = 2 ] || bad "-E 1: $(cat out)"
grep -Eq '^ +81\.[0-9]+% +70 +\[k\] first' out || bad "what decays: $(cat out)"
# Columns are as wide as what is shown: the row that is left out has a longer name.
[ "$(grep -c '^# [. ]*  \.\.\.\.\.\.\.\.\.$' out)" = 2 ] || bad "-E 1: the widths: $(cat out)"
# What would be shown as 0.00 % is not shown.
top --input faded --stdio -E 0 -d 1 > out
[ "$(grep -c 'PerfTop:' out)" = 2 ] && [ "$(grep -c '\[k\] ' out)" = 2 ] && ! grep -q ' 0\.00%' out || bad "a row that has faded: $(cat out)"
top --input faded --json -d 1 > out
jq -e -s '.[1].events[0].rows | length == 2' out > /dev/null || bad "a row that has faded, as JSON: $(tail -n 1 out)"
top --input data --stdio -d 1 -K > out
! grep -q '\[k\]' out || bad "-K: $(cat out)"

# Commands: samples of others count nowhere.
top --input data --json -d 1 --comms other,seven > out
[ "$(numbers out)" = "[80,80] [16,86] [0,75] [1,66] " ] || bad "--comms, of all: $(numbers out)"
for format in --json --stdio; do
	got=0
	"$PERF" top --input data $format -d 1 --comms other > out 2> err || got=$?
	[ $got = 1 ] && [ ! -s out ] && grep -q "'data' has no samples that pass the filters" err || bad "--comms, of none: exit $got: $(cat out err)"
done
# Files and functions: the head counts all samples.
top --input data --json -d 1 --symbols second,third > out
[ "$(jq -c '[.top.samples, (.events[0].rows | length)]' out | tr '\n' ' ')" = '[80,0] [16,1] [0,1] [1,1] ' ] || bad "--symbols: $(head -c 600 out)"
top --input data --stdio -d 1 -n --symbols second > out
[ "$(grep -c '\[k\] second' out)" = 3 ] && ! grep -q '\[k\] first' out || bad "--symbols second: $(cat out)"
grep -Eq '^ +18\.[0-9]+% +16 +\[k\] second' out || bad "--symbols second, of all: $(cat out)"
top --input data --stdio -d 1 -n --symbols second --percentage relative > out
grep -Eq '^ +100\.00% +16 +\[k\] second' out || bad "--percentage relative: $(cat out)"
PERF_CONFIG="$dir/relative"
printf '[hist]\n\tpercentage = relative\n' > relative
top --input data --stdio -d 1 -n --symbols second > out
grep -Eq '^ +100\.00% +16 +\[k\] second' out || bad "hist.percentage: $(cat out)"
PERF_CONFIG=/dev/null
top --input data --stdio -d 1 --dsos none.so > out
! grep -q '\[k\]' out || bad "--dsos: $(cat out)"
top --input data --stdio -d 1 -n -f 66 > out
# 80; 70 and 16; 61 and 14; 53 and one more, and 12: more than 66 are in two rows.
[ "$(grep -c '\[k\] ' out)" = 2 ] || bad "-f 66: $(cat out)"
top --input chains --stdio -d 1 --iterations 1 -f 79 > out
[ "$(grep -c '\[k\] ' out)" -ge 2 ] || bad "-f, callers: $(cat out)"
# Events that switch: none before the first one counts, and it is told where there is none of that name.
top --input switched --json -d 1 --switch-on page-faults --show-on-off-events > out
[ "$(jq -c '[.top.samples, (.events[].members[0].samples)]' out | tail -n 1)" = '[2,1,1]' ] || bad "--switch-on: $(jq -c .top out)"
# Threads that do not run: spans at their ends, from a file as from a stream, by states; with their stacks.
for input in away -; do
	"$PERF" top --off-cpu --json -d 1 -s tid --input $input < away.pipe > out 2> err || bad "--off-cpu of $input: exit $?: $(cat err)"
	spans=$(jq -c '[.top.samples, (.events[0].rows[] | .self[0].period, (.chains | length))]' out | tr '\n' ' ')
	[ "$spans" = '[1,300000000,1] [1,2462500000,1] ' ] || bad "--off-cpu of $input: $spans"
done
"$PERF" top --off-cpu --state D --stdio -d 1 -s tid,state --input away > out 2> err || bad "--state D: exit $?: $(cat err)"
grep -q 'blocked (D)' out && ! grep -q 'blocked (S)' out || bad "--state D: $(cat out)"
# What is configured, unless the command line says something else.
PERF_CONFIG="$dir/config"
printf '[top]\n\tchildren = false\n\tcall-graph = nonsense\n' > config
top --input chains --json -d 1 > out
! grep -q '"children": \[{' out || bad "top.children: $(head -c 600 out)"
top --input chains --json -d 1 --children > out
grep -q '"children": \[{' out || bad "--children: $(head -c 600 out)"
got=0
"$PERF" top -g -e cpu-clock -p $$ > out 2> err || got=$?
[ $got = 129 ] && grep -q nonsense err || bad "top.call-graph: exit $got: $(cat err)"
printf '[call-graph]\n\trecord-mode = other-nonsense\n' > config
got=0
"$PERF" top -g -e cpu-clock -p $$ > out 2> err || got=$?
[ $got = 129 ] && grep -q other-nonsense err || bad "call-graph.record-mode: exit $got: $(cat err)"
PERF_CONFIG=/dev/null

# On a terminal each block takes the place of the one before, and its head stays in sight.
if command -v script > /dev/null; then
	TERM=xterm script -qec "stty rows 12 cols 60; $PERF top --kallsyms kallsyms -s sym --input data -d 1 --iterations 2" /dev/null < /dev/null | tr -d '\r' > out
	awk -v rows=12 'BEGIN { RS = "\033\\[H\033\\[J" } NR > 1 { n = split($0, lines, "\n"); seen = 0
		for (i = 1; i < n; i++) seen += length(lines[i]) ? int((length(lines[i]) + 59) / 60) : 1
		blocks++; if (seen >= rows || $0 !~ /PerfTop/) bad = 1 } END { exit bad || blocks != 2 }' out || bad "on a terminal of 12 lines: $(cat out)"
	# Lines of the heading are not broken.
	TERM=xterm script -qec "stty rows 30 cols 20; $PERF top --kallsyms kallsyms -s sym --input data -d 1 --iterations 1" /dev/null < /dev/null | tr -d '\r' > out
	awk '/^#/ { n++; if (length($0) > 20) bad = 1 } END { exit bad || n < 5 }' out && grep -q '^# Event count (appro$' out || bad "on a terminal of 20 columns: $(cat out)"
fi

refused() { # STATUS TEXT OPTIONS...
	want=$1 text=$2 got=0
	shift 2
	"$PERF" top "$@" > out 2> err || got=$?
	[ $got = "$want" ] && grep -q -- "$text" err || bad "perf top $*: exit $got: $(cat err)"
}
refused 129 "is about what is recorded" -F 99 --input data
refused 129 "keeps what happens now" --last 3s --input data
refused 129 "is not a time" --last nonsense
refused 129 "perf record starts a command" sleep 1
refused 129 "leave nothing" -K -U
refused 129 "nothing has 101" --percent-limit 101
refused 129 "goes without --decay" -z --decay 3
refused 129 "after which a sample counts half" --decay 0
refused 129 "perf record -b, perf report -b" -j any_call
refused 129 "a code of theirs" --sym-annotate main
refused 129 "takes relative or absolute" --percentage some
refused 129 "is about what is recorded" --namespaces --input data
refused 129 "a span of --off-cpu has many" --switch-on page-faults --off-cpu --input away
refused 129 "no event.*sched:none" --switch-on sched:none --input data
refused 129 "must define events before cgroups" -G web
refused 129 "is about what is recorded" -e cpu-clock -G web --input data
refused 1 "no-such-file" --input no-such-file
refused 1 "does not tell when threads left their CPU" --off-cpu --input data
refused 129 "is about the spans of --off-cpu" --state D --input away
refused 129 "goes without -K and -U" --off-cpu -K

# --- live ---
if "$PERF" record -q -e cpu-clock -o try -- true > /dev/null 2>&1; then
	# It runs for as long as this suite needs it, however busy the machine is.
	"$PERF" test -w noploop 3600 &
	busy=$!
	at_end() { kill $busy 2> /dev/null || :; }
	for options in "" "-g"; do
		# shellcheck disable=SC2086 # words by design
		"$PERF" top --json -d 0.4 --iterations 3 -e cpu-clock -F 499 -p $busy $options > live 2> err || bad "live $options: exit $?: $(cat err)"
		[ "$(wc -l < live)" = 3 ] || bad "live $options: $(wc -l < live) lines"
	done
	# As long as it takes until the program has had the CPU. (What an earlier one has shown is emptied when the new one begins, not before.)
	for options in "" "-g"; do
		rm -f live
		# shellcheck disable=SC2086 # words by design
		"$PERF" top --stdio -d 0.2 -e cpu-clock -F 499 -p $busy $options > live 2> err &
		pid=$!
		wait_for "a sample of the program" 'grep -qs noploop live'
		# Ended from outside: nothing of it goes on.
		kill -INT $pid
		got=0
		wait $pid || got=$?
		[ $got = 0 ] || bad "SIGINT: exit $got: $(cat err)"
		wait_for "the end of all its processes" "! pgrep -f 'top --stdio -d 0.2 -e cpu-clock -F 499 -p $busy' > /dev/null"
	done
	# A program that sleeps again and again, as it happens.
	sh -c 'while :; do sleep 0.1; done' &
	sleeper=$!
	at_end() { kill $busy $sleeper 2> /dev/null || :; }
	rm -f live
	"$PERF" top --off-cpu --stdio -d 0.2 -p $sleeper > live 2> err &
	pid=$!
	wait_for "a wait of the program" 'grep -qs "blocked (S)" live || ! kill -0 $pid 2> /dev/null'
	kill -INT $pid
	got=0
	wait $pid || got=$?
	[ $got = 0 ] || bad "--off-cpu: exit $got: $(cat err)"
	grep -q 'offcpu-time' live || bad "--off-cpu: $(head -n 20 live)"
	kill $sleeper
	# A recorder that is killed is no end as any other.
	rm -f live
	"$PERF" top --stdio -d 0.2 -e cpu-clock -F 499 -p $busy > live 2> err &
	pid=$!
	wait_for "a sample of the program" 'grep -qs noploop live'
	kill -KILL "$(perfs -P "$(perfs -P $pid)")"
	got=0
	wait $pid || got=$?
	[ $got = 1 ] && grep -q 'the recorder was ended by signal 9' err || bad "its recorder was killed: exit $got: $(cat err)"
	# Somebody takes longer for what a refresh shows than there is between two: samples come all the same, also once the pipe to there is full.
	cat > many.py << 'E'
import json, re
while True:
    re.purge()
    re.compile("(a|b)*c[d-f]+")
    json.loads(json.dumps(list(range(50))))
E
	python3 many.py &
	many=$!
	at_end() { kill $busy $sleeper $many 2> /dev/null || :; }
	rm -f live
	"$PERF" top --json -d 0.01 --decay 86400 -e cpu-clock -F 499 -p $many 2> err | python3 -c 'import os, time
while piece := os.read(0, 4096):
    os.write(1, piece)
    time.sleep(0.01)' > live &
	slow=$!
	# Behind the first ones, which the pipe takes at once, forty in a row of which four have samples. On a busy machine that may take a while.
	# shellcheck disable=SC2034 # what is waited for has it
	some='[.[].top.samples] | .[(map(. > 0) | index(true) // length) + 60:] | . as $s |
	      any(range(length - 39); $s[.:. + 40] | map(select(. > 0)) | length >= 4)'
	wait_for "samples in refreshes for a slow reader" "sed '\$d' live 2> log | jq -se '$some' > log 2>&1"
	kill $many
	wait $slow || bad "a slow reader: exit $?: $(cat err)"
	# The process that reads unwind tables is followed by another, and perf's own time goes on from where it was.
	rm -f live
	"$PERF" top --json -g -d 0.2 -e cpu-clock -F 499 -p $busy > live 2> err &
	pid=$!
	wait_for "a sample of the program" 'grep -qs noploop live'
	reader=$(perfs -P $pid)
	recorder=$(perfs -P "$reader")
	tables=$(perfs -P "$recorder")
	# Its own memory is that of all three. (They have a little more or less at another moment.)
	least=$(awk '/^RssAnon:/ { n += $2 } END { print int(n * 1024 * 0.9) }' "/proc/$reader/status" "/proc/$recorder/status" "/proc/$tables/status")
	# shellcheck disable=SC2034 # what is waited for has it
	lines=$(wc -l < live)
	wait_for "two refreshes" '[ "$(wc -l < live)" -gt $((lines + 2)) ]'
	tail -n 2 live | head -n 1 | jq -e ".top.own_memory >= $least" > log || bad "its own memory: less than $least: $(jq -c .top.own_memory live | tr '\n' ' ')"
	kill -KILL "$tables"
	# shellcheck disable=SC2034 # what is waited for has it
	lines=$(wc -l < live)
	wait_for "two refreshes" '[ "$(wc -l < live)" -gt $((lines + 2)) ]'
	kill -INT $pid
	wait $pid || bad "its table process was killed: exit $?: $(cat err)"
	jq -e -s 'all(.top.own_cpu_percent < 10000)' live > /dev/null || bad "the time of what has ended: $(jq -c .top.own_cpu_percent live | tr '\n' ' ')"
	# The last seconds, saved at a signal: a whole recording; where they are not kept, a word.
	for options in "--last 30s" ""; do
		rm -f live perf.data.2*
		# shellcheck disable=SC2086 # words by design
		"$PERF" top --stdio -g -d 0.2 -e cpu-clock -F 499 -p $busy $options > live 2> err &
		pid=$!
		wait_for "a sample of the program" 'grep -qs noploop live'
		kill -USR2 $pid
		wait_for "a word of the last seconds" 'grep -q "the last seconds" err'
		kill -INT $pid
		got=0
		wait $pid || got=$?
		[ $got = 0 ] || bad "SIGUSR2 with '$options': exit $got: $(cat err)"
		if [ -n "$options" ]; then
			grep -q '^\[ perf top: the last seconds are in perf\.data\.2[0-9]* \]$' err || bad "saved: $(cat err)"
			"$PERF" script -i "$(echo perf.data.2*)" -F comm,ip,sym > text 2> log || bad "the saved recording: $(cat log)"
			grep -q ' noploop' text || bad "the saved recording: $(head -n 5 text)"
		else
			grep -q 'not saved: they are not kept: start perf top with --last 30s' err || bad "not kept: $(cat err)"
			! ls perf.data.2* > log 2>&1 || bad "not kept, and there is $(cat log)"
		fi
	done
	# A reader who has seen enough is no error.
	{ "$PERF" top --stdio -d 0.2 -e cpu-clock -F 99 -p $busy 2> err || echo $? > got; } | head -n 1 > first
	[ "$(cat got)" = 141 ] || bad "a reader who goes: exit $(cat got): $(cat err)"
	! grep -q 'reader is gone' err || bad "a reader who goes: $(cat err)"
	refused 1 . -e cpu-clock -p 4194304
	if "$PERF" record -q -a -e cpu-clock -G / -o try -- true > log 2>&1; then
		"$PERF" top --stdio -d 0.4 --iterations 2 -e cpu-clock -F 499 -G / > live 2> err || bad "-G /: exit $?: $(cat err)"
		grep -q 'PerfTop: .*cpu-clock\], (cgroup /)' live || bad "-G /: $(head -n 5 live)"
	else
		left_out "-G" "$(head -n 1 log)"
	fi
	kill $busy
	wait $busy 2> /dev/null || :
else
	left_out "live" "this machine lets nobody sample"
fi
finish
