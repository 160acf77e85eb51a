#!/bin/sh
# files whose file system does not answer: perf record, top and readers end, say which, and all else is as ever
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/unwound.sh
. "$PERF_TEST_DIR/shell/lib/unwound.sh"
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
find_leaks
[ "$(id -u)" = 0 ] || skip "only root mounts file systems: not root here"
[ -c /dev/fuse ] || skip "there is no /dev/fuse"
command -v gcc > "$dir/log" || skip "there is no gcc"
need_reads
cd "$dir"
export PERF_BUILDID_DIR="$dir/cache"
mkdir mnt cache
mkfifo go

# All that waits for the file system can end when its server has gone.
server='' silent='' other='' busy='' locker=''
at_end()
{
	for pid in $silent $other $busy $locker; do
		kill -KILL "$pid" 2> /dev/null || :
	done
	[ -z "$server" ] || kill -TERM "$server" 2> /dev/null || :
	umount -l mnt 2> /dev/null || :
}

gcc -O1 -Wall -o silent-fs "$PERF_TEST_DIR/shell/lib/silent-fs.c" 2> log || skip "the file system's server does not compile here: $(head -n 1 log)"
# Without frame pointers. It reads a byte when it may begin, then a number of times what cannot be read, or without an end.
cat > work.c <<- 'E'
	#include <stdlib.h>
	#include <time.h>
	#include <unistd.h>
	__attribute__((noinline)) int last(void) { char c; int n = (int)read(-1, &c, 1); __asm__ volatile("" : : : "memory"); return n; }
	__attribute__((noinline)) int middle(void) { volatile char room[200] = { 1 }; return last() + room[1]; }
	int main(int argc, char **argv)
	{
		const struct timespec pause = { .tv_nsec = 5000000 };
		char c;
		if (argc > 1 && read(0, &c, 1) != 1)
			return 1;
		for (int i = 0, nr = argc > 1 ? atoi(argv[1]) : 0; !nr || i < nr; i++) {
			middle();
			if (!nr && write(1, ".", 1) == 1)
				nanosleep(&pause, NULL);
		}
		return 0;
	}
E
gcc -O1 -Wall -o lock-map "$PERF_TEST_DIR/shell/lib/lock-map.c" -lpthread 2> log || skip "the program that locks its map does not compile here: $(head -n 1 log)"
# Two builds of it, as far as their ids go.
gcc -O1 -g0 -fomit-frame-pointer -Wl,--build-id=0x776f726b -o work work.c && gcc -O1 -g0 -fomit-frame-pointer -Wl,--build-id=0x66696c65 -o file work.c ||
	fail "the program was not built"

begin_server() # FILE
{
	: > ready
	./silent-fs mnt "$1" >> ready 2> server.err &
	server=$!
	wait_for "the file system" 'grep -q ready ready || ! kill -0 $server 2> /dev/null'
	if ! grep -q ready ready; then
		wait $server || :
		server=
		skip "no file system is mounted here: $(cat server.err)"
	fi
}
# Comes back when the server has heard the signal: whether it answers could be found out only by one who may wait for ever.
tell_server() # SIGNAL
{
	lines=$(wc -l < ready)
	kill "-$1" "$server"
	wait_for "the server to hear SIG$1" "[ \$(wc -l < ready) -gt $lines ]"
}
hush() { tell_server USR1; }
speak() { tell_server USR2; }

# Records the program of the file system, and another one, until that has ended.
record_both() # NAME COMMANDS-MEANWHILE
{
	./work 50 < go &
	other=$!
	exec 7> go
	# shellcheck disable=SC2086 # words by design
	"$PERF" record -c 1 -e $event --call-graph fp,repair -p "$silent,$other" -o "$1.data" $control > "$1.log" 2>&1 &
	perf=$!
	running
	before=$(wc -c < rounds)
	wait_for "rounds of the silent program" "[ \$(wc -c < rounds) -gt $((before + 2)) ]"
	echo >&7
	wait $other || bad "$1: the other program failed"
	other=
	eval "$2"
	kill -INT $perf
	got=0
	wait $perf || got=$?
	[ $got = 130 ] || bad "$1: exit $got: $(cat "$1.log")"
	grep -q 'Captured and wrote' "$1.log" || bad "$1: the file is not complete: $(cat "$1.log")"
	[ "$(grep -c "mnt/file': its file system does not answer" "$1.log")" = 1 ] || bad "$1: it is not told once: $(cat "$1.log")"
}

# What there is of both. The file system answers again, as it would take a reader seconds to do without.
judge() # NAME
{
	"$PERF" script --comms work -F comm,ip,sym -i "$1.data" > "$1.txt" 2> log || bad "$1: script: $(cat log)"
	[ "$(grep -c '^work' "$1.txt")" = 50 ] || bad "$1: of the other program there are $(grep -c '^work' "$1.txt") samples of 50"
	[ "$(grep -c ' _start$' "$1.txt"):$(grep -c ' middle$' "$1.txt")" = 50:50 ] ||
		bad "$1: of the other program not all stacks are whole: $(head -n 20 "$1.txt")"
	"$PERF" script --comms file -F comm,ip -i "$1.data" > "$1.file" 2> log || bad "$1: script: $(cat log)"
	grep -q '^file' "$1.file" || bad "$1: there is nothing of the program whose file is silent"
}

begin_server file
need_control
./mnt/file > rounds &
silent=$!
wait_for "the program" '[ -s rounds ]'

# From the beginning. What other processes ask waits for ever: so nothing here touches the file.
hush
record_both first :

# Readers wait, all at once, and then do without.
for words in "report --stdio" script "inject -b -o injected"; do
	# shellcheck disable=SC2086 # words by design
	{ "$PERF" $words -i first.data > "${words%% *}.out" 2> "${words%% *}.err" || echo $? > "${words%% *}.status"; } &
	readers="${readers:-} $!"
done
{ "$PERF" buildid-cache -a "$dir/mnt/file" > buildid-cache.out 2> buildid-cache.err || echo $? > buildid-cache.status; } &
readers="$readers $!"
"$PERF" top --stdio -g -d 0.5 --iterations 3 -e $event -c 1 -p "$silent" > top.out 2> top.err &
readers="$readers $!"
# shellcheck disable=SC2086 # words by design
wait $readers || bad "a reader failed: $(cat top.err)"
for command in report script buildid-cache; do
	grep -q "mnt/file': its file system does not answer" $command.err || bad "$command does not tell: $(cat $command.err)"
done
[ -s buildid-cache.status ] || bad "buildid-cache: a file that was not read was added"
grep -q 'middle' report.out || bad "report: the other program has no names: $(cat report.out)"
[ "$(grep -c '^work' script.out)" = 50 ] || bad "script: there are not all samples"
[ -s injected ] || bad "inject: nothing was written"
grep -q 'PerfTop:' top.out || bad "top: nothing is shown: $(cat top.out top.err)"

# Later: it has answered while the tables were read, and does not when the cache is to get the file.
speak
wait_for "an answer" 'cmp -s file mnt/file'
judge first
record_both later hush
speak
judge later

# --- a process that keeps its map of memory locked -------------------------------------------------------
#
# Whoever reads its /proc/PID/maps, ps among them, waits as long: so it is for a moment only.

kill -KILL $silent
wait $silent 2> log || :
silent=
kill -TERM $server
wait $server || bad "the server failed: $(cat server.err)"
head -c 1048576 /dev/zero > megabyte
begin_server megabyte
mkfifo lock
: > rounds
./lock-map mnt/file < lock > rounds &
locker=$!
exec 8> lock
wait_for "the program that locks its map" 'grep -q mapped rounds'
hush
echo >&8
wait_for "the lock" 'grep -q locked rounds'

# All at once. Each is to end: that there is an end is what is tested.
./work > rounds &
busy=$!
wait_for "the other program" '[ -s rounds ]'
pids=
run_beside() # NAME WORDS...
{
	name=$1
	shift
	{ "$PERF" "$@" > "$name.out" 2> "$name.err" || echo $? > "$name.status"; } &
	pids="$pids $!"
}
run_beside all record -a -e $event -o all.data true
run_beside one record -e $event -c 1 -p $locker --call-graph fp,repair -o one.data sleep 0.3
run_beside sleepers record --sleepers -e $event -p $locker,$busy -o sleepers.data true
run_beside live top --stdio -g -d 0.3 --iterations 2 -e $event -c 1 -p $locker
run_beside watched defer watch -e $event -c 1 -p $locker --slice 1 --slices 1 -o watched
# shellcheck disable=SC2086 # words by design
wait $pids || :
for name in all one sleepers live watched; do
	[ ! -e $name.status ] || bad "$name: exit $(cat $name.status): $(cat $name.err)"
	case $name in live | watched) continue ;; esac
	[ "$(grep -c "process $locker (lock-map) keeps its map of memory locked" $name.err)" = 1 ] || bad "$name: it is not told once: $(cat $name.err)"
done
# The server goes, and all that waits for it gets an error.
speak
"$PERF" script --show-mmap-events --show-task-events -i all.data > all.txt 2> log || bad "all: script: $(cat log)"
grep -q "PERF_RECORD_COMM: lock-map:$locker/" all.txt || bad "the process has no name"
grep -q "PERF_RECORD_MMAP2 $busy/$busy:.*/work" all.txt || bad "another process has no maps"
grep -q "PERF_RECORD_MMAP2* $locker/" all.txt && bad "the maps of the process were read: it did not lock them"
"$PERF" script --comms lock-map -F comm,ip -i one.data > one.txt 2> log || bad "one: script: $(cat log)"
grep -q '^lock-map' one.txt || bad "one: there is nothing of it"
grep -q 'PerfTop:' live.out || bad "live: nothing is shown: $(cat live.out)"
finish
