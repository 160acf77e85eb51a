#!/bin/sh
# perf record: interrupted, disk full, reader gone: what was recorded stays
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events

readers=ours
command -v python3 > /dev/null && readers="$readers python"
[ -n "$(other_perf)" ] && readers="$readers other"
busy='while :; do :; done'

readable() { # WHAT FILE LEAST: as many samples as the last line of $dir/err says
	said=$(said "$dir/err")
	[ "${said:-0}" -ge "$3" ] || bad "$1: '$said' samples, at least $3 expected: $(cat "$dir/err")"
	for reader in $readers; do
		found=$(samples_of "$reader" "$2") || :
		[ "$found" = "$said" ] || bad "$1: $said samples written, $reader finds '$found'"
	done
	"$PERF" script -i "$2" --header-only 2> /dev/null | grep -q '^# hostname' ||
		bad "$1: the features are gone"
}

need_control
# A signal ends perf by the same signal; the command is ended too.
interrupted() { # SIGNAL NUMBER ARGS...: of what has its number in $dir/pid
	signal=$1 number=$2
	shift 2
	[ "$1" = -p ] || rm -f "$dir/pid"
	# shellcheck disable=SC2086 # words by design
	"$PERF" record -e cpu-clock -o "$dir/f" $control "$@" 2> "$dir/err" &
	pid=$!
	running
	wait_for "the command" '[ -s "$dir/pid" ]'
	used "$(cat "$dir/pid")"
	kill -"$signal" $pid
	result=0
	wait $pid || result=$?
	[ $result = $((128 + number)) ] || bad "$signal: exit $result"
	readable "$signal $*" "$dir/f" 50
}
interrupted INT 2 -- sh -c "echo \$\$ > $dir/pid; $busy"
kill -0 "$(cat "$dir/pid")" 2> /dev/null && bad "the command outlives perf"
interrupted TERM 15 -- sh -c "echo \$\$ > $dir/pid; $busy"
sh -c "$busy" &
target=$!
echo $target > "$dir/pid"
interrupted INT 2 -p $target
kill -0 $target || bad "-p: the process was ended"
kill $target

# The exit status is the command's.
for want in 0 3 255; do
	result=0
	"$PERF" record -q -e cpu-clock -o "$dir/f" -- sh -c "exit $want" || result=$?
	[ $result = $want ] || bad "exit $result where the command's was $want"
done
result=0
sh -c '"$PERF" record -q -e cpu-clock -o "$0" -- sh -c "kill -KILL \$\$"' "$dir/f" 2> /dev/null || result=$?
[ $result = 137 ] || bad "exit $result where the command died of SIGKILL"

# A limit of the file's size stands for a full disk. What a compressed record holds that found no room nobody knows.
ways="plain"
"$PERF" check -q feature zstd && ways="plain -z"
limited() { # BLOCKS ARGS...
	blocks=$1
	shift
	result=0
	(
		ulimit -f "$blocks"
		exec "$PERF" record -e cpu-clock -F 20000 -g -m 32 -o "$dir/g" "$@" -- sh -c "$busy"
	) 2> "$dir/err" || result=$?
	[ $result = 1 ] || bad "file limit: exit $result"
	grep -q "cannot write to '$dir/g.*': File too large" "$dir/err" || bad "file limit: $(cat "$dir/err")"
	grep -q 'bytes of records could not be written' "$dir/err" || bad "file limit: the loss is not told"
	readable "a file of at most $blocks blocks, $*" "$dir/g" 10
	rm -rf "$dir/g" "$dir/g.old"
}
for way in $ways; do
	[ "$way" != plain ] || way=
	for blocks in 30 100 333; do
		[ "$way$blocks" != -z333 ] || continue
		# shellcheck disable=SC2086 # no word, or one
		limited $blocks $way
	done
done
readers_before=$readers
readers=ours
limited 30 --threads
[ "$ways" = plain ] || limited 30 --threads -z
readers=$readers_before

# A really full one, where it can be made.
mkdir "$dir/small"
for way in $ways; do
	[ "$way" != plain ] || way=
	mount -t tmpfs -o size=128k none "$dir/small" 2> /dev/null || break
	result=0
	# shellcheck disable=SC2086 # no word, or one
	"$PERF" record -e cpu-clock -F 20000 -g -m 32 -o "$dir/small/f" $way -- sh -c "$busy" 2> "$dir/err" || result=$?
	cp "$dir/small/f" "$dir/h"
	umount "$dir/small"
	[ $result = 1 ] || bad "full disk: exit $result"
	grep -q 'No space left on device' "$dir/err" || bad "full disk: $(cat "$dir/err")"
	readable "a full disk $way" "$dir/h" 10
done

# No room for the beginning of a recording: nothing is there, and what was there before still is.
"$PERF" record -q -e cpu-clock -o "$dir/g" -- true
cp "$dir/g" "$dir/before"
result=0
(
	ulimit -f 4
	exec "$PERF" record -e cpu-clock -o "$dir/g" -- true
) > /dev/null 2> "$dir/err" || result=$?
[ $result = 1 ] && ! grep -q 'Captured' "$dir/err" || bad "no room to begin: exit $result: $(cat "$dir/err")"
cmp "$dir/g" "$dir/before" && [ ! -e "$dir/g.old" ] || bad "no room to begin: the older recording is gone"
rm -f "$dir/g"

# Nobody reads a FIFO: perf waits, as a shell does, and does not say that it wrote.
mkfifo "$dir/unread"
"$PERF" record -e cpu-clock -o "$dir/unread" -- true 2> "$dir/err" &
perf=$!
stands_still $perf
kill -0 $perf 2> /dev/null || bad "a FIFO that nobody reads: perf has ended: $(cat "$dir/err")"
kill -INT $perf
result=0
wait $perf || result=$?
[ $result != 0 ] && ! grep -q Captured "$dir/err" || bad "a FIFO that nobody reads: exit $result: $(cat "$dir/err")"
grep -q "nobody has opened '$dir/unread' to read it" "$dir/err" || bad "a FIFO that nobody reads: $(cat "$dir/err")"
"$PERF" record -e cpu-clock -o "$dir/unread" -- true 2> "$dir/err" &
perf=$!
"$PERF" script -i - < "$dir/unread" > "$dir/text" 2>&1 || bad "a FIFO: $(cat "$dir/text")"
wait $perf || bad "a FIFO: exit $?: $(cat "$dir/err")"
grep -q Captured "$dir/err" || bad "a FIFO: $(cat "$dir/err")"

# Its reader goes while there is something in it.
"$PERF" record -e cpu-clock -o "$dir/unread" -- sleep 0.3 2> "$dir/err" &
perf=$!
sh -c ': < "$0"' "$dir/unread"
result=0
wait $perf || result=$?
[ $result = 1 ] && grep -q 'its reader is gone' "$dir/err" || bad "a FIFO's reader went: exit $result: $(cat "$dir/err")"

# A stream comes out as it happens: what happened last is shown while the command does nothing any more, and perf records on.
mkfifo "$dir/go"
streams() # WHAT READER ARGUMENTS...
{
	last=$1 reader=$2
	shift 2
	{
		result=0
		"$PERF" record "$@" -e page-faults -c 1 -o - -- sh -c 'ls / > /dev/null; read go < "$0"; exit 3' "$dir/go" 2> "$dir/err" ||
			result=$?
		echo $result > "$dir/result"
	} | "$PERF" script $reader > "$dir/text" 2>&1 &
	reader=$!
	wait_for "$last of a stream with '$*'" "grep -q '$last' '$dir/text' || ! kill -0 $reader 2> /dev/null"
	[ ! -e "$dir/result" ] || bad "a stream with '$*': perf had to end first: $(cat "$dir/err")"
	echo > "$dir/go" &
	wait $reader || bad "a stream with '$*': exit $?: $(tail -n 3 "$dir/text")"
	wait
	[ "$(cat "$dir/result")" = 3 ] || bad "a stream with '$*': exit $(cat "$dir/result"): $(cat "$dir/err")"
	rm "$dir/result"
}
streams 'ls.*EXIT' --show-task-events
streams 'ls.*EXIT' --show-task-events --no-buffering
streams '"ls"' --json

# The reader goes: perf ends, says so, and does not die of SIGPIPE in silence.
mkfifo "$dir/fifo"
(
	result=0
	"$PERF" record -e cpu-clock -F 20000 -g -m 32 -o - -- sh -c "$busy" 2> "$dir/err" > "$dir/fifo" ||
		result=$?
	echo $result > "$dir/result"
) &
head -c 1000 "$dir/fifo" > /dev/null
wait
[ "$(cat "$dir/result")" = 1 ] || bad "reader gone: exit $(cat "$dir/result")"
grep -q 'cannot write to standard output: its reader is gone' "$dir/err" ||
	bad "reader gone: $(cat "$dir/err")"

# Who reads has gone, and had perf end: nothing is left to be said. (It stands still meanwhile, so that it learns both at once.)
rm -f "$dir/result"
(
	result=0
	"$PERF" record -q -e cpu-clock -F 999 -o - -- sh -c 'while :; do /bin/true; done' 2> "$dir/err" > "$dir/fifo" &
	echo $! > "$dir/perf"
	wait $! || result=$?
	echo $result > "$dir/result"
) &
exec 3< "$dir/fifo"
head -c 1000 <&3 > /dev/null
perf=$(cat "$dir/perf")
kill -STOP "$perf"
wait_for "a recorder that stands still" 'grep -q "^State:.T" "/proc/$perf/status"'
exec 3<&-
kill -TERM "$perf"
kill -CONT "$perf"
wait
[ "$(cat "$dir/result")" = 143 ] && [ ! -s "$dir/err" ] || bad "its reader has ended it: exit $(cat "$dir/result"): $(cat "$dir/err")"

# Rings that are too small lose events, and it is told; the counters' own count is in the file.
"$PERF" record -e cpu-clock -F 20000 -m 1 -g -o "$dir/i" -- sh -c "$(spin)" 2> "$dir/err" ||
	bad "small rings: exit $?"
if grep -q 'perf record: lost [0-9]* events' "$dir/err"; then
	"$PERF" script -D -i "$dir/i" 2> /dev/null | grep -q 'PERF_RECORD_LOST' ||
		bad "lost events are not in the file"
fi
finish
