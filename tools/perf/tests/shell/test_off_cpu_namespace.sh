#!/bin/sh
# perf report and script --off-cpu of a PID namespace: tracepoints count otherwise than all else, and no thread is taken for another
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/switches.sh
. "$PERF_TEST_DIR/shell/lib/switches.sh"

# Made-up recordings: where each number in a tracepoint is another thread's in the namespace, all is as where it is not.
"$PERF_TEST_DIR/build/run_spans.py" "$PERF" 1 25 --namespace || bad "inside a namespace other spans are told"

# --- colliding numbers ------------------------------------------------------------------------------------------------
# 110 is 10 in the namespace and 111 is 11; the kernel's own 10 and 11 are outside of it. 112 and 113 never leave a CPU.
make colliding << 'E'
f = Switches(tasks=(10, 11, 13), namespace={110: 10, 111: 11, 113: 13})
f.switch(1000000000, 0, 110, "S", 10)
f.switch(1000000100, 1, 0, "R", 11)
f.switch(1000001000, 0, 10, "D", 111, 1)
f.waking(1000002000, 1, 11, 110)		# outside wakes inside
f.waking(1000003000, 0, 111, 10)		# inside wakes outside
f.switch(1000004000, 0, 111, "R+", 110, 2)
f.switch(1000005000, 1, 11, "S", 10, 3)
f.switch(1000006000, 0, 110, "S", 111, 4)
f.switch(1000007000, 1, 10, "S", 112, 5)
f.waking(1000008000, 1, 0, 11)
f.waking(1000009000, 0, 111, 113)
E
spans colliding --state all > "$dir/got"
expect "colliding numbers" << 'E'
10 1.000002000: 2000 blocked (S) ffffffff81001000 4016e0 400010
1000000010 1.000003000: 2000 blocked (D) ffffffff81001000
10 1.000004000: 2000 runnable ffffffff81001000 4016e0 400010
1000000010 1.000005000: 2000 runnable ffffffff81001000
11 1.000006000: 2000 preempted ffffffff81001000 4036f0 400010
1000000011 1.000008000: 3000 blocked (S) ffffffff81001000
10 1.000009000: 3000 blocked (S) ffffffff81001000 4056e0 400010
1000000010 1.000009000: 2000 blocked (S) ffffffff81001000
1000000011 1.000009000: 1000 runnable ffffffff81001000
E
closing "colliding numbers" "recorded inside a PID namespace: 2 threads have a number there; 2 outside of it are called '[outside]', tid 1000000000 + the kernel's number; of 2 no sample tells a number: '[not known]'"
"$PERF" report --off-cpu --json -s tid -i "$dir/colliding" > "$dir/json" 2> /dev/null
python3 "$PERF_TEST_DIR/build/report_schema.py" "$dir/json" || bad "--json is not what its schema says"
tr -d ' \n' < "$dir/json" | grep -q '"pid_namespace":{"inside":2,"outside":2,"not_known":2}' || bad "the numbers in --json"

"$PERF" script --off-cpu -F comm,tid,event -i "$dir/colliding" 2> /dev/null | awk '{ print $1, $2 }' | sort -u > "$dir/got"
expect "names" << 'E'
[outside] 1000000010
[outside] 1000000011
t10 10
E

# Their user halves are not looked up among the files of all others that have no number.
"$PERF" report --off-cpu --stdio --no-children -g caller -s comm -i "$dir/colliding" > "$dir/out" 2> /dev/null
grep -q 'not known: the files of threads outside the PID namespace' "$dir/out" || bad "not said why half of a stack is missing"

# Who woke: a thread outside is no interrupt, and not the thread that has its number inside.
"$PERF" defer wakers --rows 0 -d 3 -i "$dir/colliding" 2> "$dir/err" |
	awk '/^ +[0-9]+ +[0-9.]+ +[0-9.]+ / { print "wait", $2, $4 } / woken by / { sub(/^ +woken by /, ""); print "by", $0 }' > "$dir/got"
expect "wakers" << 'E'
wait 0.003000 [outside]
by [interrupt]
wait 0.002000 [outside]
by t11
wait 0.002000 t10
by [outside]
E

# --- numbers that are used again ---------------------------------------------------------------------------------------
# 110 is 10, ends, and is 12 then; 111 becomes another thread, whose beginning was not seen: between, it may be either.
make again << 'E'
f = Switches(tasks=(10, 11, 12, 13), namespace={110: 10, 111: 11})
f.switch(1000, 0, 110, "S", 0)
f.waking(1500, 0, 0, 110)
f.switch(2000, 0, 0, "R", 110)
f.switch(3000, 0, 110, "X", 111, tid=-1)
f.namespace[110] = 12
f.switch(4000, 0, 111, "S", 110)
f.switch(5000, 0, 110, "S", 0, 1)
f.waking(6000, 0, 0, 111)
f.waking(7000, 0, 0, 110)
f.switch(8000, 0, 0, "R", 111)
f.namespace[111] = 13
f.switch(9000, 0, 111, "D", 110, 2)
f.waking(9500, 1, 0, 111)
E
spans again --state all --tid 10,12,13 > "$dir/got"
expect "numbers that are used again" << 'E'
10 0.000001500: 500 blocked (S) ffffffff81001000 4016e0 400010
10 0.000002000: 500 runnable ffffffff81001000 4016e0 400010
12 0.000007000: 2000 blocked (S) ffffffff81001000 4026e0 400010
12 0.000009000: 2000 runnable ffffffff81001000 4026e0 400010
13 0.000009500: 500 blocked (D) ffffffff81001000 4036f0 400010
E
spans again --state all --tid 11 > "$dir/got"
expect "it is not known who came" << 'E'
11 0.000009500: 5500 blocked (S) ffffffff81001000 4016f0 400010
E

# --- all of a life: samples of a clock have the namespace's numbers, and those of who is outside have none -----------------
make wall << 'E'
f = Switches(tasks=(10, 11), namespace={110: 10, 111: 11})
clock = f.event(type=1, config=0, sample_type=TYPE & ~S_RAW, flags=SAMPLE_ID_ALL, name="cpu-clock", ids=[9, 10])


def tick(time, cpu, tid):
    f.sample(clock, MISC_KERNEL, TEXT + 0x3000, tid, tid, time, ident=9 + cpu, cpu=cpu, chain=[KERNEL_MARK, TEXT + 0x3000])


f.switch(1000, 0, 0, "R", 110)
f.switch(1000, 1, 0, "R", 111)		# it never leaves: samples on its CPU tell who it is
f.task(FORK, 0, 0, 1100)		# of somebody outside
tick(1500, 0, 10)
tick(1600, 1, 11)
f.switch(2000, 0, 110, "S", 10)
tick(2500, 0, 0)
f.switch(3000, 0, 10, "S", 0)
tick(3100, 0, 0)
f.waking(4000, 0, 0, 110)
tick(5000, 1, 11)
E
"$PERF" report --wall --stdio --no-children -g none -F period,tid,state --state all -i "$dir/wall" 2> "$dir/err" |
	awk '!/^#/ && NF { sub(/:[^ ]*/, "", $2); print $1, $2, $3, $4 }' | sed 's/ *$//' | sort -n > "$dir/got"
expect "--wall" << 'E'
1000 10 runnable
1000 10 running
1000 1000000010 running
1000 1000000010 unknown
2000 0 idle
2000 10 blocked (S)
2000 1000000010 blocked (S)
4000 11 running
E
! grep -q 'tells a number' "$dir/err" || bad "a number that samples on its CPU tell is not known: $(cat "$dir/err")"

# --- the letters of records of switches are those of a thread's own sample -----------------------------------------------
make records << 'E'
f = Switches(tasks=(10, 11), wakings=False, flags=CONTEXT_SWITCH | INHERIT, namespace={110: 10, 10: 11})
f.switch(1000, 0, 110, "D", 0)
f.out(1010, 0, 10)
f.switch(1100, 1, 10, "S", 0)
f.out(1110, 1, 11)
f.came(2000, 0, 10)
f.came(3000, 0, 11)
E
spans records --state all > "$dir/got"
expect "records of switches" << 'E'
10 0.000002000: 990 blocked (D) ffffffff81001000 4016e0 400010
11 0.000003000: 1890 blocked (S) ffffffff81001000 4010a0 400010
E

finish
