// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/pack.h"

#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/base/file.h"
#include "util/base/open-regular.h"
#include "util/data/pack-format.h"

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

	if (!file__read_at(p->fd, bytes, size, at))
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
	if (!end || !file__read_at(p->fd, footer, sizeof(footer), end) || memcmp(footer + PACK_FOOTER - 8, PACK_MAGIC, 8)) {
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
	pack__give_place(p);
	*ret = p;
	return 0;
}
