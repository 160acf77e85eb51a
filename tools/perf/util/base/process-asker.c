// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/process-asker.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/hash.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/shown.h"

/* How long a process may let us wait: none has its map locked for as long in good faith. Of many that do somebody means it. */
#define LIMIT_MS	1000
#define PATIENT_TIMES	2
#define PATIENCE_ENDS	8
/* How long it is not asked about then. */
#define REFUSED_NS	(60 * 1000000000LL)
#define MOST_TOLD	4

struct question {
	pid_t pid;
	deputy_fn fn;
	/* why the deputy is not asked; -ECHILD: as there can be none, and this process answers when it is taken */
	int err;
	size_t size;
	_Alignas(16) unsigned char in[PROCESS_QUESTION_MAX];
};

struct process_asker {
	struct deputy *deputy;		/* NULL: all is answered here */
	struct question questions[PROCESS_QUESTIONS_MAX];
	size_t first, nr;		/* a ring of those without an answer */
	bool held;
	struct u64num refused;		/* key_of() -> ns: until then */
	unsigned int limit_ms, nr_late, nr_told;
	struct strbuf large;		/* an answer that came as a file */
	volatile pid_t *at;		/* in memory that the deputy has, too; NULL: there is none */
	_Alignas(16) char answer[DEPUTY_OUT_MAX + 1];
};

/* --- in the deputy ---------------------------------------------------------------------------- */

void process_job__answer(struct deputy_job *job, const void *bytes, size_t size)
{
	/* An empty answer is one, too: a descriptor says so. */
	if (size && size <= DEPUTY_OUT_MAX) {
		memcpy(job->out, bytes, size);
		job->out_size = size;
		return;
	}
	job->out_fd = memfd_create("perf-answer", MFD_CLOEXEC);
	if (job->out_fd >= 0 && file__write_all(job->out_fd, bytes, size)) {
		(void)close(job->out_fd);
		job->out_fd = -1;
	}
}

/* --- here ------------------------------------------------------------------------------------- */

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

struct process_asker *process_asker__new_here(void)
{
	struct process_asker *a = xzalloc(sizeof(*a));

	a->limit_ms = LIMIT_MS;
	return a;
}

struct process_asker *process_asker__new(void)
{
	struct process_asker *a = process_asker__new_here();

	a->deputy = deputy__new(a->limit_ms);
	a->at = mmap(NULL, sizeof(*a->at), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (a->at == MAP_FAILED)
		a->at = NULL;
	return a;
}

void process_asker__delete(struct process_asker *a)
{
	if (!a)
		return;
	deputy__delete(a->deputy);
	u64num__exit(&a->refused);
	strbuf__exit(&a->large);
	if (a->at)
		(void)munmap((void *)(uintptr_t)a->at, sizeof(*a->at));
	free(a);
}

static void heed_limit(struct process_asker *a)
{
	unsigned int part = a->nr_late < PATIENT_TIMES ? 1 : a->nr_late < PATIENCE_ENDS ? 4 : 20;

	if (a->deputy)
		deputy__set_limit(a->deputy, a->limit_ms / part);
}

void process_asker__renew(struct process_asker *a)
{
	a->nr = 0;
	if (!a->deputy)
		return;
	deputy__delete(a->deputy);
	a->deputy = deputy__new(a->limit_ms);
	heed_limit(a);
}

void process_asker__set_limit(struct process_asker *a, unsigned int limit_ms)
{
	a->limit_ms = limit_ms;
	heed_limit(a);
}

/* It is never 0, also where @pid is negative. */
static uint64_t key_of(pid_t pid)
{
	return (uint64_t)(uint32_t)pid + 1;
}

bool process_asker__refuses(struct process_asker *a, pid_t pid)
{
	uint64_t until = u64num__find(&a->refused, key_of(pid));

	return until && (uint64_t)now_ns() < until;
}

void process_asker__forget(struct process_asker *a, pid_t pid)
{
	if (u64num__find(&a->refused, key_of(pid)))
		u64num__set(&a->refused, key_of(pid), 1);
}

static void tell(struct process_asker *a, pid_t pid)
{
	char *comm = a->nr_told < MOST_TOLD ? read_text_filef("%s/%d/comm", procfs__path(), (int)pid) : NULL;

	if (a->nr_told < MOST_TOLD)
		pr_warning(
			"perf: process %d (%s) keeps its map of memory locked: its maps are left out, its samples may have no names and no "
			"whole stacks\n",
			(int)pid, comm ? shown__in_message(comm) : "?");
	else if (a->nr_told == MOST_TOLD)
		pr_warning("perf: there are more such processes, which are not told\n");
	a->nr_told++;
	free(comm);
}

/* One that is refused later is so by a deputy that was started later. */
bool process_asker__at(struct process_asker *a, pid_t pid)
{
	if (process_asker__refuses(a, pid))
		return false;
	if (a->at)
		*a->at = pid;
	return true;
}

static void refuse(struct process_asker *a, pid_t pid)
{
	bool known = u64num__find(&a->refused, key_of(pid)) > 1;

	a->nr_late++;
	heed_limit(a);
	u64num__set(&a->refused, key_of(pid), (uint64_t)(now_ns() + REFUSED_NS));
	if (!known && pid > 0)
		tell(a, pid);
}

static void put(struct process_asker *a, struct question *q)
{
	if (process_asker__refuses(a, q->pid)) {
		q->err = -ETIMEDOUT;
		return;
	}
	q->err = a->deputy ? deputy__put(a->deputy, q->fn, q->in, q->size, -1) : -ECHILD;
	/* The one that somebody has killed tells so only once. */
	if (q->err == -EAGAIN)
		q->err = deputy__put(a->deputy, q->fn, q->in, q->size, -1);
}

int process_asker__put(struct process_asker *a, pid_t pid, deputy_fn fn, const void *in, size_t size)
{
	struct question *q = &a->questions[(a->first + a->nr) % PROCESS_QUESTIONS_MAX];

	if (process_asker__refuses(a, pid))
		return -ETIMEDOUT;
	if (a->nr == PROCESS_QUESTIONS_MAX)
		return -EAGAIN;
	*q = (struct question){ .pid = pid, .fn = fn, .size = size };
	memcpy(q->in, in, size);
	put(a, q);
	a->nr++;
	return 0;
}

/* After its end, or that of our patience, the deputy knows none of the questions any more. */
static void put_again(struct process_asker *a)
{
	size_t i;

	for (i = 0; i < a->nr; i++) {
		struct question *q = &a->questions[(a->first + i) % PROCESS_QUESTIONS_MAX];

		if (!q->err)
			put(a, q);
	}
}

/* Takes @fd. */
static int read_answer(struct process_asker *a, int fd, char **ret, size_t *ret_size)
{
	struct stat st;
	ssize_t n;
	int err = fstat(fd, &st) ? -errno : 0;

	strbuf__reset(&a->large);
	while (!err && a->large.len < (size_t)st.st_size) {
		n = pread(fd, strbuf__reserve(&a->large, (size_t)st.st_size - a->large.len), (size_t)st.st_size - a->large.len,
			  (off_t)a->large.len);
		err = n > 0 ? 0 : n ? -errno : -EIO;
		a->large.len += n > 0 ? (size_t)n : 0;
	}
	(void)close(fd);
	if (err)
		return err;
	*strbuf__reserve(&a->large, 1) = 0;
	*ret = a->large.buf;
	*ret_size = a->large.len;
	return 0;
}

static void answer_here(struct process_asker *a, const struct question *q, size_t *ret_size, int *ret_fd)
{
	struct deputy_job job = { .in = q->in, .in_size = q->size, .in_fd = -1, .out = a->answer, .out_fd = -1 };

	q->fn(&job);
	*ret_size = job.out_size;
	*ret_fd = job.out_fd;
}

static int wait_for_answer(struct process_asker *a, size_t *ret_size, int *ret_fd)
{
	int err;

	do
		err = deputy__take(a->deputy, LIMIT_MS, a->answer, DEPUTY_OUT_MAX, ret_size, ret_fd);
	while (!err && deputy__unanswered(a->deputy));
	return err > 0 ? 0 : err ? err : -EPIPE;
}

/* @q is the first. Returns 0 or why there is no answer. */
static int ask_deputy(struct process_asker *a, const struct question *q, size_t *ret_size, int *ret_fd)
{
	pid_t pid;
	int err;

	do {
		err = wait_for_answer(a, ret_size, ret_fd);
		pid = err != -ETIMEDOUT ? 0 : q->pid ? q->pid : a->at ? *a->at : 0;
		/* Behind an answer the deputy may be at the next question already. */
		if (err && a->at)
			*a->at = 0;
		if (pid)
			refuse(a, pid);
		/* All others of a question about several are told. */
		if (err && !q->pid && pid)
			put_again(a);
	} while (err && !q->pid && pid && !q->err);
	return err;
}

int process_asker__take(struct process_asker *a, char **ret, size_t *ret_size)
{
	struct question *q = &a->questions[a->first];
	size_t size = 0;
	int fd = -1, err = q->err;

	if (!err)
		err = ask_deputy(a, q, &size, &fd);
	/* Better than to know nothing. */
	if (q->err == -ECHILD)
		answer_here(a, q, &size, &fd);
	a->first = (a->first + 1) % PROCESS_QUESTIONS_MAX;
	a->nr--;
	if (err && q->err != -ECHILD) {
		put_again(a);
		return err;
	}
	if (fd >= 0)
		return read_answer(a, fd, ret, ret_size);
	a->answer[size] = 0;
	*ret = a->answer;
	*ret_size = size;
	return size ? 0 : -ESRCH;
}

void process_asker__hold(struct process_asker *a)
{
	a->held = true;
}

void process_asker__release(struct process_asker *a)
{
	a->held = false;
}

int process_asker__ask(struct process_asker *a, pid_t pid, const struct deputy_question *q, char **ret, size_t *ret_size)
{
	int err = a->held || a->nr ? -EBUSY : process_asker__put(a, pid, q->fn, q->in, q->size);

	return err ? err : process_asker__take(a, ret, ret_size);
}
