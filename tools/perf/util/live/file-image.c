// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/file-image.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/live/process-memory.h"

#define MAPS_MAX	(64U << 20)
/* More is not copied: the rings fill meanwhile. It takes some 20 ms. */
#define IMAGE_MAX	((uint64_t)64 << 20)
/* No file is larger. */
#define OFFSET_MAX	((uint64_t)1 << 40)
#define AT_ONCE		((size_t)256 << 10)

struct part {
	uint64_t start, end, offset;
};

/* The kernel writes it behind the names of files that are deleted. */
#define DELETED	" (deleted)"

static size_t bare_length(const char *name)
{
	size_t len = strlen(name), tail = sizeof(DELETED) - 1;

	return len > tail && !strcmp(name + len - tail, DELETED) ? len - tail : len;
}

static bool is_name(const char *mapped, const char *name)
{
	size_t len = bare_length(name);

	return bare_length(mapped) == len && !memcmp(mapped, name, len);
}

/* Is @line, of /proc/PID/maps, of @file, and nothing that is written to? */
static bool parse(const char *line, const struct live_file *file, struct part *ret)
{
	char perms[5] = "";
	uint64_t ino = 0;
	int n = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %" SCNu64 " %n", &ret->start, &ret->end, perms, &ret->offset,
		   &ino, &n) < 5 || !n)
		return false;
	return perms[0] == 'r' && perms[1] != 'w' && ret->start < ret->end && ret->end - ret->start <= OFFSET_MAX &&
	       ret->offset <= OFFSET_MAX && (file->ino ? ino == file->ino : is_name(line + n, file->name));
}

static int write_at(int fd, const char *bytes, size_t size, uint64_t offset)
{
	ssize_t n = pwrite(fd, bytes, size, (off_t)offset);

	if (n == (ssize_t)size)
		return 0;
	return n < 0 ? -errno : -ENOSPC;
}

static int copy(int fd, uint32_t pid, const struct part *part, char *buf)
{
	uint64_t at = part->start;
	int err = 0;

	while (at < part->end && !err) {
		size_t size = part->end - at < AT_ONCE ? (size_t)(part->end - at) : AT_ONCE;

		/* It may have been mapped behind the end of the file. */
		size = process_memory__read(pid, at, size, buf);
		if (!size)
			return at > part->start ? 0 : -EFAULT;
		err = write_at(fd, buf, size, part->offset + (at - part->start));
		at += size;
	}
	return err;
}

static int copy_all(int fd, const struct live_file *file, char *maps)
{
	char *buf = xmalloc(AT_ONCE), *line, *next;
	uint64_t total = 0;
	bool has_head = false;
	struct part part;
	int err = 0;

	for (line = maps; line && *line && !err; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = 0;
		if (!parse(line, file, &part))
			continue;
		total += part.end - part.start;
		has_head |= !part.offset;
		err = total > IMAGE_MAX ? -EFBIG : copy(fd, file->pid, &part, buf);
	}
	free(buf);
	return err || has_head ? err : -ENOENT;
}

int file_image__open(const struct live_file *file)
{
	char *path = xasprintf("%s/%" PRIu32 "/maps", procfs__path(), file->pid), *maps = read_text_file(path, MAPS_MAX);
	int fd, err;

	free(path);
	if (!maps)
		return -ESRCH;
	fd = memfd_create("perf-image", MFD_CLOEXEC);
	err = fd < 0 ? -errno : copy_all(fd, file, maps);
	free(maps);
	if (!err)
		return fd;
	if (fd >= 0)
		close(fd);
	return err;
}
