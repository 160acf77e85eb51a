// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/pack.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/base/file.h"
#include "util/base/open-regular.h"
#include "util/data/pack-format.h"
#include "util/data/zstd-stream.h"

#define SWAP		(__BYTE_ORDER == __BIG_ENDIAN)
/* More than any program has libraries; what a directory may have is limited by its size, too. */
#define MAX_MEMBERS	65536

void pack__delete(struct pack *p)
{
	size_t i;

	if (!p)
		return;
	open_regular__remove_place(&p->place);
	for (i = 0; i < PACK_KEPT; i++)
		if (p->kept[i].fd >= 0)
			close(p->kept[i].fd);
	for (i = 0; i < p->nr; i++)
		free(p->members[i].name);
	free(p->members);
	if (p->fd >= 0)
		close(p->fd);
	free(p);
}

static int damaged(struct diag *diag, const char *what)
{
	return diag__msg(diag, -EBADMSG, "what perf defer pack has added to the recording is damaged (%s): names are looked for on "
			 "this machine", what);
}

static bool read_at(int fd, uint64_t offset, void *buf, size_t size)
{
	return pread(fd, buf, size, (off_t)offset) == (ssize_t)size;
}

/* One entry of the directory. What it says is compared with what lies before @end, where the directory begins. */
static void read_member(struct pack_member *m, struct cursor *c, uint64_t end)
{
	uint32_t kind = cursor__u32(c, "kind"), id_size, name_len;
	const void *id, *name;

	m->method = cursor__u32(c, "method");
	id_size = cursor__u32(c, "build id");
	name_len = cursor__u32(c, "name");
	m->offset = cursor__u64(c, "offset");
	m->stored = cursor__u64(c, "size");
	m->size = cursor__u64(c, "size");
	id = cursor__bytes(c, sizeof(m->id), "build id");
	name = cursor__bytes(c, name_len, "name");
	if (c->bad)
		return;
	if (id_size > sizeof(m->id))
		cursor__fail(c, "build id");
	else if (!name_len || memchr(name, 0, name_len))
		cursor__fail(c, "name");
	else if (m->offset > end || m->stored > end - m->offset)
		cursor__fail(c, "offset");
	else if (m->method > PACK_ZSTD || (m->method == PACK_PLAIN && m->stored != m->size))
		cursor__fail(c, "method");
	if (c->bad)
		return;
	/* A kind that a later perf knows is never asked for. */
	m->kind = kind < PACK_NR_KINDS ? kind : PACK_NR_KINDS;
	m->id_size = (uint8_t)id_size;
	memcpy(m->id, id, sizeof(m->id));
	m->name = xstrndup(name, name_len);
}

static int by_offset(const void *a, const void *b)
{
	const struct pack_member *x = *(struct pack_member *const *)a, *y = *(struct pack_member *const *)b;

	return x->offset != y->offset ? (x->offset < y->offset ? -1 : 1) : x->stored < y->stored ? -1 : x->stored > y->stored;
}

/* Few bytes that many members have in common would become many: perf writes each of them once. */
static int check_overlaps(const struct pack *p, struct diag *diag)
{
	const struct pack_member **sorted = xcalloc(p->nr + 1, sizeof(*sorted)), *m, *next;
	int err = 0;
	size_t i;

	for (i = 0; i < p->nr; i++)
		sorted[i] = &p->members[i];
	qsort(sorted, p->nr, sizeof(*sorted), by_offset);
	for (i = 1; i < p->nr && !err; i++) {
		m = sorted[i - 1];
		next = sorted[i];
		if (next->offset - m->offset < m->stored)
			err = diag__msg(diag, -EBADMSG,
					"what perf defer pack has added to the recording is damaged ('%s' begins at 0x%" PRIx64
					", within '%s', which ends at 0x%" PRIx64 "): names are looked for on this machine",
					next->name, next->offset, m->name, m->offset + m->stored);
	}
	free(sorted);
	return err;
}

static int read_directory(struct pack *p, uint64_t at, uint64_t size, uint32_t nr, struct diag *diag)
{
	char *bytes = xmalloc(size ? size : 1);
	struct cursor c = cursor__make(bytes, size, SWAP);
	uint32_t i;

	if (!read_at(p->fd, at, bytes, size))
		cursor__fail(&c, "directory");
	p->members = xcalloc((size_t)nr + 1, sizeof(*p->members));
	p->begin = at;
	for (i = 0; i < nr && !c.bad; i++) {
		read_member(&p->members[p->nr++], &c, at);
		if (!c.bad && p->members[i].offset < p->begin)
			p->begin = p->members[i].offset;
	}
	free(bytes);
	return c.bad ? damaged(diag, c.bad) : check_overlaps(p, diag);
}

static void give_place(struct pack *p);

int pack__open(const char *path, struct pack **ret, struct diag *diag)
{
	unsigned char footer[PACK_FOOTER];
	struct pack *p = xzalloc(sizeof(*p));
	struct cursor c = cursor__make(footer, sizeof(footer), SWAP);
	uint64_t at, size, end;
	uint32_t version, nr;
	struct stat st;
	int err = 0;
	size_t i;

	*ret = NULL;
	unpack_room__init(&p->room, UNPACK_RATIO_FILE);
	for (i = 0; i < PACK_KEPT; i++)
		p->kept[i].fd = -1;
	p->fd = open_regular(path, 0, &st);
	end = p->fd >= 0 && st.st_size > PACK_FOOTER ? (uint64_t)st.st_size - PACK_FOOTER : 0;
	if (!end || !read_at(p->fd, end, footer, sizeof(footer)) || memcmp(footer + PACK_FOOTER - 8, PACK_MAGIC, 8)) {
		pack__delete(p);
		return 0;
	}
	at = cursor__u64(&c, "directory");
	size = cursor__u64(&c, "directory");
	version = cursor__u32(&c, "version");
	nr = cursor__u32(&c, "members");
	if (version != PACK_VERSION)
		err = diag__msg(diag, -EBADMSG, "it was packed by another version of perf, in a format that this one does not know (version %u): names are looked for on this "
				"machine", version);
	else if (at > end || size > end - at || nr > MAX_MEMBERS || nr > size / PACK_MIN_ENTRY)
		err = damaged(diag, "directory");
	else
		err = read_directory(p, at, size, nr, diag);
	if (err) {
		pack__delete(p);
		return err;
	}
	give_place(p);
	*ret = p;
	return 0;
}

/* --- unpacking -------------------------------------------------------------------------------------- */

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
		/* Its bytes are there: see read_member(). */
		if (!read_at(p->fd, m->offset + at, piece, n))
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

static void give_place(struct pack *p)
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
