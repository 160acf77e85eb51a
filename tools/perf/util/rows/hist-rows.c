// SPDX-License-Identifier: GPL-2.0-only
#include "util/rows/hist-rows.h"

#include "util/base/alloc.h"
#include "util/base/hash.h"

/* The row that @like would be in @hist. */
struct row_key {
	const struct hist *hist;
	const struct hist_entry *like;
	uint64_t but_place;		/* columns__hash_but_place() */
};

static struct row_key key_of(const struct hist *h, const struct hist_entry *e)
{
	return (struct row_key){ h, e, columns__hash_but_place(h->hists->columns, h, e) };
}

static inline uint64_t row_numbers__hash(struct row_key k)
{
	return columns__hash(k.hist->hists->columns, k.hist, k.like, k.but_place) ^ k.like->filtered;
}

static inline bool row_numbers__is(uint32_t number, struct row_key k)
{
	const struct hist_entry *e = hist__row(k.hist, number - 1);

	return e->filtered == k.like->filtered && !columns__compare(k.hist->hists->columns, k.hist, e, k.like);
}

static inline uint64_t row_numbers__hash_of(uint32_t number, struct row_key any)
{
	return row_numbers__hash(key_of(any.hist, hist__row(any.hist, number - 1)));
}

HASH_NUMBERS_FUNCTIONS(row_numbers, struct row_key)

/* How a row shows where its code runs is what the first event of the group says that has it. */
uint32_t hist_rows__number_of(struct hist *h, const struct hist_entry *like, uint64_t but_place, bool *ret_new)
{
	uint32_t number = row_numbers__number(&h->known, (struct row_key){ h, like, but_place }, ret_new) - 1;
	struct hist_entry *e;

	if (*ret_new) {
		hist__add_row(h, like)->common = NULL;
	} else if (h->nr_members > 1) {
		e = hist__row(h, number);
		if (like->level_of < e->level_of) {
			e->level = like->level;
			e->level_of = like->level_of;
		}
	}
	return number;
}

uint32_t hist_rows__number(struct hist *h, const struct hist_entry *like)
{
	bool is_new;

	return hist_rows__number_of(h, like, columns__hash_but_place(h->hists->columns, h, like), &is_new);
}

struct hist_entry *hist_rows__find_or_add(struct hist *h, const struct hist_entry *like)
{
	return hist__row(h, hist_rows__number(h, like));
}

const struct hist_entry *hist_rows__find(const struct hist *h, const struct hist_entry *like)
{
	uint32_t number = row_numbers__find(&h->known, key_of(h, like));

	return number ? hist__row(h, number - 1) : NULL;
}

void hist_rows__keep(struct hist *h, uint32_t *numbers)
{
	size_t nr = h->nr, i;
	bool is_new;

	row_numbers__empty(&h->known);
	h->nr = 0;
	for (i = 0; i < nr; i++) {
		struct hist_entry e = *hist__row(h, (uint32_t)i);

		if (!numbers[i])
			continue;
		(void)row_numbers__number(&h->known, key_of(h, &e), &is_new);
		numbers[i] = (uint32_t)h->nr;
		*hist__row(h, (uint32_t)h->nr++) = e;
	}
}

/* Most rows are of the same few tasks as those not long before. */
const struct row_origin *hist_rows__origin(struct hists *h, const struct row_origin *o)
{
	uint64_t hash = hash_combine((uint64_t)o->tid << 32 | o->cpu, (uintptr_t)o->comm ^ (uintptr_t)o->cells);
	const struct row_origin **recent = &h->recent_origins[hash % HISTS_NR_RECENT], *r = *recent;

	if (!r || r->comm != o->comm || r->cells != o->cells || r->machine != o->machine || r->pid != o->pid ||
	    r->tid != o->tid || r->cpu != o->cpu)
		*recent = arena__memdup(&h->arena, o, sizeof(*o));
	return *recent;
}

/* Rows have so many chains at least, once they have a list, which doubles its room whenever it is full. */
#define LEAST_REFS	4

struct listed_ref *hist_rows__new_ref(struct row_common *c)
{
	uint32_t nr = c->nr_refs++;

	if (!nr)
		c->refs = xcalloc(LEAST_REFS, sizeof(*c->refs));
	else if (nr >= LEAST_REFS && !(nr & (nr - 1)))
		c->refs = xreallocarray(c->refs, 2 * (size_t)nr, sizeof(*c->refs));
	return &c->refs[nr];
}

struct row_common *hist_rows__new_common(struct hist *h, struct hist_entry *e, const struct row_origin *origin)
{
	struct row_common *c = arena__zalloc(&h->hists->arena, sizeof(*c));

	c->origin = hist_rows__origin(h->hists, origin);
	c->places = place_table__blocks(h->hists->places);
	c->self = h->nothing;
	e->common = c;
	return c;
}

/* There are no details where rows share their numbers. */
static struct hist_stat *copy_stats(const struct hist *h, const struct hist_stat *stats, struct arena *arena)
{
	return arena__memdup(arena, stats, h->nr_members * sizeof(*stats));
}

struct row_common *hist_rows__own_common(const struct hist *h, struct hist_entry *e, struct arena *arena)
{
	struct row_common *c = (struct row_common *)(uintptr_t)e->common;
	const struct hist_stat *self = c->self, *acc = c->acc;

	if (!e->shared)
		return c;
	c = arena__memdup(arena, c, sizeof(*c));
	if (self != h->nothing)
		c->self = copy_stats(h, self, arena);
	if (acc)
		c->acc = acc == self ? c->self : copy_stats(h, acc, arena);
	e->common = c;
	e->shared = false;
	return c;
}

struct hist_stat *hist_rows__own_stats(const struct hist *h, struct row_common *c, struct arena *arena)
{
	if (c->self == h->nothing) {
		c->self = hist__new_stats(h, arena);
		/* As long as it is nobody's caller, the numbers with callees are the same and not kept twice. */
		if (h->hists->opts.children && !c->acc)
			c->acc = h->hists->details ? hist__new_stats(h, arena) : c->self;
	}
	return c->self;
}

struct hist_stat *hist_rows__caller_stats(const struct hist *h, struct row_common *c, struct arena *arena)
{
	if (!c->acc)
		c->acc = hist__new_stats(h, arena);
	else if (c->acc == c->self)
		c->acc = copy_stats(h, c->self, arena);
	return c->acc;
}

struct hist_stat *hist__new_stats(const struct hist *h, struct arena *arena)
{
	struct hist_stat *stats = arena__zalloc(arena, h->nr_members * sizeof(*stats));
	unsigned int i;

	for (i = 0; h->hists->details && i < h->nr_members; i++)
		stats[i].detail = arena__zalloc(arena, sizeof(*stats[i].detail));
	return stats;
}

struct hist_entry *hist__add_row(struct hist *h, const struct hist_entry *like)
{
	struct hist_entry *e;

	if (h->nr == h->nr_pieces * HIST_PIECE) {
		GROW(h->pieces, h->nr_pieces, h->cap_pieces);
		h->pieces[h->nr_pieces++] = arena__alloc(h->arena, HIST_PIECE * sizeof(*e));
	}
	e = hist__row(h, (uint32_t)h->nr++);
	*e = *like;
	return e;
}
