// SPDX-License-Identifier: GPL-2.0-only
/*
 * truth list              a line for each path: NAME EVENT TRUTH
 * truth run N [NAME...]   each path N times, in a thread of its name; all paths where none is named
 * truth spin MS           on the CPU for MS milliseconds, in functions that call each other
 */
#include <poll.h>
#include <alloca.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "truth.h"

static volatile long sink;

/* --- a wrapper of libc, at the end of three functions ---------------------------------------- */

STEP static void t_read_gamma(int fd)
{
	char c;

	sink += read(fd, &c, 1);
	RETURNS_HERE();
}

STEP static void t_read_beta(int fd)
{
	t_read_gamma(fd);
	RETURNS_HERE();
}

STEP static void t_read(int fd)
{
	t_read_beta(fd);
	RETURNS_HERE();
}

STEP static void t_write_gamma(int fd)
{
	sink += write(fd, "x", 1);
	RETURNS_HERE();
}

STEP static void t_write(int fd)
{
	t_write_gamma(fd);
	RETURNS_HERE();
}

STEP static void t_nap_gamma(void)
{
	struct timespec t = { 0, 1000 };

	sink += nanosleep(&t, NULL);
	RETURNS_HERE();
}

STEP static void t_nap(int fd)
{
	(void)fd;
	t_nap_gamma();
	RETURNS_HERE();
}

STEP static void t_poll_gamma(int fd)
{
	struct pollfd p = { fd, POLLIN, 0 };

	sink += poll(&p, 1, 1);
	RETURNS_HERE();
}

STEP static void t_poll(int fd)
{
	t_poll_gamma(fd);
	RETURNS_HERE();
}

/* syscall() of libc itself: the number is an argument. */
STEP static void t_syscall_gamma(void)
{
	sink += syscall(SYS_getppid);
	RETURNS_HERE();
}

STEP static void t_syscall(int fd)
{
	(void)fd;
	t_syscall_gamma();
	RETURNS_HERE();
}

/* --- locks ----------------------------------------------------------------------------------- */

static pthread_mutex_t never = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t nobody = PTHREAD_COND_INITIALIZER;

static struct timespec in_a_moment(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += 300000;
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	}
	return t;
}

STEP static void t_cond_wait(const struct timespec *until)
{
	static __thread pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&own);
	sink += pthread_cond_timedwait(&nobody, &own, until);
	pthread_mutex_unlock(&own);
	RETURNS_HERE();
}

STEP static void t_cond(int fd)
{
	struct timespec until = in_a_moment();

	(void)fd;
	t_cond_wait(&until);
	RETURNS_HERE();
}

/* main() holds the lock. */
STEP static void t_mutex_wait(const struct timespec *until)
{
	sink += pthread_mutex_timedlock(&never, until);
	RETURNS_HERE();
}

STEP static void t_mutex(int fd)
{
	struct timespec until = in_a_moment();

	(void)fd;
	t_mutex_wait(&until);
	RETURNS_HERE();
}

/* --- stdio, malloc --------------------------------------------------------------------------- */

STEP static void t_stdio_get(FILE *f)
{
	char buf[64];

	sink += (long)fread(buf, 1, sizeof(buf), f);
	RETURNS_HERE();
}

STEP static void t_stdio(int fd)
{
	static __thread FILE *f;

	(void)fd;
	if (!f) {
		f = fopen("/dev/zero", "r");
		if (!f)
			abort();
		setvbuf(f, NULL, _IONBF, 0);
	}
	t_stdio_get(f);
	RETURNS_HERE();
}

STEP static void t_print_line(FILE *f)
{
	sink += fprintf(f, "%d lines\n", 7);
	RETURNS_HERE();
}

STEP static void t_print(int fd)
{
	static __thread FILE *f;

	(void)fd;
	if (!f) {
		f = fopen("/dev/null", "w");
		if (!f)
			abort();
		setvbuf(f, NULL, _IOLBF, 256);
	}
	t_print_line(f);
	RETURNS_HERE();
}

STEP static char *t_malloc_big(size_t n)
{
	char *p = malloc(n);

	RETURNS_HERE();
	return p;
}

STEP static void t_malloc(int fd)
{
	char *p = t_malloc_big((size_t)40 << 20);

	(void)fd;
	sink += !!p;
	free(p);
	RETURNS_HERE();
}

/* --- what the stack looks like in between ---------------------------------------------------- */

STEP static void t_alloca_fill(int fd, long n)
{
	char *p = alloca((size_t)n);

	memset(p, 1, (size_t)n);
	sink += read(fd, p, (size_t)(n & 7) + 1);
	RETURNS_HERE();
}

STEP static void t_alloca(int fd)
{
	t_alloca_fill(fd, 1000 + (sink & 63));
	RETURNS_HERE();
}

struct big { long v[40]; };

STEP static long t_args_take(struct big b, int fd, long a, long c, long d, long e, long f, long g)
{
	char ch;
	long n = read(fd, &ch, 1);

	RETURNS_HERE();
	return n + b.v[3] + a + c + d + e + f + g;
}

STEP static void t_args(int fd)
{
	struct big b = { { 1, 2, 3, sink & 1 } };

	sink += t_args_take(b, fd, 1, 2, 3, 4, 5, 6);
	RETURNS_HERE();
}

STEP static void t_recurse_down(int fd, int left)
{
	char c;

	if (left)
		t_recurse_down(fd, left - 1);
	else
		sink += read(fd, &c, 1);
	RETURNS_HERE();
}

STEP static void t_recurse(int fd)
{
	t_recurse_down(fd, 3);
	RETURNS_HERE();
}

static void (*volatile t_pointer)(int fd);

STEP static void t_indirect_leaf(int fd)
{
	char c;

	sink += read(fd, &c, 1);
	RETURNS_HERE();
}

STEP static void t_indirect(int fd)
{
	t_pointer = t_indirect_leaf;
	t_pointer(fd);
	RETURNS_HERE();
}

/* The last thing that t_tail_hop() does is to call: with -O2 it is gone by the time of the system call. */
STEP static long t_tail_end(int fd, long n)
{
	char c;
	long ret = read(fd, &c, 1);

	RETURNS_HERE();
	return ret + n;
}

STEP static long t_tail_hop(int fd, long n)
{
	return t_tail_end(fd, n * 3);
}

STEP static void t_tail(int fd)
{
	sink += t_tail_hop(fd, sink & 1);
	RETURNS_HERE();
}

/* A wrapper itself is called by a jump: the function that did it is not on the stack. */
STEP static ssize_t t_tailread_hop(int fd, char *c)
{
	return read(fd, c, 1);
}

STEP static void t_tailread(int fd)
{
	char c;

	sink += t_tailread_hop(fd, &c);
	RETURNS_HERE();
}

/* One of two ways on is a jump, the other one a call: only one of them is on the stack. */
STEP static ssize_t t_fork_far(int fd, char *c)
{
	ssize_t n = read(fd, c, 1);

	RETURNS_HERE();
	return n;
}

STEP static ssize_t t_fork_road(int fd, char *c, bool far)
{
	ssize_t n;

	if (far)
		return t_fork_far(fd, c);
	n = read(fd, c, 1);
	RETURNS_HERE();
	return n + 1;
}

STEP static void t_forkfar(int fd)
{
	char c;

	sink += t_fork_road(fd, &c, 1);
	RETURNS_HERE();
}

STEP static void t_forknear(int fd)
{
	char c;

	sink += t_fork_road(fd, &c, 0);
	RETURNS_HERE();
}

/* Leaves that have no frame, and call one that has one. */
__attribute__((optimize("omit-frame-pointer"))) STEP static void t_frameless_low(int fd)
{
	char c;

	sink += read(fd, &c, 1);
	RETURNS_HERE();
}

__attribute__((optimize("omit-frame-pointer"))) STEP static void t_frameless_mid(int fd)
{
	t_frameless_low(fd);
	RETURNS_HERE();
}

STEP static void t_frameless(int fd)
{
	t_frameless_mid(fd);
	RETURNS_HERE();
}

/* --- libc calls back ------------------------------------------------------------------------- */

static __thread int callback_fd;

STEP static int t_qsort_compare(const void *a, const void *b)
{
	char c;

	sink += read(callback_fd, &c, 1);
	RETURNS_HERE();
	return *(const char *)a - *(const char *)b;
}

STEP static void t_qsort(int fd)
{
	char text[] = "ba";

	callback_fd = fd;
	qsort(text, 2, 1, t_qsort_compare);
	RETURNS_HERE();
}

STEP static void t_signal_inner(void)
{
	char c;

	sink += read(callback_fd, &c, 1);
	RETURNS_HERE();
}

STEP static void t_signal_handler(int sig)
{
	(void)sig;
	t_signal_inner();
	RETURNS_HERE();
}

STEP static void t_signal_raise(void)
{
	raise(SIGUSR1);
	RETURNS_HERE();
}

STEP static void t_signal(int fd)
{
	callback_fd = fd;
	t_signal_raise();
	RETURNS_HERE();
}

/* Interrupted where it computes: no call leads from it to the handler. */
STEP static void t_fault_touch(volatile char *p)
{
	*p = 1;
	RETURNS_HERE();
}

static __thread char *fault_page;

STEP static void t_fault_handler(int sig, siginfo_t *info, void *context)
{
	char c;

	(void)sig;
	(void)info;
	(void)context;
	sink += read(callback_fd, &c, 1);
	RETURNS_HERE();
	mprotect(fault_page, 4096, PROT_READ | PROT_WRITE);
}

STEP static void t_fault(int fd)
{
	callback_fd = fd;
	if (!fault_page)
		fault_page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	mprotect(fault_page, 4096, PROT_NONE);
	t_fault_touch(fault_page);
	RETURNS_HERE();
}

/* --- vfork: the child runs on its parent's stack --------------------------------------------- */

STEP static void t_vfork_child(int fd)
{
	char c;

	sink += read(fd, &c, 1);
	RETURNS_HERE();
}

STEP static void t_vfork(int fd)
{
	pid_t pid = vfork();

	if (!pid) {
		t_vfork_child(fd);
		_exit(0);
	}
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	RETURNS_HERE();
}

/* --- a call that never returns --------------------------------------------------------------- */

struct leave {
	int fd;
};

__attribute__((noreturn)) STEP static void t_leave_now(const struct leave *l)
{
	char c;

	sink += read(l->fd, &c, 1);
	pthread_exit(NULL);
}

STEP static void *t_leave_thread(void *arg)
{
	t_leave_now(arg);
}

static void t_leave(int fd)
{
	struct leave l = { fd };
	pthread_t t;

	if (!pthread_create(&t, NULL, t_leave_thread, &l))
		pthread_join(t, NULL);
}

/* --- walks: which functions, and how many, is drawn; the size that read() is asked for tells which walk it is --- */

#define NR_WALKS	64
#define WALK_STEPS	14

struct walk {
	int fd, id, at, nr;
	unsigned char steps[WALK_STEPS];
	char buf[NR_WALKS];
};

static const char *const walk_names[] = { "t_walk_a", "t_walk_b", "t_walk_c", "t_walk_d" };

static void t_walk_a(struct walk *w);
static void t_walk_b(struct walk *w);
static void t_walk_c(struct walk *w);
static void t_walk_d(struct walk *w);

/* The same walk for the same number, each time. */
static struct walk make_walk(int id)
{
	struct walk w = { .id = id, .nr = 1 + id % WALK_STEPS };
	unsigned long state = (unsigned long)id * 2654435761u + 12345;

	for (int i = 0; i < w.nr; i++) {
		state = state * 6364136223846793005ul + 1442695040888963407ul;
		w.steps[i] = (unsigned char)(state >> 60 & 3);
	}
	return w;
}

static inline __attribute__((always_inline)) void walk_on(struct walk *w)
{
	if (w->at == w->nr) {
		sink += read(w->fd, w->buf, (size_t)w->id);
		return;
	}
	switch (w->steps[w->at++]) {
	case 0: t_walk_a(w); break;
	case 1: t_walk_b(w); break;
	case 2: t_walk_c(w); break;
	default: t_walk_d(w); break;
	}
}

STEP static void t_walk_a(struct walk *w)
{
	walk_on(w);
	RETURNS_HERE();
}

STEP static void t_walk_b(struct walk *w)
{
	char *p = alloca((size_t)(w->at + 1) * 24);

	memset(p, 0, 24);
	walk_on(w);
	sink += p[3];
}

STEP static void t_walk_c(struct walk *w)
{
	volatile long big[60];

	big[w->at] = 1;
	walk_on(w);
	sink += big[0];
}

STEP static void t_walk_d(struct walk *w)
{
	t_pointer = w->at & 1 ? t_indirect_leaf : NULL;
	walk_on(w);
	RETURNS_HERE();
}

STEP static void t_walk(int fd)
{
	for (int id = 1; id < NR_WALKS; id++) {
		struct walk w = make_walk(id);

		w.fd = fd;
		walk_on(&w);
		RETURNS_HERE();
	}
}

static void list_walks(void)
{
	for (int id = 1; id < NR_WALKS; id++) {
		struct walk w = make_walk(id);

		printf("walk#%x sys_enter_read t_walk", id);
		for (int i = 0; i < w.nr; i++)
			printf(";%s", walk_names[w.steps[i]]);
		printf(";{read}\n");
	}
}

/* --- the table ------------------------------------------------------------------------------- */

#ifdef TAIL_CALLS
#define IF_NO_TAIL(text)
#else
#define IF_NO_TAIL(text) text
#endif

#define READ	";{read}"
#define WRITE	";{write}"

static const struct truth_path paths[] = {
	{ "read", t_read, "sys_enter_read", "t_read;t_read_beta;t_read_gamma" READ },
	{ "write", t_write, "sys_enter_write", "t_write;t_write_gamma" WRITE },
	{ "nap", t_nap, "sys_enter_clock_nanosleep", "t_nap;t_nap_gamma;{nanosleep};*" },
	{ "poll", t_poll, "sys_enter_poll", "t_poll;t_poll_gamma;{poll}" },
	{ "syscall", t_syscall, "sys_enter_getppid", "t_syscall;t_syscall_gamma;{syscall}" },
	{ "cond", t_cond, "sys_enter_futex",
	  "t_cond;t_cond_wait;*" },
	{ "mutex", t_mutex, "sys_enter_futex",
	  "t_mutex;t_mutex_wait;*" },
	{ "stdio", t_stdio, "sys_enter_read", "t_stdio;t_stdio_get;{fread};*" READ },
	{ "print", t_print, "sys_enter_write", "t_print;t_print_line;{fprintf};*" WRITE },
	{ "malloc", t_malloc, "sys_enter_mmap",
	  "t_malloc;t_malloc_big;{malloc};*;{mmap|mmap64}" },
	{ "alloca", t_alloca, "sys_enter_read", "t_alloca;t_alloca_fill" READ },
	{ "args", t_args, "sys_enter_read", "t_args;t_args_take" READ },
	{ "recurse", t_recurse, "sys_enter_read",
	  "t_recurse;t_recurse_down;t_recurse_down;t_recurse_down;t_recurse_down" READ },
	{ "indirect", t_indirect, "sys_enter_read", "t_indirect;t_indirect_leaf" READ },
	{ "tail", t_tail, "sys_enter_read", "t_tail;" IF_NO_TAIL("t_tail_hop;") "t_tail_end" READ },
	{ "tailread", t_tailread, "sys_enter_read", "t_tailread" IF_NO_TAIL(";t_tailread_hop") READ },
	{ "forkfar", t_forkfar, "sys_enter_read", "t_forkfar" IF_NO_TAIL(";t_fork_road") ";t_fork_far" READ },
	{ "forknear", t_forknear, "sys_enter_read", "t_forknear;t_fork_road" READ },
	{ "frameless", t_frameless, "sys_enter_read", "t_frameless;t_frameless_mid;t_frameless_low" READ },
	{ "qsort", t_qsort, "sys_enter_read", "t_qsort;{qsort|qsort_r};*;t_qsort_compare" READ },
	{ "signal", t_signal, "sys_enter_read",
	  "t_signal;t_signal_raise;{raise|gsignal};*;t_signal_handler;t_signal_inner" READ },
	{ "fault", t_fault, "sys_enter_read", "t_fault;t_fault_touch;*;t_fault_handler" READ },
	{ "vfork", t_vfork, "sys_enter_read", "t_vfork;t_vfork_child" READ },
	{ "leave", t_leave, "sys_enter_read", "t_leave_thread;t_leave_now" READ },
	{ "walk", t_walk, "sys_enter_read", NULL },	/* list_walks() */
	{ NULL, NULL, NULL, NULL },
};

static const struct truth_path *const tables[] = { paths, truth_library_paths, truth_cxx_paths };
#define NR_TABLES	(sizeof(tables) / sizeof(tables[0]))

/* --- on the CPU: any instruction of these may be the one that is sampled --------------------- */

STEP static long t_spin_leaf(long n)
{
	return n * 7 ^ n >> 3;
}

STEP static long t_spin_low(long n)
{
	long a = t_spin_leaf(n);

	RETURNS_HERE();
	return a + t_spin_leaf(a);
}

STEP static long t_spin_mid(long n)
{
	long a = t_spin_low(n);

	RETURNS_HERE();
	return a + 1;
}

STEP static void t_spin(const struct timespec *end)
{
	struct timespec now;

	do {
		for (int i = 0; i < 1000; i++) {
			sink += t_spin_mid(i);
			RETURNS_HERE();
		}
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (now.tv_sec < end->tv_sec || (now.tv_sec == end->tv_sec && now.tv_nsec < end->tv_nsec));
}

/* --- main ------------------------------------------------------------------------------------ */

struct job {
	const struct truth_path *path;
	long times;
	pthread_t thread;
};

static void *run_job(void *arg)
{
	const struct job *job = arg;
	int fd = open("/dev/zero", O_RDWR);

	if (fd < 0) {
		perror("/dev/zero");
		exit(1);
	}
	prctl(PR_SET_NAME, job->path->name);
	for (long i = 0; i < job->times; i++)
		job->path->run(fd);
	close(fd);
	return NULL;
}

static int wanted(const char *name, char **names)
{
	if (!*names)
		return 1;
	for (; *names; names++)
		if (!strcmp(*names, name))
			return 1;
	return 0;
}

static void run(long times, char **names)
{
	struct sigaction on_usr1 = { .sa_handler = t_signal_handler };
	struct sigaction on_segv = { .sa_sigaction = t_fault_handler, .sa_flags = SA_SIGINFO };
	struct job jobs[64];
	size_t nr = 0;

	sigaction(SIGUSR1, &on_usr1, NULL);
	sigaction(SIGSEGV, &on_segv, NULL);
	pthread_mutex_lock(&never);
	for (size_t t = 0; t < NR_TABLES; t++)
		for (const struct truth_path *p = tables[t]; p->name; p++)
			if (wanted(p->name, names) && nr < sizeof(jobs) / sizeof(jobs[0]))
				jobs[nr++] = (struct job){ .path = p, .times = times };
	for (size_t i = 0; i < nr; i++)
		if (pthread_create(&jobs[i].thread, NULL, run_job, &jobs[i]))
			abort();
	for (size_t i = 0; i < nr; i++)
		pthread_join(jobs[i].thread, NULL);
}

static void list(void)
{
	for (size_t t = 0; t < NR_TABLES; t++)
		for (const struct truth_path *p = tables[t]; p->name; p++)
			if (p->truth)
				printf("%s %s %s\n", p->name, p->event, p->truth);
	list_walks();
	printf("spin cpu-clock t_spin;t_spin_mid;t_spin_low;t_spin_leaf\n");
}

int main(int argc, char **argv)
{
	if (argc >= 2 && !strcmp(argv[1], "list")) {
		list();
	} else if (argc >= 3 && !strcmp(argv[1], "run")) {
		run(strtol(argv[2], NULL, 0), argv + 3);
	} else if (argc >= 3 && !strcmp(argv[1], "spin")) {
		struct timespec end;
		long ms = strtol(argv[2], NULL, 0);

		clock_gettime(CLOCK_MONOTONIC, &end);
		end.tv_sec += ms / 1000;
		end.tv_nsec += ms % 1000 * 1000000;
		if (end.tv_nsec >= 1000000000) {
			end.tv_nsec -= 1000000000;
			end.tv_sec++;
		}
		prctl(PR_SET_NAME, "spin");
		t_spin(&end);
		prctl(PR_SET_NAME, "done");
	} else {
		fprintf(stderr, "usage: truth list | run N [NAME...] | spin MS\n");
		return 2;
	}
	return 0;
}
