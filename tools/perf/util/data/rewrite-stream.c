// SPDX-License-Identifier: GPL-2.0-only
/* A pipe's stream: events and features are records in front of the others. */
#include "util/data/rewriter-parts.h"

#include "util/data/rewrite-attr.h"
#include "util/event/record.h"

#define PIPE_HEAD	16

static void pad_to_8(struct strbuf *sb)
{
	static const char zeros[8];

	strbuf__add(sb, zeros, -sb->len & 7);
}

/*
 * TRACING_DATA is a record with the bytes behind it, build ids are records of their own. An index of places
 * in a file, AUXTRACE, does not belong into a stream: other readers stop at it.
 */
static void put_feature_record(struct rewriter *w, int f)
{
	struct strbuf sb = STRBUF_INIT, *data = &w->features[f];

	if (f == HEADER_AUXTRACE)
		return;
	if (f == HEADER_TRACING_DATA) {
		pad_to_8(data);
		rewrite__put32(&sb, (uint32_t)data->len, w->swap);
		rewriter__put_record(w, PERF_RECORD_HEADER_TRACING_DATA, &sb);
		rewriter__put(w, data->buf, data->len);
	} else if (data->len <= UINT16_MAX - 24) {
		rewrite__put64(&sb, (uint64_t)f, w->swap);
		strbuf__add(&sb, data->buf, data->len);
		pad_to_8(&sb);
		rewriter__put_record(w, PERF_RECORD_HEADER_FEATURE, &sb);
	}
	strbuf__exit(&sb);
}

static void put_build_id_records(struct rewriter *w)
{
	const struct strbuf *ids = &w->features[HEADER_BUILD_ID];
	struct cursor c = cursor__make(strbuf__str(ids), ids->len, w->swap);

	while (cursor__left(&c) >= 8) {
		struct strbuf body = STRBUF_INIT;
		struct cursor head = c, entry;
		uint16_t misc, size;
		uint32_t type = PERF_RECORD_HEADER_BUILD_ID;
		struct strbuf sb = STRBUF_INIT;

		cursor__skip(&head, 4, "type");
		misc = cursor__u16(&head, "misc");
		size = cursor__u16(&head, "size");
		if (size < 8)
			break;
		entry = cursor__sub(&c, size, "entry");
		if (c.bad)
			break;
		strbuf__add(&body, entry.pos + 8, size - 8u);
		/* New perfs refuse records that are not aligned. */
		pad_to_8(&body);
		if (body.len > UINT16_MAX - 8) {
			strbuf__exit(&body);
			continue;
		}
		rewrite__put32(&sb, type, w->swap);
		rewrite__put16(&sb, misc, w->swap);
		rewrite__put16(&sb, (uint16_t)(8 + body.len), w->swap);
		rewriter__put(w, sb.buf, sb.len);
		rewriter__put(w, body.buf, body.len);
		strbuf__exit(&sb);
		strbuf__exit(&body);
	}
}

void rewriter__put_pipe_head(struct rewriter *w)
{
	struct strbuf sb = STRBUF_INIT;

	rewrite__put64(&sb, 0x32454c4946524550ULL, w->swap);
	rewrite__put64(&sb, PIPE_HEAD, w->swap);
	rewriter__put(w, sb.buf, sb.len);
	strbuf__exit(&sb);
}

void rewriter__begin_pipe(struct rewriter *w, const struct evlist *list)
{
	uint32_t size = rewriter__attr_size(w, list);
	struct strbuf sb = STRBUF_INIT;
	size_t i, k;
	int f;

	/* perf 6.1 looks for the ids behind an attr of the size that it knows, whatever attr.size says. */
	if (size < PERF_ATTR_SIZE_VER7)
		size = PERF_ATTR_SIZE_VER7;
	rewriter__put_pipe_head(w);
	for (i = 0; i < list->nr; i++) {
		const struct evsel *e = list->evsels[i];

		strbuf__reset(&sb);
		rewriter__put_attr(w, e, size, &sb);
		for (k = 0; k < e->nr_ids && sb.len + 16 <= UINT16_MAX; k++)
			rewrite__put64(&sb, e->ids[k], w->swap);
		rewriter__put_record(w, PERF_RECORD_HEADER_ATTR, &sb);
	}
	for (f = 0; f < HEADER_FEAT_BITS; f++)
		if (rewriter__has_feature(w, f) && f != HEADER_BUILD_ID && f != HEADER_TRACING_DATA)
			put_feature_record(w, f);
	if (rewriter__has_feature(w, HEADER_TRACING_DATA))
		put_feature_record(w, HEADER_TRACING_DATA);
	if (rewriter__has_feature(w, HEADER_BUILD_ID))
		put_build_id_records(w);
	strbuf__exit(&sb);
	w->data_offset = w->pos;
}
