#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""How true are the stacks of 32-bit programs, on a machine of 64 bits?

    narrow_pairs.py [-p PERF] [-k CHAINS] [-v] [-w DIR] [-- PROGRAM [ARGUMENT]...]

Builds a program with a 32-bit libc, in several ways, that goes through calls, callbacks of libc, signals on this stack and on another one,
contexts, threads and jumps; or takes PROGRAM, for example one of an i386 root. It is recorded at its system calls, at switches, and by the
timer: each sample is given to perf record (fp,repair) and, as a copy of the whole stack, to libdw, and both are compared address by
address. The columns are those of real_programs.py.

  -p PERF    the perf to try (default: the one built in this tree)
  -k CHAINS  what --call-graph takes (default: fp,repair)
  -v         shows the first stacks that are short or other, and all reasons of marks
  -w DIR     keeps the recordings there

exit status: 0; 1 if a stack was short; 77 if there is no 32-bit libc to build with, or nothing can be recorded here
"""
import argparse
import collections
import os
import subprocess
import sys
import tempfile

import real_pairs

HERE = os.path.dirname(os.path.abspath(__file__))
RING = "64M"
POINTS = {"syscall": "raw_syscalls:sys_enter", "switch": "sched:sched_switch", "timer": real_pairs.INTERRUPT}
BUILDS = ("-O2 -fno-omit-frame-pointer", "-O2 -fomit-frame-pointer", "-O0", "-Os -fomit-frame-pointer -static")
SOURCE = r"""
#define _GNU_SOURCE
#include <alloca.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#define WAY __attribute__((noinline, noclone))
#define STAY() __asm__ volatile("" : : : "memory")
static volatile int sum;
WAY int leaf(void) { for (int i = 0; i < 3000; i++) sum += i; int n = getppid(); STAY(); return n; }
WAY int middle(int x) { volatile char room[80]; room[x & 63] = 1; int n = leaf() + room[x & 63]; STAY(); return n; }
WAY int deep(int n) { volatile int room[30]; room[n] = n; int r = n ? deep(n - 1) + room[n] : middle(n); STAY(); return r; }
WAY int compare(const void *a, const void *b) { if (*(const int *)a == 3) middle(1); return *(const int *)a - *(const int *)b; }
WAY void way_sort(void) { int n[] = { 5, 3, 9, 1, 7, 2 }; qsort(n, 6, sizeof(*n), compare); STAY(); }
WAY void way_search(void) { int n[] = { 1, 2, 3, 4 }, k = 3; sum += bsearch(&k, n, 4, sizeof(*n), compare) != NULL; STAY(); }
WAY void way_alloca(int n) { char *room = alloca(n); memset(room, n, n); sum += middle(room[n / 2]); STAY(); }
WAY void way_aligned(void) { volatile char room[64] __attribute__((aligned(64))); room[3] = 1; sum += middle(room[3]); STAY(); }
WAY double way_floats(double x) { double y = x; for (int i = 0; i < 100; i++) y = y * 1.01 + middle(1) * 1e-9; STAY(); return y; }
WAY int various(int n, ...) { va_list l; va_start(l, n); int r = middle(va_arg(l, int)) + va_arg(l, int); va_end(l); STAY(); return r; }
struct large { int n[40]; };
WAY struct large way_struct(int n) { struct large l = { { n } }; l.n[7] = middle(n); STAY(); return l; }
static void on_signal(int nr) { (void)nr; middle(2); STAY(); }
static void on_info(int nr, siginfo_t *i, void *c) { (void)nr; (void)i; (void)c; deep(3); STAY(); }
WAY void way_signal(void) { raise(SIGUSR1); STAY(); }
WAY void way_stack(void) { raise(SIGUSR2); STAY(); }
static jmp_buf back;
WAY void jumps(int n) { if (!n) { middle(3); longjmp(back, 1); } jumps(n - 1); STAY(); }
WAY void way_jump(void) { if (!setjmp(back)) jumps(5); else middle(4); STAY(); }
static ucontext_t here, there;
static void context(void) { for (;;) { middle(5); swapcontext(&there, &here); } }
WAY void way_context(void) { swapcontext(&here, &there); STAY(); }
static ssize_t cookie(void *c, const char *b, size_t n) { (void)c; (void)b; middle(6); STAY(); return (ssize_t)n; }
WAY void way_cookie(void) { cookie_io_functions_t f = { .write = cookie }; FILE *o = fopencookie(NULL, "w", f); fprintf(o, "%d %s", 5, "x"); fclose(o); STAY(); }
WAY void way_sleep(void) { struct timespec t = { 0, 1000 }; nanosleep(&t, NULL); STAY(); }
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;
WAY void waits(void) { pthread_mutex_lock(&lock); while (!ready) pthread_cond_wait(&cond, &lock); pthread_mutex_unlock(&lock); middle(7); STAY(); }
static void *thread(void *p) { waits(); STAY(); return p; }
WAY void way_thread(void) {
	pthread_t t;
	ready = 0;
	pthread_create(&t, NULL, thread, NULL);
	way_sleep();
	pthread_mutex_lock(&lock); ready = 1; pthread_cond_signal(&cond); pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	STAY();
}
static int (*volatile pointer)(int) = middle;
WAY void way_pointer(void) { sum += pointer(1); STAY(); }
WAY void all(int i) {
	deep(i % 20); way_sort(); way_search(); way_alloca(100 + i % 50 * 16); way_aligned(); sum += way_floats(i); sum += various(2, i, 3);
	sum += way_struct(i).n[7]; way_signal(); way_stack(); way_jump(); way_context(); way_cookie(); way_sleep(); way_thread(); way_pointer();
	STAY();
}
int main(void) {
	static char room[65536], other[65536];
	stack_t s = { .ss_sp = room, .ss_size = sizeof(room) };
	struct sigaction a = { .sa_handler = on_signal }, b = { .sa_sigaction = on_info, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	sigaltstack(&s, NULL); sigaction(SIGUSR1, &a, NULL); sigaction(SIGUSR2, &b, NULL);
	getcontext(&there);
	there.uc_stack.ss_sp = other; there.uc_stack.ss_size = sizeof(other);
	makecontext(&there, context, 0);
	for (int i = 0; i < 20; i++) all(i);
	return 0;
}
"""


def build(work, options):
    path = os.path.join(work, "narrow")
    with open(path + ".c", "w", encoding="utf-8") as f:
        f.write(SOURCE)
    try:
        done = subprocess.run(["gcc", "-m32", "-w", "-pthread", *options.split(), "-o", path, path + ".c"], stderr=subprocess.PIPE, check=False, text=True)
    except FileNotFoundError:
        print("there is no gcc")
        sys.exit(77)
    if done.returncode or subprocess.run([path], stdout=subprocess.DEVNULL, check=False).returncode:
        print("no 32-bit program can be built or run here (in Debian packages libc6-dev-i386 and lib32gcc-12-dev)")
        sys.exit(77)
    return path


def judge(opts, label, work, command):
    """Whether no stack was short."""
    good = True
    env = dict(os.environ, PERF_CONFIG="/dev/null", LC_ALL="C", PERF_BUILDID_DIR=os.path.join(work, "cache"))
    for name, point in POINTS.items():
        data = os.path.join(work, f"narrow.{name}.data")
        done = real_pairs.record(opts.p, opts.k, RING, data, command, work, env, point)
        if not os.path.exists(data):
            print(f"it cannot be recorded here: {done.stderr}")
            sys.exit(77)
        count, reasons, shown = collections.Counter(), collections.Counter(), 0
        for ours, marks, theirs, their_marks in real_pairs.pairs(opts.p, data, env, ("perf-exec",)):
            kind = real_pairs.judge(ours, marks, theirs, their_marks)
            count[kind] += 1
            reasons.update(marks[-1:])
            if opts.v and kind in ("short", "other") and shown < 4:
                shown += 1
                print(f"  {kind}: {' '.join('%x:%s' % f for f in ours)}\n   libdw: {' '.join('%x:%s' % f for f in theirs)}", file=sys.stderr)
        nr = sum(count.values())
        print("%-34s %-8s %6d %6.1f%% %7d %6d %5d %5d  %s" % (
            label, name, nr, 100 * (count["whole"] + count["farther"]) / (nr or 1), count["farther"], count["marked"], count["short"],
            count["other"], reasons.most_common(1)[0][0] if reasons else ""), flush=True)
        for reason, n in reasons.most_common() if opts.v else ():
            print(f"  {n} {reason}", file=sys.stderr)
        good = good and not count["short"]
    return good


def main():
    p = argparse.ArgumentParser(usage=__doc__, add_help=False)
    p.add_argument("-p", default=os.path.join(HERE, "../../build/perf"))
    p.add_argument("-k", default="fp,repair")
    p.add_argument("-v", action="store_true")
    p.add_argument("-w")
    p.add_argument("program", nargs="*")
    opts = p.parse_args()
    opts.p = os.path.realpath(opts.p)
    good = True
    with tempfile.TemporaryDirectory(prefix="perf-narrow.", dir="/var/tmp") as temporary:
        work = os.path.realpath(opts.w or temporary)
        os.makedirs(work, exist_ok=True)
        head = ("program", "at", "stacks", "whole", "farther", "marked", "short", "other", "most frequent reason")
        if opts.program:
            print("%-34s %-8s %6s %7s %7s %6s %5s %5s  %s" % head)
            good = judge(opts, os.path.basename(opts.program[0]), work, opts.program)
        for i, options in enumerate(() if opts.program else BUILDS):
            program = build(work, options)
            if not i:
                print("%-34s %-8s %6s %7s %7s %6s %5s %5s  %s" % head)
            good = judge(opts, options, work, [program]) and good
    sys.exit(not good)


if __name__ == "__main__":
    main()
