// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a disk that became full has left, by a walk over the records that are on it. Of a compressed recording nobody can
 * tell from a record that was not written how many samples were in it, so those that were are counted, as a reader would.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/data/perf-writer-internal.h"
#include "util/data/zstd-stream.h"

#define RECORD_MAX	(64 * 1024)

/* Records that come in pieces. */
struct counting {
	unsigned char head[sizeof(struct perf_event_header)];
	size_t have;			/* bytes of head */
	uint64_t left;			/* of the record behind its head */
	uint64_t samples;		/* that are whole */
	bool is_sample, broken;
};

static int count(void *ctx, const void *data, size_t size)
{
	struct counting *c = ctx;
	const unsigned char *p = data, *end = p + size;
	struct perf_event_header h;

	while (p < end && !c->broken) {
		size_t n = c->left ? c->left : sizeof(c->head) - c->have;

		if (n > (size_t)(end - p))
			n = (size_t)(end - p);
		if (c->left) {
			c->left -= n;
		} else {
			memcpy(c->head + c->have, p, n);
			c->have += n;
			if (c->have == sizeof(c->head)) {
				memcpy(&h, c->head, sizeof(h));
				c->broken = h.size < sizeof(h);
				c->left = c->broken ? 0 : h.size - sizeof(h);
				c->is_sample = h.type == PERF_RECORD_SAMPLE;
			}
		}
		p += n;
		if (c->have == sizeof(c->head) && !c->left) {
			c->samples += c->is_sample;
			c->have = 0;
		}
	}
	return 0;
}

static bool is_compressed(uint32_t type)
{
	return type == PERF_RECORD_COMPRESSED || type == PERF_RECORD_COMPRESSED2;
}

/* The record at @at; its size in memory and what else lies behind it. 0, or negative errno. */
static int look_at(struct perf_writer *w, uint64_t at, unsigned char *buf, struct perf_event_header *h, uint64_t *ret_follow)
{
	struct auxtrace_record aux;

	*ret_follow = 0;
	if (pread(w->fd, h, sizeof(*h), (off_t)at) != sizeof(*h) || h->size < sizeof(*h))
		return -EIO;
	if (h->type == PERF_RECORD_AUXTRACE) {
		if (pread(w->fd, &aux, sizeof(aux), (off_t)at) != sizeof(aux))
			return -EIO;
		*ret_follow = aux.size;
	}
	return !is_compressed(h->type) || pread(w->fd, buf, h->size, (off_t)at) == h->size ? 0 : -EIO;
}

/* The bytes in a compressed record. */
static int unpack(struct zstd_reader *z, const unsigned char *record, const struct perf_event_header *h,
		  struct counting *c, struct diag *diag)
{
	size_t head = sizeof(*h);
	uint64_t size = h->size - sizeof(*h);

	if (h->type == PERF_RECORD_COMPRESSED2) {
		memcpy(&size, record + head, sizeof(size));
		head += sizeof(size);
	}
	if (head > h->size || size > h->size - head)
		return -EIO;
	return zstd_reader__feed(z, record + head, (size_t)size, count, c, diag);
}

/* AUX data from @end on are no longer in the file. */
static void cut_aux_index(struct perf_writer *w, uint64_t end)
{
	struct strbuf *f = &w->features[HEADER_AUXTRACE];
	uint64_t nr, entry[2];

	if (!w->has_feature[HEADER_AUXTRACE])
		return;
	memcpy(&nr, f->buf, sizeof(nr));
	for (; nr; nr--, f->len -= sizeof(entry)) {
		memcpy(entry, f->buf + f->len - sizeof(entry), sizeof(entry));
		if (entry[0] < end)
			break;
	}
	memcpy(f->buf, &nr, sizeof(nr));
}

int perf_writer__make_room(struct perf_writer *w, uint64_t bytes)
{
	uint64_t limit = w->written > bytes ? w->written - bytes : 0, pos = 0, end = 0, samples = 0, follow;
	unsigned char *buf = xmalloc(RECORD_MAX);
	struct perf_event_header h;
	int err = 0;

	while (pos < w->written && !err) {
		uint64_t size;

		err = look_at(w, w->data_offset + pos, buf, &h, &follow);
		if (err)
			break;
		/* A table that counts has a record that ends in front of it. */
		size = w->table_size && pos == w->table_at ? w->table_size : h.size + follow;
		if (pos + size <= limit)
			end = pos + size;
		else
			samples += h.type == PERF_RECORD_SAMPLE;
		pos += size;
	}
	free(buf);
	if (!err && ftruncate(w->fd, (off_t)(w->data_offset + end)))
		err = -errno;
	if (err || lseek(w->fd, (off_t)(w->data_offset + end), SEEK_SET) < 0)
		return err ? err : -errno;
	if (w->table_at >= end)
		w->table_size = 0;
	cut_aux_index(w, w->data_offset + end);
	w->dropped += w->written - end;
	w->dropped_samples += samples;
	w->written = end;
	return 0;
}

int perf_writer__count_samples(struct perf_writer *w, uint64_t *ret)
{
	unsigned char *buf = xmalloc(RECORD_MAX);
	struct diag ignored = DIAG_INIT;
	struct zstd_reader *z = zstd_reader__new(&ignored);
	struct counting packed = { 0 };
	uint64_t pos = 0, samples = 0, follow;
	bool any = false;
	int err = z ? 0 : -ENOTSUP;

	while (!err && pos < w->written) {
		struct perf_event_header h;

		err = look_at(w, w->data_offset + pos, buf, &h, &follow);
		if (err)
			break;
		samples += h.type == PERF_RECORD_SAMPLE;
		if (is_compressed(h.type)) {
			any = true;
			err = unpack(z, buf, &h, &packed, &ignored);
		}
		pos += h.size + follow;
	}
	zstd_reader__delete(z);
	free(buf);
	*ret = samples + packed.samples;
	return err ? err : any;
}
