#!/bin/sh
# perf record: killed (kill -9): what reached the disk is read, by upstream, too
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
not_again "what is looked at are the files that stay; other suites record with this build"
need_events
f=$dir/f
busy='while :; do :; done'

# Recorded until there are samples on the disk, which the head tells of; then killed. It stands still while the file is
# looked at: what is killed then is the file that was seen, and not one that --switch-output has begun since.
killed() { # ARGS...
	rm -rf "$f" "$f.old" "$dir/pid"
	"$PERF" record -m 16 -o "$f" "$@" -- sh -c "echo \$\$ > $dir/pid; $busy" 2> "$dir/err" &
	perf=$!
	wait_for "100 samples on the disk" enough
	kill -KILL $perf
	wait $perf 2> /dev/null || :
	kill -KILL "$(cat "$dir/pid")"
}

enough() {
	kill -STOP $perf
	[ -s "$dir/pid" ] && [ "$(found "$f")" -ge 100 ] && return
	kill -CONT $perf
	return 1
}

# What the head tells of, and what lies behind it: upstream sees the one, ours sees both.
found() { # FILE
	reader=ours
	[ -z "$(other_perf)" ] || reader=other
	samples_of $reader "$1" || :
}

readable() { # WHAT [FILE]
	file=${2:-$f}
	result=0
	"$PERF" script -i "$file" -F tid,time > "$dir/text" 2> "$dir/err" || result=$?
	[ $result = 0 ] || bad "$1: exit $result: $(cat "$dir/err")"
	grep -q 'the recording was not finished' "$dir/err" || bad "$1: not told: $(cat "$dir/err")"
	! grep -i 'damage\|ends early\|unknown' "$dir/err" || bad "$1: that is no damage"
	ours=$(grep -c . "$dir/text") || :
	[ "$ours" -ge 100 ] || bad "$1: $ours samples"
	"$PERF" script -i "$file" --header-only 2> /dev/null | grep -q '^# hostname' || bad "$1: no features"
	result=0
	"$PERF" report -i "$file" --stdio > /dev/null 2> "$dir/err" || result=$?
	[ $result = 0 ] || bad "$1: report: exit $result: $(cat "$dir/err")"
	[ -n "$(other_perf)" ] || return 0
	theirs=$(found "$file")
	[ "$theirs" -ge 100 ] && [ "$theirs" -le "$ours" ] || bad "$1: $ours samples, upstream sees $theirs"
	! grep -i 'error\|data size field' "$dir/other.err" || bad "$1: upstream complains"
	"$(other_perf)" script -i "$file" --header-only 2> /dev/null | grep -q '^# hostname' ||
		bad "$1: upstream sees no features"
}

killed -e cpu-clock -F 5000
readable "a file"
"$PERF" inject -i "$f" -o "$dir/g" 2> "$dir/err" || bad "inject: $(cat "$dir/err")"
[ "$(samples_of ours "$dir/g")" = "$ours" ] || bad "inject: $ours samples became $(samples_of ours "$dir/g")"
! "$PERF" script -i "$dir/g" 2>&1 > /dev/null | grep finished || bad "inject: its copy is finished"
"$PERF" script -i "$f" --show-round-events 2> /dev/null | grep -q ROUND || bad "no rounds"

# Killed while it wrote: the last record, of 72 bytes, is there in part.
for n in 1 5 8 40; do
	{
		cat "$f"
		printf '\011\0\0\0\002\0\110\0%064d' 0 | head -c $n
	} > "$dir/cut"
	result=0
	"$PERF" script -i "$dir/cut" > "$dir/text" 2> "$dir/err" || result=$?
	if [ $result != 0 ] || ! grep -q 'was not finished' "$dir/err" || grep -q damage "$dir/err"; then
		bad "a record cut after $n bytes: exit $result: $(cat "$dir/err")"
	fi
done

if "$PERF" check -q feature zstd; then
	killed -z -e cpu-clock -F 20000 -g
	readable "a compressed file"
fi
if "$PERF" record -q -e sched:sched_switch -o "$dir/probe" -- true 2> /dev/null; then
	killed -e sched:sched_switch,cpu-clock -F 5000
	readable "tracepoints"
fi
killed --threads -e cpu-clock -F 5000
readable "--threads"
# Large enough that the head of a file is written before the next one begins, however slowly this goes.
killed --switch-output=1M -e cpu-clock -F 5000
readable "--switch-output"

# One that is still going on is read as well.
rm -f "$f"
"$PERF" record -m 16 -e cpu-clock -F 5000 -o "$f" -- sh -c "echo \$\$ > $dir/pid; $busy" 2> "$dir/err" &
perf=$!
wait_for "100 samples of a recording that goes on" '[ "$(found "$f")" -ge 100 ]'
cp "$f" "$dir/copy"
readable "one that goes on" "$dir/copy"
kill -INT $perf
wait $perf || :
! "$PERF" script -i "$f" 2>&1 > /dev/null | grep finished || bad "one that has come to its end"
finish
