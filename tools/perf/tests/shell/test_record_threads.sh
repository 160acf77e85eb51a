#!/bin/sh
# perf record --threads: files beside each other, nothing lost between them (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events
out=$dir/threads

# Every reader finds as many samples as were written, all in order of time.
same() { # WHAT
	written=$(said "$dir/err")
	[ "${written:-0}" -gt 20 ] || bad "$1: $written samples: $(cat "$dir/err")"
	for reader in ours python $([ -z "$(other_perf)" ] || echo other); do
		found=$(samples_of "$reader" "$out")
		[ "$found" = "$written" ] || bad "$1: $written samples written, $reader finds '$found'"
	done
	"$PERF" script -i "$out" -F time 2> /dev/null | tr -d ' :' | sort -c -n || bad "$1: not in order"
}
record() { # ARGUMENTS...
	"$PERF" record -e cpu-clock -F 2000 -g -o "$out" "$@" > /dev/null 2> "$dir/err" || bad "$*: exit $?: $(cat "$dir/err")"
}
cpus=$(getconf _NPROCESSORS_ONLN)

record --threads -a -- sh -c "$(spin)"
same "-a"
[ "$(find "$out" -name 'data.*' | wc -l)" = "$cpus" ] || bad "-a: not a file for each of $cpus CPUs: $(ls "$out")"
# Each has the records of its own CPU.
for file in "$out"/data.*; do
	cpu=${file##*.}
	mkdir -p "$dir/one"
	cp "$out/data" "$dir/one/data"
	cp "$file" "$dir/one/data.0"
	others=$("$PERF" script -i "$dir/one" -F cpu 2> /dev/null | grep -v "\[0*$cpu\]" | grep -c . || :)
	[ "$others" = 0 ] || bad "-a: $file has $others samples of other CPUs"
done
"$PERF" script -i "$out" -F comm,ip,sym 2> /dev/null | grep -q '^sh ' || bad "-a: no sample of the command"

record --threads=package -- sh -c "$(spin)"
same "a command"
record --threads=0/0 -z -- sh -c "$(spin)"
same "-z"
"$PERF" report -i "$out" --header-only | grep -q '^# compressed : Zstd' || bad "-z: nothing compressed"

# An older recording of many files makes room.
[ -d "$out.old" ] || bad "no older recording is left"
record --threads -- sh -c "$(spin)"
same "again"
"$PERF" record -q -e cpu-clock -o "$out" -- true
[ -f "$out" ] && [ -d "$out.old" ] || bad "a file did not take the folder's place"
"$PERF" record -q -e cpu-clock -o "$out" -- true
[ -f "$out" ] && [ -f "$out.old" ] || bad "the older folder is still there"
rm -f "$out" "$out.old"

# The files that samples fell into go into the cache, as from a recording in one file.
PERF_BUILDID_DIR=$dir/cache "$PERF" record -q --threads -e cpu-clock -o "$out" -- "$PERF" test -w noploop 0.3
PERF_BUILDID_DIR=$dir/cache "$PERF" buildid-cache -l | grep -q "$(readlink -f "$PERF")" ||
	bad "not in the cache: $(PERF_BUILDID_DIR=$dir/cache "$PERF" buildid-cache -l)"

# Running tasks: it ends with them, and with a signal.
need_control
mkfifo "$dir/go"
sh -c "read -r go < $dir/go; $(spin)" &
target=$!
(running; echo > "$dir/go") &
# shellcheck disable=SC2086 # words by design
record --threads -p $target $control
wait
same "-p"
for signal in INT TERM; do
	# shellcheck disable=SC2086 # words by design
	"$PERF" record --threads -e cpu-clock -a -o "$out" $control 2> "$dir/err" > /dev/null &
	pid=$!
	running
	sh -c "$(spin)"
	kill -$signal $pid
	wait $pid || :
	same "SIG$signal"
done

# A limit ends it soon after, and all is whole.
"$PERF" record --threads -a -e cpu-clock -F 10000 -g --max-size 200K -o "$out" -- sleep 60 2> "$dir/err" ||
	bad "--max-size: exit $?: $(cat "$dir/err")"
grep -q 'perf size limit reached' "$dir/err" || bad "--max-size: $(cat "$dir/err")"
same "--max-size"

# A full disk: what is there can be read, and the loss is told.
result=0
(
	ulimit -f 300
	# Not system-wide: what else runs here would tell how long the list of maps is.
	exec "$PERF" record --threads -e cpu-clock -F 20000 -g -m 32 -o "$out" -- sh -c "$(spin) & $(spin)"
) 2> "$dir/err" || result=$?
[ $result = 1 ] || bad "a full disk: exit $result: $(cat "$dir/err")"
grep -q "cannot write to '$out/data[.0-9]*': File too large" "$dir/err" || bad "a full disk: $(cat "$dir/err")"
same "a full disk"

# Events are switched on when each thread looks at its rings, however late its first turn comes. A library under perf
# lets threads begin late, and notes what is switched on before they have.
cat > "$dir/late.c" << 'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int made, begun;

struct start {
	void *(*fn)(void *);
	void *arg;
};

static void *begin_late(void *p)
{
	struct start s = *(struct start *)p;

	free(p);
	usleep(200000);
	begun++;
	return s.fn(s.arg);
}

int pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*fn)(void *), void *arg)
{
	int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = dlsym(RTLD_NEXT, "pthread_create");
	struct start *s = malloc(sizeof(*s));

	*s = (struct start){ fn, arg };
	made++;
	return next(t, attr, begin_late, s);
}

static void note(const char *name)
{
	int fd = open(getenv("NOTES"), O_WRONLY | O_CREAT | O_APPEND, 0600);

	dprintf(fd, "%s\n", name);
	close(fd);
}

int ioctl(int fd, unsigned long request, ...)
{
	int (*next)(int, unsigned long, void *) = dlsym(RTLD_NEXT, "ioctl");
	va_list ap;
	void *arg;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	if (request == 0x2400)
		note(made && begun == made ? "enabled" : "early");
	return next(fd, request, arg);
}
END
if command -v cc > /dev/null && cc -shared -fPIC -o "$dir/late.so" "$dir/late.c" -ldl -pthread &&
	LD_PRELOAD=$dir/late.so "$PERF" version > /dev/null 2>&1; then
	rm -rf "$out"
	NOTES=$dir/notes LD_PRELOAD=$dir/late.so "$PERF" record --threads -a -e cpu-clock -o "$out" -- true 2> "$dir/err" ||
		bad "threads that begin late: exit $?: $(cat "$dir/err")"
	[ "$(sort -u "$dir/notes" 2>&1)" = enabled ] || bad "threads that begin late: $(sort "$dir/notes" | uniq -c)"
else
	left_out "threads that begin late" "nothing can be loaded in front of this perf"
fi

# What it cannot do, it says.
refuses() { # STATUS MESSAGE ARGUMENTS...
	want=$1 message=$2 result=0
	shift 2
	"$PERF" record --threads -o "$dir/refused" -e cpu-clock "$@" -- true > /dev/null 2> "$dir/err" || result=$?
	[ $result = "$want" ] || bad "$*: exit $result: $(cat "$dir/err")"
	grep -q -e "$message" "$dir/err" || bad "$*: $(cat "$dir/err")"
	[ ! -e "$dir/refused" ] || bad "$*: something was recorded"
}
refuses 129 'not available in pipe mode' -o -
refuses 129 'mutually exclusive' --per-thread
refuses 1 "'x' is not a list of CPUs" --threads=x
refuses 1 "names no CPU that is recorded" --threads=60000
finish
