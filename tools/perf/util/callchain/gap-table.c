// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/gap-table.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

static inline uint64_t gap_rows__hash(const struct frame *f)
{
	return hash_combine((uintptr_t)f->sym, f->map ? (uintptr_t)f->map->dso : 0);
}

static inline bool gap_rows__is(const struct gap_row *r, const struct frame *f)
{
	return r->sym == f->sym && r->dso == (f->map ? f->map->dso : NULL);
}

HASH_SET_FUNCTIONS(gap_rows, const struct frame *, struct gap_row *)

void gap_table__exit(struct gap_table *t)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		free(t->rows[i]);
	free(t->rows);
	gap_rows__exit(&t->by_function);
	*t = (struct gap_table){ 0 };
}

static struct gap_row *row_of(struct gap_table *t, const struct frame *f)
{
	struct gap_row **r = gap_rows__place(&t->by_function, f);

	if (!*r) {
		*r = xzalloc(sizeof(**r));
		**r = (struct gap_row){ .sym = f->sym, .dso = f->map ? f->map->dso : NULL };
		GROW(t->rows, t->nr, t->cap);
		t->rows[t->nr++] = *r;
	}
	return *r;
}

void gap_table__add(struct gap_table *t, const struct chain_half *user, uint64_t nr)
{
	const struct frame *before = NULL;
	uint32_t i;

	if (user->callers == CHAIN_CALLERS_NOT_ASKED)
		return;
	t->stacks += nr;
	t->callers[user->callers] += nr;
	t->named += nr * user->nr_by_call;
	t->gaps += nr * user->nr_gaps;
	for (i = 0; user->nr_gaps + user->nr_by_call && i < user->nr; i++) {
		const struct frame *f = user->frames[i];

		if (f->kind == FRAME_GAP)
			row_of(t, f->behind)->missing += nr;
		else if (f->kind == FRAME_BY_CALL && before && before->kind == FRAME_CODE)
			row_of(t, before)->named += nr;
		before = f;
	}
}

static int by_missing(const void *a, const void *b)
{
	const struct gap_row *x = *(const struct gap_row *const *)a, *y = *(const struct gap_row *const *)b;
	int c;

	if (x->missing != y->missing)
		return x->missing < y->missing ? 1 : -1;
	if (x->named != y->named)
		return x->named < y->named ? 1 : -1;
	c = strcmp(x->sym ? x->sym->name : "", y->sym ? y->sym->name : "");
	return c ? c : strcmp(x->dso ? x->dso->long_name : "", y->dso ? y->dso->long_name : "");
}

void gap_table__sort(struct gap_table *t)
{
	if (t->nr)
		qsort(t->rows, t->nr, sizeof(*t->rows), by_missing);
}
