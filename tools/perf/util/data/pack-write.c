// SPDX-License-Identifier: GPL-2.0-only
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/strbuf.h"
#include "util/data/pack-format.h"
#include "util/data/pack.h"
#include "util/data/zstd-stream.h"

/* Files are packed once and sent often; higher levels take several times as long for a few percent. */
#define LEVEL	9
#define PIECE	((size_t)1 << 20)

void pack_writer__init(struct pack_writer *w, int fd, uint64_t at)
{
	*w = (struct pack_writer){ .fd = fd, .at = at };
}

void pack_writer__exit(struct pack_writer *w)
{
	size_t i;

	for (i = 0; i < w->nr; i++)
		free(w->members[i].name);
	free(w->members);
	*w = (struct pack_writer){ .fd = -1 };
}

bool pack_writer__has(const struct pack_writer *w, enum pack_kind kind, const char *name, const uint8_t *id, size_t id_size)
{
	size_t i;

	for (i = 0; i < w->nr; i++)
		if (w->members[i].kind == kind && !strcmp(w->members[i].name, name) && w->members[i].id_size == id_size &&
		    (!id_size || !memcmp(w->members[i].id, id, id_size)))
			return true;
	return false;
}

/* Writes what @in has to give, through @z if there is one. */
static int copy(struct pack_writer *w, struct pack_member *m, struct zstd_writer *z, int in)
{
	size_t cap = z ? zstd_writer__bound(PIECE) : 0, n;
	char *piece = xmalloc(PIECE), *out = xmalloc(cap ? cap : 1);
	ssize_t got = 1;
	int err = 0;

	while (!err && (got = read(in, piece, PIECE)) > 0) {
		n = z ? zstd_writer__feed(z, piece, (size_t)got, out, cap) : (size_t)got;
		err = n ? file__write_all(w->fd, z ? out : piece, n) : -EIO;
		m->size += (uint64_t)got;
		m->stored += n;
	}
	if (got < 0)
		err = -errno;
	free(piece);
	free(out);
	return err;
}

int pack_writer__add(struct pack_writer *w, enum pack_kind kind, const char *name, const uint8_t *id, size_t id_size, int in)
{
	struct diag ignored = DIAG_INIT;
	struct zstd_writer *z = zstd_writer__new(LEVEL, &ignored);
	struct pack_member *m;
	int err;

	GROW(w->members, w->nr, w->cap);
	m = &w->members[w->nr];
	*m = (struct pack_member){ .kind = kind, .method = z ? PACK_ZSTD : PACK_PLAIN, .id_size = (uint8_t)id_size, .offset = w->at };
	if (id_size)
		memcpy(m->id, id, id_size);
	err = copy(w, m, z, in);
	zstd_writer__delete(z);
	if (err)
		return err;
	m->name = xstrdup(name);
	w->at += m->stored;
	w->nr++;
	return 0;
}

static void add_u32(struct strbuf *sb, uint32_t v)
{
	v = htole32(v);
	strbuf__add(sb, &v, sizeof(v));
}

static void add_u64(struct strbuf *sb, uint64_t v)
{
	v = htole64(v);
	strbuf__add(sb, &v, sizeof(v));
}

int pack_writer__end(struct pack_writer *w)
{
	struct strbuf sb = STRBUF_INIT;
	uint64_t size;
	size_t i;
	int err;

	for (i = 0; i < w->nr; i++) {
		const struct pack_member *m = &w->members[i];

		add_u32(&sb, m->kind);
		add_u32(&sb, m->method);
		add_u32(&sb, m->id_size);
		add_u32(&sb, (uint32_t)strlen(m->name));
		add_u64(&sb, m->offset);
		add_u64(&sb, m->stored);
		add_u64(&sb, m->size);
		strbuf__add(&sb, m->id, sizeof(m->id));
		strbuf__add(&sb, m->name, strlen(m->name));
	}
	size = sb.len;
	add_u64(&sb, w->at);
	add_u64(&sb, size);
	add_u32(&sb, PACK_VERSION);
	add_u32(&sb, (uint32_t)w->nr);
	strbuf__add(&sb, PACK_MAGIC, 8);
	err = file__write_all(w->fd, sb.buf, sb.len);
	strbuf__exit(&sb);
	return err;
}
