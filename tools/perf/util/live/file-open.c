// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/file-open.h"

#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/open-regular.h"
#include "util/live/file-image.h"
#include "util/symbol/dso.h"

/* So many folders in front of a name may be another root's. */
#define FOLDERS_MAX	8

static bool has_build_id(const struct live_file *file, int fd)
{
	uint8_t id[BUILD_ID_MAX];
	int size = build_id__read_fd(fd, id);

	return size == file->build_id_size && !memcmp(id, file->build_id, (size_t)size);
}

/*
 * Has another file got the number since, as that of a program that is built anew gets the one of the old program? Not
 * all file systems tell.
 */
static bool is_reused(const struct live_file *file, int fd)
{
	uint32_t now[2] = { 0 };	/* a long, by its name; but they write 32 bits */

	return file->ino_generation && !ioctl(fd, FS_IOC_GETVERSION, now) && now[0] && now[0] != (uint32_t)file->ino_generation;
}

/*
 * Is what is open as @fd, whatever has its name by now, the file that was mapped? Devices are not compared: those of btrfs and overlayfs
 * have two numbers.
 */
static bool is_the_file(const struct live_file *file, int fd, const struct stat *st)
{
	if (file->build_id_size)
		return has_build_id(file, fd);
	return !file->ino || (file->ino == st->st_ino && !is_reused(file, fd));
}

/* Programs also copy their code to files that are nothing else, in larger pages for example. */
static bool is_elf(int fd)
{
	char magic[SELFMAG];

	return pread(fd, magic, sizeof(magic), 0) == sizeof(magic) && !memcmp(magic, ELFMAG, SELFMAG);
}

static int try_path(const struct live_file *file, const char *path)
{
	struct stat st;
	int fd = open_regular(path, 0, &st);
	bool same;

	if (fd < 0)
		return fd;
	same = is_the_file(file, fd, &st);
	if (same && is_elf(fd))
		return fd;
	close(fd);
	return same ? -ENOEXEC : -ESTALE;
}

/* As process @pid sees it. */
static int try_root_of(const struct live_file *file, uint32_t pid)
{
	char *path = xasprintf("%s/%" PRIu32 "/root%s", procfs__path(), pid, file->name);
	int fd = try_path(file, path);

	free(path);
	return fd;
}

/* What a process runs it may show to those who may not see what it has mapped: if it is known which file is meant. */
static int try_program(const struct live_file *file)
{
	char *path = xasprintf("%s/%" PRIu32 "/exe", procfs__path(), file->pid);
	int fd = file->ino || file->build_id_size ? try_path(file, path) : -ENOENT;

	free(path);
	return fd;
}

static int try_map(const struct live_file *file)
{
	char *path = xasprintf("%s/%" PRIu32 "/map_files/%" PRIx64 "-%" PRIx64, procfs__path(), file->pid, file->start, file->end);
	int fd = try_path(file, path);

	free(path);
	return fd;
}

static int try_own_root(const struct live_file *file)
{
	return try_root_of(file, file->pid);
}

/*
 * A process that lasts for a moment only may be gone, and a script's with it; who has started these is often still
 * there, in the same container.
 */
static int try_above(const struct live_file *file)
{
	int fd = -ENOENT;
	size_t i;

	for (i = 0; i < LIVE_ABOVE && file->above[i] && fd < 0; i++)
		fd = try_root_of(file, file->above[i]);
	return fd;
}

static int try_name(const struct live_file *file)
{
	return try_path(file, file->name);
}

/*
 * A folder of ours may have another name in the root that the process had, as /usr may be /app in a sandbox that lives
 * for one command: the end of the name is the same then. A build id says that it is the file.
 */
static int try_end_of_name(const struct live_file *file)
{
	const char *end = file->name;
	int fd = -ENOENT, i;

	for (i = 0; i < FOLDERS_MAX && fd < 0 && file->build_id_size && *end; i++) {
		end = strchr(end + 1, '/');
		if (!end || !strchr(end + 1, '/'))
			break;
		fd = try_path(file, end);
	}
	return fd;
}

static int try_image(const struct live_file *file)
{
	int fd = file_image__open(file);

	/* Those of one name may be several. */
	if (fd < 0 || !file->build_id_size || has_build_id(file, fd))
		return fd;
	close(fd);
	return -ESTALE;
}

int live_file__open(const struct live_file *file)
{
	static int (*const ways[])(const struct live_file *) = {
		try_map, try_own_root, try_above, try_name, try_program, try_image, try_end_of_name,
	};
	int fd = -ENOENT;
	size_t i;

	/* One that is no program is none, by whatever name. */
	for (i = 0; i < ARRAY_SIZE(ways) && fd < 0 && fd != -ENOEXEC; i++)
		fd = ways[i](file);
	return fd;
}
