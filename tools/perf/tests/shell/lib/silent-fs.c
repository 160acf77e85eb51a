// SPDX-License-Identifier: GPL-2.0-only
/*
 * silent-fs FOLDER FILE: mounts at FOLDER a file system with one file, "file", which has the bytes of FILE and may be executed. Opened with
 * O_DSYNC, it is one that is not cached. It speaks the
 * kernel's protocol itself, so that no library and no other program is needed; root only. Prints "ready" when it answers, and a point
 * for each signal that counts from now on.
 *
 * SIGUSR1: from now on it takes requests and answers none, which no signal ends for whoever waits. SIGUSR2: it answers again, what it has
 * kept, too. SIGTERM: it unmounts, and whoever waits gets an error.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER	(1 << 18)
#define FILE_NODE	2
#define KEPT_MAX	256

static volatile sig_atomic_t silent, ended;
static int device, source;
static struct stat st;
/* Requests without an answer. */
static struct {
	struct fuse_in_header head;
	struct fuse_read_in read;
} kept[KEPT_MAX];
static unsigned int nr_kept;

static void on_signal(int sig)
{
	if (sig == SIGTERM)
		ended = 1;
	else
		silent = sig == SIGUSR1;
	/* Seen by whoever has asked for it. */
	(void)!write(STDOUT_FILENO, ".\n", 2);
}

static void reply(const struct fuse_in_header *in, int err, const void *data, size_t size)
{
	static char out[sizeof(struct fuse_out_header) + BUFFER];
	struct fuse_out_header head = { .len = (uint32_t)(sizeof(head) + (err ? 0 : size)), .error = -err, .unique = in->unique };

	memcpy(out, &head, sizeof(head));
	if (!err)
		memcpy(out + sizeof(head), data, size);
	/* Whoever asked may be gone. */
	if (write(device, out, head.len) < 0 && errno != ENOENT)
		perror("silent-fs: reply");
}

static struct fuse_attr attr_of(uint64_t node)
{
	struct fuse_attr a = { .ino = node, .nlink = 1, .blksize = 4096, .mode = S_IFDIR | 0755 };

	if (node == FILE_NODE) {
		a.mode = S_IFREG | 0755;
		a.size = (uint64_t)st.st_size;
		a.blocks = (a.size + 511) / 512;
	}
	return a;
}

static void read_file(const struct fuse_in_header *in, const struct fuse_read_in *r)
{
	static char data[BUFFER];
	ssize_t n = r->size > sizeof(data) ? -1 : pread(source, data, r->size, (off_t)r->offset);

	reply(in, n < 0 ? EIO : 0, data, n < 0 ? 0 : (size_t)n);
}

/* Nothing may be remembered: each look at the name, and at what it is, comes here. */
static void answer(const struct fuse_in_header *in, const void *body)
{
	const struct fuse_init_out init = { .major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION, .max_readahead = 65536,
					    .max_write = 65536 };
	const struct fuse_entry_out entry = { .nodeid = FILE_NODE, .attr = attr_of(FILE_NODE) };
	const struct fuse_attr_out attr = { .attr = attr_of(in->nodeid) };
	const struct fuse_open_in *open_in = body;
	/* Who maps the file by such a descriptor waits for all pages that somebody reads just now. */
	const struct fuse_open_out opened = { .open_flags = open_in->flags & O_DSYNC ? FOPEN_DIRECT_IO : FOPEN_KEEP_CACHE };
	const struct fuse_statfs_out fs = { .st = { .bsize = 4096, .namelen = 255 } };

	switch (in->opcode) {
	case FUSE_INIT:
		reply(in, 0, &init, sizeof(init));
		return;
	case FUSE_LOOKUP:
		reply(in, strcmp(body, "file") ? ENOENT : 0, &entry, sizeof(entry));
		return;
	case FUSE_GETATTR:
		reply(in, 0, &attr, sizeof(attr));
		return;
	case FUSE_OPEN:
	case FUSE_OPENDIR:
		reply(in, 0, &opened, sizeof(opened));
		return;
	case FUSE_READ:
		read_file(in, body);
		return;
	case FUSE_STATFS:
		reply(in, 0, &fs, sizeof(fs));
		return;
	case FUSE_FLUSH:
	case FUSE_RELEASE:
	case FUSE_RELEASEDIR:
	case FUSE_ACCESS:
		reply(in, 0, "", 0);
		return;
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT:
		return;
	default:
		reply(in, ENOSYS, "", 0);
	}
}

static void keep(const struct fuse_in_header *in, const void *body)
{
	if (nr_kept == KEPT_MAX)
		return;
	kept[nr_kept].head = *in;
	memcpy(&kept[nr_kept++].read, body, sizeof(kept[0].read));
}

static void serve(void)
{
	static _Alignas(16) char request[BUFFER];
	const struct fuse_in_header *in = (const void *)request;
	ssize_t n = read(device, request, sizeof(request));

	if (n < (ssize_t)sizeof(*in)) {
		ended |= errno == ENODEV;
		return;
	}
	memset(request + n, 0, (size_t)((ssize_t)sizeof(request) - n < 64 ? (ssize_t)sizeof(request) - n : 64));
	/* All but what has no answer, and the names, which are longer than what is kept. */
	if (!silent)
		answer(in, request + sizeof(*in));
	else if (in->opcode != FUSE_FORGET && in->opcode != FUSE_BATCH_FORGET && in->opcode != FUSE_INTERRUPT)
		keep(in, request + sizeof(*in));
}

static void answer_kept(void)
{
	unsigned int i;

	for (i = 0; i < nr_kept; i++)
		answer(&kept[i].head, &kept[i].read);
	nr_kept = 0;
}

int main(int argc, char **argv)
{
	const struct sigaction act = { .sa_handler = on_signal };
	char options[128];

	if (argc != 3) {
		fputs("usage: silent-fs FOLDER FILE\n", stderr);
		return 2;
	}
	source = open(argv[2], O_RDONLY | O_CLOEXEC);
	device = open("/dev/fuse", O_RDWR | O_CLOEXEC | O_NONBLOCK);
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0,allow_other,default_permissions", device);
	if (source < 0 || fstat(source, &st) || device < 0 || mount("silent", argv[1], "fuse.silent", MS_NOSUID | MS_NODEV, options)) {
		perror("silent-fs");
		return 77;
	}
	sigaction(SIGUSR1, &act, NULL);
	sigaction(SIGUSR2, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	puts("ready");
	fflush(stdout);
	while (!ended) {
		struct pollfd p = { .fd = device, .events = POLLIN };

		if (!silent && nr_kept)
			answer_kept();
		if (poll(&p, 1, 100) > 0)
			serve();
	}
	(void)umount2(argv[1], MNT_DETACH);
	return 0;
}
