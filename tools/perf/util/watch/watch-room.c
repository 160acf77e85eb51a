// SPDX-License-Identifier: GPL-2.0-only
#include "util/watch/watch-room.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/folder-walk.h"

#define BLOCK	4096
/* In the names of unfinished files. */
#define UNFINISHED	".tmp-"

uint64_t watch_room__of_size(size_t size)
{
	return ((uint64_t)size + BLOCK - 1) / BLOCK * BLOCK;
}

uint64_t watch_room__of(const struct stat *st)
{
	return watch_room__of_size((size_t)st->st_size);
}

void watch_files__add(struct watch_files *files, int dir_fd, const char *folder,
		      bool (*order)(const char *folder, const char *name, uint64_t *ret))
{
	int fd = folder__open_below(dir_fd, folder);
	DIR *dir = fd < 0 ? NULL : alloc__given(fdopendir(fd));
	struct dirent *e;
	struct stat st;
	uint64_t when;

	if (!dir && fd >= 0)
		close(fd);
	while (dir && (e = readdir(dir))) {
		if (!order(folder, e->d_name, &when) || fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
			continue;
		GROW(files->list, files->nr, files->cap);
		files->list[files->nr++] = (struct watch_file){
			.folder = xstrdup(folder), .name = xstrdup(e->d_name), .bytes = watch_room__of(&st), .order = when };
	}
	if (dir)
		closedir(dir);
}

void watch_files__remove_unfinished(int dir_fd, const char *folder)
{
	int fd = folder__open_below(dir_fd, folder);
	DIR *dir = fd < 0 ? NULL : alloc__given(fdopendir(fd));
	struct dirent *e;

	if (!dir && fd >= 0)
		close(fd);
	while (dir && (e = readdir(dir)))
		if (strstr(e->d_name, UNFINISHED))
			(void)unlinkat(fd, e->d_name, 0);
	if (dir)
		closedir(dir);
}

static int compare(const void *a, const void *b)
{
	const struct watch_file *x = a, *y = b;

	return x->order != y->order ? (x->order > y->order ? 1 : -1) : strcmp(x->name, y->name);
}

void watch_files__sort(struct watch_files *files)
{
	if (files->nr)
		qsort(files->list, files->nr, sizeof(*files->list), compare);
}

void watch_files__exit(struct watch_files *files)
{
	size_t i;

	for (i = 0; i < files->nr; i++) {
		free(files->list[i].folder);
		free(files->list[i].name);
	}
	free(files->list);
	*files = (struct watch_files){ 0 };
}

bool watch_file__remove(const struct watch_file *file, int dir_fd, struct watch_room *room)
{
	int fd = folder__open_below(dir_fd, file->folder);
	bool was = false;
	int err;

	if (fd < 0) {
		errno = -fd;
		return false;
	}
	was = !unlinkat(fd, file->name, 0);
	err = errno;
	close(fd);
	errno = err;
	if (was) {
		atomic_fetch_sub(&room->bytes, file->bytes);
		atomic_fetch_sub(&room->files, 1);
	}
	return was;
}
