// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/process-asker.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/process-refused.h"
#include "util/base/strbuf.h"

/* How long a process may let us wait: none has its map locked for as long in good faith. */
#define LIMIT_MS	1000

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
	struct process_refused refused;
	unsigned int limit_ms;
	struct strbuf large;		/* an answer that came as a file */
	volatile pid_t *at;		/* in memory that the deputy has, too; NULL: there is none */
	_Alignas(16) char answer[DEPUTY_OUT_MAX + 1];
};

/* In the deputy. */
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
	process_refused__exit(&a->refused);
	strbuf__exit(&a->large);
	if (a->at)
		(void)munmap((void *)(uintptr_t)a->at, sizeof(*a->at));
	free(a);
}

static void heed_limit(struct process_asker *a)
{
	if (a->deputy)
		deputy__set_limit(a->deputy, process_refused__limit(&a->refused, a->limit_ms));
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

bool process_asker__refuses(struct process_asker *a, pid_t pid)
{
	return process_refused__has(&a->refused, pid);
}

void process_asker__forget(struct process_asker *a, pid_t pid)
{
	process_refused__forget(&a->refused, pid);
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
	process_refused__add(&a->refused, pid);
	heed_limit(a);
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
