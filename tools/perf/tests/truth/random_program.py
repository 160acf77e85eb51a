#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a random C program whose stacks are known, and the list of them.

    random_program.py [--paths N] SEED OUTDIR

OUTDIR/program.c has functions in layers, each with a frame of some kind (sizes, alloca, alignment, copies of return addresses
in locals, tail calls, calls through pointers, cold parts, pushed arguments), and at the ends of all paths a leaf that comes to
a system call in some way: through a wrapper, a callback of libc, a signal handler on either stack, a fault. A number chooses
at each layer which function is called, and it is what the system call is given: so which functions are on the stack follows
from the number, whatever any unwinder says.

OUTDIR/list has a line for each path that the program takes, as judge.py reads them:

    p#NUMBER EVENT TOKENS WAY
    t#NUMBER EVENT TOKENS WAY

The first is for the thread of main(), which is called p then, the other for one that is called t. Tokens are functions, outermost first; '?name' may be missing, as compilers make jumps of its calls; '*' are any functions of
libraries. WAY is the same for moments before that, of which there may be less. EVENT is the event by which the path is told (judge_random.py).

With -DPATH_IN_R15 -ffixed-r15 the program also keeps the number, below R15_MARK, in the register r15 while it takes the path: so
a sample that any event takes in between, wherever that is, tells which functions can be on its stack.

The same seed makes the same program.
"""
import argparse
import os
import random

from random_asm import ASM_LEAVES, MORE_WRONG_TABLES, WRONG_TABLES
from random_leaves import NEWEST_LEAVES
from random_life import LIBRARY, LIFE_LEAVES, SELDOM, TRAMPOLINE

# Above the number of a path: no number that a library has in the register looks like this.
R15_MARK = 0x7157b3e9 << 32
LAYERS = 7
WIDTH = 7
CALLEES = 4


class Function:
    """A function of a layer: what its frame holds, and whom it may call."""

    # Each is a list of lines before the call, and one of lines behind it, which keep the frame until then.
    def __init__(self, rng, layer, index):
        self.layer = layer
        self.name = f"f_{layer}_{index}"
        self.tail = rng.random() < 0.12
        self.pointer = rng.random() < 0.25
        self.cold = rng.random() < 0.12
        self.pushes = rng.random() < 0.12
        self.align_prologue = rng.random() < 0.05
        self.kinds = [] if self.tail else [k for k in FRAMES if rng.random() < FRAMES[k]]
        self.size = rng.choice([24, 40, 72, 100, 144, 200, 328, 500, 900])
        self.align = rng.choice([32, 64])

    def head(self):
        attributes = "STEP " + ("__attribute__((force_align_arg_pointer)) " if self.align_prologue else "")
        more = ", long a, long b, long c, long d, long e, long f, long g" if self.pushes else ""
        return f"{attributes}static long {self.name}(long path{more})"


# What frames have in them, and how often.
FRAMES = {"array": 0.6, "alloca": 0.18, "aligned": 0.15, "copies": 0.25, "vector": 0.1, "vla": 0.1, "registers": 0.3,
          "remembers": 0.2}

BEFORE = {
    "array": "\tchar array[{size}];\n\tarray[0] = (char)path;\n\tKEEP(array);",
    "alloca": "\tchar *space = alloca((size_t)(16 + (path & 31) * 16));\n\tspace[0] = 1;\n\tKEEP(space);",
    "aligned": "\t_Alignas({align}) char lines[{align} * 2];\n\tlines[1] = 2;\n\tKEEP(lines);",
    "copies": "\tvoid *copies[4] = {{ sites[path & 7], sites[(path + 3) & 7], sites[(path + 5) & 7], sites[1] }};\n\tKEEP(copies);",
    "vector": "\tdouble v[4] = {{ 1.5 + path, 2.5, 3.5, 4.5 }};\n\tKEEP(v);",
    "vla": "\tchar vla[(path & 15) * 16 + 16];\n\tvla[3] = 3;\n\tKEEP(vla);",
    "registers": "\tlong r1 = path * 3 + seen, r2 = path ^ seen, r3 = path - seen, r4 = r1 * r2, r5 = r3 + 7;",
    "remembers": "\tsites[path & 7] = __builtin_return_address(0);",
}
AFTER = {
    "array": "\tresult += array[path & 15];",
    "alloca": "\tresult += space[0];",
    "aligned": "\tresult += lines[1];",
    "copies": "\tresult += copies[path & 3] != 0;",
    "vector": "\tresult += (long)(v[path & 3] * 2);",
    "vla": "\tresult += vla[3];",
    "registers": "\tresult += r1 + r2 * 3 + r3 + r4 * 5 + r5;",
    "remembers": "",
}

HEAD = r"""// SPDX-License-Identifier: GPL-2.0-only
// Made by tests/truth/random_program.py from the seed %(seed)d.
#define _GNU_SOURCE
#include <alloca.h>
#include <dirent.h>
#include <ftw.h>
#include <glob.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <link.h>
#include <printf.h>
#endif

#if defined(__clang__)
#define STEP __attribute__((noinline))
#else
#define STEP __attribute__((noinline, noclone, noipa))
#endif
/* Something is left to do behind a call, so that the call does not become a jump. */
#define BACK() __asm__ volatile("" : : : "memory")
#define KEEP(x) __asm__ volatile("" : : "r"(&(x)) : "memory")

/*
 * What a system call is told by: its number in the place of an offset. Where another event is to be told, this is said before it,
 * and that it is over behind it: by other files that nobody has.
 */
#define TELL(fd, path) lseek(fd, path, SEEK_SET)
#define BEGIN(path) TELL(-2, path)
#define END(path) TELL(-3, path)

#ifdef PATH_IN_R15
register long path_now __asm__("r15");
#define NOW(path) (path_now = %(mark)d | (path))
#else
#define NOW(path) ((void)(path))
#endif

static __thread long current;
static __thread sigjmp_buf out_of_signal;
static volatile long seen, zero;
static void *sites[8];
static char *page;
static __thread int in_handler;

STEP static long say(long path)
{
	long n = TELL(-1, path);

	BACK();
	return n;
}
"""

# Each leaf: a text of C that has a function leaf_NAME(path), the event, and the tokens behind the layers' functions.
SYSCALL = "sys_enter_lseek"
LEAVES = {
    "wrapper": (r"""
STEP static long leaf_wrapper(long path)
{
	long n = TELL(-1, path);

	BACK();
	return n;
}
""", "leaf_wrapper;*"),
    "said": (r"""
STEP static long leaf_said(long path)
{
	long n = say(path);

	BACK();
	return n;
}
""", "leaf_said;say;*"),
    "jumped": (r"""
STEP static long leaf_jumped(long path)
{
	return TELL(-1, path);
}
""", "?leaf_jumped;*"),
    "syscall": (r"""
STEP static long leaf_syscall(long path)
{
	long n = syscall(SYS_lseek, -1, path, SEEK_SET);

	BACK();
	return n;
}
""", "leaf_syscall;*"),
    "asm": (r"""
STEP static long leaf_asm(long path)
{
	long n;

	__asm__ volatile("syscall" : "=a"(n) : "a"((long)SYS_lseek), "D"(-1L), "S"(path), "d"((long)SEEK_SET) : "rcx", "r11", "memory");
	return n;
}
""", "leaf_asm"),
    "qsort": (r"""
STEP static int compare_qsort(const void *a, const void *b)
{
	TELL(-1, current);
	BACK();
	return *(const int *)a - *(const int *)b;
}

STEP static long leaf_qsort(long path)
{
	int values[2] = { 2, 1 };

	current = path;
	qsort(values, 2, sizeof(values[0]), compare_qsort);
	BACK();
	return values[0];
}
""", "leaf_qsort;*;compare_qsort;*"),
    "bsearch": (r"""
STEP static int compare_bsearch(const void *a, const void *b)
{
	TELL(-1, current);
	BACK();
	return *(const int *)a - *(const int *)b;
}

STEP static long leaf_bsearch(long path)
{
	int values[1] = { 2 }, key = 1;

	current = path;
	void *found = bsearch(&key, values, 1, sizeof(values[0]), compare_bsearch);
	BACK();
	return found != NULL;
}
""", "leaf_bsearch;*;compare_bsearch;*"),
    "cookie": (r"""
#ifdef __GLIBC__
STEP static ssize_t write_cookie(void *cookie, const char *text, size_t n)
{
	(void)cookie;
	(void)text;
	TELL(-1, current);
	BACK();
	return (ssize_t)n;
}

STEP static long leaf_cookie(long path)
{
	FILE *f = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = write_cookie });

	current = path;
	setvbuf(f, NULL, _IONBF, 0);
	fprintf(f, "%s", "x");
	BACK();
	return fclose(f);
}
#else
STEP static ssize_t write_cookie(void)
{
	TELL(-1, current);
	BACK();
	return 0;
}

STEP static long leaf_cookie(long path)
{
	current = path;
	write_cookie();
	BACK();
	return 0;
}
#endif
""", "leaf_cookie;*;write_cookie;*"),
    "once": (r"""
STEP static void run_once(void)
{
	TELL(-1, current);
	BACK();
}

STEP static long leaf_once(long path)
{
	pthread_once_t once = PTHREAD_ONCE_INIT;

	current = path;
	pthread_once(&once, run_once);
	BACK();
	return 0;
}
""", "leaf_once;*;run_once;*"),
    "headers": (r"""
#ifdef __GLIBC__
STEP static int see_headers(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)info;
	(void)size;
	(void)data;
	TELL(-1, current);
	BACK();
	return 1;
}

STEP static long leaf_headers(long path)
{
	current = path;
	long n = dl_iterate_phdr(see_headers, NULL);
	BACK();
	return n;
}
#else
STEP static int see_headers(void)
{
	TELL(-1, current);
	BACK();
	return 1;
}

STEP static long leaf_headers(long path)
{
	current = path;
	long n = see_headers();
	BACK();
	return n;
}
#endif
""", "leaf_headers;*;see_headers;*"),
    "raise": (r"""
STEP static long leaf_raise(long path)
{
	current = path;
	raise(SIGUSR1);
	BACK();
	return 0;
}
""", "leaf_raise;*;on_usr1;*"),
    "nested": (r"""
STEP static long leaf_nested(long path)
{
	current = path;
	raise(SIGHUP);
	BACK();
	return 0;
}
""", "leaf_nested;*;on_hup;*;on_usr1;*"),
    "other_stack": (r"""
STEP static long leaf_other_stack(long path)
{
	current = path;
	raise(SIGUSR2);
	BACK();
	return 0;
}
""", "leaf_other_stack;*;on_usr2;*"),
    "fault": (r"""
STEP static long leaf_fault(long path)
{
	current = path;
	mprotect(page, 4096, PROT_NONE);
	long n = *(volatile char *)page;
	BACK();
	return n;
}
""", "leaf_fault;*;on_segv;*"),
    "fault_memcpy": (r"""
STEP static long leaf_fault_memcpy(long path)
{
	char copy[200];

	current = path;
	mprotect(page, 4096, PROT_NONE);
	memcpy(copy, page, sizeof(copy) - (size_t)zero);
	KEEP(copy);
	return copy[1];
}
""", "leaf_fault_memcpy;*;on_segv;*"),
    "fault_strlen": (r"""
STEP static long leaf_fault_strlen(long path)
{
	current = path;
	mprotect(page, 4096, PROT_NONE);
	size_t n = strlen(page);
	BACK();
	return (long)n;
}
""", "leaf_fault_strlen;*;on_segv;*"),
    "jump_out": (r"""
STEP static long fall(void)
{
	long n = *(volatile char *)zero;

	BACK();
	return n;
}

STEP static long leaf_jump_out(long path)
{
	current = path;
	in_handler = 1;
	if (!sigsetjmp(out_of_signal, 1))
		seen += fall();
	BACK();
	in_handler = 0;
	return 1;
}
""", "leaf_jump_out;fall;*;on_segv;*"),
    "after_jump": (r"""
STEP static void throw_far(void)
{
	siglongjmp(out_of_signal, 1);
}

STEP static long leaf_after_jump(long path)
{
	if (!sigsetjmp(out_of_signal, 0))
		throw_far();
	else
		seen += TELL(-1, path);
	BACK();
	return 1;
}
""", "leaf_after_jump;*"),
    "thread": (r"""
STEP static void *in_thread(void *path)
{
	TELL(-1, (long)path);
	BACK();
	return NULL;
}

STEP static long leaf_thread(long path)
{
	pthread_t thread;

	if (!pthread_create(&thread, NULL, in_thread, (void *)path))
		pthread_join(thread, NULL);
	BACK();
	return 0;
}
""", None),
    "context": (r"""
#ifdef __GLIBC__
static ucontext_t here, there;
static char other[65536];

STEP static void in_context(void)
{
	TELL(-1, current);
	BACK();
}

STEP static long leaf_context(long path)
{
	current = path;
	getcontext(&there);
	there.uc_stack.ss_sp = other;
	there.uc_stack.ss_size = sizeof(other);
	there.uc_link = &here;
	makecontext(&there, in_context, 0);
	swapcontext(&here, &there);
	BACK();
	return 0;
}
#else
/* There are no contexts, and nothing is told. */
STEP static long leaf_context(long path)
{
	current = path;
	return 0;
}
#endif
""", None),
    "printf": (r"""
STEP static long leaf_printf(long path)
{
	static FILE *f;
	char text[40];

	if (!f)
		f = fopen("/dev/null", "w");
	BEGIN(path);
	setvbuf(f, NULL, _IONBF, 0);
	int n = fprintf(f, "%f %s", 1.5 + (double)path, "x");
	snprintf(text, sizeof(text), "%d", n);
	END(path);
	KEEP(text);
	return text[0];
}
""", "leaf_printf;*", "sys_enter_write"),
    "nap": (r"""
STEP static long leaf_nap(long path)
{
	struct timespec t = { 0, 1000 };

	BEGIN(path);
	nanosleep(&t, NULL);
	END(path);
	BACK();
	return t.tv_nsec;
}
""", "leaf_nap;*", "sys_enter_clock_nanosleep|sys_enter_nanosleep"),
    "poll": (r"""
STEP static long leaf_poll(long path)
{
	struct pollfd p = { -1, POLLIN, 0 };

	BEGIN(path);
	int n = poll(&p, 1, 1);
	END(path);
	BACK();
	return n;
}
""", "leaf_poll;*", "sys_enter_poll"),
    "condition": (r"""
STEP static long leaf_condition(long path)
{
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	pthread_mutex_lock(&mutex);
	until.tv_nsec += 100000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	BEGIN(path);
	pthread_cond_timedwait(&condition, &mutex, &until);
	END(path);
	pthread_mutex_unlock(&mutex);
	BACK();
	return 0;
}
""", "leaf_condition;*", "sys_enter_futex"),
    "first_touch": (r"""
STEP static long leaf_first_touch(long path)
{
	char *area = mmap((char *)0x600000000000 + (path << 12), 4096, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	((volatile char *)area)[path & 4095] = 1;
	munmap(area, 4096);
	BACK();
	return 0;
}
""", "leaf_first_touch", "page-faults"),
    "vfork": (r"""
STEP static long leaf_vfork(long path)
{
	pid_t pid = vfork();

	if (!pid) {
		TELL(-1, path);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	BACK();
	return pid;
}
""", "leaf_vfork;*"),
    "bare_call": (r"""
/* Without unwind tables, and without a frame; as people write assembler. */
__asm__(".text\n.type bare_call,@function\nbare_call:\n\tsub $8,%rsp\n\tmov %rdi,%rsi\n\tmov $-1,%rdi\n\txor %edx,%edx\n\tcall say_bare\n"
	"\tadd $8,%rsp\n\tret\n.size bare_call,.-bare_call\n");
long bare_call(long path);

STEP long say_bare(int fd, long path)
{
	long n = TELL(fd, path);

	BACK();
	return n;
}

STEP static long leaf_bare_call(long path)
{
	long n = bare_call(path);

	BACK();
	return n;
}
""", "leaf_bare_call;bare_call;say_bare;*"),
    "bare_rbp": (r"""
/* The same, and it uses rbp for a number. */
__asm__(".text\n.type bare_rbp,@function\nbare_rbp:\n\tpush %rbp\n\tmov $12345,%ebp\n\tmov %rdi,%rsi\n\tmov $-1,%rdi\n\tcall say_rbp\n"
	"\tpop %rbp\n\tret\n.size bare_rbp,.-bare_rbp\n");
long bare_rbp(long path);

STEP long say_rbp(int fd, long path)
{
	long n = TELL(fd, path);

	BACK();
	return n;
}

STEP static long leaf_bare_rbp(long path)
{
	long n = bare_rbp(path);

	BACK();
	return n;
}
""", "leaf_bare_rbp;bare_rbp;say_rbp;*"),
}

# Those that came later: programs of smaller seeds, of which some are kept, stay what they were.
LATER_FROM = 10000
LATER_LEAVES = {
    "pushed": (r"""
/* A call by hand: it pushes where to go on, and jumps. A table describes it. */
__asm__(".text\n.type call_pushed,@function\ncall_pushed:\n\t.cfi_startproc\n\tsub $8,%rsp\n\t.cfi_adjust_cfa_offset 8\n\tmov %rdi,%rsi\n"
	"\tmov $-1,%rdi\n\tlea 1f(%rip),%rax\n\tpush %rax\n\t.cfi_adjust_cfa_offset 8\n\tjmp say_pushed\n\tint3\n1:\t.cfi_adjust_cfa_offset -8\n"
	"\tadd $8,%rsp\n\t.cfi_adjust_cfa_offset -8\n\tret\n\t.cfi_endproc\n.size call_pushed,.-call_pushed\n");
long call_pushed(long path);

STEP long say_pushed(int fd, long path)
{
	long n = TELL(fd, path);

	BACK();
	return n;
}

STEP static long leaf_pushed(long path)
{
	long n = call_pushed(path);

	BACK();
	return n;
}
""", "leaf_pushed;call_pushed;say_pushed;*"),
    "pushed_bare": (r"""
/* The same without a table, and it gets where it goes by a return. */
__asm__(".text\n.type call_returned,@function\ncall_returned:\n\tsub $8,%rsp\n\tmov %rdi,%rsi\n\tmov $-1,%rdi\n\tlea 1f(%rip),%rax\n"
	"\tpush %rax\n\tlea say_returned(%rip),%rax\n\tpush %rax\n\tret\n1:\tadd $8,%rsp\n\tret\n.size call_returned,.-call_returned\n");
long call_returned(long path);

STEP long say_returned(int fd, long path)
{
	long n = TELL(fd, path);

	BACK();
	return n;
}

STEP static long leaf_pushed_bare(long path)
{
	long n = call_returned(path);

	BACK();
	return n;
}
""", "leaf_pushed_bare;call_returned;say_returned;*"),
    "went": (r"""
/* A jump at the end of a function, made of a push and a return. */
__asm__(".text\n.type go_by_return,@function\ngo_by_return:\n\t.cfi_startproc\n\tmov %rdi,%rsi\n\tmov $-1,%rdi\n\tlea say_gone(%rip),%rax\n"
	"\tpush %rax\n\t.cfi_adjust_cfa_offset 8\n\tret\n\t.cfi_endproc\n.size go_by_return,.-go_by_return\n");
long go_by_return(long path);

STEP long say_gone(int fd, long path)
{
	long n = TELL(fd, path);

	BACK();
	return n;
}

STEP static long leaf_went(long path)
{
	long n = go_by_return(path);

	BACK();
	return n;
}
""", "leaf_went;?go_by_return;say_gone;*"),
    "asks_where": (r"""
/* It calls the next instruction to know where it is, and takes the address away. */
__asm__(".text\n.type where_am_i,@function\nwhere_am_i:\n\t.cfi_startproc\n\tpush %rbx\n\t.cfi_adjust_cfa_offset 8\n\t.cfi_rel_offset %rbx,0\n"
	"\tmov %rdi,%rsi\n\tmov $-1,%rdi\n\tcall 1f\n1:\tpop %rbx\n\tcall say_where\n\tpop %rbx\n\t.cfi_adjust_cfa_offset -8\n\tret\n"
	"\t.cfi_endproc\n.size where_am_i,.-where_am_i\n");
long where_am_i(long path);

STEP long say_where(int fd, long path)
{
	long n = TELL(fd, path);

	BACK();
	return n;
}

STEP static long leaf_asks_where(long path)
{
	long n = where_am_i(path);

	BACK();
	return n;
}
""", "leaf_asks_where;where_am_i;say_where;*"),
    "fiber": (r"""
/* A stack of its own, with a zero where its first function would return to, as coroutines of libraries have it. */
__asm__(".lcomm fiber_saved,8\n.text\n.type enter_fiber,@function\nenter_fiber:\n\tpush %rbx\n\tpush %rbp\n\tpush %r12\n\tpush %r13\n\tpush %r14\n"
	"\tmov %rsp,fiber_saved(%rip)\n\tmov %rdi,%rsp\n\tpush $0\n\tjmp *%rsi\n.size enter_fiber,.-enter_fiber\n"
	".type leave_fiber,@function\nleave_fiber:\n\tmov fiber_saved(%rip),%rsp\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbp\n\tpop %rbx\n"
	"\tret\n.size leave_fiber,.-leave_fiber\n");
void enter_fiber(char *top, void (*function)(void));
void leave_fiber(void);

STEP void in_fiber(void)
{
	char array[100];

	KEEP(array);
	TELL(-1, current);
	BACK();
	leave_fiber();
	BACK();
}

STEP static long leaf_fiber(long path)
{
	static char *stack;

	if (!stack) {
		stack = mmap(NULL, 65536 + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		mprotect(stack + 65536, 4096, PROT_NONE);
	}
	current = path;
	enter_fiber(stack + 65536 - 32, in_fiber);
	BACK();
	return 0;
}
""", None),
    "zero": (r"""
/* Its caller has left a zero where others have their return address; it comes back by a jump, with the stack as it was. */
__asm__(".text\n.type call_zero,@function\ncall_zero:\n\t.cfi_startproc\n\tpush %rbx\n\t.cfi_adjust_cfa_offset 8\n\t.cfi_rel_offset %rbx,0\n"
	"\tmov %rdi,%rsi\n\tmov $-1,%rdi\n\tlea 1f(%rip),%rbx\n\tpush $0\n\t.cfi_adjust_cfa_offset 8\n\tjmp run_zero\n1:\tadd $8,%rsp\n"
	"\t.cfi_adjust_cfa_offset -8\n\tpop %rbx\n\t.cfi_adjust_cfa_offset -8\n\tret\n\t.cfi_endproc\n.size call_zero,.-call_zero\n"
	".type run_zero,@function\nrun_zero:\n\t.cfi_startproc\n\tsub $8,%rsp\n\t.cfi_adjust_cfa_offset 8\n\tcall say_zero\n\tadd $8,%rsp\n"
	"\t.cfi_adjust_cfa_offset -8\n\tjmp *%rbx\n\t.cfi_endproc\n.size run_zero,.-run_zero\n");
long call_zero(long path);

STEP long say_zero(int fd, long path)
{
	long n = TELL(fd, path);

	BACK();
	return n;
}

STEP static long leaf_zero(long path)
{
	long n = call_zero(path);

	BACK();
	return n;
}
""", "leaf_zero;call_zero;run_zero;say_zero;*"),
}

# And these still later.
LATEST_FROM = 100000
LATEST_LEAVES = {
    "wrong_pointer": (r"""
/* It calls a pointer that leads nowhere. */
STEP static long leaf_wrong_pointer(long path)
{
	long (*volatile nowhere)(long) = (long (*)(long))0x123456789abc;

	current = path;
	in_handler = 1;
	if (!sigsetjmp(out_of_signal, 1))
		seen += nowhere(path);
	BACK();
	in_handler = 0;
	return 1;
}
""", "leaf_wrong_pointer;*;on_segv;*"),
    "own_return": (r"""
/* A handler that returns to code of the program, in a form of its own. */
__asm__(".text\n.globl go_back\n.type go_back,@function\ngo_back:\n\tpush %rax\n\tpop %rax\n\tmov $15,%eax\n\tnop\n\tsyscall\n.size go_back,.-go_back\n");
void go_back(void);

STEP static void on_term(int number)
{
	(void)number;
	TELL(-1, current);
	BACK();
}

STEP static long leaf_own_return(long path)
{
	struct { void (*handler)(int); unsigned long flags; void (*restorer)(void); unsigned long mask; } action = {
		on_term, 0x04000000 | SA_NODEFER, go_back, 0 };

	current = path;
	syscall(SYS_rt_sigaction, SIGTERM, &action, NULL, 8);
	raise(SIGTERM);
	BACK();
	return 0;
}
""", "leaf_own_return;*;go_back;on_term;*"),
    "nested_other": (r"""
/* Two handlers, one below the other, on the other stack. */
STEP static void on_int(int number)
{
	char on_other_stack[700];

	(void)number;
	KEEP(on_other_stack);
	raise(SIGUSR2);
	BACK();
}

STEP static long leaf_nested_other(long path)
{
	struct sigaction action = { .sa_handler = on_int, .sa_flags = SA_ONSTACK | SA_NODEFER };

	current = path;
	sigaction(SIGINT, &action, NULL);
	raise(SIGINT);
	BACK();
	return 0;
}
""", "leaf_nested_other;*;on_int;*;on_usr2;*"),
    "own_altstack": (r"""
/* The other stack is an array of its caller's, above the functions that it interrupts. */
STEP static long raise_it(long path)
{
	current = path;
	raise(SIGUSR2);
	BACK();
	return 0;
}

STEP static long leaf_own_altstack(long path)
{
	char room[16384];
	stack_t old, stack = { .ss_sp = room, .ss_size = sizeof(room) };

	memset(room, 0, sizeof(room));
	sigaltstack(&stack, &old);
	raise_it(path);
	sigaltstack(&old, NULL);
	KEEP(room);
	return 0;
}
""", "leaf_own_altstack;raise_it;*;on_usr2;*"),
    "popped": (r"""
/* It takes its arguments from the stack when it returns. */
__asm__(".text\n.type pop_own,@function\npop_own:\n\tsub $8,%rsp\n\tmov %rdi,%rsi\n\tmov $-1,%rdi\n\tcall say_popped\n\tadd $8,%rsp\n"
	"\tret $16\n.size pop_own,.-pop_own\n.type push_for_it,@function\npush_for_it:\n\tpush %rbx\n\tpush %rdi\n\tpush %rdi\n\tcall pop_own\n"
	"\tpop %rbx\n\tret\n.size push_for_it,.-push_for_it\n");
long push_for_it(long path);

STEP long say_popped(int fd, long path)
{
	long n = TELL(fd, path);

	BACK();
	return n;
}

STEP static long leaf_popped(long path)
{
	long n = push_for_it(path);

	BACK();
	return n;
}
""", "leaf_popped;push_for_it;pop_own;say_popped;*"),
}

# The leaves of these are others (random_leaves.py, random_asm.py), and something happens before main() and behind it; later programs have some
# of all. Tables that are wrong are tried only where they are asked for.
NEWEST_FROM = 200000
WRONG_TABLES_FROM = 290000
MORE_WRONG_TABLES_FROM = 295000
ALL_FROM = 300000
# What occurs in life (random_life.py): only these, then some of all. Code on the stack makes all stacks executable: every other program has it.
# Seeds by the clock, which are larger, have none: walks along frame pointers alone are not judged by these.
LIFE = range(700000, 1000000)
LIFE_AND_ALL_FROM = 800000
SELDOM_FROM = 900000
# The numbers by which that is told: no path has them.
OUTSIDE = {"construct": 0x7fff001, "picked": 0x7fff002, "destruct": 0x7fff003, "at_exit": 0x7fff004, "on_leaving": 0x7fff005}

OUTSIDE_TEXT = r"""
__attribute__((constructor)) STEP void construct(void)
{
	TELL(-1, 0x7fff001);
	BACK();
}

__attribute__((destructor)) STEP void destruct(void)
{
	TELL(-1, 0x7fff003);
	BACK();
}

STEP void at_exit(void)
{
	TELL(-1, 0x7fff004);
	BACK();
}

#ifdef __GLIBC__
/* What chooses a function while the program is loaded. */
__asm__(".text\n.globl picked\n.type picked,@gnu_indirect_function\npicked:\n\t.cfi_startproc\n\tmov $8,%eax\n\tmov $-1,%rdi\n\tmov $0x7fff002,%esi\n"
	"\txor %edx,%edx\n\tsyscall\n\tlea at_exit(%rip),%rax\n\tret\n\t.cfi_endproc\n.size picked,.-picked\n");
void picked(void);
void (*volatile pick)(void) = picked;

STEP void on_leaving(int status, void *data)
{
	(void)status;
	(void)data;
	TELL(-1, 0x7fff005);
	BACK();
}

#define OUTSIDE (atexit(pick), on_exit(on_leaving, NULL))
#else
#define OUTSIDE (atexit(at_exit))
#endif
"""

HANDLERS = r"""
STEP static void on_usr1(int number)
{
	(void)number;
	TELL(-1, current);
	BACK();
}

STEP static void on_hup(int number)
{
	(void)number;
	raise(SIGUSR1);
	BACK();
}

STEP static void on_usr2(int number)
{
	char on_other_stack[3000];

	(void)number;
	KEEP(on_other_stack);
	TELL(-1, current);
	BACK();
}

STEP static void on_segv(int number)
{
	(void)number;
	TELL(-1, current);
	BACK();
	if (in_handler)
		siglongjmp(out_of_signal, 1);
	mprotect(page, 4096, PROT_READ | PROT_WRITE);
}
"""

MAIN = r"""
#ifdef TICKS
/* The same as a timer of a profiler, but for that it is a handler of this program. */
STEP static void on_tick(int number)
{
	(void)number;
	if (path_now >> 32 == %(mark)d >> 32)
		TELL(-4, path_now & 0xffffffff);
	BACK();
}
#endif

static const long paths[] = { %(paths)s };

STEP static void *run(void *name)
{
	prctl(PR_SET_NAME, name);
	for (unsigned int i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		switch (paths[i] %% %(width)d) {
%(roots)s
		}
	}
	BACK();
	return NULL;
}

static void handle(int number, void (*function)(int), int flags)
{
	struct sigaction action = { .sa_handler = function, .sa_flags = flags | SA_NODEFER };

	sigaction(number, &action, NULL);
}

int main(int argc, char **argv)
{
	static char alternate[65536];
	stack_t stack = { .ss_sp = alternate, .ss_size = sizeof(alternate) };
	pthread_t thread;

	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	handle(SIGUSR1, on_usr1, 0);
	handle(SIGHUP, on_hup, 0);
	handle(SIGSEGV, on_segv, 0);
	handle(SIGUSR2, on_usr2, SA_ONSTACK);
	sigaltstack(&stack, NULL);
	%(outside)s;
#ifdef TICKS
	handle(SIGALRM, on_tick, SA_RESTART);
	setitimer(ITIMER_REAL, &(struct itimerval){ { 0, 100 }, { 0, 100 } }, NULL);
#endif
	for (int rounds = argc > 1 ? atoi(argv[1]) : 1; rounds > 0; rounds--)
		run("p");
	/* Once more below another root; each thread has an other stack of its own. */
	sigaltstack(&(stack_t){ .ss_flags = SS_DISABLE }, NULL);
	if (!pthread_create(&thread, NULL, run, "t"))
		pthread_join(thread, NULL);
	printf("%%d\n", seen != 0);
	return 0;
}
"""


def body(rng, f, callees):
    """The text of function @f, which calls one of @callees as its digit of the path says."""
    digit = f"(path / {WIDTH ** (f.layer + 1)} % {CALLEES})"
    lines = [f.head(), "{"]
    words = {"size": f.size, "align": f.align}
    if not f.tail:
        lines.append("\tlong result = 0;\n")
    lines += [BEFORE[k].format(**words) for k in f.kinds]
    calls = [call(c) for c in callees]
    if f.tail:
        lines.append(f"\tswitch {digit} {{")
        lines += [f"\tcase {i}: return {c};" for i, c in enumerate(calls)]
        lines.append("\t}\n\treturn path;")
    elif f.pointer and not any(isinstance(c, Function) and c.pushes for c in callees):
        names = ", ".join(c.name if isinstance(c, Function) else "leaf_" + c for c in callees)
        lines.append(f"\tstatic long (*volatile const table[])(long) = {{ {names} }};")
        lines.append(f"\tresult += table{digit.replace('(', '[', 1)[:-1]}](path);")
    else:
        if f.cold:
            lines.append("\tif (__builtin_expect(path != zero - 1, 0)) {")
        lines.append(f"\tswitch {digit} {{")
        lines += [f"\tcase {i}: result += {c}; break;" for i, c in enumerate(calls)]
        lines.append("\t}")
        if f.cold:
            lines.append("\tseen += result * 3;\n\t}")
    if not f.tail:
        lines.append("\tBACK();")
        lines += [AFTER[k] for k in f.kinds if AFTER[k]]
        if f.pushes:
            lines.append("\tresult += a + b * 2 + c + d + e + f + g * 3;")
        lines.append("\treturn result;")
    return "\n".join(lines + ["}", ""])


def call(callee):
    if not isinstance(callee, Function):
        return f"leaf_{callee}(path)"
    return f"{callee.name}(path{', 1, 2, 3, 4, path, seen, 7' if callee.pushes else ''})"


class Program:
    def __init__(self, seed, nr_paths, all_leaves=None):
        self.seed = seed
        if not all_leaves:
            all_leaves = {**LEAVES, **(LATER_LEAVES if seed >= LATER_FROM else {}), **(LATEST_LEAVES if seed >= LATEST_FROM else {})}
            if seed >= NEWEST_FROM:
                all_leaves = {**(all_leaves if seed >= ALL_FROM else {}), **NEWEST_LEAVES, **ASM_LEAVES}
            if WRONG_TABLES_FROM <= seed < ALL_FROM:
                all_leaves.update({**WRONG_TABLES, **(MORE_WRONG_TABLES if seed >= MORE_WRONG_TABLES_FROM else {})})
            if seed in LIFE:
                all_leaves = {**(all_leaves if seed >= LIFE_AND_ALL_FROM else {}), **LIFE_LEAVES, **(TRAMPOLINE if seed % 2 else {}),
                              **(SELDOM if seed >= SELDOM_FROM else {})}
        self.leaves = all_leaves
        self.rng = rng = random.Random(seed)
        self.layers = [[Function(rng, i, j) for j in range(WIDTH)] for i in range(LAYERS)]
        self.callees = {f.name: [rng.choice(self.layers[i + 1]) for _ in range(CALLEES)]
                        for i, layer in enumerate(self.layers[:-1]) for f in layer}
        # Each leaf is somebody's, as far as there is room.
        leaves = list(all_leaves) + [rng.choice(list(all_leaves)) for _ in range(max(0, WIDTH * CALLEES - len(all_leaves)))]
        rng.shuffle(leaves)
        for i, f in enumerate(self.layers[-1]):
            self.callees[f.name] = leaves[i * CALLEES:(i + 1) * CALLEES]
        digits = [rng.randrange(CALLEES ** LAYERS) for _ in range(nr_paths)]
        self.paths = sorted({self.number(d, rng.randrange(WIDTH)) for d in digits})
        rng.shuffle(self.paths)

    def number(self, digits, root):
        """The path that begins with function @root and takes callee @digits, base CALLEES, at each layer."""
        path = root
        for i in range(LAYERS):
            path += digits % CALLEES * WIDTH ** (i + 1)
            digits //= CALLEES
        return path

    def walk(self, path):
        """The functions of a path, and the leaf."""
        f = self.layers[0][path % WIDTH]
        while isinstance(f, Function):
            yield f
            f = self.callees[f.name][path // WIDTH ** (f.layer + 1) % CALLEES]
        yield f

    def truth(self, path, roots):
        """(event, tokens, way) of a path below @roots, the functions of ours that come before run()."""
        *functions, leaf = self.walk(path)
        tokens = self.leaves[leaf][1]
        event = self.leaves[leaf][2] if len(self.leaves[leaf]) > 2 else SYSCALL
        functions = [("?" if f.tail else "") + f.name for f in functions]
        above = ["*"] + roots + ["run"] + functions
        begin = [t for f in roots + ["run"] for t in ("*", f)] + ["*"]
        if tokens is None:
            return event, f"*;in_{leaf};*", ";".join(begin + functions + [f"leaf_{leaf};*"])
        if tokens.startswith("^"):
            own = [f";?{t.lstrip('?')};*" for t in tokens[1:].split(";") if t != "*"]
            return event, "*;" + tokens[1:], ";".join(begin + functions + [f"leaf_{leaf};*"]) + "".join(own)
        # Anywhere in a leaf it may have called a library, and before all of it: to name the thread, to find a function.
        anywhere = [t for t in tokens.split(";") if t != "*"]
        return event, ";".join(above + [tokens]), ";".join(begin + functions + [";*;".join(anywhere) + ";*"])

    def source(self):
        rng = self.rng
        parts = [HEAD % {"seed": self.seed, "mark": R15_MARK}]
        parts += [leaf[0] for leaf in self.leaves.values()]
        parts.append(HANDLERS)
        parts += [OUTSIDE_TEXT] * (self.seed >= NEWEST_FROM)
        for layer in reversed(self.layers):
            parts += [body(rng, f, self.callees[f.name]) for f in layer]
        roots = "\n".join(f"\t\tcase {i}: {{ long path = paths[i]; NOW(path); seen += {call(f)}; break; }}" for i, f in enumerate(self.layers[0]))
        parts.append(MAIN % {"paths": ", ".join(map(str, self.paths)), "width": WIDTH, "roots": roots, "mark": R15_MARK,
                             "outside": "OUTSIDE" if self.seed >= NEWEST_FROM else "(void)0"})
        return "\n".join(parts)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--paths", type=int, default=150)
    p.add_argument("seed", type=int)
    p.add_argument("out")
    opts = p.parse_args()
    program = Program(opts.seed, opts.paths)
    os.makedirs(opts.out, exist_ok=True)
    with open(os.path.join(opts.out, "program.c"), "w", encoding="utf-8") as f:
        f.write(program.source())
    if opts.seed in LIFE:
        with open(os.path.join(opts.out, "library.c"), "w", encoding="utf-8") as f:
            f.write(LIBRARY)
    with open(os.path.join(opts.out, "list"), "w", encoding="utf-8") as f:
        for path in program.paths:
            f.write("p#%x %s %s %s\n" % ((path,) + program.truth(path, ["main"])))
            f.write("t#%x %s %s %s\n" % ((path,) + program.truth(path, [])))
        for name, path in OUTSIDE.items() if opts.seed >= NEWEST_FROM else ():
            # The loader's stack has no function of the program that says whether it is whole, and linkers give that symbol to a stub.
            if name != "picked":
                f.write(f"{'program' if name == 'construct' else 'p'}#{path:x} {SYSCALL} *;{name};* *\n")


if __name__ == "__main__":
    main()
