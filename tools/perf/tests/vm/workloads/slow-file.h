/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file each of whose pages takes a known time to be read: the kernel asks a child of this process for them, the server of a
 * file system of its own (FUSE). It takes root.
 */
#ifndef PERF_VM_SLOW_FILE_H
#define PERF_VM_SLOW_FILE_H

#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "workload.h"

#define SLOW_NODE	2	/* of the file; that of the root is FUSE_ROOT_ID */
#define SLOW_PAGE	4096

struct slow_file {
	int fd;			/* the kernel's requests, for the server alone */
	pid_t server;
	char dir[32], path[48];
	unsigned long size;
	void (*before_page)(void);	/* what takes its time */
};

/*
 * 0, or -errno. @serve calls slow_file__serve(), in a process of its own: nobody can kill a thread that waits for a page, so
 * that a process which waited for itself would be there for ever.
 */
static int slow_file__mount(struct slow_file *s, void (*serve)(void))
{
	char options[64];
	int err;

	strcpy(s->dir, "/tmp/slow-file.XXXXXX");
	s->fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	if (s->fd < 0 || !mkdtemp(s->dir))
		return -errno;
	snprintf(s->path, sizeof(s->path), "%s/file", s->dir);
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0", s->fd);
	if (mount("slow", s->dir, "fuse", MS_NOSUID | MS_NODEV, options)) {
		err = -errno;
		rmdir(s->dir);
		return err;
	}
	s->server = fork();
	if (!s->server) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		serve();
		_exit(0);
	}
	close(s->fd);
	return s->server < 0 ? -errno : 0;
}

static void slow_file__unmount(struct slow_file *s)
{
	umount2(s->dir, MNT_DETACH);
	waitpid(s->server, NULL, 0);
	rmdir(s->dir);
}

/* Here the one who waits for the page is woken. */
static NOINLINE void slow_file__answer(struct slow_file *s, unsigned long long unique, int error, const void *body, size_t size)
{
	struct {
		struct fuse_out_header head;
		char body[SLOW_PAGE];
	} reply;

	reply.head.len = (unsigned int)(sizeof(reply.head) + size);
	reply.head.error = error;
	reply.head.unique = unique;
	memcpy(reply.body, body, size);
	kernel_call(SYS_write, s->fd, (long)&reply, reply.head.len, 0);
	KEEP_FRAME();
}

static struct fuse_attr slow_file__attr(const struct slow_file *s, unsigned long long node)
{
	struct fuse_attr attr = { .ino = node, .nlink = 1, .mode = S_IFDIR | 0755 };

	if (node == SLOW_NODE) {
		attr.mode = S_IFREG | 0444;
		attr.size = s->size;
	}
	return attr;
}

static void slow_file__request(struct slow_file *s, const struct fuse_in_header *in, const void *body)
{
	static const char zeros[SLOW_PAGE];
	const struct fuse_init_in *init = body;
	const struct fuse_read_in *read_in = body;
	struct fuse_init_out init_out = { .major = FUSE_KERNEL_VERSION, .minor = 31, .max_write = SLOW_PAGE };
	struct fuse_entry_out entry = { .nodeid = SLOW_NODE, .entry_valid = 3600, .attr_valid = 3600 };
	struct fuse_attr_out attr = { .attr_valid = 3600 };
	/* Who closes the file at the end of the process would wait for a server that has ended already. */
	struct fuse_open_out opened = { .open_flags = FOPEN_KEEP_CACHE | FOPEN_NOFLUSH };

	switch (in->opcode) {
	case FUSE_INIT:
		if (init->minor < init_out.minor)
			init_out.minor = init->minor;
		slow_file__answer(s, in->unique, 0, &init_out, sizeof(init_out));
		break;
	case FUSE_LOOKUP:
		entry.attr = slow_file__attr(s, SLOW_NODE);
		slow_file__answer(s, in->unique, 0, &entry, sizeof(entry));
		break;
	case FUSE_GETATTR:
		attr.attr = slow_file__attr(s, in->nodeid);
		slow_file__answer(s, in->unique, 0, &attr, sizeof(attr));
		break;
	case FUSE_OPEN:
		slow_file__answer(s, in->unique, 0, &opened, sizeof(opened));
		break;
	case FUSE_READ:
		s->before_page();
		slow_file__answer(s, in->unique, 0, zeros, read_in->size < SLOW_PAGE ? read_in->size : SLOW_PAGE);
		break;
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
		break;		/* nobody waits for an answer */
	default:
		slow_file__answer(s, in->unique, -ENOSYS, zeros, 0);
	}
}

/* Until the file system is unmounted. */
static NOINLINE void slow_file__serve(struct slow_file *s)
{
	static char request[FUSE_MIN_READ_BUFFER + SLOW_PAGE] __attribute__((aligned(8)));
	const struct fuse_in_header *in = (const void *)request;
	long n;

	while ((n = kernel_call(SYS_read, s->fd, (long)request, sizeof(request), 0)) > 0 || n == -EINTR || n == -ENOENT)
		if (n >= (long)sizeof(*in))
			slow_file__request(s, in, in + 1);
	KEEP_FRAME();
}

#endif /* PERF_VM_SLOW_FILE_H */
