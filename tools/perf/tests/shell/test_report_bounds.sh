#!/bin/sh
# perf report: what is left out of a text that would be too large, and that it says so
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
export HOME="$dir"

python3 - "$dir" << 'END'
import sys
from perfwrite import *

where = sys.argv[1]
kind = dict(type=1, sample_type=S_IDENTIFIER | S_IP | S_TID | S_TIME | S_PERIOD | S_CALLCHAIN)
# deep: one chain of 2,000 frames
f = Writer(arch="x86_64")
e = f.event(name="cpu-clock", **kind)
f.comm(100, 100, "prog", 1)
f.mmap2(100, 100, 0x400000, 0x100000, 0, "/nowhere/prog", 1)
f.sample(e, ip=0x400000, pid=100, tid=100, time=5, chain=[2**64 - 512] + [0x400000 + 16 * i for i in range(2000)])
f.write(f"{where}/deep")
# wide: a group of 70 events, and one more of the same; narrow: one of 60
for name, n in ("wide", 70), ("narrow", 60):
    f = Writer(arch="x86_64")
    for i in range(n):
        e = f.event(name=f"event-{i}", **kind)
        f.sample(e, ip=0x400000, pid=100, tid=100, time=5 + i)
    text = b"pair".ljust(64, b"\0")
    group = f.pack("I", 64) + text
    f.features_more[17] = f.pack("I", 2) + group + f.pack("II", 0, n) + group + f.pack("II", 1, n - 1)
    f.write(f"{where}/{name}")
# forks: each process has the maps of those before it
f = Writer(arch="x86_64")
e = f.event(name="cpu-clock", **kind)
for i in range(1500):
    f.record(FORK, f.pack("iiiiQ", 101 + i, 100 + i, 101 + i, 100 + i, 5 + i) + f.sample_id(100 + i, 100 + i, 5 + i))
    f.mmap2(101 + i, 101 + i, 0x20000000 + i * 0x2000, 0x1000, 0, "/nowhere/a-library-with-a-name", 5 + i)
f.sample(e, ip=1, pid=100, tid=100, time=9999)
f.write(f"{where}/forks")
END
report() { # FILE OPTIONS...: into $dir/out and $dir/err
	file=$1
	shift
	"$PERF" report --stdio -i "$dir/$file" "$@" > "$dir/out" 2> "$dir/err" || bad "$file $*: $(cat "$dir/err")"
}

# Call graphs: 256 frames, so many as one says, or all; rows are the same each time.
report deep
grep -q '^# Call graphs end with \[\.\.\.\] behind 256 frames: --graph-depth=N' "$dir/out" || bad "256 frames: no word"
[ "$(grep -c '^ *100.00%' "$dir/out")" -ge 2000 ] || bad "not each frame has a row"
report deep --no-children
[ "$(grep -c '0x00000000004' "$dir/out")" -le 1 ] && [ "$(grep -c '0x4[0-9a-f]*$' "$dir/out")" -lt 260 ] || bad "more than 256 frames"
report deep --no-children --graph-depth 0
grep -q 'Call graphs' "$dir/out" && bad "all frames: a word of less"
[ "$(grep -c '0x4[0-9a-f]*$' "$dir/out")" -gt 1990 ] || bad "not all frames: $(grep -c '0x4' "$dir/out")"
report deep --no-children -g folded
grep -q '\[\.\.\.\]' "$dir/out" && bad "a folded stack is cut"
report deep -g folded,caller
grep -q ';\[\.\.\.\]$' "$dir/out" || bad "folded stacks of callers' rows are not cut"
report deep --graph-size 1
grep -q '^# Call graphs took 1 MB, those of [0-9]* rows behind them were left out: --graph-size=MB' "$dir/out" || bad "1 MB: no word"
[ "$(wc -c < "$dir/out")" -lt 1600000 ] || bad "1 MB: $(wc -c < "$dir/out") bytes"
[ "$(grep -c '^ *100.00%' "$dir/out")" -ge 2000 ] || bad "1 MB: not each frame has a row"
"$PERF" -c report.graph-depth=3 report --stdio -i "$dir/deep" > "$dir/out"
grep -q 'behind 3 frames' "$dir/out" || bad "report.graph-depth"

# Groups: side by side up to 64 events, which no event shares with another group.
report wide
grep -q 'groups of more than 64 events, here 70, are shown event by event' "$dir/err" || bad "70 events: $(cat "$dir/err")"
[ "$(grep -c "^# Samples: 1  *of event" "$dir/out")" = 70 ] || bad "70 events: $(grep -c '^# Samples' "$dir/out") tables"
report narrow
[ -s "$dir/err" ] && bad "60 events: $(cat "$dir/err")"
[ "$(grep -c "^# Samples" "$dir/out")" = 1 ] || bad "60 events: $(grep -c '^# Samples' "$dir/out") tables"
report narrow --header-only
[ "$(grep -c '^# group: ' "$dir/out")" = 1 ] || bad "groups that overlap: $(grep '^# group' "$dir/out" | cut -c 1-80)"
grep -q 'GROUP_DESC has a group of events that are in another one' "$dir/out" || bad "groups that overlap: no word"

# Tasks: a column that does not move out of sight, mappings up to 64 MB.
report forks --tasks
[ "$(awk '{ if (length > n) n = length } END { print n }' "$dir/out")" -lt 120 ] || bad "tasks below each other move on"
report forks --mmaps
tail -n 1 "$dir/out" | grep -q '^# mappings of [0-9]* tasks are left out: the others took 64 MB' || bad "maps: $(tail -n 1 "$dir/out")"
[ "$(wc -c < "$dir/out")" -lt 68000000 ] || bad "maps: $(wc -c < "$dir/out") bytes"
finish
