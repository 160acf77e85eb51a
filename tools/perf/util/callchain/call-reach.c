// SPDX-License-Identifier: GPL-2.0-only
/* The ways that lead from one function to another. */
#include "util/callchain/call-reach.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

/* When a search has come to so many functions it gives up: what is not found may be there. */
#define MAX_NODES	4000
/* Bytes of an entry in a linkage table. */
#define STUB_SIZE	16

struct node {
	const struct code_function *f;
	bool reaches;			/* the inner function */
};

struct arc {
	uint32_t from, to;		/* numbers of nodes */
	bool jump;
	uint64_t return_to;		/* as in struct code_edge */
};

struct search {
	struct call_space *space;
	const struct code_file *inner;
	uint64_t addr;
	const struct code_function *inner_f;	/* NULL: an entry of a linkage table that no unwind table covers */
	struct node *nodes;		/* 0: the owner, 1: the inner function; then what lies between */
	size_t nr, cap;
	struct arc *arcs;
	size_t nr_arcs, cap_arcs;
	struct u64num index;		/* code_function -> its number + 1 */
	bool changes_stack;		/* the inner function is one of code_file__changes_stack() */
	/*
	 * Whoever calls that function has a frame, so whoever has called it is the owner: nothing without a frame lies
	 * between. Then a pointer that somebody calls leads there only if it is the owner's own call.
	 */
	bool framed_callers;
	bool unknown;			/* there are calls whose targets are not known */
	bool inner_done;		/* the inner function was explored */
	bool arrived;			/* an arc led to the inner function before that: it can be reached from the owner */
};

enum { OWNER, INNER, FIRST };

static bool is_inner_stub(const struct search *s, const struct call_step *step)
{
	return step->stub_file && step->stub_file == s->inner && s->addr - step->stub < STUB_SIZE;
}

static uint32_t node_of(struct search *s, const struct code_function *f)
{
	uint64_t found = u64num__find(&s->index, (uintptr_t)f);

	if (found)
		return (uint32_t)(found - 1);
	GROW(s->nodes, s->nr, s->cap);
	s->nodes[s->nr] = (struct node){ .f = f };
	u64num__set(&s->index, (uintptr_t)f, s->nr + 1);
	return (uint32_t)s->nr++;
}

static void add_arc(struct search *s, uint32_t from, uint32_t to, const struct call_step *step)
{
	size_t i;

	for (i = s->nr_arcs; i-- && s->arcs[i].from == from;)
		if (s->arcs[i].to == to && s->arcs[i].jump == step->jump) {
			if (s->arcs[i].return_to != step->return_to)
				s->arcs[i].return_to = 0;
			return;
		}
	GROW(s->arcs, s->nr_arcs, s->cap_arcs);
	s->arrived |= to == INNER && !s->inner_done;
	s->arcs[s->nr_arcs++] = (struct arc){ from, to, step->jump, step->return_to };
}

static void add_steps(struct search *s, uint32_t from, const struct call_steps *steps, bool framed)
{
	size_t i;

	s->unknown |= !s->framed_callers && (steps->unknown_call || steps->unknown_jump);
	for (i = 0; i < steps->nr; i++) {
		const struct call_step *step = &steps->list[i];

		/* A jump with the frame still there leads to a part of the same function. */
		if (framed && step->jump) {
			if (step->to != s->nodes[from].f && s->nr < MAX_NODES)
				add_steps(s, from, call_space__steps(s->space, step->to, false), false);
			continue;
		}
		if (is_inner_stub(s, step))
			add_arc(s, from, INNER, step);
		add_arc(s, from, node_of(s, step->to), step);
	}
}

/* Calls of the owner with its frame, and of its parts that lie elsewhere. */
static void add_owner(struct search *s, const struct code_function *owner)
{
	const struct call_steps *steps = call_space__steps(s->space, owner, true);
	size_t i;

	add_steps(s, OWNER, steps, true);
	for (i = 0; i < steps->nr; i++)
		if (steps->list[i].jump && steps->list[i].to != owner)
			add_steps(s, OWNER, call_space__steps(s->space, steps->list[i].to, true), true);
}

/* There is a way, and it will not be known whether it is the only one: more functions change nothing. */
static bool is_settled(const struct search *s)
{
	return s->unknown && s->arrived;
}

static void explore_node(struct search *s, uint32_t i)
{
	const struct code_function *f = s->nodes[i].f;

	/* What is called on another stack does not lead to where that was entered. */
	if (f && !(s->changes_stack && code_file__changes_stack(f->file, f->start)))
		add_steps(s, i, call_space__steps(s->space, f, false), false);
}

/*
 * To read the code of a function is what costs. So the inner function comes last: until then, all nodes can be reached from
 * the owner, and the search may be over.
 */
static void explore(struct search *s, const struct code_function *owner)
{
	uint32_t i;

	GROW(s->nodes, s->nr, s->cap);
	s->nodes[s->nr++] = (struct node){ .f = owner };
	GROW(s->nodes, s->nr, s->cap);
	s->nodes[s->nr++] = (struct node){ .f = s->inner_f, .reaches = true };
	if (s->inner_f)
		u64num__set(&s->index, (uintptr_t)s->inner_f, INNER + 1);
	add_owner(s, owner);
	for (i = FIRST; !is_settled(s) && !s->framed_callers; i++) {
		if (s->nr > MAX_NODES) {
			s->unknown = true;
			break;
		}
		if (i < s->nr) {
			explore_node(s, i);
			continue;
		}
		if (s->inner_done)
			break;
		/* It leads to others, which are numbered next. */
		s->inner_done = true;
		explore_node(s, INNER);
		i--;
	}
}

static void mark_reaching(struct search *s)
{
	bool changed = true;
	size_t i;

	while (changed) {
		changed = false;
		for (i = s->nr_arcs; i--;) {
			const struct arc *a = &s->arcs[i];

			if (!s->nodes[a->to].reaches || s->nodes[a->from].reaches)
				continue;
			s->nodes[a->from].reaches = changed = true;
		}
	}
}

/* The one arc from @from that leads to the inner function in the end; NULL: there are several, or none. */
static const struct arc *only_arc(const struct search *s, uint32_t from)
{
	const struct arc *found = NULL;
	size_t i;

	for (i = 0; i < s->nr_arcs; i++) {
		const struct arc *a = &s->arcs[i];

		if (a->from != from || !s->nodes[a->to].reaches)
			continue;
		if (found)
			return NULL;
		found = a;
	}
	return found;
}

/* Fills in what lies between if there is but one way. */
static bool find_only(const struct search *s, struct call_way *ret)
{
	const struct code_function *passed[CALL_SEARCH_MAX];
	uint64_t returns[CALL_SEARCH_MAX];
	const struct arc *a = only_arc(s, OWNER), *first = a;
	unsigned int nr = 0, steps;
	size_t i;

	for (steps = 0; a && a->to != INNER && steps < 2 * CALL_SEARCH_MAX; steps++) {
		uint32_t at = a->to;

		a = only_arc(s, at);
		if (!a)
			return false;
		/* Who jumps on is not there any more. */
		if (a->jump)
			continue;
		if (nr == CALL_SEARCH_MAX)
			return false;
		returns[nr] = a->return_to;
		passed[nr++] = s->nodes[at].f;
	}
	if (!a || a->to != INNER)
		return false;
	/* It must not come to itself again. */
	for (i = 0; i < s->nr_arcs; i++)
		if (s->arcs[i].from == INNER && s->nodes[s->arcs[i].to].reaches)
			return false;
	for (i = 0; i < nr; i++) {
		ret->between[i] = passed[nr - 1 - i];
		ret->between_returns[i] = returns[nr - 1 - i];
	}
	ret->owner_return = first->jump ? 0 : first->return_to;
	ret->nr_between = nr;
	if (!nr && !first->jump)
		ret->return_to = first->return_to;
	return true;
}

bool call_reach__find(struct call_space *space, const struct code_function *owner, struct code_file *inner, uint64_t addr,
		      struct call_way *ret, bool *ret_unknown)
{
	struct search s = { .space = space, .inner = inner, .addr = addr, .inner_f = code_file__function(inner, addr),
			    .changes_stack = code_file__changes_stack(inner, addr) };
	bool reached;

	s.framed_callers = (s.changes_stack || code_file__calls_c(inner, addr)) && code_file__has_framed_callers(inner, addr);
	explore(&s, owner);
	mark_reaching(&s);
	reached = s.nodes[OWNER].reaches;
	/* Whoever calls through a linkage table may find the loader at work. */
	*ret_unknown = s.unknown || code_file__is_loader(inner);
	ret->nr_between = 0;
	ret->only = reached && !*ret_unknown && find_only(&s, ret);
	free(s.nodes);
	free(s.arcs);
	u64num__exit(&s.index);
	return reached;
}
