// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/aux-drain.h"

#include <time.h>

#include "util/event/record.h"

/* Readers sort by it; Intel PT's expect the clock that the trace has, too. */
static uint64_t reference_now(void)
{
#if defined(__x86_64__) || defined(__i386__)
	return __builtin_ia32_rdtsc();
#else
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
#endif
}

/* A ring for each CPU names the first task, one for each task that one. */
static pid_t tid_of(const struct perf_evlist *list, const struct perf_mmap *ring, int idx)
{
	const struct perf_thread_map *threads = perf_evlist__threads(list);
	int nr = perf_thread_map__nr(threads);

	if (ring->cpu >= 0)
		idx = 0;
	return idx < nr ? perf_thread_map__tid(threads, idx) : -1;
}

/* Bytes of an AUX area, which may be wrapped in it. */
struct chunk {
	struct iovec iov[2];
	uint64_t offset;		/* in the trace */
};

static int write_chunk(struct perf_evlist *list, int idx, const struct chunk *c, struct perf_writer *w, struct aux_stats *stats,
		       struct diag *diag)
{
	const struct perf_mmap *ring = perf_evlist__ring(list, idx);
	uint64_t size = c->iov[0].iov_len + c->iov[1].iov_len;
	struct auxtrace_record head = {
		.header = { .type = PERF_RECORD_AUXTRACE, .size = sizeof(head) },
		.size = (size + 7) & ~7ULL,
		.offset = c->offset,
		.reference = reference_now(),
		.idx = (uint32_t)idx,
		.tid = (uint32_t)tid_of(list, ring, idx),
		.cpu = (uint32_t)ring->cpu,
	};
	int err = perf_writer__write_aux(w, &head, c->iov, diag);

	if (!err) {
		stats->bytes += size;
		stats->chunks++;
	}
	return err;
}

int64_t aux__drain(struct perf_evlist *list, int idx, struct perf_writer *w, struct aux_stats *stats,
		   struct diag *diag)
{
	struct perf_mmap *ring = perf_evlist__ring(list, idx);
	struct chunk c;
	size_t size = perf_mmap__unread_aux(ring, c.iov, &c.offset);
	int err;

	if (!size)
		return 0;
	err = write_chunk(list, idx, &c, w, stats, diag);
	perf_mmap__consume_aux(ring, size);
	return err ? err : (int64_t)size;
}

int64_t aux__snapshot(struct perf_evlist *list, size_t most, struct perf_writer *w,
		      struct aux_stats *stats, struct diag *diag)
{
	int64_t total = 0;
	int i;

	for (i = 0; i < perf_evlist__nr_mmaps(list); i++) {
		struct chunk c;
		size_t size = perf_mmap__snapshot_aux(perf_evlist__ring(list, i), most, c.iov, &c.offset);
		int err = size ? write_chunk(list, i, &c, w, stats, diag) : 0;

		if (err)
			return err;
		total += (int64_t)size;
	}
	stats->snapshots++;
	return total;
}
