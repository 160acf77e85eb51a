// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/wakers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/defer/shown-reading.h"
#include "util/event/evlist.h"
#include "util/offcpu/offcpu.h"
#include "util/offcpu/waking.h"

struct collecting {
	struct shown_reading shown;
	struct wakers *w;
	struct diag *diag;
};

static int begin(void *ctx, struct session *s)
{
	struct collecting *col = ctx;
	struct wakers *w = col->w;
	const struct evlist *evlist = session__evlist(s);
	struct evsel *evsel;
	bool any = false;
	size_t i;

	w->nr_events = evlist->nr;
	w->is_waking = xcalloc(evlist->nr + 1, sizeof(*w->is_waking));
	evlist__for_each(evlist, i, evsel)
		any |= w->is_waking[i] = waking__is_event(evsel);
	if (!any)
		return diag__msg(col->diag, -EINVAL, "'%s' does not tell who woke whom: record with perf defer record --off-cpu -a",
				 session__input_name(s));
	return offcpu__lacks(w->off_cpu, col->diag);
}

/* --- wakers ------------------------------------------------------------------------------------------------------ */

static const struct waker *intern(struct wakers *w, const struct waker *waker)
{
	return byte_pool__get(&w->texts.pool, waker, sizeof(*waker));
}

/* The first @depth of @waker. */
static const struct waker *cut(struct wakers *w, const struct waker *waker, unsigned int depth)
{
	struct waker copy;

	if (!waker || !depth)
		return NULL;
	copy = *waker;
	copy.before = cut(w, waker->before, depth - 1);
	return copy.before == waker->before ? waker : intern(w, &copy);
}

static const struct waker *waker_of(struct wakers *w, const struct session_sample *s)
{
	const struct chain_half *k = s->chain.kernel;
	struct waker waker = { .comm = s->comm };
	uint32_t tid = offcpu__thread_of(w->off_cpu, s), nr;
	struct session_sample foreign;

	if (waking__in_interrupt(s, tid, &nr)) {
		waker.comm = stack_texts__name(&w->texts, "[interrupt]");
		waker.kernel = k ? stack_texts__part(&w->texts, k, nr) : stack_texts__of(&w->texts, NULL);
		waker.user = stack_texts__of(&w->texts, NULL);
		return intern(w, &waker);
	}
	s = offcpu__thread_sample(w->off_cpu, s, &foreign);
	waker.comm = stack_texts__name(&w->texts, s->comm);
	waker.kernel = stack_texts__of(&w->texts, k);
	waker.user = stack_texts__of(&w->texts, s->chain.user);
	waker.before = cut(w, last_wakers__find(&w->last, tid), w->opts.depth - 1);
	return intern(w, &waker);
}

static const struct waker *nobody(struct wakers *w)
{
	struct waker waker = { .comm = stack_texts__name(&w->texts, "[not recorded]"),
			       .kernel = stack_texts__of(&w->texts, NULL), .user = stack_texts__of(&w->texts, NULL) };

	return intern(w, &waker);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static void count(struct wakers *w, const struct waker_row *wait, const struct waker *waker)
{
	const void *key[] = { wait->comm, wait->kernel, wait->user, waker };
	const void *interned = byte_pool__get(&w->texts.pool, key, sizeof(key));
	struct waker_row *row = waker_row_map__find(&w->row_of, (uintptr_t)interned);

	if (!row) {
		row = xmemdup(wait, sizeof(*wait));
		row->waker = waker;
		row->nr = row->total = row->max = 0;
		waker_row_map__set(&w->row_of, (uintptr_t)interned, row);
		GROW(w->rows, w->nr_rows, w->cap_rows);
		w->rows[w->nr_rows++] = row;
	}
	row->nr++;
	row->total += wait->total;
	if (wait->total > row->max)
		row->max = wait->total;
	w->nr++;
	w->total += wait->total;
}

/* A wait that no waking has ended, or one whose sample has not come: what is known of it counts. */
static void count_ended(struct wakers *w, const struct waker *waker)
{
	if (!w->ending)
		return;
	w->ending = false;
	if (!w->wanted)
		return;
	w->not_recorded += !waker;
	count(w, &w->ended, waker ? waker : nobody(w));
}

/* --- what the session hands us -------------------------------------------------------------------------------------- */

static int on_span(void *ctx, const struct session_sample *s)
{
	struct wakers *w = ((struct collecting *)ctx)->w;
	const struct offcpu_span *span = s->off_cpu;

	if (span->state != OFFCPU_BLOCKED || span->unfinished)
		return 0;
	w->ended = (struct waker_row){
		.comm = stack_texts__name(&w->texts, s->comm), .kernel = stack_texts__of(&w->texts, s->chain.kernel),
		.user = stack_texts__of(&w->texts, s->chain.user), .total = span->to - span->from,
	};
	w->ended_tid = s->tid;
	w->wanted = filter__passes(&w->filter, s->pid, s->tid, s->sample->cpu, s->comm);
	w->ending = true;
	/* Else it has come back without a word of who woke it. */
	if (!w->in_waking)
		count_ended(w, NULL);
	return 0;
}

static int on_any_sample(void *ctx, const struct session_sample *s)
{
	struct wakers *w = ((struct collecting *)ctx)->w;

	w->in_waking = (size_t)s->evsel->idx < w->nr_events && w->is_waking[s->evsel->idx];
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct wakers *w = ((struct collecting *)ctx)->w;
	const struct waker *waker;

	if (w->in_waking && w->ending) {
		waker = waker_of(w, s);
		count_ended(w, waker);
		last_wakers__set(&w->last, w->ended_tid, waker);
	}
	w->in_waking = false;
	return 0;
}

static void on_flush(void *ctx)
{
	struct wakers *w = ((struct collecting *)ctx)->w;

	stack_texts__flush(&w->texts);
}

static int compare_wakers(const struct waker *a, const struct waker *b)
{
	int order;

	if (!a || !b)
		return !a - !b;
	order = strcmp(a->comm, b->comm) ?: stack_text__compare(a->kernel, b->kernel) ?:
		stack_text__compare(a->user, b->user);
	return order ?: compare_wakers(a->before, b->before);
}

static int by_total(const void *a, const void *b)
{
	const struct waker_row *x = *(struct waker_row *const *)a, *y = *(struct waker_row *const *)b;
	int order;

	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	order = strcmp(x->comm, y->comm) ?: stack_text__compare(x->kernel, y->kernel) ?:
		stack_text__compare(x->user, y->user);
	return order ?: compare_wakers(x->waker, y->waker);
}

void wakers__sort(struct wakers *w)
{
	if (w->nr_rows)
		qsort(w->rows, w->nr_rows, sizeof(struct waker_row *), by_total);
}

int wakers__collect(struct wakers *w, const struct wakers_opts *how, const struct session_opts *opts,
		    const struct session_ops *view, void *ctx, struct diag *diag)
{
	static const struct session_ops ops = {
		.begin = begin, .sample = on_sample, .any_sample = on_any_sample, .flush_chains = on_flush,
		.damaged = shown_reading__damaged, .progress = shown_reading__progress,
	};
	static const struct offcpu_opts blocked = {
		.span = on_span, .states = { .states = 1U << OFFCPU_BLOCKED }, .beside = true, .optional = true, .ended = true,
	};
	struct collecting col = { .w = w, .shown = { view, ctx }, .diag = diag };
	int err;

	*w = (struct wakers){ .opts = *how, .session_opts = *opts };
	if (filter__init(&w->filter, opts->comms, opts->pids, opts->tids, opts->cpus, diag))
		return -EINVAL;
	w->session_opts.comms = w->session_opts.pids = w->session_opts.tids = NULL;
	w->session = session__new(&w->session_opts, &ops, &col, diag);
	if (!w->session)
		return -EINVAL;
	w->off_cpu = offcpu__new(w->session, &w->session_opts, &blocked, &col, diag);
	err = w->off_cpu ? session__process(w->session, diag) : -EINVAL;
	wakers__sort(w);
	w->stats = *session__stats(w->session);
	return err;
}

void wakers__exit(struct wakers *w)
{
	size_t i;

	offcpu__delete(w->off_cpu);
	filter__exit(&w->filter);
	for (i = 0; i < w->nr_rows; i++)
		free(w->rows[i]);
	free(w->rows);
	free(w->is_waking);
	last_wakers__exit(&w->last);
	waker_row_map__exit(&w->row_of);
	stack_texts__exit(&w->texts);
	session__delete(w->session);
	*w = (struct wakers){ .nr = 0 };
}
