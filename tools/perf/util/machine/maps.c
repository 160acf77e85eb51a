// SPDX-License-Identifier: GPL-2.0-only
/* One version of an address space, and how the next one is made of it. All versions: maps-history.c. */
#include "util/machine/maps.h"

#include "util/base/hash.h"
#include "util/base/random.h"

static inline uint64_t known_maps__hash(const struct map *m)
{
	return hash_combine(hash_combine((uintptr_t)m->dso ^ m->start, m->end), m->pgoff ^ (uint64_t)m->prot << 32 ^ m->flags);
}

static inline bool known_maps__is(const struct map *m, const struct map *key)
{
	return m->start == key->start && m->end == key->end && m->pgoff == key->pgoff && m->prot == key->prot && m->flags == key->flags &&
	       m->dso == key->dso;
}

HASH_SET_FUNCTIONS(known_maps, const struct map *, const struct map *)

void maps_pool__init(struct maps_pool *pool)
{
	/* A file must not be able to foresee the priorities; any value is good enough otherwise. */
	*pool = (struct maps_pool){ .random = hash_seed[0] };
}

void maps_pool__exit(struct maps_pool *pool)
{
	known_maps__exit(&pool->known);
	arena__exit(&pool->arena);
}

/* What of @map lies in [@start, @end). */
static const struct map *map__piece(struct maps_pool *pool, const struct map *map, uint64_t start,
				    uint64_t end)
{
	struct map piece = *map;
	const struct map **known;

	piece.pgoff += start - map->start;
	piece.start = start;
	piece.end = end;
	known = known_maps__place(&pool->known, &piece);
	if (!*known)
		*known = arena__memdup(&pool->arena, &piece, sizeof(piece));
	return *known;
}

static struct maps *node__new(struct maps_pool *pool, uint32_t epoch, const struct map *map,
			      uint64_t start, uint64_t end)
{
	struct maps *n = arena__alloc(&pool->arena, sizeof(*n));

	*n = (struct maps){ .map = map__piece(pool, map, start, end),
			    .prio = (uint32_t)random__next(&pool->random), .epoch = epoch };
	return n;
}

/* The node to change in @epoch: @n itself, or a copy. */
static struct maps *own(struct maps_pool *pool, uint32_t epoch, struct maps *n)
{
	if (n->epoch == epoch)
		return n;
	n = arena__memdup(&pool->arena, n, sizeof(*n));
	n->epoch = epoch;
	return n;
}

/* Maps that begin before @key go to @lo, the others to @hi. */
static void split(struct maps_pool *pool, uint32_t epoch, struct maps *n, uint64_t key,
		  struct maps **lo, struct maps **hi)
{
	while (n) {
		n = own(pool, epoch, n);
		if (n->map->start < key) {
			*lo = n;
			lo = &n->right;
			n = n->right;
		} else {
			*hi = n;
			hi = &n->left;
			n = n->left;
		}
	}
	*lo = *hi = NULL;
}

/* All of @a lies below all of @b. */
static struct maps *merge(struct maps_pool *pool, uint32_t epoch, struct maps *a, struct maps *b)
{
	struct maps *root, **slot = &root;

	while (a && b) {
		if (a->prio > b->prio) {
			*slot = a = own(pool, epoch, a);
			slot = &a->right;
			a = a->right;
		} else {
			*slot = b = own(pool, epoch, b);
			slot = &b->left;
			b = b->left;
		}
	}
	*slot = a ? a : b;
	return root;
}

static const struct map *last_map(const struct maps *n)
{
	while (n && n->right)
		n = n->right;
	return n ? n->map : NULL;
}

/* The last map of @root ends at @end from now on. */
static struct maps *cut_last(struct maps_pool *pool, uint32_t epoch, struct maps *root, uint64_t end)
{
	struct maps *n, **slot = &root;

	for (;; slot = &n->right) {
		*slot = n = own(pool, epoch, *slot);
		if (!n->right)
			break;
	}
	n->map = map__piece(pool, n->map, n->map->start, end);
	return root;
}

struct maps *maps__insert(struct maps_pool *pool, uint32_t epoch, struct maps *root, const struct map *map)
{
	struct maps *lo, *under, *hi;
	const struct map *below, *last;

	split(pool, epoch, root, map->start, &lo, &hi);
	split(pool, epoch, hi, map->end, &under, &hi);
	below = last_map(lo);
	/* Only one map can reach beyond the new one's end: the last that begins before it. */
	last = under ? last_map(under) : below;
	if (last && last->end > map->end)
		hi = merge(pool, epoch, node__new(pool, epoch, last, map->end, last->end), hi);
	if (below && below->end > map->start)
		lo = cut_last(pool, epoch, lo, map->start);
	lo = merge(pool, epoch, lo, node__new(pool, epoch, map, map->start, map->end));
	return merge(pool, epoch, lo, hi);
}

struct maps *maps__remove(struct maps_pool *pool, uint32_t epoch, struct maps *root, uint64_t start)
{
	struct maps *lo, *gone, *hi;

	split(pool, epoch, root, start, &lo, &hi);
	if (start < UINT64_MAX)
		split(pool, epoch, hi, start + 1, &gone, &hi);
	return merge(pool, epoch, lo, hi);
}

const struct map *maps__find(const struct maps *maps, uint64_t addr)
{
	const struct map *best = NULL;

	while (maps) {
		if (addr < maps->map->start) {
			maps = maps->left;
		} else {
			best = maps->map;
			maps = maps->right;
		}
	}
	return best && addr < best->end ? best : NULL;
}

/* As deep as the tree, which is balanced whatever the file says (see maps_pool__init()). */
int maps__for_each(const struct maps *maps, int (*fn)(const struct map *map, void *ctx), void *ctx)
{
	int ret;

	for (; maps; maps = maps->right) {
		ret = maps__for_each(maps->left, fn, ctx);
		if (!ret)
			ret = fn(maps->map, ctx);
		if (ret)
			return ret;
	}
	return 0;
}
