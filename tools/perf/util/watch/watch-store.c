// SPDX-License-Identifier: GPL-2.0-only
#include "util/watch/watch-store.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/folder-walk.h"
#include "util/base/shown.h"

#define MARK		".perf-watch"
#define KEY_LETTERS	16
/* Where there is no room left, so much of all is made free at once: looking at all files each time would take longer than the slice. */
#define SPARE		64

static const char *const parts[] = { "samples", "recordings" };

/* --- what is there ------------------------------------------------------------------------------------------- */

/* "HOST-BUILDID-0123456789abcdef.pb.gz": the end of what we write is its time. */
static bool order_of(const char *folder, const char *name, uint64_t *ret)
{
	const char *dash = strrchr(name, '-');
	size_t n = dash ? strspn(dash + 1, "0123456789abcdef") : 0;

	(void)folder;
	if (*name == '.' || n != KEY_LETTERS || dash[1 + n] != '.')
		return false;
	*ret = strtoull(dash + 1, NULL, 16);
	return true;
}

static bool is_day(const char *name)
{
	return !strncmp(name, "day=", 4) && isdigit((unsigned char)name[4]);
}

static DIR *open_part(const struct watch_store *s, const char *part)
{
	int fd = folder__open_below(s->fd, part);
	DIR *dir = fd < 0 ? NULL : alloc__given(fdopendir(fd));

	if (!dir && fd >= 0)
		close(fd);
	return dir;
}

static void add_files(const struct watch_store *s, const char *folder, struct watch_files *files)
{
	watch_files__add(files, s->fd, folder, order_of);
}

static void clean_up(const struct watch_store *s, const char *folder, struct watch_files *files)
{
	watch_files__remove_unfinished(s->fd, folder);
	add_files(s, folder, files);
}

/* Calls @visit for the folder of each day. */
static void list_files(const struct watch_store *s, struct watch_files *files,
		       void (*visit)(const struct watch_store *s, const char *folder, struct watch_files *files))
{
	struct dirent *e;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		DIR *dir = open_part(s, parts[i]);

		while (dir && (e = readdir(dir))) {
			char *folder = is_day(e->d_name) ? xasprintf("%s/%s", parts[i], e->d_name) : NULL;

			if (folder)
				visit(s, folder, files);
			free(folder);
		}
		if (dir)
			closedir(dir);
	}
}

static void count_all(const struct watch_store *s)
{
	struct watch_files files = { 0 };
	uint64_t bytes = 0;
	size_t i;

	list_files(s, &files, clean_up);
	for (i = 0; i < files.nr; i++)
		bytes += files.list[i].bytes;
	atomic_store(&s->room->bytes, bytes);
	atomic_store(&s->room->files, files.nr);
	watch_files__exit(&files);
}

/* --- opening ---------------------------------------------------------------------------------------------------- */

static bool is_empty(int fd)
{
	int again = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = again < 0 ? NULL : alloc__given(fdopendir(again));
	struct dirent *e;
	bool empty = true;

	while (dir && (e = readdir(dir)))
		empty &= !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
	if (dir)
		closedir(dir);
	return dir && empty;
}

/* Old slices are removed: in a folder that has something else nothing must be. */
static int take_lock(struct watch_store *s, const char *path, struct diag *diag)
{
	bool ours;

	s->lock = openat(s->fd, MARK, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
	ours = s->lock >= 0;
	if (!ours && !is_empty(s->fd))
		return diag__msg(diag, -ENOTEMPTY,
				 "%s has files in it that are not of perf defer watch: -o names a new folder, or an empty one",
				 shown__in_message(path));
	if (!ours)
		s->lock = openat(s->fd, MARK, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (s->lock < 0)
		return diag__msg(diag, -errno, "cannot write into the folder %s: %s", shown__in_message(path), strerror(errno));
	if (flock(s->lock, LOCK_EX | LOCK_NB))
		return diag__msg(diag, -EBUSY, "another perf defer watch writes into %s", shown__in_message(path));
	return 0;
}

int watch_store__open(struct watch_store *s, const char *path, struct diag *diag)
{
	int err;

	s->fd = s->lock = -1;
	if (mkdir(path, 0700) && errno != EEXIST)
		return diag__msg(diag, -errno, "cannot make the folder %s: %s", shown__in_message(path), strerror(errno));
	s->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s->fd < 0)
		return diag__msg(diag, -errno, "cannot open the folder %s: %s", shown__in_message(path), strerror(errno));
	err = take_lock(s, path, diag);
	if (!err)
		count_all(s);
	return err;
}

void watch_store__exit(struct watch_store *s)
{
	if (s->lock >= 0)
		close(s->lock);
	if (s->fd >= 0)
		close(s->fd);
	s->fd = s->lock = -1;
}

/* --- bounds ------------------------------------------------------------------------------------------------------- */

static size_t remove_day(struct watch_store *s, const char *part, const char *day)
{
	char *folder = xasprintf("%s/%s", part, day);
	struct watch_files files = { 0 };
	size_t i, n = 0;
	int fd;

	watch_files__add(&files, s->fd, folder, order_of);
	for (i = 0; i < files.nr; i++)
		n += watch_file__remove(&files.list[i], s->fd, s->room);
	watch_files__exit(&files);
	fd = folder__open_below(s->fd, part);
	/* What others have put there stays, and with it the folder. */
	if (fd >= 0) {
		(void)unlinkat(fd, day, AT_REMOVEDIR);
		close(fd);
	}
	free(folder);
	return n;
}

/* Names of days are in the order of time. */
static size_t remove_old_days(struct watch_store *s, int64_t now)
{
	time_t first = (time_t)(now - (int64_t)(s->days - 1) * 86400);
	struct dirent *e;
	char limit[32];
	size_t i, n = 0;
	struct tm tm;

	if (!gmtime_r(&first, &tm) || !strftime(limit, sizeof(limit), "day=%Y-%m-%d", &tm))
		return 0;
	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		DIR *dir = open_part(s, parts[i]);

		while (dir && (e = readdir(dir)))
			if (is_day(e->d_name) && strcmp(e->d_name, limit) < 0)
				n += remove_day(s, parts[i], e->d_name);
		if (dir)
			closedir(dir);
	}
	return n;
}

static bool fits(const struct watch_store *s, uint64_t bytes)
{
	return !s->most || atomic_load(&s->room->bytes) + bytes <= s->most;
}

/* Removes the oldest slices until what is there takes no more than @most. */
static size_t remove_oldest(struct watch_store *s, uint64_t most)
{
	struct watch_files files = { 0 };
	size_t i, n = 0;

	list_files(s, &files, add_files);
	watch_files__sort(&files);
	/* Both files of a slice, which have the same order. */
	for (i = 0; i < files.nr && (atomic_load(&s->room->bytes) > most || (i && files.list[i].order == files.list[i - 1].order)); i++)
		n += watch_file__remove(&files.list[i], s->fd, s->room);
	watch_files__exit(&files);
	return n;
}

size_t watch_store__give_way(struct watch_store *s, uint64_t bytes)
{
	uint64_t taken = atomic_load(&s->room->bytes);

	return bytes && taken ? remove_oldest(s, taken > bytes ? taken - bytes : 0) : 0;
}

size_t watch_store__make_room(struct watch_store *s, uint64_t bytes, int64_t now, bool *ret_fits)
{
	size_t n = s->days ? remove_old_days(s, now) : 0;
	uint64_t spare = s->most / SPARE;

	/* If this one is large, older ones need not go for those that come. */
	if (bytes + spare > s->most)
		spare = 0;
	if (!fits(s, bytes) && bytes <= s->most)
		n += remove_oldest(s, s->most - bytes - spare);
	*ret_fits = fits(s, bytes);
	return n;
}

void watch_store__added(struct watch_store *s, size_t size)
{
	atomic_fetch_add(&s->room->bytes, watch_room__of_size(size));
	atomic_fetch_add(&s->room->files, 1);
}
