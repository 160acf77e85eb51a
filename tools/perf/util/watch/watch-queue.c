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

/* "FROM-UNTIL.SUFFIX", perhaps with the mark. */
static bool is_waiting(const char *name, const char *suffix, struct watch_waiting *ret)
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
	if (!is_waiting(name, NULL, &w))
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

int watch_queue__add(struct watch_queue *q, uint64_t from, uint64_t until, const void *data, size_t size, size_t *ret_dropped)
{
	struct new_file file = NEW_FILE_NONE;
	char name[80];
	int err;

	*ret_dropped = 0;
	if (watch_room__of_size(size) > q->most)
		return -EFBIG;
	*ret_dropped = make_room(q, watch_room__of_size(size));
	snprintf(name, sizeof(name), "%020" PRIu64 "-%020" PRIu64 "%s", from, until, q->suffix);
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

/* --- whoever sends --------------------------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct watch_waiting *)a)->name, ((const struct watch_waiting *)b)->name);
}

static bool is_left(const struct watch_queue *q, const char *name)
{
	size_t i;

	for (i = 0; i < q->nr_left; i++)
		if (!strcmp(q->left[i], name))
			return true;
	return false;
}

struct watch_waiting *watch_queue__oldest(struct watch_queue *q)
{
	struct watch_waiting w;
	struct dirent *e;
	DIR *dir;
	int fd;

	if (q->next < q->nr)
		return &q->list[q->next];
	q->nr = q->next = 0;
	fd = openat(q->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	dir = fd < 0 ? NULL : alloc__given(fdopendir(fd));
	if (!dir && fd >= 0)
		close(fd);
	while (dir && (e = readdir(dir))) {
		if (!is_waiting(e->d_name, q->suffix, &w) || is_left(q, e->d_name))
			continue;
		GROW(q->list, q->nr, q->cap);
		q->list[q->nr++] = w;
	}
	if (dir)
		closedir(dir);
	if (q->nr)
		qsort(q->list, q->nr, sizeof(*q->list), compare);
	return q->nr ? q->list : NULL;
}

static void name_of(const struct watch_waiting *w, bool sent, char *ret, size_t size)
{
	snprintf(ret, size, "%s%s", w->name, sent ? "~" : "");
}

int watch_queue__read(const struct watch_queue *q, const struct watch_waiting *w, char **ret_data, size_t *ret_size)
{
	char name[96];
	struct stat st;
	int fd, err;

	name_of(w, w->sent, name, sizeof(name));
	fd = openat(q->fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	err = fstat(fd, &st) ? -errno : S_ISREG(st.st_mode) ? 0 : -EINVAL;
	if (!err)
		err = file__read_fd(fd, (size_t)q->most, ret_data, ret_size);
	close(fd);
	return err;
}

static int rename_to(const struct watch_queue *q, struct watch_waiting *w, bool sent)
{
	char from[96], to[96];

	if (w->sent == sent)
		return 0;
	name_of(w, w->sent, from, sizeof(from));
	name_of(w, sent, to, sizeof(to));
	if (renameat(q->fd, from, q->fd, to))
		return -errno;
	w->sent = sent;
	return 0;
}

int watch_queue__mark(const struct watch_queue *q, struct watch_waiting *w)
{
	return rename_to(q, w, true);
}

void watch_queue__unmark(const struct watch_queue *q, struct watch_waiting *w)
{
	/* If it has gone meanwhile, it was dropped. */
	(void)rename_to(q, w, false);
}

int watch_queue__remove_oldest(struct watch_queue *q)
{
	const struct watch_waiting *w = &q->list[q->next];
	struct watch_file file = { .folder = q->folder };
	char name[96];
	struct stat st;
	int err;

	name_of(w, w->sent, name, sizeof(name));
	if (fstatat(q->fd, name, &st, AT_SYMLINK_NOFOLLOW)) {
		q->next++;
		return 0;
	}
	file.name = name;
	file.bytes = watch_room__of(&st);
	if (watch_file__remove(&file, q->dir_fd, q->room) || errno == ENOENT) {
		q->next++;
		return 0;
	}
	err = -errno;
	watch_queue__leave_oldest(q);
	return err;
}

void watch_queue__leave_oldest(struct watch_queue *q)
{
	const struct watch_waiting *w = &q->list[q->next++];
	char name[96];

	name_of(w, w->sent, name, sizeof(name));
	GROW(q->left, q->nr_left, q->cap_left);
	q->left[q->nr_left++] = xstrdup(name);
}
