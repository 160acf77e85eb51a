// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/std-out.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct text_out out;

static void at_exit(void)
{
	(void)std_out__flush();
}

struct text_out *std_out(void)
{
	if (!out.buf) {
		text_out__init(&out, STDOUT_FILENO);
		atexit(at_exit);
	}
	return &out;
}

void std_out__addf(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_out__vaddf(std_out(), fmt, ap);
	va_end(ap);
}

void std_out__addstr(const char *s)
{
	text_out__addstr(std_out(), s);
}

void std_out__line(const char *s)
{
	text_out__addstr(std_out(), s);
	text_out__addch(std_out(), '\n');
}

int std_out__flush(void)
{
	int err = out.buf ? text_out__flush(&out) : 0;

	if (fflush(stdout) && !err)
		err = -errno;
	return err ? err : ferror(stdout) ? -EIO : 0;
}

void std_out__flush_before_wait(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	if (poll(&p, 1, 0) <= 0)
		(void)std_out__flush();
}

int std_out__finish(int status)
{
	int err = std_out__flush();

	if (err && err != -EPIPE)
		fprintf(stderr, "perf: cannot write to standard output: %s\n", strerror(-err));
	if (!err)
		return status;
	return err != -EPIPE ? EXIT_FAILURE : status ? status : 128 + SIGPIPE;
}

void std_out__forget(void)
{
	if (out.buf)
		out.error = 0;
	out.len = 0;
	__fpurge(stdout);
	clearerr(stdout);
}
