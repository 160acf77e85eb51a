// SPDX-License-Identifier: GPL-2.0-only
/* What of a recording is said first. */
#include <stdlib.h>
#include <string.h>

#include "util/defer/explain.h"

static uint64_t busy_of(const uint64_t *ns)
{
	uint64_t sum = 0;
	int i;

	for (i = 0; i < CAUSE_NR; i++)
		sum += cause__is_busy((enum cause)i) ? ns[i] : 0;
	return sum;
}

uint64_t explain__busy(const struct explain *e)
{
	return busy_of(e->ns);
}

static uint64_t busy_ns(const struct explain_thread *t)
{
	return busy_of(t->ns);
}

static int larger_first(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

static int by_busy(const void *p, const void *q)
{
	const struct explain_thread *a = *(struct explain_thread *const *)p, *b = *(struct explain_thread *const *)q;
	int order = larger_first(busy_ns(a), busy_ns(b));

	return order ? order : a->tid < b->tid ? -1 : a->tid > b->tid;
}

static int by_time(const void *p, const void *q)
{
	const struct explain_row *a = *(struct explain_row *const *)p, *b = *(struct explain_row *const *)q;
	int order = (int)cause__is_busy(b->cause) - (int)cause__is_busy(a->cause);

	order = order ?: larger_first(a->ns, b->ns) ?: (int)a->cause - (int)b->cause ?: strcmp(a->comm, b->comm);
	return order ?: stack_text__compare(a->kernel, b->kernel) ?: stack_text__compare(a->user, b->user);
}

static bool comes_before(const struct explain_waker *a, const struct explain_waker *b)
{
	int order = larger_first(a->ns, b->ns) ?: larger_first(a->nr, b->nr) ?: strcmp(a->comm, b->comm);

	order = order ?: stack_text__compare(a->kernel, b->kernel) ?: stack_text__compare(a->user, b->user);
	return order < 0;
}

static void first_waker_first(struct explain_row *r)
{
	struct explain_waker *w, **at, **best = &r->wakers;

	for (at = &r->wakers; *at; at = &(*at)->next)
		if (comes_before(*at, *best))
			best = at;
	w = *best;
	if (!w)
		return;
	*best = w->next;
	w->next = r->wakers;
	r->wakers = w;
}

void explain__sort(struct explain *e)
{
	size_t i;

	if (e->nr_threads)
		qsort(e->threads, e->nr_threads, sizeof(struct explain_thread *), by_busy);
	if (e->nr_rows)
		qsort(e->rows, e->nr_rows, sizeof(struct explain_row *), by_time);
	for (i = 0; i < e->nr_rows; i++)
		first_waker_first(e->rows[i]);
}

/* Returns the longest row with @cause; NULL if there is none. */
static const struct explain_row *first_row(const struct explain *e, enum cause cause)
{
	size_t i;

	for (i = 0; i < e->nr_rows; i++)
		if (e->rows[i]->cause == cause)
			return e->rows[i];
	return NULL;
}

/* The largest of the busy causes but running. */
static enum cause largest(const struct explain *e)
{
	int i, best = CAUSE_FAULT;

	for (i = CAUSE_FAULT; i < CAUSE_IDLE; i++)
		if (e->ns[i] > e->ns[best])
			best = i;
	return (enum cause)best;
}

size_t explain__causes(const struct explain *e, enum cause *ret)
{
	uint64_t busy = explain__busy(e);
	enum cause other = largest(e);
	bool taken[CAUSE_NR] = { false };
	size_t nr = 0;
	int i;

	if (e->ns[CAUSE_UNKNOWN] > busy)
		ret[nr++] = CAUSE_UNKNOWN;
	if (!busy) {
		if (!nr && e->ns[CAUSE_IDLE])
			ret[nr++] = CAUSE_IDLE;
		return nr;
	}
	ret[nr] = explain__percent(e->ns[other], busy) >= EXPLAIN_FIRST ? other : e->ns[CAUSE_RUNNING] >= e->ns[other] ? CAUSE_RUNNING : other;
	taken[ret[nr++]] = true;
	/* The others by their size. */
	for (;;) {
		int best = -1;

		for (i = 0; i < CAUSE_IDLE; i++)
			if (!taken[i] && explain__percent(e->ns[i], busy) >= EXPLAIN_ALSO && (best < 0 || e->ns[i] > e->ns[best]))
				best = i;
		if (best < 0)
			return nr;
		taken[best] = true;
		ret[nr++] = (enum cause)best;
	}
}

static void add_where(const struct explain_row *r, struct strbuf *out)
{
	const char *function = r->cause == CAUSE_CPU || r->cause == CAUSE_QUOTA ? NULL : r->where;

	if (function)
		strbuf__addf(out, "; most of it in %s of '%s'", function, r->comm);
	else
		strbuf__addf(out, "; most of it by '%s'", r->comm);
	if (r->cause == CAUSE_OTHER && r->syscall)
		strbuf__addf(out, " (%s)", r->syscall);
	if (r->wakers)
		strbuf__addf(out, ", ended by '%s'", r->wakers->comm);
}

void explain__add_headline(const struct explain *e, struct strbuf *out)
{
	uint64_t busy = explain__busy(e), all = busy + e->ns[CAUSE_UNKNOWN];
	enum cause causes[CAUSE_NR];
	const struct explain_row *row;

	if (!explain__causes(e, causes)) {
		strbuf__addstr(out, "No thread that passes the filters did anything");
		return;
	}
	if (causes[0] == CAUSE_IDLE) {
		strbuf__addstr(out, "Nothing but waiting for work");
		return;
	}
	if (causes[0] == CAUSE_UNKNOWN) {
		strbuf__addf(out, "Of %.1f %% of the time it is not known what threads did: records of switches are missing",
			     explain__percent(e->ns[CAUSE_UNKNOWN], all));
		return;
	}
	strbuf__addf(out, "Mostly %s%s: %.1f %% of the time in which there was something to do", cause__doing(causes[0]),
		     causes[0] == CAUSE_OTHER && e->no_kernel_names > e->ns[CAUSE_OTHER] / 2 ? ", without names that would tell for what" : "",
		     explain__percent(e->ns[causes[0]], busy));
	row = first_row(e, causes[0]);
	if (row)
		add_where(row, out);
	if (causes[0] == CAUSE_RUNNING)
		explain__add_sharing(e, out);
}
