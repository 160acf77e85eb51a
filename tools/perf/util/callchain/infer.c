// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/infer.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/callchain/fp-health.h"

/* A search that was made. */
struct known_way {
	struct known_way *next;		/* another one with the same hash */
	const void *space;
	const struct code_file *outer, *inner;	/* @inner NULL: only the owner was wanted */
	uint64_t outer_addr, inner_addr;
	struct call_way way;
};

struct infer {
	struct call_spaces *spaces;
	struct u64map ways;		/* hash -> struct known_way */
	struct arena arena;
	struct infer_step step;		/* what was told last */
};

struct infer *infer__new(void)
{
	struct infer *inf = xzalloc(sizeof(*inf));

	inf->spaces = call_spaces__new();
	return inf;
}

void infer__delete(struct infer *inf)
{
	if (!inf)
		return;
	call_spaces__delete(inf->spaces);
	u64map__exit(&inf->ways);
	arena__exit(&inf->arena);
	free(inf);
}

bool infer__is_uretprobe(const struct map *map)
{
	return map && map->dso->kind == DSO_KIND_USER && !strcmp(map->dso->long_name, "[uprobes]");
}

/* The file of @word, and its address there, as linked; of a caller, the one it returns to. NULL: not known. */
static struct code_file *file_of(struct infer *inf, const struct infer_word *word, uint64_t *ret)
{
	struct code_file *file = word->map ? code_files__get(call_spaces__files(inf->spaces), word->map->dso) : NULL;

	if (!file || !code_file__from_dso(file, map__to_dso(word->map, word->ip - word->is_caller), ret))
		return NULL;
	*ret += word->is_caller;
	return file;
}

static bool is_entry_point(const struct infer_word *word)
{
	const struct symbol *sym = dso__find_symbol(word->map->dso, map__to_dso(word->map, word->ip - word->is_caller));

	return sym && fp_health__is_entry(sym->name);
}

/* Libc calls main by its address, which is the one function that it can be there. */
static bool is_call_of_main(const struct infer_word *outer)
{
	const struct symbol *sym = dso__find_symbol(outer->map->dso, map__to_dso(outer->map, outer->ip - 1));

	return sym && !strncmp(sym->name, "__libc_start_", 13);
}

static void search(struct infer *inf, struct call_space *space, const struct infer_word *outer, struct known_way *k)
{
	struct code_file *file = (struct code_file *)(uintptr_t)k->outer;
	struct code_target to;

	code_file__call_before(file, k->outer_addr, &to);
	if (to.kind == CODE_TARGET_UNKNOWN && is_call_of_main(outer) && call_space__main(space, &file, &to.addr))
		to.kind = CODE_TARGET_HERE;
	if (to.kind == CODE_TARGET_NONE)
		k->way = (struct call_way){ .possible = true };
	else
		call_search__find(space, file, &to, (struct code_file *)(uintptr_t)k->inner, k->inner_addr, &k->way);
	(void)inf;
}

/* How the call in front of @outer came to @addr of @inner. */
static const struct call_way *way_of(struct infer *inf, struct call_space *space, const struct infer_word *outer,
				     const struct code_file *inner, uint64_t addr)
{
	struct known_way key = { .space = call_space__identity(space), .inner = inner, .inner_addr = addr }, *first, *k;
	const struct code_function *f = inner ? code_file__function((struct code_file *)(uintptr_t)inner, addr) : NULL;
	uint64_t hash;

	key.outer = file_of(inf, outer, &key.outer_addr);
	if (!key.outer)
		return NULL;
	/* It does not matter where in the function; entries of linkage tables have one table for all. */
	if (f && f->entry)
		key.inner_addr = f->start;
	hash = hash_combine(hash_combine((uintptr_t)key.outer, key.outer_addr), (uintptr_t)key.space);
	hash = hash_combine(hash_combine(hash, (uintptr_t)inner), key.inner_addr);
	first = u64map__find(&inf->ways, hash);
	for (k = first; k; k = k->next)
		if (k->space == key.space && k->outer == key.outer && k->outer_addr == key.outer_addr && k->inner == inner &&
		    k->inner_addr == key.inner_addr)
			return &k->way;
	k = arena__memdup(&inf->arena, &key, sizeof(key));
	k->next = first;
	search(inf, space, outer, k);
	u64map__set(&inf->ways, hash, k);
	return &k->way;
}

static bool add_function(struct infer_step *step, struct call_space *space, const struct code_function *f)
{
	struct infer_frame *frame = &step->frames[step->nr];

	frame->map = call_space__locate(space, f->file, f->start, &frame->ip);
	step->nr += frame->map != NULL;
	return frame->map;
}

static void add_way(struct infer_step *step, struct call_space *space, const struct call_way *way, bool all)
{
	unsigned int i;

	for (i = 0; all && i < way->nr_between; i++)
		all = add_function(step, space, way->between[i]);
	if (!all)
		step->nr = 0;
	if (add_function(step, space, way->owner) && all)
		step->kind = INFER_FILLED;
}

/* @inner has no frame: who called it? */
static void find_callers(struct infer *inf, struct call_space *space, const struct infer_word *outer, bool whole,
			 struct code_file *inner, uint64_t addr)
{
	const struct call_way *way = way_of(inf, space, outer, inner, addr);

	if (!way)
		return;
	/*
	 * Where the outer call leads to the inner function, and that cannot come to itself again, the chain has the caller:
	 * it was repaired, or is of a probe where the kernel looked for it.
	 */
	if (way->direct && (!way->possible || whole))
		inf->step.kind = INFER_WHOLE;
	else if (way->owner && way->reached)
		add_way(&inf->step, space, way, way->only);
}

static void find_interrupted(struct infer *inf, struct call_space *space, const struct infer_word *outer)
{
	const struct call_way *way = way_of(inf, space, outer, NULL, 0);

	/* What has no calls was interrupted itself; else it may have been in something that it called. */
	if (way && way->owner)
		add_way(&inf->step, space, way, way->leaf);
}

static void set_gap(struct infer *inf, enum infer_why why)
{
	inf->step.kind = INFER_GAP;
	inf->step.why = why;
}

/* The return address of @before is hidden: it lies in the function that the outer call leads to, or below that. */
static void find_probed(struct infer *inf, struct call_space *space, const struct infer_word *before,
			const struct infer_word *outer)
{
	uint64_t addr;
	struct code_file *inner = file_of(inf, before, &addr);
	const struct call_way *way;

	set_gap(inf, INFER_URETPROBE);
	way = inner && outer->map ? way_of(inf, space, outer, inner, addr - before->is_caller) : NULL;
	if (way && way->owner && way->reached)
		add_way(&inf->step, space, way, way->only);
}

const struct infer_step *infer__step(struct infer *inf, const struct maps *maps, const struct infer_word *before,
				     const struct infer_word *inner, const struct infer_word *outer)
{
	struct call_space *space;
	struct code_file *file;
	uint64_t addr;

	inf->step = (struct infer_step){ .kind = INFER_UNKNOWN };
	if (!inner->map)
		return &inf->step;
	if (before->map && infer__is_uretprobe(inner->map)) {
		find_probed(inf, call_spaces__get(inf->spaces, maps), before, outer);
		return &inf->step;
	}
	file = file_of(inf, inner, &addr);
	if (!file)
		return &inf->step;
	addr -= inner->is_caller;
	switch (code_file__state(file, addr)) {
	case FRAME_STATE_OWN:
	case FRAME_STATE_OUTERMOST:
		inf->step.kind = INFER_WHOLE;
		return &inf->step;
	case FRAME_STATE_CALLERS:
		set_gap(inf, INFER_NO_FRAME);
		break;
	case FRAME_STATE_LOST:
		set_gap(inf, INFER_OTHER_USE);
		break;
	case FRAME_STATE_SIGNAL:
		set_gap(inf, INFER_SIGNAL);
		break;
	default:
		return &inf->step;
	}
	if (is_entry_point(inner)) {
		/* What is below them is libc's own, and not a caller that anybody looks for. */
		inf->step.kind = INFER_WHOLE;
		return &inf->step;
	}
	if (!outer->map || inf->step.why == INFER_OTHER_USE)
		return &inf->step;
	space = call_spaces__get(inf->spaces, maps);
	if (inf->step.why == INFER_SIGNAL)
		find_interrupted(inf, space, outer);
	else
		find_callers(inf, space, outer, outer->whole, file, addr);
	return &inf->step;
}
