#!/bin/sh
# perf record -a --off-cpu inside a PID namespace, live: nested, with a number that is another thread's outside
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
# shellcheck disable=SC2034 # for skip()
suite_never_skips=${PERF_VM_GUEST:+the guest can do it}
need_tools unshare
unshare -pf --mount-proc true 2> "$dir/err" || skip "no PID namespace may be made: $(head -n 1 "$dir/err")"
"$PERF" record -q -a --off-cpu-only -o "$dir/f" -- true > "$dir/log" 2>&1 || skip "$(head -n 1 "$dir/log" | cut -c 1-100)"

# A thread of the kernel that runs again and again. Its number is low: inside, some more forks make a thread with the same one.
number=
for comm in /proc/[0-9]*/comm; do
	case $(cat "$comm" 2> /dev/null) in
	rcu_preempt | rcu_sched) number=${comm#/proc/} number=${number%/comm} ;;
	esac
done
[ -n "$number" ] || skip "no thread of the kernel is seen here"

# Forks until a sleep has that number.
cat > "$dir/run" << 'E'
while
	sleep 0.3 & tid=$!
	[ $tid -lt "$1" ]
do
	kill $tid
	wait $tid
done
wait $tid
echo $tid
E

spans() { # OPTION...: "comm tid period state function function ..." a span, the innermost function first
	"$PERF" script --off-cpu -F comm,tid,period,event,state,ip,sym --no-inline -i "$dir/f" "$@" 2> "$dir/err" |
		awk '/offcpu-time:/ { sub(/offcpu-time: */, ""); line = $1 " " $2 " " $3 " " $4 $5; next }
		/^$/ { if (line) print line; line = ""; next }
		/^#/ { next }
		{ line = line " " $2 }'
}

# A shell becomes a sleep; where both are busybox it executes /proc/self/exe for that, and is called so for a moment.
own='^(sh|exe|sleep)$'

# What was recorded is about whom it should be. How long it slept is not asked here: the clock of a sleep begins before the thread
# leaves, and a machine that is busy with others has let milliseconds pass between the two.
judge() {
	spans --state all > "$dir/spans" || return 1
	grep -q 'recorded inside a PID namespace: [0-9]* threads have a number there; [0-9]* outside' "$dir/err" || {
		echo "not said: $(cat "$dir/err")"
		return 1
	}
	awk -v tid="$number" -v own="$own" '
	$2 == tid && ($1 !~ own || / kthread( |$)/) { print "another thread is shown as " tid ": " $0; wrong = 1 }
	$2 == tid && $1 == "sleep" && $4 == "blocked(S)" && / do_nanosleep / && / schedule/ { slept++ }
	$2 == tid + 1000000000 && $1 == "[outside]" && /schedule/ { outside++ }
	END {
		if (slept != 1 || !outside)
			print "sleeps of thread " tid ": " slept + 0 ", spans of the one outside: " outside + 0
		exit wrong || slept != 1 || !outside
	}' "$dir/spans" || return 1
	"$PERF" report --wall --stdio --no-children -g none -F period,tid,comm,state --state all -i "$dir/f" 2> "$dir/err" |
		awk -v tid="$number" -v own="$own" '{ sub(/:.*/, "", $2) } $2 == tid { n++; if ($3 !~ own) exit wrong = 1 }
			END { exit wrong || !n }' || { echo "--wall: $(cat "$dir/err")"; return 1; }
	"$PERF" defer wakers --rows 0 -c sleep -i "$dir/f" 2> "$dir/err" | grep -q ' do_nanosleep$' || { echo "wakers: $(cat "$dir/err")"; return 1; }
}

# Some machines keep switches from everybody, so that a span is said to be unknown now and then; what is wrong with perf is wrong
# each time.
namespaces() { # WHAT COMMAND...
	what=$1 tries=1
	shift
	while
		"$@" "$PERF" record -q -a --off-cpu --wall -o "$dir/f" -- sh "$dir/run" "$number" > "$dir/log" 2>&1 || bad "$what: $(cat "$dir/log")"
		[ "$(tail -n 1 "$dir/log")" = "$number" ] || bad "$what: not the number that it should have: $(cat "$dir/log")"
		! judge > "$dir/judgement"
	do
		if [ $tries = 5 ]; then
			bad "$what, $tries times: $(cat "$dir/judgement")"
			return
		fi
		tries=$((tries + 1))
	done
}

namespaces "inside a namespace" unshare -pf --mount-proc
namespaces "inside a namespace in a namespace" unshare -pf --mount-proc unshare -pf --mount-proc

# Who sleeps all the time goes by the namespace's number, too, which is that of another thread outside. (--sleepers takes the stacks.)
# How long is not asked: a machine that is busy with others lets less pass by the clock of the events than the sleep beside it takes.
cat > "$dir/sleeper" << 'E'
while
	sleep 1000 & tid=$!
	[ $tid -lt "$1" ]
do
	kill $tid
	wait $tid
done
until grep -q '^State:.S' /proc/$tid/status && [ "$(cat /proc/$tid/comm)" = sleep ]; do sleep 0.01; done
"$2" record -q -a --off-cpu-only --sleepers -o "$3" -- sleep 0.3
kill $tid
echo $tid
E
unshare -pf --mount-proc sh "$dir/sleeper" "$number" "$PERF" "$dir/f" > "$dir/log" 2>&1 || bad "sleepers: $(cat "$dir/log")"
[ "$(tail -n 1 "$dir/log")" = "$number" ] || bad "sleepers: not the number that it should have: $(cat "$dir/log")"
spans > "$dir/spans"
awk -v tid="$number" -v own="$own" '
	$2 == tid && $1 !~ own { exit wrong = 1 }
	$2 == tid && $4 == "blocked(S)" && / hrtimer_nanosleep / { n++ }
	END { exit wrong || n != 1 }' "$dir/spans" || bad "who sleeps is not thread $number: $(grep -w "$number" "$dir/spans")"

# A command's own recording has nothing of others, and its numbers are those of the namespace.
unshare -pf --mount-proc "$PERF" record -q --off-cpu-only -o "$dir/f" -- sleep 0.1 > "$dir/log" 2>&1 || bad "$(cat "$dir/log")"
spans > "$dir/spans"
awk '$1 == "sleep" && $2 < 100 && $4 == "blocked(S)" && / do_nanosleep / { n++ } END { exit n != 1 }' "$dir/spans" ||
	bad "of a command: $(cat "$dir/spans" "$dir/err")"
finish
