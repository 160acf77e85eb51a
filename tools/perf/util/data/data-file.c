// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/data-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/open-regular.h"
#include "util/data/decompress.h"
#include "util/data/header-read.h"
#include "util/data/shrunk-file.h"

static struct data_segment *add_segment(struct data_file *df, const void *map, uint64_t map_size,
					uint64_t skip, uint64_t size)
{
	struct data_segment *last = df->nr_segments ? &df->segments[df->nr_segments - 1] : NULL;
	/* Behind the end of the one before, on a page: no two segments share a position. */
	uint64_t pos = last ? (last->pos + last->size + 4095) & ~4095ULL : skip;
	struct data_segment *s;

	GROW(df->segments, df->nr_segments, df->cap_segments);
	s = &df->segments[df->nr_segments++];
	*s = (struct data_segment){ .map = map, .map_size = map_size, .pos = pos, .size = size,
				    .records = (const unsigned char *)map + skip };
	return s;
}

/* Maps the whole of @fd; empty files have no mapping. */
static int map_fd(int fd, const char *path, const void **ret_map, struct stat *ret_st, struct diag *diag)
{
	struct stat st;
	void *map;

	if (fstat(fd, &st))
		return diag__msg(diag, -errno, "cannot stat '%s': %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return diag__msg(diag, -EINVAL, "'%s' is not a regular file", path);
	if (!st.st_size)
		return diag__msg(diag, -EBADMSG, "'%s' is empty: was the recording ended before it began?",
				 path);
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return diag__msg(diag, -errno, "cannot map '%s': %s", path, strerror(errno));
	(void)madvise(map, (size_t)st.st_size, MADV_SEQUENTIAL);
	shrunk_file__watch(path, map, (size_t)st.st_size);
	*ret_map = map;
	*ret_st = st;
	return 0;
}

/* Where data_file__check_length() finds the file of @s. */
static void note_file(struct data_segment *s, const char *at, const struct stat *st)
{
	s->at = at;
	s->dev = st->st_dev;
	s->ino = st->st_ino;
}

int data_file__check_length(const struct data_file *df, struct diag *diag)
{
	const struct data_segment *s = df->segments, *end = s + df->nr_segments;
	struct stat st;

	for (; s < end; s++) {
		/* Who puts another file in its place leaves the one that is mapped as it is. */
		if (!s->at || fstatat(df->at_fd, s->at, &st, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW) || st.st_dev != s->dev ||
		    st.st_ino != s->ino || (uint64_t)st.st_size >= s->map_size)
			continue;
		return diag__msg(diag, -EBADMSG, "'%s' became shorter while it was read (is a perf record still writing it?)",
				 s->name ? s->name : df->path);
	}
	return 0;
}

static bool is_pipe_format(const unsigned char *map, uint64_t size)
{
	/* A pipe's stream that was stored says 16 where a file says 104 or more. */
	return size >= 16 && (map[8] == 16 || map[15] == 16) && !map[9] && !map[14];
}

static int read_head(struct data_file *df, const void *map, uint64_t size, struct diag *diag)
{
	struct perf_header *h = df->header = perf_header__new();
	int err;

	if (is_pipe_format(map, size)) {
		err = perf_header__read_pipe(h, map, size, diag);
		h->data_offset = 16;
		h->data_size = size - 16;
	} else {
		err = perf_header__read_file(h, map, size, diag);
	}
	df->swap = h->swap;
	add_segment(df, map, size, h->data_offset, h->data_size);
	if (h->rest_offset)		/* of the same mapping, which is the first one's */
		add_segment(df, map, 0, h->rest_offset, size - h->rest_offset)->continues = true;
	return err;
}

/*
 * A descriptor of @path, a regular file that the user may be supposed to trust, or negative errno with @diag, which calls it
 * @name (-ENOENT: without). @flags: as of open_regular().
 */
static int open_trusted(const char *path, const char *name, int flags, bool force, struct diag *diag)
{
	struct stat st;
	int fd = open_regular(path, flags, &st);

	if (fd == -ENOENT)
		return fd;
	if (fd == -ENXIO)
		return diag__msg(diag, -EINVAL, "'%s' is not a regular file", name);
	if (fd == -ELOOP && flags & O_NOFOLLOW)
		return diag__msg(diag, fd, "'%s' is a symbolic link: perf writes none into a folder, and follows none there",
				 name);
	if (fd == -ENODATA)
		return diag__msg(diag, fd, "nearly all of '%s' is a hole: it is not read (cp --sparse=never makes a copy that is)", name);
	if (fd < 0)
		return diag__msg(diag, fd, "cannot open '%s': %s", name, strerror(-fd));
	if (force || stat__is_ours(&st))
		return fd;
	close(fd);
	return diag__msg(diag, -EPERM, "file '%s' is not owned by the current user or root: use -f to read it", name);
}

static int add_directory_file(struct data_file *df, int fd, const char *path, struct diag *diag)
{
	struct data_segment *s;
	struct stat st;
	const void *map;
	int err;

	/* A CPU on which nothing happened. */
	if (!fstat(fd, &st) && !st.st_size)
		return 0;
	err = map_fd(fd, path, &map, &st, diag);
	if (err)
		return err;
	s = add_segment(df, map, (uint64_t)st.st_size, 0, (uint64_t)st.st_size);
	s->name = xstrdup(path);
	note_file(s, strrchr(s->name, '/') + 1, &st);
	return 0;
}

/* data.0, data.1, ...: records only, no head. */
static int open_directory_files(struct data_file *df, const char *dir, bool force, struct diag *diag)
{
	int i, fd, err = 0;

	for (i = 0; !err; i++) {
		char *path = xasprintf("%s/data.%d", dir, i), *name = xasprintf("%s/data.%d", df->path, i);

		fd = open_trusted(path, name, O_NOFOLLOW, force, diag);
		err = fd < 0 ? fd : add_directory_file(df, fd, name, diag);
		if (fd >= 0)
			close(fd);
		free(path);
		free(name);
	}
	return err == -ENOENT ? 0 : err;
}

int data_file__unpack_found(struct data_file *df, struct diag *diag)
{
	const void *map = NULL;
	uint64_t size = 0;
	int err;

	if (df->unpacked)
		return 0;
	df->unpacked = true;
	err = decompress__records(df, &map, &size, &df->damaged_compressed, diag);
	if (!err && size)
		add_segment(df, map, size, 0, size)->name = xstrdup("(decompressed)");
	return err;
}

int data_file__unpack(struct data_file *df, struct diag *diag)
{
	/* Recordings that hold compressed records say so; pipes say it in their stream. */
	if (!perf_header__has(df->header, HEADER_COMPRESSED) && !df->header->is_pipe)
		return 0;
	return data_file__unpack_found(df, diag);
}

/* @dir: the folder whose files belong to it, or NULL. */
static int open_into(struct data_file *df, int fd, const char *dir, bool force, struct diag *diag)
{
	const void *map;
	struct stat st;
	int err = map_fd(fd, df->path, &map, &st, diag);

	if (err)
		return err;
	err = read_head(df, map, (uint64_t)st.st_size, diag);
	note_file(&df->segments[0], dir ? "data" : "", &st);
	/* What lies behind the records is read here, and not again. */
	err = err ?: data_file__check_length(df, diag);
	if (!err && dir)
		err = open_directory_files(df, dir, force, diag);
	return err;
}

static struct data_file *open_or_close(int fd, const char *path, const char *dir, bool force, struct diag *diag)
{
	struct data_file *df = xzalloc(sizeof(*df));
	int err = 0;

	df->path = xstrdup(path);
	/* One descriptor, however many files a folder has. */
	df->at_fd = dir ? open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC) : fcntl(fd, F_DUPFD_CLOEXEC, 3);
	if (df->at_fd < 0)
		err = diag__msg(diag, -errno, "cannot open '%s': %s", path, strerror(errno));
	if (!err && !open_into(df, fd, dir, force, diag))
		return df;
	data_file__close(df);
	return NULL;
}

struct data_file *data_file__open_fd(int fd, const char *path, struct diag *diag)
{
	return open_or_close(fd, path, NULL, false, diag);
}

struct data_file *data_file__open(const char *path, const char *name, bool force, struct diag *diag)
{
	struct data_file *df = NULL;
	char *inner = NULL, *inner_name;
	struct stat st;
	int fd;

	if (!stat(path, &st) && S_ISDIR(st.st_mode))
		inner = xasprintf("%s/data", path);
	inner_name = xasprintf("%s%s", name, inner ? "/data" : "");
	fd = open_trusted(inner ? inner : path, inner_name, inner ? O_NOFOLLOW : 0, force, diag);
	if (fd == -ENOENT && inner)
		diag__msg(diag, -ENOENT,
			  "'%s' is a folder without a recording: there is no file 'data' in it", name);
	else if (fd == -ENOENT)
		diag__msg(diag, -ENOENT, "cannot open '%s': %s (try 'perf record' first)", name, strerror(ENOENT));
	if (fd >= 0) {
		df = open_or_close(fd, name, inner ? path : NULL, force, diag);
		close(fd);
	}
	free(inner);
	free(inner_name);
	return df;
}

void data_file__close(struct data_file *df)
{
	size_t i;

	if (!df)
		return;
	for (i = 0; i < df->nr_segments; i++) {
		shrunk_file__forget(df->segments[i].map);
		if (df->segments[i].map_size)
			munmap((void *)(uintptr_t)df->segments[i].map, df->segments[i].map_size);
		free(df->segments[i].name);
	}
	if (df->at_fd >= 0)
		close(df->at_fd);
	free(df->segments);
	perf_header__delete(df->header);
	free(df->path);
	free(df);
}

uint64_t data_file__size(const struct data_file *df)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < df->nr_segments; i++)
		sum += df->segments[i].size;
	return sum;
}
