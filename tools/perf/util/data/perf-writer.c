// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/data/perf-writer-internal.h"

#define GATHER	(64 * 1024)	/* bytes of small records that make one write */
#define SAVE_MS	1000		/* what a kill -9 may cost */

void perf_writer__delete(struct perf_writer *w)
{
	int i;

	if (!w)
		return;
	new_file__exit(&w->file);
	new_file__exit(&w->folder);
	for (i = 0; i < HEADER_LAST_FEATURE; i++)
		strbuf__exit(&w->features[i]);
	strbuf__exit(&w->buf);
	free(w->path);
	free(w);
}

void perf_writer__copy_to(struct perf_writer *w, struct perf_writer *copy)
{
	w->copy = copy;
}

bool perf_writer__is_pipe(const struct perf_writer *w)
{
	return w->is_pipe;
}

bool perf_writer__is_alone(const struct perf_writer *w)
{
	struct pollfd p = { .fd = w->fd };

	return w->is_pipe && poll(&p, 1, 0) > 0 && p.revents & POLLERR;
}

uint64_t perf_writer__bytes(const struct perf_writer *w)
{
	return w->written + w->buf.len;
}

uint64_t perf_writer__dropped(const struct perf_writer *w)
{
	return w->dropped;
}

uint64_t perf_writer__total(const struct perf_writer *w)
{
	return w->data_offset + perf_writer__bytes(w) +
		(w->is_pipe ? 0 : perf_writer__features_size(w));
}

void perf_writer__set_feature(struct perf_writer *w, int feature, const void *data, size_t size)
{
	strbuf__reset(&w->features[feature]);
	strbuf__add(&w->features[feature], data, size);
	w->has_feature[feature] = true;
	w->early[feature].size = 0;
}

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

int perf_writer__write_all(struct perf_writer *w, const void *data, size_t size, uint64_t *ret_done)
{
	size_t done = 0;
	int err = 0;

	while (done < size && !err) {
		ssize_t n = write(w->fd, (const char *)data + done, size - done);

		if (n > 0)
			done += (size_t)n;
		else if (!n)
			err = -EIO;
		else if (errno != EINTR)
			err = -errno;
	}
	*ret_done = done;
	return err;
}

uint64_t perf_writer__dropped_samples(const struct perf_writer *w)
{
	return w->dropped_samples;
}

int64_t perf_writer__kept_samples(const struct perf_writer *w)
{
	return w->kept_samples;
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

static int write_stretches(struct perf_writer *w, const struct iovec iov[3], struct diag *diag)
{
	uint64_t size = iov[0].iov_len + iov[1].iov_len + iov[2].iov_len, done = 0;
	struct iovec left[3] = { iov[0], iov[1], iov[2] };
	int i = 0;

	while (done < size) {
		ssize_t n;

		while (!left[i].iov_len)
			i++;
		n = writev(w->fd, left + i, 3 - i);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			int err = n ? -errno : -EIO;

			cut_at_record(w, iov, done, size);
			return perf_writer__failed(w, err, diag);
		}
		done += (uint64_t)n;
		for (; i < 3 && (size_t)n >= left[i].iov_len; i++)
			n -= (ssize_t)left[i].iov_len;
		if (i < 3) {
			left[i].iov_base = (char *)left[i].iov_base + n;
			left[i].iov_len -= (size_t)n;
		}
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
	err = write_stretches(w, all, diag);
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
		err = write_stretches(w, all, diag);
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

int perf_writer__begin(struct perf_writer *w, struct evlist *evlist, struct diag *diag)
{
	int err = w->is_pipe ? perf_writer__begin_pipe(w, evlist, diag)
			     : perf_writer__begin_file(w, evlist, diag);

	w->begun = !err;
	return err;
}

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int perf_writer__until_save(const struct perf_writer *w)
{
	int64_t left;

	if (w->error || !w->begun || w->is_pipe || w->saved == perf_writer__bytes(w))
		return -1;
	left = w->saved_at ? w->saved_at + SAVE_MS - now_ms() : 0;
	return left < 0 ? 0 : (int)left;
}

int perf_writer__save(struct perf_writer *w, struct diag *diag)
{
	int err;

	if (perf_writer__until_save(w))
		return 0;
	err = perf_writer__flush(w, diag);
	if (!err && !w->bare)
		err = perf_writer__save_file(w, diag);
	w->saved = perf_writer__bytes(w);
	w->saved_at = now_ms();
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
	int i = 0;

	while (i < nr) {
		ssize_t n = iov[i].iov_len ? writev(w->fd, iov + i, nr - i) : 0;
		int err = -errno;

		if (n < 0 && err == -EINTR)
			continue;
		if (n < 0 || (!n && iov[i].iov_len)) {
			off_t end = (off_t)(w->data_offset + w->written);

			if (!w->is_pipe && !ftruncate(w->fd, end))
				(void)lseek(w->fd, end, SEEK_SET);
			return perf_writer__failed(w, n ? err : -EIO, diag);
		}
		for (; i < nr && (size_t)n >= iov[i].iov_len; i++)
			n -= (ssize_t)iov[i].iov_len;
		if (i < nr) {
			iov[i].iov_base = (char *)iov[i].iov_base + n;
			iov[i].iov_len -= (size_t)n;
		}
	}
	return 0;
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

/* Somebody has removed it, or the folder that it was in: there is no way back to what was written. */
static int check_is_there(struct perf_writer *w, struct diag *diag)
{
	struct stat st;

	if (w->file.in_place || fstat(w->fd, &st) || !S_ISREG(st.st_mode) || st.st_nlink)
		return 0;
	return diag__msg(diag, -ENOENT, "'%s' was removed while it was written: what was recorded is gone", w->path);
}

int perf_writer__finish(struct perf_writer *w, struct diag *diag)
{
	uint64_t kept;
	int err;

	if (w->begun) {
		(void)perf_writer__flush(w, diag);
		err = w->is_pipe || w->bare ? 0 : perf_writer__finish_file(w, diag);
		if (err && !w->error)
			w->error = err;
	}
	if (w->dropped && !w->is_pipe && perf_writer__count_samples(w, &kept) > 0)
		w->kept_samples = (int64_t)kept;
	if (w->owns_fd) {
		/* Also one that never began to record is there at the end. */
		int gone;

		err = perf_writer__publish(w, diag);
		gone = err ? 0 : check_is_there(w, diag);
		if (close(w->fd) && !err)
			err = -errno;
		w->fd = w->file.fd = -1;
		if (gone)
			w->error = gone;
		else if (err && !w->error)
			(void)perf_writer__failed(w, err, diag);
	}
	return w->error;
}
