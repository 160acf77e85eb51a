#!/bin/sh
# perf record: where a copied stack has ended at a page that nobody has touched, the next ones go on
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/unwound.sh
. "$PERF_TEST_DIR/shell/lib/unwound.sh"
need_reads
need_tools gcc
[ "$(id -u)" = 0 ] || [ "$(cat /proc/sys/kernel/yama/ptrace_scope 2>/dev/null || echo 0)" = 0 ] || skip "this user may not read the memory of processes"
cd "$dir"

# A thread's stack is new. The page in the middle of the array is left alone; it is there when somebody else has read it, and not before.
gcc -O1 -g0 -fomit-frame-pointer -fno-stack-protector -fno-stack-clash-protection -o pages -x c - -lpthread <<-'END' || fail "the program was not built"
	#define _GNU_SOURCE
	#include <pthread.h>
	#include <stdint.h>
	#include <sys/mman.h>
	#include <time.h>
	#include <unistd.h>
	#define WAY __attribute__((noinline, noclone))
	#define STAY() __asm__ volatile("" : : : "memory")
	static unsigned char there;
	static int result = 1;
	WAY static int early(void) { char c; int n = (int)read(-1, &c, 1); STAY(); return n; }
	WAY static int late(void) { char c; int n = (int)read(-1, &c, 1); STAY(); return n; }
	WAY static int middle(int behind)
	{
		char room[12000];
		char *page = (char *)(((uintptr_t)room + 4095) & ~(uintptr_t)4095);
		int n = behind ? late() : early();
		if (mincore(page, 1, &there))
			n = 2;
		STAY();
		return n;
	}
	WAY static int work(void)
	{
		const struct timespec pause = { .tv_nsec = 10000000 };
		int i, n = middle(0);
		/* The machine has larger pages for stacks. */
		if (there)
			return 77;
		for (i = 0; i < 3000 && !there && n < 0; i++) {
			nanosleep(&pause, NULL);
			n = middle(0);
		}
		for (i = 0; i < 10 && there; i++)
			n = middle(1);
		STAY();
		return there && n < 0 ? 0 : 1;
	}
	static void *start(void *p) { result = work(); STAY(); return p; }
	int main(void)
	{
		pthread_attr_t attr;
		pthread_t t;
		return pthread_attr_init(&attr) || pthread_attr_setstacksize(&attr, 1 << 17) || pthread_create(&t, &attr, start, NULL) ||
		       pthread_join(t, NULL) ? 2 : result;
	}
END

"$PERF" record -N -c 1 -e $event --call-graph fp,repair -o data -- ./pages >out 2>log && err=0 || err=$?
[ $err != 77 ] || skip "stacks have large pages here"
[ $err = 0 ] || fail "the page is not there, or perf record failed: exit $err: $(cat log)"
"$PERF" script --no-inline -F comm,ip,sym -i data >script 2>err || fail "script: $(cat err)"
[ "$(grep -c '^# \[caller missing: the recorded stack ended in middle\]' script)" -ge 1 ] || bad "the first stack ends nowhere: $(head -n 20 script)"
awk -v RS= '/ late\n/ { n++; whole += / middle\n/ && / work\n/ && / start\n/ && !/caller missing/ } END { exit !(n == 10 && whole == 10) }' script ||
	bad "stacks that were taken when the page was there: $(tail -n 40 script)"
finish
