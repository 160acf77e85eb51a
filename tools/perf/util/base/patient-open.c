// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/patient-open.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/deputy.h"
#include "util/base/mount-table.h"
#include "util/base/open-regular.h"
#include "util/base/process-asker.h"
#include "util/base/silent-fs.h"

/* A disk that was asleep takes seconds. */
#define LIMIT_MS	5000
/* Somebody who looks at a screen waits, or a recording is to end. */
#define HOSTILE_MS	2000
#define COPY_MAX	((uint64_t)1 << 30)
#define AT_ONCE		((size_t)1 << 20)

static struct {
	struct deputy *deputy;		/* NULL: nothing was asked yet */
	struct silent_fs *silent;
	struct process_asker *asker;	/* the same */
	unsigned int limit_ms;		/* 0: as is usual */
	bool hostile;
	bool decided, remote;		/* @remote, if it was looked: something is mounted that may be silent */
} patience;

/* --- in the deputy ---------------------------------------------------------------------------- */

struct open_answer {
	int result;
	struct stat st;
};

/* Such file systems answer for themselves. Where a number is not known here, it is copied. */
static bool is_local(int fd)
{
	static const unsigned int known[] = {
		EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC, BTRFS_SUPER_MAGIC, TMPFS_MAGIC, RAMFS_MAGIC, F2FS_SUPER_MAGIC, PROC_SUPER_MAGIC, SYSFS_MAGIC,
		SQUASHFS_MAGIC, HUGETLBFS_MAGIC, ISOFS_SUPER_MAGIC, MSDOS_SUPER_MAGIC, TRACEFS_MAGIC, 0xe0f5e1e2U /* erofs */,
		0xca451a4eU /* bcachefs */, 0x2fc12fc1U /* zfs */, 0x2011bab0U /* exfat */,
	};
	struct statfs fs;
	size_t i;

	if (fstatfs(fd, &fs))
		return false;
	for (i = 0; i < ARRAY_SIZE(known) && (unsigned int)fs.f_type != known[i]; i++)
		;
	return i < ARRAY_SIZE(known);
}

/* Takes @fd; returns a descriptor of a copy of its file in memory, or negative errno. */
static int copy(int fd, const struct stat *st)
{
	int to = (uint64_t)st->st_size > COPY_MAX ? -1 : memfd_create("perf-copy", MFD_CLOEXEC), err = 0;
	ssize_t n;

	if (to < 0)
		err = (uint64_t)st->st_size > COPY_MAX ? -EFBIG : -errno;
	/* No more than it has said that it has. */
	while (!err && (n = sendfile(to, fd, NULL, AT_ONCE)) != 0)
		err = n < 0 ? -errno : lseek(to, 0, SEEK_CUR) > st->st_size ? -EFBIG : 0;
	if (!err && lseek(to, 0, SEEK_SET))
		err = -errno;
	(void)close(fd);
	if (!err)
		return to;
	if (to >= 0)
		(void)close(to);
	return err;
}

/* The question: is it to be copied? and a path. */
static void open_here(struct deputy_job *job)
{
	const char *in = job->in;
	struct open_answer *a = job->out;
	int fd = open_regular(in + 1, 0, &a->st);
	char byte;

	job->out_size = sizeof(*a);
	a->result = fd < 0 ? fd : 0;
	if (fd < 0)
		return;
	if (!is_local(fd)) {
		if (*in)
			fd = copy(fd, &a->st);
		/* It shall not only say that it is there. */
		else if (pread(fd, &byte, 1, 0) < 0)
			a->result = -errno;
	}
	if (fd < 0)
		a->result = fd;
	else
		job->out_fd = fd;
}

static void stat_here(struct deputy_job *job)
{
	struct open_answer *a = job->out;

	a->result = stat(job->in, &a->st) ? -errno : 0;
	job->out_size = sizeof(*a);
}

static void resolve_here(struct deputy_job *job)
{
	char real[PATH_MAX];

	if (!realpath(job->in, real))
		return;
	job->out_size = strlen(real) + 1;
	memcpy(job->out, real, job->out_size);
}

/* --- here ------------------------------------------------------------------------------------- */

void patient_open__expect_hostile(void)
{
	patience.hostile = true;
}

void patient_open__set_limit(unsigned int limit_ms)
{
	patience.limit_ms = limit_ms;
	if (patience.deputy)
		deputy__set_limit(patience.deputy, limit_ms);
}

/* Through another process's root, or what it has mapped, files of anybody are reached; all else there is the kernel's. */
static bool is_of_kernel(const char *path)
{
	const char *tail = path + strlen("/proc/");

	if (!strncmp(path, "/sys/", 5))
		return true;
	if (strncmp(path, "/proc/", 6) != 0)
		return false;
	if (!isdigit((unsigned char)*tail))
		return true;
	tail += strspn(tail, "0123456789");
	return strncmp(tail, "/root", 5) != 0 && strncmp(tail, "/map_files", 10) != 0 && strncmp(tail, "/exe", 4) != 0 &&
	       strncmp(tail, "/cwd", 4) != 0;
}

static bool needs_deputy(const char *path)
{
	if (open_regular__has_place(path) || is_of_kernel(path) || strlen(path) >= PATH_MAX)
		return false;
	if (patience.hostile || !strncmp(path, "/proc/", 6))
		return true;
	if (!patience.decided)
		patience.remote = mount_table__any_remote();
	patience.decided = true;
	return patience.remote;
}

/* "/proc/PID/root/NAME" is NAME as PID sees it. */
static struct file_place place_of(const char *path)
{
	struct file_place place = { .path = path };
	unsigned int pid;
	int n = 0;

	if (sscanf(path, "/proc/%u/root%n", &pid, &n) == 1 && n && path[n] == '/')
		place = (struct file_place){ .path = path + n, .pid = pid };
	return place;
}

/* @q is about @path. Returns as deputy__call(). */
static int ask(const struct deputy_question *q, const char *path, void *out, size_t max, size_t *ret_size, int *ret_fd)
{
	const struct file_place place = place_of(path);
	int err;

	if (!patience.deputy) {
		patience.deputy = deputy__new(patience.limit_ms ? patience.limit_ms : patience.hostile ? HOSTILE_MS : LIMIT_MS);
		patience.silent = silent_fs__new(patience.deputy);
	}
	if (silent_fs__has(patience.silent, &place))
		return -ETIMEDOUT;
	err = deputy__call(patience.deputy, q, out, max, ret_size, ret_fd);
	if (err == -ETIMEDOUT)
		silent_fs__add(patience.silent, &place);
	return err;
}

int patient_open(const char *path, struct stat *ret_st)
{
	char in[1 + PATH_MAX] = { patience.hostile };
	struct open_answer a;
	size_t size;
	int err, fd;

	if (!needs_deputy(path))
		return open_regular(path, 0, ret_st);
	snprintf(in + 1, sizeof(in) - 1, "%s", path);
	err = ask(&(struct deputy_question){ open_here, in, strlen(path) + 2 }, path, &a, sizeof(a), &size, &fd);
	/* Better than to be without any name because there may be no more processes. */
	if (err == -ECHILD)
		return open_regular(path, 0, ret_st);
	if (err || size != sizeof(a))
		return err ? err : -EIO;
	/* What has come finds no room in our table. */
	if (a.result || fd < 0)
		return a.result ? a.result : -EMFILE;
	if (ret_st)
		*ret_st = a.st;
	return fd;
}

int patient_stat(const char *path, struct stat *ret)
{
	struct open_answer a;
	size_t size;
	int err = -ECHILD, fd;

	if (needs_deputy(path))
		err = ask(&(struct deputy_question){ stat_here, path, strlen(path) + 1 }, path, &a, sizeof(a), &size, &fd);
	if (err == -ECHILD)
		return stat(path, ret) ? -errno : 0;
	if (!err && size != sizeof(a))
		err = -EIO;
	if (!err && !a.result)
		*ret = a.st;
	return err ? err : a.result;
}

char *patient_realpath(const char *path)
{
	char real[PATH_MAX];
	size_t size;
	int err, fd;

	if (!needs_deputy(path))
		return alloc__given(realpath(path, NULL));
	err = ask(&(struct deputy_question){ resolve_here, path, strlen(path) + 1 }, path, real, sizeof(real), &size, &fd);
	if (err == -ECHILD)
		return alloc__given(realpath(path, NULL));
	if (!err && size)
		return xstrdup(real);
	errno = err ? -err : ENOENT;
	return NULL;
}

struct process_asker *patient_asker(void)
{
	if (!patience.asker)
		patience.asker = process_asker__new();
	return patience.asker;
}
