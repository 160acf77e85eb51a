#!/bin/sh
# Deferred callchains: perf defer stat, dump and check against the truth
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3

scenarios=$PERF_TEST_DIR/scenario


# Exit status $1 of the command that follows.
status() {
	want=$1
	shift
	got=0
	"$@" > "$dir/out" 2> "$dir/err" || got=$?
	[ "$got" = "$want" ] || { cat "$dir/err"; fail "'$*' ends with $got, not $want"; }
}

cat > "$dir/stat.py" << 'PY'
"""stat.json truth.json: do the counts of perf defer stat agree with the generator's truth?"""
import collections
import json
import sys

with open(sys.argv[1], encoding="utf-8") as f:
    stat = json.load(f)
with open(sys.argv[2], encoding="utf-8") as f:
    truth = [json.loads(line) for line in f]
# Which of these three it is, a reader can only tell from signs.
NOT_THERE = ("in-kernel at end", "lost", "missing")


def reasons(counts):
    return {"not there": sum(counts.get(r, 0) for r in NOT_THERE),
            "empty": counts.get("empty", 0), "unterminated": counts.get("unterminated", 0)}


bad = []


def same(what, got, want):
    if got != want:
        bad.append(f"{what}: {got}, the truth says {want}")


orphans = collections.Counter(t["orphan"] for t in truth if t["orphan"])
same("version", stat["version"], 2)
same("samples", stat["samples"], len(truth))
same("orphans", reasons(stat["orphans"]), reasons(orphans))
same("deferred", stat["deferred"],
     stat["stitched_by_later"] + stat["stitched_by_earlier"] + sum(stat["orphans"].values()))
same("whole", stat["stitched_by_later"] + stat["stitched_by_earlier"],
     sum(1 for t in truth if t["cookie"] and not t["orphan"]))
same("rows", sum(r["samples"] for r in stat["rows"]), len(truth))
comms = collections.Counter(t["comm"] for t in truth)
# A name can be among what was lost.
if not stat["lost_events"]:
    same("comms", {r["name"]: r["samples"] for r in stat["rows"]}, dict(comms))
w = stat["wait_ns"]
if not w["p50"] <= w["p90"] <= w["p99"] <= w["max"]:
    bad.append(f"percentiles are out of order: {w}")
if stat["stitched_by_later"] and not w["max"]:
    bad.append("nothing waited, though records came later")
for line in bad:
    print(f"  {line}")
sys.exit(1 if bad else 0)
PY

for seed in $(seq 300 330) $(seq 400 415); do
	protocol=C
	[ "$seed" -lt 400 ] || protocol=A
	"$PERF" defer generate --seed "$seed" -o "$dir/data" --truth "$dir/truth" --protocol $protocol
	"$PERF" defer stat --json --by comm "$dir/data" > "$dir/json" 2> "$dir/err" || [ $? = 2 ] ||
		fail "stat of seed $seed"
	[ $protocol = A ] || python3 "$dir/stat.py" "$dir/json" "$dir/truth" || fail "stat of seed $seed differs from the truth"
	"$PERF" defer stat "$dir/data" > "$dir/text" 2> /dev/null || [ $? = 2 ]
	grep -q '^Stitching' "$dir/text" || fail "stat of seed $seed prints no text"
	# A violation or damage is status 2; all else is a failure.
	"$PERF" defer dump --json "$dir/data" > "$dir/dump" 2> "$dir/err" || [ $? = 2 ] || fail "dump of seed $seed"
	python3 -c '
import json, sys
dump, stat = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
samples = [e for e in dump["entries"] if e["kind"] == "sample"]
records = {e["offset"]: e for e in dump["entries"] if e["kind"] == "record"}
assert len(samples) == stat["deferred"], (len(samples), stat["deferred"])
assert len(records) == stat["records"], (len(records), stat["records"])
done = {}
for s in samples:
    if s["record"] is not None:
        assert records[s["record"]]["tid"] == s["tid"] and records[s["record"]]["cookie"] == s["cookie"]
        done[s["record"]] = done.get(s["record"], 0) + 1
for offset, r in records.items():
    assert r["completes"] == done.get(offset, 0), (offset, r)
# What waits and has no cookie is no violation where there are none.
found = len([s for s in samples if s["record"] is not None])
assert found >= stat["stitched_by_later"] + stat["stitched_by_earlier"], (found, stat)
assert dump["protocol"] != "A" or not dump["violations"], dump["violations"]
assert not (int(sys.argv[3]) == 401 and not found)
times = [e["time"] for e in dump["entries"]]
assert times == sorted(times)
' "$dir/dump" "$dir/json" "$seed" || fail "dump of seed $seed does not agree with stat"
done

# Each violation is found, and said with its place.
violation() { # SCENARIO TEXT
	"$PERF" defer generate -o "$dir/data" "$scenarios/$1.txt"
	status 2 "$PERF" defer dump "$dir/data"
	grep -q "$2" "$dir/out" || { cat "$dir/out"; fail "dump of $1 does not say '$2'"; }
	[ -s "$dir/err" ] || fail "dump of $1: status 2, and nothing on standard error"
}
violation output-on-every-event 'defer_output is set on several events'
violation no-tid-in-sample-id 'sample_id has no TID'
# Reading says so as well.
"$PERF" script -i "$dir/data" > /dev/null 2> "$dir/err"
grep -q '1 deferred record cannot be matched: .* no TID' "$dir/err" || fail "script does not say that TID is missing"
violation marker-without-cookie 'marker has no cookie'
violation same-cookie-two-tasks "another task's before (tid [12]00)"
violation nr-past-the-end '0x[0-9a-f]*: CALLCHAIN_DEFERRED: nr:'
violation record-before-sample 'older than the first sample'
"$PERF" defer generate -o "$dir/data" "$scenarios/one-to-one.txt"
status 0 "$PERF" defer dump "$dir/data"

# Merging looks no name up, so it complains of none: this recording's kernel and files are not here.
"$PERF" defer merge -i "$PERF_TEST_DIR/golden/demo/demo.data" -o "$dir/merged" 2> "$dir/err"
! grep -q 'no symbols of' "$dir/err" || fail "merge looks symbols up: $(cat "$dir/err")"

# An extra defer_output costs records, not samples: duplicates are counted.
"$PERF" defer generate -o "$dir/data" "$scenarios/output-on-every-event.txt"
"$PERF" defer stat --json "$dir/data" > "$dir/json"
python3 -c '
import json, sys
s = json.load(open(sys.argv[1]))
assert s["samples"] == 3 and s["deferred"] == 3 and s["orphans"]["missing"] == 0, s
assert s["duplicate_records"] == s["records"] * 2 // 3, s
' "$dir/json" || fail "duplicates are not counted"

# What looks like the marker in the stack of an event that does not defer is junk, and nothing waits.
cat > "$dir/junk.txt" << 'S'
event cpu-clock no-defer
event task-clock config=1
task 100 comm=server stack=0x400100,0x400200
100 sample cpu-clock chain=user,0x400100,deferred,0x400200
100 sample cpu-clock chain=user,0x400100,deferred
100 sample task-clock
S
for format in file pipe; do
	"$PERF" defer generate --format $format -o - "$dir/junk.txt" > "$dir/data"
	# shellcheck disable=SC2002
	cat "$dir/data" | "$PERF" defer stat --json -i - > "$dir/json"
	python3 -c '
import json, sys
s = json.load(open(sys.argv[1]))
assert (s["samples"], s["deferred"], s["stitched_by_later"]) == (3, 1, 1), s
' "$dir/json" || fail "junk in a stack was taken for a marker ($format)"
done

# check: says the same in both forms, and its status is the answer.
got=0
"$PERF" defer check --json > "$dir/json" || got=$?
python3 -c '
import json, sys
c = json.load(open(sys.argv[1]))
assert c["works"] == (c["defer_callchain"] and c["defer_output"])
assert int(sys.argv[2]) == (0 if c["works"] else 1), sys.argv[2]
assert (c["reason"] is None) == c["works"]
' "$dir/json" "$got" || fail "check --json: $(cat "$dir/json")"
status "$got" "$PERF" defer check
status 2 "$PERF" defer check "$dir/no-such-program"
status 2 "$PERF" defer check "$dir/json"

# Frame pointers are measured: the same program with and without.
if command -v cc > /dev/null && "$PERF" version --build-options | grep -q 'dwarf: \[ on'; then
	cat > "$dir/prog.c" << 'C'
#include <stdio.h>
static int __attribute__((noinline)) sum(const int *v, int n)
{
	int local[64], s = 0;
	for (int i = 0; i < n; i++) {
		local[i & 63] = v[i];
		s += local[i & 63];
		printf("%d\n", s);
	}
	return s;
}
int main(int argc, char **argv) { (void)argv; return sum(&argc, 1); }
C
	for flag in -fno-omit-frame-pointer -fomit-frame-pointer; do
		cc -O1 -fasynchronous-unwind-tables $flag -o "$dir/prog$flag" "$dir/prog.c"
		"$PERF" defer check --json "$dir/prog$flag" > "$dir/json$flag" || [ $? = 1 ]
	done
	python3 -c '
import json, sys
with_fp, without = (json.load(open(p))["frame_pointers"][0]["percent"] for p in sys.argv[1:])
assert with_fp > 70 and without < 30, (with_fp, without)
' "$dir/json-fno-omit-frame-pointer" "$dir/json-fomit-frame-pointer" || fail "frame pointers are not measured"
	# Libraries that it was linked with by a relative path count as others do.
	echo 'int answer(void) { return 42; }' > "$dir/lib.c"
	echo 'int answer(void); int main(void) { return answer(); }' > "$dir/uses.c"
	(cd "$dir" && cc -shared -fPIC -o libanswer.so lib.c && cc -o uses uses.c ./libanswer.so &&
		{ "$PERF" defer check ./uses > "$dir/out" || [ $? = 1 ]; })
	grep -q ' \./libanswer\.so: ' "$dir/out" || fail "a library by relative path is left out: $(cat "$dir/out")"
	! grep -q 'vdso' "$dir/out" || fail "the vdso is no file: $(cat "$dir/out")"
else
	left_out "programs with and without frame pointers" "it takes cc and a perf with libdw"
fi

# Wrong command lines.
for verb in check dump export merge stat record report script; do
	status 129 "$PERF" defer $verb --no-such-option
	status 0 "$PERF" defer $verb -h
done
status 129 "$PERF" defer nothing
status 129 "$PERF" defer export
status 129 "$PERF" defer stat --by nothing
status 1 "$PERF" defer stat "$dir/no-such-file"
status 1 "$PERF" defer dump "$dir/prog.c"
status 1 "$PERF" defer merge -i "$dir/prog.c" -o "$dir/x"
[ ! -e "$dir/x" ] || fail "merge left a file behind after an error"
status 129 "$PERF" defer merge -i "$dir/data" -o "$dir/data"
status 1 "$PERF" defer merge -i "$dir/data" --verify -o -
