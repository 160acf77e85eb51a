#!/bin/sh
# perf report, diff, script, defer stat: equal samples that are counted together, or printed alike, make the same text as each of them
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

# Several stacks, names, CPUs and programs that change; samples that lose their user half; samples with their whole stack.
cat > "$dir/mixed.txt" <<'E'
cpus 4
step 100
rounds 10000
event cycles period=7
event faults type=1 config=2 period=3 no-defer
task 1000-1003 comm=reader stack=5
task 2000-2002 comm=writer cpu=2 stack=7
repeat 40
1000-1003 enter
1000-1003 sample cycles kernel=0xffffffff81000100,0xffffffff81000200
2000-2002 enter
2000-2002 sample cycles kernel=0xffffffff81000100,0xffffffff81000300
1000-1003 sample faults
1000-1003 return
2000-2001 return
2002 return drop
end
1001 comm other
1002 exec /usr/bin/new
2000 migrate 1
repeat 40
1000-1003 enter
1000-1003 sample cycles kernel=0xffffffff81000100,0xffffffff81000200
1000-1003 return
2000 enter
2000 sample cycles kernel=0xffffffff81000400
2000 return
end
E
# Switches are told by raw data.
cat > "$dir/switches.txt" <<'E'
event sched:sched_switch type=2 config=314 period=1 fields=ip,tid,time,callchain,cpu,period,raw,identifier switches
cpus 1
switch-records no
step 100
task 1000-1001 comm=sleeper cpu=0 stack=6
cpu 0 wake 1000
cpu 0 switch 1000 S kernel=0xffffffff81000100
repeat 30
1000 enter
cpu 0 wake 1001
cpu 0 switch 1001 S kernel=0xffffffff81000100
1000 return
1001 enter
cpu 0 wake 1000
cpu 0 switch 1000 D kernel=0xffffffff81000200
1001 return
end
E
for name in mixed switches; do
	"$PERF" defer generate -o "$dir/$name.data" "$dir/$name.txt" || fail "cannot make a recording of $name.txt"
done

# Both texts with all that is said beside them.
both_ways()	# COMMAND OPTION...
{
	st=0
	"$PERF" "$@" > "$dir/counted" 2>&1 || st=$?
	echo "status $st" >> "$dir/counted"
	st=0
	PERF_TEST_EACH_SAMPLE=1 "$PERF" "$@" > "$dir/each" 2>&1 || st=$?
	echo "status $st" >> "$dir/each"
	cmp -s "$dir/counted" "$dir/each" || {
		bad "perf $* differs from that of each sample:"
		diff "$dir/each" "$dir/counted" | head -20
	}
}

for recording in mixed switches; do
	both_ways report --stdio -i "$dir/$recording.data"
	both_ways report --stdio -i "$dir/$recording.data" --no-children -n --show-total-period
	both_ways report --stdio -i "$dir/$recording.data" -g none -s comm,dso,sym,pid,tid,cpu
	both_ways report --stdio -i "$dir/$recording.data" -g caller --hierarchy -s comm,sym
	both_ways report --stdio -i "$dir/$recording.data" -s time,sym --time 10%-60%
	both_ways report --stdio -i "$dir/$recording.data" -s trace,socket --show-cpu-utilization
	both_ways report --stdio -i "$dir/$recording.data" --comm reader,sleeper -C 0
	both_ways report --stdio -i "$dir/$recording.data" --json
	both_ways report --stdio -i "$dir/$recording.data" --stats
	both_ways report --stdio -i "$dir/$recording.data" --off-cpu
	both_ways report --stdio -i "$dir/$recording.data" --time 0%-15%,70%-80% -s comm,tid
	both_ways script -i "$dir/$recording.data"
	both_ways script -i "$dir/$recording.data" --ns --show-task-events -C 0
	both_ways script -i "$dir/$recording.data" --deltatime --time 10%-60% -F +pid
	both_ways script -i "$dir/$recording.data" -F comm,tid,ip,sym
	both_ways script -i "$dir/$recording.data" -F +misc,+addr
	for by in "" --by=comm --by=cpu --by=event --json; do
		both_ways defer stat ${by:+"$by"} "$dir/$recording.data"
	done
	both_ways diff -s comm,sym "$dir/mixed.data" "$dir/$recording.data"
	both_ways diff -g --time 10%-60% "$dir/$recording.data" "$dir/mixed.data"
done
# Spans: equal ones of a thread are handed on together.
for seed in 1 2 3 4 5 6; do
	"$PERF" defer generate -o "$dir/seed$seed.data" --seed $seed --switches --actions 2000 --tasks 6 --cpus 2 ||
		fail "cannot make a recording of seed $seed"
done
for recording in switches seed1 seed2 seed3 seed4 seed5 seed6; do
	both_ways report --stdio -i "$dir/$recording.data" --off-cpu --state all -s comm,state,sym
	both_ways report --stdio -i "$dir/$recording.data" --off-cpu -s tid,cpu,state -g none -n
	both_ways report --stdio -i "$dir/$recording.data" --off-cpu -C 0 --no-children
	both_ways report --stdio -i "$dir/$recording.data" --off-cpu --time 10%-60%
	both_ways report -i "$dir/$recording.data" --off-cpu --json
	both_ways report --stdio -i "$dir/$recording.data" --wall --state all -s comm,state
done
grep -q '^# Samples: [1-9]' "$dir/counted" || { bad "there is no wall-time in seed 6:"; cat "$dir/counted"; }
# The recordings have what they are made for.
"$PERF" report --stats -i "$dir/mixed.data" > "$dir/stats" 2>&1
grep -q 'samples waiting: *480$' "$dir/stats" || { bad "the recording does not have its samples:"; cat "$dir/stats"; }
# In JSON a row has each of its stacks once, whatever else the samples differed in, with all samples that had it.
# (Here are more different ones than are kept until the end, twice.)
cat > "$dir/alike.txt" <<'E'
event cycles
task 100-17099 comm=server stack=3
repeat 2
100-17099 sample cycles
end
E
"$PERF" defer generate -o "$dir/alike.data" "$dir/alike.txt" || fail "cannot make a recording of alike.txt"
"$PERF" report -q --json --no-children -s comm -i "$dir/alike.data" > "$dir/rows" || bad "report --json"
python3 - "$dir/rows" <<'E' || bad "report --json: stacks that come twice"
import json
import sys

stacks = 0
for event in json.load(open(sys.argv[1]))["events"]:
    for row in event["rows"]:
        chains = [tuple(c["frames"]) for c in row["chains"]]
        stacks += len(chains)
        if len(chains) != len(set(chains)):
            sys.exit(f"{row['keys']}: {len(chains)} stacks, of which {len(set(chains))} differ")
        if sum(c["samples"] for c in row["chains"]) != sum(s["samples"] for s in row["self"]):
            sys.exit(f"{row['keys']}: the samples of its stacks are not those of the row")
sys.exit(stacks < 16500)
E
finish
