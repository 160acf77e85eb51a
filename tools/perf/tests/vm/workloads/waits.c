// SPDX-License-Identifier: GPL-2.0-only
/*
 * waits: threads that are off their CPUs for known times, each in a function of its own. Prints "FUNCTION KIND NS", measured
 * by the clock that perf records with, less what the thread ran meanwhile (an emulated CPU may stand still while it does):
 * KIND is `waited` (blocked, and until it ran again), `runnable` (the part of it when it had been woken) or `preempted`.
 *
 *	nap_here      sleeps of known length
 *	lock_here     a lock that hold_lock holds asleep
 *	read_here     a pipe that write_slowly fills now and then
 *	fault_here    pages of a mapped file, which serve_file takes its time to read
 *	queue_here    a CPU on which QUEUE busy threads stand before it when start_queue has woken it
 *	spin_here     one of two threads on one CPU, which both want to run
 *	die_here      a sleep from which only the end of the process wakes: end_all
 *
 * Without the right to mount or to set priorities, fault_here and queue_here are missing, and standard error says why.
 */
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include "slow-file.h"
#include "workload.h"

#define ROUNDS	6
#define QUEUE	3
#define MS	1000000L

static unsigned long long dying_since;
static volatile int lock_word, ready;
static int pipe_fds[2];
static struct slow_file slow = { .size = ROUNDS * SLOW_PAGE };
/* One of each busy thread, and the last one of the thread that is measured: which round it is. */
static volatile int turns[QUEUE + 1], turn_over;
static volatile unsigned long long woken_at;

static unsigned long long now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (unsigned long long)t.tv_sec * 1000000000 + (unsigned long long)t.tv_nsec;
}

/* How long the thread has not run, ns, from an unknown moment on: only differences mean something. */
static unsigned long long off_cpu(void)
{
	return now(CLOCK_MONOTONIC) - now(CLOCK_THREAD_CPUTIME_ID);
}

static NOINLINE long nap(long ns)
{
	struct timespec t = { ns / 1000000000, ns % 1000000000 };
	long ret = kernel_call(SYS_nanosleep, (long)&t, 0, 0, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE long nap_here(void)
{
	long ret = nap(50 * MS);

	KEEP_FRAME();
	return ret;
}

static NOINLINE void hold_lock(void)
{
	lock_word = 1;
	ready = 1;
	nap(60 * MS);
	lock_word = 0;
	kernel_call(SYS_futex, (long)&lock_word, FUTEX_WAKE, 1, 0);
	KEEP_FRAME();
}

static NOINLINE void lock_here(void)
{
	while (lock_word)
		kernel_call(SYS_futex, (long)&lock_word, FUTEX_WAIT, 1, 0);
	KEEP_FRAME();
}

static NOINLINE long read_here(void)
{
	char c;
	long ret = kernel_call(SYS_read, pipe_fds[0], (long)&c, 1, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE int fault_here(const volatile char *page)
{
	int ret = *page;

	KEEP_FRAME();
	return ret;
}

static NOINLINE void queue_here(int round)
{
	while (turns[QUEUE] < round)
		kernel_call(SYS_futex, (long)&turns[QUEUE], FUTEX_WAIT, round - 1, 0);
	KEEP_FRAME();
}

static NOINLINE unsigned long spin_here(unsigned long long until)
{
	volatile unsigned long n = 0;

	/* Hardly ever in libc, which keeps no frame pointer: whoever is preempted there may miss its callers. */
	while (now(CLOCK_MONOTONIC) < until)
		for (int i = 0; i < 100000; i++)
			n++;
	KEEP_FRAME();
	return n;
}

static NOINLINE long die_here(void)
{
	long ret = nap(3600 * 1000 * MS);

	KEEP_FRAME();
	return ret;
}

/* Wakes the thread that sleeps in die_here. */
static NOINLINE void end_all(void)
{
	kernel_call(SYS_exit_group, 0, 0, 0, 0);
	KEEP_FRAME();
}

static void *sleeper(void *arg)
{
	unsigned long long from, sum = 0;

	for (int i = 0; i < ROUNDS; i++) {
		from = off_cpu();
		nap_here();
		sum += off_cpu() - from;
	}
	printf("nap_here waited %llu\n", sum);
	return arg;
}

static void *holder(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		while (ready)
			nap(MS);
		hold_lock();
	}
	return arg;
}

static void *locker(void *arg)
{
	unsigned long long from, sum = 0;

	for (int i = 0; i < ROUNDS; i++) {
		while (!ready)
			nap(MS);
		from = off_cpu();
		lock_here();
		sum += off_cpu() - from;
		ready = 0;
	}
	printf("lock_here waited %llu\n", sum);
	return arg;
}

static NOINLINE void write_slowly(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		nap(55 * MS);
		kernel_call(SYS_write, pipe_fds[1], (long)"x", 1, 0);
	}
	KEEP_FRAME();
}

static void *writer(void *arg)
{
	write_slowly();
	return arg;
}

static void *reader(void *arg)
{
	unsigned long long from, sum = 0;

	for (int i = 0; i < ROUNDS; i++) {
		from = off_cpu();
		read_here();
		sum += off_cpu() - from;
	}
	printf("read_here waited %llu\n", sum);
	return arg;
}

static void before_page(void)
{
	nap(55 * MS);
}

static NOINLINE void serve_file(void)
{
	slow_file__serve(&slow);
	KEEP_FRAME();
}

static void *faulter(void *arg)
{
	int fd = open(slow.path, O_RDONLY | O_CLOEXEC);
	unsigned long long from, sum = 0;
	char *map;

	map = fd < 0 ? MAP_FAILED : mmap(NULL, slow.size, PROT_READ, MAP_SHARED, fd, 0);
	/* Each page is asked for when it is touched, and no other with it. */
	if (map == MAP_FAILED || madvise(map, slow.size, MADV_RANDOM)) {
		perror("waits: a file to fault in");
		return NULL;
	}
	close(fd);
	for (int i = 0; i < ROUNDS; i++) {
		from = off_cpu();
		fault_here(map + i * SLOW_PAGE);
		sum += off_cpu() - from;
	}
	printf("fault_here waited %llu\n", sum);
	munmap(map, slow.size);
	return arg;
}

static int bind_to(int cpu, int priority)
{
	struct sched_param param = { .sched_priority = priority };
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) || (priority && sched_setscheduler(0, SCHED_FIFO, &param)) ? -1 : 0;
}

/* Runs for a known time, asleep in between. */
static void *busy(void *arg)
{
	volatile int *turn = arg;
	volatile unsigned long n = 0;
	unsigned long long until;

	if (bind_to(0, 1))
		return NULL;
	for (int i = 1; i <= ROUNDS; i++) {
		while (*turn < i)
			kernel_call(SYS_futex, (long)turn, FUTEX_WAIT, i - 1, 0);
		until = now(CLOCK_THREAD_CPUTIME_ID) + 15 * MS;
		while (now(CLOCK_THREAD_CPUTIME_ID) < until)
			n++;
	}
	return arg;
}

/* The last one in the queue: its turn comes when all others have had theirs. */
static void *queued(void *arg)
{
	unsigned long long from, sum = 0, runnable = 0;

	if (bind_to(0, 1))
		return NULL;
	for (int i = 1; i <= ROUNDS; i++) {
		from = off_cpu();
		queue_here(i);
		runnable += now(CLOCK_MONOTONIC) - woken_at;
		sum += off_cpu() - from;
		turn_over = i;
	}
	printf("queue_here waited %llu\nqueue_here runnable %llu\n", sum, runnable);
	return arg;
}

static NOINLINE void start_queue(void)
{
	for (int i = 1; i <= ROUNDS; i++) {
		/* By now all of them sleep again. */
		nap(20 * MS);
		for (int t = 0; t <= QUEUE; t++) {
			turns[t] = i;
			woken_at = now(CLOCK_MONOTONIC);
			kernel_call(SYS_futex, (long)&turns[t], FUTEX_WAKE, 1, 0);
		}
		while (turn_over < i)
			nap(MS);
	}
	KEEP_FRAME();
}

static void *starter(void *arg)
{
	if (bind_to(1, 2))
		return NULL;
	start_queue();
	return arg;
}

static void *spinner(void *arg)
{
	unsigned long long from, until = *(unsigned long long *)arg;

	if (bind_to(0, 0))
		return NULL;
	from = off_cpu();
	spin_here(until);
	printf("spin_here preempted %llu\n", off_cpu() - from);
	return arg;
}

static void *dying(void *arg)
{
	dying_since = off_cpu();
	die_here();
	return arg;
}

static int run(void *(*const *functions)(void *), int nr, void *arg)
{
	pthread_t threads[8];

	for (int i = 0; i < nr; i++)
		if (pthread_create(&threads[i], NULL, functions[i], arg))
			return 1;
	for (int i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

/* Threads that run in a queue of known length, where this user may have one and there is a CPU to look on from. */
static int run_queue(void)
{
	pthread_t threads[QUEUE + 2];
	struct sched_param none = { 0 };
	cpu_set_t cpus;

	if (sched_getaffinity(0, sizeof(cpus), &cpus) || bind_to(1, 2)) {
		perror("waits: no queue_here: two CPUs and SCHED_FIFO");
		return 0;
	}
	sched_setscheduler(0, SCHED_OTHER, &none);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	for (int i = 0; i < QUEUE; i++)
		if (pthread_create(&threads[i], NULL, busy, (void *)&turns[i]))
			return -1;
	if (pthread_create(&threads[QUEUE], NULL, queued, NULL) || pthread_create(&threads[QUEUE + 1], NULL, starter, NULL))
		return -1;
	for (int i = 0; i < QUEUE + 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

int main(void)
{
	static void *(*const waiting[])(void *) = { sleeper, holder, locker, writer, reader, faulter };
	static void *(*const spinning[])(void *) = { spinner, spinner };
	unsigned long long until;
	pthread_t thread;
	clockid_t clock;
	int err;

	setvbuf(stdout, NULL, _IOLBF, 0);
	slow.before_page = before_page;
	err = slow_file__mount(&slow, serve_file);
	if (err)
		fprintf(stderr, "waits: no fault_here: a file system of its own: %s\n", strerror(-err));
	if (pipe(pipe_fds) || pthread_create(&thread, NULL, dying, NULL) || run(waiting, err ? 5 : 6, NULL))
		return 1;
	if (!err)
		slow_file__unmount(&slow);
	if (run_queue())
		return 1;
	until = now(CLOCK_MONOTONIC) + 800 * MS;
	if (run(spinning, 2, &until))
		return 1;
	if (pthread_getcpuclockid(thread, &clock))
		return 1;
	printf("die_here waited %llu\n", now(CLOCK_MONOTONIC) - now(clock) - dying_since);
	fflush(stdout);
	end_all();
}
