#!/bin/sh
# perf record --sleepers: stacks of threads that sleep when the recording ends
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events
need_tools cc
need_features libelf libcapstone

# Two threads wait for each other's locks, for ever. One of them has an array on its stack whose size only the running
# program knows: its frame is found by the frame pointer alone, which nobody has saved.
cat > "$dir/deadlock.c" <<'E'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
char *escape;

__attribute__((noinline)) static void wait_for(pthread_mutex_t *lock)
{
	pthread_barrier_wait(&both);
	pthread_mutex_lock(lock);
	__asm__ volatile("");
}
__attribute__((noinline)) static void take_a_then_b(int size)
{
	char room[size];

	/* Looks like a frame that a call from here has left. */
	memset(room, 0, (size_t)size);
	((void **)room)[0] = room + 64;
	((void **)room)[1] = (char *)take_a_then_b + 40;
	escape = room;
	pthread_mutex_lock(&a);
	wait_for(&b);
	room[1]++;
}
__attribute__((noinline)) static void take_b_then_a(void)
{
	pthread_mutex_lock(&b);
	wait_for(&a);
	__asm__ volatile("");
}
static void *first(void *p) { take_a_then_b(*(int *)p); return p; }
static void *second(void *p) { take_b_then_a(); return p; }
int main(void)
{
	pthread_t t[2];
	int size = 3000;

	pthread_barrier_init(&both, NULL, 2);
	pthread_create(&t[0], NULL, first, &size);
	pthread_create(&t[1], NULL, second, NULL);
	puts("ready");
	fflush(stdout);
	pthread_join(t[0], NULL);
	return 0;
}
E
cc -O1 -fno-inline -fno-optimize-sibling-calls -pthread -o "$dir/deadlock" "$dir/deadlock.c" 2> "$dir/err" ||
	skip "no C compiler: $(head -n 1 "$dir/err")"

as='' pid=''
at_end()
{
	[ -z "$pid" ] || kill "$pid"
}
start()
{
	at_end
	# shellcheck disable=SC2086 # words
	$as "$dir/deadlock" > "$dir/out" &
	pid=$!
	wait_for "the deadlock" 'grep -q ready "$dir/out"'
	# Each of the three waits: two for locks, one for the threads.
	for task in "/proc/$pid/task/"*; do
		stands_still "${task##*/}"
	done
}

# Functions of the program, outermost first, of each sample of sleepers.
stacks() { # FILE
	"$PERF" script -f --no-inline -F comm,event,ip,sym -i "$1" 2> /dev/null | awk '
		/ sleepers:/ { on = 1; line = ""; next }
		/^[^ \t#].*:/ { on = 0 }
		on && $2 ~ /^(main|first|second|take_[ab]_then_[ab]|wait_for)(\+.*)?$/ { line = $2 " " line }
		/^$/ { if (on) print line; on = 0 }' | sort
}
want='first take_a_then_b wait_for 
main 
second take_b_then_a wait_for '

same() { # WHAT FILE
	[ "$(stacks "$2")" = "$want" ] || bad "$1: found $(stacks "$2"), $(cat "$dir/err")"
	# Made from unwind tables: none of its callers can be missing.
	! "$PERF" script -f -i "$2" 2> /dev/null | grep -q "caller missing" || bad "$1: callers are said to be missing"
}

start
"$PERF" record --sleepers -e cpu-clock -p $pid -o "$dir/f" -- sleep 0.05 2> "$dir/err" || bad "-p: $(cat "$dir/err")"
same "-p" "$dir/f"
grep -q '3 threads sleep at the end: 3 with a stack of user space (3 whole)' "$dir/err" || bad "-p: $(cat "$dir/err")"
if [ "$(id -u)" = 0 ] && [ -r /proc/self/stack ] && grep -q '[1-9a-f].* _stext' /proc/kallsyms; then
	[ "$("$PERF" script -i "$dir/f" -F event,ip,sym 2> /dev/null | grep -c ' do_futex')" -ge 3 ] ||
		bad "-p: no stacks of the kernel: $("$PERF" script -i "$dir/f" 2>&1)"
fi
other=$(other_perf)
if [ -n "$other" ]; then
	"$other" script -i "$dir/f" -F event,ip,sym > "$dir/other" 2>&1 || bad "$other: $(cat "$dir/other")"
	for name in take_a_then_b take_b_then_a; do
		grep -q " $name" "$dir/other" || bad "$other does not see $name: $(cat "$dir/other")"
	done
fi

# A thread that never ran in the recording has waited for all of it, which the report adds to what it knows.
"$PERF" record --off-cpu-only --sleepers -p $pid -o "$dir/f" -- sleep 0.1 2> "$dir/err" || bad "--off-cpu: $(cat "$dir/err")"
same "--off-cpu" "$dir/f"
"$PERF" script --off-cpu -F tid,period,event -i "$dir/f" 2> "$dir/err" | awk '
	$2 >= 90000000 && $3 == "offcpu-time:" { n++ } END { exit n != 3 }' ||
	bad "--off-cpu: not three spans of the whole recording: $("$PERF" script --off-cpu -i "$dir/f" 2>&1)"
"$PERF" report --off-cpu --stdio --no-inline -g folded,0,caller -s comm -i "$dir/f" 2> /dev/null |
	grep -q 'second;take_b_then_a;wait_for' || bad "--off-cpu: no stack in the report"

# Everywhere; but not perf itself.
"$PERF" record -a --sleepers -e dummy -o "$dir/f" -- sleep 0.05 2> "$dir/err" && {
	stacks "$dir/f" > "$dir/stacks"
	grep -q 'take_a_then_b' "$dir/stacks" || bad "-a: $(cat "$dir/stacks" "$dir/err")"
	! "$PERF" script -i "$dir/f" -F comm,event,sym 2> /dev/null | grep -q ' recorder__run' || bad "-a: perf itself"
}

# In whatever form.
"$PERF" record --sleepers -e cpu-clock -p $pid --threads -o "$dir/folder" -- sleep 0.05 2> "$dir/err" || bad "--threads: $(cat "$dir/err")"
same "--threads" "$dir/folder"
"$PERF" record --sleepers -e cpu-clock,page-faults -p $pid -o - -- sleep 0.05 2> "$dir/err" > "$dir/pipe" || bad "pipe: $(cat "$dir/err")"
same "pipe" "$dir/pipe"
"$PERF" record --sleepers -e cpu-clock -p $pid --user-callchains -o "$dir/f" -- sleep 0.05 2> "$dir/err" || bad "--user-callchains"
same "--user-callchains" "$dir/f"
! "$PERF" script -i "$dir/f" -F event,ip,sym 2> /dev/null | grep -q do_futex || bad "--user-callchains: stacks of the kernel"

# The main function's frame, which is known by its frame pointer alone, while libc has called it by an address.
printf '#include <unistd.h>\nint main(void)\n{\n\treturn pause();\n}\n' > "$dir/pause.c"
cc -O1 -fno-omit-frame-pointer -o "$dir/pause" "$dir/pause.c"
"$dir/pause" &
paused=$!
stands_still $paused
"$PERF" record --sleepers -e cpu-clock -p $paused -o "$dir/f" -- sleep 0.05 2> "$dir/err" || bad "pause: $(cat "$dir/err")"
kill $paused
grep -q '1 with a stack of user space (1 whole)' "$dir/err" || bad "pause: $(cat "$dir/err")"

# In which state: a thread whose child shares its memory waits for it, deaf to signals.
cat > "$dir/deaf.c" <<'E'
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	if (!vfork()) {
		printf("%d\n", getpid());
		fflush(stdout);
		pause();
		_exit(0);
	}
	return 0;
}
E
cc -O1 -w -o "$dir/deaf" "$dir/deaf.c"
"$dir/deaf" > "$dir/child" &
deaf=$!
wait_for "the child" '[ -s "$dir/child" ]'
child=$(cat "$dir/child")
wait_for "its parent to wait" 'grep -q ") D " /proc/$deaf/stat'
stands_still "$child"
"$PERF" record --off-cpu-only --sleepers -p "$deaf,$child" -o "$dir/f" -- sleep 0.05 2> "$dir/err" || bad "states: $(cat "$dir/err")"
kill "$child"
for state in D S; do
	"$PERF" report --off-cpu --state $state --stdio -g none -s pid,state -i "$dir/f" 2> /dev/null | grep " blocked " > "$dir/$state" || :
done
if ! grep -q " $deaf:deaf .*blocked (D)" "$dir/D" || ! grep -q " $child:deaf .*blocked (S)" "$dir/S" ||
   [ "$(cat "$dir/D" "$dir/S" | wc -l)" != 2 ]; then
	bad "states: D: $(cat "$dir/D"), S: $(cat "$dir/S")"
fi

# Without privileges the half of user space is there, and it is said that the other one is not.
if [ "$(id -u)" = 0 ] && command -v setpriv > /dev/null; then
	as='setpriv --reuid=65534 --regid=65534 --clear-groups'
	chmod 777 "$dir"
	cp "$PERF" "$dir/perf" && chmod 755 "$dir/perf" "$dir/deadlock"
	start
	if $as "$dir/perf" record --sleepers -N -e cpu-clock:u -p $pid -o "$dir/g" -- sleep 0.05 2> "$dir/err"; then
		same "as a user" "$dir/g"
		grep -q 'only root may read where threads sleep in the kernel' "$dir/err" || bad "as a user: $(cat "$dir/err")"
	elif ! grep -q 'perf_event_paranoid\|Permission\|not permitted' "$dir/err"; then
		bad "as a user: $(cat "$dir/err")"
	fi
else
	left_out "without privileges" "it takes root and setpriv"
fi
finish
