// SPDX-License-Identifier: GPL-2.0-only
/* A pipe has no head to come back to: everything is a record. */
#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/attr-write.h"
#include "util/data/perf-writer-internal.h"

#define RECORD_MAX	0xffff
#define EVENT_UPDATE_NAME	2	/* PERF_RECORD_EVENT_UPDATE: u64 type, id; then the name */

/* Begins a record; returns where, for end_record(). */
static size_t begin_record(struct strbuf *out, uint32_t type)
{
	struct perf_event_header header = { .type = type };
	size_t at = out->len;

	strbuf__add(out, &header, sizeof(header));
	return at;
}

/* Pads to 8 bytes and sets the size. False: it is too long for a record and is taken back. */
static bool end_record(struct strbuf *out, size_t at)
{
	static const char zeros[8];
	struct perf_event_header header;
	size_t size;

	strbuf__add(out, zeros, -(out->len - at) & 7);
	size = out->len - at;
	if (size > RECORD_MAX) {
		out->len = at;
		return false;
	}
	memcpy(&header, out->buf + at, sizeof(header));
	header.size = (uint16_t)size;
	memcpy(out->buf + at, &header, sizeof(header));
	return true;
}

/*
 * Perfs up to 6.1 look for the ids where their own attr would end, whatever size this one has: it
 * gets that size, unless it needs more.
 */
static bool append_attr(struct strbuf *out, const struct evsel *evsel)
{
	size_t at = begin_record(out, PERF_RECORD_HEADER_ATTR);
	uint32_t size = attr__stored_size(evsel__file_attr(evsel));

	attr__append(out, evsel__file_attr(evsel), size > PERF_ATTR_SIZE_VER7 ? size : PERF_ATTR_SIZE_VER7);
	strbuf__add(out, evsel->ids, evsel->nr_ids * sizeof(uint64_t));
	return end_record(out, at);
}

static void append_name(struct strbuf *out, struct evsel *evsel)
{
	const char *name = evsel__name(evsel);
	uint64_t words[2] = { EVENT_UPDATE_NAME, evsel->nr_ids ? evsel->ids[0] : 0 };
	size_t at = begin_record(out, PERF_RECORD_EVENT_UPDATE);

	strbuf__add(out, words, sizeof(words));
	strbuf__add(out, name, strlen(name) + 1);
	(void)end_record(out, at);	/* a name that does not fit stays in EVENT_DESC */
}

static bool append_feature(struct strbuf *out, uint64_t feature, const struct strbuf *data)
{
	size_t at = begin_record(out, PERF_RECORD_HEADER_FEATURE);

	strbuf__add(out, &feature, sizeof(feature));
	strbuf__add(out, data->buf, data->len);
	return end_record(out, at);
}

/* The record's 12 bytes hold the size; the data follow it, padded, outside of it. */
static void append_tracing_data(struct strbuf *out, const struct strbuf *data)
{
	static const char zeros[8];
	struct perf_event_header header = { .type = PERF_RECORD_HEADER_TRACING_DATA, .size = 12 };
	uint32_t size = (uint32_t)((data->len + 7) & ~(size_t)7);

	strbuf__add(out, &header, sizeof(header));
	strbuf__add(out, &size, sizeof(size));
	strbuf__add(out, data->buf, data->len);
	strbuf__add(out, zeros, size - data->len);
}

int perf_writer__begin_pipe(struct perf_writer *w, struct evlist *evlist, struct diag *diag)
{
	struct strbuf out = STRBUF_INIT;
	const uint64_t size = PIPE_HEADER_SIZE;
	struct evsel *evsel;
	uint64_t done;
	size_t i;
	int err;

	strbuf__add(&out, "PERFILE2", 8);
	strbuf__add(&out, &size, sizeof(size));
	evlist__for_each(evlist, i, evsel) {
		if (append_attr(&out, evsel))
			continue;
		strbuf__exit(&out);
		return diag__msg(diag, -E2BIG,
				 "event '%s' has %zu counters, more than a pipe's format can name; "
				 "record into a file (-o FILE)",
				 evsel__name(evsel), evsel->nr_ids);
	}
	evlist__for_each(evlist, i, evsel)
		append_name(&out, evsel);
	/* One that does not fit into a record is left out: a reader can do without any of them. */
	for (i = 0; i < HEADER_LAST_FEATURE; i++)
		if (w->has_feature[i] && i != HEADER_TRACING_DATA && i != HEADER_BUILD_ID)
			(void)append_feature(&out, i, &w->features[i]);
	if (w->has_feature[HEADER_TRACING_DATA])
		append_tracing_data(&out, &w->features[HEADER_TRACING_DATA]);
	err = perf_writer__write_all(w, out.buf, out.len, &done);
	w->data_offset = out.len;
	strbuf__exit(&out);
	return err ? perf_writer__failed(w, err, diag) : 0;
}
