# SPDX-License-Identifier: GPL-2.0-only
"""The leaves of random programs of seeds from 700000 to 999999: what programs do in life, and the others do not.

As random_leaves.py. A library that is loaded in a handler is LIBRARY.
"""
from random_asm import TELLS, function, leaf
from random_leaves import say

# Ways out of functions, and into them.
WAYS = {
    "out_of_deep": (say("out_of_deep") + r"""
static jmp_buf out_of_deep;

STEP static long dig(long path, int n)
{
	char room[(path & 63) + n * 8 + 16], *more = alloca((size_t)(path & 127) + 1);

	room[n] = more[0] = 1;
	KEEP(room);
	KEEP(*more);
	if (!n)
		longjmp(out_of_deep, 1);
	long result = dig(path, n - 1);
	BACK();
	return result + room[n] + more[0];
}

/* A jump over many frames of variable size, into another one. */
STEP static long leaf_out_of_deep(long path)
{
	char vla[(path & 31) + 16];

	vla[0] = 1;
	KEEP(vla);
	if (!setjmp(out_of_deep))
		seen += dig(path, 9);
	else
		seen += say_out_of_deep(-1, path);
	BACK();
	return vla[0];
}
""", "leaf_out_of_deep;say_out_of_deep;*"),
    "no_return": (say("no_return") + r"""
__attribute__((noreturn)) STEP static void ends_here(long path)
{
	say_no_return(-1, path);
	siglongjmp(out_of_signal, 1);
}

/* Behind the last call of a function is the next function. */
__attribute__((noreturn)) STEP static void ends_soon(long path)
{
	char array[40];

	KEEP(array);
	ends_here(path);
}

STEP static long leaf_no_return(long path)
{
	if (!sigsetjmp(out_of_signal, 0))
		ends_soon(path);
	BACK();
	return 1;
}
""", "leaf_no_return;ends_soon;ends_here;say_no_return;*"),
    "jump_chain": (say("jump_chain") + r"""
STEP static long chain_end(long path)
{
	long n = say_jump_chain(-1, path);

	BACK();
	return n;
}

static long (*volatile chain_to)(long) = chain_end;

STEP static long chain_third(long path)
{
	return chain_to(path);
}

STEP static long chain_second(long path)
{
	char array[60];

	KEEP(array);
	if (array[path & 7] && path < 0)
		return array[3];
	return chain_third(path);
}

STEP static long chain_first(long path)
{
	seen += path;
	return chain_second(path);
}

/* Jumps in a row, the last one by a pointer. */
STEP static long leaf_jump_chain(long path)
{
	long n = chain_first(path);

	BACK();
	return n;
}
""", "leaf_jump_chain;?chain_first;?chain_second;?chain_third;chain_end;say_jump_chain;*"),
    "other_abi": (say("other_abi") + r"""
/* As programs for Windows call: other registers are kept, room is made for the arguments. */
__attribute__((ms_abi)) STEP static long in_other_abi(long path, double d, long a, long b, long c, long e)
{
	long n = say_other_abi(-1, path);

	BACK();
	return n + (long)d + a + b + c + e;
}

STEP static long leaf_other_abi(long path)
{
	long n = in_other_abi(path, 1.5, 2, 3, path, 5);

	BACK();
	return n;
}
""", "leaf_other_abi;in_other_abi;say_other_abi;*"),
    "backtrace": (r"""
#ifdef __GLIBC__
#include <unwind.h>

STEP static _Unwind_Reason_Code see_frame(struct _Unwind_Context *context, void *data)
{
	(void)context;
	(void)data;
	TELL(-1, current);
	BACK();
	return _URC_END_OF_STACK;
}

STEP static long leaf_backtrace(long path)
{
	current = path;
	long n = _Unwind_Backtrace(see_frame, NULL);
	BACK();
	return n;
}
#else
STEP static long leaf_backtrace(long path)
{
	return path;
}
#endif
""", "leaf_backtrace;*;see_frame;*"),
    "forced": (r"""
#ifdef __GLIBC__
STEP static _Unwind_Reason_Code stop_forced(int version, _Unwind_Action actions, _Unwind_Exception_Class class, struct _Unwind_Exception *e,
					    struct _Unwind_Context *context, void *data)
{
	(void)version;
	(void)actions;
	(void)class;
	(void)e;
	(void)context;
	(void)data;
	TELL(-1, current);
	siglongjmp(out_of_signal, 1);
}

STEP static long leaf_forced(long path)
{
	static struct _Unwind_Exception e;

	current = path;
	if (!sigsetjmp(out_of_signal, 0))
		_Unwind_ForcedUnwind(&e, stop_forced, NULL);
	BACK();
	return 1;
}
#else
STEP static long leaf_forced(long path)
{
	return path;
}
#endif
""", "leaf_forced;*;stop_forced;*"),
    "set_context": (say("set_context") + r"""
#ifdef __GLIBC__
static ucontext_t set_to;

STEP static void sets(long path)
{
	char array[500];

	KEEP(array);
	if (path >= 0)
		setcontext(&set_to);
	BACK();
}
#endif

STEP static long leaf_set_context(long path)
{
#ifdef __GLIBC__
	volatile int again = 0;

	getcontext(&set_to);
	if (!again++)
		sets(path);
#endif
	long n = say_set_context(-1, path);
	BACK();
	return n;
}
""", "leaf_set_context;say_set_context;*"),
}

# What signals come from, and where they come.
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

# Processes and threads.
TASKS = {
    "fork": (r"""
STEP static void in_fork(long path)
{
	char array[90];

	KEEP(array);
	TELL(-1, path);
	BACK();
}

STEP static long leaf_fork(long path)
{
	pid_t pid = fork();

	if (!pid) {
		in_fork(path);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	BACK();
	return 1;
}
""", "leaf_fork;in_fork;*"),
    "executed": (r"""
#ifdef __GLIBC__
/* The program once more, which ends before its main(). (With link-time optimization no arguments come here.) */
__attribute__((constructor)) STEP void after_exec(void)
{
	const char *number = getenv("PATH_AFTER_EXEC");

	if (number) {
		prctl(PR_SET_NAME, getenv("NAME_AFTER_EXEC"));
		TELL(-1, atol(number));
		_exit(0);
	}
	BACK();
}

STEP static long leaf_executed(long path)
{
	char name[40] = "NAME_AFTER_EXEC=", number[44], *args[] = { "program", NULL }, *more[] = { name, number, NULL };

	if (getenv("PATH_AFTER_EXEC"))
		abort();
	prctl(PR_GET_NAME, name + strlen(name));
	snprintf(number, sizeof(number), "PATH_AFTER_EXEC=%ld", path);
	pid_t pid = path & 1 ? fork() : vfork();
	if (!pid) {
		execve("/proc/self/exe", args, more);
		_exit(1);
	}
	waitpid(pid, NULL, 0);
	BACK();
	return 1;
}
#else
STEP static long leaf_executed(long path)
{
	return path;
}
#endif
""", "^after_exec;*"),
    "quick": (r"""
#ifdef __GLIBC__
STEP static void on_quick(void)
{
	TELL(-1, current);
	BACK();
}

STEP static long leaf_quick(long path)
{
	current = path;
	pid_t pid = fork();
	if (!pid) {
		at_quick_exit(on_quick);
		quick_exit(0);
	}
	waitpid(pid, NULL, 0);
	BACK();
	return 1;
}
#else
STEP static long leaf_quick(long path)
{
	return path;
}
#endif
""", "leaf_quick;*;on_quick;*"),
    "tiny": (r"""
STEP static long deep_in_tiny(long path, int n)
{
	char array[100];

	array[n] = 1;
	KEEP(array);
	long result = n ? deep_in_tiny(path, n - 1) : TELL(-1, path);
	BACK();
	return result + array[n];
}

STEP static void *in_tiny(void *path)
{
	deep_in_tiny((long)path, 3);
	BACK();
	return NULL;
}

/* A thread with as little stack as there may be. */
STEP static long leaf_tiny(long path)
{
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 16384);
	pthread_attr_setguardsize(&attr, 0);
	if (!pthread_create(&thread, &attr, in_tiny, (void *)path))
		pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
	BACK();
	return 0;
}
""", "^in_tiny;deep_in_tiny;deep_in_tiny;deep_in_tiny;deep_in_tiny;*"),
    "timed": (r"""
#ifdef __GLIBC__
#include <semaphore.h>

static sem_t timed_end;

STEP static void in_timed(union sigval value)
{
	TELL(-1, (long)value.sival_ptr);
	BACK();
	sem_post(&timed_end);
}

/* A thread that libc makes for a timer. */
STEP static long leaf_timed(long path)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_value.sival_ptr = (void *)path };
	timer_t timer;

	sem_init(&timed_end, 0, 0);
	event.sigev_notify_function = in_timed;
	if (!timer_create(CLOCK_MONOTONIC, &event, &timer)) {
		timer_settime(timer, 0, &(struct itimerspec){ { 0, 0 }, { 0, 1000 } }, NULL);
		while (sem_wait(&timed_end))
			;
		timer_delete(timer);
	}
	BACK();
	return 0;
}
#else
STEP static long leaf_timed(long path)
{
	return path;
}
#endif
""", "^in_timed;*"),
    "touch_set": (r"""
/* A page that a function of libc is the first to touch. */
STEP static long leaf_touch_set(long path)
{
	char *area = mmap((char *)0x600000000000 + (path << 12), 4096, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	memset(area, 3, 4096 - (size_t)zero);
	munmap(area, 4096);
	BACK();
	return 0;
}
""", "leaf_touch_set;*", "page-faults"),
}

RAW_CLONE = ("sub $16,%rdi\nmov %rsi,(%rdi)\nmov %rdx,8(%rdi)\nmov %rdi,%rsi\nmov $0x111,%edi\nxor %edx,%edx\nxor %r10d,%r10d\nxor %r8d,%r8d\n"
             "mov $56,%eax\nBEFORE\nsyscall\ntest %eax,%eax\njz 1f\nret\n1:\nTABLE\nxor %ebp,%ebp\npop %rax\npop %rdi\ncall *%rax\nxor %edi,%edi\nmov $60,%eax\nsyscall")


def raw_clone(name, lines, table):
    """A leaf that makes a task by a system call of its own."""
    return function(f"asm_{name}", lines, table) + r"""
int asm_NAME(char *top, void (*function)(long), long path);

STEP void in_NAME(long path)
{
	TELL(-1, path);
	BACK();
}

STEP static long leaf_NAME(long path)
{
	static char room[32768] __attribute__((aligned(64)));
	int pid = asm_NAME(room + sizeof(room) - 64, in_NAME, path);

	if (pid > 0)
		waitpid(pid, NULL, 0);
	BACK();
	return 1;
}
""".replace("NAME", name), f"^?asm_{name};in_{name};*"


# By hand, as libraries have it, with tables that are true.
ASSEMBLER = {
    "raw_clone": raw_clone("raw_clone", RAW_CLONE.replace("BEFORE\n", "").replace("TABLE\n", ""), False),
    "raw_clone_table": raw_clone("raw_clone_table", RAW_CLONE.replace("BEFORE", ".cfi_endproc").replace("TABLE", ".cfi_startproc\n.cfi_undefined %rip"), True),
    "expression": leaf("expression", "push %rbx\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset %rbx,0\nmov %rsp,%rbx\n.cfi_def_cfa_register %rbx\n"
                       "and $-64,%rsp\nsub $128,%rsp\nmov %rbx,40(%rsp)\n.cfi_escape 0x0f,5,0x77,40,0x06,0x23,0x10\nxor %ebx,%ebx\n" + TELLS +
                       "expression\nmov 40(%rsp),%rsp\n.cfi_def_cfa %rsp,16\npop %rbx\n.cfi_adjust_cfa_offset -8\nret", table=True,
                       comment="The table reads where the frame is from the stack."),
    "value": leaf("value", "push %rbp\n.cfi_adjust_cfa_offset 8\n.cfi_escape 0x10,6,3,0x77,0,0x06\nmov $77,%ebp\nsub $16,%rsp\n.cfi_adjust_cfa_offset 16\n"
                  ".cfi_escape 0x10,6,2,0x77,16\n" + TELLS + "value\nadd $16,%rsp\n.cfi_adjust_cfa_offset -16\npop %rbp\n.cfi_adjust_cfa_offset -8\n"
                  ".cfi_restore %rbp\nret", table=True, comment="The table has an expression for where the frame pointer is saved."),
    "in_register": leaf("in_register", "push %r13\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset %r13,0\nmov 8(%rsp),%r13\n.cfi_register %rip,%r13\n"
                        "movq $0,8(%rsp)\nsub $8,%rsp\n.cfi_adjust_cfa_offset 8\nsub $8,%rsp\n.cfi_adjust_cfa_offset 8\n" + TELLS +
                        "in_register\nadd $16,%rsp\n.cfi_adjust_cfa_offset -16\nmov %r13,8(%rsp)\n.cfi_offset %rip,-8\npop %r13\n"
                        ".cfi_adjust_cfa_offset -8\n.cfi_restore %r13\nret", table=True,
                        comment="It keeps where it returns to in a register, as its table says."),
    "states": leaf("states", "push %r12\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset %r12,0\ntest %rdi,%rdi\n.cfi_remember_state\njs 1f\npush %rbx\n"
                   ".cfi_adjust_cfa_offset 8\npush %rbx\n.cfi_adjust_cfa_offset 8\njmp 2f\n1:\n.cfi_restore_state\npop %r12\n.cfi_adjust_cfa_offset -8\n"
                   "ret\n2:\n.cfi_def_cfa_offset 32\n.cfi_offset %r12,-16\n" + TELLS + "states\npop %rbx\npop %rbx\n.cfi_def_cfa_offset 16\npop %r12\n"
                   ".cfi_def_cfa_offset 8\nret", table=True, comment="Its ways part, and the table tells of both."),
    "number_in_rbp": leaf("number_in_rbp", "push %rbp\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset %rbp,0\nmov %rdi,%rbp\n" + TELLS +
                          "number_in_rbp\npop %rbp\n.cfi_adjust_cfa_offset -8\nret", table=True),
    "stack_in_rbp": leaf("stack_in_rbp", "push %rbp\nlea 8(%rsp),%rbp\nsub $40,%rsp\nlea 16(%rsp),%rbp\n" + TELLS +
                         "stack_in_rbp\nadd $40,%rsp\npop %rbp\nret", comment="Its frame pointer leads into its own frame, without a table."),
    "get_pc": leaf("get_pc", "push %rbx\ncall 1f\n1:\npop %rbx\n" + TELLS + "get_pc\npop %rbx\nret", comment="It asks where it is by a call."),
    "by_hand": (function("asm_by_hand", "push %rbx\npush %rbp\nsub $24,%rsp\nmov $8,%eax\nmov %rdi,%rsi\nmov $-1,%rdi\nxor %edx,%edx\nmov %rsp,%rbp\nsyscall\n"
                         "add $24,%rsp\npop %rbp\npop %rbx\nret") + r"""
long asm_by_hand(long path);

STEP static long leaf_by_hand(long path)
{
	long n = asm_by_hand(path);

	BACK();
	return n;
}
""", "leaf_by_hand;asm_by_hand"),
    "breaks_at_end": (function("asm_breaks", "sub $24,%rsp\nint3") + function("asm_behind_breaks", "push %rbx\nxor %ebx,%ebx\npop %rbx\nret") + r"""
void asm_breaks(void);

STEP static void on_end(int number)
{
	(void)number;
	TELL(-1, current);
	siglongjmp(out_of_signal, 1);
}

/* Behind the last instruction of a function, which stops, is the next function. */
STEP static long leaf_breaks_at_end(long path)
{
	current = path;
	signal(SIGTRAP, on_end);
	if (!sigsetjmp(out_of_signal, 1))
		asm_breaks();
	BACK();
	return 1;
}
""", "leaf_breaks_at_end;asm_breaks;*;on_end;*"),
}

TRAMPOLINE = {
    "trampoline": (r"""
STEP static long apply_it(long (*f)(long), long n)
{
	long result = f ? f(n) : n;

	BACK();
	return result;
}

/* A function within another one, which is called by code on the stack. */
STEP static long leaf_trampoline(long path)
{
#if defined(__GLIBC__) && !defined(__clang__)
	long more = path & 7;

	auto long inner_one(long n) __asm__("inner_one");
	long inner_one(long n)
	{
		long result = TELL(-1, path);

		more += n;
		BACK();
		return result;
	}
	long n = apply_it(inner_one, path);
	BACK();
	return n + more;
#else
	long n = apply_it(NULL, path);

	BACK();
	return n;
#endif
}
""", "leaf_trampoline;apply_it;inner_one;*"),
}

LIFE_LEAVES = {**WAYS, **SIGNALS, **TASKS, **ASSEMBLER}
