#!/bin/sh
# perf report and script --off-cpu: blocked, runnable, preempted, gaps and ends, to the nanosecond
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/switches.sh
. "$PERF_TEST_DIR/shell/lib/switches.sh"
find_leaks

# --- switches of whole CPUs, with wakings ---------------------------------------------------------------------
whole='
f = Switches(order=ORDER)
f.switch(1000000000, 0, 10, "S", 0)
f.switch(1000000100, 1, 11, "R+", 12)
f.waking(1000005000, 1, 12, 10)
f.switch(1000007000, 0, 0, "R", 10)
f.waking(1000007500, 1, 12, 11)			# it does not wait: changes nothing
f.waking(1000008000, 1, 12, 10)			# it runs: changes nothing
f.switch(1000009100, 1, 12, "D", 11, 3)
f.switch(1000010000, 0, 10, "D", 13, 1)		# asleep to the end
f.switch(1000020000, 0, 13, "X", 0)		# the end of it
f.switch(1000030000, 1, 11, "I", 0, 2)
f.waking(1000031000, 0, 0, 11)			# woken, but the recording ends first
f.waking(1000040000, 0, 0, 99)'
for order in '<' '>'; do
	printf '%s\n' "ORDER = \"$order\"$whole" | make whole
	spans whole --state all > "$dir/got"
	expect "all spans, $order" << 'E'
10 1.000005000: 5000 blocked (S) ffffffff81001000 4010a0 400010
10 1.000007000: 2000 runnable ffffffff81001000 4010a0 400010
11 1.000009100: 9000 preempted ffffffff81001000 4010b0 400010
11 1.000031000: 1000 blocked (I) ffffffff81001000 4030b0 400010
12 1.000040000: 30900 blocked (D) ffffffff81001000 4040c0 400010
10 1.000040000: 30000 blocked (D) ffffffff81001000 4020a0 400010
11 1.000040000: 9000 runnable ffffffff81001000 4030b0 400010
E
done
closing unfinished "off-CPU: 0.000069900 s in 3 spans had not ended when the recording did"
closing before "off-CPU: 0.000010100 s in 2 spans until threads came that had left before the recording began"

spans whole > "$dir/got"
grep -q preempted "$dir/got" && bad "preempted spans are shown unasked"
closing "preemption" "off-CPU: left out: preempted 0.000009000 s in 1 span; --state=all shows all"
grep -q 'no wakings' "$dir/err" && bad "wakings are called missing"
grep -q 'no loss is told' "$dir/err" && bad "switches are called missing"

spans whole --state D,runnable > "$dir/got"
expect "--state D,runnable" << 'E'
10 1.000007000: 2000 runnable ffffffff81001000 4010a0 400010
12 1.000040000: 30900 blocked (D) ffffffff81001000 4040c0 400010
10 1.000040000: 30000 blocked (D) ffffffff81001000 4020a0 400010
11 1.000040000: 9000 runnable ffffffff81001000 4030b0 400010
E
spans whole --tid 12 > "$dir/got"
expect "--tid: who wakes, and who comes, is another thread's sample" << 'E'
12 1.000040000: 30900 blocked (D) ffffffff81001000 4040c0 400010
E
spans whole --time 1.000004,1.000006 > "$dir/got"
expect "--time cuts spans" << 'E'
10 1.000005000: 1000 blocked (S) ffffffff81001000 4010a0 400010
10 1.000007000: 1000 runnable ffffffff81001000 4010a0 400010
E

# Folded by stackcollapse-perf.pl and the like: the period stands where they take weights from.
"$PERF" script --off-cpu -i "$dir/whole" 2> /dev/null | grep -qE ':\s*[0-9]+\s+offcpu-time:\s*$' || bad "the line is not one that folds"

rows() { # OPTION...: "period state comm" a row
	"$PERF" report --stdio --off-cpu --no-children -g none -F period,state,comm -i "$dir/whole" "$@" 2> "$dir/err" |
		awk '!/^#/ && NF { print }' | sed 's/^ *//; s/  */ /g; s/ $//'
}
rows --state all > "$dir/got"
expect "rows of the report" << 'E'
30900 blocked (D) t12
30000 blocked (D) t10
9000 preempted t11
9000 runnable t11
5000 blocked (S) t10
2000 runnable t10
1000 blocked (I) t11
E
rows --time 1.000004,1.000006 > "$dir/got"
expect "--time, report" << 'E'
1000 blocked (S) t10
1000 runnable t10
E
"$PERF" report --off-cpu --json -s state -i "$dir/whole" > "$dir/json" 2> /dev/null
python3 "$PERF_TEST_DIR/build/report_schema.py" "$dir/json" || bad "--json is not what its schema says"
python3 - "$dir/json" << 'E' || bad "sums in --json"
import json, sys
j = json.load(open(sys.argv[1]))
o = j["off_cpu"]
assert o["shown"] == {"blocked": {"ns": 66900, "spans": 4}, "runnable": {"ns": 11000, "spans": 2},
                      "preempted": {"ns": 0, "spans": 0}, "throttled": {"ns": 0, "spans": 0}, "unknown": {"ns": 0, "spans": 0}, "running": {"ns": 0, "spans": 0},
                      "idle": {"ns": 0, "spans": 0}}, o
assert o["left_out"]["preempted"] == {"ns": 9000, "spans": 1}, o
assert o["unfinished"] == {"ns": 69900, "spans": 3} and o["left_before"] == {"ns": 10100, "spans": 2}, o
assert o["no_stack"]["spans"] == 0 and o["wakings_recorded"] and not o["ends_by_return"], o
event, = j["events"]
assert event["members"][0]["name"] == "offcpu-time" and event["members"][0]["period"] == 77900, event["members"]
rows = {r["keys"]["state"]: r["self"][0]["period"] for r in event["rows"]}
assert rows == {"blocked (S)": 5000, "runnable": 11000, "blocked (D)": 60900, "blocked (I)": 1000}, rows
assert sum(c["period"] for r in event["rows"] for c in r["chains"]) == 77900
E

# Spans as lines of JSON: those of the text, and those of the export.
spans whole --state all > "$dir/want"
"$PERF" script --off-cpu --json --state all -i "$dir/whole" 2> "$dir/err" > "$dir/lines" || bad "script --off-cpu --json: $(cat "$dir/err")"
closing "of JSON" "off-CPU: 0.000069900 s in 3 spans had not ended when the recording did"
python3 -c '
import json, sys
for line in sys.stdin:
    s = json.loads(line)
    assert s["v"] == 1 and s["event"] == "offcpu-time", s
    print(s["tid"], "%d.%09d:" % divmod(s["time"], 10**9), s["period"], s["state"], *[f["ip"][2:] for f in s["stack"]])
' < "$dir/lines" > "$dir/got" || bad "lines of JSON"
diff "$dir/want" "$dir/got" || bad "script --off-cpu --json"
"$PERF" defer export --format=ndjson --off-cpu --state all -i "$dir/whole" 2> /dev/null | cmp - "$dir/lines" ||
	bad "script --json and defer export differ"
"$PERF" defer export --format=ndjson -i "$dir/whole" 2> /dev/null > "$dir/want"
"$PERF" script --json -i "$dir/whole" 2> /dev/null | cmp - "$dir/want" || bad "script --json and defer export differ, samples"
[ "$(grep -c '"event":"sched:sched_' "$dir/want")" = 12 ] || bad "not as many lines as samples"
! grep -q '"state"' "$dir/want" || bad "a sample has a state"
for option in "-F tid" -G "-S main" --show-task-events; do
	code=0
	# shellcheck disable=SC2086
	"$PERF" script --json $option -i "$dir/whole" > "$dir/out" 2> "$dir/err" || code=$?
	[ "$code $(grep -c "does not go with it" "$dir/err") $(wc -c < "$dir/out")" = "129 1 0" ] || bad "script --json $option: status $code"
done

# A stream is as good as a file.
printf '%s\n' "ORDER = '<'$whole" | sed '$a f.write_pipe(sys.argv[1] + ".pipe")' | make whole
spans whole > "$dir/first"
"$PERF" script --off-cpu -F tid,time,period,state -i - < "$dir/whole.pipe" > "$dir/got" 2> /dev/null
"$PERF" script --off-cpu -F tid,time,period,state -i "$dir/whole" > "$dir/want" 2> /dev/null
if ! cmp -s "$dir/got" "$dir/want" || [ ! -s "$dir/got" ]; then
	bad "a stream has other spans than the file"
fi

# --- whose switches these are -----------------------------------------------------------------------------------
# Up to 6.1 and beyond, upstream's record asks for inheritance with -a, too: ids tell that no task is followed, or else samples.
cat > "$dir/whose.py" << 'E'
import sys
from switches import *

kind = sys.argv[2]
f = Switches(wakings=False, flags=INHERIT | (1 << 12 if kind == "command" else 0))	# enable_on_exec: it follows a command
if kind in ("ids", "tasks"):
    f.record(69, f.pack("Q", 2) + b"".join(f.pack("QQqq", 1 + cpu, 0, cpu, 10 if kind == "tasks" else -1) for cpu in (0, 1)))
other = 12 if kind == "ids" else 0
f.switch(1000, 0, 10, "S", 11)
f.switch(2000, 0, 11, "S", other)
f.switch(4000, 0, other, "R", 10)
f.switch(5000, 0, 10, "S", 11)
f.write(sys.argv[1])
E
for kind in ids samples tasks command; do
	python3 "$dir/whose.py" "$dir/whose" $kind
	spans whose --tid 10,11 > "$dir/got"
	case $kind in
	ids | samples)
		expect "switches of whole CPUs that ask for inheritance: $kind" << 'E'
10 0.000004000: 3000 blocked (S) ffffffff81001000 4010a0 400010
11 0.000005000: 3000 blocked (S) ffffffff81001000 4010b0 400010
E
		;;
	*) closing "switches of tasks: $kind" "the recording has no switches to its threads" ;;
	esac
done

# --- losses ----------------------------------------------------------------------------------------------------
make losses << 'E'
f = Switches(wakings=False)
f.switch(1000, 0, 10, "S", 11)
f.switch(2000, 0, 11, "S", 10, 1)
f.switch(3000, 0, 10, "S", 0, 2)
f.lost(5000, 0)				# between 3000 and 5000: 11 came and left again, or not
f.switch(9000, 0, 0, "R", 11)
f.switch(9500, 0, 11, "S", 0, 3)
f.switch(9600, 0, 11, "S", 0, 4)	# that it came is not there, though nothing was lost
f.switch(9700, 0, 0, "R", 10)
f.switch(9800, 0, 0, "R", 10)		# nor that it left
E
spans losses > "$dir/got"
expect "gaps of losses" << 'E'
10 0.000002000: 1000 blocked (S) ffffffff81001000 4010a0 400010
11 0.000003000: 1000 blocked (S) ffffffff81001000 4020b0 400010
11 0.000005000: 2000 unknown # [not known: records of switches are missing]
11 0.000009000: 4000 blocked (S) ffffffff81001000 4020b0 400010
11 0.000009600: 100 unknown # [not known: records of switches are missing]
10 0.000005000: 2000 unknown # [not known: records of switches are missing]
10 0.000009700: 4700 blocked (S) ffffffff81001000 4030a0 400010
10 0.000009800: 100 unknown # [not known: records of switches are missing]
11 0.000009800: 200 blocked (S) ffffffff81001000 4050b0 400010
E
closing "gaps" "off-CPU: 0.000004200 s in 4 spans are not known, since records of switches are missing"
closing "no wakings" "no wakings are recorded (sched:sched_waking)"
closing "missing switches" "off-CPU: 2 switches or more are missing where no loss is told"
"$PERF" report --off-cpu --json -i "$dir/losses" 2> /dev/null | grep -q '"missing_switches": 2,' || bad "missing switches in --json"
"$PERF" report --stdio --off-cpu --no-children -g none -F period,sym -i "$dir/losses" 2> /dev/null | grep -q '4200.*not known' ||
	bad "gaps are no row"

# --- records of switches ------------------------------------------------------------------------------------------
make records << 'E'
f = Switches(wakings=False, switches=False, software=True, flags=CONTEXT_SWITCH | INHERIT)
f.came(500, 0, 10)
f.cs_sample(1000, 0, 10)
f.out(1100, 0, 10)
f.came(4100, 1, 10)
f.out(4600, 1, 10, preempt=True)	# no sample since it came: no stack
f.came(4700, 1, 10)
f.task(FORK, 11, 10, 4800)
f.came(4900, 0, 11)
f.cs_sample(5000, 1, 10, 1)
f.out(5100, 1, 10)
f.cs_sample(6000, 0, 11)
f.out(6100, 0, 11)
f.task(EXIT, 10, 10, 8000)		# it must have come: who ends runs
f.came(9000, 0, 11)
E
spans records --state all > "$dir/got"
expect "spans of records" << 'E'
10 0.000004100: 3000 blocked (S) ffffffff81001000 4010a0 400010
10 0.000004700: 100 preempted # [stack missing: not recorded when the thread left]
10 0.000008000: 2900 blocked (S) ffffffff81001000 4020a0 400010
11 0.000009000: 2900 blocked (S) ffffffff81001000 4010b0 400010
E
closing "no stack" "off-CPU: 0.000000100 s in 1 span have no stack"

make stay << 'E'
f = Switches(wakings=False, switches=False, software=True, flags=CONTEXT_SWITCH | INHERIT | DEFER)
clock = f.event(type=1, config=0, sample_type=TYPE & ~S_RAW, flags=SAMPLE_ID_ALL | INHERIT | DEFER, name="cpu-clock", ids=[6])
f.events[0].flags |= DEFER_OUTPUT


def tick(time, tid, cookie):
    f.sample(clock, MISC_KERNEL, TEXT + 0x3000, tid, tid, time, ident=6, chain=[KERNEL_MARK, TEXT + 0x3000, DEFERRED_MARK, cookie])


f.cs_sample(900, 0, 11, 2)
tick(950, 11, 5)			# between the switch's own sample and its record: the switch's counts
f.out(990, 0, 11)
tick(1000, 10, 7)
f.out(1100, 0, 10)
f.came(3000, 0, 10)
f.deferred(3500, 0, 10, 7)		# the same stay: behind the sleep
tick(4000, 10, 9)
f.deferred(4100, 0, 10, 9)		# another stay: over before the sleep
f.out(4500, 0, 10)
f.came(5500, 0, 10)
f.came(6000, 0, 11)
E
spans stay > "$dir/got"
expect "stacks of the same stay in the kernel" << 'E'
10 0.000003000: 1900 blocked (S) 4010a0 400010
10 0.000005500: 1000 blocked (S) # [stack missing: not recorded when the thread left]
11 0.000006000: 5010 blocked (S) ffffffff81001000 4030b0 400010
E

# --- events of tasks alone: ends by the deferred stack --------------------------------------------------------------
make return << 'E'
f = Switches(wakings=False, flags=INHERIT | DEFER)
f.events[0].flags |= DEFER_OUTPUT
f.switch(1000, 0, 10, "S", 0, chain=[KERNEL_MARK, TEXT + 0x1000, DEFERRED_MARK, 7])
f.deferred(3000, 0, 10, 7)
f.switch(4000, 0, 10, "S", 0, chain=[KERNEL_MARK, TEXT + 0x1000, DEFERRED_MARK, 9])	# twice in one stay
f.switch(5000, 0, 10, "S", 0, chain=[KERNEL_MARK, TEXT + 0x1000, DEFERRED_MARK, 9])
f.deferred(5600, 0, 10, 9, 1)
f.switch(6000, 0, 10, "S", 0)		# nothing says when it came back
f.switch(7000, 0, 10, "S", 0, chain=[KERNEL_MARK, TEXT + 0x1000, DEFERRED_MARK, 11])	# asleep at the end
f.switch(7100, 1, 12, "D", 0, chain=[KERNEL_MARK, TEXT + 0x1000, DEFERRED_MARK, 13])	# killed asleep
f.task(EXIT, 12, 12, 7400)
f.comm(11, 11, "t11", 7500)
E
spans return > "$dir/got"
expect "ends by return" << 'E'
10 0.000003000: 2000 blocked (S) ffffffff81001000 4010a0 400010
10 0.000005000: 1000 blocked (S) ffffffff81001000 4020a0 400010
10 0.000005600: 600 blocked (S) ffffffff81001000 4020a0 400010
10 0.000007000: 1000 unknown # [not known: records of switches are missing]
12 0.000007400: 300 blocked (D) ffffffff81001000
10 0.000007500: 500 blocked (S) ffffffff81001000
E
closing "ends by return" "spans end when the deferred stack was taken"

# Stays in the kernel have numbers: fields of samples and spans.
"$PERF" script -F tid,time,event,cookie --ns -i "$dir/return" 2> /dev/null | awk '{ print $1, $2, $4 }' > "$dir/got"
expect "-F +cookie" << 'E'
10 0.000001000: cookie=0x7
10 0.000004000: cookie=0x9
10 0.000005000: cookie=0x9
10 0.000006000: cookie=-
10 0.000007000: cookie=0xb
12 0.000007100: cookie=0xd
E
"$PERF" script --off-cpu -F tid,period,event,cookie -i "$dir/return" 2> /dev/null | awk '{ print $2, $4 }' > "$dir/got"
expect "-F +cookie, spans" << 'E'
2000 cookie=0x7
1000 cookie=0x9
600 cookie=0x9
1000 cookie=-
300 cookie=0xd
500 cookie=0xb
E
"$PERF" report --stdio --no-children -g none -F sample,cookie -i "$dir/return" 2> /dev/null | awk '!/^#/ && NF { print $1, $2 }' |
	sort > "$dir/got"
expect "-s cookie" << 'E'
1 0x7
1 0xb
1 0xd
1 N/A
2 0x9
E

# --- who could run on, and whose CPU becomes idle ------------------------------------------------------------------
make throttled << 'E'
f = Switches()
f.switch(1000, 0, 10, "R", 0)
f.switch(1100, 1, 11, "R+", 12)		# another one runs: nothing tells more
f.switch(2000, 0, 0, "R", 10)
f.waking(2050, 1, 12, 10)
f.switch(2100, 1, 12, "R+", 0)
f.waking(2150, 0, 10, 12)		# who does not wait is not woken
f.switch(2200, 0, 10, "S", 0)
f.switch(3000, 1, 0, "R", 11)
E
spans throttled > "$dir/got"
expect "throttled" << 'E'
10 0.000002000: 1000 throttled ffffffff81001000 4010a0 400010
12 0.000003000: 900 throttled ffffffff81001000 4010c0 400010
10 0.000003000: 800 blocked (S) ffffffff81001000 4010a0 400010
E
closing throttled "left out: preempted 0.000001900 s in 1 span"
spans throttled --state throttled --tid 12 > "$dir/got"
expect "--state throttled" << 'E'
12 0.000003000: 900 throttled ffffffff81001000 4010c0 400010
E

# The record of a switch tells only that it could run on; its sample says the rest. Without one it is preempted.
make kept << 'E'
f = Switches(wakings=False, flags=CONTEXT_SWITCH | INHERIT)
f.came(500, 0, 10)
f.switch(1000, 0, 10, "R", 0)
f.out(1010, 0, 10, preempt=True)
f.came(2000, 0, 10)
f.out(2500, 0, 10, preempt=True)
f.came(3000, 0, 10)
f.switch(4000, 0, 10, "S", 0)
f.out(4010, 0, 10)
f.came(5000, 0, 10)
E
spans kept --state all > "$dir/got"
expect "throttled, by records" << 'E'
10 0.000002000: 990 throttled ffffffff81001000 4010a0 400010
10 0.000003000: 500 preempted # [stack missing: not recorded when the thread left]
10 0.000005000: 990 blocked (S) ffffffff81001000 4010a0 400010
E

# --- switches of some CPUs: tasks that end elsewhere ------------------------------------------------------------
make elsewhere << 'E'
f = Switches(exits=True)
f.online(4)				# of which 0 and 1 are recorded
f.switch(1000, 0, 10, "S", 12)
f.switch(1100, 1, 11, "R+", 15)
f.waking(1500, 1, 15, 10)
f.task(EXIT, 11, 10, 2000, 2)		# it was on CPU 2 by then,
f.switch(2500, 1, 15, "S", 11)		# comes to CPU 1 on its way out,
f.switch(2600, 1, 11, "D", 0)		# and ends nobody knows where
f.task(EXIT, 10, 10, 3000, 3)
f.ends(4000, 0, 12)			# the tracepoint says it, too
f.switch(4100, 0, 12, "R+", 13)
f.task(FORK, 11, 13, 5000)		# a new one with that number
f.switch(5100, 0, 13, "S", 14)
f.record(EXIT, f.pack("iiiiQ", 13, 13, 15, 13, 6000) + f.sample_id(13, 15, 6000, 2))	# a thread
f.switch(6500, 0, 14, "S", 0)
f.task(EXIT, 14, 14, 7000, 2)
f.comm(14, 14, "t14", 7100, misc=1 << 13)	# another thread of its process has executed a program, and goes on as 14
f.switch(8000, 0, 0, "R", 14)
f.switch(8500, 0, 14, "S", 0)
f.waking(9000, 0, 0, 99)
E
spans elsewhere --state all > "$dir/got"
expect "tasks that end on CPUs that are not recorded" << 'E'
10 0.000001500: 500 blocked (S) ffffffff81001000 4010a0 400010
11 0.000002000: 900 preempted ffffffff81001000 4010b0 400010
10 0.000003000: 1500 runnable ffffffff81001000 4010a0 400010
15 0.000006000: 3500 blocked (S) ffffffff81001000 4010f0 400010
14 0.000007000: 500 blocked (S) ffffffff81001000 4010e0 400010
13 0.000009000: 3900 blocked (S) ffffffff81001000 4010d0 400010
14 0.000009000: 500 blocked (S) ffffffff81001000 4010e0 400010
E
closing elsewhere "off-CPU: switches of some CPUs only are recorded"

# With all CPUs recorded, and nothing lost, a switch is missing where it ends without having come. With it, nothing is.
make unseen << 'E'
f = Switches()
f.online(2)
f.switch(1000, 0, 10, "S", 12)
f.switch(1100, 1, 11, "S", 0)
f.task(EXIT, 10, 10, 3000, 1)
f.switch(3500, 1, 10, "X", 0)
f.switch(4000, 1, 0, "R", 11)
f.task(EXIT, 11, 11, 4100, 1)
f.switch(4200, 1, 11, "D", 0)		# on its way out it waits, too
f.switch(4700, 1, 0, "R", 11)
f.switch(4800, 1, 11, "X", 0)
f.waking(9000, 0, 12, 99)
E
spans unseen --state all > "$dir/got"
expect "a task that ends without having come" << 'E'
10 0.000003000: 2000 unknown # [not known: records of switches are missing]
11 0.000004000: 2900 blocked (S) ffffffff81001000 4010b0 400010
11 0.000004700: 500 blocked (D) ffffffff81001000 4010b0 400010
E

# --- chains that go while threads sleep ------------------------------------------------------------------------------
make long << 'E'
import array
f = Switches(wakings=False, flags=DEFER)
f.events[0].flags |= DEFER_OUTPUT
f.switch(1000, 0, 10, "S", 11, chain=[KERNEL_MARK, TEXT + 0x1000, DEFERRED_MARK, 7])
base = [KERNEL_MARK, TEXT + 0x1000, USER_MARK]
for n in range(800):
    f.switch(2000 + n * 2, 0, 11, "R", 11, chain=base + [0x410000 + (n * 7 + i * (n + 1)) % 5000 for i in range(8000)])
f.switch(9000, 0, 11, "S", 10)
f.deferred(9100, 0, 10, 7, 5)
E
"$PERF" report --stdio --off-cpu --no-children -g folded,0,caller -F period,comm -c t10 -i "$dir/long" 2> /dev/null |
	awk '!/^#/ && NF' | tr -s ' ' > "$dir/got"
if ! grep -q '^ *8000 t10' "$dir/got" || ! grep -q '0x400010;0x4060a0;' "$dir/got"; then
	bad "the stack of a long sleep, behind 50 MB of others"
	head -c 1000 "$dir/got"
fi

"$PERF" report --off-cpu --json -g none -i "$dir/long" 2> /dev/null | grep -q '"deferred": 1,' || bad "a sample that was read twice counts twice"

# --- records of switches do not say the letter; a thread that still sleeps at the end says its own -------------------
make asleep << 'E'
f = Switches(wakings=False, switches=False, software=True, flags=CONTEXT_SWITCH | INHERIT)
sleepers = f.event(type=1, config=10, sample_type=TYPE & ~S_RAW | S_WEIGHT | S_TRANSACTION, flags=SAMPLE_ID_ALL, name="sleepers",
                   ids=[9])
f.cs_sample(1000, 0, 10)
f.out(1010, 0, 10)				# comes back: nobody knows in which state it left
f.came(2000, 0, 10)
f.out(3000, 0, 10)				# stays away, without a sample, stopped
f.cs_sample(3100, 0, 11)
f.out(3110, 0, 11)				# stays away, with a sample, in the state D
f.came(5000, 0, 12)
for tid, letter in (10, "T"), (11, "D"):
    f.sample(sleepers, MISC_KERNEL, TEXT + 0x2000, tid, tid, 5000, ident=9, transaction=ord(letter), chain=f.stack(tid, 5))
E
"$PERF" script --off-cpu -F tid,period,event,state -i "$dir/asleep" 2> /dev/null | awk '{ print $1, $2, $4, $5 }' | sort > "$dir/got"
expect "letters of threads that sleep at the end" << 'E'
10 2000 blocked (T)
10 990 blocked (S)
11 1890 blocked (D)
E

# --- what cannot be -------------------------------------------------------------------------------------------------
refused() { # WHAT TEXT OPTION...
	what=$1 text=$2 status=0
	shift 2
	"$PERF" "$@" > "$dir/out" 2> "$dir/err" || status=$?
	if [ $status -eq 0 ] || ! grep -qF -e "$text" "$dir/err"; then
		bad "$what: status $status, $(cat "$dir/err")"
	fi
}
refused "a wrong state" "not 'asleep'" report --off-cpu --state blocked,asleep -i "$dir/whole"
refused "--state alone" "--state is about the spans of --off-cpu" script --state S -i "$dir/whole"
refused "-F state alone" "field 'state'" script -F +state -i "$dir/whole"
make plain << 'E'
f = Writer("<", "x86_64")
e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME, name="cpu-clock")
f.comm(1, 1, "prog")
f.sample(e, ip=0x400100, pid=1, tid=1, time=5)
E
refused "no switches at all" "does not tell when threads left" report --off-cpu -i "$dir/plain"
refused "no switches at all" "does not tell when threads left" script --off-cpu -i "$dir/plain"

finish
