// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two tables: halves by (ips, maps, mode), whose memory is bounded, and frames by (map, ip, mode, kind
 * of ip), which stay, unless the consumer keeps none of them: then they go with the halves.
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
#include "util/callchain/callers.h"
#include "util/callchain/chain-internal.h"
#include "util/symbol/srcline.h"

#define DEFAULT_MAX_BYTES	((size_t)48 << 20)

/* The symbol of a function that is inlined into @around. */
struct inlined_sym {
	const struct symbol *around;
	struct symbol sym;
};

struct inlined_key {
	const struct symbol *around;
	const char *name;
};

static inline uint64_t inlined_syms__hash(struct inlined_key key)
{
	return hash_combine(hash_str(key.name), (uintptr_t)key.around);
}

static inline bool inlined_syms__is(const struct inlined_sym *s, struct inlined_key key)
{
	return s->around == key.around && !strcmp(s->sym.name, key.name);
}

HASH_SET_FUNCTIONS(inlined_syms, struct inlined_key, struct inlined_sym *)

/* An address, its map, and what is asked about it. */
struct frame_key {
	const struct map *map;
	uint64_t ip;
	unsigned int cpumode;
	enum frame_kind frame_kind;
	enum entry_kind kind;
};

static inline uint64_t frame_set__hash(struct frame_key key)
{
	unsigned int mode = key.frame_kind == FRAME_JUNK ? MODE_JUNK : key.cpumode;

	return hash_combine(hash_combine((uintptr_t)key.map, key.ip), mode * NR_ENTRY_KINDS + key.kind);
}

static inline bool frame_set__is(const struct frame_entry *e, struct frame_key key)
{
	return e->frame.ip == key.ip && e->map == key.map && e->frame.cpumode == key.cpumode &&
	       e->frame.kind == key.frame_kind && e->kind == key.kind;
}

HASH_SET_FUNCTIONS(frame_set, struct frame_key, struct frame_entry *)

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
	HASH_EACH(&gen->made, i)
		free_frame_priv(cache, gen->made.slots[i].val);
}

static void drop_generation(struct chain_cache *cache, struct generation *gen)
{
	free_half_privs(cache, gen);
	free_frame_privs(cache, gen);
	half_set__exit(&gen->halves);
	frame_set__exit(&gen->frames);
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

static struct kernel_maps kernel_maps(struct chain_cache *cache, const struct machine *machine, uint64_t time)
{
	if (!cache->frozen)
		return machine__kernel_maps_at(machine, time);
	if (cache->kernel.machine != machine || time < cache->kernel.from || time >= cache->kernel.until) {
		cache->kernel.maps = machine__kernel_maps_span(machine, time, &cache->kernel.from, &cache->kernel.until);
		cache->kernel.machine = machine;
	}
	return cache->kernel.maps;
}

static struct resolver resolver__make(struct chain_cache *cache, const struct machine *machine, uint64_t time,
				      const struct maps *user)
{
	return (struct resolver){ .user = user, .kernel = kernel_maps(cache, machine, time),
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

static bool is_kernel(unsigned int cpumode)
{
	return cpumode == PERF_RECORD_MISC_KERNEL || cpumode == PERF_RECORD_MISC_GUEST_KERNEL;
}

static struct frame_entry *entry_of(struct chain_cache *cache, const struct resolver *r, uint64_t ip,
				    unsigned int mode, enum entry_kind kind);

/* Looks up what is at a new entry, which may be another frame under another name: see its same. */
static void fill_in(struct chain_cache *cache, const struct resolver *r, struct frame_entry *e, const struct map *map)
{
	struct frame *f = &e->frame;
	const struct symbol *sym = symbol_at(map, f->ip);
	bool kernel = is_kernel(f->cpumode);

	f->is_caller = entry__is_caller(e->kind, f->ip, map, sym, kernel, cache->code);
	if (f->is_caller) {
		f->map = find_map(r, f->cpumode, f->ip - 1);
		f->sym = symbol_at(f->map, f->ip - 1);
	}
	/* A call that is in no map is none. */
	if (!f->map && map) {
		f->is_caller = false;
		f->map = map;
		f->sym = sym;
	}
	if (e->kind != (f->is_caller ? ENTRY_CALLER : ENTRY_EXACT)) {
		e->same = entry_of(cache, r, f->ip, f->cpumode, f->is_caller ? ENTRY_CALLER : ENTRY_EXACT);
		return;
	}
	if (f->map)
		f->map->dso->hit = true;
	e->next = entry__next_kind(f->ip, map, sym, f->is_caller, kernel, cache->code);
}

static struct frame_entry *entry_of(struct chain_cache *cache, const struct resolver *r, uint64_t ip,
				    unsigned int mode, enum entry_kind kind)
{
	struct frame_key key = { .map = mode == MODE_JUNK ? NULL : find_map(r, mode, ip), .ip = ip,
				 .cpumode = mode == MODE_JUNK ? PERF_RECORD_MISC_USER : mode,
				 .frame_kind = mode == MODE_JUNK ? FRAME_JUNK : FRAME_CODE, .kind = kind };
	struct frame_entry **place = frame_set__place(&cache->with_frames->frames, key), *e = *place;

	if (e)
		return e->same ? e->same : e;
	e = *place = arena__alloc(&cache->with_frames->arena, sizeof(*e));
	*e = (struct frame_entry){ .map = key.map, .kind = kind, .next = ENTRY_CALLER, .frame = {
		.ip = ip, .cpumode = (uint8_t)key.cpumode, .level = level_of(key.cpumode), .kind = key.frame_kind,
		.priv = &e->priv } };
	if (mode != MODE_JUNK)
		fill_in(cache, r, e, key.map);
	return e->same ? e->same : e;
}

/* As entry_of(), which has to find the map and then the frame in large tables: most entries were asked for not long before. */
static inline struct frame_entry *recent_entry_of(struct chain_cache *cache, const struct resolver *r, uint64_t ip, unsigned int mode,
						  enum entry_kind kind)
{
	const void *space = is_kernel(mode) ? (const void *)r->kernel.fixed : r->user;
	const void *ksymbols = is_kernel(mode) ? r->kernel.ksymbols : NULL;
	struct recent_entry *e = &cache->recent_entries[((ip ^ (uintptr_t)space >> 4) * 0x9e3779b97f4a7c15ULL) >> (64 - RECENT_ENTRY_BITS)];

	if (!e->entry || e->ip != ip || e->mode != mode || e->kind != kind || e->space != space || e->ksymbols != ksymbols)
		*e = (struct recent_entry){ .ip = ip, .space = space, .ksymbols = ksymbols, .mode = (uint8_t)mode, .kind = (uint8_t)kind,
					    .entry = entry_of(cache, r, ip, mode, kind) };
	return e->entry;
}

struct frame_entry *chain_cache__caller(struct chain_cache *cache, const struct resolver *r, uint64_t ip)
{
	return recent_entry_of(cache, r, ip, PERF_RECORD_MISC_USER, ENTRY_CALLER);
}

static const struct symbol *inlined_sym(struct chain_cache *cache, const struct symbol *around, const char *name)
{
	struct inlined_sym **s = inlined_syms__place(&cache->inlined_syms, (struct inlined_key){ around, name });

	if (!*s) {
		/* Places of a report are of it when its frames have gone. */
		*s = arena__alloc(&cache->lasting.arena, sizeof(**s));
		**s = (struct inlined_sym){ .around = around, .sym = *around };
		(*s)->sym.name = name;
		(*s)->sym.name_len = (uint32_t)strlen(name);
	}
	return &(*s)->sym;
}

/* Looks up, once, what is inlined at @e. */
static void find_inlined(struct chain_cache *cache, struct frame_entry *e)
{
	const struct map *map = e->frame.map;
	const struct src_frames *src;
	struct kept_frame *in;
	uint32_t i;

	if (e->looked_up)
		return;
	e->looked_up = true;
	if (!e->frame.sym || !dso__wants_inlines(map->dso))
		return;
	src = dso__functions(map->dso, map__to_dso(map, frame__lookup(&e->frame)));
	if (!src || src->nr < 2 || src->nr > UINT8_MAX)
		return;
	e->inlined = arena__alloc(&cache->with_frames->arena, (src->nr - 1) * sizeof(*e->inlined));
	for (i = 0; i + 1 < src->nr; i++) {
		if (!src->frames[i].function)
			continue;
		in = &e->inlined[e->nr_inlined++];
		*in = (struct kept_frame){ .frame = e->frame };
		in->frame.priv = &in->priv;
		in->frame.inlined = true;
		in->frame.src_index = (uint8_t)i;
		in->frame.sym = inlined_sym(cache, e->frame.sym, src->frames[i].function);
	}
	e->frame.src_index = (uint8_t)(src->nr - 1);
}

/* The mode that a marker announces; false if it is none that we know. */
static bool marker_mode(uint64_t ip, unsigned int *ret_cpumode)
{
	switch (ip) {
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

void chain_cache__add_frame(struct chain_cache *cache, const struct frame *frame)
{
	GROW(cache->scratch, cache->nr_scratch, cache->cap_scratch);
	cache->scratch[cache->nr_scratch++] = frame;
}

void chain_cache__add_entry(struct chain_cache *cache, struct frame_entry *e)
{
	uint8_t i;

	find_inlined(cache, e);
	for (i = 0; i < e->nr_inlined; i++)
		chain_cache__add_frame(cache, &e->inlined[i].frame);
	chain_cache__add_frame(cache, &e->frame);
}

/* The frames of @e's ips, into scratch. */
static void resolve(struct chain_cache *cache, const struct resolver *r, struct half_entry *e)
{
	bool exact = e->flags & (CHAIN_CALLS | CHAIN_AS_RECORDED), deferred = e->flags & CHAIN_DEFERRED;
	struct chain_steps st = { .cache = cache, .r = r, .e = e };
	enum entry_kind kind = ENTRY_EXACT;
	unsigned int mode = e->cpumode;
	bool in_user = false;			/* the entry before is an address of user mode, if only markers lie between */
	size_t i, nr_user = 0;

	cache->nr_scratch = 0;
	for (i = 0; i < e->nr_ips; i++) {
		uint64_t ip = e->ips[i];
		bool is_address = ip < PERF_CONTEXT_MAX;
		bool steps = is_address && e->flags & CHAIN_GAPS && mode == PERF_RECORD_MISC_USER;

		/* One stack goes on behind the marker that tells what is proven from what is not. */
		if (ip == PERF_CONTEXT_USER && in_user && !deferred)
			continue;
		/* An entry that is not an address ends a walk, or the walk should not have come to it. */
		if (!steps)
			chain_steps__end(&st);
		in_user = is_address && mode == PERF_RECORD_MISC_USER;
		nr_user += in_user;
		/* Who unwound this stack by tables has come from a signal's return to the address that was interrupted. */
		if (kind == ENTRY_BEHIND_SIGNAL && in_user && nr_user <= CHAIN_NR_CERTAIN(e->flags))
			kind = ENTRY_EXACT;
		if (is_address || deferred) {
			struct frame_entry *we = recent_entry_of(cache, r, ip, is_address ? mode : MODE_JUNK,
							  exact || !is_address ? ENTRY_EXACT : kind);

			if (steps)
				chain_steps__to(&st, we);
			else if (!st.astray)
				chain_cache__add_entry(cache, we);
			kind = we->next;
		} else if (marker_mode(ip, &mode)) {		/* an unknown one changes nothing */
			kind = ENTRY_EXACT;
			st.astray = false;
		}
		/* A cookie is not an address. */
		if (ip == PERF_CONTEXT_USER_DEFERRED && !deferred)
			i++;
	}
	chain_steps__end(&st);
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
		e->kernel = kernel_maps(cache, e->machine, time);
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
	resolve(cache, r, e);
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
			r = resolver__make(cache, machine, time, maps);
			e = new_half(cache, &key, &r);
		}
		*recent = e;
	}
	return e->half.nr ? &e->half : NULL;
}

const struct frame *chain_cache__frame(struct chain_cache *cache, struct machine *machine, uint64_t time,
				       const struct maps *maps, uint64_t ip, unsigned int cpumode)
{
	struct resolver r = resolver__make(cache, machine, time, maps);
	struct recent_frame *recent = &cache->recent_frames[(ip ^ cpumode) * 0x9e3779b97f4a7c15ULL >> 54];

	if (!recent->frame || recent->ip != ip || recent->cpumode != cpumode || recent->user != maps ||
	    recent->machine != machine || recent->kernel.fixed != r.kernel.fixed ||
	    recent->kernel.ksymbols != r.kernel.ksymbols)
		*recent = (struct recent_frame){ .ip = ip, .user = maps, .kernel = r.kernel, .machine = machine,
						 .cpumode = cpumode,
						 .frame = &entry_of(cache, &r, ip, cpumode, ENTRY_EXACT)->frame };
	return recent->frame;
}

const struct frame *chain_cache__any_frame(struct chain_cache *cache, struct machine *machine, uint64_t time,
					   const struct maps *maps, uint64_t ip)
{
	static const unsigned int modes[] = { PERF_RECORD_MISC_KERNEL, PERF_RECORD_MISC_USER,
					      PERF_RECORD_MISC_GUEST_KERNEL, PERF_RECORD_MISC_GUEST_USER };
	struct resolver r = resolver__make(cache, machine, time, maps);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modes); i++)
		if (find_map(&r, modes[i], ip))
			return &entry_of(cache, &r, ip, modes[i], ENTRY_EXACT)->frame;
	return &entry_of(cache, &r, ip, PERF_RECORD_MISC_HYPERVISOR, ENTRY_EXACT)->frame;
}
