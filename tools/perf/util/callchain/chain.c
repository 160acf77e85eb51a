// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two tables: halves by (ips, maps, mode), whose memory is bounded, and frames (chain-frames.c), which stay, unless the consumer keeps none
 * of them: then they go with the halves, but for those that are of code, whatever the process.
 *
 * When halves take too much, the consumer folds what it has of them and a new generation begins. The
 * old one stays until the next flush, because a sample's first half may have been looked up just
 * before its second one caused the flush.
 */
#include "util/callchain/chain.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/callchain/chain-internal.h"

#define DEFAULT_MAX_BYTES	((size_t)48 << 20)

static inline uint64_t half_set__hash(const struct half_entry *e)
{
	return e->hash;
}

static inline bool half_set__is(const struct half_entry *a, const struct half_entry *b)
{
	return a->nr_ips == b->nr_ips && a->user == b->user && a->cpumode == b->cpumode &&
	       a->flags == b->flags && a->machine == b->machine &&
	       a->kernel.fixed == b->kernel.fixed && a->kernel.ksymbols == b->kernel.ksymbols &&
	       (!a->nr_ips || !memcmp(a->ips, b->ips, a->nr_ips * sizeof(*a->ips)));
}

HASH_SET_FUNCTIONS(half_set, const struct half_entry *, struct half_entry *)

struct chain_cache *chain_cache__new(const struct chain_cache_ops *ops, void *ctx, size_t max_bytes)
{
	struct chain_cache *cache = xzalloc(sizeof(*cache));

	cache->ops = ops;
	cache->ctx = ctx;
	cache->with_frames = ops && ops->frames_go ? &cache->now : &cache->lasting;
	cache->max_bytes = (max_bytes ? max_bytes : DEFAULT_MAX_BYTES) / 2;
	return cache;
}

void chain_cache__set_code(struct chain_cache *cache, struct dso_code *code)
{
	cache->code = code;
}

void chain_cache__frames_by_code(struct chain_cache *cache)
{
	cache->by_code = true;
}

static void free_half_privs(struct chain_cache *cache, struct generation *gen)
{
	size_t i;

	if (!cache->ops || !cache->ops->free_half_priv)
		return;
	HASH_EACH(&gen->halves, i) {
		struct half_entry *e = gen->halves.slots[i].val;

		if (e->priv)
			cache->ops->free_half_priv(e->priv);
		e->priv = NULL;
	}
}

static void free_frame_priv(const struct chain_cache *cache, const struct frame_entry *e)
{
	uint8_t n;

	if (e->priv)
		cache->ops->free_frame_priv(e->priv);
	for (n = 0; n < e->nr_inlined; n++)
		if (e->inlined[n].priv)
			cache->ops->free_frame_priv(e->inlined[n].priv);
}

static void free_frame_privs(struct chain_cache *cache, struct generation *gen)
{
	size_t i;

	if (!cache->ops || !cache->ops->free_frame_priv)
		return;
	HASH_EACH(&gen->frames, i)
		free_frame_priv(cache, gen->frames.slots[i].val);
	HASH_EACH(&gen->code, i)
		free_frame_priv(cache, gen->code.slots[i].val);
	HASH_EACH(&gen->made, i)
		free_frame_priv(cache, gen->made.slots[i].val);
}

static void drop_generation(struct chain_cache *cache, struct generation *gen)
{
	free_half_privs(cache, gen);
	free_frame_privs(cache, gen);
	half_set__exit(&gen->halves);
	frame_set__exit(&gen->frames);
	code_set__exit(&gen->code);
	made_frames__exit(&gen->made);
	arena__exit(&gen->arena);
}

void chain_cache__delete(struct chain_cache *cache)
{
	if (!cache)
		return;
	drop_generation(cache, &cache->now);
	drop_generation(cache, &cache->old);
	drop_generation(cache, &cache->lasting);
	inlined_syms__exit(&cache->inlined_syms);
	infer__delete(cache->infer);
	free(cache->scratch);
	free(cache);
}

void chain_cache__freeze(struct chain_cache *cache)
{
	cache->frozen = true;
}

void chain_cache__add_frame(struct chain_cache *cache, const struct frame *frame)
{
	GROW(cache->scratch, cache->nr_scratch, cache->cap_scratch);
	cache->scratch[cache->nr_scratch++] = frame;
}

void chain_cache__add_entry(struct chain_cache *cache, struct frame_entry *e)
{
	uint8_t i;

	if (!e->looked_up)
		chain_cache__find_inlined(cache, e);
	for (i = 0; i < e->nr_inlined; i++)
		chain_cache__add_frame(cache, &e->inlined[i].frame);
	chain_cache__add_frame(cache, &e->frame);
}

/* Has it ips that switch the mode? */
static bool has_markers(const uint64_t *ips, size_t nr)
{
	uint64_t any = 0;
	size_t i;

	for (i = 0; i < nr; i++)
		any |= ips[i] >= PERF_CONTEXT_MAX;
	return any;
}

/* Only what matters is looked for, so that equal halves are found whatever their surroundings. */
static void set_surroundings(struct chain_cache *cache, struct half_entry *e, uint64_t time)
{
	bool mixed = !(e->flags & CHAIN_DEFERRED) && has_markers(e->ips, e->nr_ips);

	if (mixed || e->cpumode == PERF_RECORD_MISC_KERNEL || e->cpumode == PERF_RECORD_MISC_GUEST_KERNEL)
		e->kernel = chain_cache__kernel_maps(cache, e->machine, time);
	if (!mixed && e->cpumode != PERF_RECORD_MISC_USER && e->cpumode != PERF_RECORD_MISC_GUEST_USER)
		e->user = NULL;
}

/*
 * Where a half is looked for first. Most halves are one of a few, and these are told apart by some of their ips: nothing
 * need be hashed to find them again.
 */
static struct half_entry **recent_half(struct chain_cache *cache, const struct half_entry *e)
{
	const uint64_t *w = e->ips;
	size_t nr = e->nr_ips;
	uint64_t mix = nr ^ e->flags ^ (nr ? w[0] ^ w[nr / 2] << 7 ^ w[nr - 1] << 14 ^ w[nr / 4] << 21 : 0);

	return &cache->recent_halves[mix * 0x9e3779b97f4a7c15ULL >> 54];
}

static uint64_t hash_of(const struct half_entry *e)
{
	uint64_t seed = (uintptr_t)e->user ^ hash_u64((uintptr_t)e->kernel.ksymbols) ^
			((uintptr_t)e->kernel.fixed << 1);

	return hash_words(e->ips, e->nr_ips, hash_combine(seed + e->cpumode, e->flags));
}

static bool is_full(const struct generation *gen, size_t max_bytes)
{
	return gen->arena.total + gen->halves.cap * sizeof(*gen->halves.slots) +
	       (gen->frames.cap + gen->made.cap) * sizeof(*gen->frames.slots) >= max_bytes;
}

static void flush(struct chain_cache *cache)
{
	if (cache->ops && cache->ops->flush)
		cache->ops->flush(cache->ctx);
	drop_generation(cache, &cache->old);
	free_half_privs(cache, &cache->now);
	cache->old = cache->now;
	cache->now = (struct generation){ 0 };
	memset(cache->recent_halves, 0, sizeof(cache->recent_halves));
	if (cache->with_frames == &cache->now) {
		memset(cache->recent_frames, 0, sizeof(cache->recent_frames));
		memset(cache->recent_entries, 0, sizeof(cache->recent_entries));
	}
}

void chain_cache__empty(struct chain_cache *cache)
{
	if (cache->with_frames != &cache->now)
		return;
	flush(cache);
	drop_generation(cache, &cache->old);
}

static struct half_entry *new_half(struct chain_cache *cache, const struct half_entry *key, const struct resolver *r)
{
	struct half_entry *e;

	if (cache->now.halves.nr && is_full(&cache->now, cache->max_bytes))
		flush(cache);
	e = arena__alloc(&cache->now.arena, sizeof(*e));
	*e = *key;
	e->half.priv = &e->priv;
	e->ips = arena__memdup(&cache->now.arena, key->ips, key->nr_ips * sizeof(*key->ips));
	chain_cache__resolve(cache, r, e);
	e->half.nr = (uint32_t)cache->nr_scratch;
	e->half.frames = arena__memdup(&cache->now.arena, cache->scratch,
				       cache->nr_scratch * sizeof(*cache->scratch));
	*half_set__place(&cache->now.halves, e) = e;
	return e;
}

void chain_cache__make_room(struct chain_cache *cache)
{
	/* No sample is under way, so nothing need stay until the next flush. */
	if (cache->with_frames == &cache->now && is_full(&cache->now, cache->max_bytes))
		chain_cache__empty(cache);
}

const struct chain_half *chain_cache__half(struct chain_cache *cache, struct machine *machine, uint64_t time,
					   const struct maps *maps, const struct chain_words *words)
{
	struct half_entry key = { .user = maps, .machine = machine, .ips = words->ips, .nr_ips = words->nr, .cpumode = words->cpumode,
				  .flags = words->flags };
	struct half_entry *e, **recent = recent_half(cache, &key);
	struct resolver r;

	set_surroundings(cache, &key, time);
	e = *recent;
	if (!e || !half_set__is(e, &key)) {
		key.hash = hash_of(&key);
		e = half_set__find(&cache->now.halves, &key);
		if (!e) {
			r = chain_cache__resolver(cache, machine, time, maps);
			e = new_half(cache, &key, &r);
		}
		*recent = e;
	}
	return e->half.nr ? &e->half : NULL;
}
