// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/ring-drain.h"

#include <stddef.h>

#include "util/record/ring-compress.h"
#include "util/record/ring-records.h"
#include "util/record/stack-cut.h"

/*
 * A ring that perf came late to may be full: the kernel has room again as soon as so much of it is written, and what was looked at
 * is still in the cache when it is copied. More than what usually waits, which stays one write.
 */
#define DRAIN_PIECE	(512 * 1024)

/* Takes the first @size bytes of the stretches @left. */
static void take(struct iovec left[2], size_t size, struct iovec ret[2])
{
	int i;

	for (i = 0; i < 2; i++) {
		size_t n = size < left[i].iov_len ? size : left[i].iov_len;

		ret[i] = (struct iovec){ left[i].iov_base, n };
		left[i].iov_base = (char *)left[i].iov_base + n;
		left[i].iov_len -= n;
		size -= n;
	}
}

/*
 * Compressing takes longer than the kernel takes to fill a ring: each piece's room is given back as soon as it is
 * done. *@ret_done: bytes given back.
 */
static int compress(struct perf_mmap *ring, const struct iovec iov[2], struct ring_compress *c, struct perf_writer *w,
		    size_t *ret_done, struct diag *diag)
{
	size_t piece = ring_compress__piece(c), pos, n;
	int i, err = 0;

	for (i = 0; i < 2; i++)
		for (pos = 0; pos < iov[i].iov_len && !err; pos += n) {
			n = iov[i].iov_len - pos < piece ? iov[i].iov_len - pos : piece;
			err = ring_compress__write(c, (const char *)iov[i].iov_base + pos, n, w, diag);
			perf_mmap__consume(ring, n);
			*ret_done += n;
		}
	return err;
}

static int compress_all(struct ring_compress *c, const void *data, size_t size, struct perf_writer *w, struct diag *diag)
{
	size_t piece = ring_compress__piece(c), pos, n;
	int err = 0;

	for (pos = 0; pos < size && !err; pos += n) {
		n = size - pos < piece ? size - pos : piece;
		err = ring_compress__write(c, (const char *)data + pos, n, w, diag);
	}
	return err;
}

/* Records are copied, so the kernel has their room back at once. *@ret_done: as above. */
static int cut_stacks(struct perf_mmap *ring, const struct iovec iov[2], const struct ring_stats *stats, struct perf_writer *w,
		      size_t *ret_done, struct diag *diag)
{
	const size_t size = iov[0].iov_len + iov[1].iov_len;
	struct iovec cut[2] = { { 0 } };
	int err = 0;

	while (*ret_done < size && !err) {
		const void *data;
		size_t len, n = stack_cut__take(stats->cut, iov, *ret_done, size, &data, &len);

		perf_mmap__consume(ring, n);
		*ret_done += n;
		cut[0] = (struct iovec){ .iov_base = (void *)(uintptr_t)data, .iov_len = len };
		err = stats->compress ? compress_all(stats->compress, data, len, w, diag) :
					perf_writer__writev(w, cut, diag);
	}
	return err;
}

/* Records of @piece, whose room the kernel gets back. */
static int drain_piece(struct perf_mmap *ring, const struct iovec piece[2], struct perf_writer *w, struct ring_stats *stats,
		       struct diag *diag)
{
	size_t size = piece[0].iov_len + piece[1].iov_len, done = 0;
	int err;

	if (stats->cut)
		err = cut_stacks(ring, piece, stats, w, &done, diag);
	else if (stats->compress)
		err = compress(ring, piece, stats->compress, w, &done, diag);
	else
		err = perf_writer__writev(w, piece, diag);
	perf_mmap__consume(ring, size - done);
	return err;
}

int64_t ring__drain(struct perf_mmap *ring, struct perf_writer *w, struct ring_stats *stats,
		    struct diag *diag)
{
	struct iovec left[2], piece[2];
	size_t size = perf_mmap__unread(ring, left), rest = size;
	int err = 0;

	if (!size)
		return 0;
	stats->ring = stats->tally ? sample_tally__ring(stats->tally, ring->cpu) : NULL;
	while (rest) {
		size_t sane = ring_records__see(stats, left, rest, DRAIN_PIECE, perf_writer__bytes(w));
		int failed;

		if (!sane)
			break;
		take(left, sane, piece);
		failed = drain_piece(ring, piece, w, stats, diag);
		err = err ? err : failed;
		rest -= sane;
	}
	perf_mmap__consume(ring, rest);
	return err ? err : (int64_t)size;
}
