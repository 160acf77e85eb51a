// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/verify-half.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/callers.h"
#include "util/callchain/fp-health.h"
#include "util/code/code-file.h"

/* What the kernel takes at most, unless it is told otherwise: PERF_MAX_STACK_DEPTH. */
#define DEFAULT_LIMIT	127

static uint32_t dso_index(struct half_judge *c, const struct map *map)
{
	const struct dso *dso = map ? map->dso : NULL;
	uint64_t key = (uintptr_t)dso;
	uint64_t known = u64num__find(&c->dso_index, key | 1);
	struct verify *v = c->v;

	if (!known) {
		GROW(v->dsos, v->nr_dsos, v->cap_dsos);
		v->dsos[v->nr_dsos] = (struct verify_dso){ .dso = dso };
		known = ++v->nr_dsos;
		u64num__set(&c->dso_index, key | 1, known);
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
	return entry__is_interrupt_entry(name);
}

/* Were the callers of @h judged when its chain was made? Then that judgement, which script and report mark by, counts. */
static bool is_judged(const struct chain_half *h)
{
	return h->callers != CHAIN_CALLERS_NOT_ASKED;
}

static const struct frame *last_frame(const struct chain_half *h)
{
	uint32_t i = h->nr;

	while (i > 1 && h->frames[i - 1]->kind == FRAME_GAP)
		i--;
	return h->frames[i - 1];
}

static enum verify_end end_of(enum verify_half half, const struct chain_half *h, size_t limit)
{
	const struct frame *last = last_frame(h);
	struct dso *blame;

	if (half == VERIFY_KERNEL) {
		if (last->sym && is_kernel_entry(last->sym->name))
			return VERIFY_END_ENTRY;
		return h->nr >= limit ? VERIFY_END_LIMIT : !last->map ? VERIFY_END_NO_CODE :
		       last->sym ? VERIFY_END_EARLY : VERIFY_END_UNKNOWN;
	}
	if (is_judged(h) && h->end == CHAIN_END_ROOT)
		return VERIFY_END_ENTRY;
	if (is_judged(h) && h->end != CHAIN_END_NOT_SAID)
		return h->nr >= limit ? VERIFY_END_LIMIT : last->map ? VERIFY_END_EARLY : VERIFY_END_NO_CODE;
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

static enum verify_verdict verdict_of(const struct judged *j, const struct chain_half *h)
{
	static const enum verify_verdict verdicts[CHAIN_CALLERS_NR] = {
		[CHAIN_CALLERS_WHOLE] = VERIFY_WHOLE, [CHAIN_CALLERS_NAMED] = VERIFY_BAD,
		[CHAIN_CALLERS_MISSING] = VERIFY_BAD, [CHAIN_CALLERS_UNKNOWN] = VERIFY_NOT_KNOWN,
	};
	bool unknown = j->end == VERIFY_END_UNKNOWN || j->inner == VERIFY_INNER_UNKNOWN;
	uint32_t i;

	/* Steps are looked at all the same: the code of a call may contradict what no mark tells. */
	if (is_judged(h) && verdicts[h->callers] != VERIFY_WHOLE)
		return verdicts[h->callers];
	if (is_judged(h))
		unknown = false;
	else if (j->end >= VERIFY_END_FIRST_BAD || j->inner >= VERIFY_INNER_FIRST_BAD)
		return VERIFY_BAD;
	for (i = 0; i < j->nr; i++) {
		if (j->steps[i].step >= VERIFY_FIRST_BAD)
			return VERIFY_BAD;
		unknown |= j->steps[i].step == VERIFY_UNKNOWN && !is_judged(h);
	}
	return unknown ? VERIFY_NOT_KNOWN : VERIFY_WHOLE;
}

/* By what it is about: a function, wherever the program was in it, or an address. */
static uint64_t function_key(const struct frame *f)
{
	return f->sym ? (uintptr_t)f->sym : (uintptr_t)f;
}

/* The one of the same kind, function and address; made of @like, in @h, if there is none. */
static struct verify_example *example_of(struct half_judge *c, const struct verify_example *like,
					 const struct chain_half *h, const struct session_sample *s)
{
	const struct frame *about = like->what == VERIFY_A_STEP ? like->inner : h->frames[like->at];
	uint64_t key = function_key(about), kind = like->what == VERIFY_A_STEP ? (uintptr_t)like->outer : like->what;
	struct verify_example *e = verify_examples__find(&c->examples, pair_of(key, kind));
	struct verify *v = c->v;

	if (e)
		return e;
	e = xmemdup(like, sizeof(*like));
	e->comm = s->comm;
	e->tid = s->tid;
	e->time = s->sample->time;
	e->nr = h->nr;
	e->frames = xmemdup(h->frames, h->nr * sizeof(*h->frames));
	*verify_examples__place(&c->examples, pair_of(key, kind)) = e;
	GROW(v->examples, v->nr_examples, v->cap_examples);
	return v->examples[v->nr_examples++] = e;
}

/* What is bad about a half beside its steps. One innermost function that the first step shows already is left out. */
static void find_examples(struct half_judge *c, struct judged *j, const struct chain_half *h, const struct session_sample *s)
{
	struct verify_example like = { .half = j->half };
	bool last_is_bad = j->nr && j->steps[j->nr - 1].example;

	if (j->inner >= VERIFY_INNER_FIRST_BAD && !(j->nr && j->steps[0].example)) {
		like.what = VERIFY_AN_INNERMOST;
		j->innermost = example_of(c, &like, h, s);
	}
	if (j->end >= VERIFY_END_FIRST_BAD && !last_is_bad) {
		like.what = VERIFY_AN_END;
		like.end = j->end;
		like.at = h->nr - 1;
		while (like.at && h->frames[like.at]->kind == FRAME_GAP)
			like.at--;
		j->outermost = example_of(c, &like, h, s);
	}
}

/*
 * What the code says of a step, where the chain's judgement of it is known: a caller that is marked as missing is missing. Behind a signal
 * an address at which a call ends may be one where a fault came, just behind the call: if it were a return address there would be a mark.
 */
static enum verify_step settle(enum verify_step step, bool marked)
{
	if (marked)
		return step >= VERIFY_FIRST_BAD ? step : VERIFY_MARKED;
	return step == VERIFY_SIGNAL ? VERIFY_INTERRUPTED : step;
}

static void judge_steps(struct half_judge *c, struct judged *j, const struct verify_place *at, const struct chain_half *h,
			const struct session_sample *s)
{
	const struct frame *inner = NULL;
	bool marked = false;
	uint32_t i;

	for (i = 0; i < h->nr; i++) {
		const struct frame *f = h->frames[i];
		struct judged_step *step = &j->steps[j->nr];

		marked |= f->kind == FRAME_GAP;
		if (f->inlined || f->kind == FRAME_GAP)
			continue;
		if (inner) {
			enum verify_step by_code = step_judge__step(c->judge, at, inner, f);

			step->step = (uint8_t)(is_judged(h) ? settle(by_code, marked) : by_code);
			step->dso = dso_index(c, f->map);
			if (step->step >= VERIFY_FIRST_BAD)
				step->example = example_of(c, &(struct verify_example){
					.what = VERIFY_A_STEP, .step = (enum verify_step)step->step, .half = j->half,
					.inner = inner, .outer = f, .at = i }, h, s);
			j->nr++;
		}
		marked = false;
		inner = f;
	}
}

/*
 * What the frame pointer held where the program was. @first: the step from there, VERIFY_NR_STEPS if there is none;
 * @repaired: what it leads to is known to be the caller.
 */
static enum verify_inner inner_of(struct half_judge *c, const struct frame *f, enum verify_step first, bool repaired)
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
	case FRAME_STATE_LOST:
	case FRAME_STATE_SIGNAL:
		/* What it leads to is there all the same: the stack was repaired. */
		return first == VERIFY_CALLED || first == VERIFY_JUMPED || first == VERIFY_INTERRUPTED ?
		       VERIFY_INNER_WHOLE : VERIFY_INNER_MISSING;
	default:
		return VERIFY_INNER_UNKNOWN;
	}
}

struct judged *half_judge__judge(struct half_judge *c, const struct session_sample *s, enum verify_half half,
				 const struct chain_half *h)
{
	size_t limit = s->evsel->attr.sample_max_stack ? s->evsel->attr.sample_max_stack : DEFAULT_LIMIT;
	uint64_t time = half == VERIFY_USER ? s->user.time : s->sample->time;
	const struct verify_place at = {
		.machine = s->machine, .maps = machine__maps_at(s->machine, s->pid, time), .time = time,
		.kernel = half == VERIFY_KERNEL, .calls = half == VERIFY_USER && s->user.calls,
	};
	struct judged *j = xzalloc(sizeof(*j) + h->nr * sizeof(*j->steps));

	j->half = half;
	judge_steps(c, j, &at, h, s);
	j->end = end_of(half, h, limit);
	if (is_judged(h))
		j->inner = h->nr > 1 && h->frames[1]->kind == FRAME_GAP ? VERIFY_INNER_MISSING :
			   h->callers == CHAIN_CALLERS_UNKNOWN ? VERIFY_INNER_UNKNOWN : VERIFY_INNER_WHOLE;
	else
		j->inner = half == VERIFY_KERNEL || at.calls ? VERIFY_INNER_WHOLE :
		   inner_of(c, h->frames[0], j->nr ? (enum verify_step)j->steps[0].step : VERIFY_NR_STEPS,
			    s->user.repair && s->user.repair->certain > 1);
	find_examples(c, j, h, s);
	j->verdict = verdict_of(j, h);
	return j;
}

void judged__free(void *judged)
{
	free(judged);
}

void half_judge__exit(struct half_judge *c)
{
	u64num__exit(&c->dso_index);
	verify_examples__exit(&c->examples);
}
