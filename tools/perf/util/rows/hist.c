// SPDX-License-Identifier: GPL-2.0-only
/* Histograms as a whole: made and deleted, what they look at in samples, and what 100 % is. */
#include "util/rows/hist.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/code/data-type.h"
#include "util/rows/hist-fold.h"
#include "util/rows/hist-history.h"
#include "util/output/trace-names.h"

static bool wants_details(const struct hists *h)
{
	size_t i;

	for (i = 0; i < h->columns->nr_order; i++)
		if (h->columns->order[i]->detail || h->columns->order[i]->mem_stat)
			return true;
	return h->opts.details;
}

static bool has_filters(const struct hists_opts *o)
{
	return o->exclude_other || o->socket_filter || o->parallelism_levels || o->pids || o->tids || o->comms.nr ||
	       o->dsos.nr || o->symbols.nr;
}

/* What rows are told apart by, and what the filters look at. */
static unsigned int needs_of_rows(const struct hists *h)
{
	const struct hists_opts *o = &h->opts;
	unsigned int of_columns = h->columns->needs, needs = h->columns->looks_at;

	needs |= SESSION_NEEDS_IP | SESSION_NEEDS_COMM;
	if (o->use_chains || o->children || o->exclude_other || o->ignore_callees)
		needs |= SESSION_NEEDS_CHAIN;
	if (of_columns & NEEDS_TID || o->tids)
		needs |= SESSION_NEEDS_TID;
	if (of_columns & NEEDS_PID || o->pids)
		needs |= SESSION_NEEDS_PID;
	if (of_columns & NEEDS_CPU || o->socket_filter)
		needs |= SESSION_NEEDS_CPU;
	return needs;
}

unsigned int hists__needs(const struct hists *h)
{
	const struct hists_opts *o = &h->opts;

	/* Branches, costs, and how many threads ran at the moment: hardly two samples are equal in these. */
	return needs_of_rows(h) |
	       (o->branches || o->history || o->mem_mode || o->parallelism ? SESSION_NEEDS_ALL & ~SESSION_NEEDS_CHAIN : 0);
}

struct hists *hists__new(const struct hists_opts *opts, struct columns *columns, struct evlist *evlist)
{
	struct hists *h = xzalloc(sizeof(*h));

	h->opts = *opts;
	h->columns = columns;
	pthread_mutex_init(&h->late, NULL);
	h->many_rows = 1U << 18;
	h->places = place_table__new(opts->graph.by_address && !opts->branches);
	h->chains = chain_store__new();
	h->details = wants_details(h);
	h->filters = has_filters(opts);
	h->trace_names = trace_names__new(opts->raw_trace);
	h->cells = xcalloc(columns->nr_cells + 1, sizeof(*h->cells));
	h->steps = opts->history ? xcalloc(BRANCH_HISTORY_MAX, sizeof(*h->steps)) : NULL;
	h->live = opts->decay ? xzalloc(opts->decay->size) : NULL;
	for (h->nr_parts = 1; h->nr_parts < workers__jobs(opts->workers) && h->nr_parts < HISTS_MOST_PARTS;)
		h->nr_parts *= 2;
	h->parts = xcalloc(h->nr_parts, sizeof(*h->parts));
	h->batch.share_alone = !h->details && !opts->history;
	hists__make_list(h, evlist);
	h->may_recall = hist_recent__suffices(h);
	h->ignored_pid = needs_of_rows(h) & SESSION_NEEDS_PID ? 0 : UINT32_MAX;
	h->ignored_tid = needs_of_rows(h) & SESSION_NEEDS_TID ? 0 : UINT32_MAX;
	h->ignored_cpu = needs_of_rows(h) & SESSION_NEEDS_CPU ? 0 : UINT32_MAX;
	return h;
}

void hists__delete(struct hists *h)
{
	size_t i, j;

	if (!h)
		return;
	hists__exit_batch(h);
	for (i = 0; i < h->nr; i++) {
		struct hist *hist = &h->list[i];

		for (j = 0; j < hist->nr; j++)
			if (hist__row(hist, (uint32_t)j)->common->has_list)
				free(hist__row(hist, (uint32_t)j)->common->refs);
		free(hist->pieces);
		free(hist->order);
		row_numbers__exit(&hist->known);
		free(hist->members);
		free(hist->totals);
		free(hist->nothing);
		free(hist->before);
		free(hist->mem_totals);
		branch_blocks__exit(&hist->blocks);
	}
	free(h->list);
	free(h->by_evsel);
	free(h->member_of);
	free(h->scratch);
	free(h->scratch_rows);
	free(h->cells);
	free(h->steps);
	free(h->sums);
	if (h->live)
		h->opts.decay->exit(h);
	free(h->live);
	byte_pool__exit(&h->pool);
	u64text__exit(&h->srclines);
	sample_table__exit(&h->samples);
	place_table__delete(h->places);
	chain_store__delete(h->chains);
	trace_names__delete(h->trace_names);
	data_types__delete(h->types);
	pthread_mutex_destroy(&h->late);
	while (h->nr_parts)
		arena__exit(&h->parts[--h->nr_parts].arena);
	free(h->parts);
	arena__exit(&h->arena);
	free(h);
}

uint64_t hist__total(const struct hist *h, unsigned int i)
{
	return h->hists->opts.filter_relative ? h->totals[i].shown_period : h->totals[i].period;
}

uint64_t hist__total_latency(const struct hist *h, unsigned int i)
{
	return h->hists->opts.filter_relative ? h->totals[i].shown_latency : h->totals[i].latency;
}

bool hists__any_parallelism(const struct hists *h)
{
	unsigned int m;
	size_t i;

	for (i = 0; h->opts.parallelism && i < h->nr; i++)
		for (m = 0; m < h->list[i].nr_members; m++)
			if (h->list[i].totals[m].latency != h->list[i].totals[m].period * 1000)
				return true;
	return false;
}

bool hist__shows_member(const struct hist *h, unsigned int m)
{
	unsigned int i;

	if (h->hists->opts.show_empty || h->totals[m].nr)
		return true;
	/* Where nobody has samples the leader stands for all. */
	for (i = 0; i < h->nr_members; i++)
		if (h->totals[i].nr)
			return false;
	return !m;
}

unsigned int hist__nr_shown_members(const struct hist *h)
{
	unsigned int nr = 0, i;

	for (i = 0; i < h->nr_members; i++)
		nr += hist__shows_member(h, i);
	return nr;
}
