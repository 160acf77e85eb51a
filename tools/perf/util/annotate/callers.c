// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/callers.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/callchain/chain.h"

HASH_SET_TYPE(caller_funcs, struct caller_func *)
HASH_SET_TYPE(caller_stacks, struct caller *)
HASH_SET_TYPE(hit_stacks, struct hit_callers *)

struct callers {
	struct caller_funcs funcs;
	struct caller_stacks stacks;
	struct hit_stacks hits;
	struct arena arena;		/* all that these have */
	const struct caller **scratch;	/* of a chain */
	size_t cap;
};

static inline uint64_t caller_funcs__hash(struct caller_func key)
{
	return hash_combine(hash_bytes(key.name, key.name_len, 0), (uintptr_t)key.id);
}

static inline bool caller_funcs__is(const struct caller_func *f, struct caller_func key)
{
	return f->id == key.id && f->name_len == key.name_len && !memcmp(f->name, key.name, key.name_len);
}

HASH_SET_FUNCTIONS(caller_funcs, struct caller_func, struct caller_func *)

static inline uint64_t caller_stacks__hash(struct caller key)
{
	return hash_combine(hash_u64((uintptr_t)key.func), (uintptr_t)key.outer);
}

static inline bool caller_stacks__is(const struct caller *c, struct caller key)
{
	return c->func == key.func && c->outer == key.outer;
}

HASH_SET_FUNCTIONS(caller_stacks, struct caller, struct caller *)

struct hit_stack {
	const struct annotate_hit *hit;
	const struct caller *caller;
};

static inline uint64_t hit_stacks__hash(struct hit_stack key)
{
	return hash_combine(hash_u64((uintptr_t)key.hit), (uintptr_t)key.caller);
}

static inline bool hit_stacks__is(const struct hit_callers *h, struct hit_stack key)
{
	return h->hit == key.hit && h->caller == key.caller;
}

HASH_SET_FUNCTIONS(hit_stacks, struct hit_stack, struct hit_callers *)

struct callers *callers__new(void)
{
	return xzalloc(sizeof(struct callers));
}

void callers__delete(struct callers *c)
{
	if (!c)
		return;
	caller_funcs__exit(&c->funcs);
	caller_stacks__exit(&c->stacks);
	hit_stacks__exit(&c->hits);
	arena__exit(&c->arena);
	free(c->scratch);
	free(c);
}

static const struct caller *push(struct callers *c, const struct caller *outer, const struct caller_func *func)
{
	struct caller_func **f = caller_funcs__place(&c->funcs, *func);
	struct caller key = { .outer = outer }, **stack;

	if (!*f) {
		*f = arena__memdup(&c->arena, func, sizeof(*func));
		/* Names of marks go with their frames, and others with the files of the session. */
		(*f)->name = arena__strndup(&c->arena, func->name, func->name_len);
		(*f)->file = func->file ? arena__strdup(&c->arena, func->file) : NULL;
	}
	key.func = *f;
	stack = caller_stacks__place(&c->stacks, key);
	if (!*stack)
		*stack = arena__memdup(&c->arena, &key, sizeof(key));
	return *stack;
}

static const struct caller *push_frame(struct callers *c, const struct caller *outer, const struct frame *f)
{
	const struct dso *dso = f->map && f->kind != FRAME_GAP ? f->map->dso : NULL;
	struct caller_func func = { .id = dso, .file = dso ? dso->short_name : NULL };

	if (f->kind == FRAME_JUNK)
		return outer;
	func.name = f->sym ? f->sym->name : "[unknown]";
	func.name_len = f->sym ? f->sym->name_len : strlen(func.name);
	return push(c, outer, &func);
}

const struct caller *const *callers__of_chain(struct callers *c, const struct callchain *chain, const char *mark)
{
	const struct chain_half *kernel = chain->kernel, *user = chain->user;
	size_t nr_kernel = kernel ? kernel->nr : 0, nr = nr_kernel + (user ? user->nr : 0);
	const struct caller *stack = NULL;

	if (*mark)
		stack = push(c, NULL, &(struct caller_func){ .name = mark, .name_len = strlen(mark) });
	if (c->cap < nr + 1) {
		c->cap = 2 * nr + 1;
		c->scratch = xreallocarray(c->scratch, c->cap, sizeof(*c->scratch));
	}
	for (c->scratch[nr] = stack; nr--; c->scratch[nr] = stack)
		stack = push_frame(c, stack, nr < nr_kernel ? kernel->frames[nr] : user->frames[nr - nr_kernel]);
	return c->scratch;
}

void callers__add(struct callers *c, struct annotate_hit *hit, const struct caller *caller, const struct annotate_stat *stat)
{
	const struct hit_stack key = { .hit = hit, .caller = caller };
	struct hit_callers **place = hit_stacks__place(&c->hits, key);

	if (!*place) {
		*place = arena__zalloc(&c->arena, sizeof(**place));
		**place = (struct hit_callers){ .hit = hit, .caller = caller, .next = hit->callers };
		hit->callers = *place;
	}
	(*place)->stat.nr += stat->nr;
	(*place)->stat.period += stat->period;
}
