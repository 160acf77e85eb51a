// SPDX-License-Identifier: GPL-2.0-only
/* The head of a file, written twice: first to take its place, then with all numbers known. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/data/attr-write.h"
#include "util/data/perf-writer-internal.h"

static void append_u64(struct strbuf *out, uint64_t v)
{
	strbuf__add(out, &v, sizeof(v));
}

static void append_section(struct strbuf *out, struct file_section s)
{
	append_u64(out, s.offset);
	append_u64(out, s.size);
}

/* Which features a file has, as it is now. */
enum has { HAS_NONE, HAS_EARLY, HAS_ALL };

static bool has_now(const struct perf_writer *w, int feature, enum has has)
{
	return has == HAS_ALL ? w->has_feature[feature] : has == HAS_EARLY && w->early[feature].size;
}

/* struct perf_file_header; @size: of the data, bytes. */
static void append_head(struct perf_writer *w, struct strbuf *out, uint64_t size, enum has has)
{
	uint64_t bits[HEADER_FEAT_BITS / 64] = { 0 };
	int i;

	if (has == HAS_EARLY)
		bits[0] = 1ULL << HEADER_RESERVED;
	for (i = 0; i < HEADER_LAST_FEATURE; i++)
		if (has_now(w, i, has))
			bits[i / 64] |= 1ULL << (i % 64);
	strbuf__add(out, "PERFILE2", 8);
	append_u64(out, FILE_HEADER_SIZE);
	append_u64(out, w->attr_size + sizeof(struct file_section));
	append_section(out, (struct file_section){ w->attrs_offset, w->attrs_size });
	append_section(out, (struct file_section){ w->data_offset, size });
	append_section(out, (struct file_section){ 0, 0 });
	for (i = 0; i < (int)ARRAY_SIZE(bits); i++)
		append_u64(out, bits[i]);
}

/*
 * The features that are known by now lie in front of the data, so that a table behind these is all that a file needs
 * to be complete.
 */
static void append_early(struct perf_writer *w, struct strbuf *out)
{
	static const char zeros[8];
	int i;

	for (i = 0; i < HEADER_LAST_FEATURE; i++) {
		if (!w->has_feature[i] || !w->features[i].len)
			continue;
		w->early[i] = (struct file_section){ out->len, w->features[i].len };
		strbuf__add(out, w->features[i].buf, w->features[i].len);
		strbuf__add(out, zeros, -w->features[i].len & 7);
	}
}

int perf_writer__begin_file(struct perf_writer *w, struct evlist *evlist, struct diag *diag)
{
	static const char no_head[FILE_HEADER_SIZE];
	struct strbuf out = STRBUF_INIT, head = STRBUF_INIT;
	uint64_t ids = FILE_HEADER_SIZE, done;
	struct evsel *evsel;
	size_t i;
	int err;

	w->attr_size = evlist__stored_attr_size(evlist);
	w->attrs_offset = ids;
	evlist__for_each(evlist, i, evsel)
		w->attrs_offset += evsel->nr_ids * sizeof(uint64_t);
	w->attrs_size = evlist->nr * (w->attr_size + sizeof(struct file_section));
	strbuf__add(&out, no_head, sizeof(no_head));
	evlist__for_each(evlist, i, evsel)
		strbuf__add(&out, evsel->ids, evsel->nr_ids * sizeof(uint64_t));
	evlist__for_each(evlist, i, evsel) {
		struct file_section s = { ids, evsel->nr_ids * sizeof(uint64_t) };

		attr__append(&out, evsel__file_attr(evsel), w->attr_size);
		append_section(&out, s);
		ids += s.size;
	}
	append_early(w, &out);
	/* The head says where the data begin: who is killed before the first table leaves a file that is read from there on. */
	w->data_offset = out.len;
	append_head(w, &head, 0, HAS_NONE);
	memcpy(out.buf, head.buf, head.len);
	err = perf_writer__write_all(w, out.buf, out.len, &done);
	strbuf__exit(&head);
	strbuf__exit(&out);
	return err ? perf_writer__failed(w, err, diag) : 0;
}

uint64_t perf_writer__features_size(const struct perf_writer *w)
{
	uint64_t size = 0;
	int i;

	for (i = 0; i < HEADER_LAST_FEATURE; i++)
		if (w->has_feature[i])
			size += sizeof(struct file_section) +
				(w->early[i].size ? 0 : (w->features[i].len + 7) & ~7ULL);
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
		at += w->has_feature[i] ? sizeof(struct file_section) : 0;
	for (i = 0; i < HEADER_LAST_FEATURE; i++) {
		if (!w->has_feature[i])
			continue;
		if (w->early[i].size) {
			append_section(&out, w->early[i]);
			continue;
		}
		append_section(&out, (struct file_section){ at, w->features[i].len });
		at += (w->features[i].len + 7) & ~7ULL;
	}
	for (i = 0; i < HEADER_LAST_FEATURE; i++) {
		if (!w->has_feature[i] || w->early[i].size)
			continue;
		strbuf__add(&out, w->features[i].buf, w->features[i].len);
		strbuf__add(&out, zeros, -w->features[i].len & 7);
	}
	err = perf_writer__write_all(w, out.buf ? out.buf : "", out.len, &done);
	strbuf__exit(&out);
	return err;
}

/* In place: a full disk does not mind. */
static int rewrite_head(struct perf_writer *w, uint64_t size, enum has has)
{
	struct strbuf out = STRBUF_INIT;
	ssize_t n;
	int err;

	append_head(w, &out, size, has);
	n = pwrite(w->fd, out.buf, out.len, 0);
	err = n == (ssize_t)out.len ? 0 : n < 0 ? -errno : -EIO;
	strbuf__exit(&out);
	return err;
}

/*
 * The table of a file that is not finished. Readers look for it where the data end, and more data are to follow: so a
 * record's header stands in front of it, which is the last of the data for as long as that table counts, and covers the
 * table when more data count.
 *
 *	data ... | header | 0, 0 | place, size | place, size ... | data that are written later
 *	                  ^ end of the data, as the head has it until the next table
 *
 * The first entry is of the reserved feature, which no reader asks for: it says that the file is not finished.
 */
static int write_table(struct perf_writer *w, uint64_t *ret_size)
{
	const struct perf_event_header header = { .type = PERF_RECORD_FINISHED_INIT, .size = sizeof(header) };
	struct strbuf out = STRBUF_INIT;
	int i, err;

	strbuf__add(&out, &header, sizeof(header));
	append_section(&out, (struct file_section){ 0, 0 });
	for (i = 0; i < HEADER_LAST_FEATURE; i++)
		if (has_now(w, i, HAS_EARLY))
			append_section(&out, w->early[i]);
	*ret_size = out.len;
	err = perf_writer__write_all(w, out.buf, out.len, &(uint64_t){ 0 });
	strbuf__exit(&out);
	return err;
}

/* The last table is a record from now on. Meanwhile the file has what is in front of it, without features. */
static int retire_table(struct perf_writer *w)
{
	const uint16_t size = (uint16_t)w->table_size;
	off_t at = (off_t)(w->data_offset + w->table_at + offsetof(struct perf_event_header, size));
	int err;

	if (!w->table_size)
		return 0;
	err = rewrite_head(w, w->table_at, HAS_NONE);
	if (err)
		return err;
	w->table_size = 0;
	return pwrite(w->fd, &size, sizeof(size), at) == sizeof(size) ? 0 : -EIO;
}

int perf_writer__save_file(struct perf_writer *w, struct diag *diag)
{
	uint64_t size = 0;
	int err = write_table(w, &size);

	if (err) {
		off_t end = (off_t)(w->data_offset + w->written);

		if (!ftruncate(w->fd, end))
			(void)lseek(w->fd, end, SEEK_SET);
		return perf_writer__failed(w, err, diag);
	}
	err = retire_table(w);
	w->table_at = w->written;
	w->table_size = size;
	w->written += size;
	if (!err)
		err = rewrite_head(w, w->table_at + sizeof(struct perf_event_header), HAS_EARLY);
	return err ? perf_writer__failed(w, err, diag) : 0;
}

int perf_writer__finish_file(struct perf_writer *w, struct diag *diag)
{
	int err = write_features(w), head_err;

	/* What was being written when the disk became full may not have left enough room. */
	if (err) {
		(void)perf_writer__failed(w, err, diag);
		if (!perf_writer__make_room(w, perf_writer__features_size(w) + PERF_WRITER_RESERVE))
			err = write_features(w);
	}
	if (err) {
		/* Without features it is still a recording. */
		if (ftruncate(w->fd, (off_t)(w->data_offset + w->written)))
			err = -errno;
		(void)perf_writer__failed(w, err, diag);
	}
	head_err = retire_table(w);
	if (!head_err)
		head_err = rewrite_head(w, w->written, err ? HAS_NONE : HAS_ALL);
	if (head_err)
		return perf_writer__failed(w, head_err, diag);
	return err;
}
