// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each distinct half is judged once: its steps are noted with it. How often it comes with each event is counted, and added
 * up when halves are thrown away, and at the end. Most halves come with few of the events.
 */
#include "util/defer/verify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/code/code-file.h"
#include "util/code/dso-code.h"
#include "util/code/dso-image.h"
#include "util/defer/shown-reading.h"
#include "util/defer/verify-half.h"
#include "util/defer/verify-tables.h"
#include "util/symbol/dsos.h"

struct collector {
	struct shown_reading shown;
	struct half_judge judge;
	struct verify *v;
	const struct session_opts *opts;
	struct pair_num seen;		/* (struct judged, which the half owns; evsel->idx) -> how often */
};

/* --- adding up ---------------------------------------------------------------------------------------- */

/* @j was seen @times with an event, whose counts are @n. */
static void add_judged(struct verify *v, struct verify_counts *n, const struct judged *j, uint64_t times)
{
	uint32_t i;

	n->halves[j->half][j->verdict] += times;
	n->ends[j->half][j->end] += times;
	if (j->half == VERIFY_USER)
		n->inner[j->inner] += times;
	if (j->innermost)
		j->innermost->count += times;
	if (j->outermost)
		j->outermost->count += times;
	for (i = 0; i < j->nr; i++) {
		const struct judged_step *s = &j->steps[i];

		n->steps[j->half][s->step] += times;
		v->dsos[s->dso].steps[s->step] += times;
		if (s->example)
			s->example->count += times;
	}
}

/* Before the halves go: each is judged anew if it comes again. */
static void fold(struct collector *c)
{
	size_t i;

	HASH_EACH(&c->seen, i) {
		struct pair key = c->seen.slots[i].key;

		add_judged(c->v, &c->v->events[key.b], (const struct judged *)(uintptr_t)key.a, c->seen.slots[i].val);
	}
	pair_num__exit(&c->seen);
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

static enum verify_verdict see_half(struct collector *c, const struct session_sample *s, enum verify_half half,
				    const struct chain_half *h)
{
	struct judged *j;

	if (!h)
		return VERIFY_WHOLE;
	j = *h->priv;
	if (!j) {
		j = half_judge__judge(&c->judge, s, half, h);
		if (half == VERIFY_USER)
			table_judge__half(c->v->tables, c->judge.files, h);
		c->v->distinct[half]++;
		*h->priv = j;
	}
	++*pair_num__place(&c->seen, pair_of((uintptr_t)j, (uint64_t)s->evsel->idx));
	return j->verdict;
}

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
	char *kcore = session__path_inside(c->v->owner, "kcore_dir/kcore");
	bool has_copy = (opts->symbols.vmlinux && opts->symbols.vmlinux[0]) || !access(kcore, R_OK);
	struct dso *kernel = dsos__host_kernel(session__dsos(c->v->owner));

	free(kcore);
	c->judge.files = code_files__new();
	c->v->tables = table_judge__new(session__code(c->v->owner));
	c->judge.v = c->v;
	/* Without a build id the running kernel may be any. */
	c->judge.judge = step_judge__new(session__code(c->v->owner), c->judge.files, has_copy || (kernel && kernel->build_id_size));
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct collector *c = ctx;
	struct verify *v = c->v;
	enum verify_verdict kernel, user;

	if (!c->judge.judge)
		begin_judging(c, c->opts);
	need_events(v, session__evlist(v->owner)->nr);
	v->samples++;
	v->orphans += s->orphan != PERF_STITCH_WHOLE;
	kernel = see_half(c, s, VERIFY_KERNEL, s->chain.kernel);
	user = see_half(c, s, VERIFY_USER, s->chain.user);
	if (v->list)
		v->list(v->list_ctx, s, kernel, user);
	if (!s->chain.kernel && !s->chain.user)
		v->no_stack++;
	else
		v->events[s->evsel->idx].stacks[kernel > user ? kernel : user]++;
	return 0;
}

/* Why nothing is known of the kernel's steps, if that is so. */
static void note_kernel_code(struct verify *v)
{
	struct dso *kernel = dsos__host_kernel(session__dsos(v->owner));
	const char *why;

	if (!kernel || !v->all.steps[VERIFY_KERNEL][VERIFY_UNKNOWN])
		return;
	if (!kernel->build_id_size) {
		v->kernel_lack = xstrdup("the recording does not say which kernel it was; -k takes a vmlinux");
		return;
	}
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
		.begin = on_begin, .sample = on_sample, .damaged = shown_reading__damaged, .progress = shown_reading__progress,
		.flush_chains = on_flush, .free_half_priv = judged__free,
	};
	struct collector c = { .v = v, .opts = opts, .shown = { view, view_ctx } };
	struct session *s;
	int err;

	*v = (struct verify){ .list = v->list, .list_ctx = v->list_ctx };
	s = session__new(opts, &ops, &c, diag);
	if (!s)
		return -EBADMSG;
	v->owner = s;
	err = session__process(s, diag);
	v->session = *session__stats(s);
	sum_up(&c);
	if (c.judge.judge)
		note_kernel_code(v);
	step_judge__delete(c.judge.judge);
	code_files__delete(c.judge.files);
	half_judge__exit(&c.judge);
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
	table_judge__delete(v->tables);
	session__delete(v->owner);
	*v = (struct verify){ 0 };
}
