#!/bin/sh
# perf record: a library whose record was lost, as the ring was full, is found: its stacks are whole and have names
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/unwound.sh
. "$PERF_TEST_DIR/shell/lib/unwound.sh"
need_reads
need_tools gcc
cd "$dir"

gcc -O1 -g0 -fomit-frame-pointer -shared -fPIC -o lib.so -x c - <<-'END' || fail "the library was not built"
	#include <unistd.h>
	__attribute__((noinline)) static int lib_last(void) { char c; int n = (int)read(-1, &c, 1); __asm__ volatile("" : : : "memory"); return n; }
	int lib_entry(void) { volatile char room[200] = { 1 }; return lib_last() + room[1]; }
END
# It stops perf, fills the ring of its CPU with records that are smaller than that of a library, maps this, and lets perf go on. Then it calls the
# library, each time when perf has written what was there.
gcc -O1 -g0 -fomit-frame-pointer -o caller -x c - <<-'END' || fail "the program was not built"
	#define _GNU_SOURCE
	#include <dlfcn.h>
	#include <sched.h>
	#include <signal.h>
	#include <stdio.h>
	#include <sys/stat.h>
	#include <time.h>
	#include <unistd.h>
	static const struct timespec pause_10ms = { .tv_nsec = 10000000 };
	static int is_stopped(void)
	{
		char path[64], state = 0;
		snprintf(path, sizeof(path), "/proc/%d/stat", getppid());
		FILE *f = fopen(path, "r");
		if (f && fscanf(f, "%*d (%*[^)]) %c", &state) != 1)
			state = 0;
		if (f)
			fclose(f);
		return state == 'T';
	}
	static long long size(const char *name) { struct stat s; return stat(name, &s) ? -1 : (long long)s.st_size; }
	int main(int argc, char **argv)
	{
		cpu_set_t set;
		int i, n = 0, perf = getppid();
		CPU_ZERO(&set);
		CPU_SET(sched_getcpu(), &set);
		if (argc < 2 || sched_setaffinity(0, sizeof(set), &set) || kill(perf, SIGSTOP))
			return 2;
		for (i = 0; i < 3000 && !is_stopped(); i++)
			nanosleep(&pause_10ms, NULL);
		for (i = 0; i < 5000; i++)
			getppid();
		void *lib = dlopen("./lib.so", RTLD_NOW);
		int (*entry)(void) = lib ? (int (*)(void))dlsym(lib, "lib_entry") : NULL;
		kill(perf, SIGCONT);
		for (i = 0; i < 4 && entry; i++) {
			long long before = size(argv[1]);
			n += entry() > 0;
			for (int wait = 0; wait < 3000 && size(argv[1]) == before; wait++)
				nanosleep(&pause_10ms, NULL);
		}
		return entry && !n ? 0 : 1;
	}
END

"$PERF" record -N -m 64K -c 1 -e "$event,syscalls:sys_enter_getppid/call-graph=no/" --call-graph fp,repair -o data -- ./caller data >out 2>log ||
	fail "record: exit $?: $(cat log)"
grep -q 'perf record: lost [1-9]' log || fail "nothing was lost: $(cat log)"
"$PERF" script --no-inline -F comm,event,ip,sym -i data 2>err >script || fail "script: $(cat err)"
# The first time may be the one by which perf sees that something was lost.
awk -v RS= '/sys_enter_read:/ { of[++n] = $0 } END { for (i = n - 1; i <= n; i++) print of[i] }' script >last
[ "$(grep -c ' lib_entry$' last)" = 2 ] && [ "$(grep -c ' main$' last)" = 2 ] || bad "stacks of the library: $(cat last)"
! grep -q 'caller missing' last || bad "stacks of the library have marks: $(cat last)"
finish
