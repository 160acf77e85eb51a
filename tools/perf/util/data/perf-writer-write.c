// SPDX-License-Identifier: GPL-2.0-only
/* Bytes reach the file, in few calls; where one fails, the file ends in whole records, and what is missing is counted. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/data/perf-writer-internal.h"

#define GATHER	(64 * 1024)	/* bytes of small records that make one write */

int perf_writer__failed(struct perf_writer *w, int err, struct diag *diag)
{
	const char *name = w->owns_fd ? w->path : "standard output";

	if (!w->error)
		w->error = err;
	if (err == -EPIPE)
		return diag__msg(diag, err, "cannot write to %s: its reader is gone", name);
	if (err == -ENOSPC || err == -EDQUOT || err == -EFBIG)
		return diag__msg(diag, err,
				 "cannot write to '%s': %s; what was written before is kept", name,
				 strerror(-err));
	return diag__msg(diag, err, "cannot write to '%s': %s", name, strerror(-err));
}

/* Calls writev(2) until all @nr stretches, which are changed, are written. 0, or negative errno; *@ret_done: bytes that were written. */
static int write_stretches(int fd, struct iovec *iov, int nr, uint64_t *ret_done)
{
	*ret_done = 0;
	for (;;) {
		ssize_t n;

		for (; nr && !iov->iov_len; iov++)
			nr--;
		if (!nr)
			return 0;
		n = writev(fd, iov, nr);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EIO;
		*ret_done += (uint64_t)n;
		for (; nr && (size_t)n >= iov->iov_len; iov++, nr--)
			n -= (ssize_t)iov->iov_len;
		if (nr) {
			iov->iov_base = (char *)iov->iov_base + n;
			iov->iov_len -= (size_t)n;
		}
	}
}

/* By write(2): records alone go by writev(2), and a trace tells the two apart. */
int perf_writer__write_all(struct perf_writer *w, const void *data, size_t size, uint64_t *ret_done)
{
	ssize_t n;

	for (*ret_done = 0; *ret_done < size; *ret_done += (uint64_t)n) {
		n = write(w->fd, (const char *)data + *ret_done, size - *ret_done);
		if (n < 0 && errno == EINTR)
			n = 0;
		else if (n <= 0)
			return n ? -errno : -EIO;
	}
	return 0;
}

/*
 * Bytes of whole records at the beginning of the three stretches that are not more than @limit.
 * Adds the samples from @from on to *@nr_samples.
 */
static uint64_t whole_records(const struct iovec iov[3], uint64_t limit, uint64_t from,
			      uint64_t *nr_samples)
{
	uint64_t pos = 0, start = 0;
	int i = 0;

	for (;;) {
		struct perf_event_header header;

		while (i < 3 && pos - start >= iov[i].iov_len)
			start += iov[i++].iov_len;
		/* A header never lies around the end of a stretch: sizes are multiples of 8. */
		if (i == 3 || iov[i].iov_len - (pos - start) < sizeof(header))
			return pos;
		memcpy(&header, (const char *)iov[i].iov_base + (pos - start), sizeof(header));
		if (header.size < sizeof(header) || pos + header.size > limit)
			return pos;
		*nr_samples += pos >= from && header.type == PERF_RECORD_SAMPLE;
		pos += header.size;
	}
}

/*
 * A write stopped after @done of @size bytes. The file ends in whole records, and far enough before
 * the disk's end that the features still find room.
 */
static void cut_at_record(struct perf_writer *w, const struct iovec iov[3], uint64_t done,
			  uint64_t size)
{
	uint64_t reserve = perf_writer__features_size(w) + PERF_WRITER_RESERVE;
	uint64_t limit = w->is_pipe ? done : done > reserve ? done - reserve : 0, ignored = 0;
	uint64_t kept = whole_records(iov, limit, 0, &ignored);
	off_t end = (off_t)(w->data_offset + w->written + kept);

	/* A pipe's reader is gone, or has a part of a record that nothing can take back. */
	if (!w->is_pipe && !ftruncate(w->fd, end))
		(void)lseek(w->fd, end, SEEK_SET);
	(void)whole_records(iov, UINT64_MAX, kept, &w->dropped_samples);
	w->written += kept;
	w->dropped += size - kept;
}

/* After a failure nothing more is written. */
static int drop(struct perf_writer *w, const struct iovec iov[2], struct diag *diag)
{
	const struct iovec all[3] = { iov[0], iov[1], { 0 } };

	(void)whole_records(all, UINT64_MAX, 0, &w->dropped_samples);
	w->dropped += iov[0].iov_len + iov[1].iov_len;
	return perf_writer__failed(w, w->error, diag);
}

/* What is gathered and two stretches more. */
static int write_records(struct perf_writer *w, const struct iovec iov[3], struct diag *diag)
{
	uint64_t size = iov[0].iov_len + iov[1].iov_len + iov[2].iov_len, done;
	struct iovec left[3] = { iov[0], iov[1], iov[2] };
	int err = write_stretches(w->fd, left, 3, &done);

	if (err) {
		cut_at_record(w, iov, done, size);
		return perf_writer__failed(w, err, diag);
	}
	w->written += size;
	return 0;
}

int perf_writer__writev(struct perf_writer *w, const struct iovec iov[2], struct diag *diag)
{
	struct iovec all[3] = { { w->buf.buf, w->buf.len }, iov[0], iov[1] };
	struct diag ignored = DIAG_INIT;
	int err;

	if (w->copy)
		(void)perf_writer__writev(w->copy, iov, &ignored);
	if (w->error)
		return drop(w, iov, diag);
	if (w->buf.len + iov[0].iov_len + iov[1].iov_len < GATHER / 4) {
		strbuf__add(&w->buf, iov[0].iov_base, iov[0].iov_len);
		strbuf__add(&w->buf, iov[1].iov_base, iov[1].iov_len);
		return 0;
	}
	err = write_records(w, all, diag);
	strbuf__reset(&w->buf);
	return err;
}

int perf_writer__flush(struct perf_writer *w, struct diag *diag)
{
	const struct iovec all[3] = { { w->buf.buf, w->buf.len }, { 0 }, { 0 } };
	int err = 0;

	if (w->error)
		return perf_writer__failed(w, w->error, diag);
	if (w->buf.len)
		err = write_records(w, all, diag);
	strbuf__reset(&w->buf);
	return err;
}

int perf_writer__write(struct perf_writer *w, const void *records, size_t size, struct diag *diag)
{
	struct diag ignored = DIAG_INIT;
	int err = 0;

	if (w->copy)
		(void)perf_writer__write(w->copy, records, size, &ignored);
	if (w->error) {
		w->dropped += size;
		return perf_writer__failed(w, w->error, diag);
	}
	if (w->buf.len + size > GATHER)
		err = perf_writer__flush(w, diag);
	if (!err)
		strbuf__add(&w->buf, records, size);
	else
		w->dropped += size;
	return err;
}

/* A file's feature, from the first AUX data on: u64 count; count * { u64 place, size of the record }. */
static void index_aux(struct perf_writer *w, uint64_t offset, uint64_t size)
{
	struct strbuf *f = &w->features[HEADER_AUXTRACE];
	uint64_t nr = 0, entry[2] = { offset, size };

	if (!w->has_feature[HEADER_AUXTRACE])
		perf_writer__set_feature(w, HEADER_AUXTRACE, &nr, sizeof(nr));
	strbuf__add(f, entry, sizeof(entry));
	nr = (f->len - sizeof(nr)) / sizeof(entry);
	memcpy(f->buf, &nr, sizeof(nr));
}

/* All of the stretches, or, in a file, nothing of them. */
static int write_whole(struct perf_writer *w, struct iovec *iov, int nr, struct diag *diag)
{
	off_t end = (off_t)(w->data_offset + w->written);
	uint64_t done;
	int err = write_stretches(w->fd, iov, nr, &done);

	if (!err)
		return 0;
	if (!w->is_pipe && !ftruncate(w->fd, end))
		(void)lseek(w->fd, end, SEEK_SET);
	return perf_writer__failed(w, err, diag);
}

int perf_writer__write_aux(struct perf_writer *w, const struct auxtrace_record *head,
			   const struct iovec iov[2], struct diag *diag)
{
	static const char zeros[8];
	struct auxtrace_record record = *head;
	struct iovec all[4] = {
		{ &record, sizeof(record) }, iov[0], iov[1],
		{ (void *)(uintptr_t)zeros, (size_t)(head->size - iov[0].iov_len - iov[1].iov_len) },
	};
	uint64_t size = sizeof(record) + head->size;
	int err = perf_writer__flush(w, diag);

	if (!err)
		err = write_whole(w, all, ARRAY_SIZE(all), diag);
	if (err) {
		w->dropped += size;
		return err;
	}
	if (!w->is_pipe)
		index_aux(w, w->data_offset + w->written, sizeof(record));
	w->written += size;
	return 0;
}
