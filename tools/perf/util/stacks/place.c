// SPDX-License-Identifier: GPL-2.0-only
#include "util/stacks/place.h"

#include <assert.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/stacks/dso-numbers.h"

struct place_key {
	uint64_t addr;			/* symbol's start, or the address itself */
	const struct dso *dso;
	const char *text;
	const struct symbol *inlined;	/* the made up symbol, one for each name within a function */
	bool has_sym;
	bool by_address;
	bool is_caller;			/* with @by_address: lines of calls are others than those behind them */
	bool by_call;			/* with @by_address: FRAME_BY_CALL, whose address is none that was on the stack */
};

/* What is looked up, and where those that are known lie. */
struct place_lookup {
	const struct place_table *table;
	const struct place_key *key;
};

static inline struct place *place_of(const struct place_table *t, uint32_t id);

static inline bool place_numbers__is(uint32_t number, struct place_lookup l)
{
	const struct place *p = place_of(l.table, number - 1);
	const struct place_key *k = l.key;

	if (k->text || place__kind(p)->is_text)
		return k->text && place__kind(p)->is_text && !strcmp(k->text, place__kind(p)->text);
	if ((place__kind(p)->sym && !k->by_address ? place__kind(p)->sym->start : place__ip(p)) != k->addr)
		return false;
	if (place__kind(p)->by_address != k->by_address || (place__kind(p)->by_address && place__kind(p)->is_caller != k->is_caller) ||
	    place__dso(p) != k->dso || !!place__kind(p)->sym != k->has_sym ||
	    (place__kind(p)->by_address && place__kind(p)->by_call != k->by_call))
		return false;
	return (place__kind(p)->inlined ? place__kind(p)->sym : NULL) == k->inlined;
}

static inline uint64_t place_numbers__hash(struct place_lookup l)
{
	const struct place_key *k = l.key;

	if (k->text)
		return hash_str(k->text);
	return hash_combine(hash_combine(k->addr ^ (uintptr_t)k->inlined, (uintptr_t)k->dso),
			    (uint64_t)k->by_call << 3 | (uint64_t)k->is_caller << 2 | (uint64_t)k->has_sym << 1 | k->by_address);
}

/* That of the place with the @number, in the table of @l: its key was what find_or_add() was asked for. */
static inline uint64_t place_numbers__hash_of(uint32_t number, struct place_lookup l)
{
	const struct place *p = place_of(l.table, number - 1);
	const struct place_kind *kind = place__kind(p);
	struct place_key key = { .text = place__text(p) };

	if (!key.text)
		key = (struct place_key){
			.addr = kind->sym && !kind->by_address ? kind->sym->start : place__ip(p), .by_address = kind->by_address,
			.is_caller = kind->by_address && kind->is_caller, .dso = place__dso(p), .has_sym = kind->sym,
			.inlined = kind->inlined ? kind->sym : NULL, .by_call = kind->by_address && kind->by_call,
		};
	return place_numbers__hash((struct place_lookup){ l.table, &key });
}

HASH_NUMBERS(place_numbers, struct place_lookup)

/* Pages of places are taken from malloc together, as each by itself would need a second one to be aligned. */
#define PAGES		(PLACE_BLOCK / PLACE_PAGE)

#define NR_RECENT	64	/* a power of two */

struct place_table {
	bool by_address, tell_calls;
	bool others_frames;		/* place_table__leave_frames() */
	struct arena arena;
	struct place_kinds kinds;
	struct place_blocks blocks;
	size_t nr;
	struct place_numbers known;	/* id + 1 */
	struct dso_numbers dso_names;
	uint32_t recent[NR_RECENT];	/* kinds, + 1 */
};

static inline struct place_page *page_of(const struct place_table *t, size_t page)
{
	return (struct place_page *)(t->blocks.list[page / PAGES] + page % PAGES * PLACE_PAGE);
}

/* Places stay where they are. */
static inline struct place *place_of(const struct place_table *t, uint32_t id)
{
	return &page_of(t, id / PLACES)->places[id % PLACES];
}

struct place_table *place_table__new(bool by_address)
{
	struct place_table *t = xzalloc(sizeof(*t));

	t->by_address = by_address;
	return t;
}

void place_table__tell_calls(struct place_table *t)
{
	t->tell_calls = true;
}

void place_table__delete(struct place_table *t)
{
	if (!t)
		return;
	arena__exit(&t->arena);
	while (t->blocks.nr)
		free(t->blocks.list[--t->blocks.nr]);
	free(t->blocks.list);
	free(t->kinds.list);
	place_numbers__exit(&t->known);
	dso_numbers__exit(&t->dso_names);
	free(t);
}

void place_table__leave_frames(struct place_table *t)
{
	t->others_frames = true;
}

void place_table__seal(struct place_table *t)
{
	place_numbers__exit(&t->known);
}

static_assert(sizeof(struct place_page) <= PLACE_PAGE && sizeof(struct place_page) + sizeof(struct place) > PLACE_PAGE,
	      "a page is as full as can be");

static void add_page(struct place_table *t)
{
	size_t page = t->nr / PLACES;
	struct place_page *new;

	if (!(page % PAGES)) {
		GROW(t->blocks.list, t->blocks.nr, t->blocks.cap);
		t->blocks.list[t->blocks.nr++] = xaligned_alloc(PLACE_PAGE, PLACE_BLOCK);
	}
	new = page_of(t, page);
	new->kinds = &t->kinds;
	new->first = (uint32_t)t->nr;
	new->where = (uint32_t)(page * (PLACE_PAGE / 4));
}

/* The place of @key, or a new one with nothing but its number. */
static struct place *find_or_add(struct place_table *t, const struct place_key *key, bool *ret_new)
{
	uint32_t number = place_numbers__number(&t->known, (struct place_lookup){ t, key }, ret_new);
	struct place *p;

	if (!*ret_new)
		return place_of(t, number - 1);
	if (!(t->nr % PLACES))
		add_page(t);
	p = place_of(t, (uint32_t)t->nr++);
	*p = (struct place){ .mem_ip = 0 };
	return p;
}

static bool is_same(const struct place_kind *a, const struct place_kind *b)
{
	return a->lies_in == b->lies_in && a->sym == b->sym && a->dso_name == b->dso_name && a->cpumode == b->cpumode &&
	       a->level == b->level && a->src_index == b->src_index && a->inlined == b->inlined &&
	       a->by_address == b->by_address && a->by_call == b->by_call && a->has_call == b->has_call && a->is_caller == b->is_caller &&
	       a->in_file == b->in_file;
}

/* The number of a copy of @k that stays. */
static uint32_t add_kind(struct place_table *t, const struct place_kind *k)
{
	GROW(t->kinds.list, t->kinds.nr, t->kinds.cap);
	t->kinds.list[t->kinds.nr] = *k;
	return (uint32_t)t->kinds.nr++;
}

/* The same. Most addresses without a function lie in the same few mappings as those not long before. */
static uint32_t keep_kind(struct place_table *t, const struct place_kind *k)
{
	uint64_t hash = hash_combine((uintptr_t)k->lies_in, (uintptr_t)k->sym ^ k->is_caller);
	uint32_t *recent = &t->recent[hash % NR_RECENT];

	if (!*recent || !is_same(&t->kinds.list[*recent - 1], k))
		*recent = add_kind(t, k) + 1;
	return *recent - 1;
}

static const struct place *place_at(struct place_table *t, const struct frame *f, uint64_t ip,
				    bool by_address)
{
	const struct dso *dso = f->map ? f->map->dso : NULL;
	bool has_call = t->tell_calls && by_address && f->kind == FRAME_BY_CALL && f->call;
	struct place_key key = { .addr = f->sym && !by_address ? f->sym->start : has_call ? f->call : ip, .by_address = by_address,
				 .is_caller = by_address && f->is_caller, .dso = dso, .has_sym = f->sym,
				 .inlined = f->inlined ? f->sym : NULL, .by_call = by_address && f->kind == FRAME_BY_CALL };
	struct place_kind kind;
	struct place *p;
	bool is_new;

	p = find_or_add(t, &key, &is_new);
	/* A function is one place, whether an address in it was on the stack or only its call is known. */
	if (is_new || (place__kind(p)->by_call && f->kind != FRAME_BY_CALL)) {
		kind = (struct place_kind){
			.lies_in = f->map, .sym = f->sym, .dso_name = dso_numbers__get(&t->dso_names, &t->arena, dso), .cpumode = f->cpumode,
			.level = f->level, .src_index = f->src_index, .inlined = f->inlined, .by_address = by_address,
			.by_call = f->kind == FRAME_BY_CALL, .has_call = has_call, .is_caller = f->is_caller, .in_file = ip != f->ip,
		};
		p->mem_ip = has_call ? f->call : f->ip;
		p->kind = keep_kind(t, &kind);
	}
	return p;
}

const struct place *place_table__frame(struct place_table *t, const struct frame *f)
{
	const struct place *p = f->priv && !t->others_frames ? *f->priv : NULL;

	if (p)
		return p;
	p = f->kind == FRAME_GAP ? place_table__text(t, f->sym->name) : place_at(t, f, f->ip, t->by_address);
	if (f->priv && !t->others_frames)
		*f->priv = (void *)(uintptr_t)p;
	return p;
}

static const struct frame nothing = { .level = '.' };

const struct place *place_table__self(struct place_table *t, const struct frame *f)
{
	if (!f)
		return place_at(t, &nothing, 0, t->by_address);
	if (f->sym || !f->map)
		return place_table__frame(t, f);
	return place_at(t, f, map__to_dso(f->map, f->ip), t->by_address);
}

const struct place *place_table__address(struct place_table *t, const struct frame *f)
{
	return place_at(t, f, f->ip, true);
}

const struct place *place_table__self_address(struct place_table *t, const struct frame *f)
{
	if (!f)
		return place_at(t, &nothing, 0, true);
	return place_at(t, f, f->sym || !f->map ? f->ip : map__to_dso(f->map, f->ip), true);
}

const struct place *place_table__text(struct place_table *t, const char *text)
{
	struct place_key key = { .text = text };
	struct place_kind kind;
	struct place *p;
	bool is_new;

	p = find_or_add(t, &key, &is_new);
	if (is_new) {
		kind = (struct place_kind){ .text = arena__strdup(&t->arena, text), .is_text = true, .level = '.' };
		p->kind = add_kind(t, &kind);
	}
	return p;
}

const struct place *place_table__get(const struct place_table *t, uint32_t id)
{
	return place_of(t, id);
}

const struct place_blocks *place_table__blocks(const struct place_table *t)
{
	return &t->blocks;
}

size_t place_table__nr(const struct place_table *t)
{
	return t->nr;
}
