// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each distinct half is judged once: its steps are noted with it, and how often it comes. They are added up when halves
 * are thrown away, and at the end.
 */
#include "util/defer/verify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/callchain/callers.h"
#include "util/callchain/fp-health.h"
#include "util/symbol/code-file.h"
#include "util/symbol/dso-code.h"
#include "util/symbol/dso-image.h"
#include "util/symbol/dsos.h"

/* What the kernel takes at most, unless it is told otherwise: PERF_MAX_STACK_DEPTH. */
#define DEFAULT_LIMIT	127

/* What was found out about a half. */
struct judged {
	enum verify_half half;
	enum verify_verdict verdict;
	enum verify_end end;
	enum verify_inner inner;
	uint64_t *seen;			/* by event; owned */
	size_t nr_seen;
	struct verify_example *innermost;	/* if it is bad; else NULL */
	uint32_t nr;			/* of steps */
	struct judged_step {
		uint32_t dso;		/* index into verify.dsos */
		uint8_t step;
		struct verify_example *example;	/* of bad ones; else NULL */
	} steps[];
};

struct collector {
	struct verify *v;
	const struct session_opts *opts;
	const struct session_ops *view;
	void *view_ctx;
	struct step_judge *judge;
	struct code_files *files;
	struct judged **list;		/* all that is kept with halves; they own it */
	size_t nr, cap;
	struct u64map dso_index;	/* dso -> index + 1 */
	struct pair_map examples;	/* (inner function, outer frame) -> struct verify_example * */
};

static const struct {
	const char *name, *text;
} ends[VERIFY_NR_ENDS] = {
	[VERIFY_END_ENTRY] = { "entry", "at an entry" },
	[VERIFY_END_LIMIT] = { "limit", "at the recorded depth" },
	[VERIFY_END_UNKNOWN] = { "unknown", "not known: no names" },
	[VERIFY_END_EARLY] = { "early", "before an entry" },
	[VERIFY_END_NO_CODE] = { "no_code", "not in code" },
};

const char *verify_end__name(enum verify_end end)
{
	return ends[end].name;
}

const char *verify_end__text(enum verify_end end)
{
	return ends[end].text;
}

const char *verify_inner__name(enum verify_inner inner)
{
	static const char *const names[] = { "whole", "unknown", "caller_missing" };

	return names[inner];
}

/* --- a half ------------------------------------------------------------------------------------------ */

static uint32_t dso_index(struct collector *c, const struct map *map)
{
	const struct dso *dso = map ? map->dso : NULL;
	uint64_t key = (uintptr_t)dso;
	uintptr_t known = (uintptr_t)u64map__find(&c->dso_index, key | 1);
	struct verify *v = c->v;

	if (!known) {
		GROW(v->dsos, v->nr_dsos, v->cap_dsos);
		v->dsos[v->nr_dsos] = (struct verify_dso){ .dso = dso };
		known = ++v->nr_dsos;
		u64map__set(&c->dso_index, key | 1, (void *)known);
	}
	return (uint32_t)known - 1;
}

static bool is_kernel_entry(const char *name)
{
	static const char *const beginnings[] = {
		"entry_", "__entry_", "ret_from_fork", "ret_from_kernel_thread", "el0", "secondary_startup",
		"common_startup_64", "x86_64_start_", "start_kernel", "__primary_switched", "__secondary_switched",
		"system_call", "do_softirq_own_stack",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(beginnings); i++)
		if (!strncmp(name, beginnings[i], strlen(beginnings[i])))
			return true;
	return word__is_interrupt_entry(name);
}

static enum verify_end end_of(enum verify_half half, const struct chain_half *h, size_t limit)
{
	const struct frame *last = h->frames[h->nr - 1];
	struct dso *blame;

	if (half == VERIFY_KERNEL) {
		if (last->sym && is_kernel_entry(last->sym->name))
			return VERIFY_END_ENTRY;
		return h->nr >= limit ? VERIFY_END_LIMIT : !last->map ? VERIFY_END_NO_CODE :
		       last->sym ? VERIFY_END_EARLY : VERIFY_END_UNKNOWN;
	}
	switch (fp_health__judge(h, &blame)) {
	case FP_ROOTED:
		return VERIFY_END_ENTRY;
	case FP_SHORT:
		return h->nr >= limit ? VERIFY_END_LIMIT : VERIFY_END_EARLY;
	case FP_UNMAPPED:
	case FP_JUNK:
		return VERIFY_END_NO_CODE;
	default:
		return h->nr >= limit ? VERIFY_END_LIMIT : VERIFY_END_UNKNOWN;
	}
}

static enum verify_verdict verdict_of(const struct judged *j)
{
	bool unknown = j->end == VERIFY_END_UNKNOWN || j->inner == VERIFY_INNER_UNKNOWN;
	uint32_t i;

	if (j->end >= VERIFY_END_FIRST_BAD || j->inner >= VERIFY_INNER_FIRST_BAD)
		return VERIFY_BAD;
	for (i = 0; i < j->nr; i++) {
		if (j->steps[i].step >= VERIFY_FIRST_BAD)
			return VERIFY_BAD;
		unknown |= j->steps[i].step == VERIFY_UNKNOWN;
	}
	return unknown ? VERIFY_NOT_KNOWN : VERIFY_WHOLE;
}

/* @step: VERIFY_NR_STEPS if it is the innermost function. */
static struct verify_example *example_of(struct collector *c, enum verify_half half, enum verify_step step,
					 const struct chain_half *h, uint32_t at, const struct frame *inner,
					 const struct session_sample *s)
{
	const struct frame *outer = step == VERIFY_NR_STEPS ? NULL : h->frames[at];
	/* Wherever the function was. */
	uint64_t key = inner->sym ? (uintptr_t)inner->sym : (uintptr_t)inner;
	struct verify_example *e = pair_map__find(&c->examples, key, (uintptr_t)outer);
	struct verify *v = c->v;

	if (e && e->step == step)
		return e;
	e = xzalloc(sizeof(*e));
	*e = (struct verify_example){ .step = step, .half = half, .inner = inner, .outer = outer, .nr = h->nr, .at = at,
				      .comm = s->comm, .tid = s->tid, .time = s->sample->time,
				      .frames = xmemdup(h->frames, h->nr * sizeof(*h->frames)) };
	pair_map__set(&c->examples, key, (uintptr_t)outer, e);
	GROW(v->examples, v->nr_examples, v->cap_examples);
	return v->examples[v->nr_examples++] = e;
}

static void judge_steps(struct collector *c, struct judged *j, const struct verify_place *at, const struct chain_half *h,
			const struct session_sample *s)
{
	const struct frame *inner = NULL;
	uint32_t i;

	for (i = 0; i < h->nr; i++) {
		const struct frame *f = h->frames[i];
		struct judged_step *step = &j->steps[j->nr];

		if (f->inlined)
			continue;
		if (inner) {
			step->step = (uint8_t)step_judge__step(c->judge, at, inner, f);
			step->dso = dso_index(c, f->map);
			step->example = step->step >= VERIFY_FIRST_BAD ?
				example_of(c, j->half, (enum verify_step)step->step, h, i, inner, s) : NULL;
			j->nr++;
		}
		inner = f;
	}
}

/*
 * What the frame pointer held where the program was. @first: the step from there, VERIFY_NR_STEPS if there is none;
 * @repaired: what it leads to is known to be the caller.
 */
static enum verify_inner inner_of(struct collector *c, const struct frame *f, enum verify_step first, bool repaired)
{
	struct code_file *file = f->map ? code_files__get(c->files, f->map->dso) : NULL;
	uint64_t addr;

	if (repaired)
		return VERIFY_INNER_WHOLE;
	if (!file || !code_file__from_dso(file, map__to_dso(f->map, f->ip), &addr))
		return VERIFY_INNER_UNKNOWN;
	switch (code_file__state(file, addr)) {
	case FRAME_STATE_OWN:
	case FRAME_STATE_OUTERMOST:
		return VERIFY_INNER_WHOLE;
	case FRAME_STATE_CALLERS:
		/* Its caller is there all the same: the stack was repaired. */
		return first == VERIFY_CALLED || first == VERIFY_JUMPED ? VERIFY_INNER_WHOLE : VERIFY_INNER_MISSING;
	case FRAME_STATE_LOST:
	case FRAME_STATE_SIGNAL:
		return first == VERIFY_CALLED || first == VERIFY_INTERRUPTED ? VERIFY_INNER_WHOLE : VERIFY_INNER_MISSING;
	default:
		return VERIFY_INNER_UNKNOWN;
	}
}

static struct judged *judge_half(struct collector *c, const struct session_sample *s, enum verify_half half,
				 const struct chain_half *h)
{
	size_t limit = s->evsel->attr.sample_max_stack ? s->evsel->attr.sample_max_stack : DEFAULT_LIMIT;
	uint64_t time = half == VERIFY_USER ? s->user_time : s->sample->time;
	const struct verify_place at = {
		.machine = s->machine, .maps = machine__maps_at(s->machine, s->pid, time), .time = time,
		.kernel = half == VERIFY_KERNEL, .calls = half == VERIFY_USER && s->user_calls,
	};
	struct judged *j = xzalloc(sizeof(*j) + h->nr * sizeof(*j->steps));

	j->half = half;
	judge_steps(c, j, &at, h, s);
	j->end = end_of(half, h, limit);
	j->inner = half == VERIFY_KERNEL || at.calls ? VERIFY_INNER_WHOLE :
		   inner_of(c, h->frames[0], j->nr ? (enum verify_step)j->steps[0].step : VERIFY_NR_STEPS,
			    s->repair && s->repair->certain > 1);
	/* One that leads elsewhere shows the same. */
	if (j->inner >= VERIFY_INNER_FIRST_BAD && !(j->nr && j->steps[0].example))
		j->innermost = example_of(c, half, VERIFY_NR_STEPS, h, 0, h->frames[0], s);
	j->verdict = verdict_of(j);
	c->v->distinct[half]++;
	GROW(c->list, c->nr, c->cap);
	c->list[c->nr++] = j;
	((struct chain_half *)(uintptr_t)h)->priv = j;
	return j;
}

static enum verify_verdict see_half(struct collector *c, const struct session_sample *s, enum verify_half half,
				    const struct chain_half *h)
{
	struct judged *j;

	if (!h)
		return VERIFY_WHOLE;
	j = h->priv ? h->priv : judge_half(c, s, half, h);
	if ((size_t)s->evsel->idx >= j->nr_seen) {
		j->seen = xreallocarray(j->seen, c->v->nr_events, sizeof(*j->seen));
		memset(j->seen + j->nr_seen, 0, (c->v->nr_events - j->nr_seen) * sizeof(*j->seen));
		j->nr_seen = c->v->nr_events;
	}
	j->seen[s->evsel->idx]++;
	return j->verdict;
}

static void free_judged(void *priv)
{
	struct judged *j = priv;

	free(j->seen);
	free(j);
}

/* --- adding up ---------------------------------------------------------------------------------------- */

static void add_judged(struct verify *v, const struct judged *j)
{
	uint64_t all = 0;
	size_t e;
	uint32_t i;

	for (e = 0; e < j->nr_seen; e++) {
		struct verify_counts *n = &v->events[e];

		if (!j->seen[e])
			continue;
		all += j->seen[e];
		n->halves[j->half][j->verdict] += j->seen[e];
		n->ends[j->half][j->end] += j->seen[e];
		if (j->half == VERIFY_USER)
			n->inner[j->inner] += j->seen[e];
		for (i = 0; i < j->nr; i++)
			n->steps[j->half][j->steps[i].step] += j->seen[e];
	}
	if (j->innermost)
		j->innermost->count += all;
	for (i = 0; i < j->nr; i++) {
		v->dsos[j->steps[i].dso].steps[j->steps[i].step] += all;
		if (j->steps[i].example)
			j->steps[i].example->count += all;
	}
}

/* Before the halves go: each is judged anew if it comes again. */
static void fold(struct collector *c)
{
	size_t i;

	for (i = 0; i < c->nr; i++)
		add_judged(c->v, c->list[i]);
	c->nr = 0;
}

static void add_counts(struct verify_counts *to, const struct verify_counts *n)
{
	uint64_t *a = (uint64_t *)to;
	const uint64_t *b = (const uint64_t *)n;
	size_t i;

	for (i = 0; i < sizeof(*to) / sizeof(*a); i++)
		a[i] += b[i];
}

static uint64_t nr_bad(const struct verify_dso *d)
{
	uint64_t sum = 0;
	int i;

	for (i = VERIFY_FIRST_BAD; i < VERIFY_NR_STEPS; i++)
		sum += d->steps[i];
	return sum;
}

static uint64_t nr_steps(const struct verify_dso *d)
{
	uint64_t sum = 0;
	int i;

	for (i = 0; i < VERIFY_NR_STEPS; i++)
		sum += d->steps[i];
	return sum;
}

static int by_bad(const void *a, const void *b)
{
	const struct verify_dso *x = a, *y = b;

	if (nr_bad(x) != nr_bad(y))
		return nr_bad(x) < nr_bad(y) ? 1 : -1;
	if (nr_steps(x) != nr_steps(y))
		return nr_steps(x) < nr_steps(y) ? 1 : -1;
	return strcmp(x->dso ? x->dso->long_name : "", y->dso ? y->dso->long_name : "");
}

static int by_count(const void *a, const void *b)
{
	const struct verify_example *x = *(struct verify_example *const *)a, *y = *(struct verify_example *const *)b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static void sum_up(struct collector *c)
{
	struct verify *v = c->v;
	size_t i;

	fold(c);
	for (i = 0; i < v->nr_events; i++)
		add_counts(&v->all, &v->events[i]);
	if (v->nr_dsos)
		qsort(v->dsos, v->nr_dsos, sizeof(*v->dsos), by_bad);
	if (v->nr_examples)
		qsort(v->examples, v->nr_examples, sizeof(struct verify_example *), by_count);
}

/* --- reading ------------------------------------------------------------------------------------------ */

static int on_begin(void *ctx, struct session *s)
{
	((struct collector *)ctx)->v->owner = s;
	return 0;
}

/* A stream may tell of its events late. */
static void need_events(struct verify *v, size_t nr)
{
	if (nr <= v->nr_events)
		return;
	v->events = xreallocarray(v->events, nr, sizeof(*v->events));
	memset(v->events + v->nr_events, 0, (nr - v->nr_events) * sizeof(*v->events));
	v->nr_events = nr;
}

static void begin_judging(struct collector *c, const struct session_opts *opts)
{
	char *kcore = xasprintf("%s/kcore_dir/kcore", session__input_name(c->v->owner));
	bool has_file = opts->symbols.vmlinux && opts->symbols.vmlinux[0] && access(kcore, R_OK);

	free(kcore);
	c->judge = step_judge__new(session__code(c->v->owner), !has_file);
	c->files = code_files__new();
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct collector *c = ctx;
	struct verify *v = c->v;
	enum verify_verdict kernel, user;

	if (!c->judge)
		begin_judging(c, c->opts);
	need_events(v, session__evlist(v->owner)->nr);
	v->samples++;
	v->orphans += s->orphan != PERF_STITCH_WHOLE;
	if (!s->chain.kernel && !s->chain.user) {
		v->no_stack++;
		return 0;
	}
	kernel = see_half(c, s, VERIFY_KERNEL, s->chain.kernel);
	user = see_half(c, s, VERIFY_USER, s->chain.user);
	v->events[s->evsel->idx].stacks[kernel > user ? kernel : user]++;
	return 0;
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct collector *c = ctx;

	if (c->view->damaged)
		c->view->damaged(c->view_ctx, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct collector *c = ctx;

	if (c->view->progress)
		c->view->progress(c->view_ctx, what, done, total);
}

/* Why nothing is known of the kernel's steps, if that is so. */
static void note_kernel_code(struct verify *v)
{
	struct dso *kernel = dsos__host_kernel(session__dsos(v->owner));
	const char *why;

	if (!kernel || !v->all.steps[VERIFY_KERNEL][VERIFY_UNKNOWN])
		return;
	why = dso_image__error(dso_code__image(session__code(v->owner), kernel));
	v->kernel_lack = why ? xstrdup(why) : NULL;
}

static void on_flush(void *ctx)
{
	fold(ctx);
}

int verify__collect(struct verify *v, const struct session_opts *opts, const struct session_ops *view, void *view_ctx,
		    struct diag *diag)
{
	static const struct session_ops ops = {
		.begin = on_begin, .sample = on_sample, .damaged = on_damaged, .progress = on_progress,
		.flush_chains = on_flush, .free_half_priv = free_judged,
	};
	struct collector c = { .v = v, .opts = opts, .view = view, .view_ctx = view_ctx };
	struct session *s;
	int err;

	*v = (struct verify){ 0 };
	s = session__new(opts, &ops, &c, diag);
	if (!s)
		return -EBADMSG;
	v->owner = s;
	err = session__process(s, diag);
	v->session = *session__stats(s);
	sum_up(&c);
	if (c.judge)
		note_kernel_code(v);
	step_judge__delete(c.judge);
	code_files__delete(c.files);
	free(c.list);
	u64map__exit(&c.dso_index);
	pair_map__exit(&c.examples);
	return err;
}

void verify__exit(struct verify *v)
{
	size_t i;

	for (i = 0; i < v->nr_examples; i++) {
		free(v->examples[i]->frames);
		free(v->examples[i]);
	}
	free(v->examples);
	free(v->dsos);
	free(v->events);
	free(v->kernel_lack);
	session__delete(v->owner);
	*v = (struct verify){ 0 };
}
