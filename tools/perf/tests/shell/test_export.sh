#!/bin/sh
# perf defer export, perf data convert: every sample and stack, against the truth and perf report
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks

check="$PERF_TEST_DIR/build/export_check.py"
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
cd "$dir"
status() { # WANT COMMAND...
	want=$1 got=0
	shift
	"$@" > out 2> err < /dev/null || got=$?
	[ "$got" = "$want" ] || bad "$*: exit status $got instead of $want: $(tail -n 3 err)"
}

# Every sample once, with its whole stack: of recordings that are made up, with losses and damage in them.
for seed in 1 2 3 4 5 6 7 8; do
	"$PERF" defer generate --seed $seed -o made --truth truth
	"$PERF" defer export -q --format=ndjson -i made -o rows || [ $? = 2 ] || bad "seed $seed: ndjson"
	"$PERF" defer export -q --format=folded --weight=samples -i made > stacks || [ $? = 2 ] || bad "seed $seed: folded"
	"$PERF" defer export -q --format=json -i made -o document || [ $? = 2 ] || bad "seed $seed: json"
	"$check" truth truth rows stacks document || bad "seed $seed"
done

# The sums are those of perf report, each stack with its names.
golden=$PERF_TEST_DIR/golden/demo
report() { # RECORDING OPTIONS...: both formats beside the report
	recording=$1
	shift
	"$PERF" report -q --json --no-children -s comm -g caller,0 -i "$recording" "$@" > report
	for format in folded ndjson speedscope; do
		"$PERF" defer export -q --format=$format -i "$recording" "$@" > $format
		"$check" report report $format $format || bad "$recording: $format beside the report"
	done
	"$PERF" defer export -q --format=folded --weight=samples -i "$recording" "$@" > folded
	"$check" report report folded folded samples || bad "$recording: samples, folded beside the report"
	"$PERF" defer export -q --format=firefox -i "$recording" "$@" > firefox
	"$check" report report firefox firefox samples || bad "$recording: firefox beside the report"
}
[ ! -r "$golden/demo.data" ] ||
	report "$golden/demo.data" --symfs "$golden/root" --kallsyms "$golden/kallsyms"
report made

# Off-CPU spans are samples of an event of their own; its periods are nanoseconds.
two_turns > turns
"$PERF" defer generate -o turned turns
report turned --off-cpu
"$PERF" defer export -q --format=folded --off-cpu -i turned > folded
grep -q '^five;.* 30$' folded || bad "--off-cpu: the span of 30 ns is not there: $(cat folded)"
"$PERF" defer export -q --format=flamegraph --off-cpu -i turned -o page
grep -q '"name":"offcpu-time","unit":"nanoseconds"' page || bad "--off-cpu: the unit of the page"
"$PERF" report -q --flamegraph=page2 --off-cpu -i turned
cmp -s page page2 || bad "perf report --off-cpu --flamegraph is another page"

# Times off the CPU are markers, of the same length in all; losses are, too.
"$PERF" defer export -q --format=firefox -i turned > firefox
"$PERF" defer export -q --format=folded --off-cpu --state all -i turned > folded
cat > losses.py << 'END'
from perfwrite import *

f = Writer()
e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_CPU, name="cpu-clock")
f.comm(5, 5, "five")
f.sample(e, ip=0x400100, pid=5, tid=5, time=1000, cpu=1)
f.record(LOST, f.pack("QQ", 1, 7) + f.sample_id(5, 5, 2000, 1))
f.sample(e, ip=0x400100, pid=5, tid=5, time=3000, cpu=1)
f.write("losing")
END
python3 losses.py
"$PERF" defer export -q --format=firefox -i losing > firefox.losing || [ $? = 2 ] || bad "firefox: a recording with losses"
cat > markers.py << 'END'
import json
import re

def marks(path):
    with open(path) as f:
        for t in json.load(f)["threads"]:
            m = t["markers"]
            if any(len(c) != m["length"] for c in m.values() if isinstance(c, list)):
                raise SystemExit("columns of markers are not equally long")
            for name, start, end, phase, data in zip(m["name"], m["startTime"], m["endTime"], m["phase"], m["data"]):
                yield t["stringArray"][name], start, end, phase, data

spans = list(marks("firefox"))
with open("folded") as f:
    want = sum(int(line.split()[-1]) for line in f)
got = round(sum(end - start for _, start, end, _, _ in spans) * 1e6)
if got != want or not want or any(phase != 1 or name != data["state"] for name, _, _, phase, data in spans):
    raise SystemExit(f"{got} ns off the CPU instead of {want}: {spans}")
got = list(marks("firefox.losing"))
if got != [("records lost", 0.001, None, 0, {"type": "Lost", "lost": 7, "cpu": 1})]:
    raise SystemExit(f"losses: {got}")
END
python3 markers.py || bad "firefox: markers"

# perf data convert is the same JSON, and replaces nothing without being asked to.
"$PERF" data convert -q -i made --to-json converted || bad "perf data convert: $?"
"$PERF" defer export -q --format=json -i made | cmp -s - converted || bad "perf data convert writes something else"
status 1 "$PERF" data convert -i made --to-json converted
grep -q 'is there already' err || bad "perf data convert on what is there: $(cat err)"
status 0 "$PERF" data convert -f -i made --to-json converted
status 129 "$PERF" data convert -i made
# A stream, as upstream's own test of the command has it: the same samples, and sizes and places of nothing.
"$PERF" inject -i made -o - 2> err | "$PERF" data convert -q --to-json streamed --force -i - 2> err || bad "perf data convert of a stream: $(cat err)"
python3 -c '
import json, sys
file, stream = (json.load(open(name)) for name in sys.argv[1:])
head = stream["headers"]
sys.exit(0 if stream["samples"] == file["samples"] and file["samples"] and not (head["data-offset"] or head["data-size"]) else 1)' converted streamed ||
	bad "perf data convert: a stream is not the same samples"
status 129 "$PERF" data nothing
cat > fields.py << 'END'
import sys
from perfwrite import *

f = Writer()
e = f.sched_switch_event()
f.comm(100, 100, "prog")
f.sched_switch(e, "two words", 7, 98, misc=MISC_KERNEL, ip=0xffffffff81000010, pid=100, tid=100, time=10**9)
f.write(sys.argv[1])
END
python3 fields.py trace
"$PERF" data convert -q -i trace --to-json - | python3 -c '
import json, sys
s, = json.load(sys.stdin)["samples"]
want = {"prev_comm": "two words", "prev_pid": "7", "prev_prio": "98"}
sys.exit(0 if want == {k: s.get(k) for k in want} else f"fields of a tracepoint: {s}")' || bad "perf data convert of a tracepoint"

# What is asked for is what comes.
"$PERF" defer generate --seed 3 -o made
"$PERF" defer export -q --format=ndjson -i made > all
event=$(sed -n 's/.*"event":"\([^"]*\)".*/\1/p' all | sort | uniq -c | sort -n | sed -n '1s/.* //p')
n=$(grep -c "\"event\":\"$event\"" all)
"$PERF" defer export -q --format=ndjson -e "$event" -i made > some
grep -v "\"event\":\"$event\"" some && bad "-e $event: others are there"
[ "$(wc -l < some)" = "$n" ] && [ "$n" -lt "$(wc -l < all)" ] || bad "-e $event: $(wc -l < some) samples of $n"
tid=$(sed -n '1s/.*"tid":\([0-9]*\).*/\1/p' all)
"$PERF" defer export -q --format=ndjson --tid "$tid" -i made > some
[ "$(wc -l < some)" = "$(grep -c "\"tid\":$tid," all)" ] || bad "--tid $tid"
"$PERF" defer export -q --format=folded --no-orphan-marks -i made > some
! grep -F '[user stack missing' some || bad "--no-orphan-marks: there are marks"
"$PERF" defer export -q --format=folded -i made > some
grep -qF '[user stack missing: ' some || bad "an orphan has no mark"

# Samples that are equal are counted together: the same as of each.
"$PERF" defer generate --seed 9 --events 2 --actions 3000 --no-loss -o alike
cat > repeated.py << 'END'
from perfwrite import *

f = Writer()
e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD, name="cpu-clock")
f.comm(5, 5, "five")
f.mmap2(5, 5, 0x400000, 0x1000, 0, "/bin/five")
for n in range(40):
    f.sample(e, ip=0x400100 + n % 4 * 16, pid=5, tid=5, time=1000 + n, cpu=n % 2, period=n)
f.write("repeated")
END
python3 repeated.py
for options in "" "-i repeated" "--time 10%-60%" "-e $("$PERF" evlist -i alike | sed -n 1p)" "--tid $tid" --no-orphan-marks; do
	for format in folded pprof otlp flamegraph speedscope; do
		# shellcheck disable=SC2086 # words
		"$PERF" defer export -q --format=$format -i alike $options > together
		# shellcheck disable=SC2086
		PERF_TEST_EACH_SAMPLE=1 "$PERF" defer export -q --format=$format -i alike $options | cmp -s - together ||
			bad "$format $options: equal samples counted together make something else"
	done
done

# A file is there when it is complete, and private; what was there before stays if it fails.
umask 022
"$PERF" defer export -q --format=folded -i made -o new
[ "$(stat -c %a new)" = 600 ] || bad "the file is not private: $(stat -c %a new)"
cmp -s new some || bad "-o writes something else than standard output gets"
status 1 "$PERF" defer export --format=folded -i made -e nothing -o new
grep -q "no event of the recording is called 'nothing'" err || bad "an unknown event: $(cat err)"
cmp -s new some || bad "a failed export changed what was there"
status 1 "$PERF" defer export --format=folded -i no-such-file -o other
[ ! -e other ] || bad "a failed export left a file"
status 129 "$PERF" defer export -i made
status 129 "$PERF" defer export --format=nothing -i made
grep -q -e --list-formats err || bad "an unknown format: $(cat err)"
status 129 "$PERF" defer export --format=folded --weight=nothing -i made
status 0 "$PERF" defer export --list-formats
grep -q '^folded ' out || bad "--list-formats: $(cat out)"
if [ -c /dev/full ]; then
	got=0
	"$PERF" defer export -q --format=ndjson -i made > /dev/full 2> err || got=$?
	[ $got = 1 ] && grep -q 'No space left' err || bad "a full disk: status $got, $(cat err)"
fi
finish
