#!/bin/sh
# Records whose type or size is wrong: what they swallowed is found again, and told; what a newer kernel adds is taken
# SPDX-License-Identifier: GPL-2.0-only
# Sanitizers: each time, since what it reads does harm.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

cat > "$dir/make.py" << 'E'
"""make.py FOLDER: recordings, and a line for each: NAME SAMPLES STATUS ODD MESSAGE."""
import struct
import sys
from perfwrite import *

FOLDER, NR = sys.argv[1], 500
TYPE = S_IP | S_TID | S_TIME | S_ID | S_CPU | S_PERIOD
UNKNOWN_BIT = 1 << 40
BUILD_ID = 67


def new(order="<", sample_type=TYPE, **values):
    f = Writer(order, "x86_64")
    f.event(type=1, sample_type=sample_type, name="cpu-clock", read_format=F_ENABLED | F_RUNNING | F_ID, **values)
    f.comm(1, 1, "prog", 1)
    f.mmap2(1, 1, 0x400000, 0x1000, 0, "/bin/prog", 2)
    return f


def samples(f, nr, start=0):
    for n in range(start, start + nr):
        f.sample(f.events[0], ip=0x400000 + n, pid=1, tid=1, time=10 + n, period=1)


def resize(f, at, by, kind=None):
    """Record @at says that it is longer by @by bytes, or of another kind."""
    old, misc, size = struct.unpack_from(f.order + "IHH", f.records[at])
    f.records[at] = f.pack("IHH", old if kind is None else kind, misc, size + by) + f.records[at][8:]


def put(f, name, nr, status=0, odd=0, message="-", order=None):
    for kind, write in ("file", f.write), ("pipe", f.write_pipe):
        write(f"{FOLDER}/{name}.{kind}")
        print(f"{name}.{kind} {nr} {status} {odd} {message}")


for order, which in ("<", "le"), (">", "be"):
    f = new(order)
    samples(f, NR)
    put(f, f"sound-{which}", NR)
    size = len(f.records[-1])
    for swallowed in 1, 7, 64:
        f = new(order)
        samples(f, NR)
        resize(f, 100, swallowed * size)
        put(f, f"sample-{which}-{swallowed}", NR - 1, 2, 0, "SAMPLE: size: ")
    # Not up to a record's end, and up to the end of all of them.
    f = new(order)
    samples(f, NR)
    resize(f, 100, 8)
    put(f, f"sample-{which}-8", NR - 1, 2, 0, "SAMPLE: size: ")
    f = new(order)
    samples(f, NR)
    resize(f, len(f.records) - 4, 3 * size)
    put(f, f"sample-{which}-last", NR - 1, 2, 0, "SAMPLE: size: ")

    # Each other record of the kernel: it swallows the samples behind it; it has 8 or 24 bytes that are not known.
    kinds = [
        ("MMAP", MMAP, f.pack("iiQQQ", 1, 1, 0x500000, 0x1000, 0) + f.text("/lib/a.so")),
        ("MMAP2", MMAP2, f.pack("iiQQQIIQQII", 1, 1, 0x600000, 0x1000, 0, 0, 0, 0, 0, 5, 2) + f.text("/lib/library.so")),
        ("COMM", COMM, f.pack("ii", 1, 1) + f.text("other")),
        ("FORK", FORK, f.pack("iiiiQ", 2, 1, 2, 1, 5)), ("EXIT", EXIT, f.pack("iiiiQ", 2, 1, 2, 1, 5)),
        ("LOST", LOST, f.pack("QQ", 1, 7)), ("LOST_SAMPLES", LOST_SAMPLES, f.pack("Q", 3)),
        ("THROTTLE", THROTTLE, f.pack("QQQ", 16, 1, 1)), ("UNTHROTTLE", UNTHROTTLE, f.pack("QQQ", 16, 1, 1)),
        ("AUX", AUX, f.pack("QQQ", 0, 32, 0)), ("ITRACE_START", ITRACE_START, f.pack("ii", 1, 1)),
        ("SWITCH", SWITCH, b""), ("SWITCH_CPU_WIDE", SWITCH_CPU_WIDE, f.pack("ii", 1, 1)),
        ("NAMESPACES", NAMESPACES, f.pack("IIQQQQQ", 1, 1, 2, 4, 5, 6, 7)),
        ("KSYMBOL", KSYMBOL, f.pack("QIHH", 2**64 - 2**30, 64, 1, 0) + f.text("bpf_prog_1")),
        ("BPF_EVENT", BPF_EVENT, f.pack("HHIQ", 1, 0, 5, 77)), ("CGROUP", CGROUP, f.pack("Q", 7) + f.text("/user")),
        ("TEXT_POKE", TEXT_POKE, f.pack("QHH", 2**64 - 2**30, 2, 5) + bytes(range(7)) + bytes(5)),
        ("AUX_OUTPUT_HW_ID", AUX_OUTPUT_HW_ID, f.pack("Q", 3)),
        ("CALLCHAIN_DEFERRED", CALLCHAIN_DEFERRED, f.pack("QQQQ", 5 << 32 | 1, 2, 0x400001, 0x400002)),
        ("READ", READ, f.pack("iiQQQQ", 1, 1, 5, 6, 7, 1)),
    ]
    for name, kind, body in kinds:
        def recording(more=b"", name=name, kind=kind, body=body):
            # Only in the attributes: which protocol deferred records are of.
            f = new(order, flags=1 << 18 | (1 << 39 if name == "CALLCHAIN_DEFERRED" else 0))
            samples(f, 50)
            f.record(kind, body + more + f.sample_id(1, 1, 60))
            samples(f, 50, 50)
            return f
        put(recording(), f"whole-{name}-{which}", 100)
        f = recording()
        at = len(f.records) - 51
        resize(f, at, 2 * size)
        put(f, f"swallows-{name}-{which}", 100, 2, 0, f"{name}: size: ")
        if name == "READ":
            # The event's attributes tell all of it.
            put(recording(bytes(8)), f"longer-{name}-{which}", 100, 2, 0, f"{name}: size: ")
        else:
            put(recording(bytes(8)), f"longer8-{name}-{which}", 100, 0, 1, f"1 record with other content.*{name} at 0x")
            put(recording(bytes(range(1, 25))), f"longer24-{name}-{which}", 100, 0, 1, f"1 record with other .*{name} at")
    # Perf's own: nothing but a header.
    f = new(order)
    samples(f, 50)
    f.record(FINISHED_ROUND, b"")
    samples(f, 50, 50)
    resize(f, len(f.records) - 51, 3 * size)
    put(f, f"swallows-FINISHED_ROUND-{which}", 100, 2, 0, "FINISHED_ROUND: size: ")

    # A newer kernel's samples have fields that the attributes name.
    f = new(order, TYPE | UNKNOWN_BIT)
    samples(f, 10)
    f.records[2:] = [f.pack("IHH", SAMPLE, MISC_USER, len(r) + 16) + r[8:] + bytes(range(16)) for r in f.records[2:]]
    put(f, f"newer-{which}", 10)

    # Types: one that is not known, and what others look like.
    for kind, status, odd, message in (
            (9 | 32, 0, 0, "1 record of unknown types skipped: .*type 41 at 0x"), (9 | 1 << 31, 2, 0, "UNKNOWN: type: .*is a sample"),
            (8, 2, 0, "READ: size: "), (13, 0, 1, "1 record with other content.*LOST_SAMPLES at 0x"),
            (11, 2, 0, "AUX: size: "), (73, 2, 0, "THREAD_MAP: size: ")):
        f = new(order)
        samples(f, NR)
        resize(f, 100, 0, kind)
        put(f, f"type-{kind}-{which}", NR - 1, status, odd, message)
    # Each bit of a sample's type, in turn in the one or the other byte order, with numbers as they are in real recordings: a
    # mapping, lost samples or a type to come are none, and it is in the status that the sample is missing.
    for bit in range(which == "be", 32, 2):
        for kind, sample_type in ("ids", TYPE), ("plain", S_IP | S_TID | S_TIME | S_PERIOD):
            f = new(order, sample_type)
            for n in range(20):
                f.sample(f.events[0], ip=0x7f3344556677 + n, pid=1, tid=1, time=7000123456789 + 977777 * n, period=250000)
            resize(f, 12, 0, SAMPLE ^ 1 << bit)
            put(f, f"bit{bit}-{kind}-{which}", 19, 2, 0, ".")
    for name, kind, body, other in (
            ("COMM", COMM, f.pack("ii", 1, 1) + f.text("a longer name"), (7, 11, 19, 67)),
            ("EXIT", EXIT, f.pack("iiiiQ", 2, 1, 2, 1, 5), (5,)),
            ("MMAP2", MMAP2, f.pack("iiQQQIIQQII", 3, 3, 4096, 4096, 0, 0, 0, 0, 0, 5, 2) + f.text("/lib/a.so"), (14, 74)),
            ("CALLCHAIN_DEFERRED", CALLCHAIN_DEFERRED, f.pack("QQQQ", 5 << 32 | 1, 2, 0x400001, 0x400002), (86,))):
        for kind in other:
            f = new(order)
            samples(f, NR)
            f.record(kind, body + f.sample_id(1, 1, 600))
            put(f, f"{name}-as-{kind}-{which}", NR, "any", "any", "damaged")
E
python3 "$dir/make.py" "$dir" > "$dir/list" || { echo "FAILED: make.py"; exit 1; }

cat > "$dir/read.py" << 'E'
"""read.py PERF FOLDER: what perf script makes of each line of standard input. (A shell would start ten programs for each.)"""
import os
import re
import subprocess
import sys

PERF, FOLDER = sys.argv[1:]
LINE = re.compile(rb" *1 *(0\.00000.: *40|700.\.[0-9]*: *7f33)")
TOLD = re.compile(rb"damaged|other content")


def read(name):
    words, pipe = [PERF, "script", "-F", "tid,time,ip", "-i"], name.endswith(".pipe")
    with open(f"{FOLDER}/{name}", "rb") as f:
        data = f.read() if pipe else b""
    with open(f"{FOLDER}/out", "wb+") as out, open(f"{FOLDER}/err", "wb+") as err:
        with subprocess.Popen([*words, "-" if pipe else f"{FOLDER}/{name}"], stdin=subprocess.PIPE, stdout=out, stderr=err,
                              bufsize=0) as child:
            # The pipe brings its bytes in small pieces.
            for at in range(0, len(data), 777):
                try:
                    child.stdin.write(data[at:at + 777])
                except BrokenPipeError:
                    break
        out.seek(0)
        err.seek(0)
        return child.returncode, out.read(), err.read()


for line in sys.stdin:
    name, nr, status, _, message = line.rstrip("\n").split(" ", 4)
    if os.environ.get("PERF_TEST_AGAIN") and ("-le" in name) == name.endswith(".pipe"):
        continue    # files of one byte order and pipes of the other: the ways of both do not depend on it
    code, out, err = read(name)
    lines, told = out.splitlines(), err.decode(errors="replace")
    # The sample behind the damage is what it was: none is shown twice, or in pieces.
    for wrong, what in ((len(lines) != int(nr), f"{len(lines)} samples, not {nr}: {told}"),
                        (status not in (str(code), "any"), f"exit {code}, not {status}: {told}"),
                        (message != "-" and not re.search(message.encode(), err), f"not told '{message}': {told}"),
                        (message == "-" and TOLD.search(err), told), (len(set(lines)) != len(lines), "a sample is shown twice"),
                        (not all(map(LINE.match, lines)), out.decode(errors="replace"))):
        if wrong:
            print(f"FAILED: {name}: {what}"[:2000])
E
python3 "$dir/read.py" "$PERF" "$dir" < "$dir/list" > "$dir/said" || bad "read.py: exit status $?"
cat "$dir/said"
[ ! -s "$dir/said" ] || bad "see above"
[ "$(wc -l < "$dir/list")" -gt 300 ] || bad "only $(wc -l < "$dir/list") recordings"

# Counts: report --stats, its JSON, and defer stat.
shown() { # TEXT COMMAND...
	text=$1
	shift
	"$PERF" "$@" > "$dir/out" 2> "$dir/err" || :
	grep -q -e "$text" "$dir/out" || bad "$*: no '$text' in $(cat "$dir/out")"
}
shown '^ *ODD events: *1$' report --stats -i "$dir/longer8-SWITCH-le.file"
shown '"odd_records": *1' report --json -i "$dir/longer8-SWITCH-le.file"
shown 'records that are odd *1$' defer stat -i "$dir/longer8-SWITCH-le.file"
shown '"odd_records": *1' defer stat --json -i "$dir/longer8-SWITCH-le.file"
shown '^ *UNKNOWN events: *1$' report --stats -i "$dir/type-41-le.file"
shown '"unknown_records": *1' report --json -i "$dir/type-41-le.file"
shown 'records of unknown types *1$' defer stat -i "$dir/type-41-le.file"
for command in script "report --stdio" "report --stats" "report --json" "script -D" "report -D" "defer stat" "defer dump" \
	"buildid-list" "defer merge -o $dir/out" "inject -o $dir/out"; do
	# shellcheck disable=SC2086
	"$PERF" $command -i "$dir/type-41-le.file" > "$dir/text" 2> "$dir/err" || :
	grep -q '1 record of unknown types skipped' "$dir/err" || bad "$command: unknown types are not told: $(cat "$dir/err")"
done

# What is copied is sound.
for name in sample-le-7 swallows-MMAP2-be swallows-READ-le; do
	for kind in file pipe; do
		code=0
		"$PERF" inject -i "$dir/$name.$kind" -o "$dir/copy" 2> "$dir/err" || code=$?
		[ $code = 2 ] || bad "inject of $name.$kind: exit $code: $(cat "$dir/err")"
		"$PERF" script -F tid,time,ip -i "$dir/$name.$kind" > "$dir/want" 2> /dev/null || :
		"$PERF" script -F tid,time,ip -i "$dir/copy" > "$dir/got" 2> "$dir/err" || bad "$name.$kind: $(cat "$dir/err")"
		cmp -s "$dir/want" "$dir/got" || bad "$name.$kind: other samples after inject"
	done
done
finish
