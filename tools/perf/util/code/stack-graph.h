/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The instructions of a function as far as they can be reached, each with what is known of the stack where it begins.
 * Private to util/code: stack-depth.c judges what of it is proven.
 *
 * Nothing says whether a call returns. So what lies behind calls, and what only a jump through a table could lead to,
 * is entered in levels, each only when nothing is left of the level before: level 0 is what runs if no call returns.
 * Where a way of a higher level comes to an instruction with another depth, that way is the wrong one: the call does
 * not return.
 */
#ifndef PERF_CODE_STACK_GRAPH_H
#define PERF_CODE_STACK_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/seen-code.h"
#include "util/code/stack-effect.h"
#include "util/code/stack-state.h"

struct stack_node {
	uint32_t at;			/* bytes from the graph's start; those of the second code are counted behind the first */
	uint16_t level;
	bool queued;
	bool behind_done;		/* a call whose next instruction was entered, or shall not be */
	bool seeded;			/* entered for no other reason than that nothing else leads there */
	bool clashes;			/* goes on to an instruction that has another depth */
	bool good, bad;			/* a return at the right depth is reached from here, at a wrong one */
	bool left;			/* a jump out of the function is, with all as it was called, to what nobody is known to call */
	bool firm;			/* what leads here is certain to happen */
	bool disputed;			/* so is something that leads here with another depth */
	struct stack_effect effect;
	struct stack_state in;
	struct stack_value out_sp, out_fp; /* the stack pointer and the frame pointer behind it */
};

struct stack_code {
	const unsigned char *bytes;	/* of @start; borrowed */
	uint64_t start;
	uint32_t size;			/* bytes */
};

struct stack_graph {
	struct stack_effects *effects;
	struct stack_code code[2];	/* the function, and a part of it that was put elsewhere, or nothing */
	uint32_t size;			/* of both, bytes */
	bool inside;			/* it was begun somewhere in a function, whose bounds are not known */
	bool again;			/* something was learnt that changes what was done before */
	bool strict;			/* ways to an instruction that have the same frame, and another stack pointer, do not meet either */
	bool met;			/* such have met */
	bool too_large;
	uint64_t work;			/* instructions and bytes that were looked at, in all rounds */
	unsigned int doubtful;		/* the level from which on there is code that perhaps nothing jumps to with the stack it is given */
	struct stack_node *nodes;
	size_t nr, cap;
	size_t nr_entered;		/* so many nodes were looked at for calls whose next instruction is to be entered */
	uint32_t *queue;
	size_t nr_queue, cap_queue;
	uint32_t *index;		/* by bytes from @start: which node, counted from 1; 0: none */
	uint8_t *marks;			/* by bytes from @start: STACK_MARK_* */
	uint32_t cap_size;		/* so many bytes of code these two have room for */
	struct seen_code seen;		/* by addresses: what was looked at since somebody has emptied it */
};

enum {
	STACK_MARK_CALLED = 1,		/* a call leads there: the stack is that of another function, or one more address lies on it */
	STACK_MARK_NO_RETURN = 2,	/* a call that does not return */
};

#define STACK_GRAPH_MAX_SIZE	(1U << 20)	/* bytes of code; larger ones are not followed */
#define STACK_GRAPH_MAX_INSNS	(1U << 16)
/* A second of a CPU, or less; hostile code could ask for hours. */
#define STACK_GRAPH_MAX_WORK	(1ULL << 27)

/*
 * Begins with other code, which is borrowed: @code, and @part of it or NULL; see the members. Both have no more than STACK_GRAPH_MAX_SIZE
 * bytes together. @g is zero-initialised before its first use, but for effects; its memory is used again.
 */
void stack_graph__begin(struct stack_graph *g, const struct stack_code *code, const struct stack_code *part, bool inside);
/* Counts @n instructions or bytes that are looked at. False: more than that is not done for one function. */
bool stack_graph__spend(struct stack_graph *g, uint64_t n);
/*
 * Follows the code from @at on, bytes from the start, with the state @begin. It can be filled again: marks stay. False: more
 * instructions or work than are spent on it.
 */
bool stack_graph__fill(struct stack_graph *g, uint32_t at, const struct stack_state *begin);
void stack_graph__exit(struct stack_graph *g);

/* The code that has @at, bytes from the graph's start, and where in it that is: *@ret_in. */
static inline const struct stack_code *stack_graph__code(const struct stack_graph *g, uint32_t at, uint32_t *ret_in)
{
	bool part = at >= g->code[0].size;

	*ret_in = part ? at - g->code[0].size : at;
	return &g->code[part];
}

static inline uint64_t stack_graph__addr(const struct stack_graph *g, uint32_t at)
{
	uint32_t in;
	const struct stack_code *c = stack_graph__code(g, at, &in);

	return c->start + in;
}

/* The byte with @nr others at lower addresses, from the graph's start: the second code may lie in front of the first. */
static inline uint32_t stack_graph__nth(const struct stack_graph *g, uint32_t nr)
{
	if (!g->code[1].size || g->code[1].start > g->code[0].start)
		return nr;
	return nr < g->code[1].size ? g->code[0].size + nr : nr - g->code[1].size;
}

/* Sets *@ret_at to where the byte of @addr is, from the graph's start. False: in none of the code. */
static inline bool stack_graph__find(const struct stack_graph *g, uint64_t addr, uint32_t *ret_at)
{
	unsigned int i = addr - g->code[0].start >= g->code[0].size;

	if (addr - g->code[i].start >= g->code[i].size)
		return false;
	*ret_at = (uint32_t)(addr - g->code[i].start) + (i ? g->code[0].size : 0);
	return true;
}

/* The node of the instruction at @at, bytes from the start; NULL: none was reached there. */
static inline struct stack_node *stack_graph__node(const struct stack_graph *g, uint32_t at)
{
	return g->index[at] ? &g->nodes[g->index[at] - 1] : NULL;
}

/*
 * The nodes that run after @n, at most two: sets @ret, of which @ret_behind is the one behind a call. Returns how many.
 */
unsigned int stack_graph__next(const struct stack_graph *g, const struct stack_node *n, struct stack_node *ret[2], bool *ret_behind);

#endif /* PERF_CODE_STACK_GRAPH_H */
