#!/bin/sh
# perf record: signals at every moment: the file is finished, the last line printed, the cache filled
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events
export PERF_BUILDID_DIR="$dir/cache"
f=$dir/f
"$PERF" record -q -e cpu-clock -o "$dir/before" -- true

# What a recording has to leave, whatever came: $dir/err is what it said.
whole() { # WHAT
	said=$(said "$dir/err")
	[ -n "$said" ] || { bad "$1: no last line: $(cat "$dir/err")"; return 0; }
	"$PERF" script -i "$f" --header -F tid > "$dir/text" 2> "$dir/err2" || bad "$1: $(cat "$dir/err2")"
	grep -q '^# hostname' "$dir/text" || bad "$1: the file is not finished"
	found=$(grep -c '^ *[0-9]' "$dir/text") || :
	[ "$found" = "$said" ] || bad "$1: $said samples said, $found are there: $(cat "$dir/err2")"
	[ "$said" = 0 ] || [ -d "$PERF_BUILDID_DIR/.build-id" ] || bad "$1: the cache was not filled"
}

# Nothing was recorded, and what was recorded before is as it was.
nothing() { # WHAT
	! grep perf "$dir/err" || bad "$1: ended before it began, and said so"
	cmp -s "$dir/before" "$f" || bad "$1: ended before it began, and the older recording is gone"
}

number() { # SIGNAL
	case $1 in
	HUP) echo 1 ;; INT) echo 2 ;; QUIT) echo 3 ;; USR1) echo 10 ;; PIPE) echo 13 ;; ALRM) echo 14 ;; TERM) echo 15 ;; STKFLT) echo 16 ;;
	XCPU) echo 24 ;; VTALRM) echo 26 ;; PROF) echo 27 ;; IO) echo 29 ;; PWR) echo 30 ;; RT_8) echo 40 ;;
	esac
}

# --- each moment of a recording, by its system calls ---------------------------------------------------

# Lines "CALL N HANDLED": the Nth of this call, in order; 1: perf has its handlers by then.
moments() {
	traced strace -o "$dir/trace" "$PERF" record -e cpu-clock -o "$f" -- true 2> "$dir/err" || return 1
	awk -F '(' '
		!/^[a-z0-9_]+\(/ || $1 == "execve" || $1 == "exit_group" { next }
		{ print $1, ++nr[$1], handled + 0 }
		/^rt_sigprocmask\(SIG_BLOCK, / { handled = 1 }' "$dir/trace"
}

at_each_moment() { # EVERY OFFSET SIGNALS: one signal after the other, in turn, at every EVERYth moment
	every=$1 offset=$2
	shift 2
	awk -v every="$every" -v offset="$offset" 'NR % every == offset' "$dir/moments" > "$dir/some"
	while read -r call n _; do
		signal=$1
		shift
		set -- "$@" "$signal"
		rm -rf "$PERF_BUILDID_DIR"
		rm -f "$f.old"
		cp "$dir/before" "$f"
		result=0
		traced strace -o /dev/null -e "inject=$call:signal=SIG$signal:when=$n" \
			"$PERF" record -e cpu-clock -o "$f" -- true 2> "$dir/err" || result=$?
		what="SIG$signal at $call $n (exit $result)"
		judge "$what" "$(ends_with "$signal")"
	done < "$dir/some"
}

# 0: it ends nothing.
ends_with() { # SIGNAL
	case $1 in
	USR2|CHLD|XFSZ|CONT|WINCH|URG) echo 0 ;;
	*) echo $((128 + $(number "$1"))) ;;
	esac
}

# Where calls are fewer than they were the moment did not come: then $result may be 0.
judge() { # WHAT STATUSES
	if [ $result != 0 ] && ! grep -q 'Captured and wrote' "$dir/err" && cmp -s "$dir/before" "$f"; then
		early=$((early + 1))
		nothing "$1"
		return 0
	fi
	case " 0 $2 " in
	*" $result "*) ;;
	*) bad "$1: $2 was expected: $(cat "$dir/err")" ;;
	esac
	# Who sends a second one a second later has enough of the cache, and perf says so.
	! grep -q 'ended before the build-id cache had all files' "$dir/err" || mkdir -p "$PERF_BUILDID_DIR/.build-id"
	whole "$1"
	late=$((late + 1))
}

# Two signals, in any order, at two moments, in any distance: "CALL N SIGNAL CALL N SIGNAL" a line.
pairs() { # HOW-MANY SEED
	awk -v nr="$1" -v seed="$2" '
		$3 { call[++last] = $1; n[last] = $2 }
		END {
			srand(seed)
			count = split("INT TERM HUP USR1 PIPE ALRM IO RT_8 USR2 CHLD CONT", signals)
			while (nr > 0 && last > 100) {
				a = 1 + int(rand() * last)
				b = a + int((last - a + 1) * rand() ^ 3)
				# strace takes one signal for each call.
				if (call[a] == call[b])
					continue
				print call[a], n[a], signals[1 + int(rand() * count)], call[b], n[b], signals[1 + int(rand() * count)]
				nr--
			}
		}' "$dir/moments"
}

at_two_moments() { # HOW-MANY
	pairs "$1" $$ > "$dir/pairs"
	while read -r call1 n1 first call2 n2 second; do
		rm -rf "$PERF_BUILDID_DIR"
		rm -f "$f.old"
		cp "$dir/before" "$f"
		result=0
		traced strace -o /dev/null -e "inject=$call1:signal=SIG$first:when=$n1" -e "inject=$call2:signal=SIG$second:when=$n2" \
			"$PERF" record -e cpu-clock -o "$f" -- true 2> "$dir/err" || result=$?
		judge "SIG$first at $call1 $n1, SIG$second at $call2 $n2 (exit $result)" "$(ends_with "$first") $(ends_with "$second")"
	done < "$dir/pairs"
}
# A recording has some 400 moments.
step=24 random=8 pairs=12
[ -z "${PERF_TEST_AGAIN:-}" ] || step=96 random=4 pairs=2
[ -z "${PERF_TEST_LONG:-}" ] || step=2 random=100 pairs=300
early=0 late=0
if command -v strace > /dev/null && moments > "$dir/moments"; then
	at_each_moment $step 0 INT TERM HUP QUIT PIPE ALRM USR1 XCPU VTALRM PROF IO PWR STKFLT RT_8
	# Until the handlers are there perf has not begun.
	[ $early -lt $late ] || bad "$early of $((early + late)) signals ended perf before it handled them"
	at_each_moment $((6 * step - 1)) 1 USR2 CHLD XFSZ CONT WINCH URG
	at_two_moments $pairs
else
	strace=missing
fi

# --- any moment ------------------------------------------------------------------------------------------

# As a shell does it, to perf and its command, or to perf alone; two signals in a row, too.
i=0
while [ $i -lt $random ]; do
	rm -rf "$PERF_BUILDID_DIR"
	cp "$dir/before" "$f"
	: > "$dir/err"
	case $((i % 4)) in
	0) signals=INT ;; 1) signals="HUP TERM" ;; 2) signals="INT INT" ;; 3) signals="QUIT USR2 INT" ;;
	esac
	result=0
	python3 -c '
import os, random, signal, subprocess, sys, time
random.seed(int(sys.argv[1]))
# Who runs this in the background may have it ignore some of them, until perf has its own handlers.
for name in "INT", "HUP", "TERM", "QUIT":
    signal.signal(getattr(signal, "SIG" + name), signal.SIG_DFL)
p = subprocess.Popen(sys.argv[3:], start_new_session=True)
time.sleep(random.random() * 0.1)
for name in sys.argv[2].split():
    (os.kill if random.random() < 0.5 else os.killpg)(p.pid, getattr(signal, "SIG" + name))
    time.sleep(random.random() * 0.002)
sys.exit(128 - p.wait() if p.wait() < 0 else p.wait())' $i "$signals" \
		"$PERF" record -e cpu-clock -o "$f" -- sleep 20 2> "$dir/err" || result=$?
	[ $result -gt 128 ] || bad "$signals at random moment $i: exit $result: $(cat "$dir/err")"
	if grep -q perf "$dir/err"; then
		whole "$signals at random moment $i"
	else
		nothing "$signals at random moment $i"
	fi
	i=$((i + 1))
done

# --- how perf was started ----------------------------------------------------------------------------------

started() { # WHAT PYTHON SIGNAL: what is done before perf is executed; the signal comes when the command runs
	rm -rf "$PERF_BUILDID_DIR"
	: > "$dir/err"
	rm -f "$dir/runs"
	result=0
	python3 -c '
import os, signal, sys
exec(sys.argv[1])
os.execv(sys.argv[2], sys.argv[2:])' "$2" "$PERF" record -e cpu-clock -o "$f" -- sh -c \
		"echo \$PPID > $dir/runs; ${3:+kill -$3 \$PPID;} exec sleep ${4:-20}" 2> "$dir/err" || result=$?
	whole "$1"
}
started "SIGINT is ignored" 'signal.signal(signal.SIGINT, signal.SIG_IGN)' INT
[ $result = 130 ] || bad "SIGINT was ignored: exit $result"
started "SIGTERM is blocked" 'signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])' TERM
[ $result = 143 ] || bad "SIGTERM was blocked: exit $result"
started "SIGINT is pending" 'signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]); os.kill(os.getpid(), signal.SIGINT)' ''
[ $result = 130 ] || bad "SIGINT was pending: exit $result"
[ ! -e "$dir/runs" ] || bad "SIGINT was pending, and the command was started"
started "SIGHUP is ignored" 'signal.signal(signal.SIGHUP, signal.SIG_IGN)' HUP 0.1
[ $result = 0 ] || bad "nohup: exit $result"
started "SIGPIPE, sent" 'signal.signal(signal.SIGPIPE, signal.SIG_DFL)' PIPE
[ $result = 141 ] || bad "SIGPIPE was sent: exit $result"
started "SIGPIPE is ignored" 'signal.signal(signal.SIGPIPE, signal.SIG_IGN)' PIPE 0.1
[ $result = 0 ] || bad "SIGPIPE was ignored: exit $result"
started "SIGCHLD is ignored" 'signal.signal(signal.SIGCHLD, signal.SIG_IGN)' '' 0.1
[ $result = 0 ] || bad "SIGCHLD is ignored: exit $result"
# (It waits where it comes before perf looks at it.)
started "an alarm is set" 'signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM]); signal.setitimer(signal.ITIMER_REAL, 0.5)' ''
[ $result = 142 ] || bad "alarm: exit $result"

# The command has the signals that perf was started with.
started "the command's signals" 'signal.signal(signal.SIGTERM, signal.SIG_IGN)' '' 0
"$PERF" record -q -e cpu-clock -o "$f" -- sh -c 'grep -e SigBlk -e SigIgn -e SigCgt /proc/self/status' > "$dir/a"
grep -e SigBlk -e SigIgn -e SigCgt /proc/self/status > "$dir/b"
cmp "$dir/a" "$dir/b" || bad "the command does not have the signals that perf has"

# --- a command that does not end -----------------------------------------------------------------------------

# One that ignores SIGTERM: perf waits; with another signal no longer.
rm -rf "$PERF_BUILDID_DIR"
"$PERF" record -e cpu-clock -o "$f" -- sh -c "trap '' INT TERM; echo \$\$ > $dir/pid; while :; do sleep 0.1; done" \
	2> "$dir/err" &
perf=$!
wait_for "the command" "[ -s '$dir/pid' ]"
kill -INT $perf
# It has come to its second wait when its file is complete.
wait_for "a complete file" "\"\$PERF\" script -i $f --header-only 2> /dev/null | grep -q '^# hostname'"
wait_for "a word about the command" "kill -INT $perf; grep -q 'has not ended yet' '$dir/err'"
result=0
wait $perf || result=$?
kill -KILL "$(cat "$dir/pid")"
[ $result = 130 ] || bad "a command that does not end: exit $result"
grep -q "process $(cat "$dir/pid"), the command, has not ended yet" "$dir/err" || bad "not told: $(cat "$dir/err")"
whole "a command that does not end"

# A command that was stopped is ended, too.
: > "$dir/pid"
"$PERF" record -e cpu-clock -o "$f" -- sh -c "echo \$\$ > $dir/pid; kill -STOP \$\$" 2> "$dir/err" &
perf=$!
wait_for "a stopped command" "grep -q '^State:.*T' /proc/\$(cat '$dir/pid')/status 2> /dev/null"
kill -INT $perf
result=0
wait $perf || result=$?
[ $result = 130 ] || bad "a stopped command: exit $result"
whole "a stopped command"

# --- an impatient user -----------------------------------------------------------------------------------------

# The cache is never filled: then another signal ends perf. The recording was complete before. The command takes long
# enough to have samples: without any there is nothing to put into the cache. (Nothing can be loaded in front of
# AddressSanitizer.)
if command -v cc > /dev/null && ! grep -qa __asan_init "$(command -v "$PERF")"; then
	cat > "$dir/slow.c" << 'C'
#include <unistd.h>

int symlink(const char *target, const char *name)
{
	for (;;)
		pause();
}

int symlinkat(const char *target, int dir, const char *name)
{
	return symlink(target, name);
}
C
	cc -shared -fPIC -w -o "$dir/slow.so" "$dir/slow.c"
	rm -rf "$PERF_BUILDID_DIR"
	: > "$dir/err"
	LD_PRELOAD="$dir/slow.so" "$PERF" record -e cpu-clock -o "$f" -- env -u LD_PRELOAD sh -c "$(spin)" 2> "$dir/err" &
	perf=$!
	wait_for "the last line" "grep -q 'Captured and wrote' '$dir/err'"
	kill -TERM $perf || bad "perf has ended before the first signal: $(cat "$dir/err")"
	sleep 0.1
	kill -0 $perf || bad "the first signal has ended perf"
	wait_for "the end of perf" "! kill -INT $perf 2> /dev/null"
	kill -KILL $perf 2> /dev/null || :
	result=0
	wait $perf || result=$?
	[ $result = 130 ] || bad "an impatient user: exit $result"
	grep -q 'ended before the build-id cache had all files' "$dir/err" || bad "an impatient user: $(cat "$dir/err")"
	mkdir -p "$PERF_BUILDID_DIR/.build-id"
	whole "an impatient user"
fi

[ -z "${strace:-}" ] || skip "strace is not installed, or may not trace"
finish
