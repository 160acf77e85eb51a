// SPDX-License-Identifier: GPL-2.0-only
/* Each piece of a work is done once, however many threads there are, and threads stay from work to work. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/workers.h"

#define MOST	300

struct task {
	struct workers *workers;
	atomic_uint times[MOST];	/* that each piece was done */
	pthread_mutex_t lock;
	pthread_cond_t met;
	unsigned int nr, wanted;	/* threads that are there, and that wait for each other */
	struct work work;
	pid_t tids[4];
};

static void count(void *ctx, size_t number)
{
	struct task *t = ctx;

	atomic_fetch_add(&t->times[number], 1);
}

static bool each_once(struct task *t, size_t nr)
{
	bool once = true;
	size_t i;

	for (i = 0; i < MOST; i++)
		once &= atomic_exchange(&t->times[i], 0) == (i < nr);
	return once;
}

static int test__pieces(void)
{
	static const unsigned int jobs[] = { 1, 2, 3, 8, 64 };
	static const size_t nrs[] = { 0, 1, 2, 3, 63, 64, 65, MOST };
	struct workers *w;
	struct task t = { 0 };
	size_t i, k;

	workers__share(NULL, MOST, count, &t);
	TEST_ASSERT(each_once(&t, MOST));
	TEST_ASSERT_EQ(workers__jobs(NULL), 1);
	for (i = 0; i < ARRAY_SIZE(jobs); i++) {
		w = workers__new(jobs[i]);
		TEST_ASSERT_EQ(workers__jobs(w), jobs[i]);
		for (k = 0; k < 20 * ARRAY_SIZE(nrs); k++) {
			workers__share(w, nrs[k % ARRAY_SIZE(nrs)], count, &t);
			TEST_ASSERT(each_once(&t, nrs[k % ARRAY_SIZE(nrs)]));
		}
		workers__delete(w);
	}
	workers__delete(NULL);
	return TEST_OK;
}

/* Waits until as many threads are here as are wanted. */
static void meet(void *ctx, unsigned int number)
{
	struct task *t = ctx;

	pthread_mutex_lock(&t->lock);
	t->nr++;
	atomic_fetch_add(&t->times[number], 1);
	pthread_cond_broadcast(&t->met);
	while (t->nr < t->wanted)
		pthread_cond_wait(&t->met, &t->lock);
	pthread_mutex_unlock(&t->lock);
}

static int test__begin(void)
{
	struct task t = { .lock = PTHREAD_MUTEX_INITIALIZER, .met = PTHREAD_COND_INITIALIZER };
	struct workers *w = workers__new(4);
	unsigned int round, i;

	TEST_ASSERT_EQ(workers__begin(NULL, &t.work, 3, meet, &t), 0);
	for (round = 0; round < 50; round++) {
		const unsigned int asked = round % 5, nr = asked < 3 ? asked : 3;

		t.nr = 0;
		t.wanted = nr + 1;
		TEST_ASSERT_EQ(workers__begin(w, &t.work, asked, meet, &t), nr);
		/* Some are at work, or all: then this thread does it alone. */
		if (nr) {
			TEST_ASSERT(workers__is_begun(w, &t.work));
			workers__share(w, MOST, count, &t);
			for (i = 0; i < MOST; i++)
				TEST_ASSERT(atomic_load(&t.times[i]) - 1 <= (i && i <= nr));
		}
		meet(&t, 0);
		if (nr)
			workers__end(w, &t.work);
		for (i = 0; i < MOST; i++)
			TEST_ASSERT_EQ(atomic_exchange(&t.times[i], 0), (i <= nr) + !!nr);
		if (round % 10 == 9)
			workers__send_home(w);
	}
	workers__delete(w);
	return TEST_OK;
}

/* Three works at a time for two threads: the third comes when the first is done, and who was not begun is not waited for. */
static int test__several(void)
{
	struct task t[3] = { { .wanted = 2 }, { .wanted = 2 } };
	struct workers *w = workers__new(3);
	int round, i;

	for (i = 0; i < 3; i++) {
		pthread_mutex_init(&t[i].lock, NULL);
		pthread_cond_init(&t[i].met, NULL);
	}
	for (round = 0; round < 50; round++) {
		t[2].wanted = round % 3 ? 2 : 1;
		for (i = 0; i < 3; i++) {
			t[i].nr = 0;
			TEST_ASSERT_EQ(workers__begin(w, &t[i].work, 1, meet, &t[i]), 1);
		}
		meet(&t[round % 2], 0);
		if (round % 3) {
			meet(&t[2], 0);
			TEST_ASSERT_EQ(t[2].nr, 2);
		}
		workers__end(w, &t[2].work);
		TEST_ASSERT(!workers__is_begun(w, &t[2].work));
		meet(&t[!(round % 2)], 0);
		workers__end(w, &t[0].work);
		workers__end(w, &t[1].work);
		TEST_ASSERT_EQ(t[0].nr, 2);
		TEST_ASSERT_EQ(t[1].nr, 2);
	}
	workers__delete(w);
	return TEST_OK;
}

static int by_number(const void *a, const void *b)
{
	return *(const pid_t *)a - *(const pid_t *)b;
}

/* Notes which threads there are when all have met. */
static void meet_named(void *ctx, unsigned int number)
{
	struct task *t = ctx;

	t->tids[number] = (pid_t)syscall(SYS_gettid);
	meet(ctx, number);
}

/* Three threads beside this one work at the same time. Sets @tids to who they are, the smallest first. */
static bool find_threads(struct workers *w, struct task *t, pid_t tids[3])
{
	bool begun;

	t->nr = 0;
	t->wanted = 4;
	begun = workers__begin(w, &t->work, 3, meet_named, t) == 3;
	if (!begun)
		return false;
	meet(t, 0);
	workers__end(w, &t->work);
	memcpy(tids, t->tids + 1, 3 * sizeof(*tids));
	qsort(tids, 3, sizeof(*tids), by_number);
	return true;
}

/* Who has been waited for may be there for a moment more, on its way out. */
static bool is_gone(pid_t tid)
{
	int tries = 10000;

	while (!syscall(SYS_tgkill, getpid(), tid, 0) && --tries)
		usleep(1000);
	return tries;
}

static int test__stay(void)
{
	struct task t = { .lock = PTHREAD_MUTEX_INITIALIZER, .met = PTHREAD_COND_INITIALIZER };
	struct workers *w = workers__new(4);
	pid_t before[3], after[3];
	unsigned int i;

	TEST_ASSERT(find_threads(w, &t, before));
	TEST_ASSERT(before[0] < before[1] && before[1] < before[2]);
	for (i = 0; i < 100; i++)
		workers__share(w, i % 8, count, &t);
	TEST_ASSERT(find_threads(w, &t, after));
	TEST_ASSERT(!memcmp(before, after, sizeof(before)));
	workers__send_home(w);
	for (i = 0; i < 3; i++)
		TEST_ASSERT(is_gone(before[i]));
	workers__delete(w);
	return TEST_OK;
}

/* Returns the exit status of @fn in a process of its own. */
static int in_child(int (*fn)(void))
{
	pid_t pid = fork();
	int status = 0;

	if (!pid)
		_exit(fn());
	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define CANNOT	77

static void *end_at_once(void *arg)
{
	return arg;
}

/* As where a limit of processes, or of a control group, is reached. */
static int no_threads(void)
{
	const struct rlimit none = { 0, 0 };
	struct task t = { 0 };
	struct workers *w = workers__new(8);
	pthread_t thread;
	int ok = 1, i;

	if ((!geteuid() && setuid(65534)) || setrlimit(RLIMIT_NPROC, &none))
		return CANNOT;
	if (!pthread_create(&thread, NULL, end_at_once, NULL))
		return CANNOT;
	for (i = 0; i < 3; i++) {
		workers__share(w, MOST, count, &t);
		ok &= each_once(&t, MOST);
	}
	ok &= !workers__begin(w, &t.work, 7, meet, &t);
	workers__delete(w);
	return !ok;
}

static int test__no_threads(void)
{
	int status = in_child(no_threads);

	if (status == CANNOT)
		return TEST_SKIP;
	TEST_ASSERT_EQ(status, 0);
	return TEST_OK;
}

static int one_cpu(void)
{
	struct workers *w = workers__new(5);
	struct task t = { 0 };
	cpu_set_t set, one;
	int cpu = 0, i, ok = 1;

	if (sched_getaffinity(0, sizeof(set), &set))
		return CANNOT;
	while (!CPU_ISSET(cpu, &set))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		return CANNOT;
	for (i = 0; i < 200; i++) {
		workers__share(w, MOST, count, &t);
		ok &= each_once(&t, MOST);
	}
	workers__delete(w);
	return !ok;
}

static int test__one_cpu(void)
{
	int status = in_child(one_cpu);

	if (status == CANNOT)
		return TEST_SKIP;
	TEST_ASSERT_EQ(status, 0);
	return TEST_OK;
}

DEFINE_SUITE("Utilities: workers", workers,
	{ "each piece once, by 1 to 64 threads", test__pieces },
	{ "work that goes on beside its owner", test__begin },
	{ "several works at a time", test__several },
	{ "threads stay, and are sent home", test__stay },
	{ "no thread can be started", test__no_threads },
	{ "one CPU", test__one_cpu })
