// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/recordings.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"

/* In each byte order. What is no plain file may keep whoever opens it waiting. */
static bool begins_as_recording(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char magic[8];
	struct stat st;
	bool is;

	if (fd < 0)
		return false;
	is = !fstat(fd, &st) && S_ISREG(st.st_mode) && pread(fd, magic, sizeof(magic), 0) == (ssize_t)sizeof(magic) &&
	     (!memcmp(magic, "PERFILE2", sizeof(magic)) || !memcmp(magic, "2ELIFREP", sizeof(magic)));
	close(fd);
	return is;
}

static bool is_recording(int dir, const char *name, const struct stat *st)
{
	char *data;
	bool is;

	if (!S_ISDIR(st->st_mode))
		return S_ISREG(st->st_mode) && begins_as_recording(dir, name);
	data = xasprintf("%s/data", name);
	is = begins_as_recording(dir, data);
	free(data);
	return is;
}

static int by_time(const void *x, const void *y)
{
	const struct recording_file *a = x, *b = y;

	if (a->time != b->time)
		return a->time < b->time ? 1 : -1;
	return strcmp(a->name, b->name);
}

struct recording_file *recordings__list(const char *folder, size_t *ret_nr)
{
	struct recording_file *list = NULL;
	DIR *dir = opendir(folder);
	size_t nr = 0, cap = 0;
	const struct dirent *e;
	struct stat st;

	while (dir && (e = readdir(dir))) {
		if (*e->d_name == '.' || fstatat(dirfd(dir), e->d_name, &st, 0) || !is_recording(dirfd(dir), e->d_name, &st))
			continue;
		GROW(list, nr, cap);
		list[nr++] = (struct recording_file){
			.name = xstrdup(e->d_name), .size = S_ISDIR(st.st_mode) ? 0 : (uint64_t)st.st_size, .time = st.st_mtime,
		};
	}
	if (dir)
		closedir(dir);
	if (nr)
		qsort(list, nr, sizeof(*list), by_time);
	*ret_nr = nr;
	return list;
}

void recordings__free(struct recording_file *list, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		free(list[i].name);
	free(list);
}
