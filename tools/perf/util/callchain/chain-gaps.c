// SPDX-License-Identifier: GPL-2.0-only
/* Callers that a walk by frame pointers has passed over, as frames of a half: named, or as a gap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/chain-internal.h"

static inline uint64_t made_frames__hash(const struct frame *f)
{
	return hash_combine(hash_combine(f->ip ^ (uintptr_t)f->behind, (uintptr_t)f->map),
			    (uint64_t)f->kind << 8 | f->src_index);
}

static inline bool made_frames__is(const struct frame_entry *e, const struct frame *f)
{
	return e->frame.kind == f->kind && e->map == f->map && e->frame.ip == f->ip &&
	       e->frame.behind == f->behind && e->frame.src_index == f->src_index;
}

HASH_SET_FUNCTIONS(made_frames, const struct frame *, struct frame_entry *)

/* The entry that is made of @frame, and not of one of the chain. */
static struct frame *made_frame(struct chain_cache *cache, const struct frame *frame)
{
	struct frame_entry **e = made_frames__place(&cache->with_frames->made, frame);

	if (!*e) {
		*e = arena__alloc(&cache->with_frames->arena, sizeof(**e));
		**e = (struct frame_entry){ .map = frame->map, .frame = *frame };
		(*e)->frame.priv = &(*e)->priv;
	}
	return &(*e)->frame;
}

static const struct frame *by_call(struct chain_cache *cache, const struct infer_frame *f)
{
	struct frame frame = { .ip = f->ip, .map = f->map, .sym = symbol_at(f->map, f->ip), .kind = FRAME_BY_CALL,
			       .cpumode = PERF_RECORD_MISC_USER, .level = '.' };

	f->map->dso->hit = true;
	return made_frame(cache, &frame);
}

/* The made up symbol of a gap, whose name is what is shown. */
static const struct symbol *gap_symbol(struct chain_cache *cache, const struct frame *behind, enum infer_why why)
{
	static const char *const texts[] = {
		[INFER_NO_FRAME] = "no frame in ", [INFER_OTHER_USE] = "no frame pointer in ",
		[INFER_SIGNAL] = "interrupted by a signal", [INFER_URETPROBE] = "hidden by a uretprobe",
		[INFER_END] = "the recorded stack ended in ",
	};
	const char *name = why == INFER_SIGNAL || why == INFER_URETPROBE ? "" :
			   behind->sym ? behind->sym->name : behind->map->dso->short_name;
	struct symbol *sym = arena__zalloc(&cache->with_frames->arena, sizeof(*sym));
	char *text = xasprintf("[caller missing: %s%s]", texts[why], name);

	sym->name = arena__strdup(&cache->with_frames->arena, text);
	sym->name_len = (uint32_t)strlen(text);
	free(text);
	return sym;
}

static const struct frame *gap(struct chain_cache *cache, const struct frame *behind, enum infer_why why)
{
	/* A gap has no source: the reason tells those behind one frame apart. */
	struct frame frame = { .kind = FRAME_GAP, .behind = behind, .cpumode = PERF_RECORD_MISC_USER,
			       .level = '.', .src_index = (uint8_t)why };
	struct frame *made = made_frame(cache, &frame);

	if (!made->sym)
		made->sym = gap_symbol(cache, behind, why);
	return made;
}

static void count_step(struct chain_half *half, const struct infer_step *step, unsigned int nr_gaps)
{
	static const enum chain_callers of[INFER_NR_KINDS] = {
		[INFER_WHOLE] = CHAIN_CALLERS_WHOLE, [INFER_FILLED] = CHAIN_CALLERS_NAMED,
		[INFER_GAP] = CHAIN_CALLERS_MISSING, [INFER_UNKNOWN] = CHAIN_CALLERS_UNKNOWN,
	};
	enum chain_callers callers = nr_gaps ? CHAIN_CALLERS_MISSING : of[step->kind];

	half->nr_gaps += nr_gaps;
	/* Missing outweighs not known, which outweighs named. */
	if (half->callers == CHAIN_CALLERS_MISSING)
		return;
	if (callers == CHAIN_CALLERS_MISSING || callers > half->callers)
		half->callers = callers;
}

/* The step from the inner entry outwards. False: the walk has gone astray. */
static bool take_step(struct chain_steps *st, const struct infer_entry *outer)
{
	struct chain_half *half = &st->e->half;
	const struct infer_step *step;
	static const struct infer_step whole = { .kind = INFER_WHOLE };
	bool names = st->e->flags & CHAIN_INFER;
	unsigned int certain = st->e->flags >> 16, i, nr_gaps;

	if (!st->started)
		return true;
	/* The last one of those that are certain is the outermost of them. */
	if (st->nr < certain || certain == CHAIN_CERTAIN_ALL) {
		count_step(half, &whole, 0);
		return true;
	}
	if (!st->cache->infer)
		st->cache->infer = infer__new();
	step = infer__step(st->cache->infer, st->r->user, &st->before, &st->inner, outer);
	nr_gaps = step->kind == INFER_GAP || (step->kind == INFER_FILLED && !names);
	/* What was cut off is no gap. */
	if (nr_gaps && !outer->ip && st->e->flags & CHAIN_CUT)
		return true;
	count_step(half, step, nr_gaps);
	if (nr_gaps)
		chain_cache__add_frame(st->cache, gap(st->cache, st->frame, step->why));
	for (i = 0; names && i < step->nr; i++)
		chain_cache__add_frame(st->cache, by_call(st->cache, &step->frames[i]));
	half->nr_by_call += names ? step->nr : 0;
	return !step->astray;
}

void chain_steps__to(struct chain_steps *st, struct frame_entry *we)
{
	struct infer_entry outer = { .map = we->frame.map, .ip = we->frame.ip, .is_caller = we->frame.is_caller,
				     .signal_return = we->next == ENTRY_BEHIND_SIGNAL,
				     .maybe_repaired = st->e->flags & CHAIN_MAYBE_REPAIRED };

	/* What comes is no frame: none is shown that was not there. */
	st->astray = st->astray || !take_step(st, &outer);
	if (st->astray)
		return;
	st->before = st->started ? st->inner : (struct infer_entry){ .map = NULL };
	/* A probe's address in place of a return address is no code of the program: what is behind it is asked for. */
	if (!st->started || !infer__is_uretprobe(outer.map)) {
		st->frame = &we->frame;
		chain_cache__add_entry(st->cache, we);
	}
	st->inner = outer;
	st->started = true;
	st->nr++;
}

void chain_steps__end(struct chain_steps *st)
{
	static const struct infer_entry none;

	if (!st->astray && !take_step(st, &none))
		st->astray = true;
	st->started = false;
}
