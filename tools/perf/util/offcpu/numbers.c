// SPDX-License-Identifier: GPL-2.0-only
#include "util/offcpu/numbers.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/base/hash.h"

/* No kernel counts this far: such a number is damage, and must not become another thread's. */
#define MOST_THREADS	100000000U

/* A thread that has a number of the kernel, from its first sign to its last. */
struct life {
	uint64_t from, to;		/* ns: the first and the last word of it that counts; @to: its end, if @dead */
	uint32_t tid;			/* what it goes by, if @own */
	uint32_t ran_as;		/* what ran where it should have run; 0: nothing did */
	bool own;			/* its own samples say so */
	bool dead;			/* its end was seen */
	bool in_doubt;			/* more than one ran where it should have run */
};

struct lives {
	struct life *list;		/* in the order of time */
	size_t nr, cap;
};

U64_MAP(lives_of, struct lives *)

struct thread_numbers {
	struct lives_of lives;		/* the kernel's number -> struct lives * */
	struct u64num own;		/* the numbers of the namespace that threads' own samples have -> 1 */
	struct numbers_stats stats;
};

struct thread_numbers *numbers__new(void)
{
	return xzalloc(sizeof(struct thread_numbers));
}

void numbers__delete(struct thread_numbers *n)
{
	size_t i;

	if (!n)
		return;
	HASH_EACH(&n->lives, i) {
		free(n->lives.slots[i].val->list);
		free(n->lives.slots[i].val);
	}
	lives_of__exit(&n->lives);
	u64num__exit(&n->own);
	free(n);
}

static struct life *begin(struct lives *l, uint64_t time)
{
	GROW(l->list, l->nr, l->cap);
	l->list[l->nr] = (struct life){ .from = time, .to = time };
	return &l->list[l->nr++];
}

/* Who has the number @global now. */
static struct life *now(struct thread_numbers *n, uint32_t global, uint64_t time)
{
	struct lives *l = lives_of__find(&n->lives, global);

	if (!l) {
		l = xzalloc(sizeof(*l));
		lives_of__set(&n->lives, global, l);
	}
	return l->nr && !l->list[l->nr - 1].dead ? &l->list[l->nr - 1] : begin(l, time);
}

static bool is_thread(uint32_t global)
{
	return global && global < MOST_THREADS;
}

void numbers__own(struct thread_numbers *n, uint32_t global, uint32_t tid, uint64_t time)
{
	struct life *life;

	if (!is_thread(global) || numbers__is_foreign(tid))
		return;
	life = now(n, global, time);
	/* It is another thread's number, and the end of the one before was not seen: somewhere between their samples. */
	if (life->own && life->tid != tid)
		life = begin(lives_of__find(&n->lives, global), time);
	life->own = true;
	life->tid = tid;
	life->to = time;
	if (tid)
		u64num__set(&n->own, tid, 1);
}

void numbers__seen(struct thread_numbers *n, uint32_t global, uint64_t time)
{
	if (is_thread(global))
		(void)now(n, global, time);
}

void numbers__died(struct thread_numbers *n, uint32_t global, uint64_t time)
{
	struct life *life;

	if (!is_thread(global))
		return;
	life = now(n, global, time);
	life->to = time;
	life->dead = true;
}

void numbers__ran(struct thread_numbers *n, uint32_t global, uint32_t tid, uint64_t time)
{
	struct life *life;

	if (!is_thread(global) || !tid || numbers__is_foreign(tid))
		return;
	life = now(n, global, time);
	life->in_doubt |= life->ran_as && life->ran_as != tid;
	life->ran_as = tid;
}

static void settle(struct thread_numbers *n, struct life *life)
{
	/* Where a switch is missing, another thread runs than the one that came: that one has samples of its own. */
	if (!life->own && life->ran_as && !life->in_doubt && !u64num__find(&n->own, life->ran_as)) {
		life->tid = life->ran_as;
		life->own = true;
	}
	n->stats.inside += life->own && life->tid;
	n->stats.outside += life->own && !life->tid;
	n->stats.not_known += !life->own;
}

const struct numbers_stats *numbers__finish(struct thread_numbers *n)
{
	size_t i, k;

	HASH_EACH(&n->lives, i)
		for (k = 0; k < n->lives.slots[i].val->nr; k++)
			settle(n, &n->lives.slots[i].val->list[k]);
	return &n->stats;
}

/* The first one that has not ended at @time, or the last one. */
static size_t find(const struct lives *l, uint64_t time)
{
	return BISECT(l->nr - 1, mid, l->list[mid].to < time);
}

uint32_t numbers__of(const struct thread_numbers *n, uint32_t global, uint64_t time)
{
	const struct lives *l;
	const struct life *life;
	size_t i;

	if (!global)
		return 0;
	l = is_thread(global) ? lives_of__find(&n->lives, global) : NULL;
	if (!l)
		return NUMBERS_NOT_KNOWN + (is_thread(global) ? global : 0);
	i = find(l, time);
	life = &l->list[i];
	/* Between two threads with this number, where the end of the first was not seen: it may be either. */
	if (!life->own || (i && time < life->from && !life[-1].dead))
		return NUMBERS_NOT_KNOWN + global;
	return life->tid ? life->tid : NUMBERS_OUTSIDE + global;
}
