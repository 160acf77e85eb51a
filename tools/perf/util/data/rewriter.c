// SPDX-License-Identifier: GPL-2.0-only
/* A recording that is written from records: its beginning, its records, its end. A file and a stream differ in where features stand. */
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
#include "util/data/rewriter-parts.h"
#include "util/event/record.h"

void rewriter__put(struct rewriter *w, const void *data, size_t size)
{
	/* What has no bytes may also have no address. */
	if (size)
		text_out__add(&w->out, data, size);
	w->err = w->err ? w->err : -w->out.error;
	w->pos += size;
}

void rewriter__flush(struct rewriter *w)
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

bool rewriter__has_feature(const struct rewriter *w, int f)
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

uint32_t rewriter__attr_size(const struct rewriter *w, const struct evlist *list)
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

void rewriter__put_attr(const struct rewriter *w, const struct evsel *evsel, uint32_t size, struct strbuf *out)
{
	const struct perf_event_attr attr = changed_attr(w, evsel);

	rewrite_attr__append(&attr, size, w->swap, out);
}

void rewriter__put_record(struct rewriter *w, uint32_t type, const struct strbuf *body)
{
	struct strbuf sb = STRBUF_INIT;

	rewrite__put32(&sb, type, w->swap);
	rewrite__put16(&sb, 0, w->swap);
	rewrite__put16(&sb, (uint16_t)(8 + body->len), w->swap);
	rewriter__put(w, sb.buf, sb.len);
	rewriter__put(w, body->buf, body->len);
	strbuf__exit(&sb);
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
		rewriter__begin_pipe(w, list);
	else
		rewriter__begin_file(w, list);
	w->begun = true;
	write_early(w);
}

void rewriter__begin_copy(struct rewriter *w)
{
	rewriter__put_pipe_head(w);
	w->data_offset = w->pos;
	w->begun = true;
}

void rewriter__finish_round(struct rewriter *w)
{
	struct strbuf none = STRBUF_INIT;

	w->since_round = 0;
	rewriter__put_record(w, PERF_RECORD_FINISHED_ROUND, &none);
	if (is_pipe(w))
		rewriter__flush(w);
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
	rewriter__put(w, data, size);
	rewriter__count(w);
}

void rewriter__follow(struct rewriter *w, const void *data, size_t size)
{
	rewriter__put(w, data, size);
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
		rewriter__finish_file(w);
	rewriter__flush(w);
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
