// SPDX-License-Identifier: GPL-2.0-only
/*
 * A worker and the caller talk over a pair of sockets: the caller sends a byte when it is the worker's turn, and gets a
 * message when the slice was delivered. A socket whose other end is gone tells each that the other has died.
 */
#include "util/base/turns.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/children.h"

struct worker {
	pid_t pid;
	int fd;			/* the caller's end */
};

struct message {
	int retreat, error;	/* error: errno of deliver() */
	char result[TURNS_RESULT_MAX];
};

/* In a worker: its end. */
static int to_caller = -1;

/* --- in a worker ------------------------------------------------------------------------------------ */

/* The caller's word that it is our turn. Without the caller there is nothing left to do. */
static void wait_for_turn(void)
{
	ssize_t n;
	char go;

	do
		n = recv(to_caller, &go, sizeof(go), 0);
	while (n < 0 && errno == EINTR);
	if (n != sizeof(go))
		_exit(1);
}

static void tell(const struct message *m, size_t result_size)
{
	size_t size = offsetof(struct message, result) + result_size;

	if (send(to_caller, m, size, MSG_NOSIGNAL) != (ssize_t)size)
		_exit(1);
}

void turns__retreat(void)
{
	static const struct message m = { .retreat = 1 };

	if (to_caller < 0)
		return;
	wait_for_turn();
	tell(&m, 0);
	_exit(0);
}

bool turns__is_worker(void)
{
	return to_caller >= 0;
}

/* Slices that a worker makes: @first, and each @step further on, up to @to. */
struct share {
	const struct turns_ops *ops;
	void *ctx;
	size_t first, to, step;
};

static void __attribute__((noreturn)) work(const struct share *s)
{
	const struct turns_ops *ops = s->ops;
	struct message m = { 0 };
	size_t i;

	if (ops->begin)
		ops->begin(s->ctx);
	for (i = s->first; i < s->to; i += s->step) {
		if (ops->make(s->ctx, i))
			turns__retreat();
		wait_for_turn();
		m.error = ops->deliver(s->ctx, i);
		if (ops->result_size)
			memcpy(m.result, ops->result, ops->result_size);
		tell(&m, ops->result_size);
		if (m.error)
			break;
	}
	_exit(0);
}

/* --- in the caller ---------------------------------------------------------------------------------- */

static void become_worker(struct worker *workers, unsigned int me, int fd, pid_t caller)
{
	unsigned int i;

	/* If the caller is killed, nobody would stop us. */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != caller)
		_exit(1);
	/* A reader that is gone is told to the caller, who knows what that means. */
	signal(SIGPIPE, SIG_IGN);
	for (i = 0; i < me; i++)
		close(workers[i].fd);
	to_caller = fd;
}

/* 0, or -errno. A worker does not return. */
static int start(struct worker *workers, unsigned int me, const struct share *share)
{
	pid_t caller = getpid();
	int ends[2], err;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return -errno;
	workers[me].pid = fork();
	if (!workers[me].pid) {
		close(ends[0]);
		become_worker(workers, me, ends[1], caller);
		work(share);
	}
	err = workers[me].pid < 0 ? -errno : 0;
	close(ends[1]);
	if (err)
		close(ends[0]);
	else
		workers[me].fd = ends[0];
	return err;
}

static int wait_for(const struct worker *w)
{
	int status = 0;

	close(w->fd);
	while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* None of them has its turn. */
static void end_all(struct worker *workers, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		(void)kill(workers[i].pid, SIGKILL);
	for (i = 0; i < nr; i++)
		(void)wait_for(&workers[i]);
}

/* Lets a worker deliver its next slice. False: it is dead. */
static bool let(const struct worker *w, struct message *ret, size_t result_size)
{
	const size_t head = offsetof(struct message, result);
	ssize_t n;

	/* Were the worker dead, SIGPIPE would end us. */
	if (send(w->fd, "", 1, MSG_NOSIGNAL) != 1)
		return false;
	do
		n = recv(w->fd, ret, sizeof(*ret), 0);
	while (n < 0 && errno == EINTR);
	return n >= (ssize_t)head && (ret->retreat || n == (ssize_t)(head + result_size));
}

enum turns_end turns__run(const struct turns_ops *ops, void *ctx, unsigned int jobs, size_t *next, size_t to, int *ret_why)
{
	const size_t from = *next;
	struct worker *workers = xcalloc(jobs, sizeof(*workers));
	enum turns_end end = TURNS_ALL;
	struct message m;
	unsigned int nr, w;
	size_t i;

	children__keep_status();
	*ret_why = 0;
	for (nr = 0; nr < jobs; nr++)
		if (start(workers, nr, &(struct share){ ops, ctx, from + nr, to, jobs })) {
			end_all(workers, nr);
			free(workers);
			return TURNS_RETREAT;
		}
	for (i = from; i < to && end == TURNS_ALL; i++) {
		w = (unsigned int)((i - from) % jobs);
		if (!let(&workers[w], &m, ops->result_size)) {
			end = TURNS_DIED;
			*ret_why = wait_for(&workers[w]);
			workers[w] = workers[--nr];
		} else if (m.retreat) {
			end = TURNS_RETREAT;
		} else if (m.error) {
			end = TURNS_FAILED;
			*ret_why = m.error;
		} else {
			ops->done(ctx, i, m.result);
			*next = i + 1;
		}
	}
	end_all(workers, nr);
	free(workers);
	return end;
}
