// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/bytes-input.h"

#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* A descriptor that can be read at any place, or -1. */
static int as_file(const struct bytes *file)
{
	int fd = memfd_create("recording", MFD_CLOEXEC);

	if (fd >= 0 && write(fd, file->data, file->len) == (ssize_t)file->len)
		return fd;
	fprintf(stderr, "cannot write the recording: %m\n");
	return -1;
}

static void *fill(void *arg)
{
	struct bytes_input *in = arg;
	size_t at = 0;
	ssize_t n = 0;

	for (; at < in->file->len && n >= 0; at += (size_t)n)
		n = write(in->write_fd, in->file->data + at, in->file->len - at);
	close(in->write_fd);
	return NULL;
}

/* Its reading end, or -1. A thread fills it, as a process would be thousands of copies of this one. */
static int as_pipe(struct bytes_input *in)
{
	int fds[2];

	signal(SIGPIPE, SIG_IGN);
	if (pipe(fds)) {
		fprintf(stderr, "no pipe: %m\n");
		return -1;
	}
	in->write_fd = fds[1];
	if (!pthread_create(&in->filler, NULL, fill, in))
		return fds[0];
	fprintf(stderr, "no thread to fill a pipe\n");
	close(fds[0]);
	close(fds[1]);
	return -1;
}

int bytes_input__begin(struct bytes_input *in, const struct bytes *file, bool piped)
{
	*in = (struct bytes_input){ .file = file, .piped = piped, .path = "-" };
	in->fd = piped ? as_pipe(in) : as_file(file);
	if (in->fd < 0)
		return -1;
	if (piped)
		dup2(in->fd, STDIN_FILENO);
	else
		snprintf(in->path, sizeof(in->path), "/proc/self/fd/%d", in->fd);
	return 0;
}

void bytes_input__end(struct bytes_input *in)
{
	close(in->fd);
	if (!in->piped)
		return;
	/* Who is still writing must see that nobody reads. */
	close(STDIN_FILENO);
	pthread_join(in->filler, NULL);
}
