// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/deputy.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/children.h"
#include "util/base/deputy-internal.h"
#include "util/base/fd-socket.h"
#include "util/base/file.h"
#include "util/base/monotonic.h"

/* So many may wait for ever; each takes some hundred kilobytes. */
#define LEFT_MAX	64
/* A descriptor in flight counts against a limit of the user, and datagrams against that of the socket. */
#define UNANSWERED_MAX	64
/* How often somebody who waits looks whether it is in vain. */
#define LOOK_MS		100

struct deputy {
	int socket;			/* -1: there is no process */
	pid_t pid, owner;		/* @owner: a child of ours has to have its own */
	unsigned int limit_ms;
	size_t unanswered;
	int64_t since;			/* ns: since then the oldest question is the oldest */
	bool waited;			/* when somebody looked at the process the last time; ... */
	uint64_t cpu;			/* ... and the CPU time that it had used, ns */
	pid_t left[LEFT_MAX];		/* children that have not ended when they were killed */
	size_t nr_left;
	struct deputy_request question;	/* both are too large for the stack */
	struct deputy_reply reply;
};

struct deputy *deputy__new(unsigned int limit_ms)
{
	struct deputy *d = xzalloc(sizeof(*d));

	d->socket = -1;
	d->limit_ms = limit_ms;
	return d;
}

void deputy__set_limit(struct deputy *d, unsigned int limit_ms)
{
	d->limit_ms = limit_ms;
}

size_t deputy__stuck(struct deputy *d)
{
	size_t i, nr = 0;

	for (i = 0; i < d->nr_left; i++)
		if (!children__has_ended(d->left[i]))
			d->left[nr++] = d->left[i];
	d->nr_left = nr;
	return nr;
}

static void forget(struct deputy *d)
{
	file__close_if_open(d->socket);
	d->socket = -1;
	d->unanswered = 0;
}

/* It is not waited for: what it waits for may never come. */
static void leave(struct deputy *d)
{
	if (d->socket < 0)
		return;
	forget(d);
	if (!children__kill(d->pid) && d->nr_left < LEFT_MAX)
		d->left[d->nr_left++] = d->pid;
}

void deputy__delete(struct deputy *d)
{
	if (!d)
		return;
	if (d->owner == getpid())
		leave(d);
	else
		forget(d);
	free(d);
}

static int start(struct deputy *d)
{
	int fds[2], err;

	if (deputy__stuck(d) == LEFT_MAX)
		return -EBUSY;
	/* Whatever the reason is, it is not one of a file that somebody asks for, nor that one might try again now. */
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds))
		return -ECHILD;
	children__keep_status();
	d->pid = fork();
	if (!d->pid)
		deputy_process__run(fds[1]);
	err = d->pid < 0 ? -ECHILD : 0;
	(void)close(fds[1]);
	if (err)
		(void)close(fds[0]);
	else
		d->socket = fds[0];
	return err;
}

/* Has this process been made by the one that has the deputy? Then the other end of the socket is not ours to ask. */
static void look_who_asks(struct deputy *d)
{
	if (d->owner == getpid())
		return;
	if (d->owner)
		forget(d);
	d->nr_left = 0;
	d->owner = getpid();
}

/* The oldest question is another one, or the first. */
static void begin_wait(struct deputy *d)
{
	d->since = monotonic__ns();
	d->waited = false;
}

int deputy__put(struct deputy *d, deputy_fn fn, const void *in, size_t size, int fd)
{
	struct deputy_request *q = &d->question;
	int err;

	look_who_asks(d);
	if (size > sizeof(q->in))
		return -EMSGSIZE;
	if (d->unanswered == UNANSWERED_MAX)
		return -EAGAIN;
	err = d->socket < 0 ? start(d) : 0;
	if (err)
		return err;
	q->fn = fn;
	memcpy(q->in, in, size);
	if (!fd_socket__send(d->socket, q, offsetof(struct deputy_request, in) + size, fd, MSG_DONTWAIT)) {
		err = errno ? -errno : -EIO;
		/* Somebody has killed it. If questions are unanswered, who takes the answers will see it. */
		if (err != -EAGAIN && !d->unanswered)
			leave(d);
		return err == -EPIPE || err == -ECONNRESET ? -EAGAIN : err;
	}
	if (!d->unanswered++)
		begin_wait(d);
	return 0;
}

size_t deputy__unanswered(const struct deputy *d)
{
	return d->unanswered;
}

bool deputy__is_busy(const struct deputy *d)
{
	return d->unanswered && d->socket >= 0 && children__is_running(d->pid);
}

/*
 * Who is slow, as others have the CPUs, sleeps now and then as well: it waits for somebody else if it has not run at
 * all since the last look.
 */
static bool is_late(struct deputy *d)
{
	bool waited = d->waited;
	uint64_t before = d->cpu;

	if (monotonic__ns() - d->since < (int64_t)d->limit_ms * 1000000)
		return false;
	d->waited = children__waits(d->pid);
	d->cpu = children__cpu_ns(d->pid);
	return waited && d->waited && d->cpu == before;
}

/* Waits up to @ms for an answer. 1: there is one; 0: there is none yet; -ETIMEDOUT: there will be none. */
static int wait_for_answer(struct deputy *d, int ms)
{
	struct pollfd p = { .fd = d->socket, .events = POLLIN };
	int64_t now = monotonic__ns(), until = now + (int64_t)ms * 1000000;
	int n;

	do {
		int64_t left = (until - now) / 1000000;

		n = poll(&p, 1, left < LOOK_MS ? (int)left : LOOK_MS);
		if (n)
			return n > 0;
		/* It may also sleep as it has answered meanwhile, and waits for the next question. */
		if (is_late(d))
			return poll(&p, 1, 0) > 0 ? 1 : -ETIMEDOUT;
		now = monotonic__ns();
	} while (until - now >= 1000000);
	return 0;
}

int deputy__take(struct deputy *d, int ms, void *out, size_t max, size_t *ret_size, int *ret_fd)
{
	const ssize_t head = offsetof(struct deputy_reply, out);
	struct deputy_reply *reply = &d->reply;
	int state;
	ssize_t n;

	*ret_fd = -1;
	*ret_size = 0;
	if (!d->unanswered)
		return 0;
	state = wait_for_answer(d, ms);
	if (state < 0)
		leave(d);
	if (state <= 0)
		return state;
	n = fd_socket__receive(d->socket, reply, sizeof(*reply), ret_fd);
	if (n < head || (uint64_t)(n - head) != reply->size || reply->size > max) {
		file__close_if_open(*ret_fd);
		*ret_fd = -1;
		leave(d);
		return -EPIPE;
	}
	memcpy(out, reply->out, (size_t)reply->size);
	*ret_size = (size_t)reply->size;
	d->unanswered--;
	begin_wait(d);
	return 1;
}

int deputy__call(struct deputy *d, const struct deputy_question *q, void *out, size_t max, size_t *ret_size, int *ret_fd)
{
	int err;

	*ret_fd = -1;
	/* The one that somebody has killed tells so only once. */
	err = deputy__put(d, q->fn, q->in, q->size, -1);
	if (err == -EAGAIN)
		err = deputy__put(d, q->fn, q->in, q->size, -1);
	if (err)
		return err;
	do
		err = deputy__take(d, LOOK_MS, out, max, ret_size, ret_fd);
	while (!err);
	return err < 0 ? err : 0;
}
