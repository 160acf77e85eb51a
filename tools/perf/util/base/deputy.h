/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A process that makes calls in our place which may never return: it opens, looks at and reads files of file systems that are in others'
 * hands (FUSE, those of a network), and the memory of processes, into which such files may be mapped.
 *
 * No signal breaks such a call off, and where a FUSE server has taken the request and keeps it, not even SIGKILL. A thread of ours that
 * waited there would keep all of this process from ending, and a descriptor of such a file in our table would do the same, since
 * close(2) may wait, too. A process has neither in common with us. If it does not answer, it is killed and left behind, and the next
 * question starts another one.
 */
#ifndef PERF_BASE_DEPUTY_H
#define PERF_BASE_DEPUTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that a question, and an answer, may have. */
#define DEPUTY_IN_MAX	((size_t)8 << 10)
#define DEPUTY_OUT_MAX	((size_t)40 << 10)

/* The process's name (comm). */
#define DEPUTY_NAME	"perf-deputy"

struct deputy_job {
	const void *in;			/* the question, aligned as by malloc(3) */
	size_t in_size;
	int in_fd;			/* -1: none came with it. It is closed behind the job */
	void *out;			/* room for the answer, DEPUTY_OUT_MAX bytes */
	size_t out_size;		/* set by the job */
	int out_fd;			/* the same: a descriptor that goes to whoever has asked, and is closed here; -1: none */
};

/*
 * Does one job, in the other process. That has the memory that this process had when it was started, and what a job changes there is lost
 * sooner or later; standard input and output are /dev/null; SIGINT, SIGTERM and their like are ignored. It has the rights of this process.
 */
typedef void (*deputy_fn)(struct deputy_job *job);

/* What is to be done, and with what: @size bytes, up to DEPUTY_IN_MAX. */
struct deputy_question {
	deputy_fn fn;
	const void *in;
	size_t size;
};

struct deputy;

/* @limit_ms: how long a job may take until it is given up. No process is started yet. */
struct deputy *deputy__new(unsigned int limit_ms);
/* Ends the process, or leaves it behind. NULL: nothing. */
void deputy__delete(struct deputy *d);
/* From now on a job may take so long. */
void deputy__set_limit(struct deputy *d, unsigned int limit_ms);

/*
 * Puts a question: @size bytes, up to DEPUTY_IN_MAX, and @fd, which stays open here (-1: none). Answers come in the
 * order of questions. Returns 0 or negative errno: -EAGAIN, too many are unanswered; -EBUSY, too many processes have
 * been left behind that still wait; -ECHILD, no process can be started.
 */
int deputy__put(struct deputy *d, deputy_fn fn, const void *in, size_t size, int fd);
/* How many questions have no answer yet. */
size_t deputy__unanswered(const struct deputy *d);
/* Is the process at work on a question, and not in the hands of a file system? */
bool deputy__is_busy(const struct deputy *d);
/* How many processes that were left behind still wait. */
size_t deputy__stuck(struct deputy *d);

/*
 * Takes the answer to the oldest question, if it comes within @ms (a signal may end the wait earlier). Returns 1, with
 * the answer in @out, of up to @max bytes, its size in *@ret_size and a descriptor, or -1, in *@ret_fd, which belongs
 * to the caller; 0: there is none yet; or negative errno: -ETIMEDOUT, the oldest question has had no answer for too
 * long, and it is not for want of a CPU; -EPIPE: the process has died over it. After these two no question is
 * unanswered: those behind it have to be put again.
 */
int deputy__take(struct deputy *d, int ms, void *out, size_t max, size_t *ret_size, int *ret_fd);

/*
 * Puts a question and waits for its answer. Not while others are unanswered. Returns 0, with the answer as
 * deputy__take() gives it, or negative errno of either.
 */
int deputy__call(struct deputy *d, const struct deputy_question *q, void *out, size_t max, size_t *ret_size, int *ret_fd);

#endif /* PERF_BASE_DEPUTY_H */
