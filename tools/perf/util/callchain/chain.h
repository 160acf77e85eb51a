/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Resolved callchains, interned: equal halves are the same pointer, and so are equal frames. So what a consumer makes
 * of one (text, a place in a tree) is made once.
 */
#ifndef PERF_CALLCHAIN_CHAIN_H
#define PERF_CALLCHAIN_CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/callchain/chain-proof.h"
#include "util/machine/machine.h"

enum frame_kind {
	FRAME_CODE,
	FRAME_JUNK,			/* not an address at all: from a user stack without frame pointers */
	/*
	 * A function that is known from the call in the next outer frame, because the walk along frame pointers has passed
	 * over it (see infer.h). The place in the function is not known: the ip is its first byte.
	 */
	FRAME_BY_CALL,
	/* Not a frame: one or several frames are missing here. Its sym is made up, the name is the text to be shown. */
	FRAME_GAP,
};

/* A resolved address. It lives as long as its cache; with frames_go, as long as a half. */
struct frame {
	uint64_t ip;			/* as recorded */
	/*
	 * The ip is where a call returns to. Map, symbol, inlined functions and lines are looked up at
	 * frame__lookup(), which lies in the call.
	 */
	bool is_caller;
	const struct map *map;		/* or NULL */
	const struct symbol *sym;	/* or NULL */
	uint8_t cpumode;		/* PERF_RECORD_MISC_KERNEL, _USER, _HYPERVISOR, _GUEST_* */
	char level;			/* perf's letter: 'k', '.', 'H', 'g', 'u', '?' */
	enum frame_kind kind;
	/*
	 * A function inlined into the next frame, which has the same ip (only with symbol_opts.inlines). Its
	 * sym is made up: the name is the inlined function's, the range that of the function around it.
	 */
	bool inlined;
	uint8_t src_index;		/* this frame's place in dso__source() of its address */
	uint64_t call;			/* FRAME_BY_CALL: a byte of the call that was under way there; 0: not known, or another kind */
	const struct frame *behind;	/* FRAME_GAP: the frame whose caller is missing; else NULL */
	/*
	 * Where the consumer keeps what it makes of the frame (a cache has one consumer). *priv is NULL at first, and freed by
	 * the cache's free_frame_priv. The frame itself never changes. NULL: the frame is not in a cache, nothing can be kept.
	 */
	void **priv;
};

/* The address at which @f is looked up: see is_caller. */
static inline uint64_t frame__lookup(const struct frame *f)
{
	return f->ip - f->is_caller;
}

/* Whether callers are missing in a user half that was made by a walk along frame pointers, if this was asked (CHAIN_GAPS). */
enum chain_callers {
	CHAIN_CALLERS_NOT_ASKED,	/* or the half was not made by such a walk */
	CHAIN_CALLERS_WHOLE,		/* no caller is missing, as the unwind tables say */
	CHAIN_CALLERS_NAMED,		/* those that were missing have been added (FRAME_BY_CALL) */
	CHAIN_CALLERS_MISSING,		/* there are gaps (FRAME_GAP) */
	CHAIN_CALLERS_UNKNOWN,		/* the tables of a file are not there, or say nothing */
	CHAIN_CALLERS_NR
};

/* The kernel half or the user half of a chain, innermost frame first. */
struct chain_half {
	const struct frame **frames;
	uint32_t nr;
	enum chain_callers callers;
	enum chain_end end;		/* if callers were asked for: why nothing follows, as the marks say */
	uint32_t nr_gaps, nr_by_call;	/* frames of that kind */
	void **priv;			/* where the consumer keeps what it makes of the half, as above */
};

/* Both halves of a sample's chain; NULL: that half is not there. */
struct callchain {
	const struct chain_half *kernel, *user;
};

struct chain_cache;
struct dso_code;

/* What the entries of a half are; may be combined. */
enum chain_flags {
	CHAIN_DEFERRED = 1 << 0,	/* of a deferred record: values from PERF_CONTEXT_MAX up are junk, not markers */
	CHAIN_CALLS = 1 << 1,		/* entries of callers lie in their calls already (unwound stacks, branches) */
	CHAIN_AS_RECORDED = 1 << 2,	/* callers are looked up where they return to, as upstream does */
	/*
	 * Callers may be missing: gaps are to be marked, and with CHAIN_INFER missing callers are named if they are certain.
	 * CHAIN_CUT: more entries followed, which the reader did not want. CHAIN_MAYBE_REPAIRED: another program may have put
	 * callers in.
	 */
	CHAIN_GAPS = 1 << 3,
	CHAIN_INFER = 1 << 4,
	CHAIN_CUT = 1 << 5,
	CHAIN_MAYBE_REPAIRED = 1 << 6,
	CHAIN_FULL = 1 << 7,		/* the kernel had no room for more entries */
	CHAIN_MAYBE_PROBED = 1 << 12,	/* if it begins at a function's first byte, the kernel may have looked for the caller */
	CHAIN_BY_TABLES = 1 << 11,	/* unwound by tables, but in code that has none by frame pointers */
};

/*
 * With CHAIN_GAPS: it is certain that no caller is missing between the innermost @nr entries; and if these are all, why nothing
 * follows (enum chain_end). CHAIN_END_NO_TABLE where others follow: a caller may be missing in front of these.
 */
#define CHAIN_MAX_CERTAIN	0xffffU
#define CHAIN_CERTAIN(nr)	(((nr) < CHAIN_MAX_CERTAIN ? (unsigned int)(nr) : CHAIN_MAX_CERTAIN) << 16)
#define CHAIN_NR_CERTAIN(flags)	((size_t)(flags) >> 16)
/* In the flags: bits 8 to 10, between CHAIN_FULL and CHAIN_BY_TABLES. */
#define CHAIN_ENDS(end)		((unsigned int)(end) << 8)

struct chain_cache_ops {
	void (*free_frame_priv)(void *priv);	/* each may be NULL */
	void (*free_half_priv)(void *priv);
	/* Halves are about to be freed, because there are too many: nothing may point to them after this call. */
	void (*flush)(void *ctx);
	/* Frames are freed with them, but not symbols, maps and dsos: nothing that is kept may point to a frame. */
	bool frames_go;
};

/* @ops may be NULL; borrowed. @max_bytes: when the halves take more, they are flushed; 0: 48 MiB. */
struct chain_cache *chain_cache__new(const struct chain_cache_ops *ops, void *ctx, size_t max_bytes);
void chain_cache__delete(struct chain_cache *cache);

/* To be called when no more samples will come. With frames_go, flushes, and frees all halves and frames; else does nothing. */
void chain_cache__empty(struct chain_cache *cache);

/* From now on, processes, maps and symbols do not change any more. */
void chain_cache__freeze(struct chain_cache *cache);

/*
 * For a consumer to whom a frame is a function, not an address: from now on an address in a function of a file has one frame, wherever
 * processes have mapped the file, and it stays, also with frames_go: what is known of code is asked once, however many processes run it.
 * Its ip and map are those that came first; of the same file, they are the same place.
 */
void chain_cache__frames_by_code(struct chain_cache *cache);

/* Where code is read from, to find out which entries are return addresses; borrowed. NULL, the default: only names decide. */
void chain_cache__set_code(struct chain_cache *cache, struct dso_code *code);

/*
 * To be called before a sample is resolved. With frames_go, if halves and frames take too much memory, flushes, and frees all of
 * them. Without this call, frames that are not in any half could fill the memory.
 */
void chain_cache__make_room(struct chain_cache *cache);

/* Entries of a chain as they were recorded. */
struct chain_words {
	const uint64_t *ips;		/* addresses and PERF_CONTEXT_* markers, innermost first */
	size_t nr;
	unsigned int cpumode;		/* the mode of those before the first marker */
	unsigned int flags;		/* enum chain_flags */
};

/*
 * The half made of @words. @maps: the address space for user addresses. Unless the
 * entries are of a deferred record, markers switch the mode, unknown markers are dropped, and so is the entry behind
 * PERF_CONTEXT_USER_DEFERRED, a cookie.
 * NULL if there is no address in it. Valid until the next flush; if a flush comes within the same sample, the
 * half stays until the flush after it (what was kept for it is freed, *priv is NULL).
 */
const struct chain_half *chain_cache__half(struct chain_cache *cache, struct machine *machine, uint64_t time,
					   const struct maps *maps, const struct chain_words *words);
/* One address (a sample's ip, a branch's end), resolved; exact, and never an inlined function. */
const struct frame *chain_cache__frame(struct chain_cache *cache, struct machine *machine, uint64_t time,
				       const struct maps *maps, uint64_t ip, unsigned int cpumode);
/*
 * The same for an address that may be of the kernel or of @maps: the map in which it lies decides. If there is no such map,
 * its cpumode is PERF_RECORD_MISC_HYPERVISOR, as upstream has it.
 */
const struct frame *chain_cache__any_frame(struct chain_cache *cache, struct machine *machine, uint64_t time,
					   const struct maps *maps, uint64_t ip);

#endif /* PERF_CALLCHAIN_CHAIN_H */
