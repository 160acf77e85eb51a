// SPDX-License-Identifier: GPL-2.0-only
/* A file: its head in front, which is written once more when the sizes are known, and its features behind the data. */
#include "util/data/rewriter-parts.h"

#include <errno.h>
#include <unistd.h>

#include "util/data/rewrite-attr.h"
#include "util/event/record.h"

#define FILE_HEAD	104

/* Feature bits are u64 words in the recording's byte order. */
static void put_file_head(struct rewriter *w, uint64_t attr_size, uint64_t attrs_offset, uint64_t attrs_size,
			  uint64_t data_size)
{
	struct strbuf sb = STRBUF_INIT;
	int i;

	rewrite__put64(&sb, 0x32454c4946524550ULL, w->swap);	/* "PERFILE2" */
	rewrite__put64(&sb, FILE_HEAD, w->swap);
	rewrite__put64(&sb, attr_size, w->swap);
	rewrite__put64(&sb, attrs_offset, w->swap);
	rewrite__put64(&sb, attrs_size, w->swap);
	rewrite__put64(&sb, w->data_offset, w->swap);
	rewrite__put64(&sb, data_size, w->swap);
	rewrite__put64(&sb, 0, w->swap);
	rewrite__put64(&sb, 0, w->swap);
	for (i = 0; i < 4; i++)
		rewrite__put64(&sb, w->has[i], w->swap);
	rewriter__put(w, sb.buf, sb.len);
	strbuf__exit(&sb);
}

void rewriter__begin_file(struct rewriter *w, const struct evlist *list)
{
	uint32_t size = rewriter__attr_size(w, list);
	struct strbuf ids = STRBUF_INIT, attrs = STRBUF_INIT;
	size_t i, k;

	for (i = 0; i < list->nr; i++) {
		const struct evsel *e = list->evsels[i];

		rewriter__put_attr(w, e, size, &attrs);
		rewrite__put64(&attrs, FILE_HEAD + ids.len, w->swap);
		rewrite__put64(&attrs, e->nr_ids * 8, w->swap);
		for (k = 0; k < e->nr_ids; k++)
			rewrite__put64(&ids, e->ids[k], w->swap);
	}
	w->data_offset = FILE_HEAD + ids.len + attrs.len;
	put_file_head(w, size + 16, FILE_HEAD + ids.len, attrs.len, 0);
	rewriter__put(w, ids.buf, ids.len);
	rewriter__put(w, attrs.buf, attrs.len);
	strbuf__exit(&ids);
	strbuf__exit(&attrs);
}

/* u64 count, then entries of offset and size: where the AUX data lie now. */
static void rewrite_aux_index(struct rewriter *w)
{
	struct strbuf *f = &w->features[HEADER_AUXTRACE];

	if (!rewriter__has_feature(w, HEADER_AUXTRACE) && !w->aux_index.len)
		return;
	strbuf__reset(f);
	w->has[0] |= 1ULL << HEADER_AUXTRACE;
	rewrite__put64(f, w->aux_index.len / 16, w->swap);
	strbuf__add(f, w->aux_index.buf, w->aux_index.len);
}

void rewriter__finish_file(struct rewriter *w)
{
	uint64_t data_size = w->pos - w->data_offset, at;
	struct strbuf table = STRBUF_INIT;
	uint64_t attr_size, attrs_offset, attrs_size;
	unsigned char head[FILE_HEAD];
	int f, nr = 0;

	rewrite_aux_index(w);
	for (f = 0; f < HEADER_FEAT_BITS; f++)
		nr += rewriter__has_feature(w, f);
	at = w->pos + (uint64_t)nr * 16;
	for (f = 0; f < HEADER_FEAT_BITS; f++) {
		if (!rewriter__has_feature(w, f))
			continue;
		rewrite__put64(&table, at, w->swap);
		rewrite__put64(&table, w->features[f].len, w->swap);
		at += w->features[f].len;
	}
	rewriter__put(w, table.buf, table.len);
	for (f = 0; f < HEADER_FEAT_BITS; f++)
		if (rewriter__has_feature(w, f))
			rewriter__put(w, w->features[f].buf, w->features[f].len);
	strbuf__exit(&table);
	/* The head once more, now that the sizes are known; attrs stay where they are. */
	rewriter__flush(w);
	if (!w->err && pread(w->new_file.fd, head, sizeof(head), 0) != FILE_HEAD)
		w->err = errno ? -errno : -EIO;
	if (w->err)
		return;
	{
		struct cursor c = cursor__make(head, sizeof(head), w->swap);

		cursor__skip(&c, 16, "magic and size");
		attr_size = cursor__u64(&c, "attr_size");
		attrs_offset = cursor__u64(&c, "attrs");
		attrs_size = cursor__u64(&c, "attrs");
	}
	if (lseek(w->new_file.fd, 0, SEEK_SET) < 0)
		w->err = -errno;
	put_file_head(w, attr_size, attrs_offset, attrs_size, data_size);
	w->pos -= FILE_HEAD;	/* it was counted already */
}
