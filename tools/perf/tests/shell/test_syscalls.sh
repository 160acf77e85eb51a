#!/bin/sh
# perf defer syscalls: calls, errors, times and what was waiting, to the nanosecond
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks

cat > "$dir/make.py" << 'E'
import sys
from switches import *

ENTER_FORMAT = "name: sys_enter\nID: 400\n" + COMMON + "\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n\n" \
    "print fmt: \"%ld\", REC->id\n"
EXIT_FORMAT = "name: sys_exit\nID: 401\n" + COMMON + "\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n" \
    "\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n\nprint fmt: \"%ld\", REC->ret\n"
OF_READ = "name: sys_enter_read\nID: 402\n" + COMMON + "\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n\n" \
    "print fmt: \"%d\", REC->__syscall_nr\n"
READ, FUTEX, EXIT_GROUP, NEW = 0, 202, 231, 999


class Calls(Switches):
    def __init__(self, switches=True, exits=True, order="<"):
        super().__init__(order=order, switches=switches, wakings=switches, flags=DEFER)
        self.cookie = 1
        self.formats.append(("raw_syscalls", ENTER_FORMAT))
        kind = dict(type=2, sample_type=TYPE, flags=SAMPLE_ID_ALL | DEFER)
        self.en = self.event(config=400, name="raw_syscalls:sys_enter", ids=[11], **kind)
        if exits:
            self.formats.append(("raw_syscalls", EXIT_FORMAT))
            self.ex = self.event(config=401, name="raw_syscalls:sys_exit", ids=[12], **kind)
        self.fault = self.event(type=1, config=2, sample_type=TYPE & ~S_RAW, flags=SAMPLE_ID_ALL | DEFER, name="page-faults",
                                ids=[13])
        self.events[0].flags |= DEFER_OUTPUT
        if not switches:
            self.world(range(10, 20))

    def waiting(self, cookie):
        return [DEFERRED_MARK, cookie]

    def enter(self, time, tid, nr, cookie):
        raw = self.pack("HBBiqq", 400, 0, 0, tid, nr, 0)
        self.sample(self.en, MISC_USER, 0x400020, tid, tid, time, ident=11, raw=raw, chain=self.waiting(cookie))

    def exit(self, time, tid, nr, ret, cookie):
        raw = self.pack("HBBiqq", 401, 0, 0, tid, nr, ret)
        self.sample(self.ex, MISC_USER, 0x400020, tid, tid, time, ident=12, raw=raw, chain=self.waiting(cookie))

    def inside(self, time, tid, cookie):
        self.sample(self.fault, MISC_KERNEL, TEXT + 0x3000, tid, tid, time, ident=13,
                    chain=[KERNEL_MARK, TEXT + 0x3000] + self.waiting(cookie))

    def leaves(self, time, tid, state, cookie):
        self.switch(time, 0, tid, state, 0, chain=[KERNEL_MARK, TEXT + 0x1000] + self.waiting(cookie))


def whole(order):
    f = Calls(order=order)
    for n in range(101):			# reads of 1000, 1001, ... ns, every fourth an error
        at = 100000 + 10000 * n
        f.enter(at, 10, READ, 100 + n)
        f.exit(at + 1000 + n, 10, READ, -11 if n % 4 == 1 else n, 100 + n)
        f.deferred(at + 2000, 0, 10, 100 + n)
    f.enter(2000000, 11, FUTEX, 300)		# runs 150, blocked 500, runnable 250, runs 100, preempted 1000, runs 200
    f.inside(2000100, 11, 300)
    f.leaves(2000150, 11, "S", 300)
    f.waking(2000650, 0, 12, 11)
    f.switch(2000900, 0, 0, "R", 11)
    f.leaves(2001000, 11, "R+", 300)
    f.switch(2002000, 0, 0, "R", 11)
    f.exit(2002200, 11, FUTEX, 0, 300)
    f.deferred(2002300, 0, 11, 300, where=2)
    f.enter(2100000, 11, READ, 302)		# another stack, another row
    f.exit(2100007, 11, READ, 7, 302)
    f.deferred(2100008, 0, 11, 302, where=3)
    f.enter(2200000, 12, READ, 304)		# its exit is lost, and the next one's entry
    f.exit(2300000, 12, READ, 5, 306)
    f.deferred(2300001, 0, 12, 306)
    f.enter(2400000, 12, NEW, 308)		# nobody knows that number
    f.exit(2400010, 12, NEW, -38, 308)
    f.deferred(2400011, 0, 12, 308)
    f.exit(2500000, 13, READ, 5, 310)		# it began before
    f.deferred(2500001, 0, 13, 310)
    f.enter(2600000, 13, EXIT_GROUP, 312)	# has no end
    f.task(EXIT, 13, 13, 2600500)
    f.enter(2700000, 14, FUTEX, 314)		# has not ended
    f.write(sys.argv[2])


def stays():
    f = Calls(switches=False, exits=False)
    f.enter(1000, 10, READ, 1)
    f.inside(1200, 10, 1)
    f.deferred(1500, 0, 10, 1)
    f.inside(3000, 10, 3)			# a stay of which only a fault is seen
    f.deferred(3100, 0, 10, 3)
    f.write(sys.argv[2])


def open_stays():
    f = Calls(switches=False, exits=False)
    for tid in 12, 11:			# both last until the recording ends
        f.enter(1000 + tid, tid, READ, tid)
    for tid in 11, 12:
        f.deferred(2000 + tid, 0, tid, tid)
    f.write(sys.argv[2])


{"open": open_stays, "whole": lambda: whole("<"), "big": lambda: whole(">"), "stays": stays}[sys.argv[1]]()
E
for name in whole big stays open; do
	python3 "$dir/make.py" $name "$dir/$name"
done

cat > "$dir/judge.py" << 'E'
import json
import sys

j = json.load(open(sys.argv[1]))
assert j["schema"] == "perf-defer-syscalls" and j["version"] == 1, j
rows = {(r["name"], len(r["stack"]) and r["stack"][0].split()[0]): r for r in j["rows"]}
what = sys.argv[2]


def row(name, where, **want):
    r = rows.pop((name, where))
    got = {k: r[k] for k in want}
    assert got == want, (name, got, want)


if what == "whole":
    assert (j["calls"], j["unfinished"], j["unpaired"]) == (104, 2, 2), j
    assert j["entries_recorded"] and j["switches_recorded"] and not j["sampled"], j
    times = [1000 + n for n in range(101)]
    row("read", "0x4010a0", calls=101, errors=25, total=sum(times), p50=1050, p99=1099, max=1100, running=sum(times), blocked=0)
    row("futex", "0x4030b0", calls=1, errors=0, total=2200, running=450, blocked=500, runnable=1250, unknown=0, p50=2200, p99=2200)
    row("read", "0x4040b0", calls=1, errors=0, total=7)
    row("syscall 999", "0x4010c0", calls=1, errors=1, total=10)
    assert not rows, rows
    first, second = j["slowest"][:2]
    assert (first["name"], first["from"], first["to"], first["tid"], first["cookie"]) == ("futex", 2000000, 2002200, 11, "0x12c"), first
    assert [(i["time"], i["ns"]) for i in first["inside"]] == \
        [(2000100, 0), (2000650, 500), (2000900, 250), (2002000, 1000)], first["inside"]
    assert first["inside"][0]["what"].startswith("page-faults"), first["inside"]
    assert [i["what"] for i in first["inside"][1:]] == ["blocked (S)", "runnable", "throttled"], first["inside"]
    assert (second["to"] - second["from"], second["ret"]) == (1100, 100), second
    assert len(j["slowest"]) == 3, len(j["slowest"])
elif what == "no-stack":
    assert {r["name"]: r["calls"] for r in j["rows"]} == {"read": 102, "futex": 1, "syscall 999": 1}, j["rows"]
else:
    assert not j["entries_recorded"] and not j["switches_recorded"], j
    assert [(r["name"], r["calls"], r["total"]) for r in j["rows"]][0] == ("read", 1, 500), j["rows"]
    assert sorted(r["total"] for r in j["rows"]) == [100, 500], j["rows"]
    assert [i["time"] for i in j["slowest"][0]["inside"]] == [1000, 1200] or \
        [i["time"] for i in j["slowest"][0]["inside"]] == [1200], j["slowest"][0]
E
judge() { # FILE WHAT OPTION...
	name=$1 what=$2
	shift 2
	"$PERF" defer syscalls --json -i "$dir/$name" "$@" > "$dir/json" 2> "$dir/err" || bad "$name: $(cat "$dir/err")"
	python3 "$dir/judge.py" "$dir/json" "$what" || bad "$name $*: not what happened"
}
judge whole whole --slowest 3
judge big whole --slowest 3
judge whole no-stack --no-stack
judge stays stays
cp "$dir/json" "$dir/want"
PERF_TEST_FEW_CHAINS=1 judge stays stays
cmp "$dir/want" "$dir/json" || bad "with few chains"
# Stays that are still open at the end are closed in the order in which they began.
"$PERF" defer syscalls --json --slowest 2 -i "$dir/open" > "$dir/json" 2> "$dir/err" || bad "open: $(cat "$dir/err")"
python3 - "$dir/json" << 'E' || bad "open stays: $(cat "$dir/json")"
import json
import sys

j = json.load(open(sys.argv[1]))
assert j["calls"] == 2 and [(s["tid"], s["to"] - s["from"]) for s in j["slowest"]] == [(11, 1000), (12, 1000)], j["slowest"]
E

"$PERF" defer syscalls -i "$dir/whole" --slowest 1 > "$dir/out" 2> "$dir/err" || bad "$(cat "$dir/err")"
grep -q '^# 104 system calls, .*; 2 had not ended; 2 entries or exits without the other$' "$dir/out" || bad "the head: $(head -1 "$dir/out")"
grep -Eq '^ *1 +0 +0\.002200 +0\.002200 +0\.002200 +0\.002200 +0\.000450 +0\.000500 +0\.001250  futex$' "$dir/out" ||
	bad "the row of futex: $(grep futex "$dir/out")"
grep -q '^futex t11 11/11 at 0.002000000: 0.002200 ms = 0, running 0.000450, blocked 0.000500, runnable 0.001250$' "$dir/out" ||
	bad "the slowest: $(cat "$dir/out")"
"$PERF" defer syscalls -i "$dir/whole" --rows 1 --slowest 0 > "$dir/out"
grep -q '^# 3 more rows (--rows)$' "$dir/out" || bad "--rows: $(cat "$dir/out")"

status=0
"$PERF" defer syscalls -i "$dir/whole" --tid 4711 > "$dir/out" 2> "$dir/err" || status=$?
if [ $status -ne 1 ] || ! grep -q 'has no system call' "$dir/err"; then
	bad "no calls: status $status, $(cat "$dir/err")"
fi
finish
