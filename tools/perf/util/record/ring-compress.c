// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/ring-compress.h"

#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/data/zstd-stream.h"

/* What it becomes fits into a record also if it does not shrink. */
#define CHUNK_MAX		(32 * 1024)
#define COMPRESSED_VERSION	1
#define COMPRESSED_ZSTD		1

struct ring_compress {
	struct zstd_writer *zstd;
	int level;
	bool aligned;
	size_t ring_bytes, chunk, cap;
	unsigned char *record;		/* header and size, then up to @cap bytes, then padding */
	uint64_t in, out;
};

struct ring_compress *ring_compress__new(int level, size_t ring_bytes, bool aligned,
					 struct diag *diag)
{
	struct zstd_writer *zstd = zstd_writer__new(level, diag);
	struct ring_compress *c;

	if (!zstd)
		return NULL;
	c = xzalloc(sizeof(*c));
	c->zstd = zstd;
	c->level = level;
	c->aligned = aligned;
	c->ring_bytes = ring_bytes;
	c->chunk = ring_bytes < CHUNK_MAX ? ring_bytes : CHUNK_MAX;
	c->cap = zstd_writer__bound(c->chunk);
	c->record = xmalloc(sizeof(struct perf_event_header) + sizeof(uint64_t) + c->cap + 8);
	return c;
}

void ring_compress__delete(struct ring_compress *c)
{
	if (!c)
		return;
	zstd_writer__delete(c->zstd);
	free(c->record);
	free(c);
}

/*
 * One record: header and data, of any length, which is all that readers of old know; or header, u64
 * size of the data, data, padding.
 */
int ring_compress__write(struct ring_compress *c, const void *data, size_t size, struct perf_writer *w,
			 struct diag *diag)
{
	struct perf_event_header header = {
		.type = c->aligned ? PERF_RECORD_COMPRESSED2 : PERF_RECORD_COMPRESSED,
	};
	size_t head = sizeof(header) + (c->aligned ? sizeof(uint64_t) : 0);
	size_t n = zstd_writer__feed(c->zstd, data, size, c->record + head, c->cap);
	uint64_t data_size = n;

	if (!n)
		return diag__msg(diag, -EIO, "libzstd could not compress %zu bytes", size);
	if (c->aligned) {
		memcpy(c->record + sizeof(header), &data_size, sizeof(data_size));
		memset(c->record + head + n, 0, 8);
		n = (n + 7) & ~(size_t)7;
	}
	header.size = (uint16_t)(head + n);
	memcpy(c->record, &header, sizeof(header));
	c->in += size;
	c->out += header.size;
	return perf_writer__write(w, c->record, header.size, diag);
}

size_t ring_compress__piece(const struct ring_compress *c)
{
	return c->chunk;
}

void ring_compress__add(struct ring_compress *c, const struct ring_compress *from)
{
	c->in += from->in;
	c->out += from->out;
}

uint64_t ring_compress__bytes_in(const struct ring_compress *c)
{
	return c->in;
}

uint64_t ring_compress__bytes_out(const struct ring_compress *c)
{
	return c->out;
}

/* u32 version, type, level, ratio, size of a ring (bytes) */
void ring_compress__set_feature(const struct ring_compress *c, struct perf_writer *w)
{
	uint32_t words[5] = {
		COMPRESSED_VERSION, COMPRESSED_ZSTD, (uint32_t)c->level,
		c->out ? (uint32_t)((c->in + c->out / 2) / c->out) : 1, (uint32_t)c->ring_bytes,
	};

	perf_writer__set_feature(w, HEADER_COMPRESSED, words, sizeof(words));
}
