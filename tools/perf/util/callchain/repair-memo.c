// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/repair-memo.h"

#include <string.h>

#include "util/base/alloc.h"

#define MAX_BYTES	((size_t)16 << 20)
/* Ways to come to one place that are compared. */
#define MAX_WAYS	16

struct way {
	struct way *next;		/* another one with the same hash */
	const void *space;
	struct repair_input in;		/* its entries are kept; no stack */
	const struct repair_read *reads;
	size_t nr_reads;
	struct repair repair;		/* its entries are the memo's */
};

static uint64_t hash_of(const struct repair_input *in, const void *space)
{
	uint64_t h = hash_combine(hash_combine(in->sp, in->fp), (uintptr_t)space);

	return hash_words(in->ips, in->nr, hash_combine(h, in->stack_size));
}

static bool same(const struct way *w, const struct repair_input *in, const void *space)
{
	const struct repair_input *a = &w->in;
	size_t i;

	if (w->space != space || a->sp != in->sp || a->fp != in->fp || a->has_lr != in->has_lr || a->lr != in->lr ||
	    a->ra_mask != in->ra_mask || a->swap != in->swap || a->narrow != in->narrow || a->stack_size != in->stack_size ||
	    a->max != in->max || a->nr != in->nr || memcmp(a->ips, in->ips, in->nr * sizeof(*in->ips)))
		return false;
	for (i = 0; i < w->nr_reads; i++)
		if (repair_input__raw_word(in, (const char *)in->stack + w->reads[i].at) != w->reads[i].word)
			return false;
	return true;
}

static void forget(struct repair_memo *m)
{
	repair_entries__exit(&m->entries);
	arena__exit(&m->arena);
}

static struct repair *remember(struct repair_memo *m, uint64_t hash, const struct repair_input *in, const void *space)
{
	struct way *first, *w;

	if (m->arena.total > MAX_BYTES)
		forget(m);
	first = repair_entries__find(&m->entries, hash);
	w = arena__alloc(&m->arena, sizeof(*w));
	*w = (struct way){ .next = first, .space = space, .in = *in, .nr_reads = m->reads.nr, .repair = m->scratch };
	w->in.stack = NULL;
	w->in.ips = arena__memdup(&m->arena, in->ips, in->nr * sizeof(*in->ips));
	w->reads = arena__memdup(&m->arena, m->reads.list, m->reads.nr * sizeof(*m->reads.list));
	w->repair.ips = arena__memdup(&m->arena, m->scratch.ips, m->scratch.nr * sizeof(*m->scratch.ips));
	repair_entries__set(&m->entries, hash, w);
	return &w->repair;
}

struct repair *repair_memo__run(struct repair_memo *m, const struct repair_input *in, const void *space, bool *ret_new)
{
	uint64_t hash = hash_of(in, space);
	struct repair_input with_reads = *in;
	struct way *w;
	size_t ways = 0;

	*ret_new = false;
	for (w = repair_entries__find(&m->entries, hash); w; w = w->next, ways++)
		if (same(w, in, space)) {
			m->hits++;
			return &w->repair;
		}
	*ret_new = true;
	m->reads.nr = 0;
	m->reads.too_many = false;
	with_reads.reads = &m->reads;
	repair__run(&m->scratch, &with_reads);
	return m->reads.too_many || ways >= MAX_WAYS ? &m->scratch : remember(m, hash, in, space);
}

void repair_memo__exit(struct repair_memo *m)
{
	forget(m);
	repair__exit(&m->scratch);
}
