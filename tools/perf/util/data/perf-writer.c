// SPDX-License-Identifier: GPL-2.0-only
/* A recording that is written: its life from the first byte to the last, and what it has so far. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/data/perf-writer-internal.h"

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

uint64_t perf_writer__dropped_samples(const struct perf_writer *w)
{
	return w->dropped_samples;
}

int64_t perf_writer__kept_samples(const struct perf_writer *w)
{
	return w->kept_samples;
}

int perf_writer__begin(struct perf_writer *w, struct evlist *evlist, struct diag *diag)
{
	int err = w->is_pipe ? perf_writer__begin_pipe(w, evlist, diag)
			     : perf_writer__begin_file(w, evlist, diag);

	w->begun = !err;
	return err;
}

#define SAVE_MS	1000		/* what a kill -9 may cost */

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
