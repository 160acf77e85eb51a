// SPDX-License-Identifier: GPL-2.0-only
/* Callers that a walk by frame pointers has passed over, as frames of a half: named, or as a gap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/chain-internal.h"

static inline uint64_t made_frames__hash(const struct frame *f)
{
	return hash_combine(hash_combine(f->ip ^ f->call ^ (uintptr_t)f->behind, (uintptr_t)f->map),
			    (uint64_t)f->kind << 8 | f->src_index);
}

static inline bool made_frames__is(const struct frame_entry *e, const struct frame *f)
{
	return e->frame.kind == f->kind && e->map == f->map && e->frame.ip == f->ip && e->frame.call == f->call &&
	       e->frame.behind == f->behind && e->frame.src_index == f->src_index;
}

HASH_SET_FUNCTIONS(made_frames, const struct frame *, struct frame_entry *)

/* The entry that is made of @frame, and not of one of the chain. */
static struct frame *made_frame(struct chain_cache *cache, const struct frame *frame)
{
	struct frame_entry **e = made_frames__place(&cache->with_frames->made, frame);

	if (!*e) {
		*e = arena__alloc(&cache->with_frames->arena, sizeof(**e));
		**e = (struct frame_entry){ .map = frame->map, .frame = *frame };
		(*e)->frame.priv = &(*e)->priv;
	}
	return &(*e)->frame;
}

const struct frame *chain_gaps__by_call(struct chain_cache *cache, const struct infer_frame *f)
{
	struct frame frame = { .ip = f->ip, .map = f->map, .sym = symbol_at(f->map, f->ip), .kind = FRAME_BY_CALL, .call = f->call,
			       .cpumode = PERF_RECORD_MISC_USER, .level = '.' };

	f->map->dso->hit = true;
	return made_frame(cache, &frame);
}

/* What a gap is called, in words that perf-script(1) explains under MISSING CALLERS; the name follows where it ends in a blank. */
static const char *const gap_texts[] = {
	[INFER_NO_FRAME] = "no frame in ", [INFER_OTHER_USE] = "no frame pointer in ",
	[INFER_SIGNAL] = "interrupted by a signal", [INFER_URETPROBE] = "hidden by a uretprobe",
	[INFER_END] = "the recorded stack ended in ", [INFER_NO_TABLE] = "no unwind table for ",
	[INFER_NO_REGISTER] = "an unknown register in ", [INFER_CONFLICT] = "the stack contradicts itself in ",
};

/* The made up symbol of a gap, whose name is what is shown. */
static const struct symbol *gap_symbol(struct chain_cache *cache, const struct frame *behind, enum infer_why why)
{
	const char *name = behind->sym ? behind->sym->name : behind->map ? behind->map->dso->short_name : "[unknown]";
	size_t len = strlen(gap_texts[why]);
	struct symbol *sym = arena__zalloc(&cache->with_frames->arena, sizeof(*sym));
	char *text = xasprintf("[caller missing: %s%s]", gap_texts[why], gap_texts[why][len - 1] == ' ' ? name : "");

	sym->name = arena__strdup(&cache->with_frames->arena, text);
	sym->name_len = (uint32_t)strlen(text);
	free(text);
	return sym;
}

const struct frame *chain_gaps__gap(struct chain_cache *cache, const struct frame *behind, enum infer_why why)
{
	/* A gap has no source: the reason tells those behind one frame apart. */
	struct frame frame = { .kind = FRAME_GAP, .behind = behind, .cpumode = PERF_RECORD_MISC_USER,
			       .level = '.', .src_index = (uint8_t)why };
	struct frame *made = made_frame(cache, &frame);

	if (!made->sym)
		made->sym = gap_symbol(cache, behind, why);
	return made;
}
