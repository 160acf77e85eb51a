// SPDX-License-Identifier: GPL-2.0-only
/* A pipe is opened: it is read as it comes, or stored in a temporary file that is read twice. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/temp-file.h"
#include "util/data/header-read.h"
#include "util/session/pipe-stream.h"

ssize_t pipe_stream__read(int fd, void *buf, size_t n)
{
	ssize_t got;

	do
		got = read(fd, buf, n);
	while (got < 0 && errno == EINTR);
	return got;
}

/* What comes through a pipe is put down, and read as a file: because it is one, or because it is read twice. */
static int spool_file(struct session *s, int fd, const void *head, size_t size, struct diag *diag)
{
	const char *dir;
	char *buf = xmalloc(1 << 20);
	ssize_t got = (ssize_t)size;
	int out = temp_file__open(&dir);

	if (out < 0)
		errno = -out;
	memcpy(buf, head, size);
	while (out >= 0 && got > 0) {
		ssize_t off, n;

		for (off = 0; off < got; off += n) {
			n = write(out, buf + off, (size_t)(got - off));
			if (n < 0)
				break;
		}
		if (off < got)
			break;
		got = pipe_stream__read(fd, buf, 1 << 20);
	}
	if (out < 0 || got)
		diag__msg(diag, -errno, "cannot put the recording into a temporary file in '%s': %s (set TMPDIR)",
			  dir, strerror(errno));
	else
		s->file = data_file__open_fd(out, "(standard input)", diag);
	if (out >= 0)
		close(out);
	free(buf);
	return s->file ? 0 : -EIO;
}

struct pipe_stream *pipe_stream__open(struct session *s, int fd, struct diag *diag)
{
	struct pipe_stream *ps = xzalloc(sizeof(*ps));
	unsigned char head[16];
	size_t got = 0;
	ssize_t n;
	int err;

	ps->fd = fd;
	ps->s = s;
	ps->header = perf_header__new();
	while (got < sizeof(head) && (n = pipe_stream__read(fd, head + got, sizeof(head) - got)) > 0)
		got += (size_t)n;
	if (!got) {
		diag__msg(diag, -EBADMSG, "nothing came on standard input");
	} else {
		err = perf_header__read_pipe(ps->header, head, got, diag);
		if (!err && !s->opts->store_pipe) {
			ps->raw.stream_pos = sizeof(head);
			return ps;
		}
		if (got == sizeof(head) && ps->header->is_pipe) {
			diag__clear(diag);
			spool_file(s, fd, head, got, diag);
		}
	}
	pipe_stream__close(ps);
	return NULL;
}

void pipe_stream__close(struct pipe_stream *ps)
{
	if (!ps)
		return;
	perf_stitch_queue__delete(ps->queue);
	zstd_reader__delete(ps->zstd);
	pipe_store__exit(&ps->raw);
	pipe_store__exit(&ps->unpacked);
	perf_header__delete(ps->header);
	close(ps->fd);
	free(ps);
}

struct perf_header *pipe_stream__header(struct pipe_stream *ps)
{
	return ps->header;
}
