// SPDX-License-Identifier: GPL-2.0-only
/* The process that makes calls in our place: it does one job after the other until nobody asks any more. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/children.h"
#include "util/base/deputy-internal.h"
#include "util/base/fd-socket.h"
#include "util/base/file.h"

static void set_signals(void)
{
	static const int defaults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE, SIGUSR1, SIGUSR2, SIGCHLD, SIGALRM };
	/* Those of a terminal, and of whoever ends us, are for us, who may still have questions. */
	static const int ignored[] = { SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(defaults); i++)
		(void)signal(defaults[i], SIG_DFL);
	for (i = 0; i < ARRAY_SIZE(ignored); i++)
		(void)signal(ignored[i], SIG_IGN);
}

/* Nobody waits for the end of a pipe that this process has open. */
static void set_descriptors(int socket)
{
	int fd;

	children__close_others(socket);
	do
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	while (fd >= 0 && fd < STDERR_FILENO);
	if (fd > STDERR_FILENO)
		(void)close(fd);
}

static bool serve(int socket, const struct deputy_request *q, size_t size, int fd, struct deputy_reply *reply)
{
	struct deputy_job job = { .in = q->in, .in_size = size, .in_fd = fd, .out = reply->out, .out_fd = -1 };
	bool sent;

	q->fn(&job);
	reply->size = job.out_size;
	sent = fd_socket__send(socket, reply, offsetof(struct deputy_reply, out) + job.out_size, job.out_fd, 0);
	file__close_if_open(job.in_fd);
	file__close_if_open(job.out_fd);
	return sent;
}

void deputy_process__run(int socket)
{
	struct deputy_request *q = xzalloc(sizeof(*q));
	struct deputy_reply *reply = xzalloc(sizeof(*reply));
	const ssize_t head = offsetof(struct deputy_request, in);
	ssize_t n;
	int fd;

	/* Who finds one that waits for ever shall know whose it is. */
	(void)prctl(PR_SET_NAME, DEPUTY_NAME);
	set_signals();
	set_descriptors(socket);
	do
		n = fd_socket__receive(socket, q, sizeof(*q), &fd);
	while (n >= head && serve(socket, q, (size_t)(n - head), fd, reply));
	_exit(0);
}
