// SPDX-License-Identifier: GPL-2.0-only
/* Frames: what is at an address, by (map, ip, mode, kind of ip), and which functions are inlined there. */
#include <string.h>

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/callchain/callers.h"
#include "util/callchain/chain-internal.h"
#include "util/symbol/srcline.h"

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

/* A place in a file, and what is asked about it. */
struct code_key {
	const struct dso *dso;
	uint64_t addr;
	unsigned int cpumode;
	enum entry_kind kind;
};

static inline uint64_t code_set__hash(struct code_key key)
{
	return hash_combine(hash_combine((uintptr_t)key.dso, key.addr), key.cpumode * NR_ENTRY_KINDS + key.kind);
}

static inline bool code_set__is(const struct frame_entry *e, struct code_key key)
{
	return map__to_dso(e->map, e->frame.ip) == key.addr && e->map->dso == key.dso && e->frame.cpumode == key.cpumode && e->kind == key.kind;
}

HASH_SET_FUNCTIONS(code_set, struct code_key, struct frame_entry *)

struct kernel_maps chain_cache__kernel_maps(struct chain_cache *cache, const struct machine *machine, uint64_t time)
{
	if (!cache->frozen)
		return machine__kernel_maps_at(machine, time);
	if (cache->kernel.machine != machine || time < cache->kernel.from || time >= cache->kernel.until) {
		cache->kernel.maps = machine__kernel_maps_span(machine, time, &cache->kernel.from, &cache->kernel.until);
		cache->kernel.machine = machine;
	}
	return cache->kernel.maps;
}

struct resolver chain_cache__resolver(struct chain_cache *cache, const struct machine *machine, uint64_t time, const struct maps *user)
{
	return (struct resolver){ .user = user, .kernel = chain_cache__kernel_maps(cache, machine, time),
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

/* Looks up what is at a new entry, which may be another frame under another name: see its same. */
static void fill_in(struct chain_cache *cache, const struct resolver *r, struct frame_entry *e, const struct map *map)
{
	struct frame *f = &e->frame;
	const struct symbol *sym = symbol_at(map, f->ip);
	bool kernel = frame_mode__is_kernel(f->cpumode);

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
		e->same = chain_cache__look_up(cache, r, f->ip, f->cpumode, f->is_caller ? ENTRY_CALLER : ENTRY_EXACT);
		return;
	}
	if (f->map)
		f->map->dso->hit = true;
	e->next = entry__next_kind(f->ip, map, sym, f->is_caller, kernel, cache->code);
}

static struct frame_entry *final(struct frame_entry *e)
{
	return e->same ? e->same : e;
}

/*
 * Is what @e is known by its place in the file of @map? Of code that a process makes names come when it likes. And where a map begins, what
 * lies in front of it may be another file's, from one process to the next.
 */
static bool is_of_code(const struct chain_cache *cache, const struct frame_entry *e, const struct map *map)
{
	return cache->by_code && map && e->frame.ip > map->start &&
	       (map->dso->kind == DSO_KIND_USER || map->dso->kind == DSO_KIND_KERNEL || map->dso->kind == DSO_KIND_MODULE);
}

/* Without a symbol the address is all that is known of a frame, and each has its own. */
static void keep_by_code(struct chain_cache *cache, struct frame_entry *e, struct code_key key)
{
	struct frame_entry *kept;

	if (!e->frame.sym || (e->same && !e->same->lasts))
		return;
	kept = arena__memdup(&cache->lasting.arena, e, sizeof(*e));
	kept->frame.priv = &kept->priv;
	kept->lasts = true;
	*code_set__place(&cache->lasting.code, key) = kept;
	e->same = final(kept);
}

/* As fill_in(), unless the same code is known already, maybe by another process. */
static void find_or_fill_in(struct chain_cache *cache, const struct resolver *r, struct frame_entry *e, const struct map *map)
{
	struct code_key key;
	struct frame_entry *known;

	if (!is_of_code(cache, e, map)) {
		fill_in(cache, r, e, map);
		return;
	}
	key = (struct code_key){ .dso = map->dso, .addr = map__to_dso(map, e->frame.ip), .cpumode = e->frame.cpumode, .kind = e->kind };
	known = code_set__find(&cache->lasting.code, key);
	if (known) {
		e->same = final(known);
		return;
	}
	fill_in(cache, r, e, map);
	keep_by_code(cache, e, key);
}

struct frame_entry *chain_cache__look_up(struct chain_cache *cache, const struct resolver *r, uint64_t ip, unsigned int mode,
					 enum entry_kind kind)
{
	struct frame_key key = { .map = mode == MODE_JUNK ? NULL : find_map(r, mode, ip), .ip = ip,
				 .cpumode = mode == MODE_JUNK ? PERF_RECORD_MISC_USER : mode,
				 .frame_kind = mode == MODE_JUNK ? FRAME_JUNK : FRAME_CODE, .kind = kind };
	struct frame_entry **place = frame_set__place(&cache->with_frames->frames, key), *e = *place;

	if (e)
		return final(e);
	e = *place = arena__alloc(&cache->with_frames->arena, sizeof(*e));
	*e = (struct frame_entry){ .map = key.map, .kind = kind, .next = ENTRY_CALLER, .frame = {
		.ip = ip, .cpumode = (uint8_t)key.cpumode, .level = level_of(key.cpumode), .kind = key.frame_kind,
		.priv = &e->priv } };
	if (mode != MODE_JUNK)
		find_or_fill_in(cache, r, e, key.map);
	return final(e);
}

struct frame_entry *chain_cache__caller(struct chain_cache *cache, const struct resolver *r, uint64_t ip)
{
	return chain_cache__entry(cache, r, ip, PERF_RECORD_MISC_USER, ENTRY_CALLER);
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

void chain_cache__find_inlined(struct chain_cache *cache, struct frame_entry *e)
{
	const struct map *map = e->frame.map;
	const struct src_frames *src;
	struct kept_frame *in;
	uint32_t i;

	e->looked_up = true;
	if (!e->frame.sym || !dso__wants_inlines(map->dso))
		return;
	src = dso__functions(map->dso, map__to_dso(map, frame__lookup(&e->frame)));
	if (!src || src->nr < 2 || src->nr > UINT8_MAX)
		return;
	e->inlined = arena__alloc(e->lasts ? &cache->lasting.arena : &cache->with_frames->arena, (src->nr - 1) * sizeof(*e->inlined));
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

const struct frame *chain_cache__frame(struct chain_cache *cache, struct machine *machine, uint64_t time,
				       const struct maps *maps, uint64_t ip, unsigned int cpumode)
{
	struct resolver r = chain_cache__resolver(cache, machine, time, maps);
	struct recent_frame *recent = &cache->recent_frames[(ip ^ cpumode) * 0x9e3779b97f4a7c15ULL >> 54];

	if (!recent->frame || recent->ip != ip || recent->cpumode != cpumode || recent->user != maps ||
	    recent->machine != machine || recent->kernel.fixed != r.kernel.fixed ||
	    recent->kernel.ksymbols != r.kernel.ksymbols)
		*recent = (struct recent_frame){ .ip = ip, .user = maps, .kernel = r.kernel, .machine = machine,
						 .cpumode = cpumode,
						 .frame = &chain_cache__look_up(cache, &r, ip, cpumode, ENTRY_EXACT)->frame };
	return recent->frame;
}

const struct frame *chain_cache__any_frame(struct chain_cache *cache, struct machine *machine, uint64_t time,
					   const struct maps *maps, uint64_t ip)
{
	static const unsigned int modes[] = { PERF_RECORD_MISC_KERNEL, PERF_RECORD_MISC_USER,
					      PERF_RECORD_MISC_GUEST_KERNEL, PERF_RECORD_MISC_GUEST_USER };
	struct resolver r = chain_cache__resolver(cache, machine, time, maps);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modes); i++)
		if (find_map(&r, modes[i], ip))
			return &chain_cache__look_up(cache, &r, ip, modes[i], ENTRY_EXACT)->frame;
	return &chain_cache__look_up(cache, &r, ip, PERF_RECORD_MISC_HYPERVISOR, ENTRY_EXACT)->frame;
}
