// SPDX-License-Identifier: GPL-2.0-only
/* The head of a file, written twice: first to take its place, then with all numbers known. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/data/attr-write.h"
#include "util/data/perf-writer-internal.h"

struct section {
	uint64_t offset, size;		/* bytes */
};

static void append_u64(struct strbuf *out, uint64_t v)
{
	strbuf__add(out, &v, sizeof(v));
}

static void append_section(struct strbuf *out, struct section s)
{
	append_u64(out, s.offset);
	append_u64(out, s.size);
}

/* struct perf_file_header; @features: whether they are there. */
static void append_head(struct perf_writer *w, struct strbuf *out, bool features)
{
	uint64_t bits[HEADER_FEAT_BITS / 64] = { 0 };
	size_t i;

	for (i = 0; features && i < HEADER_LAST_FEATURE; i++)
		if (w->has_feature[i])
			bits[i / 64] |= 1ULL << (i % 64);
	strbuf__add(out, "PERFILE2", 8);
	append_u64(out, FILE_HEADER_SIZE);
	append_u64(out, w->attr_size + sizeof(struct section));
	append_section(out, (struct section){ w->attrs_offset, w->attrs_size });
	append_section(out, (struct section){ w->data_offset, w->written });
	append_section(out, (struct section){ 0, 0 });
	for (i = 0; i < ARRAY_SIZE(bits); i++)
		append_u64(out, bits[i]);
}

int perf_writer__begin_file(struct perf_writer *w, struct evlist *evlist, struct diag *diag)
{
	struct strbuf out = STRBUF_INIT;
	uint64_t ids = FILE_HEADER_SIZE, done;
	struct evsel *evsel;
	size_t i;
	int err;

	w->attr_size = evlist__stored_attr_size(evlist);
	w->attrs_offset = ids;
	evlist__for_each(evlist, i, evsel)
		w->attrs_offset += evsel->nr_ids * sizeof(uint64_t);
	w->attrs_size = evlist->nr * (w->attr_size + sizeof(struct section));
	w->data_offset = w->attrs_offset + w->attrs_size;
	append_head(w, &out, false);
	evlist__for_each(evlist, i, evsel)
		strbuf__add(&out, evsel->ids, evsel->nr_ids * sizeof(uint64_t));
	evlist__for_each(evlist, i, evsel) {
		struct section s = { ids, evsel->nr_ids * sizeof(uint64_t) };

		attr__append(&out, &evsel->attr, w->attr_size);
		append_section(&out, s);
		ids += s.size;
	}
	err = perf_writer__write_all(w, out.buf, out.len, &done);
	strbuf__exit(&out);
	return err ? perf_writer__failed(w, err, diag) : 0;
}

uint64_t perf_writer__features_size(const struct perf_writer *w)
{
	uint64_t size = 0;
	int i;

	for (i = 0; i < HEADER_LAST_FEATURE; i++)
		if (w->has_feature[i])
			size += sizeof(struct section) + ((w->features[i].len + 7) & ~7ULL);
	return size;
}

/* The table of sections, directly behind the data, and the features behind it. */
static int write_features(struct perf_writer *w)
{
	static const char zeros[8];
	struct strbuf out = STRBUF_INIT;
	uint64_t at = w->data_offset + w->written, done;
	int i, err;

	for (i = 0; i < HEADER_LAST_FEATURE; i++)
		at += w->has_feature[i] ? sizeof(struct section) : 0;
	for (i = 0; i < HEADER_LAST_FEATURE; i++) {
		if (!w->has_feature[i])
			continue;
		append_section(&out, (struct section){ at, w->features[i].len });
		at += (w->features[i].len + 7) & ~7ULL;
	}
	for (i = 0; i < HEADER_LAST_FEATURE; i++) {
		if (!w->has_feature[i])
			continue;
		strbuf__add(&out, w->features[i].buf, w->features[i].len);
		strbuf__add(&out, zeros, -w->features[i].len & 7);
	}
	err = perf_writer__write_all(w, out.buf ? out.buf : "", out.len, &done);
	strbuf__exit(&out);
	return err;
}

/* In place: a full disk does not mind. */
static int rewrite_head(struct perf_writer *w, bool features)
{
	struct strbuf out = STRBUF_INIT;
	ssize_t n;
	int err;

	append_head(w, &out, features);
	n = pwrite(w->fd, out.buf, out.len, 0);
	err = n == (ssize_t)out.len ? 0 : n < 0 ? -errno : -EIO;
	strbuf__exit(&out);
	return err;
}

int perf_writer__finish_file(struct perf_writer *w, struct diag *diag)
{
	int err = write_features(w), head_err;

	if (err) {
		/* Without features it is still a recording. */
		if (ftruncate(w->fd, (off_t)(w->data_offset + w->written)))
			err = -errno;
		(void)perf_writer__failed(w, err, diag);
	}
	head_err = rewrite_head(w, !err);
	if (head_err)
		return perf_writer__failed(w, head_err, diag);
	return err;
}
