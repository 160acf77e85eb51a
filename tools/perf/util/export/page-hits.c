// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/page-hits.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/event/evlist.h"
#include "util/event/sample.h"

#define NONE	((uint32_t)-1)

static uint32_t place_of(struct page_hits *h, const struct annotate_hit *hit, bool call)
{
	uint64_t *number = pair_num__place(call ? &h->call_place : &h->own_place, pair_of((uintptr_t)hit->func, hit->addr));

	if (!*number) {
		GROW(h->places, h->nr_places, h->cap_places);
		h->places[h->nr_places++] = (struct hit_place){ .func = hit->func, .addr = hit->addr, .call = call };
		*number = h->nr_places;
	}
	return (uint32_t)(*number - 1);
}

static void on_hit(void *ctx, const struct annotate_hit *hit, bool call)
{
	struct page_hits *h = ctx;

	/* Of code without a name nothing is shown. */
	if (!hit->func->sym)
		return;
	h->row.node = place_of(h, hit, call);
	timeline_rows__add(&h->rows, h->now, &h->row, NULL);
}

struct page_hits *page_hits__new(struct export *e)
{
	struct page_hits *h = xzalloc(sizeof(*h));
	const struct evlist *evlist = session__evlist(e->session);

	h->e = e;
	h->own = annotate_counts__new(evlist->nr);
	h->all = annotate_counts__new(evlist->nr);
	h->counter.calls = evlist__has_sample_type(evlist, PERF_SAMPLE_CALLCHAIN);
	h->counter.on_hit = on_hit;
	h->counter.ctx = h;
	h->rows.max = e->opts->detail ? e->opts->detail : PAGE_HITS_MAX;
	sample_counter__init(&h->counter, h->all, e->session);
	return h;
}

void page_hits__delete(struct page_hits *h)
{
	if (!h)
		return;
	annotate_counts__delete(h->own);
	annotate_counts__delete(h->all);
	timeline_rows__exit(&h->rows);
	pair_num__exit(&h->own_place);
	pair_num__exit(&h->call_place);
	share_lists__exit(&h->by_function);
	free(h->places);
	free(h);
}

void page_hits__count(struct page_hits *h, const struct session_sample *s, uint64_t nr, uint64_t period)
{
	unsigned int mode = sample__cpumode(s->sample);
	bool guest = mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER;

	/* What only counts samples knows nothing of their times. */
	if (!h->e->opts->format->counts && s->sample->time && s->sample->time != UINT64_MAX)
		h->now = s->sample->time;
	annotate_counts__add(h->own, (size_t)s->evsel->idx, guest || s->machine != session__host(h->e->session) ? NULL : s->ip,
			     &(struct annotate_stat){ .nr = nr, .period = period });
	h->row = (struct timeline_row){
		.event = (uint32_t)s->evsel->idx, .thread = export_profile__thread(&h->e->profile, s), .cpu = s->sample->cpu, .samples = nr, .period = period,
	};
	sample_counter__add(&h->counter, s, nr, period);
}

/* Where the list is still too long, CPUs are not told apart, and then threads. */
static void shorten(struct page_hits *h, size_t max)
{
	size_t i;

	while (h->rows.nr > max && !h->no_threads) {
		h->no_threads = h->no_cpus;
		h->no_cpus = true;
		for (i = 0; i < h->rows.nr; i++) {
			h->rows.rows[i].cpu = NONE;
			h->rows.rows[i].thread = h->no_threads ? NONE : h->rows.rows[i].thread;
		}
		timeline_rows__finish(&h->rows, NULL);
	}
}

void page_hits__finish(struct page_hits *h)
{
	size_t max = h->e->opts->detail ? h->e->opts->detail : PAGE_HITS_MAX, i;

	timeline_rows__finish(&h->rows, NULL);
	shorten(h, max);
	annotate_counts__finish(h->own);
	annotate_counts__finish(h->all);
	share_lists__init(&h->by_function, h->rows.nr);
	for (i = h->rows.nr; i--; )
		share_lists__add(&h->by_function, (uintptr_t)h->places[h->rows.rows[i].node].func, i);
}
