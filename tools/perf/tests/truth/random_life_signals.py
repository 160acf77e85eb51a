# SPDX-License-Identifier: GPL-2.0-only
"""Leaves as in random_life.py: what signals come from, and where they come. A library that is loaded in a handler is LIBRARY."""

SIGNALS = {
    "suspended": (r"""
STEP static void on_io(int number)
{
	(void)number;
	TELL(-1, current);
	BACK();
}

STEP static long leaf_suspended(long path)
{
	sigset_t set, old;

	current = path;
	signal(SIGIO, on_io);
	sigemptyset(&set);
	sigaddset(&set, SIGIO);
	sigprocmask(SIG_BLOCK, &set, &old);
	raise(SIGIO);
	sigsuspend(&old);
	sigprocmask(SIG_SETMASK, &old, NULL);
	BACK();
	return 1;
}
""", "leaf_suspended;*;on_io;*"),
    "unblocked": (r"""
STEP static void on_winch(int number)
{
	(void)number;
	TELL(-1, current);
	BACK();
}

STEP static long leaf_unblocked(long path)
{
	sigset_t set, old;

	current = path;
	signal(SIGWINCH, on_winch);
	sigemptyset(&set);
	sigaddset(&set, SIGWINCH);
	pthread_sigmask(SIG_BLOCK, &set, &old);
	raise(SIGWINCH);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	BACK();
	return 1;
}
""", "leaf_unblocked;*;on_winch;*"),
    "divided": (r"""
STEP static void on_fpe(int number)
{
	(void)number;
	TELL(-1, current);
	siglongjmp(out_of_signal, 1);
}

STEP static long divide(long path)
{
	long n = path / zero;

	BACK();
	return n;
}

STEP static long leaf_divided(long path)
{
	current = path;
	signal(SIGFPE, on_fpe);
	if (!sigsetjmp(out_of_signal, 1))
		seen += divide(path);
	BACK();
	return 1;
}
""", "leaf_divided;divide;*;on_fpe;*"),
    "privileged": (r"""
/* Its first instruction is one that a program may not use. */
__asm__(".text\n.globl asm_privileged\n.type asm_privileged,@function\nasm_privileged:\n\t.cfi_startproc\n\thlt\n\tret\n\t.cfi_endproc\n"
	".size asm_privileged,.-asm_privileged\n");
void asm_privileged(void);

STEP static long leaf_privileged(long path)
{
	current = path;
	in_handler = 1;
	if (!sigsetjmp(out_of_signal, 1))
		asm_privileged();
	BACK();
	in_handler = 0;
	return 1;
}
""", "leaf_privileged;asm_privileged;*;on_segv;*"),
    "called_data": (r"""
/* It calls what is no code. */
static char called_data_bytes[64] = { 1 };

STEP static long leaf_called_data(long path)
{
	void (*volatile to)(void) = (void (*)(void))(called_data_bytes + 16);

	current = path;
	in_handler = 1;
	if (!sigsetjmp(out_of_signal, 1))
		to();
	BACK();
	in_handler = 0;
	return 1;
}
""", "leaf_called_data;*;on_segv;*"),
    "stopped": (r"""
STEP static void on_trap(int number)
{
	(void)number;
	TELL(-1, current);
	BACK();
}

/* A breakpoint, behind which a signal says it is. */
STEP static long stops(long path)
{
	char array[80];

	KEEP(array);
	__asm__ volatile("int3");
	return path + array[3];
}

STEP static long leaf_stopped(long path)
{
	current = path;
	signal(SIGTRAP, on_trap);
	long n = stops(path);
	BACK();
	return n;
}
""", "leaf_stopped;stops;*;on_trap;*"),
    "disarmed": (r"""
#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1U << 31)
#endif

/* A handler on a stack that is none any more while it runs. */
STEP static void on_urg(int number)
{
	char array[600];

	(void)number;
	KEEP(array);
	TELL(-1, current);
	BACK();
}

STEP static long leaf_disarmed(long path)
{
	static char room[16384];
	struct sigaction action = { .sa_handler = on_urg, .sa_flags = SA_ONSTACK };
	stack_t old, stack = { .ss_sp = room, .ss_size = sizeof(room), .ss_flags = (int)SS_AUTODISARM };

	current = path;
	sigaltstack(&stack, &old);
	sigaction(SIGURG, &action, NULL);
	raise(SIGURG);
	sigaltstack(&old, NULL);
	BACK();
	return 1;
}
""", "leaf_disarmed;*;on_urg;*"),
    "overflow": (r"""
STEP static long overflow_more(long n)
{
	volatile char room[300];

	room[n & 255] = 1;
	long result = n < 0 ? 0 : overflow_more(n + 1);
	BACK();
	return result + room[3];
}

STEP static void on_overflow(int number)
{
	(void)number;
	TELL(-1, current);
	siglongjmp(out_of_signal, 1);
}

/* A thread that uses all of its stack. */
STEP static void *in_overflow(void *path)
{
	static char alternate[16384];
	struct sigaction old, action = { .sa_handler = on_overflow, .sa_flags = SA_ONSTACK };

	current = (long)path;
	sigaltstack(&(stack_t){ .ss_sp = alternate, .ss_size = sizeof(alternate) }, NULL);
	sigaction(SIGSEGV, &action, &old);
	if (!sigsetjmp(out_of_signal, 1))
		overflow_more(0);
	sigaction(SIGSEGV, &old, NULL);
	sigaltstack(&(stack_t){ .ss_flags = SS_DISABLE }, NULL);
	BACK();
	return NULL;
}

STEP static long leaf_overflow(long path)
{
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 20480);
	if (!pthread_create(&thread, &attr, in_overflow, (void *)path))
		pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
	BACK();
	return 0;
}
""", "^in_overflow;*;on_overflow;*"),
    "mixed": (r"""
STEP static int compare_mixed(const void *a, const void *b)
{
	raise(SIGUSR2);
	BACK();
	return *(const int *)a - *(const int *)b;
}

/* Handlers in a callback, in a handler, in a callback. */
STEP static void on_pwr(int number)
{
	int values[2] = { 2, number };

	qsort(values, 2, sizeof(values[0]), compare_mixed);
	BACK();
}

STEP static void once_mixed(void)
{
	signal(SIGPWR, on_pwr);
	raise(SIGPWR);
	BACK();
}

STEP static long leaf_mixed(long path)
{
	pthread_once_t once = PTHREAD_ONCE_INIT;

	current = path;
	pthread_once(&once, once_mixed);
	BACK();
	return 0;
}
""", "leaf_mixed;*;once_mixed;*;on_pwr;*;compare_mixed;*;on_usr2;*"),
    "preempted": (r"""
#ifdef __GLIBC__
static ucontext_t preempted, scheduler;
static char room_scheduler[40000];

STEP static void in_scheduler(void)
{
	for (;;)
		swapcontext(&scheduler, &preempted);
}

/* A handler that lets others run, and goes on later. */
STEP static void on_preempt(int number)
{
	(void)number;
	swapcontext(&preempted, &scheduler);
	TELL(-1, current);
	BACK();
}

STEP static long leaf_preempted(long path)
{
	static int done;

	if (!done++) {
		getcontext(&scheduler);
		scheduler.uc_stack.ss_sp = room_scheduler;
		scheduler.uc_stack.ss_size = sizeof(room_scheduler);
		makecontext(&scheduler, in_scheduler, 0);
	}
	current = path;
	signal(SIGRTMIN + 3, on_preempt);
	raise(SIGRTMIN + 3);
	BACK();
	return 0;
}
#else
STEP static long leaf_preempted(long path)
{
	return path;
}
#endif
""", "leaf_preempted;*;on_preempt;*"),
    "loaded": (r"""
#ifdef WITH_LIBRARY
#include <dlfcn.h>

/* A library is loaded in a handler, and tells while that is under way. */
STEP static void on_load(int number)
{
	char name[500], text[24];
	ssize_t n = readlink("/proc/self/exe", name, sizeof(name) - 12);

	(void)number;
	while (n > 0 && name[n - 1] != '/')
		n--;
	strcpy(name + n, "library.so");
	snprintf(text, sizeof(text), "%ld", current);
	setenv("PATH_NUMBER", text, 1);
	void *library = dlopen(name, RTLD_NOW);
	BACK();
	if (library)
		dlclose(library);
}

STEP static long leaf_loaded(long path)
{
	current = path;
	signal(SIGRTMIN + 4, on_load);
	raise(SIGRTMIN + 4);
	BACK();
	return 0;
}
#else
STEP static long leaf_loaded(long path)
{
	return path;
}
#endif
""", "leaf_loaded;*;on_load;*;construct_library;*"),
}

LIBRARY = r"""#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) void construct_library(void)
{
	const char *text = getenv("PATH_NUMBER");
	char array[200];

	array[0] = 1;
	__asm__ volatile("" : : "r"(array) : "memory");
	if (text)
		lseek(-1, atol(text), SEEK_SET);
	__asm__ volatile("" : : : "memory");
}
"""
