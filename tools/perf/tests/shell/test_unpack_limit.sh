#!/bin/sh
# compressed records: how much they may become, and who unpacks them
# SPDX-License-Identifier: GPL-2.0-only
# Sanitizers: each time, since what it reads does harm.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_features zstd
mkdir "$dir/tmp"
export TMPDIR="$dir/tmp" HOME="$dir"

# NAME BLOCKS MAX: one compressed record of so many blocks that repeat a byte, each 128 KB of it, and a sample before it.
# A frame without a size, blocks of the kind that has one byte; MAX: what the header says that a record becomes at most.
python3 - "$dir" << 'END'
import struct
import sys
from perfwrite import *

for name, blocks, most in ("small", 4, 0), ("bomb", 700, 2**32 - 1), ("record", 200, 1 << 20), \
        ("none", 0, 0):
    f = Writer(arch="x86_64")
    e = f.event(type=1, name="cpu-clock", sample_type=S_IP | S_TID | S_TIME | S_IDENTIFIER)
    f.sample(e, ip=1, pid=1, tid=1, time=1)
    frame = b"\x28\xb5\x2f\xfd\x00\x48"
    frame += b"".join(struct.pack("<I", 1 << 17 << 3 | 1 << 1 | (i == blocks - 1))[:3] + b"\0" for i in range(blocks))
    for at in range(0, len(frame) if blocks else 0, 60000):
        part = frame[at:at + 60000]
        f.record(83, struct.pack("<Q", len(part)) + part)
    f.features_more[27] = struct.pack("<IIIII", 1, 1, 1, 10, most)
    f.write(f"{sys.argv[1]}/{name}")
    f.write_pipe(f"{sys.argv[1]}/{name}.pipe")
END
[ "$(wc -c < "$dir/bomb")" -lt 5000 ] || bad "the bomb is no small file"

largest() { # in blocks of 512 bytes: no file may become larger
	(ulimit -f "$1"; shift; "$@") > "$dir/out" 2> "$dir/err"
}
# 90 MB of zeros stops at the limit, with what to do; neither the file system nor memory sees it.
for command in "report --stdio" script "defer stat" "defer verify" "script -D"; do
	# shellcheck disable=SC2086 # words by design
	if largest 140000 "$PERF" $command -i "$dir/bomb"; then
		bad "$command: a bomb was read"
	fi
	grep -q "unpack to more than 64 MB.*core.unpack-limit" "$dir/err" || bad "$command: $(cat "$dir/err")"
done
# shellcheck disable=SC2024
if "$PERF" script -i - < "$dir/bomb.pipe" > "$dir/out" 2> "$dir/err"; then
	bad "a stored stream: a bomb was read"
fi
grep -q "unpack to more than 64 MB.*core.unpack-limit" "$dir/err" || bad "a stored stream: $(cat "$dir/err")"
# shellcheck disable=SC2002 # a pipe is what is wanted
if cat "$dir/bomb.pipe" | "$PERF" script -i - > "$dir/out" 2> "$dir/err"; then
	bad "a pipe: a bomb was read"
fi
grep -q "unpack to more than 64 MB.*core.unpack-limit" "$dir/err" || bad "a pipe: $(cat "$dir/err")"
# The limit can be raised, and lowered.
if "$PERF" -c core.unpack-limit=10 script -i "$dir/bomb" > "$dir/out" 2> "$dir/err"; then
	bad "10 MB: a bomb was read"
fi
grep -q "unpack to more than 10 MB" "$dir/err" || bad "10 MB: $(cat "$dir/err")"
for limit in 100 0; do
	"$PERF" -c core.unpack-limit=$limit script -F time -i "$dir/bomb" > "$dir/out" 2> "$dir/err" || :
	grep -q "unpack to more than" "$dir/err" && bad "$limit MB: $(cat "$dir/err")"
	grep -q "91750400 bytes" "$dir/err" || bad "$limit MB: not all of it was read: $(cat "$dir/err")"
done
# No record becomes more than the header says: it is damaged, and the others are read.
"$PERF" script -F time -i "$dir/record" > "$dir/out" 2> "$dir/err" && bad "a record that is too large: status 0"
grep -q "1 compressed records are damaged" "$dir/err" || grep -q "damaged" "$dir/err" || bad "a record: $(cat "$dir/err")"
grep -q "0.000000" "$dir/out" || bad "a record that is too large: the sample before it is lost"
# What is small is read.
"$PERF" script -F time -i "$dir/small" > "$dir/out" 2> "$dir/err" || :
grep -q "unpack to" "$dir/err" && bad "half a megabyte: $(cat "$dir/err")"

# Who looks at the header only unpacks nothing: no temporary file, and so none that could not be made.
for command in evlist "evlist -v" "report --header-only" "script --header-only"; do
	# shellcheck disable=SC2086 # words by design
	TMPDIR="$dir/nowhere" "$PERF" $command -i "$dir/bomb" > "$dir/out" 2> "$dir/err" || bad "$command: $(cat "$dir/err")"
	grep -q cpu-clock "$dir/out" || bad "$command: no event"
done
TMPDIR="$dir/nowhere" "$PERF" script -i "$dir/small" > "$dir/out" 2> "$dir/err" && bad "records without a folder for them"
grep -q TMPDIR "$dir/err" || bad "no folder: $(cat "$dir/err")"
finish
