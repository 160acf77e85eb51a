// SPDX-License-Identifier: GPL-2.0-only
/* The lives of all threads as the recording tells them, and the spans whose paths are wanted. */
#include "util/defer/critical.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/defer/critical-internal.h"
#include "util/defer/shown-reading.h"
#include "util/event/evlist.h"
#include "util/offcpu/offcpu.h"
#include "util/offcpu/waking.h"

struct collecting {
	struct shown_reading shown;
	struct critical *c;
	struct diag *diag;
	bool in_waking;
};

enum { IS_WAKING = 1, IS_FROM = 2, IS_TO = 4 };

/* --- what is asked for ------------------------------------------------------------------------------------------ */

static int take_range(struct critical *c, struct diag *diag)
{
	struct time_ranges ranges = { .nr = 0 };
	char err[256];

	c->range = (struct time_range){ 0, UINT64_MAX };
	if (!c->opts.time)
		return 0;
	if (time_ranges__parse(&ranges, c->opts.time, session__header(c->session), err, sizeof(err)))
		return diag__msg(diag, -EINVAL, "option '--time': %s", err);
	if (ranges.nr != 1)
		return diag__msg(diag, -EINVAL, "option '--time': a path has one beginning and one end, not %zu", ranges.nr);
	c->range = ranges.ranges[0];
	return 0;
}

static int lacks_event(struct critical *c, const char *name, struct diag *diag)
{
	return diag__msg(diag, -EINVAL, "'%s' has no event '%s' (perf evlist -i '%s' lists them)", session__input_name(c->session), name,
			 session__input_name(c->session));
}

static int begin(void *ctx, struct session *s)
{
	struct collecting *col = ctx;
	struct critical *c = col->c;
	const struct evlist *evlist = session__evlist(s);
	unsigned char all = 0;
	struct evsel *evsel;
	size_t i;

	c->nr_events = evlist->nr;
	c->events = xcalloc(evlist->nr + 1, sizeof(*c->events));
	evlist__for_each(evlist, i, evsel) {
		c->events[i] = waking__is_event(evsel) ? IS_WAKING : 0;
		if (c->opts.from && !strcmp(evsel__name(evsel), c->opts.from))
			c->events[i] |= IS_FROM;
		if (c->opts.to && !strcmp(evsel__name(evsel), c->opts.to))
			c->events[i] |= IS_TO;
		all |= c->events[i];
	}
	if (!(all & IS_WAKING))
		return diag__msg(col->diag, -EINVAL, "'%s' does not tell who woke whom: record with perf defer record --off-cpu -a",
				 session__input_name(s));
	if (c->opts.from && !(all & IS_FROM))
		return lacks_event(c, c->opts.from, col->diag);
	if (c->opts.to && !(all & IS_TO))
		return lacks_event(c, c->opts.to, col->diag);
	return take_range(c, col->diag) ?: offcpu__lacks(c->off_cpu, col->diag);
}

/* --- what the session hands us -------------------------------------------------------------------------------------- */

static int on_span(void *ctx, const struct session_sample *s)
{
	struct collecting *col = ctx;
	struct critical *c = col->c;
	const struct offcpu_span *span = s->off_cpu;
	struct critical_life *life;
	uint64_t from = span->from;

	if (!s->tid)
		return 0;
	life = critical_life__of(c, s->tid);
	critical_life__know(c, life, s, span->to);
	/* Whatever a file says, the walk needs stretches in the order of time. */
	if (life->nr && from < life->off[life->nr - 1].to)
		from = life->off[life->nr - 1].to;
	if (from < life->born)
		from = life->born;
	if (span->state == OFFCPU_ON_CPU || span->to <= from || span->to <= c->range.from || from > c->range.to)
		return 0;
	GROW(life->off, life->nr, life->cap);
	life->off[life->nr++] = (struct critical_off){
		.from = from, .to = span->to, .place = critical_place__of(c, s->comm, s->chain.kernel, s->chain.user), .state = span->state,
		.letter = span->letter, .unfinished = span->unfinished,
	};
	c->ended = col->in_waking && span->state == OFFCPU_BLOCKED ? &life->off[life->nr - 1] : NULL;
	return 0;
}

static unsigned char kind_of(const struct critical *c, const struct session_sample *s)
{
	return (size_t)s->evsel->idx < c->nr_events ? c->events[s->evsel->idx] : 0;
}

static int on_any_sample(void *ctx, const struct session_sample *s)
{
	struct collecting *col = ctx;

	col->c->ended = NULL;
	col->in_waking = kind_of(col->c, s) & IS_WAKING;
	return 0;
}

static void add_span(struct critical *c, struct critical_life *life, uint64_t from, uint64_t to, const struct critical_place *place)
{
	if (from >= to)
		return;
	GROW(c->spans, c->nr_spans, c->cap_spans);
	c->spans[c->nr_spans++] = (struct critical_span){ .life = life, .from = from, .to = to, .place = place };
}

/* Of one of the events between which spans lie. The same one may be both. */
static void see_mark(struct critical *c, const struct session_sample *s, unsigned char kind)
{
	uint64_t time = s->sample->time;
	struct critical_life *life;

	if (s->machine != session__host(c->session) || !s->tid || s->tid == (uint32_t)-1 || time < c->range.from ||
	    time > c->range.to || !filter__passes(&c->filter, s->pid, s->tid, s->sample->cpu, s->comm))
		return;
	life = critical_life__of(c, s->tid);
	critical_life__know(c, life, s, time);
	if (kind & IS_TO && life->open) {
		add_span(c, life, life->opened, time, critical_place__of(c, s->comm, s->chain.kernel, s->chain.user));
		life->open = false;
	}
	if (kind & IS_FROM) {
		life->open = true;
		life->opened = time;
	}
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct collecting *col = ctx;
	struct critical *c = col->c;
	unsigned char kind = kind_of(c, s);

	if (col->in_waking && c->ended)
		c->ended->waker = critical_waker__of(c, s);
	c->ended = NULL;
	col->in_waking = false;
	if (kind & (IS_FROM | IS_TO))
		see_mark(c, s, kind);
	return 0;
}

static void see_birth(struct critical *c, const struct record *r, const struct sample_id *id)
{
	struct critical_life *life, *parent;
	struct record_task task;

	/* Those that perf made up for what was there before have no time. */
	if (!id->time || record__decode_task(r, &task, NULL) || !task.tid || task.tid == (uint32_t)-1 || task.tid == task.ptid)
		return;
	parent = critical_life__of(c, task.ptid);
	life = critical_life__new(c, task.tid);
	life->parent = task.ptid ? parent : NULL;
	life->pid = task.pid;
	life->born = id->time;
	life->end = id->time;
}

static int on_event(void *ctx, const struct record *r, const struct sample_id *id)
{
	struct critical *c = ((struct collecting *)ctx)->c;
	/* What its number stood for before has ended by now. */
	if (r->header.type == PERF_RECORD_FORK)
		see_birth(c, r, id);
	return 0;
}

static void on_flush(void *ctx)
{
	struct critical *c = ((struct collecting *)ctx)->c;

	stack_texts__flush(&c->texts);
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

static int by_length(const void *a, const void *b)
{
	const struct critical_span *x = a, *y = b;
	uint64_t p = x->to - x->from, q = y->to - y->from;

	if (p != q)
		return p > q ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->life->tid < y->life->tid ? -1 : x->life->tid > y->life->tid;
}

static void find_paths(struct critical *c)
{
	uint64_t first = offcpu__stats(c->off_cpu)->first;
	size_t i;

	for (i = 0; i < c->nr_all && !c->opts.to; i++) {
		struct critical_life *l = c->all[i];
		uint64_t from = l->born ? l->born : first;

		if (l->wanted)
			add_span(c, l, from > c->range.from ? from : c->range.from, l->end < c->range.to ? l->end : c->range.to, NULL);
	}
	if (c->nr_spans)
		qsort(c->spans, c->nr_spans, sizeof(*c->spans), by_length);
	c->nr_paths = c->nr_spans < c->opts.spans ? c->nr_spans : c->opts.spans;
	c->paths = xcalloc(c->nr_paths + 1, sizeof(*c->paths));
	for (i = 0; i < c->nr_paths; i++) {
		c->paths[i].span = c->spans[i];
		critical_path__walk(&c->paths[i], first, c->opts.depth);
	}
}

int critical__collect(struct critical *c, const struct critical_opts *how, const struct session_opts *opts,
		      const struct session_ops *view, void *ctx, struct diag *diag)
{
	static const struct session_ops ops = {
		.begin = begin, .sample = on_sample, .any_sample = on_any_sample, .event = on_event, .flush_chains = on_flush,
		.damaged = shown_reading__damaged, .progress = shown_reading__progress,
	};
	static const struct offcpu_opts lives = {
		.span = on_span, .states = { .states = ((1U << OFFCPU_NR_STATES) - 1) & ~(1U << OFFCPU_IDLE) }, .extent = OFFCPU_LIVES,
		.beside = true, .optional = true,
	};
	struct collecting col = { .c = c, .shown = { view, ctx }, .diag = diag };
	int err;

	*c = (struct critical){ .opts = *how, .session_opts = *opts };
	if (filter__init(&c->filter, opts->comms, opts->pids, opts->tids, opts->cpus, diag))
		return -EINVAL;
	c->session_opts.comms = c->session_opts.pids = c->session_opts.tids = NULL;
	c->session = session__new(&c->session_opts, &ops, &col, diag);
	if (!c->session)
		return -EINVAL;
	c->off_cpu = offcpu__new(c->session, &c->session_opts, &lives, &col, diag);
	if (!c->off_cpu)
		return -EINVAL;
	err = session__process(c->session, diag);
	if (!err)
		find_paths(c);
	c->stats = *session__stats(c->session);
	return err;
}

void critical__exit(struct critical *c)
{
	size_t i;

	offcpu__delete(c->off_cpu);
	filter__exit(&c->filter);
	for (i = 0; i < c->nr_all; i++) {
		free(c->all[i]->off);
		free(c->all[i]);
	}
	for (i = 0; i < c->nr_paths; i++)
		free(c->paths[i].steps);
	free(c->all);
	free(c->paths);
	free(c->spans);
	free(c->events);
	critical_lives__exit(&c->lives);
	stack_texts__exit(&c->texts);
	session__delete(c->session);
	*c = (struct critical){ .nr_all = 0 };
}
