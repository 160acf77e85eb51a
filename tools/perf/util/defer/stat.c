// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/stat.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/defer/shown-reading.h"

struct collector {
	struct shown_reading shown;
	struct defer_stat *st;
};

/* What a user half turned out to be: kept with it, since halves repeat. */
struct half_verdict {
	enum fp_verdict verdict;
	struct dso *blame;
};

static void depths__add(struct defer_depths *d, size_t depth, uint64_t nr)
{
	size_t cap = d->cap;

	if (depth >= cap) {
		d->cap = 2 * depth + 16;
		d->stacks = xreallocarray(d->stacks, d->cap, sizeof(*d->stacks));
		memset(d->stacks + cap, 0, (d->cap - cap) * sizeof(*d->stacks));
	}
	d->stacks[depth] += nr;
	d->nr += nr;
}

uint64_t defer_depths__percentile(const struct defer_depths *d, double percent)
{
	uint64_t before = (uint64_t)((double)d->nr * percent / 100), i;

	if (!d->nr)
		return 0;
	/* The list of all depths in order has this one at that place. */
	if (before >= d->nr)
		before = d->nr - 1;
	for (i = 0; before >= d->stacks[i]; i++)
		before -= d->stacks[i];
	return i;
}

static struct defer_stat_row *row_of(struct defer_stat *st, uint64_t key, const char *name)
{
	struct defer_stat_row *r = defer_stat_rows__find(&st->row_index, key);

	if (r)
		return r;
	r = xzalloc(sizeof(*r));
	r->name = xstrdup(name);
	r->key = key;
	defer_stat_rows__set(&st->row_index, key, r);
	GROW(st->rows, st->nr_rows, st->cap_rows);
	st->rows[st->nr_rows++] = r;
	return r;
}

static struct defer_stat_row *find_row(struct defer_stat *st, const struct session_sample *s)
{
	char cpu[32];

	switch (st->by) {
	case DEFER_STAT_BY_COMM:
		return row_of(st, (uint64_t)(uintptr_t)s->comm, s->comm);
	case DEFER_STAT_BY_EVENT:
		return row_of(st, (uint64_t)s->evsel->idx, evsel__name(s->evsel));
	case DEFER_STAT_BY_CPU:
		if (s->sample->cpu == (uint32_t)-1)
			snprintf(cpu, sizeof(cpu), "not recorded");
		else
			snprintf(cpu, sizeof(cpu), "%u", s->sample->cpu);
		return row_of(st, s->sample->cpu, cpu);
	case DEFER_STAT_BY_NOTHING:
		break;
	}
	return NULL;
}

/* @nr samples like @s, @later of which got their half from a later record. */
static void count_row(struct defer_stat *st, const struct session_sample *s, uint64_t nr, uint64_t later)
{
	struct defer_stat_row *r = find_row(st, s);

	if (!r)
		return;
	r->samples += nr;
	if (!s->deferred)
		return;
	r->deferred += nr;
	if (s->orphan != PERF_STITCH_WHOLE) {
		r->orphans += nr;
	} else {
		r->by_later += later;
		r->by_earlier += nr - later;
	}
}

static void judge_user_half(struct defer_stat *st, const struct chain_half *half, uint64_t nr)
{
	struct half_verdict *v = *half->priv;

	if (!v) {
		v = xmalloc(sizeof(*v));
		v->verdict = fp_health__judge(half, &v->blame);
		*half->priv = v;
	}
	fp_table__add(&st->fp, v->blame, v->verdict, nr);
	gap_table__add(&st->gaps, half, nr);
}

/* @more: of samples like @s, which may be one that is given to on_sample(). */
static void count(struct defer_stat *st, const struct session_sample *s, const struct session_more *more)
{
	count_row(st, s, more->nr, more->nr_later);
	if (s->chain.user)
		judge_user_half(st, s->chain.user, more->nr);
	if (!s->deferred)
		return;
	st->marker_bytes += 16 * more->nr;
	if (s->orphan != PERF_STITCH_WHOLE)
		return;
	st->whole += more->nr;
	st->in_place_bytes += more->nr * 8 * (1 + more->nr_user_ips);
	depths__add(&st->kernel_depth, s->chain.kernel ? s->chain.kernel->nr : 0, more->nr);
	depths__add(&st->user_depth, s->chain.user ? s->chain.user->nr : 0, more->nr);
}

static int on_begin(void *ctx, struct session *s)
{
	const struct defer_stat *st = ((struct collector *)ctx)->st;
	unsigned int by = st->by == DEFER_STAT_BY_COMM ? SESSION_NEEDS_COMM : st->by == DEFER_STAT_BY_CPU ? SESSION_NEEDS_CPU : 0;

	session__set_needs(s, SESSION_NEEDS_CHAIN | by);
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct defer_stat *st = ((struct collector *)ctx)->st;
	bool later = s->deferred && s->orphan == PERF_STITCH_WHOLE && s->user.time >= s->sample->time;
	const struct session_more one = { .nr = 1, .nr_user_ips = s->user.nr, .nr_later = later };

	count(st, s, &one);
	if (later)
		exact_values__add(&st->wait, &(uint64_t){ s->user.time - s->sample->time }, 1);
	return 0;
}

static int on_more(void *ctx, const struct session_sample *like, const struct session_more *more)
{
	count(((struct collector *)ctx)->st, like, more);
	return 0;
}

static void on_waited(void *ctx, const uint64_t *ns, size_t nr)
{
	exact_values__add(&((struct collector *)ctx)->st->wait, ns, nr);
}

static int by_samples(const void *a, const void *b)
{
	const struct defer_stat_row *x = *(struct defer_stat_row *const *)a,
				    *y = *(struct defer_stat_row *const *)b;

	if (x->samples != y->samples)
		return x->samples < y->samples ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* Rows with the most samples first. */
static void sort_rows(struct defer_stat *st)
{
	if (st->nr_rows)
		qsort(st->rows, st->nr_rows, sizeof(*st->rows), by_samples);
}

int defer_stat__collect(struct defer_stat *st, const struct session_opts *opts,
			const struct session_ops *view, void *view_ctx, struct diag *diag)
{
	static const struct session_ops ops = {
		.begin = on_begin, .sample = on_sample, .more = on_more, .waited = on_waited, .damaged = shown_reading__damaged, .progress = shown_reading__progress,
		.free_half_priv = free,
	};
	struct collector c = { { view, view_ctx }, st };
	struct session *s = session__new(opts, &ops, &c, diag);
	int err;

	if (!s)
		return -EBADMSG;
	err = session__process(s, diag);
	st->session = *session__stats(s);
	st->record_bytes = st->session.deferred_bytes;
	if (!err) {
		fp_table__sort(&st->fp);
		gap_table__sort(&st->gaps);
		sort_rows(st);
	}
	st->owner = s;
	return err;
}

void defer_stat__exit(struct defer_stat *st)
{
	size_t i;

	for (i = 0; i < st->nr_rows; i++) {
		free(st->rows[i]->name);
		free(st->rows[i]);
	}
	free(st->rows);
	defer_stat_rows__exit(&st->row_index);
	exact_values__exit(&st->wait);
	free(st->kernel_depth.stacks);
	free(st->user_depth.stacks);
	fp_table__exit(&st->fp);
	gap_table__exit(&st->gaps);
	session__delete(st->owner);
	*st = (struct defer_stat){ 0 };
}
