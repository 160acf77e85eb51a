/* SPDX-License-Identifier: GPL-2.0-only */
/* What chain.c, chain-frames.c, chain-gaps.c, chain-resolve.c and chain-steps.c share: the tables, and a half in the making. */
#ifndef PERF_CALLCHAIN_CHAIN_INTERNAL_H
#define PERF_CALLCHAIN_CHAIN_INTERNAL_H

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/callchain/callers.h"
#include "util/callchain/chain.h"
#include "util/callchain/infer.h"

/* The mode of an entry: a cpumode, or that it is junk. */
#define MODE_JUNK		0xff

/* What a half is made of, and the half. */
struct half_entry {
	const struct maps *user;
	struct kernel_maps kernel;
	const struct machine *machine;
	const uint64_t *ips;
	size_t nr_ips;
	unsigned int cpumode, flags;
	struct chain_half half;
	void *priv;			/* half.priv points here */
	uint64_t hash;			/* of what it is made of; known when it is looked up in the set */
};

HASH_SET_TYPE(half_set, struct half_entry *)

/* A frame, and what its consumer keeps of it: frame.priv points there. */
struct kept_frame {
	struct frame frame;
	void *priv;
};

struct frame_entry {
	const struct map *map;		/* at the ip itself; frame.map is that of the call */
	struct frame frame;
	void *priv;			/* frame.priv points here */
	/* What is inlined at the address, innermost first; NULL: not looked up yet, or nothing. */
	struct kept_frame *inlined;
	uint8_t nr_inlined;
	bool looked_up;
	bool lasts;			/* it lies in what is never freed, whatever the others do */
	bool asked_root, root;		/* does a program or a thread begin there? It was asked */
	struct infer_place place;	/* what steps of stacks ask of it */
	enum entry_kind kind;		/* of the chain's entry that was looked up */
	struct frame_entry *same;	/* another one that it is: as its place says, or as it is the same code elsewhere; else NULL */
	enum entry_kind next;		/* the kind of its caller's entry */
};

/* Places for the last lookups; a few bits of what is looked up choose the place. */
#define NR_RECENT	1024
#define RECENT_ENTRY_BITS	12

/* A frame that was looked up for a sample's address. */
struct recent_frame {
	uint64_t ip;
	const struct maps *user;
	struct kernel_maps kernel;
	const struct machine *machine;
	unsigned int cpumode;
	const struct frame *frame;	/* NULL: none yet */
};

/* The same for an entry of a chain, by what its map is found in: the outer ones of a stack are those of the stack before. */
struct recent_entry {
	uint64_t ip;
	const void *space, *ksymbols;	/* the user's maps, or the two of the kernel */
	struct frame_entry *entry;	/* NULL: none yet */
	uint8_t mode, kind;
};

HASH_SET_TYPE(frame_set, struct frame_entry *)
HASH_SET_TYPE(code_set, struct frame_entry *)
HASH_SET_TYPE(made_frames, struct frame_entry *)
HASH_SET_TYPE(inlined_syms, struct inlined_sym *)

struct generation {
	struct half_set halves;
	struct frame_set frames;
	struct code_set code;		/* by places in files, see chain_cache__frames_by_code(): of what lasts */
	struct made_frames made;	/* frames without an entry in a chain: gaps, and those known from their call */
	struct arena arena;
};

struct chain_cache {
	const struct chain_cache_ops *ops;
	void *ctx;
	size_t max_bytes;		/* of a generation */
	struct generation now, old;
	struct generation lasting;	/* what is never freed: all frames, unless their consumer allows that; those by code */
	struct generation *with_frames;	/* now or lasting */
	struct inlined_syms inlined_syms;
	const struct frame **scratch;	/* a half in the making */
	size_t nr_scratch, cap_scratch;
	struct dso_code *code;		/* borrowed; or NULL */
	struct infer *infer;		/* NULL: not needed yet */
	struct half_entry *recent_halves[NR_RECENT];	/* of this generation */
	struct recent_frame recent_frames[NR_RECENT];
	struct recent_entry recent_entries[1 << RECENT_ENTRY_BITS];
	bool by_code;			/* chain_cache__frames_by_code() */
	bool frozen;			/* the world does not change any more: @kernel stays valid */
	struct {
		const struct machine *machine;
		uint64_t from, until;
		struct kernel_maps maps;
	} kernel;
};

/* Where the addresses of one half are looked up. */
struct resolver {
	const struct maps *user;
	struct kernel_maps kernel;
	bool guest;			/* the machine is a guest: only modes of guests are valid; else only those of the host */
};

static inline const struct symbol *symbol_at(const struct map *map, uint64_t ip)
{
	return map ? dso__find_symbol(map->dso, map__to_dso(map, ip)) : NULL;
}

/* What the kernel of @machine had mapped at @time (ns). */
struct kernel_maps chain_cache__kernel_maps(struct chain_cache *cache, const struct machine *machine, uint64_t time);
/* Where addresses of @machine are looked up at @time (ns), those of user code in @user. */
struct resolver chain_cache__resolver(struct chain_cache *cache, const struct machine *machine, uint64_t time, const struct maps *user);
/* The frame of a chain's entry @ip, of that mode (MODE_JUNK: it is no address). */
struct frame_entry *chain_cache__look_up(struct chain_cache *cache, const struct resolver *r, uint64_t ip, unsigned int mode,
					 enum entry_kind kind);

static inline bool frame_mode__is_kernel(unsigned int cpumode)
{
	return cpumode == PERF_RECORD_MISC_KERNEL || cpumode == PERF_RECORD_MISC_GUEST_KERNEL;
}

/* As chain_cache__look_up(), which has to find the map and then the frame in large tables: most entries were asked for not long before. */
static inline struct frame_entry *chain_cache__entry(struct chain_cache *cache, const struct resolver *r, uint64_t ip, unsigned int mode,
						     enum entry_kind kind)
{
	const void *space = frame_mode__is_kernel(mode) ? (const void *)r->kernel.fixed : r->user;
	const void *ksymbols = frame_mode__is_kernel(mode) ? r->kernel.ksymbols : NULL;
	struct recent_entry *e = &cache->recent_entries[((ip ^ (uintptr_t)space >> 4) * 0x9e3779b97f4a7c15ULL) >> (64 - RECENT_ENTRY_BITS)];

	if (!e->entry || e->ip != ip || e->mode != mode || e->kind != kind || e->space != space || e->ksymbols != ksymbols)
		*e = (struct recent_entry){ .ip = ip, .space = space, .ksymbols = ksymbols, .mode = (uint8_t)mode, .kind = (uint8_t)kind,
					    .entry = chain_cache__look_up(cache, r, ip, mode, kind) };
	return e->entry;
}

/* Looks up what is inlined at @e; to be called once, while it is not e->looked_up. */
void chain_cache__find_inlined(struct chain_cache *cache, struct frame_entry *e);
/* The entry of a caller at @ip of user code, as it is in a walk. */
struct frame_entry *chain_cache__caller(struct chain_cache *cache, const struct resolver *r, uint64_t ip);
/* Both add a frame to the half in the making, the second one also the functions that are inlined there. */
void chain_cache__add_frame(struct chain_cache *cache, const struct frame *frame);
void chain_cache__add_entry(struct chain_cache *cache, struct frame_entry *e);
/* Puts the frames of @e's ips into scratch. */
void chain_cache__resolve(struct chain_cache *cache, const struct resolver *r, struct half_entry *e);

/* Frames that are no entries of a chain, each made once: a function that is known from the call in @f, and the mark behind @behind. */
const struct frame *chain_gaps__by_call(struct chain_cache *cache, const struct infer_frame *f);
const struct frame *chain_gaps__gap(struct chain_cache *cache, const struct frame *behind, enum infer_why why);

/* A half in the making. It is one step behind: whether the caller of an entry is missing is known with the next entry. */
struct chain_steps {
	struct chain_cache *cache;
	const struct resolver *r;
	struct half_entry *e;
	struct infer_entry entries[3];	/* the inner one, that before it, and that which comes: in turn */
	unsigned int at;		/* the inner one's place there */
	const struct frame *frame;	/* of the inner one */
	bool started;			/* there is an inner entry */
	unsigned int nr;		/* entries up to it */
	bool astray;			/* what follows is not part of the stack */
	bool asked_root, rooted;	/* see comes_to_root() in chain-steps.c */
};

/* Takes the next entry, whose frame is @we: adds the callers that are missing before it, then the entry, if it is a frame. */
void chain_steps__to(struct chain_steps *st, struct frame_entry *we);
/* No entry follows, or one that is not an address of user code. Another walk may begin. */
void chain_steps__end(struct chain_steps *st);

#endif /* PERF_CALLCHAIN_CHAIN_INTERNAL_H */
