#!/bin/sh
# perf record: switched on and off from outside: --control, -D (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events
busy='while :; do :; done'

mkfifo "$dir/ctl" "$dir/ack"
exec 5<> "$dir/ctl" 6<> "$dir/ack"
ask() { # COMMAND: waits for the answer
	printf '%s\n' "$1" >&5
	answer=
	read -r answer <&6 || :
	[ "$answer" = ack ] || bad "$1: answer '$answer'"
	dd bs=1 count=1 <&6 > /dev/null 2>&1 # the zero behind it
}
events() { # NAME: how many samples of it
	"$PERF" script -i "$dir/f" -F event 2> /dev/null | grep -c "$1" || :
}

# Nothing is recorded before it is switched on, nothing afterwards; the maps are there.
"$PERF" record -D -1 --control "fifo:$dir/ctl,$dir/ack" -e cpu-clock -e task-clock -o "$dir/f" \
	-- sh -c "echo \$\$ > $dir/pid; $busy" 2> "$dir/err" &
pid=$!
ask ping
wait_for "the command" '[ -s "$dir/pid" ]'
used "$(cat "$dir/pid")"
before=$(tr , . < /proc/uptime | cut -d' ' -f1)
ask enable
used "$(cat "$dir/pid")"
ask "disable task-clock"
ask "disable nosuch"
printf 'bogus\n' >&5
ask evlist
ask "evlist -v"
ask disable
after=$(tr , . < /proc/uptime | cut -d' ' -f1)
used "$(cat "$dir/pid")"
printf 'stop\n' >&5
result=0
wait $pid || result=$?
[ $result = 143 ] || [ $result = 0 ] || bad "stop: exit $result"
[ "$(events cpu-clock)" -gt 10 ] || bad "no samples while it was on: $(cat "$dir/err")"
[ "$(events task-clock)" -gt 10 ] || bad "no samples of the second event: $(cat "$dir/err")"
for line in 'Events disabled' 'Events enabled' 'Event task-clock disabled' "failed: can't find 'nosuch' event" \
	"unknown command 'bogus'" '^cpu-clock$' '^task-clock: type: 1 (PERF_TYPE_SOFTWARE)'; do
	grep -q -e "$line" "$dir/err" || bad "not said: $line: $(cat "$dir/err")"
done
"$PERF" script -i "$dir/f" --show-mmap-events 2> /dev/null | grep -q 'PERF_RECORD_MMAP' || bad "the maps are missing"
span=$("$PERF" script -i "$dir/f" -F time 2> /dev/null | tr -d ' :' | awk 'NR == 1 { a = $1 } { b = $1 } END { print b - a }')
awk "BEGIN { exit !($span <= $after - $before + 0.02) }" || bad "samples of $span s, it was on from $before to $after"

# A descriptor whose other side is closed is not asked again; the recording goes on to its end.
printf 'evlist -g\nevlist -F\nevlist -x\nenable\nstop' | "$PERF" record -D -1 --control fd:0 -e '{cpu-clock,task-clock}' -c 1000000 \
	-o "$dir/f" -- sh -c "$(spin)" 2> "$dir/err" || bad "a closed descriptor: exit $?: $(cat "$dir/err")"
for line in '^{cpu-clock,task-clock}$' '^task-clock: sample_period=1000000$' "'-x' is none of evlist's -v, -g, -F"; do
	grep -q -e "$line" "$dir/err" || bad "a closed descriptor: not said: $line: $(cat "$dir/err")"
done
[ "$(events cpu-clock)" -gt 5 ] || bad "a closed descriptor: nothing was recorded: $(cat "$dir/err")"

# Times, by the clock; the second one lasts to the end, as a busy machine may give nothing in 50 ms. The command goes on
# until it has begun.
"$PERF" record -D 50-100,150-60000 -e cpu-clock -o "$dir/f" -- \
	sh -c "until [ \$(grep -c 'Events enabled' '$dir/err') = 2 ]; do sleep 0.02; done; $(spin)" 2> "$dir/err" || bad "-D: exit $?"
[ "$(grep -c 'Events enabled' "$dir/err")" = 2 ] || bad "-D with two ranges: $(cat "$dir/err")"
[ "$(events cpu-clock)" -gt 0 ] || bad "-D: no samples: $(cat "$dir/err")"

for wrong in "--control=x" "--control=fd:x" "-D=x" "-D 2-1"; do
	result=0
	# shellcheck disable=SC2086 # words by design
	"$PERF" record $wrong -e cpu-clock -o "$dir/g" -- true 2> "$dir/err" || result=$?
	[ $result = 129 ] || bad "$wrong: exit $result: $(cat "$dir/err")"
done
finish
