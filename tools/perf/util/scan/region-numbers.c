// SPDX-License-Identifier: GPL-2.0-only
/* Numbers that threads have given to halves and kinds, and what they become: those of the scan. */
#include <stdlib.h>
#include <string.h>

#include "util/scan/regions.h"

/* --- in a thread ------------------------------------------------------------------------------------ */

void thread_known__exit(struct thread_known *known)
{
	raw_halves__exit(&known->halves);
	sample_kinds__exit(&known->kinds);
}

void region__begin_numbers(struct region *r, struct thread_known *known)
{
	r->new = (struct region_new){ .begins_anew = !known->halves.nr && !known->kinds.nr_parts };
	if (known->halves.nr + known->kinds.nr + known->kinds.nr_parts > known->most) {
		raw_halves__empty(&known->halves);
		sample_kinds__empty(&known->kinds);
		r->new.begins_anew = true;
	}
	/* How many there were. */
	r->new.nr_halves = known->halves.nr;
	r->new.nr_parts = known->kinds.nr_parts;
	r->new.nr_kinds = known->kinds.nr;
	r->stitch->halves = known->halves;
	r->stitch->kinds = known->kinds;
}

/* The list of what is behind the first *@nr of @all, which becomes how many that are. */
#define COPY_NEW(list, all, nr)	((nr) = (all) - (nr), (nr) ? xmemdup((list) + (all) - (nr), (nr) * sizeof(*(list))) : NULL)

void region__end_numbers(struct region *r, struct thread_known *known)
{
	struct region_new *new = &r->new;

	known->halves = r->stitch->halves;
	known->kinds = r->stitch->kinds;
	r->stitch->halves = (struct raw_halves){ .nr = 0 };
	r->stitch->kinds = (struct sample_kinds){ .nr = 0 };
	new->halves = COPY_NEW(known->halves.list, known->halves.nr, new->nr_halves);
	new->parts = COPY_NEW(known->kinds.parts, known->kinds.nr_parts, new->nr_parts);
	new->kinds = COPY_NEW(known->kinds.list, known->kinds.nr, new->nr_kinds);
}

/* --- in the walk ------------------------------------------------------------------------------------ */

void thread_numbers__exit(struct thread_numbers *n)
{
	free(n->halves);
	free(n->half_numbers);
	free(n->parts);
	free(n->kinds);
	free(n->kind_numbers);
	free(n->near);
	*n = (struct thread_numbers){ .nr_halves = 0 };
}

/* Takes the @nr things of @size bytes each at @from behind the @have in @list, and frees @from. Returns the new list. */
static void *take_list(void *list, size_t have, void *from, size_t nr, size_t size)
{
	if (!nr)
		return list;
	list = xreallocarray(list, have + nr, size);
	memcpy((char *)list + have * size, from, nr * size);
	free(from);
	return list;
}

/* The same for what belongs to them and is not known yet, which bytes with this @value say. */
static uint32_t *take_unknown(uint32_t *list, size_t have, size_t nr, int value)
{
	if (!nr)
		return list;
	list = xreallocarray(list, have + nr, sizeof(*list));
	memset(list + have, value, nr * sizeof(*list));
	return list;
}

void region__take_numbers(struct region *r)
{
	struct thread_numbers *n = r->numbers;
	struct region_new *new = &r->new;

	if (new->begins_anew) {
		n->nr_halves = n->nr_parts = n->nr_kinds = 0;
		n->gaps = false;
	}
	n->halves = take_list(n->halves, n->nr_halves, new->halves, new->nr_halves, sizeof(*n->halves));
	n->half_numbers = take_unknown(n->half_numbers, n->nr_halves, new->nr_halves, 0);
	n->parts = take_list(n->parts, n->nr_parts, new->parts, new->nr_parts, sizeof(*n->parts));
	n->kinds = take_list(n->kinds, n->nr_kinds, new->kinds, new->nr_kinds, sizeof(*n->kinds));
	/* Number 0 is no kind: these have a place for it. */
	n->kind_numbers = take_unknown(n->kind_numbers, n->nr_kinds + !!n->nr_kinds, new->nr_kinds + !n->nr_kinds, 0);
	n->near = take_unknown(n->near, n->nr_kinds + !!n->nr_kinds, new->nr_kinds + !n->nr_kinds, -1);
	r->first_half = n->nr_halves;
	n->nr_halves += new->nr_halves;
	n->nr_parts += new->nr_parts;
	n->nr_kinds += new->nr_kinds;
	*new = (struct region_new){ .nr_halves = 0 };
}

void region__leave_numbers(struct region *r)
{
	r->numbers->gaps |= r->next != r->nr;
}

uint32_t thread_numbers__half(struct thread_numbers *n, struct stitch *st, uint32_t half)
{
	uint32_t *number = &n->half_numbers[half - 1];

	if (!*number)
		*number = raw_halves__number(&st->halves, n->halves[half - 1].ips, n->halves[half - 1].nr);
	return *number;
}

/* Records of a region have halves with numbers of the thread, and samples never have reasons. */
uint32_t thread_numbers__kind(struct thread_numbers *n, struct stitch *st, uint32_t number)
{
	const struct sample_kind kind = number ? n->kinds[number - 1] : (struct sample_kind){ .part = 0 };
	uint32_t ret = 0;

	if (n->kind_numbers[number])
		return n->kind_numbers[number] - 1;
	if (kind.part)
		ret = sample_kinds__plain(&st->kinds, &n->parts[kind.part - 1]);
	if (kind.user != NOT_WAITING)
		ret = sample_kinds__with(&st->kinds, ret, thread_numbers__half(n, st, kind.user));
	n->kind_numbers[number] = ret + 1;
	if (ret < JOINED_HALF >> NEAR_BITS)
		n->near[number] = ret << NEAR_BITS;
	return ret;
}
