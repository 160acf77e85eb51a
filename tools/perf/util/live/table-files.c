// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/table-files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/deputy.h"
#include "util/base/fd-socket.h"
#include "util/base/silent-fs.h"
#include "util/live/debug-open.h"
#include "util/live/file-open.h"
#include "util/live/table-wire.h"

/* Nobody waits for a file: its samples do, beside all others. A disk that has to start takes seconds. */
#define LIMIT_MS	4000
#define PUT_MAX		16

struct put_file {
	struct live_file *file;
	uint32_t pid;
	unsigned int run;
};

struct table_files {
	struct deputy *deputy;
	struct put_file put[PUT_MAX];	/* the first one is the oldest */
	size_t nr_put;
	struct silent_fs *silent;
};

/* --- in the process that opens files ---------------------------------------------------------- */

struct give_request {
	struct live_file file;		/* without what points to something */
	char name[4096 + 1];
};

static bool send_open(int socket, enum table_request_type type, struct table_place place, int fd)
{
	struct table_request r = { .type = type, .nr = 1 };

	r.places[0] = place;
	/* A table process that takes nothing is not waited for. */
	return fd_socket__send(socket, &r, table_request__size(&r), fd, MSG_DONTWAIT);
}

static void give_debug(const struct live_file *file, int socket, int fd)
{
	struct live_debug debug;
	int debug_fd = live_file__open_debug(file, fd, &debug);

	if (debug_fd < 0)
		return;
	(void)send_open(socket, TABLE_OPEN_DEBUG,
			(struct table_place){ .file = file->nr, .offset = debug.check ? TABLE_CHECK | debug.crc : 0 }, debug_fd);
	(void)close(debug_fd);
}

static void give(struct deputy_job *job)
{
	const struct give_request *r = job->in;
	int *result = job->out, fd;
	struct live_file file;

	job->out_size = sizeof(*result);
	*result = -EINVAL;
	if (job->in_size != sizeof(*r) || job->in_fd < 0)
		return;
	file = r->file;
	file.name = (char *)(uintptr_t)r->name;
	fd = live_file__open(&file);
	*result = fd < 0 ? fd : 0;
	if (fd < 0)
		return;
	if (send_open(job->in_fd, TABLE_OPEN, (struct table_place){ .file = file.nr, .offset = TABLE_FROM_FILE }, fd))
		give_debug(&file, job->in_fd, fd);
	else
		*result = errno == EAGAIN ? -EAGAIN : -ENOTCONN;
	/* It may wait, too: so before the answer. */
	(void)close(fd);
}

/* --- here ------------------------------------------------------------------------------------- */

struct table_files *table_files__new(void)
{
	struct table_files *t = xzalloc(sizeof(*t));

	t->deputy = deputy__new(LIMIT_MS);
	t->silent = silent_fs__new(t->deputy);
	return t;
}

void table_files__delete(struct table_files *t)
{
	if (!t)
		return;
	silent_fs__delete(t->silent);
	deputy__delete(t->deputy);
	free(t);
}

/* Where records have build ids they have no device. */
static struct file_place place_of(const struct live_file *file)
{
	return (struct file_place){ .path = file->name, .pid = file->pid, .maj = file->maj, .min = file->min };
}

bool table_files__is_silent(struct table_files *t, const struct live_file *file)
{
	const struct file_place place = place_of(file);

	return silent_fs__has(t->silent, &place);
}

void table_files__blame(struct table_files *t, const struct live_file *file)
{
	const struct file_place place = place_of(file);

	silent_fs__add(t->silent, &place);
}

int table_files__put(struct table_files *t, struct live_file *file, int socket, unsigned int run)
{
	struct give_request r = { .file = *file };
	size_t len = strlen(file->name);
	int err;

	if (t->nr_put == PUT_MAX)
		return -EAGAIN;
	if (len >= sizeof(r.name))
		return -ENAMETOOLONG;
	memcpy(r.name, file->name, len);
	err = deputy__put(t->deputy, give, &r, sizeof(r), socket);
	if (!err)
		t->put[t->nr_put++] = (struct put_file){ .file = file, .pid = file->pid, .run = run };
	return err;
}

bool table_files__has(const struct table_files *t, const struct live_file *file)
{
	size_t i;

	for (i = 0; i < t->nr_put && t->put[i].file != file; i++)
		;
	return i < t->nr_put;
}

bool table_files__any(const struct table_files *t)
{
	return t->nr_put;
}

bool table_files__take(struct table_files *t, int ms, struct opened_file *ret)
{
	int n, fd, result = -EPIPE;
	size_t size;

	if (!t->nr_put)
		return false;
	do
		n = deputy__take(t->deputy, ms, &result, sizeof(result), &size, &fd);
	while (!n && ms && deputy__is_busy(t->deputy));
	if (!n)
		return false;
	if (fd >= 0)
		(void)close(fd);
	*ret = (struct opened_file){ .file = t->put[0].file, .pid = t->put[0].pid, .run = t->put[0].run, .result = n < 0 ? n : result };
	t->nr_put--;
	memmove(t->put, t->put + 1, t->nr_put * sizeof(t->put[0]));
	if (n == -ETIMEDOUT)
		table_files__blame(t, ret->file);
	if (n < 0)
		t->nr_put = 0;
	return true;
}
