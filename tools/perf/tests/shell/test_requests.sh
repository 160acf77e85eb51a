#!/bin/sh
# perf defer requests: lengths between two events, by thread or by key, and what slow ones have more of, to the nanosecond
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C.UTF-8
cd "$dir"
cat > make.py << 'E'
import sys
from switches import *

MS = 1000000


class Requests(Switches):
    """Thread 10 handles 20 requests on CPU 0, thread 11 some of its own on CPU 1."""

    def __init__(self, switches=True):
        super().__init__(switches=switches, wakings=switches)
        kinds = TYPE & ~S_RAW
        self.ends = [self.event(type=1, config=4 + i, sample_type=kinds, flags=SAMPLE_ID_ALL, name=name, ids=[7 + i])
                     for i, name in enumerate(("req:begin", "cpu/end=1,x=2/"))]
        self.clock = self.event(type=1, config=0, sample_type=kinds, flags=SAMPLE_ID_ALL, name="cpu-clock", ids=[9])
        if not switches:
            self.world(range(10, 20))

    def one(self, which, time, tid):
        self.sample(self.ends[which], MISC_USER, 0x400000, tid, tid, time, ident=7 + which, cpu=tid - 10, chain=self.stack(tid, 7))

    def tick(self, time, tid, where, period=100):
        self.sample(self.clock, MISC_USER, 0x400000, tid, tid, time, ident=9, cpu=tid - 10, period=period,
                    chain=[USER_MARK] + self.stack(tid, where)[3:])


def play(f, path, off):
    f.one(1, MS // 2, 11)			# an end without a beginning
    at = MS
    for i in range(20):
        f.one(0, at, 10)
        f.tick(at + 300000, 10, 1)
        f.tick(at + 600000, 10, 2, 300)		# weighs thrice as much
        if i in (7, 19):			# the slow ones: 5 ms in stack 3, 100 us for a CPU, of 6 ms
            off(f, at + 700000, at + 5700000, at + 5800000)
            at += 5 * MS
        at += MS
        f.one(1, at, 10)
        at += 1000
    f.one(0, at, 11)
    f.one(0, at + 500, 11)			# anew
    f.one(1, at + 800, 11)			# 300 ns without a sample
    f.one(0, at + 900, 11)			# has no end
    f.tick(at + MS, 10, 0)
    f.write(path)


def off(f, left, woken, back):
    f.switch(left, 0, 10, "D", 0, 3)
    f.waking(woken, 0, 0, 10)
    f.switch(back, 0, 0, "R", 10)


play(Requests(), "data", off)
play(Requests(switches=False), "no-switches", lambda *a: None)

# 300 threads, whose requests overlap: those of the even ones end before the others begin, and these end last.
f = Requests(switches=False)
for turn in range(3):
    for which, odd in ((0, 0), (1, 0), (0, 1), (0, 0), (1, 0), (1, 1)):
        for tid in range(100 + odd, 400, 2):
            MS += 10
            f.sample(f.ends[which], MISC_USER, 0x400000, tid, tid, MS, ident=7 + which, cpu=0, chain=f.stack(10, 7))
f.write("many-threads")
E
PYTHONPATH="$PERF_TEST_DIR/build" python3 -B make.py || fail "make.py"
: > kallsyms

requests() { # ARGS...
	"$PERF" defer requests --kallsyms kallsyms --between req:begin,cpu/end=1,x=2/ "$@" > out 2> err || bad "$*: exit status $?: $(cat err)"
}
requests --json -i data
python3 - << 'E' || bad "JSON: $(head -c 3000 out)"
import json
d = json.load(open("out"))
MS = 1000000
assert (d["schema"], d["version"], d["switches"]) == ("perf-defer-requests", 1, True), d
assert (d["unfinished"], d["restarted"], d["without_beginning"]) == (1, 1, 1), d
assert len(d["requests"]) == 21 and (d["slow"], d["fast"]) == (2, 19), d
lengths = sorted(r["to"] - r["from"] for r in d["requests"])
assert lengths == [300] + [MS] * 18 + [6 * MS] * 2, lengths
assert d["percentiles"] == {"50": MS, "90": MS, "95": 6 * MS, "99": 6 * MS, "100": 6 * MS}, d["percentiles"]
rows = {(r["state"], tuple(f.split()[0] for f in r["stack"])): r for r in d["rows"]}
first = d["rows"][0]
place = lambda where: hex(0x400000 + 0x1000 * (where + 1) + 160)
assert first["state"] == "blocked (D)" and place(3) in str(first["stack"]), first
assert (first["slow"], first["fast"], first["more"]) == (5 * MS, 0, 5 * MS), first
near = lambda got, want: abs(got - want) <= want / 10000
for (state, stack), r in rows.items():
    if state == "runnable":
        assert (r["slow"], r["fast"]) == (100000, 0), r
    if place(1) in stack:			# a fourth of what it ran
        assert near(r["slow"], 225000) and near(r["fast"], 18 * 250000 / 19), r
    if place(2) in stack:
        assert near(r["slow"], 675000) and near(r["fast"], 18 * 750000 / 19), r
    if state.startswith("running, between"):
        assert near(r["all"], 300 / 21) and r["slow"] == 0, r
# The rows are all of the requests.
assert near(sum(r["all"] for r in d["rows"]), sum(lengths) / 21), sum(r["all"] for r in d["rows"])
assert near(sum(r["slow"] for r in d["rows"]), 6 * MS)
E

# --- many threads: what is over does not hide what is open, in whatever order a table has them ---
requests -i many-threads --rows 0
head -n 1 out | grep -q '^# 1350 requests ' || bad "many threads: $(head -n 5 out)"
grep -q 'ended without\|began anew\|had not ended' out && bad "many threads: $(head -n 5 out)"

# --- by a key, from one thread to another, many at the same time; told by fields or by the text of a marker ---
keyed="$PERF_TEST_DIR/build/keyed_requests.py"
of() { # EVENTS OPTIONS...: of the keyed recording
	events=$1
	shift
	"$PERF" defer requests --kallsyms kallsyms -i keyed --between "$events" "$@" > out 2> err
}
for seed in 1 2 3; do
	"$keyed" make keyed $seed
	of app:queue,app:done --key id --end-key 'what~([0-9]+)' --json || bad "by a key: $(cat err)"
	"$keyed" check keyed out || bad "by a key, seed $seed"
	of kprobes:marker,kprobes:marker --begins 'buf~^begin' --ends 'buf~^end' --key 'buf~id=([0-9]+)' --json || bad "by a marker: $(cat err)"
	"$keyed" check keyed out || bad "by a marker's text, seed $seed"
done
of app:queue,app:done --key id --end-key 'what~([0-9]+)' || bad "by a key: $(cat err)"
grep -q '^# 171 ended in another thread than' out || bad "where they end: $(head -n 5 out)"
of app:queue,app:done -c t11 || bad "by thread: $(cat err)"
grep -q 'in another thread' out && bad "by thread: $(head -n 5 out)"
of app:queue,app:done --key id --end-key 'what~x([0-9]+)' && bad "an expression that matches nothing: $(head -n 3 out)"
mistake() { # WORDS OPTIONS...
	words=$1 got=0
	shift
	of app:queue,app:done "$@" || got=$?
	[ "$got" = 1 ] || bad "$*: exit status $got: $(cat err)"
	grep -q -e "$words" err || bad "$*: does not say '$words': $(cat err)"
}
mistake "'ident' is no field of 'app:queue'; it has id" --key ident
mistake "'id' is no field of 'app:done'; it has what" --key id
mistake "invalid regular expression" --key 'id~('
mistake "it is FIELD, or FIELD~EXPRESSION" --key '~x'
mistake "end-key is for requests with a --key" --end-key what
got=0
"$PERF" defer requests -i data --between req:begin,req:begin --key id > out 2> err || got=$?
[ $got = 1 ] && grep -q 'as it is no tracepoint' err || bad "a key of an event without fields: exit status $got: $(cat err)"

# --- the text, a pipe, filters ---
requests -i data --rows 1
grep -v '^                ' out > text
cat > want << 'E'
# 21 requests between req:begin,cpu/end=1,x=2/
# 1 had not ended when the recording did
# 1 began anew before an end
# 1 ended without a beginning
#
# ms: p50 1.000000, p90 1.000000, p95 6.000000, p99 6.000000, p100 6.000000
# fast: 19, at most p50, 0.947384 on average; slow: 2, at least p95, 6.000000 on average
#
# ms of a request, on average
#        Slow         Fast         More          All  State and stack
     5.000000     0.000000    +5.000000     0.476190  blocked (D)
# 4 more rows (--rows)
E
diff want text > differs || bad "the text: $(cat differs)"
requests -i data
mv out whole
requests -i - < data
cmp -s out whole || bad "a pipe: $(diff out whole)"
requests -i data --tid 11
grep -q '^# 1 request between' out || bad "--tid: $(cat out)"
# perf report has the same.
requests -i data -c t10
"$PERF" report --kallsyms kallsyms --between req:begin,cpu/end=1,x=2/ -c t10 -i data > reported 2> err || bad "perf report: $(cat err)"
cmp -s out reported || bad "perf report says something else: $(diff out reported)"
for other in "-s sym" --flamegraph --stats "--time 0,1" --off-cpu; do
	got=0
	# shellcheck disable=SC2086 # words
	"$PERF" report --between req:begin,cpu/end=1,x=2/ $other -i data > out 2> err || got=$?
	[ $got = 129 ] || bad "perf report --between $other: exit status $got"
done
# One event twice: from each to the next one.
"$PERF" defer requests --between req:begin,req:begin -c t10 -i data > out 2> err || bad "one event: $(cat err)"
grep -q '^# 19 requests between' out || bad "one event twice: $(cat out)"
requests -i no-switches
grep -q 'there are no switches' out || bad "no switches: $(cat out)"
grep -q blocked out && bad "no switches: $(cat out)"

# --- mistakes and damage ---
status() { # WANT WORDS ARGS...
	want=$1 words=$2 got=0
	shift 2
	"$PERF" defer requests "$@" > out 2> err || got=$?
	[ "$got" = "$want" ] || bad "$*: exit status $got instead of $want: $(cat err)"
	grep -q -e "$words" err || bad "$*: does not say '$words': $(cat err)"
}
status 129 'needs --between' -i data
status 1 'perf evlist names' --between req:begin -i data
status 1 'perf evlist names' --between req:begin,other -i data
status 1 'no thread that passes' --between req:begin,cpu/end=1,x=2/ --tid 99 -i data
python3 - << 'E'
import random
import struct

data = bytearray(open("data", "rb").read())
at, = struct.unpack_from("<Q", data, 40)
for _ in range(40):
    at += struct.unpack_from("<H", data, at + 6)[0]
struct.pack_into("<H", data, at + 6, 4)		# a record that is shorter than its header
open("short", "wb").write(data)
for seed in range(8):
    random.seed(seed)
    data = bytearray(open("data", "rb").read())
    for _ in range(20):
        data[random.randrange(104, len(data))] = random.randrange(256)
    open(f"bad.{seed}", "wb").write(data)
E
python3 - << 'E'
import random

for seed in range(8):
    random.seed(seed)
    data = bytearray(open("keyed", "rb").read())
    for _ in range(40):
        data[random.randrange(104, len(data))] = random.randrange(256)
    open(f"badly.{seed}", "wb").write(data)
E
for damaged in badly.?; do
	got=0
	"$PERF" defer requests --json --between kprobes:marker,kprobes:marker --key 'buf~id=([0-9]+)' -i "$damaged" > out 2> err || got=$?
	[ $got -le 2 ] || bad "$damaged: exit status $got: $(tail -n 5 err)"
done
status 2 'skipped' --between req:begin,cpu/end=1,x=2/ -i short
for damaged in bad.?; do
	got=0
	"$PERF" defer requests --json --between req:begin,req:begin -i "$damaged" > out 2> err || got=$?
	[ $got -le 2 ] || bad "$damaged: exit status $got: $(tail -n 5 err)"
done
exit 0
