// SPDX-License-Identifier: GPL-2.0-only
/* The steps of a user half from entry to entry: what is asked of each, where a caller is missing, and where the stack ends. */
#include "util/callchain/chain-internal.h"

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

/* The inner entry (0), that before it (-1), and that which comes (1). */
static inline struct infer_entry *entry_at(struct chain_steps *st, int step)
{
	return &st->entries[(st->at + 3U + (unsigned int)step) % 3];
}

static inline struct infer_entry *inner_of(struct chain_steps *st)
{
	return &st->entries[st->at];
}

static const struct infer_step *ask(struct chain_steps *st, struct infer_entry *outer)
{
	if (!st->cache->infer)
		st->cache->infer = infer__new();
	return infer__step(st->cache->infer, st->r->user, entry_at(st, -1), inner_of(st), outer);
}

static void add_gap(struct chain_steps *st, enum infer_why why)
{
	chain_cache__add_frame(st->cache, chain_gaps__gap(st->cache, st->frame, why));
}

/* How many of the innermost entries are certain, and why nothing follows if these are all: see CHAIN_CERTAIN(). */
static unsigned int nr_certain(const struct chain_steps *st)
{
	return (unsigned int)CHAIN_NR_CERTAIN(st->e->flags);
}

static enum chain_end said_end(const struct chain_steps *st)
{
	return st->nr == nr_certain(st) || st->e->flags & CHAIN_BY_TABLES ? (enum chain_end)(st->e->flags >> 8 & 7) : CHAIN_END_NOT_SAID;
}

/*
 * Nothing follows the inner entry. That is as it should be where a program or a thread begins; anywhere else there is a mark, with the
 * reason that whoever made the chain has given, or what the code says of a walk along frame pointers. Of a file that is not there,
 * whose functions have no names either, nobody knows whether it begins there, nor where nothing tells what was mapped. False: what
 * follows, if it is no address, is not part of the stack.
 */
static bool take_end(struct chain_steps *st)
{
	static const enum infer_why why_of[CHAIN_NR_ENDS] = {
		[CHAIN_END_STACK] = INFER_END, [CHAIN_END_NO_TABLE] = INFER_NO_TABLE,
		[CHAIN_END_NO_REGISTER] = INFER_NO_REGISTER, [CHAIN_END_CONFLICT] = INFER_CONFLICT,
	};
	static const enum chain_end end_of[] = {
		[INFER_NO_FRAME] = CHAIN_END_STACK, [INFER_OTHER_USE] = CHAIN_END_STACK, [INFER_SIGNAL] = CHAIN_END_STACK,
		[INFER_URETPROBE] = CHAIN_END_STACK, [INFER_END] = CHAIN_END_STACK, [INFER_NO_TABLE] = CHAIN_END_NO_TABLE,
	};
	static const struct infer_step whole = { .kind = INFER_WHOLE };
	struct infer_entry none = { .map = NULL };
	enum chain_end said = said_end(st);
	const struct infer_step *step = said == CHAIN_END_ROOT ? &whole : ask(st, &none);
	enum infer_why why;

	/* Who went on from there has found that it is none. */
	if ((step->kind == INFER_WHOLE && !(step->planted && said == CHAIN_END_CONFLICT)) || infer__is_main(st->cache->infer, st->r->user, inner_of(st))) {
		count_step(&st->e->half, &whole, 0);
		st->e->half.end = CHAIN_END_ROOT;
		return !step->astray;
	}
	if (said == CHAIN_END_NOT_SAID &&
	    (!st->r->user || (step->no_file && !st->frame->sym && st->frame->map->dso->kind == DSO_KIND_USER))) {
		count_step(&st->e->half, step, 0);
		return true;
	}
	if (infer__is_uretprobe(inner_of(st)->map))
		why = INFER_URETPROBE;
	else if (said != CHAIN_END_NOT_SAID)
		why = why_of[said];
	else if (step->kind == INFER_UNKNOWN)
		why = st->frame->map ? INFER_NO_TABLE : INFER_END;
	else
		why = step->why;
	count_step(&st->e->half, step, 1);
	add_gap(st, why);
	st->e->half.end = said != CHAIN_END_NOT_SAID ? said : end_of[why];
	return !step->astray;
}

static bool is_root(struct chain_steps *st, uint64_t ip)
{
	struct frame_entry *e;
	const struct frame *f;

	if (ip >= PERF_CONTEXT_MAX)
		return false;
	e = chain_cache__caller(st->cache, st->r, ip + !!(st->e->flags & CHAIN_BY_TABLES));
	f = &e->frame;
	if (!e->asked_root)
		e->root = infer__is_root(st->cache->infer, &(struct infer_entry){ .map = f->map, .ip = f->ip, .is_caller = f->is_caller,
										  .common = &e->place });
	e->asked_root = true;
	return e->root;
}

/*
 * Does the walk come to where a program or thread begins? A walk through code that keeps no frame pointers hardly ever does: the
 * register is any number there, or leads to frames that are far from what has run, or were left long ago. Behind that place the
 * register is any number again, so that a few entries that are none may follow.
 */
static bool comes_to_root(struct chain_steps *st)
{
	const struct half_entry *e = st->e;
	size_t nr = e->nr_ips;

	if (st->asked_root)
		return st->rooted;
	st->asked_root = true;
	st->rooted = e->flags & (CHAIN_FULL | CHAIN_CUT);
	if (!st->cache->infer)
		st->cache->infer = infer__new();
	while (nr && !st->rooted)
		st->rooted = is_root(st, e->ips[--nr]);
	return st->rooted;
}

/*
 * Does a walk along frame pointers begin, or go on behind what is certain, where no code is mapped? A wrong pointer was called: whoever did that
 * has left its return address on the stack, which the walk passes over. Or nobody knows what the code there has done.
 */
static bool is_without_code(struct chain_steps *st, const struct infer_entry *outer)
{
	return st->r->user && !inner_of(st)->map && outer->map && (st->nr == 1 || st->nr == nr_certain(st) || st->e->flags & CHAIN_BY_TABLES);
}

/*
 * The step from the inner entry to @outer. False: the walk has gone astray. Where a caller is missing, nothing but the end tells whether the
 * walk goes on in frames of this stack, even if the outer call leads to the inner function: that may be a frame that was left. Nor are
 * callers inferred in code that keeps no frames: a signal's handler without one would have been passed over, too.
 */
static bool take_step(struct chain_steps *st, struct infer_entry *outer)
{
	struct chain_half *half = &st->e->half;
	const struct infer_step *step;
	static const struct infer_step whole = { .kind = INFER_WHOLE };
	bool names = st->e->flags & CHAIN_INFER, cut, nowhere, no_table;
	unsigned int i, nr_gaps;

	if (!st->started)
		return true;
	/* The last one of those that are certain is the outermost of them. */
	if (st->nr < nr_certain(st)) {
		count_step(half, &whole, 0);
		return true;
	}
	step = ask(st, outer);
	cut = step->by_call || ((step->kind == INFER_GAP || step->kind == INFER_FILLED) && step->why != INFER_URETPROBE &&
				!step->on_stack);
	cut = cut && !comes_to_root(st);
	/* Code that cannot be read has left a 0 where its frame pointer, or what it used the register for, leads. */
	nowhere = step->no_file && !outer->ip;
	cut |= nowhere;
	/* Whoever unwound what is certain had no table here, as the file was gone: nobody knows whether frame pointers lead on. */
	no_table = nowhere || (st->nr == nr_certain(st) && said_end(st) == CHAIN_END_NO_TABLE) || is_without_code(st, outer);
	/* Nor is a number a caller that the walk has come to through a probe's code: no code is mapped there. */
	cut |= !outer->map && inner_of(st)->map && infer__is_uretprobe(inner_of(st)->map) && !comes_to_root(st);
	names = names && step->nr && comes_to_root(st);
	nr_gaps = cut || no_table || step->kind == INFER_GAP || (step->kind == INFER_FILLED && !names);
	count_step(half, step, nr_gaps);
	if (nr_gaps)
		add_gap(st, no_table ? INFER_NO_TABLE : step->why);
	for (i = 0; names && i < step->nr; i++)
		chain_cache__add_frame(st->cache, chain_gaps__by_call(st->cache, &step->frames[i]));
	half->nr_by_call += names ? step->nr : 0;
	if (cut || step->astray)
		half->end = nr_gaps || step->kind != INFER_WHOLE ? CHAIN_END_STACK : CHAIN_END_ROOT;
	return !cut && !step->astray;
}

static bool is_at_start(const struct frame *f)
{
	return f->map && f->sym && map__to_dso(f->map, f->ip) == f->sym->start;
}

/* The entry that comes, of the frame @we. */
static struct infer_entry *take_outer(struct chain_steps *st, struct frame_entry *we)
{
	struct infer_entry *outer = entry_at(st, 1);

	outer->map = we->frame.map;
	outer->ip = we->frame.ip;
	outer->is_caller = we->frame.is_caller;
	outer->signal_return = we->next == ENTRY_BEHIND_SIGNAL;
	outer->common = &we->place;
	outer->maybe_repaired = st->e->flags & CHAIN_MAYBE_REPAIRED ||
				(st->e->flags & CHAIN_MAYBE_PROBED && st->nr == 1 && is_at_start(st->frame));
	outer->by_tables = st->e->flags & CHAIN_BY_TABLES;
	outer->interrupted = st->started && inner_of(st)->signal_return && st->nr < nr_certain(st);
	/* Unwinders give the last byte of a caller's call, not where it returns to. */
	if (outer->by_tables && st->started && !outer->signal_return && !inner_of(st)->signal_return) {
		outer->ip++;
		outer->is_caller = true;
		outer->common = NULL;
		outer->own = (struct infer_place){ .file = NULL };
		/* A probe's code begins where its map does. */
		if (!outer->map && st->r->user && infer__is_uretprobe(maps__find(st->r->user, outer->ip)))
			outer->map = maps__find(st->r->user, outer->ip);
	}
	return outer;
}

void chain_steps__to(struct chain_steps *st, struct frame_entry *we)
{
	struct infer_entry *outer = take_outer(st, we);

	/* What comes is no frame: none is shown that was not there. */
	st->astray = st->astray || !take_step(st, outer);
	if (st->astray)
		return;
	if (!st->started)
		inner_of(st)->map = NULL;
	/* A probe's address in place of a return address is no code of the program: what is behind it is asked for. */
	if (!st->started || !infer__is_uretprobe(outer->map)) {
		st->frame = &we->frame;
		chain_cache__add_entry(st->cache, we);
	}
	st->at = (st->at + 1) % 3;
	st->started = true;
	st->nr++;
}

void chain_steps__end(struct chain_steps *st)
{
	/* What the reader cut off is no gap. What an astray walk led to has its mark already. */
	if (st->started && !st->astray && !(st->e->flags & CHAIN_CUT))
		st->astray = !take_end(st);
	st->started = false;
}
