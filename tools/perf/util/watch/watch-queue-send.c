// SPDX-License-Identifier: GPL-2.0-only
/* What waits for a collector, for whoever sends it. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/watch/watch-queue.h"

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

/* The one that has had its turn comes after all others. */
static void put_last(struct watch_queue *q)
{
	size_t i = 0;

	while (i < q->nr && strcmp(q->list[i].name, q->last))
		i++;
	if (i < q->nr) {
		struct watch_waiting w = q->list[i];

		memmove(&q->list[i], &q->list[i + 1], (q->nr - i - 1) * sizeof(w));
		q->list[q->nr - 1] = w;
	}
	*q->last = 0;
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
		if (!watch_waiting__parse(e->d_name, q->suffix, &w) || is_left(q, e->d_name))
			continue;
		GROW(q->list, q->nr, q->cap);
		q->list[q->nr++] = w;
	}
	if (dir)
		closedir(dir);
	if (q->nr)
		qsort(q->list, q->nr, sizeof(*q->list), compare);
	put_last(q);
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

void watch_queue__put_off_oldest(struct watch_queue *q)
{
	memcpy(q->last, q->list[q->next].name, sizeof(q->last));
	q->next = q->nr;
}
