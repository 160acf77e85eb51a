// SPDX-License-Identifier: GPL-2.0-only
/* Where entries of a chain lie in files, and which functions the call before one of them can have come through to another. */
#include "util/base/alloc.h"
#include "util/callchain/infer-internal.h"

/* A search that was made. */
struct known_way {
	const void *space;
	struct code_file *outer, *inner;	/* @inner NULL: only the owner was wanted */
	uint64_t outer_addr, inner_addr;
	struct call_way way;
};

static inline uint64_t known_ways__hash(const struct known_way *k)
{
	uint64_t hash = hash_combine(hash_combine((uintptr_t)k->outer, k->outer_addr), (uintptr_t)k->space);

	return hash_combine(hash_combine(hash, (uintptr_t)k->inner), k->inner_addr);
}

static inline bool known_ways__is(const struct known_way *k, const struct known_way *key)
{
	return k->space == key->space && k->outer == key->outer && k->outer_addr == key->outer_addr &&
	       k->inner == key->inner && k->inner_addr == key->inner_addr;
}

HASH_SET_FUNCTIONS(known_ways, const struct known_way *, struct known_way *)

static void locate(struct infer *inf, struct infer_entry *entry)
{
	struct code_file *file = entry->map ? code_files__get(call_spaces__files(inf->spaces), entry->map->dso) : NULL;
	struct infer_place *p = infer__place(entry);

	p->located = true;
	p->has_code = file;
	if (!file || !code_file__from_dso(file, map__to_dso(entry->map, entry->ip - entry->is_caller), &p->file_addr))
		return;
	p->file = file;
	p->file_addr += entry->is_caller;
}

bool infer__has_code(struct infer *inf, struct infer_entry *entry)
{
	if (!infer__place(entry)->located)
		locate(inf, entry);
	return infer__place(entry)->has_code;
}

struct code_file *infer__file(struct infer *inf, struct infer_entry *entry, uint64_t *ret)
{
	struct infer_place *p = infer__place(entry);

	if (!p->located)
		locate(inf, entry);
	if (p->file)
		*ret = p->file_addr;
	return p->file;
}

static void search(struct call_space *space, struct known_way *k)
{
	struct code_file *file = k->outer;
	struct code_target to;

	code_file__call_before(file, k->outer_addr, &to);
	/* libc calls main by its address, and only one function can be main. */
	if (to.kind == CODE_TARGET_UNKNOWN && code_file__is_behind_main(file, k->outer_addr) &&
	    call_space__main(space, &file, &to.addr))
		to.kind = CODE_TARGET_HERE;
	if (to.kind == CODE_TARGET_NONE)
		k->way = (struct call_way){ .possible = true };
	else
		call_search__find(space, file, &to, k->inner, k->inner_addr, &k->way);
}

const struct call_way *infer__way(struct infer *inf, struct call_space *space, struct infer_entry *outer,
				  struct code_file *inner, uint64_t addr)
{
	struct known_way key = { .inner = inner, .inner_addr = addr }, *k;
	const struct code_function *f;

	key.outer = infer__file(inf, outer, &key.outer_addr);
	if (!key.outer)
		return NULL;
	key.space = call_space__identity(space);
	f = inner ? code_file__function(inner, addr) : NULL;
	/* It does not matter where in the function; entries of linkage tables have one table for all. */
	if (f && f->entry)
		key.inner_addr = f->start;
	k = known_ways__find(&inf->ways, &key);
	if (k)
		return &k->way;
	k = arena__memdup(&inf->arena, &key, sizeof(key));
	search(space, k);
	*known_ways__place(&inf->ways, k) = k;
	return &k->way;
}

/* @return_to: where the call in it returns to, as linked, or 0. */
static bool add_function(struct infer_step *step, struct call_space *space, const struct code_function *f, uint64_t return_to)
{
	struct infer_frame *frame = &step->frames[step->nr];

	frame->call = 0;
	/* The byte behind a call may be in no map. */
	if (return_to && !call_space__locate(space, f->file, return_to - 1, &frame->call))
		frame->call = 0;

	frame->map = call_space__locate(space, f->file, f->start, &frame->ip);
	step->nr += frame->map != NULL;
	return frame->map;
}

void infer_step__add_way(struct infer_step *step, struct call_space *space, const struct call_way *way, bool all)
{
	unsigned int i;

	for (i = 0; all && i < way->nr_between; i++)
		all = add_function(step, space, way->between[i], way->between_returns[i]);
	if (!all)
		step->nr = 0;
	if (add_function(step, space, way->owner, all ? way->owner_return : 0) && all)
		step->kind = INFER_FILLED;
}
