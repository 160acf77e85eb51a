#!/bin/sh
# perf record: what lies elsewhere: a program's own text, with where it begins; what its handlers return to; its file, in a root that is gone
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/unwound.sh
. "$PERF_TEST_DIR/shell/lib/unwound.sh"
need_reads
need_tools gcc

cat > "$dir/moved.c" <<'E2'
/* For each line from standard input ten reads of no descriptor, below a handler ("handler") or as they are ("text"). */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#define STAY() __asm__ volatile("" : : : "memory")
extern char etext[];
extern void _init(void);
static __attribute__((noinline)) int last(void) { char c; int n = 0; for (int i = 0; i < 10; i++) n += (int)read(-1, &c, 1); STAY(); return n; }
static void handler(int nr) { (void)nr; last(); STAY(); }
static __attribute__((noinline)) int interrupted(void) { int n = (int)syscall(SYS_kill, getpid(), SIGUSR1); STAY(); return n; }
static __attribute__((noinline)) int middle(int by_signal) { int n = by_signal ? interrupted() : last(); STAY(); return n; }
/* What the kernel takes; libc would give a function of its own. */
static int return_by(unsigned char *code)
{
	/* mov $15,%eax; syscall */
	static const unsigned char back[] = { 0xb8, 15, 0, 0, 0, 0x0f, 0x05 };
	struct { void (*handler)(int); unsigned long flags; void *back; unsigned long mask; } action = { handler, 0x04000000, code, 0 };

	memcpy(code, back, sizeof(back));
	return (int)syscall(SYS_rt_sigaction, SIGUSR1, &action, NULL, 8);
}
int main(int argc, char **argv)
{
	int by_signal = argc > 1 && !strcmp(argv[1], "handler"), n = 0;
	unsigned char *from = (unsigned char *)((uintptr_t)_init & ~4095UL), *copy;
	size_t size = (size_t)(etext - (char *)from + 4095) & ~4095UL;
	char line[16];

	copy = mmap(NULL, size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (copy == MAP_FAILED)
		return 1;
	if (by_signal ? return_by(copy + 64) : mremap(memcpy(copy, from, size), size, size, MREMAP_MAYMOVE | MREMAP_FIXED, from) != from)
		return 2;
	puts("done");
	while (fflush(stdout) == 0 && fgets(line, sizeof(line), stdin)) {
		n += middle(by_signal);
		STAY();
		puts("done");
	}
	return n == 1;
}
E2
gcc -O2 -g0 -fomit-frame-pointer -o "$dir/moved" "$dir/moved.c" || fail "the program was not built"

# Code in memory is believed where it was the same in two rounds of the rings before, so the last
# round's stacks are to be whole; and of none may anything be missing in silence.
eight_rounds()	# WAY
{
	mkfifo "$dir/$1.go"
	exec 7<>"$dir/$1.go"
	"$dir/moved" "$1" <"$dir/$1.go" >"$dir/$1.lines" 7>&- &
	pid=$!
	wait_for "the program has begun" "grep -q done '$dir/$1.lines'"
	"$PERF" record -N -c 1 -e $event --call-graph "$mode,repair" -o "$dir/$1.data" -p $pid >"$dir/$1.log" 2>&1 7>&- &
	perf=$!
	wait_for "perf records" "[ -s '$dir/$1.data' ]"
	for nr in 2 3 4 5 6 7 8 9; do
		size=$(stat -c %s "$dir/$1.data")
		echo >&7
		wait_for "round $nr" "[ \$(grep -c done '$dir/$1.lines') = $nr ]"
		wait_for "its samples are written" "[ \$(stat -c %s '$dir/$1.data') -gt $size ]"
	done
	exec 7>&-
	wait $pid || bad "$1: exit $?"
	wait $perf || bad "record: exit $?: $(cat "$dir/$1.log")"
	"$PERF" script --no-inline -F comm,ip,sym -i "$dir/$1.data" >"$dir/$1.script" 2>"$dir/log" || bad "script: $(cat "$dir/log")"
	# Of each sample: was there a mark, and does it end where libc called main?
	awk -v RS= '/\n[^\n]* (read|__read|__GI___libc_read|__libc_read)\n/ { print (/# \[caller missing/ ? "marked" : /__libc_start_main[^\n]*\n[^\n]*$/ ? "whole" : "short") }' \
		"$dir/$1.script" | tail -n 80 >"$dir/$1.kinds"
	! grep -q short "$dir/$1.kinds" || bad "$1: $(grep -c short "$dir/$1.kinds") stacks are short without a mark"
	[ "$(tail -n 10 "$dir/$1.kinds" | sort | uniq -c | tr -s ' ')" = " 10 whole" ] || bad "$1: the last round: $(tail -n 10 "$dir/$1.kinds" | sort | uniq -c) $(tail -n 14 "$dir/$1.script")"
}

mode=fp
eight_rounds text
eight_rounds handler
grep -q interrupted "$dir/handler.script" || bad "what was interrupted is not shown: $(tail -n 14 "$dir/handler.script")"

# A sandbox that lives for one command has our folders under other names, and nobody else sees it.
sandbox()
{
	gcc -O2 -g0 -fomit-frame-pointer -static -Wl,--build-id=sha1 -o "$dir/boxed" -x c - <<-'END' || fail "the program was not built"
		#include <unistd.h>
		__attribute__((noinline)) int last(void) { char c; int n = (int)read(-1, &c, 1); __asm__ volatile("" : : : "memory"); return n; }
		__attribute__((noinline)) int middle(void) { int n = last(); __asm__ volatile("" : : : "memory"); return n; }
		int main(void) { return middle() > 0; }
	END
	mkdir -p "$dir/box/app/$dir"
	cp "$dir/boxed" "$dir/box/app/$dir"
	as=
	chroot / true 2>/dev/null || as='unshare -r'
	if ! $as chroot "$dir/box" "/app$dir/boxed" 2>"$dir/log"; then
		left_out "a root that is gone" "this user gets none: $(head -n 1 "$dir/log")"
		return
	fi
	"$PERF" record -N -c 1 -e $event --call-graph "$mode,repair" -o "$dir/boxed.data" -- $as chroot "$dir/box" "/app$dir/boxed" >"$dir/log" 2>&1 ||
		bad "record: exit $?: $(cat "$dir/log")"
	"$PERF" script --no-inline -F ip,sym,dso -i "$dir/boxed.data" >"$dir/boxed.script" 2>"$dir/log" || bad "script: $(cat "$dir/log")"
	# (Names are of the file there, which readers do not find. read, last, middle, main, two of libc, _start.)
	awk -v RS= -v FS='\n' '/\/boxed\)/ { of++; whole += !/caller missing/ && gsub(/\/boxed\)/, "&") == 7 } END { exit of < 1 || whole != of }' "$dir/boxed.script" ||
		bad "of a program that has gone with its root: $(grep -B3 boxed "$dir/boxed.script" | head -n 30)"
}
sandbox
finish
