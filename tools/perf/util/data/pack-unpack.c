// SPDX-License-Identifier: GPL-2.0-only
/* Files that were appended to a recording are unpacked, into memory, when somebody opens them. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/open-regular.h"
#include "util/data/pack-format.h"
#include "util/data/pack.h"
#include "util/data/zstd-stream.h"

#define PIECE	((size_t)1 << 17)

struct unpacking {
	int fd;
	uint64_t left;			/* bytes that may yet come out */
};

static int take(void *ctx, const void *data, size_t size)
{
	struct unpacking *u = ctx;

	if (size > u->left)
		return -EBADMSG;
	u->left -= size;
	return file__write_all(u->fd, data, size);
}

/* All bytes of @m, through @z if it is compressed. */
static int unpack_all(const struct pack *p, const struct pack_member *m, struct zstd_reader *z, struct unpacking *u)
{
	struct diag ignored = DIAG_INIT;
	char *piece = xmalloc(PIECE);
	uint64_t at, n;
	int err = 0;

	for (at = 0; !err && at < m->stored; at += n) {
		n = m->stored - at < PIECE ? m->stored - at : PIECE;
		/* Its bytes are there: the directory was compared with the file. */
		if (!file__read_at(p->fd, piece, n, m->offset + at))
			err = -EIO;
		else
			err = z ? zstd_reader__feed(z, piece, n, take, u, &ignored) : take(u, piece, n);
	}
	free(piece);
	return !err && u->left ? -EBADMSG : err;
}

/* Counts what @m becomes, once: it may be unpacked again if it was closed. */
static int count(struct pack *p, struct pack_member *m)
{
	if (m->counted)
		return 0;
	unpack_room__add_packed(&p->room, m->stored);
	m->counted = !unpack_room__take(&p->room, m->size);
	return m->counted ? 0 : -EFBIG;
}

/* A descriptor of the bytes of @m, or negative errno. */
static int unpack(struct pack *p, struct pack_member *m)
{
	struct diag ignored = DIAG_INIT;
	struct zstd_reader *z = NULL;
	struct unpacking u = { .left = m->size };
	int err = count(p, m);

	if (err)
		return err;
	if (m->method == PACK_ZSTD) {
		z = zstd_reader__new(&ignored);
		if (!z)
			return -ENOTSUP;
	}
	u.fd = memfd_create("perf-pack", MFD_CLOEXEC);
	err = u.fd < 0 ? -errno : unpack_all(p, m, z, &u);
	if (!err && lseek(u.fd, 0, SEEK_SET))
		err = -EIO;
	zstd_reader__delete(z);
	if (err && u.fd >= 0)
		close(u.fd);
	return err ?: u.fd;
}

/* Unpacks member @i, if it is not kept, and puts it first of those that are. The one that was not asked for longest goes. */
static int keep(struct pack *p, size_t i)
{
	struct pack_kept k = { .member = i, .fd = -1 };
	size_t at;

	for (at = 0; at < PACK_KEPT - 1 && (p->kept[at].fd < 0 || p->kept[at].member != i); at++)
		;
	if (p->kept[at].fd >= 0 && p->kept[at].member == i) {
		k = p->kept[at];
	} else {
		k.fd = unpack(p, &p->members[i]);
		if (k.fd < 0)
			return k.fd;
		if (p->kept[at].fd >= 0)
			close(p->kept[at].fd);
	}
	memmove(p->kept + 1, p->kept, at * sizeof(k));
	p->kept[0] = k;
	return 0;
}

/* Whoever opens a file has a position of its own in it. */
static int open_member(struct open_place *place, const char *rest)
{
	struct pack *p = (struct pack *)((char *)place - offsetof(struct pack, place));
	unsigned long long i = strtoull(rest, NULL, 10);
	char *path;
	int fd, err;

	if (i >= p->nr || p->members[i].failed)
		return -ENOENT;
	err = keep(p, (size_t)i);
	if (err)
		return err;
	path = xasprintf("/proc/self/fd/%d", p->kept[0].fd);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	err = fd < 0 ? -errno : 0;
	free(path);
	if (err != -ENOENT && err != -ENOTDIR)
		return err ?: fd;
	/* Without /proc it is unpacked again for the next one. */
	fd = p->kept[0].fd;
	p->kept[0].fd = -1;
	return fd;
}

void pack__give_place(struct pack *p)
{
	static unsigned int packs;

	snprintf(p->place.prefix, sizeof(p->place.prefix), "//packed/%u/", packs++);
	p->place.open = open_member;
	open_regular__add_place(&p->place);
}

char *pack__path(struct pack *p, size_t i, struct diag *diag)
{
	struct pack_member *m = &p->members[i];
	int err = m->failed ? -EBADMSG : keep(p, i);

	if (!err)
		return xasprintf("%s%zu/%s", p->place.prefix, i, m->name);
	m->failed = true;
	if (err == -EFBIG)
		diag__msg(diag, err,
			  "'%s' cannot be unpacked from the recording: it becomes %" PRIu64 " MB, which is larger than "
			  "core.unpack-limit allows ('perf -c core.unpack-limit=MB COMMAND' allows more, 0: any size)",
			  m->name, m->size >> 20);
	else
		diag__msg(diag, err, "'%s' cannot be unpacked from the recording: %s", m->name, err == -EBADMSG ? "it is damaged" :
			  err == -ENOTSUP ? "this perf was built without libzstd" : strerror(-err));
	return NULL;
}
