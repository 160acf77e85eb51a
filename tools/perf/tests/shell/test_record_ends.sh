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
	# shellcheck disable=SC2086 # words by design
	"$PERF" record -e cpu-clock -o "$dir/f" $control "$@" 2> "$dir/err" &
	pid=$!
	running
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

# A limit of the file's size stands for a full disk.
for blocks in 30 100 333; do
	result=0
	(
		ulimit -f $blocks
		exec "$PERF" record -e cpu-clock -F 20000 -g -m 32 -o "$dir/g" -- sh -c "$busy"
	) 2> "$dir/err" || result=$?
	[ $result = 1 ] || bad "file limit: exit $result"
	grep -q "cannot write to '$dir/g': File too large" "$dir/err" || bad "file limit: $(cat "$dir/err")"
	grep -q 'bytes of records could not be written' "$dir/err" || bad "file limit: the loss is not told"
	readable "a file of at most $blocks blocks" "$dir/g" 10
	rm -f "$dir/g" "$dir/g.old"
done

# A really full one, where it can be made.
mkdir "$dir/small"
if mount -t tmpfs -o size=128k none "$dir/small" 2> /dev/null; then
	result=0
	"$PERF" record -e cpu-clock -F 20000 -g -m 32 -o "$dir/small/f" -- sh -c "$busy" 2> "$dir/err" ||
		result=$?
	cp "$dir/small/f" "$dir/h"
	umount "$dir/small"
	[ $result = 1 ] || bad "full disk: exit $result"
	grep -q 'No space left on device' "$dir/err" || bad "full disk: $(cat "$dir/err")"
	readable "a full disk" "$dir/h" 10
fi

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

# Rings that are too small lose events, and it is told; the counters' own count is in the file.
"$PERF" record -e cpu-clock -F 20000 -m 1 -g -o "$dir/i" -- sh -c "$(spin)" 2> "$dir/err" ||
	bad "small rings: exit $?"
if grep -q 'perf record: lost [0-9]* events' "$dir/err"; then
	"$PERF" script -D -i "$dir/i" 2> /dev/null | grep -q 'PERF_RECORD_LOST' ||
		bad "lost events are not in the file"
fi
exit $status
