/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Asks what the kernel tells of other processes only under a lock of theirs: their maps of memory, what they have
 * mapped, where they sleep. Whoever holds that lock may wait for a file system, and for ever, if the process wants it
 * so: then each who asks waits as well. So a deputy asks (deputy.h), and a process that lets it wait for too long is
 * not asked about for a while, which is told.
 */
#ifndef PERF_BASE_PROCESS_ASKER_H
#define PERF_BASE_PROCESS_ASKER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "util/base/deputy.h"

struct process_asker;

struct process_asker *process_asker__new(void);
/* One whose questions are answered by this process: for a process that may be left behind itself. */
struct process_asker *process_asker__new_here(void);
void process_asker__delete(struct process_asker *a);	/* NULL: nothing */

/* The next question is put to a process that has this one's memory as it is now. Those without an answer are forgotten. */
void process_asker__renew(struct process_asker *a);
/* From now on a process may take so long, ms; less where many have been waited for in vain. It begins with a second. */
void process_asker__set_limit(struct process_asker *a, unsigned int limit_ms);

/* Bytes that a question may have, and how many questions may wait for their answers. */
#define PROCESS_QUESTION_MAX	128
#define PROCESS_QUESTIONS_MAX	4

/*
 * Puts the question @in, of @size bytes, about process @pid: the deputy does @fn, which answers by
 * process_job__answer() at its end, or does not, if it has nothing to say. Returns 0; -ETIMEDOUT: @pid is not asked
 * about now; -EAGAIN: too many questions have no answer yet. Only after 0 it is to be taken.
 *
 * @pid 0 is for a question about several, of which the job says which it is at (process_asker__at()): if that one is
 * waited for in vain, it is refused, and the question put again. A negative @pid means task -@pid, and that the
 * question is about what is not told under the lock of its map: it may be asked where its process is refused, and
 * nothing is told where it was waited for in vain.
 */
int process_asker__put(struct process_asker *a, pid_t pid, deputy_fn fn, const void *in, size_t size);
/*
 * Waits for the answer to the question that was put first. Returns 0; -ETIMEDOUT: @pid was waited for in vain, which
 * was told; -ESRCH: there is nothing to say, as of a process that has ended; or other negative errno. *@ret are the
 * *@ret_size bytes, with a zero behind them and aligned as by malloc(3), until the next answer; the caller may change
 * them. After an error they are none.
 */
int process_asker__take(struct process_asker *a, char **ret, size_t *ret_size);
/*
 * Who puts several questions, and lets others have a turn before all answers are read, holds the asker meanwhile: what
 * they ask would get those answers, and take the place of the one that is being read. One at a time.
 */
void process_asker__hold(struct process_asker *a);
void process_asker__release(struct process_asker *a);
/* Both. -EBUSY: somebody holds it, or another question has no answer yet. */
int process_asker__ask(struct process_asker *a, pid_t pid, const struct deputy_question *q, char **ret, size_t *ret_size);
/* In the deputy: the job goes on with @pid. False: it is not to be asked about. @a: the one that was asked, at the same place. */
bool process_asker__at(struct process_asker *a, pid_t pid);
/* The bytes of an answer, any number of them. */
void process_job__answer(struct deputy_job *job, const void *bytes, size_t size);

/* Is @pid a process that is not asked about now? */
bool process_asker__refuses(struct process_asker *a, pid_t pid);
/* Another program, or another process, has the number @pid from now on. */
void process_asker__forget(struct process_asker *a, pid_t pid);

#endif /* PERF_BASE_PROCESS_ASKER_H */
