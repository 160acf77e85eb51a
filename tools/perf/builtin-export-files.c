// SPDX-License-Identifier: GPL-2.0-only
/* The recordings in a folder, and which of them were exported already: known by the names in the output folder alone. */
#include "builtin-export-batch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/folder-walk.h"
#include "util/base/open-regular.h"
#include "util/export/export-recording.h"

#define DEPTH_MAX	32		/* folders in folders */
#define KEY_LETTERS	16

/* The same in every process and on every machine, as it is part of a name. */
static uint64_t key_of(const char *name, const struct stat *st)
{
	uint64_t parts[] = { (uint64_t)st->st_size, (uint64_t)st->st_mtim.tv_sec, (uint64_t)st->st_mtim.tv_nsec };
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	size_t i;

	/* FNV-1a. */
	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	for (i = 0; i < ARRAY_SIZE(parts) * 8; i++)
		h = (h ^ (parts[i / 8] >> i % 8 * 8 & 0xff)) * UINT64_C(0x100000001b3);
	return h ? h : 1;
}

/* Does the file of @look (O_PATH, which is closed) begin as a recording does? */
static bool is_recording(int look, const char *path, struct stat *st)
{
	char magic[8];
	bool is;
	int fd;

	if (look < 0)
		return false;
	if (fstat(look, st) || !S_ISREG(st->st_mode)) {
		close(look);
		return false;
	}
	fd = open_seen(look, path, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		return false;
	is = read(fd, magic, sizeof(magic)) == sizeof(magic) && (!memcmp(magic, "PERFILE2", 8) || !memcmp(magic, "2ELIFREP", 8));
	close(fd);
	return is;
}

static void add_found(struct batch *b, const char *path, const char *below, const struct stat *st)
{
	struct batch_file *f;

	GROW(b->list, b->nr, b->cap);
	f = &b->list[b->nr++];
	*f = (struct batch_file){ .path = xstrdup(path), .st = *st, .key = key_of(below, st) };
	f->below = f->path + (below - path);
}

static void look_into(struct batch *b, DIR *dir, const char *path, const char *below, int depth);

/* @look (O_PATH, which is closed) is the file or folder @path; @below: the part of that below the folder that was asked for. */
static void look_at(struct batch *b, int look, const char *path, const char *below, int depth)
{
	struct stat st, data;
	DIR *dir = NULL;
	int fd;

	if (fstat(look, &st) || !S_ISDIR(st.st_mode)) {
		if (is_recording(look, path, &st))
			add_found(b, path, below, &st);
		else
			b->others++;
		return;
	}
	if (is_recording(openat(look, "data", O_PATH | O_NOFOLLOW | O_CLOEXEC), path, &data)) {
		add_found(b, path, below, &data);
		close(look);
		return;
	}
	fd = open_seen(look, path, O_RDONLY | O_DIRECTORY);
	if (fd >= 0 && depth < DEPTH_MAX)
		dir = alloc__given(fdopendir(fd));
	if (dir) {
		look_into(b, dir, path, below, depth);
		closedir(dir);
	} else {
		b->others++;
		if (fd >= 0)
			close(fd);
	}
}

/* One step at a time, and none of them by a link: whatever others put there meanwhile, nothing elsewhere is read. */
static void look_into(struct batch *b, DIR *dir, const char *path, const char *below, int depth)
{
	struct dirent *e;
	char *inside;
	int look;

	while ((e = readdir(dir))) {
		/* What begins with a dot is not finished, or nobody's business. */
		if (e->d_name[0] == '.')
			continue;
		look = openat(dirfd(dir), e->d_name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
		if (look < 0) {
			b->others++;
			continue;
		}
		inside = xasprintf("%s/%s", path, e->d_name);
		look_at(b, look, inside, inside + (below - path) + !*below, depth + 1);
		free(inside);
	}
}

/* The line about a recording says at its end whether all of it could be read. */
static bool was_partial(int lines_fd, const char *name)
{
	static const char words[] = EXPORT_RECORDING_PARTIAL;
	char *file = xasprintf("%s.json", name), end[sizeof(words) - 1];
	int fd = openat(lines_fd, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	bool is;

	free(file);
	if (fd < 0)
		return false;
	is = lseek(fd, -(off_t)sizeof(end), SEEK_END) >= 0 && read(fd, end, sizeof(end)) == sizeof(end) && !memcmp(end, words, sizeof(end));
	close(fd);
	return is;
}

/* "HOST-BUILDID-0123456789abcdef.ndjson" */
static void see_done(struct batch *b, int lines_fd, const char *name)
{
	size_t n = strlen(name), end = strlen(b->suffix);
	char key[KEY_LETTERS + 1], *stop, *base;
	uint64_t v, number;

	if (n < end + KEY_LETTERS + 1 || strcmp(name + n - end, b->suffix) || name[n - end - KEY_LETTERS - 1] != '-')
		return;
	memcpy(key, name + n - end - KEY_LETTERS, KEY_LETTERS);
	key[KEY_LETTERS] = 0;
	v = strtoull(key, &stop, 16);
	number = v && !*stop ? u64num__find(&b->by_key, v) : 0;
	if (!number)
		return;
	base = xstrndup(name, n - end);
	b->list[number - 1].done = true;
	b->list[number - 1].partial = was_partial(lines_fd, base);
	free(base);
}

/* @name: "day=2026-11-22" */
static void look_at_day(struct batch *b, const char *name)
{
	char *samples = xasprintf("samples/%s", name), *lines = xasprintf("recordings/%s", name);
	int fd = folder__open_below(b->out_fd, samples), lines_fd = folder__open_below(b->out_fd, lines);
	DIR *day = fd < 0 ? NULL : alloc__given(fdopendir(fd));
	struct dirent *e;

	if (!day && fd >= 0)
		close(fd);
	while (day && (e = readdir(day)))
		see_done(b, lines_fd, e->d_name);
	if (day)
		closedir(day);
	if (lines_fd >= 0)
		close(lines_fd);
	free(samples);
	free(lines);
}

void export_batch__see_done(struct batch *b)
{
	int fd = folder__open_below(b->out_fd, "samples");
	DIR *days = fd < 0 ? NULL : alloc__given(fdopendir(fd));
	struct dirent *d;
	size_t i;

	if (!days && fd >= 0)
		close(fd);
	for (i = 0; i < b->nr; i++)
		u64num__set(&b->by_key, b->list[i].key, i + 1);
	while (days && (d = readdir(days)))
		if (!strncmp(d->d_name, "day=", 4))
			look_at_day(b, d->d_name);
	if (days)
		closedir(days);
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct batch_file *)a)->path, ((const struct batch_file *)b)->path);
}

void export_batch__find(struct batch *b, int look, const char *path)
{
	look_at(b, look, path, path + strlen(path), 0);
	if (b->nr)
		qsort(b->list, b->nr, sizeof(*b->list), by_path);
}
