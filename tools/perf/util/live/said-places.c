// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/said-places.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/pair-map.h"

/* So many places are remembered, in some 40 MB. */
#define MAX_SAID	((size_t)1 << 19)

struct said {
	uint64_t digest, since, owner;
};

static uint64_t add_row(uint64_t digest, const struct unwind_row *row)
{
	const struct unwind_expr *exprs[] = { row->cfa_expr, row->ra.expr, row->fp.expr, row->base_reg.expr };
	struct unwind_row bare;
	size_t i;

	/* No byte between the members differs in rows of equal content: row-pool.h. */
	memcpy(&bare, row, sizeof(bare));
	bare.cfa_expr = bare.ra.expr = bare.fp.expr = bare.base_reg.expr = NULL;
	digest = hash_bytes(&bare, sizeof(bare), digest);
	for (i = 0; i < ARRAY_SIZE(exprs); i++)
		if (exprs[i])
			digest = hash_bytes(exprs[i], sizeof(*exprs[i]), hash_combine(digest, i));
	return digest;
}

static uint64_t digest_of(const struct live_answer *a)
{
	uint64_t digest = add_row((uint64_t)a->is_return | (uint64_t)a->is_leaving << 1 | (uint64_t)a->is_entry << 2, a->row);

	return a->before ? add_row(digest, a->before) : digest;
}

uint64_t said_places__since(struct said_places *p, uint64_t place, const struct live_answer *answer, uint64_t owner, uint64_t round)
{
	uint64_t digest = digest_of(answer);
	struct said *s = said_map__find(&p->map, place);

	if (!s) {
		if (p->map.nr >= MAX_SAID)
			said_places__exit(p);
		s = arena__zalloc(&p->arena, sizeof(*s));
		said_map__set(&p->map, place, s);
	}
	if (s->owner != owner || s->digest != digest)
		*s = (struct said){ .digest = digest, .since = round, .owner = owner };
	return s->since;
}

void said_places__exit(struct said_places *p)
{
	said_map__exit(&p->map);
	arena__exit(&p->arena);
}
