#!/bin/sh
# perf record --switch-output: several files, each complete, nothing twice and nothing lost
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
not_again "what is looked at are the files that stay; other suites record with this build"
need_events
out=$dir/switched
mkdir "$out"
readers=ours
command -v python3 > /dev/null && readers="$readers python"
[ -n "$(other_perf)" ] && readers="$readers other"

# A shell with a child of its own, so that the later files have to tell of both.
busy="(while :; do :; done) & trap 'kill \$!; exit 1' TERM; while :; do :; done"

# As many samples in all files as were written, by every reader; none in two of them; all known.
check() { # WHAT LEAST-FILES
	nr=$(find "$out" -name 'f.*' | wc -l)
	[ "$nr" -ge "$2" ] || bad "$1: $nr files: $(cat "$dir/err")"
	[ ! -e "$out/f" ] || bad "$1: a file without a time is left"
	written=$(said "$dir/err")
	[ "${written:-0}" -gt 20 ] || bad "$1: $written samples: $(cat "$dir/err")"
	for reader in $readers; do
		found=0
		for f in "$out"/f.*; do
			n=$(samples_of "$reader" "$f") || :
			found=$((found + ${n:-0}))
		done
		[ "$found" = "$written" ] || bad "$1: $written samples written, $reader finds $found"
	done
	for f in "$out"/f.*; do
		echo "${f##*/}" | grep -q -E '^f\.20[0-9]{14}$' || bad "$1: a file is called $f"
		"$PERF" script -i "$f" -F time 2> /dev/null
	done | tr -d ' :' | sort -c -n 2> /dev/null || bad "$1: the files are not in order of time"
	for f in "$out"/f.*; do
		"$PERF" script -i "$f" -F comm 2> /dev/null |
			grep -E -v '^ *(sh|perf-exec)' > "$dir/unknown" &&
			bad "$1: $f does not tell of all tasks: $(head -n 1 "$dir/unknown")"
		"$PERF" script -i "$f" --header-only 2> /dev/null | grep -q '^# hostname' ||
			bad "$1: $f: the features are gone"
	done
}
clean() {
	rm -f "$out"/f*
}

# A signal while a file is being completed would be one with the next.
dumped() { # HOW-MANY: waits until so many files are complete
	# shellcheck disable=SC2034 # in what is waited for
	least=$1
	wait_for "$1 complete files" '[ "$(grep -c Dump "$dir/err")" -ge "$least" ]'
}
# At an event that is not recorded: a program that is loaded has page faults, one that waits has none.
mkfifo "$dir/go"
for keep in "" --last=60s; do
	# shellcheck disable=SC2086 # nothing is no word
	"$PERF" record $keep --switch-output-event minor-faults -e cpu-clock -o "$out/f" -- \
		sh -c "while read go < $dir/go && [ \$go != 3 ]; do ls / > /dev/null; done; kill \$\$" 2> "$dir/err" &
	pid=$!
	for nr in 1 2 3; do
		# shellcheck disable=SC2034 # in what is waited for
		dumps=$(grep -c Dump "$dir/err") || :
		# As it has opened the FIFO the shell waits, and what it did until now may still be noticed.
		echo $nr > "$dir/go"
		# What comes while a file is being completed is one with the next.
		[ $nr = 3 ] || wait_for "a file at an event ($keep)" '[ "$(grep -c Dump "$dir/err")" -gt "$dumps" ] || { echo $nr > "$dir/go"; false; }'
	done
	wait $pid 2> /dev/null || :
	for f in "$out"/f.*; do
		"$PERF" script -i "$f" > "$dir/text" 2> "$dir/errs" || bad "$keep: $f: $(cat "$dir/errs")"
		! "$PERF" evlist -i "$f" | grep -v -x -e cpu-clock -e 'cpu-clock:u' -e 'dummy:u' || bad "$keep: $f has the event that ends it"
	done
	clean
done

need_control
# shellcheck disable=SC2086 # words by design
"$PERF" record --switch-output $control -e cpu-clock -o "$out/f" -- sh -c "echo \$\$ > $dir/pid; $busy" 2> "$dir/err" &
pid=$!
running
wait_for "the command" '[ -s "$dir/pid" ]'
for i in 1 2 3; do
	used "$(cat "$dir/pid")"
	kill -USR2 $pid
	dumped $i
done
used "$(cat "$dir/pid")"
kill -INT $pid
wait $pid || :
check "a signal" 4
grep -q 'Dump .*/f\.20' "$dir/err" || bad "a signal: the files are not named: $(cat "$dir/err")"
clean

"$PERF" record -m 32K --switch-output=20K -e cpu-clock -F 5000 -g -o "$out/f" \
	-- sh -c "$(spin 300000)" 2> "$dir/err" || bad "a size: exit $?"
check "a size" 2
clean
# Each file is a stream of its own for zstd. The program zstd may lose the end of one that was never finished.
all=$readers
readers=$(echo "$readers" | sed 's/ python//')
"$PERF" record -m 32K --switch-output=20K -z -e cpu-clock -F 20000 -g -o "$out/f" \
	-- sh -c "$(spin 300000)" 2> "$dir/err" || bad "-z: exit $?"
check "-z" 2
readers=$all
clean
# What it said before would count, until the shell behind the & has emptied the file.
: > "$dir/err"
"$PERF" record --switch-output=1s --switch-max-files=2 -e cpu-clock -o "$out/f" \
	-- sh -c "while :; do sleep 0.1; done" 2> "$dir/err" &
pid=$!
dumped 3
kill -INT $pid
wait $pid || :
[ "$(find "$out" -name 'f.*' | wc -l)" = 2 ] || bad "at most two files: $(ls "$out")"
[ "$(grep -c Dump "$dir/err")" -ge 3 ] || bad "a time: $(cat "$dir/err")"
clean
"$PERF" record --timestamp-filename -e cpu-clock -o "$out/f" -- sh -c "$(spin)" 2> "$dir/err" ||
	bad "--timestamp-filename: exit $?"
check "--timestamp-filename" 1
clean

# A ring is emptied when it is half full: files cannot be smaller than that, which is said, with that size.
warns() { # SIZE-THAT-IS-NAMED ARGUMENTS...
	want=$1
	shift
	"$PERF" record -e cpu-clock -o "$out/f" "$@" -- true > /dev/null 2> "$dir/err" || bad "$*: exit $?: $(cat "$dir/err")"
	found=$(sed -n 's/^WARNING: switch-output data size lower than wakeup kernel buffer size (\(.*\)) expect .*/\1/p' "$dir/err")
	[ "$found" = "$want" ] || bad "$*: warns of '$found', not of '$want': $(cat "$dir/err")"
	clean
}
warns 64K -m 128K --switch-output=65535B
warns "" -m 128K --switch-output=64K
warns 8K -m 16K --switch-output=1K
warns "" -m 16K --switch-output=8K
warns 512K -m 1M --switch-output=100K
warns "" --no-buffering -m 128K --switch-output=10K
warns "" -m 1M --switch-output=1s
warns "" -m 1M --switch-output

for wrong in "--switch-output=x" "--switch-output=10" "--switch-output=0s" "--switch-max-files=2" \
	"--switch-output --switch-max-files=0" \
	"--switch-output --threads" "--switch-output -o -"; do
	result=0
	# shellcheck disable=SC2086 # words by design
	"$PERF" record -o "$out/f" $wrong -e cpu-clock -- true > /dev/null 2> "$dir/err" || result=$?
	[ $result = 129 ] || bad "$wrong: exit $result: $(cat "$dir/err")"
	[ ! -e "$out/f" ] || bad "$wrong: something was recorded"
done
finish
