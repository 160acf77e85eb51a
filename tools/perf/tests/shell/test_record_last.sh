#!/bin/sh
# perf record --last: a flight recorder
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events
find_leaks

files() { # how many recordings there are by now
	find "$dir/out" -name 'last.*' | wc -l
}
newest() {
	find "$dir/out" -name 'last.*' | sort | tail -n 1
}
whole() { # FILE PROGRAM: each user address in PROGRAM's samples lies in a file, and there are some
	"$PERF" script -i "$1" --comm "$2" -F ip,dso > "$dir/script" 2> "$dir/err" || bad "$2: perf script: $(cat "$dir/err")"
	[ "$(grep -c '(/' "$dir/script")" -gt 3 ] || bad "$2: too few samples: $(head -n 5 "$dir/script")"
	! grep '\[unknown\]$\|(\[unknown\])' "$dir/script" || bad "$2: samples without a file"
}

# A program that fails leaves its last seconds, one that does not leaves nothing.
mkdir "$dir/out"
status=0
"$PERF" record -N -e cpu-clock --last 60s -o "$dir/out/last" -- sh -c "$(spin 50000); exit 3" 2> "$dir/err" || status=$?
[ "$status:$(files)" = 3:1 ] || bad "a program that fails: status $status, $(files) files: $(cat "$dir/err")"
said=$(said "$dir/err")
whole "$(newest)" sh
[ "$("$PERF" script -i "$(newest)" -F ip | wc -l)" = "$said" ] || bad "other samples than the $said it said"
"$PERF" record -N -e cpu-clock --last 60s -o "$dir/out/last" -- sh -c "$(spin 1000)" 2> "$dir/err" || bad "status $?"
[ "$(files)" = 1 ] || bad "a program that ends well: $(files) files"
grep -q 'status 0, and nobody asked for its last seconds' "$dir/err" || bad "not told: $(cat "$dir/err")"

# All that runs is listed in the end; meanwhile rings are emptied, and processes asked for what their stacks need.
status=0
"$PERF" record -N -a --call-graph fp,repair -F 999 -m 16 -e cpu-clock --last 60s -o "$dir/out/all" -- sh -c "$(spin 20000); exit 3" 2> "$dir/err" || status=$?
if [ $status = 1 ] && grep -q 'of whole CPUs' "$dir/err"; then
	left_out "all CPUs" "$(cat "$dir/err")"
else
	[ $status = 3 ] || bad "all CPUs, with whole stacks: status $status: $(cat "$dir/err")"
fi
rm -f "$dir/out/all".*

# What is older goes, and what it said of programs that still run, or have ended since, stays.
rm -rf "$dir/out" && mkdir "$dir/out"
ln -s "$(command -v sh)" "$dir/early" && ln -s "$(command -v sh)" "$dir/short" && ln -s "$(command -v sh)" "$dir/late"
need_control
# shellcheck disable=SC2016,SC2086 # for the recorded shell; words by design
"$PERF" record -N -F 499 -e cpu-clock -g --last 1s --switch-max-files 3 $control -o "$dir/out/last" -- \
	sh -c "$dir/early -c '$(spin 30000)'; $dir/late -c 'while [ ! -e $dir/stop ]; do $dir/short -c \"$(spin 1000 | sed 's/\$/\\$/g')\"; i=0
		while [ \$i -lt 1000 ]; do i=\$((i + 1)); done; done'" 2> "$dir/err" &
pid=$!
running
gone=
until [ -n "$gone" ]; do
	before=$(newest)
	kill -USR2 $pid
	# shellcheck disable=SC2016 # wait_for's own
	wait_for "a file after SIGUSR2" '[ "$(newest)" != "$before" ]'
	# It may be renamed only then, and is whole.
	"$PERF" script -i "$(newest)" -F comm > "$dir/comms" 2> "$dir/errs" || bad "perf script: $(cat "$dir/errs")"
	# On a busy machine a second may have few samples of them.
	[ "$(grep -c late "$dir/comms")" -gt 3 ] && [ "$(grep -c short "$dir/comms")" -gt 3 ] || continue
	grep -q early "$dir/comms" || gone=1
done
whole "$(newest)" late
whole "$(newest)" short
[ "$(files)" -le 3 ] || bad "--switch-max-files: $(files) files"
before=$(newest)
# A name that does not do is told, and the recording goes on.
echo "snapshot $dir/none/x" >&8
# shellcheck disable=SC2016 # wait_for's own
wait_for "a word about a folder that is not there" 'grep -q "the last seconds are not saved: .*none/x" "$dir/err"'
head -c 5 <&9 > "$dir/record.answer"
echo snapshot >&8
head -c 5 <&9 > "$dir/record.answer"
[ "$(newest)" != "$before" ] || bad "the command snapshot has left nothing"
"$PERF" script -i "$(newest)" -F time | awk '{ t = $1 + 0 } NR == 1 { first = t } { last = t } END { exit last - first < 0.9 }' ||
	bad "less than the last second: $("$PERF" script -i "$(newest)" -F time | sed -n '1p;$p')"
python3 "$PERF_TEST_DIR/build/rounds.py" "$(newest)" > "$dir/rounds" || bad "$(cat "$dir/rounds")"

# At the end without asking, since it was not the command that has ended it; and nothing else is left, also not by kill -9.
before=$(newest)
kill $pid
wait $pid 2> /dev/null || :
[ "$(newest)" != "$before" ] || bad "nothing was left at the end: $(cat "$dir/err")"
[ "$(find "$dir/out" -type f | wc -l)" = "$(files)" ] || bad "files besides: $(ls "$dir/out")"
touch "$dir/stop"
rm -rf "$dir/out" && mkdir "$dir/out"
"$PERF" record -N -e cpu-clock --last 1s -p $$ -o "$dir/out/last" 2> "$dir/err" &
pid=$!
# shellcheck disable=SC2016 # wait_for's own
wait_for "the segments" 'ls -l /proc/$pid/fd 2> /dev/null | grep -q "$dir/out"'
kill -9 $pid
wait $pid 2> /dev/null || :
[ -z "$(ls "$dir/out")" ] || bad "kill -9 leaves $(ls "$dir/out")"

# No more than fits, which is told.
"$PERF" record -N -F 2000 -e cpu-clock --call-graph dwarf,8192 --last 60s,1M --switch-max-files 1 -o "$dir/out/last" -- \
	sh -c "while [ ! -e $dir/full ]; do $(spin 1000); done" 2> "$dir/err" &
pid=$!
# shellcheck disable=SC2016 # wait_for's own
wait_for "the recording" 'ls -l /proc/$pid/fd 2> /dev/null | grep -q "$dir/out"'
# shellcheck disable=SC2016
wait_for "that less than a minute is kept" 'grep -q "these are the last .* s: more does not fit into the 1 MB" "$dir/err" || { kill -USR2 $pid; false; }'
touch "$dir/full"
wait $pid || bad "status $?: $(cat "$dir/err")"

# Beside a stream, which has everything; under a name, and under that of the moment.
rm -rf "$dir/out" && mkdir "$dir/out"
(
	cd "$dir/out"
	# shellcheck disable=SC2086 # words by design
	exec "$PERF" record -F 499 -e cpu-clock -g --last 1s $control -o - -- \
		"$dir/early" -c "$(spin 20000); while [ ! -e $dir/over ]; do $dir/short -c '$(spin 1000)'; done"
) > "$dir/stream" 2> "$dir/err" &
pid=$!
running
snapshot() { # FILE
	echo "snapshot $1" >&8
	head -c 5 <&9 > "$dir/record.answer"
}
# Until what it began with is older than what is kept.
gone=
until [ -n "$gone" ]; do
	snapshot "$dir/out/last.named"
	"$PERF" script -i "$dir/out/last.named" -F time > "$dir/times" 2> "$dir/errs" || bad "a named one: $(cat "$dir/errs")"
	first=${first:-$(head -n 1 "$dir/times")}
	"$PERF" script -i "$dir/out/last.named" -F comm > "$dir/comms" 2> "$dir/errs" || bad "a named one: $(cat "$dir/errs")"
	[ "$(head -n 1 "$dir/times")" = "$first" ] || [ "$(grep -c short "$dir/comms")" -le 3 ] || gone=1
done
whole "$dir/out/last.named" short
python3 "$PERF_TEST_DIR/build/rounds.py" "$dir/out/last.named" > "$dir/rounds" || bad "a named one: $(cat "$dir/rounds")"
[ -e "$dir/out/last.named.old" ] || bad "a named one: the one before is gone"
snapshot "$dir/none/last"
grep -q "the last seconds are not saved: .*none/last" "$dir/err" || bad "a folder that is not there: $(cat "$dir/err")"
kill -USR2 $pid
wait_for "a file named after the moment" 'ls "$dir"/out/perf.data.2* > "$dir/names" 2>&1'
touch "$dir/over"
wait $pid || bad "beside a stream: status $?: $(cat "$dir/err")"
[ "$(find "$dir/out" -type f | wc -l)" = 3 ] || bad "beside a stream: $(ls "$dir/out")"
"$PERF" script -i "$dir/stream" -F time > "$dir/all" 2> "$dir/errs" || bad "the stream: $(cat "$dir/errs")"
[ "$(head -n 1 "$dir/all")" = "$first" ] && [ "$(wc -l < "$dir/all")" = "$(said "$dir/err")" ] || bad "the stream has not all: $(cat "$dir/err")"
sort -u "$dir/all" > "$dir/all.sorted"
sort -u "$dir/times" | comm -23 - "$dir/all.sorted" | grep . && bad "beside a stream: samples that it does not have"

# SIGUSR2 is heeded when it comes, also just before perf waits, where nothing else wakes it: each one is sent as soon as the one before is seen.
rm -rf "$dir/out" && mkdir "$dir/out"
cat > "$dir/signals.py" <<-'END'
	import os, signal, sys, time
	for n in range(40):
	    os.kill(os.getppid(), signal.SIGUSR2)
	    looks = 0
	    while open(sys.argv[1]).read().count(': Dump ') <= n:
	        looks += 1
	        if looks > 500:
	            time.sleep(0.05)
	        if looks > 1700:
	            sys.exit('SIGUSR2 %d is not heeded' % n)
END
"$PERF" record -N -F 10 -e cpu-clock --last 1d --switch-max-files 1 -o "$dir/out/last" -- python3 "$dir/signals.py" "$dir/err" 2> "$dir/err" ||
	bad "status $?: $(cat "$dir/err")"
[ "$(files)" = 1 ] || bad "files of SIGUSR2: $(ls "$dir/out")"

# With --overwrite the end writes what is kept in any case.
rm -rf "$dir/out" && mkdir "$dir/out"
"$PERF" record -N -e cpu-clock --overwrite -o "$dir/out/last" -- sh -c "$(spin 50000)" 2> "$dir/err" || bad "--overwrite: status $?: $(cat "$dir/err")"
whole "$dir/out/last" sh
[ "$(files)" = 0 ] || bad "--overwrite: $(ls "$dir/out")"
rm -rf "$dir/out" && mkdir "$dir/out"
"$PERF" record -N -e cpu-clock --overwrite --switch-output -o "$dir/out/last" -- true 2> "$dir/err" || bad "status $?: $(cat "$dir/err")"
[ "$(files)" = 1 ] || bad "--overwrite --switch-output: $(ls "$dir/out")"

for args in '--last 30' '--last 1s,1K' '--last 1s -z' '--last 1s --threads' '--last 1s --max-size 1M' '--overwrite --switch-output=1M'; do
	# shellcheck disable=SC2086
	! "$PERF" record --dry-run -e cpu-clock $args -- true > "$dir/out.txt" 2>&1 || bad "$args is taken"
	grep -q -e '--last\|is not a time' "$dir/out.txt" || bad "$args: $(cat "$dir/out.txt")"
done
"$PERF" record --dry-run -e cpu-clock --overwrite --switch-output --tail-synthesize -- true || bad "as other perfs have it"
finish
