// SPDX-License-Identifier: GPL-2.0-only
#include "util/watch/watch-queue.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/folder-walk.h"
#include "util/base/new-file.h"

#define DIGITS		20
#define SENT		'~'

static bool all_digits(const char *s)
{
	size_t i;

	for (i = 0; i < DIGITS; i++)
		if (!isdigit((unsigned char)s[i]))
			return false;
	return true;
}

bool watch_waiting__parse(const char *name, const char *suffix, struct watch_waiting *ret)
{
	size_t len = strlen(name), n = 2 * DIGITS + 1 + (suffix ? strlen(suffix) : 0);

	ret->sent = len && name[len - 1] == SENT;
	len -= ret->sent;
	if (len < n || len >= sizeof(ret->name) || !all_digits(name) || name[DIGITS] != '-' || !all_digits(name + DIGITS + 1) ||
	    name[2 * DIGITS + 1] != '.' || (suffix && (len != n || strncmp(name + 2 * DIGITS + 1, suffix, strlen(suffix)))))
		return false;
	memcpy(ret->name, name, len);
	ret->name[len] = 0;
	ret->from = strtoull(name, NULL, 10);
	ret->until = strtoull(name + DIGITS + 1, NULL, 10);
	return true;
}

/* What waits, whatever its suffix: it takes room. */
static bool order_of(const char *folder, const char *name, uint64_t *ret)
{
	struct watch_waiting w;

	(void)folder;
	if (!watch_waiting__parse(name, NULL, &w))
		return false;
	*ret = w.from;
	return true;
}

int watch_queue__open(struct watch_queue *q, int dir_fd, const char *name, const char *suffix)
{
	struct watch_files files = { 0 };
	uint64_t bytes = 0;
	size_t i;

	q->dir_fd = dir_fd;
	q->suffix = suffix;
	q->folder = xasprintf("queue/%s", name);
	q->fd = folder__make_below(dir_fd, q->folder);
	if (q->fd < 0)
		return q->fd;
	watch_files__remove_unfinished(dir_fd, q->folder);
	watch_files__add(&files, dir_fd, q->folder, order_of);
	for (i = 0; i < files.nr; i++)
		bytes += files.list[i].bytes;
	atomic_store(&q->room->bytes, bytes);
	atomic_store(&q->room->files, files.nr);
	watch_files__exit(&files);
	return 0;
}

void watch_queue__exit(struct watch_queue *q)
{
	size_t i;

	if (q->folder && q->fd >= 0)
		close(q->fd);
	for (i = 0; i < q->nr_left; i++)
		free(q->left[i]);
	free(q->left);
	free(q->folder);
	free(q->list);
	*q = (struct watch_queue){ .fd = -1 };
}

/* --- whoever adds -------------------------------------------------------------------------------------------------- */

static bool fits(const struct watch_queue *q, uint64_t bytes)
{
	return atomic_load(&q->room->bytes) + bytes <= q->most;
}

static bool is_sent(const struct watch_file *f)
{
	return f->name[strlen(f->name) - 1] == SENT;
}

/* The oldest go; what is just being sent goes last, since then it would be sent and gone at once. */
static size_t make_room(struct watch_queue *q, uint64_t bytes)
{
	struct watch_files files = { 0 };
	size_t i, n = 0;
	int sent;

	if (fits(q, bytes))
		return 0;
	watch_files__add(&files, q->dir_fd, q->folder, order_of);
	watch_files__sort(&files);
	for (sent = 0; sent < 2; sent++)
		for (i = 0; i < files.nr && !fits(q, bytes); i++)
			if (is_sent(&files.list[i]) == sent)
				n += watch_file__remove(&files.list[i], q->dir_fd, q->room);
	watch_files__exit(&files);
	return n;
}

static bool is_there(const struct watch_queue *q, const char *name)
{
	struct stat st;

	return !fstatat(q->fd, name, &st, AT_SYMLINK_NOFOLLOW);
}

/* A name for a slice. */
static void find_name(const struct watch_queue *q, uint64_t from, uint64_t until, char *ret, size_t size)
{
	bool marked;

	do {
		snprintf(ret, size, "%020" PRIu64 "-%020" PRIu64 "%s%c", from++, until, q->suffix, SENT);
		marked = is_there(q, ret);
		ret[strlen(ret) - 1] = 0;
	} while (q->never_replaces && (marked || is_there(q, ret)));
}

int watch_queue__add(struct watch_queue *q, uint64_t from, uint64_t until, const void *data, size_t size, size_t *ret_dropped)
{
	struct new_file file = NEW_FILE_NONE;
	char name[80];
	int err;

	*ret_dropped = 0;
	if (watch_room__of_size(size) > q->most)
		return -EFBIG;
	*ret_dropped = make_room(q, watch_room__of_size(size));
	find_name(q, from, until, name, sizeof(name));
	err = new_file__create_at(&file, q->fd, name, 0600);
	if (!err)
		err = file__write_all(file.fd, data, size);
	/* Before others can see it, so that what they take away was there. */
	if (!err) {
		atomic_fetch_add(&q->room->bytes, watch_room__of_size(size));
		atomic_fetch_add(&q->room->files, 1);
		err = new_file__commit(&file);
		if (err) {
			atomic_fetch_sub(&q->room->bytes, watch_room__of_size(size));
			atomic_fetch_sub(&q->room->files, 1);
		}
	}
	new_file__exit(&file);
	return err;
}
