#!/bin/sh
# perf record --threads: files beside each other, nothing lost between them (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events
out=$dir/threads

# Every reader finds as many samples as were written, all in order of time.
same() { # WHAT
	written=$(said "$dir/err")
	[ "${written:-0}" -gt 20 ] || bad "$1: $written samples: $(cat "$dir/err")"
	for reader in ours python $([ -z "$(other_perf)" ] || echo other); do
		found=$(samples_of "$reader" "$out")
		[ "$found" = "$written" ] || bad "$1: $written samples written, $reader finds '$found'"
	done
	"$PERF" script -i "$out" -F time 2> /dev/null | tr -d ' :' | sort -c -n || bad "$1: not in order"
}
record() { # ARGUMENTS...
	"$PERF" record -e cpu-clock -F 2000 -g -o "$out" "$@" > /dev/null 2> "$dir/err" || bad "$*: exit $?: $(cat "$dir/err")"
}
cpus=$(getconf _NPROCESSORS_ONLN)

record --threads -a -- sh -c "$(spin)"
same "-a"
[ "$(find "$out" -name 'data.*' | wc -l)" = "$cpus" ] || bad "-a: not a file for each of $cpus CPUs: $(ls "$out")"
# Each has the records of its own CPU.
for file in "$out"/data.*; do
	cpu=${file##*.}
	mkdir -p "$dir/one"
	cp "$out/data" "$dir/one/data"
	cp "$file" "$dir/one/data.0"
	others=$("$PERF" script -i "$dir/one" -F cpu 2> /dev/null | grep -v "\[0*$cpu\]" | grep -c . || :)
	[ "$others" = 0 ] || bad "-a: $file has $others samples of other CPUs"
done
"$PERF" script -i "$out" -F comm,ip,sym 2> /dev/null | grep -q '^sh ' || bad "-a: no sample of the command"

record --threads=package -- sh -c "$(spin)"
same "a command"
record --threads=0/0 -z -- sh -c "$(spin)"
same "-z"
"$PERF" report -i "$out" --header-only | grep -q '^# compressed : Zstd' || bad "-z: nothing compressed"

# An older recording of many files makes room.
[ -d "$out.old" ] || bad "no older recording is left"
record --threads -- sh -c "$(spin)"
same "again"
"$PERF" record -q -e cpu-clock -o "$out" -- true
[ -f "$out" ] && [ -d "$out.old" ] || bad "a file did not take the folder's place"
"$PERF" record -q -e cpu-clock -o "$out" -- true
[ -f "$out" ] && [ -f "$out.old" ] || bad "the older folder is still there"
rm -f "$out" "$out.old"

# The files that samples fell into go into the cache, as from a recording in one file.
PERF_BUILDID_DIR=$dir/cache "$PERF" record -q --threads -e cpu-clock -o "$out" -- "$PERF" test -w noploop 0.3
PERF_BUILDID_DIR=$dir/cache "$PERF" buildid-cache -l | grep -q "$(readlink -f "$PERF")" ||
	bad "not in the cache: $(PERF_BUILDID_DIR=$dir/cache "$PERF" buildid-cache -l)"

# Running tasks: it ends with them, and with a signal.
sh -c "$(spin)" &
record --threads -p $!
wait
same "-p"
for signal in INT TERM; do
	"$PERF" record --threads -e cpu-clock -a -o "$out" 2> "$dir/err" > /dev/null &
	pid=$!
	sh -c "$(spin)"
	kill -$signal $pid
	wait $pid || :
	same "SIG$signal"
done

# A limit ends it soon after, and all is whole.
"$PERF" record --threads -a -e cpu-clock -F 10000 -g --max-size 200K -o "$out" -- sleep 60 2> "$dir/err" ||
	bad "--max-size: exit $?: $(cat "$dir/err")"
grep -q 'perf size limit reached' "$dir/err" || bad "--max-size: $(cat "$dir/err")"
same "--max-size"

# A full disk: what is there can be read, and the loss is told.
result=0
(
	ulimit -f 300
	exec "$PERF" record --threads -a -e cpu-clock -F 20000 -g -m 32 -o "$out" -- sh -c "$(spin); $(spin)"
) 2> "$dir/err" || result=$?
[ $result = 1 ] || bad "a full disk: exit $result: $(cat "$dir/err")"
grep -q "cannot write to '$out/data[.0-9]*': File too large" "$dir/err" || bad "a full disk: $(cat "$dir/err")"
same "a full disk"

# What it cannot do, it says.
refuses() { # STATUS MESSAGE ARGUMENTS...
	want=$1 message=$2 result=0
	shift 2
	"$PERF" record --threads -o "$dir/refused" -e cpu-clock "$@" -- true > /dev/null 2> "$dir/err" || result=$?
	[ $result = "$want" ] || bad "$*: exit $result: $(cat "$dir/err")"
	grep -q -e "$message" "$dir/err" || bad "$*: $(cat "$dir/err")"
	[ ! -e "$dir/refused" ] || bad "$*: something was recorded"
}
refuses 129 'not available in pipe mode' -o -
refuses 129 'mutually exclusive' --per-thread
refuses 1 "'x' is not a list of CPUs" --threads=x
refuses 1 "names no CPU that is recorded" --threads=60000
exit $status
