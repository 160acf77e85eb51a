#!/bin/sh
# perf record: what it writes is what every reader finds
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
find_leaks
need_events

readers=ours
# Sanitizers see only ours.
if [ -z "${PERF_TEST_AGAIN:-}" ]; then
	command -v python3 > /dev/null && readers="$readers python"
	[ -n "$(other_perf)" ] && readers="$readers other"
fi

agree() { # FILE LEAST ARGS...: all readers find as many samples as perf record said
	file=$1 least=$2
	shift 2
	"$PERF" record -o "$file" "$@" > "$dir/out" 2> "$dir/err" ||
		bad "perf record $*: exit $?: $(cat "$dir/err")"
	said=$(said "$dir/err")
	[ "${said:-0}" -ge "$least" ] ||
		bad "perf record $*: '$said' samples, at least $least expected: $(cat "$dir/err")"
	for reader in $readers; do
		found=$(samples_of "$reader" "$file") || :
		[ "$found" = "$said" ] || bad "perf record $*: $said samples written, $reader finds '$found'"
	done
}
# Hundreds of samples; but how many are missed while others have the CPU, nobody can promise.
spin=$(spin 100000)

agree "$dir/a" 20 -e cpu-clock -- sh -c "$spin"
agree "$dir/b" 10 -e cpu-clock -g -F 999 -- sh -c "$spin"
agree "$dir/c" 10 -e page-faults -c 1 -d -- sh -c 'ls -l / > /dev/null'
agree "$dir/d" 20 -e cpu-clock,task-clock -c 1000000 --sample-cpu -- sh -c "$spin"
agree "$dir/e" 20 -e '{cpu-clock,task-clock}' -g -- sh -c "$spin"
agree "$dir/g" 20 -e cpu-clock --per-thread -- sh -c "$spin"
agree "$dir/h" 20 -e cpu-clock -k mono -- sh -c "$spin"
agree "$dir/i" 20 -e cpu-clock -m 1 -F 5000 -g -- sh -c "$spin; $spin"
agree "$dir/j" 10 -e cpu-clock --no-buffering -c 2000000 -- sh -c "$spin"
agree "$dir/j2" 20 -e cpu-clock --affinity cpu --mmap-flush 16K -- sh -c "$spin"
agree "$dir/k" 0 -n -e cpu-clock -- true

# Compressed, where that is built in: the other perf unpacks it too.
if "$PERF" version --build-options | grep -q 'zstd: \[ on'; then
	agree "$dir/z" 20 -z -e cpu-clock -g -- sh -c "$spin"
	agree "$dir/z9" 20 --compression-level=9 -m 1 -F 2000 -e cpu-clock -g -- sh -c "$spin"
	grep -q 'compressed (original' "$dir/err" || bad "-z: $(cat "$dir/err")"
fi

# Children are followed, unless they are not.
agree "$dir/l" 20 -e cpu-clock -- sh -c "sh -c '$spin' & wait"
[ "$("$PERF" script -i "$dir/l" -F tid | sort -u | wc -l)" -ge 2 ] || bad "a child was not followed"
agree "$dir/m" 0 -e cpu-clock --no-inherit -- sh -c "sh -c '$spin' & wait"
[ "$("$PERF" script -i "$dir/m" -F tid | sort -u | wc -l)" -le 1 ] || bad "--no-inherit: a child was followed"

# A group read at its leader's samples. Readers of perf make a sample of each counter that has counted since:
# one of the leader for each record, and some of the other.
readers_before=$readers readers=$(echo "$readers" | sed 's/ours//; s/other//')
agree "$dir/f" 20 -e '{cpu-clock,page-faults}:S' -- sh -c "$spin"
readers=$readers_before
found=$("$PERF" script -i "$dir/f" -F event | grep -c cpu-clock) || :
[ "$found" = "$said" ] || bad "a group: $said samples written, $found of the leader"
"$PERF" script -i "$dir/f" -F event | grep -q page-faults || bad "a group: no samples of its other event"
if [ -n "$(other_perf)" ]; then
	[ "$(samples_of ours "$dir/f")" = "$(samples_of other "$dir/f")" ] ||
		bad "a group: $(samples_of ours "$dir/f") samples, the other perf finds $(samples_of other \
		"$dir/f")"
fi

# A running process, and one of its threads.
sh -c "while :; do :; done" &
pid=$!
agree "$dir/n" 20 -e cpu-clock -p $pid -- sh -c "$(until_used $pid)"
[ "$("$PERF" script -i "$dir/n" -F pid | sort -u | tr -d ' \n')" = "$pid" ] || bad "-p: other processes"
"$PERF" script -i "$dir/n" -F comm,dso,ip | grep -q '^ *sh' || bad "-p: the process has no name"
"$PERF" script -i "$dir/n" -F ip,dso | grep -q '(/.*)' || bad "-p: the process has no maps"
agree "$dir/o" 20 -e cpu-clock -t $pid -- sh -c "$(until_used $pid)"
# It ends: so does the recording.
need_control
(running; used $pid; kill $pid) &
# shellcheck disable=SC2086 # words by design
agree "$dir/p" 20 -e cpu-clock -p $pid $control
wait

# Everything, as root or where it is allowed.
if "$PERF" record -q -a -e cpu-clock -o "$dir/probe" -- true 2> /dev/null; then
	agree "$dir/q" 20 -a -g -e cpu-clock -- sh -c "$spin"
	"$PERF" script -i "$dir/q" -F comm | grep -q '^ *sh' || bad "-a does not know the name of the command"
	agree "$dir/r" 0 -C 0 -e cpu-clock -- sh -c "$spin"
	[ "$("$PERF" script -i "$dir/r" -F cpu | sort -u | tr -d ' \n')" = '[000]' ] || bad "-C 0: other CPUs"
	agree "$dir/s" 0 -u root -e cpu-clock -- sh -c "$spin"
	if "$PERF" list 2> /dev/null | grep -q 'sched:sched_switch'; then
		# Each of these sleeps is a switch.
		naps='for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.01; done'
		agree "$dir/t" 10 -a -e sched:sched_switch -- sh -c "$naps"
		"$PERF" script -i "$dir/t" | grep -q 'prev_comm=' || bad "tracepoint fields are not printed"
		agree "$dir/u" 0 -a -e sched:sched_switch --filter 'prev_pid == 2147483647' -- sleep 0.1
		[ "$said" = 0 ] || bad "--filter lets $said events through"
		agree "$dir/x" 0 -a -e raw_syscalls:sys_enter --exclude-perf -- sh -c "echo \$PPID > $dir/pid; $naps"
		[ -z "$("$PERF" script -i "$dir/x" --pid "$(cat "$dir/pid")" -F comm,event)" ] || bad "--exclude-perf: samples of perf"
		agree "$dir/v" 10 -a -e sched:sched_switch -e cpu-clock -g -- sh -c "$naps"
	fi
fi

# A pipe: the same, with nothing to come back to.
"$PERF" record -e cpu-clock -g -o - -- sh -c "echo from the command; $spin" > "$dir/pipe" 2> "$dir/err"
said=$(said "$dir/err")
grep -q '^from the command$' "$dir/err" || bad "-o -: the command's output is in the recording"
[ "${said:-0}" -ge 100 ] || bad "-o -: '$said' samples"
for reader in $readers; do
	found=$(samples_of "$reader" - < "$dir/pipe") || :
	[ "$found" = "$said" ] || bad "-o -: $said samples written, $reader finds '$found'"
done

# The head: what it is, and what other perfs make of it.
for what in hostname 'os release' 'perf version' arch 'nrcpus online' 'total memory' cmdline 'event' \
	    'pmu mappings' 'time of first sample'; do
	"$PERF" script -i "$dir/b" --header-only 2> /dev/null | grep -q "^# $what *:" ||
		bad "our header has no '$what'"
	if [ -n "$(other_perf)" ]; then
		"$(other_perf)" script -i "$dir/b" --header-only 2> /dev/null | grep -q "^# $what *:" ||
			bad "the other perf finds no '$what'"
	fi
done

# The one before is kept.
(cd "$dir" && mkdir old && cd old && "$PERF" record -q -e cpu-clock -- true &&
	"$PERF" record -q -e cpu-clock -- true &&
	[ -s perf.data ] && [ -s perf.data.old ]) || bad "no perf.data.old"

# --max-size
"$PERF" record -e cpu-clock -F 10000 -g -m 16 --max-size 40K -o "$dir/w" \
	-- sh -c "while :; do :; done" 2> "$dir/err" ||
	bad "--max-size: exit $?"
grep -q 'perf size limit reached' "$dir/err" || bad "--max-size is not told"
[ "$(wc -c < "$dir/w")" -ge 40960 ] && [ "$(wc -c < "$dir/w")" -le 400000 ] ||
	bad "--max-size: $(wc -c < "$dir/w") bytes"
finish
