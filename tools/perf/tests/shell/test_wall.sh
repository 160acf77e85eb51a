#!/bin/sh
# perf report --wall: each thread's total is its lifetime, to the nanosecond
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

cat > "$dir/make.py" << 'E'
import sys
from switches import *


class Wall(Switches):
    def __init__(self, **values):
        super().__init__(**values)
        self.clock = self.event(type=1, config=0, sample_type=TYPE & ~S_RAW, flags=SAMPLE_ID_ALL, name="cpu-clock", ids=[9])

    def tick(self, time, cpu, tid, where, **values):
        self.sample(self.clock, MISC_USER, 0x400000, tid, tid, time, ident=9, cpu=cpu, period=100, **values,
                    chain=[USER_MARK] + self.stack(tid, where)[3:])


def cpus():
    f = Wall()
    f.tick(1000, 0, 10, 0)			# the first record: 10 is there already
    f.tick(1100, 0, 10, 0)			# 100 ns
    f.switch(1150, 0, 10, "S", 11, 1)		# 50 without a sample, yet; 11 was away until now: 150
    f.tick(1250, 0, 11, 2)			# 100
    f.tick(1300, 1, 13, 8)			# nobody has said that it came: it ran from the beginning, and goes on
    f.waking(1300, 0, 11, 10)			# 10 was blocked 150
    f.switch(1400, 0, 11, "R+", 10, 3)		# 10 was runnable 100; 11 ran 150 without a sample
    f.tick(1450, 0, 10, 4)			# 50 + 50 = 100
    f.task(FORK, 12, 10, 1460)
    f.switch(1500, 0, 10, "X", 12, 5)		# 10 ends: 50 between samples
    f.tick(1700, 0, 12, 6)			# 12: 40 until its first turn, 200
    f.switch(1800, 0, 12, "D", 11, 7)		# 100; 11 was preempted 400
    f.waking(2000, 1, 0, 99)			# the end: 11 runs 200 more, 150 + 200 between samples; 12 is blocked 200
    f.write(sys.argv[2])


def idle():
    f = Wall()
    f.tick(1000, 2, 20, 0)			# CPU 2 has no switch, and this sample: nobody else ran there
    f.switch(1100, 0, 0, "R", 10)		# CPU 0 was idle until now: 100
    f.switch(1300, 0, 10, "S", 0)		# 10 ran 200 there
    f.switch(1350, 1, 0, "R", 10)		# CPU 1 was idle: 350
    f.tick(1400, 1, 10, 0)			# stands for 200 on CPU 0 and 50 on CPU 1
    f.switch(1500, 1, 10, "S", 0)
    f.switch(1600, 0, 0, "R", 11)		# 300 idle
    f.waking(1700, 0, 11, 10)			# the newest record of CPU 0 before it loses some
    f.lost(1800, 0)				# 11 ran 100; 100 are not known
    f.switch(1900, 0, 12, "S", 0)		# 12 has run since 1800
    f.waking(2000, 1, 0, 99)			# 100 idle on CPU 0, 500 on CPU 1
    f.write(sys.argv[2])


def counted():
    f = Wall()
    f.switch(1000, 0, 10, "S", 11)
    f.lost(1200, 0, 2)				# these two are told twice
    f.switch(1300, 0, 11, "S", 10)
    f.waking(1400, 0, 10, 19)			# the last record of CPU 0
    f.waking(1600, 1, 12, 19)
    f.lost(1650, 1, 2)				# CPU 1: from the beginning
    f.switch(1700, 1, 12, "S", 13)
    f.tick(2000, 2, 20, 0)			# the last record of all
    f.lost_samples(2000, 0, 3)			# so one was lost behind it
    f.lost_samples(2000, 1, 2)			# those were told
    f.write(sys.argv[2])


def edges():
    f = Wall()
    f.tick(900, 0, 10, 0)
    f.switch(1000, 0, 10, "R+", 11)		# 10 goes to CPU 1, whose events are not on yet
    f.tick(1100, 1, 10, 1)			# so 100 of 10, and 200 of CPU 1, are not known
    f.switch(1200, 1, 10, "S", 12)
    f.switch(1300, 1, 12, "S", 0)
    f.waking(1500, 0, 11, 19)			# the newest record of CPU 0, whose events go off first
    f.switch(1600, 1, 0, "R", 11)		# 11 is on CPU 1: what CPU 0 does since 1500 is not known
    f.waking(2000, 1, 11, 19)
    f.write(sys.argv[2])


def groups():
    f = Wall()
    f.clock.sample_type |= S_CGROUP
    for group in 7, 8:
        f.record(CGROUP, f.pack("Q", group) + f.text("/g%d" % group) + f.sample_id())
    f.tick(1000, 0, 10, 0, cgroup=7)
    f.tick(1000, 1, 11, 0, cgroup=8)
    f.task(FORK, 12, 10, 1050)			# 12 is where its parent is
    f.switch(1100, 0, 10, "S", 12)		# 10 ran 100, then waits 400; 12 waited 50, then runs 900
    f.switch(1300, 1, 11, "D", 0)		# 11 ran 300, then waits
    f.waking(1500, 0, 12, 10)
    f.waking(2000, 0, 12, 19)
    f.write(sys.argv[2])


def cpu_records():
    f = Wall(switches=False, wakings=False, software=True, flags=CONTEXT_SWITCH)
    f.cpu_switch(1000, 0, 0, 10)
    f.cpu_switch(1300, 0, 10, 0)
    f.cpu_switch(1400, 0, 0, 11)
    f.task(EXIT, 11, 11, 1500)
    f.cpu_switch(1700, 0, -1, 12, late=20)	# 11 has ended, and no number any more
    f.tick(2000, 0, 12, 0)
    f.write(sys.argv[2])


def records():
    f = Wall(switches=False, wakings=False, software=True, flags=CONTEXT_SWITCH | INHERIT)
    f.came(1000, 0, 10)
    f.tick(1200, 0, 10, 0)
    f.out(1300, 0, 10)
    f.came(1700, 0, 10)
    f.tick(1800, 0, 10, 0)			# 100 + 100
    f.task(EXIT, 10, 10, 1850)
    f.out(1900, 0, 10)
    f.write(sys.argv[2])


def latency():
    f = Wall(wakings=False)
    f.switch(1000, 0, 0, "R", 10)		# 10 alone: 200
    f.switch(1200, 1, 0, "R", 11)		# nobody knows what 11 did until now
    f.tick(1500, 0, 10, 0)			# together: 300 / 2 each
    f.switch(1600, 1, 11, "S", 0)		# 100 / 2 each
    f.tick(1900, 0, 10, 1)			# 10 alone: 300
    f.switch(2000, 0, 10, "S", 0)		# 10: 100; it has run 1000, and has 800 of the latency
    f.switch(2400, 1, 0, "R", 11)		# 11 waited 800
    f.tick(2600, 1, 11, 2)			# 11 alone: 200
    f.tick(3200, 1, 11, 3)			# 600; it has run 1200, and has 1000; 10 waits 1200
    f.write(sys.argv[2])


def gone():
    f = Wall(wakings=False)
    f.switch(1000, 0, 10, "S", 11)
    f.switch(1100, 0, 11, "S", 0)		# takes the place of the stack before, where few are kept
    f.lost(1200, 0)				# 10 was blocked until 1100 ...
    f.tick(1300, 0, 10, 4)			# ... and is here now: its stack is read again, and takes this one's place
    f.tick(1400, 0, 10, 5)
    f.switch(1500, 0, 10, "S", 11)
    f.switch(1600, 0, 11, "S", 10)
    f.write(sys.argv[2])


def missing():
    f = Wall(wakings=False)
    f.tick(1000, 0, 10, 0)
    f.switch(1100, 0, 10, "S", 11)
    f.tick(1250, 0, 11, 1)			# the last that is heard of 11
    f.switch(1400, 0, 12, "S", 10)		# when 11 left, and 12 came, is missing: 150 are not known
    f.task(FORK, 13, 10, 1500)
    f.tick(1600, 1, 13, 2)			# the first record of CPU 1: 500 are not known, before 13 was there
    f.tick(2000, 0, 10, 3)
    f.write(sys.argv[2])


def came_records():
    f = Wall(switches=False, wakings=False, software=True, flags=CONTEXT_SWITCH)
    came = lambda time, cpu, prev, tid: f.record(SWITCH_CPU_WIDE, f.pack("ii", prev, prev) + f.sample_id(tid, tid, time, cpu))
    f.tick(1000, 1, 13, 0)
    f.cpu_switch(1100, 0, 10, 0)
    came(1300, 0, 0, 11)			# that nobody left is missing: CPU 0 was idle for 200 ns
    came(1600, 0, 11, 12)			# and that 11 left: it ran 300
    f.cpu_switch(1800, 0, 12, 11)
    f.tick(2000, 0, 11, 0)
    f.write(sys.argv[2])


def back():
    f = Wall(wakings=False, flags=INHERIT)
    f.switch(1000, 0, 10, "S", 0)
    f.tick(1500, 0, 10, 0)
    f.write(sys.argv[2])


{"cpus": cpus, "idle": idle, "edges": edges, "groups": groups, "cpu_records": cpu_records, "counted": counted, "records": records, "latency": latency, "gone": gone, "missing": missing, "came_records": came_records,
 "back": back}[sys.argv[1]]()
E
rows() { # FILE OPTION...: "period tid:comm state" a row
	name=$1
	shift
	python3 "$dir/make.py" "$name" "$dir/$name"
	"$PERF" report --stdio --wall --no-children -g none -F period,tid,state -i "$dir/$name" "$@" 2> "$dir/err" |
		awk '!/^#/ && NF' | sed 's/^ *//; s/  */ /g; s/ $//' | LC_ALL=C sort -k2,2 -k3
}
expect() { # WHAT
	cat > "$dir/want"
	diff "$dir/want" "$dir/got" || bad "$1"
}

rows cpus > "$dir/got"
expect "whole CPUs: from 1000, 1000 and 1460 to 1500, 2000 and 2000; all of 13" << 'E'
150 10:t10 blocked (S)
100 10:t10 runnable
250 10:t10 running
400 11:t11 preempted
450 11:t11 running
150 11:t11 unknown
200 12:t10 blocked (D)
40 12:t10 runnable
300 12:t10 running
1000 13:t13 running
E
# 6 samples of a period of 100 ns, of 2000 ns that ran.
grep -q '^wall: threads ran 0.000002000 s by switches, which is what counts; their samples alone say 0.000000600 s (-70.0 %)$' \
	"$dir/err" || bad "the closing line: $(cat "$dir/err")"

rows cpus --state running,unknown > "$dir/got"
expect "--state running,unknown" << 'E'
250 10:t10 running
450 11:t11 running
150 11:t11 unknown
300 12:t10 running
1000 13:t13 running
E
"$PERF" report --wall --json -s tid,state -i "$dir/cpus" > "$dir/json" 2> "$dir/err"
python3 "$PERF_TEST_DIR/build/report_schema.py" "$dir/json" || bad "--json is not what its schema says"
python3 - "$dir/json" << 'E' || bad "stacks in --json"
import json, sys
j = json.load(open(sys.argv[1]))
o = j["off_cpu"]
assert o["ran"] == 2000 and o["sampled_periods"] == 600 and o["shown"]["running"]["ns"] == 2000, o
names = {f["id"]: f.get("function") or f.get("missing") or f.get("address") for f in j["frames"]}
event, = j["events"]
assert event["members"][0]["name"] == "wall-time" and event["members"][0]["total"] == 3040, event["members"]
got = {}
for row in event["rows"]:
    if row["keys"]["state"] == "running":
        got[row["keys"]["tid"].split(":")[0]] = sorted((c["period"], names[c["frames"][-1]]) for c in row["chains"])
assert got == {"10": [(50, "[ran between samples]"), (100, "0x4010a0"), (100, "0x4050a0")],
               "11": [(100, "0x4030b0"), (350, "[ran between samples]")],
               "12": [(100, "[ran between samples]"), (200, "0x4070c0")],
               "13": [(300, "0x4090d0"), (700, "[ran between samples]")]}, got
E

# Each CPU: what it ran, when it was idle, what is not known; together the length of the recording.
by_cpu() { # FILE: the closing lines, and the rows of the same
	rows "$1" --state all > /dev/null
	grep '^wall: CPU' "$dir/err" || :
	"$PERF" report --stdio --wall --state running,idle --no-children -g none -F period,cpu,state -i "$dir/$1" 2> /dev/null |
		awk '!/^#/ && NF' | sed 's/^ *//; s/  */ /g; s/ $//' | LC_ALL=C sort -k2,2 -k3
}
by_cpu idle > "$dir/got"
expect "idle, by CPU" << 'E'
wall: CPU 0: running 0.000000400 s + idle 0.000000500 s + not known 0.000000100 s = 0.000001000 s
wall: CPU 1: running 0.000000150 s + idle 0.000000850 s = 0.000001000 s
wall: CPU 2: running 0.000001000 s + idle 0.000000000 s = 0.000001000 s
500 000 idle
400 000 running
850 001 idle
150 001 running
1000 002 running
E
by_cpu cpu_records > "$dir/got"
expect "idle, by records of whole CPUs" << 'E'
wall: CPU 0: running 0.000000900 s + idle 0.000000100 s = 0.000001000 s
100 000 idle
900 000 running
E
by_cpu edges > "$dir/got"
expect "CPUs whose events are switched on and off one after the other" << 'E'
wall: CPU 0: running 0.000000600 s + idle 0.000000000 s + not known 0.000000500 s = 0.000001100 s
wall: CPU 1: running 0.000000600 s + idle 0.000000300 s + not known 0.000000200 s = 0.000001100 s
600 000 running
300 001 idle
600 001 running
E
by_cpu missing > "$dir/got"
expect "switches that are missing though nothing was lost, and a thread that is young" << 'E'
wall: CPU 0: running 0.000000850 s + idle 0.000000000 s + not known 0.000000150 s = 0.000001000 s
wall: CPU 1: running 0.000000500 s + idle 0.000000000 s + not known 0.000000500 s = 0.000001000 s
850 000 running
500 001 running
E
by_cpu came_records > "$dir/got"
expect "records of who comes, where those of who leaves are missing" << 'E'
wall: CPU 0: running 0.000000800 s + idle 0.000000200 s = 0.000001000 s
wall: CPU 1: running 0.000001000 s + idle 0.000000000 s = 0.000001000 s
200 000 idle
800 000 running
1000 001 running
E
by_cpu counted > "$dir/got"
expect "losses that only counters tell of" << 'E'
wall: CPU 0: running 0.000000200 s + idle 0.000000000 s + not known 0.000000800 s = 0.000001000 s
wall: CPU 1: running 0.000000350 s + idle 0.000000000 s + not known 0.000000650 s = 0.000001000 s
wall: CPU 2: running 0.000001000 s + idle 0.000000000 s = 0.000001000 s
200 000 running
350 001 running
1000 002 running
E
"$PERF" script --off-cpu --state all -F tid,time,period,state -i "$dir/counted" 2> /dev/null | sed 's/^ *//; s/  */ /g; s/ *$//' \
	> "$dir/got"
grep -q '^11 .* 600 unknown$' "$dir/got" || bad "a wait that may have ended behind the last record: $(cat "$dir/got")"
rows cpu_records > "$dir/got"
expect "records of whole CPUs: threads run from the record of who leaves, and after their end was told" << 'E'
700 10:t10 blocked (S)
300 10:t10 running
300 11:t11 running
400 11:t11 unknown
300 12:t12 running
700 12:t12 unknown
E
rows idle > "$dir/got"
! grep -q idle "$dir/got" || bad "idle CPUs are in the profile without being asked for"
grep -q '^off-CPU: left out: idle 0.000001350 s in 5 spans; --state=all shows all$' "$dir/err" || bad "idle: $(cat "$dir/err")"
"$PERF" report --wall --json -s tid,state -i "$dir/idle" 2> /dev/null | python3 -c '
import json, sys
o = json.load(sys.stdin)["off_cpu"]
assert o["length"] == 1000 and o["cpus"] == [
    {"cpu": 0, "running": 400, "idle": 500, "unknown": 100}, {"cpu": 1, "running": 150, "idle": 850, "unknown": 0},
    {"cpu": 2, "running": 1000, "idle": 0, "unknown": 0}], o' || bad "CPUs in --json"

# By control group: of a wait it is that of the thread's newest sample.
python3 "$dir/make.py" groups "$dir/groups"
"$PERF" report --stdio --wall --no-children -g none -F period,cgroup,state -i "$dir/groups" 2> "$dir/err" |
	awk '!/^#/ && NF' | sed 's/^ *//; s/  */ /g; s/ $//' | LC_ALL=C sort -k2,2 -k3 > "$dir/got"
expect "by control group" << 'E'
400 /g7 blocked (S)
550 /g7 runnable
1000 /g7 running
700 /g8 blocked (D)
300 /g8 running
E
rows records > "$dir/got"
expect "records of switches: from 1000 to 1850" << 'E'
400 10:t10 blocked (S)
450 10:t10 running
E

# Latency: each moment is divided by the threads that run; who does not run counts with the time that it waits, 800, 1200 and 200.
latency_rows() { # OPTION...
	"$PERF" report --stdio --wall --no-children -g none -i "$dir/latency" "$@" 2> "$dir/err" |
		awk '!/^#/ && NF' | sed 's/^ *//; s/  */ /g; s/ $//' > "$dir/got"
}
python3 "$dir/make.py" latency "$dir/latency"
latency_rows --latency -s tid,state
expect "--wall --latency" << 'E'
30.00% 27.27% 10:t10 blocked (S)
25.00% 27.27% 11:t11 running
20.00% 22.73% 10:t10 running
20.00% 18.18% 11:t11 blocked (S)
5.00% 4.55% 11:t11 unknown
E
latency_rows -F latency,period,tid,parallelism --state running
expect "latency of what ran alone: 800 and 1000 of 1800" << 'E'
44.44% 1000 10:t10 1
33.33% 600 11:t11 1
22.22% 600 11:t11 2
E
# 10: 200 of the 500 that have 350, and the 400 that have 350, together 490; 11: 300 of the 600 that have 400; of 690.
latency_rows --latency -F latency,period,tid --state running --time 0.000001300,0.000002300
expect "latency of parts of spans" << 'E'
71.01% 600 10:t10
28.99% 300 11:t11
E
status=0
"$PERF" report --off-cpu --latency -i "$dir/latency" > "$dir/out" 2> "$dir/err" || status=$?
[ $status -eq 129 ] && grep -q -e '--wall has latency' "$dir/err" || bad "--off-cpu --latency: status $status, $(cat "$dir/err")"

# Halves of chains that go with each sample: who keeps one across that shows other stacks, or reads what was freed.
python3 "$dir/make.py" gone "$dir/gone"
"$PERF" report --stdio --wall --state all --no-children -g folded,0,caller,count -F period,tid,state -i "$dir/gone" > "$dir/want" 2>&1
PERF_TEST_FEW_CHAINS=1 "$PERF" report --stdio --wall --state all --no-children -g folded,0,caller,count -F period,tid,state \
	-i "$dir/gone" > "$dir/got" 2>&1 || bad "with few chains: $(tail -n 3 "$dir/got")"
diff "$dir/want" "$dir/got" || bad "a stack that is read again while a sample is looked at"
grep -q '0x400010;0x4050a0' "$dir/got" || bad "the stack of a thread that came unseen: $(cat "$dir/got")"
# Who gets samples beside the spans gets all of them, also those that come when one was read once more.
PERF_TEST_FEW_CHAINS=1 "$PERF" defer export -q --format=timeline -i "$dir/gone" -o "$dir/gone.html" || bad "a timeline with few chains"
grep -q '"about":"6 samples in ' "$dir/gone.html" || bad "samples on a timeline: $(grep -o '"about":"[^"]*"' "$dir/gone.html")"

python3 "$dir/make.py" back "$dir/back"
status=0
"$PERF" report --wall -i "$dir/back" > "$dir/out" 2> "$dir/err" || status=$?
if [ $status -ne 1 ] || ! grep -q 'lacks samples of what ran' "$dir/err"; then
	bad "a recording that cannot tell: status $status, $(cat "$dir/err")"
fi
finish
