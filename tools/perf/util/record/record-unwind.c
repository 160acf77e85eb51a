// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-unwind.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evsel-config.h"
#include "util/live/live-unwind.h"
#include "util/record/record-opts.h"
#include "util/record/recorder-internal.h"
#include "util/record/ring-compress.h"
#include "util/record/ring-records.h"
#include "util/record/stack-cut.h"

/* Records of a ring are counted in pieces of so many bytes. */
#define SEE_PIECE	(512 * 1024)

bool evsel__unwinds(const struct evsel *evsel, const struct record_opts *opts)
{
	const struct evsel_config *config = evsel->config;
	bool own = config && config->has_callgraph;

	return (own ? config->callgraph.unwind : opts->callgraph_said && opts->callgraph.unwind) && !opts->threads_spec &&
	       evsel->attr.sample_type & PERF_SAMPLE_STACK_USER;
}

bool evlist__unwinds(const struct evlist *evlist, const struct record_opts *opts)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel__unwinds(evsel, opts))
			return true;
	return false;
}

static bool unwinds(void *ctx, const struct evsel *evsel)
{
	const struct recorder *r = ctx;

	return evsel != r->config.signals && evsel__unwinds(evsel, r->opts);
}

static size_t see(void *ctx, struct perf_mmap *ring, const struct iovec iov[2], size_t size)
{
	struct recorder *r = ctx;
	size_t done = 0;

	r->stats.ring = r->stats.tally ? sample_tally__ring(r->stats.tally, ring->cpu) : NULL;
	while (done < size) {
		struct iovec left[2] = { iov[0], iov[1] };
		size_t i, skip = done, n;

		for (i = 0; i < 2; i++) {
			size_t part = skip < left[i].iov_len ? skip : left[i].iov_len;

			left[i].iov_base = (char *)left[i].iov_base + part;
			left[i].iov_len -= part;
			skip -= part;
		}
		n = ring_records__see(&r->stats, left, size - done, SEE_PIECE, 0);
		if (!n)
			break;
		done += n;
	}
	return done;
}

static int write_out(void *ctx, const void *records, size_t size)
{
	struct recorder *r = ctx;
	size_t piece, pos, n;
	int err = 0;

	if (!r->stats.compress)
		return perf_writer__write(r->writer, records, size, r->diag);
	piece = ring_compress__piece(r->stats.compress);
	for (pos = 0; pos < size && !err; pos += n) {
		n = size - pos < piece ? size - pos : piece;
		err = ring_compress__write(r->stats.compress, (const char *)records + pos, n, r->writer, r->diag);
	}
	return err;
}

static void set_file_attrs(struct recorder *r)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(r->evlist, i, evsel) {
		evsel->file_attr = xmemdup(&evsel->attr, sizeof(evsel->attr));
		live_unwind__file_attr(evsel->file_attr, unwinds(r, evsel), r->opts->user_regs);
	}
}

/* The event that only the recorder needs is the last one. */
static void choose_written(struct recorder *r)
{
	r->written = *r->evlist;
	r->written.nr -= r->config.signals != NULL;
}

int recorder__begin_unwinding(struct recorder *r)
{
	const struct live_output out = {
		.write = write_out, .see = see, .unwinds = unwinds, .keeps_regs = r->opts->user_regs != 0, .signals = r->config.signals,
		.needed = stack_cut__needed, .asker = r->asker, .patience_ms = r->opts->patience_ms, .ctx = r,
	};
	int nr = perf_evlist__nr_mmaps(r->counters.list), n, err;

	choose_written(r);
	if (!evlist__unwinds(r->evlist, r->opts))
		return 0;
	r->live = live_unwind__new(r->evlist, &out, &err);
	if (!r->live)
		return diag__msg(r->diag, err, "cannot start the process that reads unwind tables: %s ('--call-graph "
				 "fp,defer,repair,keep' leaves that to readers)", strerror(-err));
	set_file_attrs(r);
	r->rings = xcalloc((size_t)nr, sizeof(*r->rings));
	for (n = 0; n < nr; n++)
		r->rings[n] = perf_evlist__ring(r->counters.list, n);
	return 0;
}

int64_t recorder__drain_unwinding(struct recorder *r)
{
	return live_unwind__drain(r->live, r->rings, (size_t)perf_evlist__nr_mmaps(r->counters.list), &r->fullest);
}

int recorder__flush_unwinding(struct recorder *r)
{
	struct live_unwind_stats stats;
	int err;

	if (!r->live || !r->writer)
		return 0;
	err = live_unwind__flush(r->live);
	live_unwind__stats(r->live, &stats);
	r->stats.samples -= stats.signals - r->signals_before;
	r->signals_before = stats.signals;
	return err;
}

void recorder__end_unwinding(struct recorder *r)
{
	if (!r->live)
		return;
	r->result->unwound = true;
	live_unwind__stats(r->live, &r->result->unwind);
	/* The name is that of one of its files. */
	if (r->result->unwind.tables.refused)
		r->result->unwind.tables.refused = r->result->refused_tables = xstrdup(r->result->unwind.tables.refused);
	live_unwind__delete(r->live);
	r->live = NULL;
	free(r->rings);
}
