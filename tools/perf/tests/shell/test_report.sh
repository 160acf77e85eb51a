#!/bin/sh
# perf report: rows, call graphs, options, exit status, pipes
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools python3

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1
# Runs perf report; output in $dir/out, messages in $dir/err, exit status in $status.
report() {
	status=0
	"$PERF" report "$@" > "$dir/out" 2> "$dir/err" < /dev/null || status=$?
}
ok() {
	report "$@"
	[ $status = 0 ] || fail "perf report $*: exit $status: $(cat "$dir/err")"
}
said() { # PATTERN WHAT
	grep -q -e "$1" "$dir/err" || fail "$2: $(cat "$dir/err")"
}
shown() { # PATTERN WHAT
	grep -q -e "$1" "$dir/out" || fail "$2: $(cat "$dir/out")"
}
absent() { # PATTERN WHAT
	! grep -q -e "$1" "$dir/out" || fail "$2: $(cat "$dir/out")"
}

# --- made-up recordings: each sample is there once, with its whole chain ---
for seed in 1 2 3 4 5 6 7 8; do
	"$PERF" defer generate --seed "$seed" -o "$dir/data" --truth "$dir/truth"
	report -i "$dir/data" --no-children -g folded,0,caller,address,count -F sample
	"$tests/build/folded_truth.py" "$dir/truth" "$dir/out" || fail "seed $seed"
done

# --- a small recording with an orphan ---
one_orphan > "$dir/scenario"
"$PERF" defer generate -o "$dir/data" "$dir/scenario"
cp "$dir/data" "$dir/scenario.data"
ok -i "$dir/data"
shown "^# Samples: 2  of event 'one'\$" "event one"
shown "^# Samples: 1  of event 'two'\$" "event two"
shown '^    50.00%    50.00%  client   \[unknown\] .*\[k\] 0xffffffff81000030$' "the client's row"
shown '^            ---\[user stack missing: ' "an orphan's mark is the outermost frame"
shown '^    50.00%     0.00%  server   server .*0x0000000000400200$' "the caller's row"
shown '^    50.00%     0.00%  client   \[unknown\] .*\[\.\] \[user stack missing: ' "an orphan's mark is a row"
said 'samples with a deferred user stack miss it: 1 ' "orphans are not counted"
cp "$dir/out" "$dir/want"
ok -i "$dir/data" --no-orphan-marks
absent 'user stack missing' "--no-orphan-marks"
said 'miss it: 1 ' "orphans are not counted without marks"
ok -i "$dir/data" -q
[ ! -s "$dir/err" ] || fail "-q says: $(cat "$dir/err")"
absent '^#' "-q"
ok -i "$dir/data" --no-children -g caller
absent 'Children' "--no-children"
shown '^            ---0x400200$' "caller first"
ok -i "$dir/data" --no-children
shown '^            ---0xffffffff81000010$' "callee first"
ok -i "$dir/data" --no-children -G
shown '^            ---0x400200$' "-G"
ok -i "$dir/data" --inverted --no-inverted
shown '^            ---0xffffffff81000010$' "--no-inverted"
ok -i "$dir/data" --no-call-graph
absent '^            ---' "--no-call-graph"
ok -i "$dir/data" --group -g none --no-children
shown "^# Samples: 3  of events 'one, two'\$" "--group"
# An event without samples has no column, unless it is asked for.
sed 's/^task 100/event never type=software config=2\n&/' "$dir/scenario" > "$dir/with-never"
"$PERF" defer generate -o "$dir/never" "$dir/with-never"
ok -i "$dir/never" --group -g none --no-children
shown "^# Samples: 3  of events 'one, two'\$" "--group with an event that never came"
shown '^    [0-9. ]*%  *[0-9.]*%  [a-z]' "--group with an event that never came: columns"
ok -i "$dir/never" --group -g none --no-children --no-skip-empty
shown "^# Samples: 3  of events 'one, two, never'\$" "--group --no-skip-empty"
shown '^    [0-9. ]*%  *[0-9.]*%  *0.00%  [a-z]' "--group --no-skip-empty: columns"
ok -i "$dir/data" --group --no-group -g none --no-children
shown "^# Samples: 2  of event 'one'\$" "--no-group"
ok -i "$dir/data" --no-children -g none -F overhead,sample,comm -t ';'
shown '^ 50.00% ; 1 *;client *$' "-t and -F"
ok -i "$dir/data" --no-children -g none -s pid -w 9,10
shown '^     50.00%      101:cl$' "-w"
ok -i "$dir/data" --no-children -g none -c client
shown '^# comm: client$' "-c"
absent 'server' "-c"
shown '^    50.00% ' "percent of all samples"
ok -i "$dir/data" --no-children -g none -c client --percentage relative
shown '^   100.00% ' "--percentage relative"
ok -i "$dir/data" --no-children -g none -s parent -p 0x
shown '^   100.00%  \[other\]' "an address is no parent"
ok -i "$dir/data" --no-children -g none -x
absent '^ ' "-x"
ok -i "$dir/data" --no-children -g none -s comm,srcline,addr
shown '^    50.00%  server   0xffffffff81000010  0xffffffff81000010$' "srcline and addr"
ok -i "$dir/data" --no-children -g none -s +socket
shown '\[k\] 0xffffffff81000030 *-001$' "-s +socket"
ok -i "$dir/data" --no-children -g none --symbol-filter nothing
absent '^ ' "--symbol-filter"
ok -i "$dir/data" --no-children -g none nothing
absent '^ ' "a word alone"
ok -i "$dir/data" --percent-limit 60
absent '^    50.00% ' "--percent-limit"
shown '^   100.00% ' "--percent-limit"
ok -i "$dir/data" --stats
shown 'CALLCHAIN_DEFERRED events: ' "--stats"
shown '^two stats:$' "--stats"
ok -i "$dir/data" -H -g none -n
shown '^#       Overhead       Samples  Command / Shared Object / Symbol$' "-H: titles"
shown '^    50.00%             1        server *$' "-H: first level"
shown '^          50.00%             1        \[k\] 0xffffffff81000010$' "-H: last level"
ok -i "$dir/data" --tasks
shown '^ *101 *101 *-1 | client$' "--tasks"
ok -i "$dir/data" --mmaps
shown '^ *[0-9a-f]*-[0-9a-f]* r-xp 0* .*server$' "--mmaps"
ok -i "$dir/data" -D
shown 'PERF_RECORD_CALLCHAIN_DEFERRED' "-D"
shown '^ *TOTAL events: ' "-D"
ok -i "$dir/data" --header
shown '^# ========$' "--header"
shown '^# event : name = one, ' "--header"
ok -i "$dir/data" --header-only
absent 'Samples' "--header-only"
ok -i "$dir/data" --stdio-color=always --no-children -g none
grep -q "$(printf '\033')\[31m" "$dir/out" || fail "--stdio-color=always"
for never in --stdio-color=never --stdio-color=auto --no-stdio-color; do
	ok -i "$dir/data" --stdio-color=always --no-children -g none $never
	absent "$(printf '\033')" "$never"
done

# --- JSON says what the text says, and every stack once ---
cat > "$dir/check.py" << 'E2'
import json, sys
data = json.load(open(sys.argv[1]))
assert (data["schema"], data["version"]) == ("perf-report", 1)
assert data["stitching"]["deferred"] == 3 and data["stitching"]["by_later"] == 2, data["stitching"]
assert sum(data["stitching"]["orphans"].values()) == 1
assert data["damage"]["skipped_records"] == 0 and not data["damage"]["truncated"]
frames = {f["id"]: f for f in data["frames"]}
one, two = data["events"]
assert [m["name"] for e in (one, two) for m in e["members"]] == ["one", "two"]
for event in one, two:
    total = event["members"][0]["samples"]
    assert sum(r["self"][0]["samples"] for r in event["rows"]) == total
    assert sum(c["samples"] for r in event["rows"] for c in r["chains"]) == total
stacks = sorted([next(iter(frames[i].get(k) for k in ("function", "address", "missing") if k in frames[i]))
                 for i in c["frames"]] for r in one["rows"] for c in r["chains"])
assert stacks[0] == ["0x400200", "0x400100", "0xffffffff81000010"], stacks
assert stacks[1][0].startswith("[user stack missing: ") and stacks[1][1] == "0xffffffff81000030", stacks
top = one["rows"][0]
assert set(top["keys"]) == {"comm", "dso", "sym"} and top["children"][0]["percent"] == 50, top
E2
ok -i "$dir/data" --json
python3 "$dir/check.py" "$dir/out" || fail "--json: $(cat "$dir/out")"
ok -i "$dir/data" --json -g callee
python3 "$dir/check.py" "$dir/out" || fail "--json -g callee: $(cat "$dir/out")"
ok -i "$dir/data" --json --no-children -g none -c client -s comm
python3 -c '
import json, sys
data = json.load(open(sys.argv[1]))
one, two = data["events"]
assert [r["keys"] for r in one["rows"]] == [{"comm": "client"}], one
assert one["members"][0]["filtered_samples"] == 1 and "chains" not in one["rows"][0]
assert two["rows"] == []' "$dir/out" || fail "--json of some: $(cat "$dir/out")"

# --- filters of the session ---
rows() { # COUNT ARGS...
	want=$1
	shift
	ok -i "$dir/data" --no-children -g none "$@"
	[ "$(grep -c '^ ' "$dir/out" || true)" = "$want" ] || fail "$*: $(cat "$dir/out")"
}
rows 3
rows 1 --tid 101
rows 2 --pid 100
rows 0 --pid 4711
shown "^# Samples: 2  of event 'one'\$" "filtered samples are part of the whole"
rows 3 --time 0,100
rows 0 --time 100,
said 'no samples that pass the filters' "nothing is left"

# --- pipes: the same text ---
"$PERF" defer generate --format pipe -o "$dir/pipe" "$dir/scenario"
"$PERF" report -i - < "$dir/pipe" > "$dir/out" 2> /dev/null || fail "-i -"
cmp "$dir/want" "$dir/out" || fail "a pipe's text differs"
"$PERF" report -i - --header-only < "$dir/pipe" > "$dir/out" 2> /dev/null || fail "-i - --header-only"
shown '^# ========$' "a pipe's header"

# --- the output goes away, or is full ---
status=0
"$PERF" report -i "$dir/data" > /dev/full 2> "$dir/err" || status=$?
[ $status = 1 ] || fail "a full disk: exit $status"
said 'No space left' "a full disk"

# --- damage: one record is lost, the rest is there, and somebody says so ---
"$PERF_TEST_DIR/build/damage_deferred.py" "$dir/data" "$dir/damaged" > "$dir/where"
report -i "$dir/damaged"
[ $status = 2 ] || fail "damage: exit $status"
shown "^# Samples: 2  of event 'one'\$" "damage: the rest is not there"
said "$(cat "$dir/where"): CALLCHAIN_DEFERRED" "damage: which record"
said '1 damaged record skipped' "damage: how many"
head -c 4000 /dev/zero > "$dir/zero"
report -i "$dir/zero"
[ $status = 1 ] || fail "not a recording: exit $status"
[ ! -s "$dir/out" ] || fail "not a recording: output"
report -i "$dir/nothing"
[ $status = 1 ] || fail "no file: exit $status"
said "nothing" "no file"

# --- -T: this machine's counters of threads ---
"$PERF" record -q -s -e task-clock -o "$dir/stat" sh -c '(true); (true)' > /dev/null 2>&1 || fail "record -s"
ok -i "$dir/stat" -T -g none
shown '^# *PID *TID *task-clock$' "-T: no table"
[ "$(sed '1,/^# *PID/d' "$dir/out" | grep -c '^ *[0-9]* *[0-9]* *[1-9][0-9]*$')" -ge 2 ] ||
	fail "-T: not every process has a line: $(cat "$dir/out")"
ok -i "$dir/stat" -T --pretty=raw -g none
shown '^ *[0-9]* *[0-9]* *task-clock *0 *[1-9][0-9]*$' "-T --pretty=raw"

for option in --show-cpu-utilization --showcpuutilization; do
	ok -i "$dir/stat" $option
	shown '^# *Overhead *sys *usr *Command' "$option: no columns"
done

# --- the header of a stream: its date is that of standard input, and whoever writes may go on writing ---
"$PERF" record -q -e task-clock -o - true 2> /dev/null > "$dir/stream" || fail "record -o -"
(cat "$dir/stream" && : > "$dir/written") | "$PERF" report --header-only -I -i - > "$dir/out" || fail "header of a stream"
[ -e "$dir/written" ] || fail "the writer of a stream fails"
for verb in report script; do
	"$PERF" $verb --header-only -i - < "$dir/stream" > "$dir/header" 2> "$dir/err" || fail "$verb: header of a stream: exit $?"
	[ ! -s "$dir/err" ] || fail "$verb: header of a stream: $(cat "$dir/err")"
done
for line in 'captured on  *:' 'data size  *: 0$' 'hostname : .' 'nrcpus online : [1-9]' 'event : name = task-clock' \
	'cmdline : .* record ' 'sibling threads : ' 'total memory : [1-9][0-9]* kB'; do
	shown "^# $line" "header of a stream"
done

# --- latency: needs context switches, which --latency records ---
"$PERF" record -q --latency -e task-clock -o "$dir/latency" sh -c '(:) & wait' > /dev/null 2>&1 || fail "record --latency"
ok -i "$dir/latency" --header-only
shown 'context_switch = 1' "record --latency"
ok -i "$dir/latency" --latency
shown '^#  Latency  Overhead  Command' "--latency"
ok -i "$dir/latency" -s overhead,comm
shown '^# Overhead  Command' "-s overhead,comm: other columns"
ok -i "$dir/latency" --hierarchy -s latency,parallelism,comm --parallelism 1-4096
shown '^#.* Latency  Parallelism / Command' "--hierarchy with latency"
ok -i "$dir/latency" --json
shown '"latency_percent": ' "--json"
report -i "$dir/data" --latency
[ $status = 129 ] || fail "--latency without switches: exit $status"
said "record --latency" "--latency without switches"

# --- samples between events: event two comes after the first of event one ---
ok -i "$dir/scenario.data" --switch-on two
shown "^# Samples: 1  of event 'one'\$" "--switch-on"
absent "of event 'two'" "--switch-on: the switch counts"
ok -i "$dir/scenario.data" --switch-off two --show-on-off-events
shown "^# Samples: 1  of event 'one'\$" "--switch-off"
shown "^# Samples: 1  of event 'two'\$" "--show-on-off-events"

# --- what scripts pass for the sake of disassembly changes nothing ---
ok -i "$dir/scenario.data"
cp "$dir/out" "$dir/plain"
ok -i "$dir/scenario.data" --tui -M intel --objdump /nowhere --addr2line=/nowhere --addr2line-style libdw --source --asm-raw \
	--unwind-style=libdw --percent-type local-period --prefix /p --prefix-strip 1 --samples 3 -m --disable-order
cmp -s "$dir/out" "$dir/plain" || fail "options without effect have one"
said "no screen for --tui, the report is text: " "--tui"

# --- an event without stacks, with those of another one ---
cat > "$dir/make.py" << 'END'
import sys

from perfwrite import *

f, base = Writer(), S_IP | S_TID | S_TIME | S_PERIOD | S_IDENTIFIER
first = f.event(sample_type=base, name="first")
stacks = f.event(sample_type=base | S_CALLCHAIN, name="stacks")
bare = f.event(sample_type=base, name="bare")
for pid, name in (1, "one"), (2, "two"), (3, "three"):
    f.comm(pid, pid, name)
    f.mmap2(pid, pid, 0x400000, 0x1000, 0, "/bin/" + name)
for i in range(4):
    f.sample(stacks, ip=0x400100, pid=1, tid=1, time=i, period=10, chain=(0x400100, 0x400300 if i == 3 else 0x400200))
f.sample(stacks, ip=0x400100, pid=2, tid=2, time=5, period=10, chain=(0x400500, 0x400600))
for pid, period in (1, 51), (1, 50), (2, 7), (3, 1):
    f.sample(bare, ip=0x400100, pid=pid, tid=pid, time=10, period=period)
    f.sample(first, ip=0x400100, pid=pid, tid=pid, time=10, period=period)
f.write(sys.argv[1])
bare = Writer()
bare.sample(bare.event(sample_type=base, name="bare"), ip=0x400100, pid=1, tid=1, time=1)
bare.write(sys.argv[2])
END
PYTHONPATH="$tests/build" python3 "$dir/make.py" "$dir/reference" "$dir/bare"
# The rows of event NAME, and their stacks.
rows_of() { # NAME
	sed -n "/ of event '$1'/,/^# Samples/p" "$dir/out" | sed '/^#/d; /^$/d; s/  *$//'
}
for order in caller callee; do
	ok -i "$dir/reference" --no-children -s comm -g folded,0,period,$order --show-ref-call-graph
	[ $order = caller ] && chain='s/ \(0x[^;]*\);\(.*\)/ \2;\1/' || chain=
	for event in first bare; do
		rows_of $event | sed "$chain" > "$dir/got"
		diff - "$dir/got" > "$dir/diff" << 'END' || fail "--show-ref-call-graph, $order: $(cat "$dir/diff")"
    92.66%  one
75 0x400100;0x400200
26 0x400100;0x400300
     6.42%  two
7 0x400500;0x400600
     0.92%  three
END
		shown "^# Samples: 4  of event '$event', show reference callgraph\$" "the head of an event with a reference"
	done
	rows_of stacks | sed "$chain" > "$dir/got"
	grep -qx '30 0x400100;0x400200' "$dir/got" && shown "of event 'stacks'\$" || fail "the reference itself: $(cat "$dir/got")"
done
ok -i "$dir/reference" -s comm -g count,0 --show-ref-call-graph
rows_of bare > "$dir/got"
grep -q -e '--1--0x400200$' "$dir/got" && grep -q -e '--1--0x400300$' "$dir/got" || fail "--show-ref-call-graph, counts: $(cat "$dir/got")"
ok -i "$dir/reference" --no-children -s comm -g folded,0,period
rows_of bare | grep -q 0x && fail "stacks of another event, and nobody asked for them"
ok -i "$dir/bare" --show-ref-call-graph
said 'no event of .* has call graphs that others could show' "--show-ref-call-graph without any stacks"

# --- wrong command lines ---
wrong() { # STATUS MESSAGE ARGS...
	expect=$1
	text=$2
	shift 2
	report -i "$dir/data" "$@"
	[ $status = "$expect" ] || fail "$*: exit $status"
	said "$text" "$*"
	[ ! -s "$dir/out" ] || fail "$*: output"
}
wrong 129 "Unknown --sort key: .foo'" -s comm,foo
wrong 129 "Unknown --fields key: .foo'" -F foo
wrong 129 'invalid regular expression' -p 'a('
wrong 129 "call graph option 'bogus' is not known" -g bogus
wrong 129 "takes relative or absolute" --percentage some
wrong 129 "takes always, never or auto, not 'mauve'" --stdio-color=mauve
wrong 129 "takes a separator that is not empty" -t ''
wrong 129 "non valid --field-separator" -t .
wrong 129 "--switch-on: the recording has no event .three" --switch-on three
for other in --tasks --mmaps -D --header-only; do
	wrong 129 "json is about rows or --missing" --json $other
done
wrong 129 "takes normal or raw" -T --pretty=nice
wrong 129 "takes a number" --percent-limit many
wrong 129 "takes numbers with commas" -w x
wrong 129 "takes numbers with commas" --tid 1,x
wrong 129 "unknown option '--nonsense'" --nonsense
wrong 129 "takes no argument 'word'" some word
wrong 129 "takes no argument 'word'" --symbol-filter some word
wrong 129 "takes no argument '$dir/data'" "$dir/data"
wrong 1 "nonsense" --time nonsense
