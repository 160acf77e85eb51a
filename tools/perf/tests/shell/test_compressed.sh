#!/bin/sh
# compressed records: a stream that ends in the middle, a head that does not tell of them
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_features zstd

# NAME.file and NAME.pipe: 100 samples, in blocks of 10. cut: without the last 5 of them, told: in the head.
python3 - "$dir" << 'END'
import struct
import sys
from perfwrite import *


def packed(cut, half=0):
    """One frame, as record -z leaves it: each block is whole, and the last one is not marked. @half: bytes it lacks."""
    f = Writer()
    e = f.event(sample_type=S_IP | S_TID | S_TIME | S_IDENTIFIER)
    for n in range(100):
        f.sample(e, ip=n, pid=1, tid=1, time=n)
    frame = b"\x28\xb5\x2f\xfd\x00\x48"
    for n in range(0, 100, 10):
        block = b"".join(f.records[n:n + 10])
        block = block[:len(block) - half] if n == 90 else block
        frame += struct.pack("<I", len(block) << 3)[:3] + block
    # At the end of a record: what is left unpacks to whole records.
    return frame[:len(frame) - cut * len(f.records[0])]


for name, cut, told, kind, half in ("whole", 0, True, 83, 0), ("cut", 5, True, 83, 0), ("untold", 0, False, 83, 0), \
        ("untold-81", 0, False, 81, 0), ("cut-untold", 5, False, 83, 0), ("half", 0, True, 83, 16):
    f = Writer(arch="x86_64")
    f.event(type=1, name="cpu-clock", sample_type=S_IP | S_TID | S_TIME | S_IDENTIFIER)
    frame = packed(cut, half)
    for at in range(0, len(frame), 1001):
        part = frame[at:at + 1001]
        if kind == 83:
            f.record(83, struct.pack("<Q", len(part)) + part)
        else:
            f.records.append(struct.pack("<IHH", 81, 0, 8 + len(part)) + part)
    if told:
        f.features_more[27] = struct.pack("<IIIII", 1, 1, 1, 10, 1 << 20)
    f.write(f"{sys.argv[1]}/{name}.file")
    f.write_pipe(f"{sys.argv[1]}/{name}.pipe")
END

reads() { # NAME SAMPLES STATUS MESSAGE
	for how in file stored pipe; do
		code=0
		case $how in
		file) "$PERF" script -i "$dir/$1.file" > "$dir/out" 2> "$dir/err" || code=$? ;;
		stored) "$PERF" script -i "$dir/$1.pipe" > "$dir/out" 2> "$dir/err" || code=$? ;;
		# A pipe is what is wanted.
		pipe) dd if="$dir/$1.pipe" bs=4096 2> /dev/null | { "$PERF" script -i - > "$dir/out" 2> "$dir/err" || echo $? > "$dir/code"; }
			[ ! -s "$dir/code" ] || code=$(cat "$dir/code")
			rm -f "$dir/code" ;;
		esac
		[ "$(wc -l < "$dir/out")" = "$2" ] || bad "$1, $how: $(wc -l < "$dir/out") samples, not $2"
		[ "$code" = "$3" ] || bad "$1, $how: exit $code, not $3: $(cat "$dir/err")"
		if [ -n "$4" ]; then
			grep -q "$4" "$dir/err" || bad "$1, $how: not told: $(cat "$dir/err")"
		else
			[ ! -s "$dir/err" ] || bad "$1, $how: $(cat "$dir/err")"
		fi
	done
}
reads whole 100 0 ''
reads cut 95 2 'end in the middle of a block'
reads untold 100 0 ''
reads untold-81 100 0 ''
reads cut-untold 95 2 'end in the middle of a block'
# The blocks are whole, but not the last record in them.
reads half 99 2 'no record begins in the last'

# What record -z writes ends where a block does, in each of its ways.
for how in -z "-z --threads -a" "--compression-level=19 -m 1"; do
	rm -rf "$dir/live"
	# shellcheck disable=SC2086 # words by design
	"$PERF" record -q $how -e cpu-clock -F 2000 -g -o "$dir/live" -- "$PERF" test -w noploop 0.1 > /dev/null 2>&1 || continue
	"$PERF" script -i "$dir/live" > /dev/null 2> "$dir/err" || bad "record $how: $(cat "$dir/err")"
done
finish
