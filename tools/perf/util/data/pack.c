// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/pack.h"

#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/base/file.h"
#include "util/base/open-regular.h"
#include "util/data/decompress.h"
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
	for (i = 0; i < p->nr; i++) {
		if (p->members[i].fd >= 0)
			close(p->members[i].fd);
		free(p->members[i].name);
	}
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

	m->fd = -1;
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
	return c.bad ? damaged(diag, c.bad) : 0;
}

int pack__open(const char *path, struct pack **ret, struct diag *diag)
{
	unsigned char footer[PACK_FOOTER];
	struct pack *p = xzalloc(sizeof(*p));
	struct cursor c = cursor__make(footer, sizeof(footer), SWAP);
	uint64_t at, size, end;
	uint32_t version, nr;
	struct stat st;
	int err = 0;

	*ret = NULL;
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
	*ret = p;
	return 0;
}

/* --- unpacking -------------------------------------------------------------------------------------- */

struct unpacking {
	int fd;
	uint64_t left;			/* bytes that may yet come out */
	struct unpack_room room;
};

static int take(void *ctx, const void *data, size_t size)
{
	struct unpacking *u = ctx;

	if (size > u->left)
		return -EBADMSG;
	u->left -= size;
	if (unpack_room__take(&u->room, size, NULL))
		return -EFBIG;
	return file__write_all(u->fd, data, size);
}

/* @data: the member as it is stored. */
static int unpack_into(struct unpacking *u, const struct pack_member *m, const void *data, struct diag *diag)
{
	struct zstd_reader *z;
	int err;

	if (m->method == PACK_PLAIN)
		return take(u, data, m->stored);
	z = zstd_reader__new(diag);
	if (!z)
		return -ENOTSUP;
	err = zstd_reader__feed(z, data, m->stored, take, u, diag);
	zstd_reader__delete(z);
	return !err && u->left ? -EBADMSG : err;
}

int pack__unpack(struct pack *p, size_t i, struct diag *diag)
{
	struct pack_member *m = &p->members[i];
	struct unpacking u = { .left = m->size };
	char *data;
	int err;

	if (m->fd >= 0)
		return m->fd;
	if (m->failed)
		return -EBADMSG;
	m->failed = true;
	unpack_room__init(&u.room);
	/* All members share the room: many of them may hurt as much as one. */
	u.room.packed = p->packed += m->stored;
	u.room.unpacked = p->unpacked;
	u.fd = memfd_create("perf-pack", MFD_CLOEXEC);
	err = u.fd < 0 ? -errno : 0;
	/* Its bytes are there: see read_member(). */
	data = xmalloc(m->stored ? m->stored : 1);
	if (!err && !read_at(p->fd, m->offset, data, m->stored))
		err = -EIO;
	if (!err)
		err = unpack_into(&u, m, data, diag);
	free(data);
	p->unpacked = u.room.unpacked;
	if (err) {
		if (u.fd >= 0)
			close(u.fd);
		return diag__msg(diag, err, "'%s' cannot be unpacked from the recording: %s", m->name,
				 err == -EBADMSG ? "it is damaged" : err == -EFBIG ?
				 "it becomes larger than core.unpack-limit allows" : err == -ENOTSUP ?
				 "this perf was built without libzstd" : strerror(-err));
	}
	m->failed = false;
	m->fd = u.fd;
	return m->fd;
}
