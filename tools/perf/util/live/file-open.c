// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/file-open.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/open-regular.h"
#include "util/symbol/dso.h"

/*
 * Is what is open as @fd, whatever has its name by now, the file that was mapped? Devices are not compared: those of btrfs and overlayfs
 * have two numbers.
 */
static bool is_the_file(const struct live_file *file, int fd, const struct stat *st)
{
	uint8_t id[BUILD_ID_MAX];
	int size;

	if (!file->build_id_size)
		return !file->ino || file->ino == st->st_ino;
	size = build_id__read_fd(fd, id);
	return size == file->build_id_size && !memcmp(id, file->build_id, (size_t)size);
}

static int try_path(const struct live_file *file, const char *path)
{
	struct stat st;
	int fd = open_regular(path, 0, &st);

	if (fd < 0 || is_the_file(file, fd, &st))
		return fd;
	close(fd);
	return -ESTALE;
}

/* As process @pid sees it. */
static int try_root_of(const struct live_file *file, uint32_t pid)
{
	char *path = xasprintf("%s/%" PRIu32 "/root%s", procfs__path(), pid, file->name);
	int fd = try_path(file, path);

	free(path);
	return fd;
}

/* A process that lasts for a moment only may be gone; the one that has started it is often still there, in the same container. */
int live_file__open(const struct live_file *file)
{
	char *path = xasprintf("%s/%" PRIu32 "/map_files/%" PRIx64 "-%" PRIx64, procfs__path(), file->pid, file->start, file->end);
	int fd = try_path(file, path);

	free(path);
	if (fd >= 0)
		return fd;
	fd = try_root_of(file, file->pid);
	if (fd < 0 && file->parent)
		fd = try_root_of(file, file->parent);
	return fd >= 0 ? fd : try_path(file, file->name);
}
