// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/rewriter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/data/attr-write.h"
#include "util/data/rewrite-attr.h"
#include "util/event/record.h"

#define FILE_HEAD	104
#define PIPE_HEAD	16

static void put(struct rewriter *w, const void *data, size_t size)
{
	/* What has no bytes may also have no address. */
	if (size)
		text_out__add(&w->out, data, size);
	w->err = w->err ? w->err : -w->out.error;
	w->pos += size;
}

/* Hands everything to the kernel. */
static void flush(struct rewriter *w)
{
	int err = text_out__flush(&w->out);

	w->err = w->err ? w->err : err;
}

bool rewriter__same_file(const char *input, const char *output)
{
	struct stat a, b;

	return input && output && strcmp(input, "-") && strcmp(output, "-") && !stat(input, &a) &&
	       !stat(output, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* An open file that has nothing in it yet, and that can be read again where it was written. */
static bool is_empty_file(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && S_ISREG(st.st_mode) && !st.st_size && (fcntl(fd, F_GETFL) & (O_ACCMODE | O_APPEND)) == O_RDWR;
}

int rewriter__open(struct rewriter *w, const char *output, bool swap, struct diag *diag)
{
	int fd = path__descriptor(output);
	struct stat st;
	int err;

	*w = (struct rewriter){ .swap = swap, .new_file = NEW_FILE_NONE };
	if (!strcmp(output, "-") || fd == STDOUT_FILENO) {
		text_out__init(&w->out, STDOUT_FILENO);
		return 0;
	}
	if (!lstat(output, &st) && S_ISDIR(st.st_mode))
		return diag__msg(diag, -EISDIR, "'%s' is a folder: name a file in it", output);
	if (fd >= 0 ? !is_empty_file(fd) : !stat(output, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return diag__msg(diag, -EINVAL,
				 "'%s' is not a regular file: write to standard output with '-'", output);
	w->path = xstrdup(output);
	err = new_file__create(&w->new_file, output, 0600);
	if (err)
		return diag__msg(diag, err, "cannot write '%s': %s", output, strerror(-err));
	text_out__init(&w->out, w->new_file.fd);
	return 0;
}

static bool is_pipe(const struct rewriter *w)
{
	return !w->path;
}

void rewriter__feature(struct rewriter *w, int f, const void *data, size_t size)
{
	strbuf__add(&w->features[f], data, size);
	w->has[f / 64] |= 1ULL << (f % 64);
}

void rewriter__drop_feature(struct rewriter *w, int f)
{
	strbuf__reset(&w->features[f]);
	w->has[f / 64] &= ~(1ULL << (f % 64));
}

static bool has_feature(const struct rewriter *w, int f)
{
	return w->has[f / 64] >> (f % 64) & 1;
}

int rewriter__feature_record(struct rewriter *w, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint64_t f;

	if (r->header.type == PERF_RECORD_HEADER_BUILD_ID) {
		rewriter__feature(w, HEADER_BUILD_ID, r->data, r->header.size);
		return 0;
	}
	f = cursor__u64(&c, "feature");
	if (!c.bad && f < HEADER_FEAT_BITS && f != HEADER_COMPRESSED && f != HEADER_DIR_FORMAT &&
	    !perf_feature__is_end(f, cursor__left(&c)))
		rewriter__feature(w, (int)f, c.pos, cursor__left(&c));
	return record__check(r, &c, diag);
}

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
	put(w, sb.buf, sb.len);
	strbuf__exit(&sb);
}

/* The attr as it is written. */
static struct perf_event_attr changed_attr(const struct rewriter *w, const struct evsel *evsel)
{
	struct perf_event_attr attr = evsel->attr;

	if (w->classic)
		attr.defer_callchain = attr.defer_output = 0;
	if (w->common)
		memset((char *)&attr + PERF_ATTR_SIZE_VER7, 0, sizeof(attr) - PERF_ATTR_SIZE_VER7);
	if ((w->unwound && attr__has_stack_copy(&attr)) || (w->repaired && attr__has_repair_bytes(&attr))) {
		attr.sample_type &= ~(uint64_t)(PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER);
		attr.sample_regs_user = 0;
		attr.sample_stack_user = 0;
		attr.exclude_callchain_user = 0;
	}
	return attr;
}

/* As many bytes of each attr as say something after the changes: rewriting once more changes nothing then. */
static uint32_t attr_size(const struct rewriter *w, const struct evlist *list)
{
	uint32_t size = PERF_ATTR_SIZE_VER0, one;
	size_t i;

	for (i = 0; i < list->nr; i++) {
		const struct perf_event_attr attr = changed_attr(w, list->evsels[i]);

		one = attr__stored_size(&attr);
		if (one > size)
			size = one;
	}
	return size;
}

static void put_attr(const struct rewriter *w, const struct evsel *evsel, uint32_t size, struct strbuf *out)
{
	const struct perf_event_attr attr = changed_attr(w, evsel);

	rewrite_attr__append(&attr, size, w->swap, out);
}

/* Ids, then the attrs with the places of their ids. Both have the same order as in the list. */
static void begin_file(struct rewriter *w, const struct evlist *list)
{
	uint32_t size = attr_size(w, list);
	struct strbuf ids = STRBUF_INIT, attrs = STRBUF_INIT;
	size_t i, k;

	for (i = 0; i < list->nr; i++) {
		const struct evsel *e = list->evsels[i];

		put_attr(w, e, size, &attrs);
		rewrite__put64(&attrs, FILE_HEAD + ids.len, w->swap);
		rewrite__put64(&attrs, e->nr_ids * 8, w->swap);
		for (k = 0; k < e->nr_ids; k++)
			rewrite__put64(&ids, e->ids[k], w->swap);
	}
	w->data_offset = FILE_HEAD + ids.len + attrs.len;
	put_file_head(w, size + 16, FILE_HEAD + ids.len, attrs.len, 0);
	put(w, ids.buf, ids.len);
	put(w, attrs.buf, attrs.len);
	strbuf__exit(&ids);
	strbuf__exit(&attrs);
}

static void put_record(struct rewriter *w, uint32_t type, const struct strbuf *body)
{
	struct strbuf sb = STRBUF_INIT;

	rewrite__put32(&sb, type, w->swap);
	rewrite__put16(&sb, 0, w->swap);
	rewrite__put16(&sb, (uint16_t)(8 + body->len), w->swap);
	put(w, sb.buf, sb.len);
	put(w, body->buf, body->len);
	strbuf__exit(&sb);
}

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
		put_record(w, PERF_RECORD_HEADER_TRACING_DATA, &sb);
		put(w, data->buf, data->len);
	} else if (data->len <= UINT16_MAX - 24) {
		rewrite__put64(&sb, (uint64_t)f, w->swap);
		strbuf__add(&sb, data->buf, data->len);
		pad_to_8(&sb);
		put_record(w, PERF_RECORD_HEADER_FEATURE, &sb);
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
		put(w, sb.buf, sb.len);
		put(w, body.buf, body.len);
		strbuf__exit(&sb);
		strbuf__exit(&body);
	}
}

static void put_pipe_head(struct rewriter *w)
{
	struct strbuf sb = STRBUF_INIT;

	rewrite__put64(&sb, 0x32454c4946524550ULL, w->swap);
	rewrite__put64(&sb, PIPE_HEAD, w->swap);
	put(w, sb.buf, sb.len);
	strbuf__exit(&sb);
}

static void begin_pipe(struct rewriter *w, const struct evlist *list)
{
	uint32_t size = attr_size(w, list);
	struct strbuf sb = STRBUF_INIT;
	size_t i, k;
	int f;

	/* perf 6.1 looks for the ids behind an attr of the size that it knows, whatever attr.size says. */
	if (size < PERF_ATTR_SIZE_VER7)
		size = PERF_ATTR_SIZE_VER7;
	put_pipe_head(w);
	for (i = 0; i < list->nr; i++) {
		const struct evsel *e = list->evsels[i];

		strbuf__reset(&sb);
		put_attr(w, e, size, &sb);
		for (k = 0; k < e->nr_ids && sb.len + 16 <= UINT16_MAX; k++)
			rewrite__put64(&sb, e->ids[k], w->swap);
		put_record(w, PERF_RECORD_HEADER_ATTR, &sb);
	}
	for (f = 0; f < HEADER_FEAT_BITS; f++)
		if (has_feature(w, f) && f != HEADER_BUILD_ID && f != HEADER_TRACING_DATA)
			put_feature_record(w, f);
	if (has_feature(w, HEADER_TRACING_DATA))
		put_feature_record(w, HEADER_TRACING_DATA);
	if (has_feature(w, HEADER_BUILD_ID))
		put_build_id_records(w);
	strbuf__exit(&sb);
	w->data_offset = w->pos;
}

/* Records that waited for the events to be known. */
static void write_early(struct rewriter *w)
{
	struct cursor c = cursor__make(strbuf__str(&w->early), w->early.len, w->swap);

	while (cursor__left(&c) >= 8) {
		const unsigned char *at = c.pos;
		uint16_t size;

		cursor__skip(&c, 6, "type");
		size = cursor__u16(&c, "size");
		cursor__skip(&c, size - 8u, "record");
		if (c.bad)
			break;
		rewriter__record(w, at, size);
	}
	strbuf__exit(&w->early);
}

void rewriter__begin(struct rewriter *w, const struct evlist *list)
{
	if (is_pipe(w))
		begin_pipe(w, list);
	else
		begin_file(w, list);
	w->begun = true;
	write_early(w);
}

void rewriter__begin_copy(struct rewriter *w)
{
	put_pipe_head(w);
	w->data_offset = w->pos;
	w->begun = true;
}

void rewriter__finish_round(struct rewriter *w)
{
	struct strbuf none = STRBUF_INIT;

	w->since_round = 0;
	put_record(w, PERF_RECORD_FINISHED_ROUND, &none);
	if (is_pipe(w))
		flush(w);
}

void rewriter__record(struct rewriter *w, const void *data, size_t size)
{
	struct cursor c = cursor__make(data, size, w->swap);

	if (!w->begun) {
		strbuf__add(&w->early, data, size);
		return;
	}
	if (cursor__u32(&c, "type") == PERF_RECORD_AUXTRACE && !is_pipe(w)) {
		/* The size in the index is that of the record alone. */
		rewrite__put64(&w->aux_index, w->pos, w->swap);
		rewrite__put64(&w->aux_index, size, w->swap);
	}
	put(w, data, size);
	rewriter__count(w);
}

void rewriter__follow(struct rewriter *w, const void *data, size_t size)
{
	put(w, data, size);
}

/* u64 count, then entries of offset and size: where the AUX data lie now. */
static void rewrite_aux_index(struct rewriter *w)
{
	struct strbuf *f = &w->features[HEADER_AUXTRACE];

	if (!has_feature(w, HEADER_AUXTRACE) && !w->aux_index.len)
		return;
	strbuf__reset(f);
	w->has[0] |= 1ULL << HEADER_AUXTRACE;
	rewrite__put64(f, w->aux_index.len / 16, w->swap);
	strbuf__add(f, w->aux_index.buf, w->aux_index.len);
}

static void finish_file(struct rewriter *w)
{
	uint64_t data_size = w->pos - w->data_offset, at;
	struct strbuf table = STRBUF_INIT;
	uint64_t attr_size, attrs_offset, attrs_size;
	unsigned char head[FILE_HEAD];
	int f, nr = 0;

	rewrite_aux_index(w);
	for (f = 0; f < HEADER_FEAT_BITS; f++)
		nr += has_feature(w, f);
	at = w->pos + (uint64_t)nr * 16;
	for (f = 0; f < HEADER_FEAT_BITS; f++) {
		if (!has_feature(w, f))
			continue;
		rewrite__put64(&table, at, w->swap);
		rewrite__put64(&table, w->features[f].len, w->swap);
		at += w->features[f].len;
	}
	put(w, table.buf, table.len);
	for (f = 0; f < HEADER_FEAT_BITS; f++)
		if (has_feature(w, f))
			put(w, w->features[f].buf, w->features[f].len);
	strbuf__exit(&table);
	/* The head once more, now that the sizes are known; attrs stay where they are. */
	flush(w);
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

/* What a file system writes late (NFS, quotas) it tells whoever closes a descriptor of the file. */
static int tell_late_errors(const struct rewriter *w)
{
	int fd = fcntl(w->new_file.fd, F_DUPFD_CLOEXEC, 3);

	return fd < 0 || close(fd) ? -errno : 0;
}

int rewriter__finish(struct rewriter *w, struct diag *diag)
{
	/* A file without records would look as if it had not been finished. */
	if (w->since_round || (!is_pipe(w) && w->pos == w->data_offset))
		rewriter__finish_round(w);
	if (!is_pipe(w))
		finish_file(w);
	flush(w);
	if (!w->err && w->path)
		w->err = tell_late_errors(w);
	if (!w->err && w->path)
		w->err = new_file__commit(&w->new_file);
	if (w->err)
		diag__msg(diag, w->err, "cannot write '%s': %s", w->path ? w->path : "(standard output)",
			  strerror(-w->err));
	return w->err;
}

void rewriter__exit(struct rewriter *w)
{
	int f;

	text_out__exit(&w->out);
	new_file__exit(&w->new_file);
	free(w->path);
	for (f = 0; f < HEADER_FEAT_BITS; f++)
		strbuf__exit(&w->features[f]);
	strbuf__exit(&w->aux_index);
	strbuf__exit(&w->early);
	*w = (struct rewriter){ .new_file = NEW_FILE_NONE };
}
