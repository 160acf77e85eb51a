// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two tables: halves by (words, maps, mode), whose memory is bounded, and frames by (map, ip, mode),
 * which stay.
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

#define DEFAULT_MAX_BYTES	((size_t)48 << 20)
/* A frame's mode: a cpumode, or that it is junk. */
#define MODE_JUNK		0xff

/* What a half is made of, and the half. */
struct half_entry {
	struct half_entry *next;	/* another one with the same hash */
	const struct maps *user;
	struct kernel_maps kernel;
	const struct machine *machine;
	const uint64_t *words;
	size_t nr_words;
	unsigned int cpumode;
	bool deferred;
	struct chain_half half;
};

struct frame_entry {
	struct frame_entry *next;
	struct frame frame;
};

struct generation {
	struct u64map halves;
	struct arena arena;
};

struct chain_cache {
	const struct chain_cache_ops *ops;
	void *ctx;
	size_t max_bytes;		/* of a generation */
	struct generation now, old;
	struct u64map frames;
	struct arena frame_arena;
};

/* Where the addresses of one half are looked up. */
struct resolver {
	const struct maps *user;
	struct kernel_maps kernel;
	bool guest;			/* the machine is a guest: only its modes are known, else only the host's */
};

struct chain_cache *chain_cache__new(const struct chain_cache_ops *ops, void *ctx, size_t max_bytes)
{
	struct chain_cache *cache = xzalloc(sizeof(*cache));

	cache->ops = ops;
	cache->ctx = ctx;
	cache->max_bytes = (max_bytes ? max_bytes : DEFAULT_MAX_BYTES) / 2;
	return cache;
}

static void free_half_privs(struct chain_cache *cache, struct generation *gen)
{
	struct half_entry *e;
	size_t i;

	if (!cache->ops || !cache->ops->free_half_priv)
		return;
	u64map__for_each(&gen->halves, i) {
		for (e = gen->halves.slots[i].val; e; e = e->next) {
			if (e->half.priv)
				cache->ops->free_half_priv(e->half.priv);
			e->half.priv = NULL;
		}
	}
}

static void drop_halves(struct chain_cache *cache, struct generation *gen)
{
	free_half_privs(cache, gen);
	u64map__exit(&gen->halves);
	arena__exit(&gen->arena);
}

static void drop_frames(struct chain_cache *cache)
{
	struct frame_entry *e;
	size_t i;

	if (cache->ops && cache->ops->free_frame_priv) {
		u64map__for_each(&cache->frames, i)
			for (e = cache->frames.slots[i].val; e; e = e->next)
				if (e->frame.priv)
					cache->ops->free_frame_priv(e->frame.priv);
	}
	u64map__exit(&cache->frames);
	arena__exit(&cache->frame_arena);
}

void chain_cache__delete(struct chain_cache *cache)
{
	if (!cache)
		return;
	drop_halves(cache, &cache->now);
	drop_halves(cache, &cache->old);
	drop_frames(cache);
	free(cache);
}

static struct resolver resolver__make(const struct machine *machine, uint64_t time, const struct maps *user)
{
	return (struct resolver){ .user = user, .kernel = machine__kernel_maps_at(machine, time),
				  .guest = machine__pid(machine) != 0 };
}

/* perf's letter for where code runs. */
static char level_of(unsigned int cpumode)
{
	switch (cpumode) {
	case PERF_RECORD_MISC_KERNEL:		return 'k';
	case PERF_RECORD_MISC_USER:		return '.';
	case PERF_RECORD_MISC_GUEST_KERNEL:	return 'g';
	case PERF_RECORD_MISC_GUEST_USER:	return 'u';
	default:				return 'H';
	}
}

static const struct map *find_map(const struct resolver *r, unsigned int cpumode, uint64_t ip)
{
	switch (cpumode) {
	case PERF_RECORD_MISC_KERNEL:
		return r->guest ? NULL : kernel_maps__find(&r->kernel, ip);
	case PERF_RECORD_MISC_USER:
		return r->guest ? NULL : maps__find(r->user, ip);
	case PERF_RECORD_MISC_GUEST_KERNEL:
		return r->guest ? kernel_maps__find(&r->kernel, ip) : NULL;
	case PERF_RECORD_MISC_GUEST_USER:
		return r->guest ? maps__find(r->user, ip) : NULL;
	default:
		return NULL;
	}
}

static const struct frame *frame_of(struct chain_cache *cache, const struct resolver *r, uint64_t ip,
				    unsigned int mode)
{
	const struct map *map = mode == MODE_JUNK ? NULL : find_map(r, mode, ip);
	uint64_t hash = hash_combine(hash_combine((uintptr_t)map, ip), mode);
	struct frame_entry *first = u64map__find(&cache->frames, hash), *e;
	unsigned int cpumode = mode == MODE_JUNK ? PERF_RECORD_MISC_USER : mode;

	for (e = first; e; e = e->next)
		if (e->frame.ip == ip && e->frame.map == map && e->frame.cpumode == cpumode &&
		    e->frame.junk == (mode == MODE_JUNK))
			return &e->frame;
	e = arena__alloc(&cache->frame_arena, sizeof(*e));
	*e = (struct frame_entry){ .next = first, .frame = {
		.ip = ip, .map = map, .cpumode = (uint8_t)cpumode, .level = level_of(cpumode),
		.junk = mode == MODE_JUNK } };
	if (map) {
		map->dso->hit = true;
		e->frame.sym = dso__find_symbol(map->dso, map__to_dso(map, ip));
	}
	u64map__set(&cache->frames, hash, e);
	return &e->frame;
}

/* The mode that a marker announces; false if it is none that we know. */
static bool marker_mode(uint64_t word, unsigned int *ret_cpumode)
{
	switch (word) {
	case PERF_CONTEXT_HV:		*ret_cpumode = PERF_RECORD_MISC_HYPERVISOR; return true;
	case PERF_CONTEXT_KERNEL:	*ret_cpumode = PERF_RECORD_MISC_KERNEL; return true;
	case PERF_CONTEXT_USER:
	case PERF_CONTEXT_USER_DEFERRED: *ret_cpumode = PERF_RECORD_MISC_USER; return true;
	case PERF_CONTEXT_GUEST_KERNEL:	*ret_cpumode = PERF_RECORD_MISC_GUEST_KERNEL; return true;
	case PERF_CONTEXT_GUEST:
	case PERF_CONTEXT_GUEST_USER:	*ret_cpumode = PERF_RECORD_MISC_GUEST_USER; return true;
	default:			return false;
	}
}

/* Writes the frames of @e's words; returns how many. */
static uint32_t resolve(struct chain_cache *cache, const struct resolver *r, const struct half_entry *e,
			const struct frame **frames)
{
	unsigned int mode = e->cpumode;
	uint32_t nr = 0;
	size_t i;

	for (i = 0; i < e->nr_words; i++) {
		uint64_t word = e->words[i];

		if (word < PERF_CONTEXT_MAX)
			frames[nr++] = frame_of(cache, r, word, mode);
		else if (e->deferred)
			frames[nr++] = frame_of(cache, r, word, MODE_JUNK);
		else
			(void)marker_mode(word, &mode);		/* an unknown one changes nothing */
		/* A cookie is not an address. */
		if (word == PERF_CONTEXT_USER_DEFERRED && !e->deferred)
			i++;
	}
	return nr;
}

static bool same(const struct half_entry *a, const struct half_entry *b)
{
	return a->nr_words == b->nr_words && a->user == b->user && a->cpumode == b->cpumode &&
	       a->deferred == b->deferred && a->machine == b->machine &&
	       a->kernel.fixed == b->kernel.fixed && a->kernel.ksymbols == b->kernel.ksymbols &&
	       (!a->nr_words || !memcmp(a->words, b->words, a->nr_words * sizeof(*a->words)));
}

/* Leaves only what matters in @e and @r, so that equal halves are found whatever their surroundings. */
static void narrow(struct half_entry *e)
{
	bool user = e->cpumode == PERF_RECORD_MISC_USER || e->cpumode == PERF_RECORD_MISC_GUEST_USER;
	bool kernel = e->cpumode == PERF_RECORD_MISC_KERNEL || e->cpumode == PERF_RECORD_MISC_GUEST_KERNEL;
	size_t i;

	for (i = 0; !e->deferred && i < e->nr_words; i++)
		if (e->words[i] >= PERF_CONTEXT_MAX)
			return;
	if (!user)
		e->user = NULL;
	if (!kernel)
		e->kernel = (struct kernel_maps){ 0 };
}

static uint64_t hash_of(const struct half_entry *e)
{
	uint64_t seed = (uintptr_t)e->user ^ hash_u64((uintptr_t)e->kernel.ksymbols) ^
			((uintptr_t)e->kernel.fixed << 1);

	return hash_words(e->words, e->nr_words, seed + e->cpumode * 2 + e->deferred);
}

static void make_room(struct chain_cache *cache)
{
	size_t bytes = cache->now.arena.total + cache->now.halves.cap * sizeof(struct u64map_slot);

	if (bytes < cache->max_bytes || !cache->now.halves.nr)
		return;
	if (cache->ops && cache->ops->flush)
		cache->ops->flush(cache->ctx);
	drop_halves(cache, &cache->old);
	free_half_privs(cache, &cache->now);
	cache->old = cache->now;
	cache->now = (struct generation){ 0 };
}

const struct chain_half *chain_cache__half(struct chain_cache *cache, struct machine *machine, uint64_t time,
					   const struct maps *maps, const uint64_t *words, size_t nr,
					   unsigned int cpumode, bool deferred)
{
	struct resolver r = resolver__make(machine, time, maps);
	struct half_entry key = { .user = maps, .kernel = r.kernel, .machine = machine, .words = words,
				  .nr_words = nr, .cpumode = cpumode, .deferred = deferred };
	struct half_entry *first, *e;
	uint64_t hash;

	narrow(&key);
	hash = hash_of(&key);
	first = u64map__find(&cache->now.halves, hash);
	for (e = first; e; e = e->next)
		if (same(e, &key))
			return e->half.nr ? &e->half : NULL;
	make_room(cache);
	first = u64map__find(&cache->now.halves, hash);
	e = arena__alloc(&cache->now.arena, sizeof(*e));
	*e = key;
	e->next = first;
	e->words = arena__memdup(&cache->now.arena, words, nr * sizeof(*words));
	e->half.frames = arena__alloc(&cache->now.arena, nr * sizeof(*e->half.frames));
	e->half.nr = resolve(cache, &r, e, e->half.frames);
	u64map__set(&cache->now.halves, hash, e);
	return e->half.nr ? &e->half : NULL;
}

const struct frame *chain_cache__frame(struct chain_cache *cache, struct machine *machine, uint64_t time,
				       const struct maps *maps, uint64_t ip, unsigned int cpumode)
{
	struct resolver r = resolver__make(machine, time, maps);

	return frame_of(cache, &r, ip, cpumode);
}
