// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/stack-graph-internal.h"

#include <limits.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/inline-thunk.h"

/* Memory for so many bytes of code is kept for the next function, which hardly ever has more. */
#define KEPT_SIZE	(64U << 10)
#define KEPT_NODES	((size_t)16 << 10)

void stack_graph__exit(struct stack_graph *g)
{
	zfree(&g->nodes);
	zfree(&g->queue);
	zfree(&g->index);
	zfree(&g->marks);
	g->nr = g->cap = g->nr_queue = g->cap_queue = 0;
	g->cap_size = 0;
}

static void forget_nodes(struct stack_graph *g)
{
	size_t i;

	for (i = 0; i < g->nr; i++)
		g->index[g->nodes[i].at] = 0;
	g->nr = g->nr_queue = g->nr_entered = 0;
}

void stack_graph__begin(struct stack_graph *g, const struct stack_code *code, const struct stack_code *part, bool inside)
{
	uint32_t size = code->size + (part ? part->size : 0);

	if (!g->index || size > g->cap_size || g->cap_size > KEPT_SIZE || g->cap > KEPT_NODES) {
		stack_graph__exit(g);
		g->index = xcalloc(size ? size : 1, sizeof(*g->index));
		g->marks = xzalloc(size ? size : 1);
		g->cap_size = size;
	} else {
		forget_nodes(g);
		memset(g->marks, 0, g->size);
	}
	g->code[0] = *code;
	g->code[1] = part ? *part : (struct stack_code){ .size = 0 };
	g->size = size;
	g->inside = inside;
	g->strict = false;
	g->work = 0;
}

bool stack_graph__decode(const struct stack_graph *g, uint32_t at, struct stack_effect *ret)
{
	uint32_t in;
	const struct stack_code *c = stack_graph__code(g, at, &in);

	return stack_effects__decode(g->effects, c->bytes + in, c->size - in, c->start + in, ret);
}

static void enqueue(struct stack_graph *g, struct stack_node *n)
{
	if (n->queued)
		return;
	n->queued = true;
	GROW(g->queue, g->nr_queue, g->cap_queue);
	g->queue[g->nr_queue++] = (uint32_t)(n - g->nodes);
}

static void mark_called(struct stack_graph *g, const struct stack_effect *e)
{
	uint32_t at;

	if (e->flow != STACK_CALL || !e->has_target || (!g->inside && e->target == g->code[0].start) || !stack_graph__find(g, e->target, &at))
		return;
	g->again |= !(g->marks[at] & STACK_MARK_CALLED) && g->index[at];
	g->marks[at] |= STACK_MARK_CALLED;
}

/* Does the call @e, @size bytes before the end of @code, lead to the next instruction, which takes the address back into a register? */
static bool asks_where(const struct stack_effect *e, const unsigned char *code, uint32_t size, uint64_t addr)
{
	uint32_t next = e->size;

	if (!e->has_target || e->target != addr + next)
		return false;
	/* pop %r8 to %r15 */
	next += next < size && code[next] == 0x41;
	return next < size && (code[next] & 0xf8) == 0x58;
}

/*
 * A call over a loop that is never run is a jump that leaves an address on the stack. One of the next instruction, which code makes to know
 * where it is, only leaves it there.
 */
static void read_over(const struct stack_graph *g, uint32_t at, struct stack_effect *e)
{
	uint32_t in;
	const struct stack_code *c = stack_graph__code(g, at, &in);

	if (e->flow != STACK_CALL)
		return;
	if (inline_thunk__is_over(c->bytes + in, c->size - in))
		e->flow = STACK_JUMP;
	else if (asks_where(e, c->bytes + in, c->size - in, stack_graph__addr(g, at)))
		e->flow = STACK_ON;
	else
		return;
	e->lost = 0;
	e->store_base = STACK_SP;
	e->store_size = 8;
	e->store_at = e->sp_add = -8;
}

/* An instruction has fewer bytes, and whether what follows a call only fills a gap is looked at, too. */
#define LOOKED_AT	32

struct stack_node *stack_graph__add(struct stack_graph *g, uint32_t at, const struct stack_state *in, unsigned int level)
{
	struct stack_node *n;

	if (g->nr >= STACK_GRAPH_MAX_INSNS) {
		g->too_large = true;
		return NULL;
	}
	seen_code__add(&g->seen, stack_graph__addr(g, at), stack_graph__addr(g, at) + LOOKED_AT);
	GROW(g->nodes, g->nr, g->cap);
	n = &g->nodes[g->nr];
	*n = (struct stack_node){ .at = at, .level = (uint16_t)level, .in = *in };
	if (!stack_graph__decode(g, at, &n->effect))
		return NULL;
	read_over(g, at, &n->effect);
	g->index[at] = (uint32_t)++g->nr;
	mark_called(g, &n->effect);
	enqueue(g, n);
	return n;
}

static bool is_known(struct stack_value v)
{
	return v.kind != STACK_LOST;
}

/*
 * Do both have the function's own frame? Then something of a size that is known may have been allocated on the stack, on one of two ways.
 */
static bool has_same_frame(const struct stack_state *a, const struct stack_state *b)
{
	struct stack_value fp = a->regs[STACK_FP];

	return (fp.kind == STACK_ORIGIN || fp.kind == STACK_ALIGNED) && stack_value__equal(fp, b->regs[STACK_FP]);
}

void stack_graph__flow(struct stack_graph *g, uint32_t from, uint64_t addr, const struct stack_state *s, unsigned int level)
{
	struct stack_node *to;
	uint32_t at;

	if (!stack_graph__find(g, addr, &at) || g->marks[at] & STACK_MARK_CALLED)
		return;
	to = stack_graph__node(g, at);
	if (!to) {
		(void)stack_graph__add(g, at, s, level);
		return;
	}
	if (level > to->level && !stack_value__equal(s->regs[STACK_SP], to->in.regs[STACK_SP]) &&
	    is_known(to->in.regs[STACK_SP])) {
		if (is_known(s->regs[STACK_SP]) && !g->strict && g->nodes[from].effect.flow != STACK_CALL && has_same_frame(s, &to->in)) {
			g->met = true;
			if (stack_state__meet(&to->in, s))
				enqueue(g, to);
			return;
		}
		if (is_known(s->regs[STACK_SP]) && g->nodes[from].effect.flow == STACK_CALL)
			g->marks[g->nodes[from].at] |= STACK_MARK_NO_RETURN;
		else if (is_known(s->regs[STACK_SP]))
			g->nodes[from].clashes = true;
		return;
	}
	if (stack_state__meet(&to->in, s))
		enqueue(g, to);
}

/* Follows all that is certain to run after what is queued. */
static void drain(struct stack_graph *g)
{
	while (g->nr_queue && !g->too_large && stack_graph__spend(g, 1)) {
		uint32_t i = g->queue[--g->nr_queue];
		const struct stack_effect e = g->nodes[i].effect;
		struct stack_state s = g->nodes[i].in;
		const uint64_t next = stack_graph__behind(g, &g->nodes[i]);
		const uint32_t at = g->nodes[i].at;
		const unsigned int level = g->nodes[i].level;

		g->nodes[i].queued = false;
		stack_state__apply(&s, &e);
		g->nodes[i].out_sp = s.regs[STACK_SP];
		g->nodes[i].out_fp = s.regs[STACK_FP];
		/* What was entered behind a call hears of what is no longer known there. Nodes move where there are more. */
		if (e.flow == STACK_CALL && g->nodes[i].behind_done && !(g->marks[at] & STACK_MARK_NO_RETURN))
			stack_graph__flow(g, i, next, &s, level + 1U);
		if (e.flow == STACK_ON || e.flow == STACK_BRANCH)
			stack_graph__flow(g, i, next, &s, level);
		if ((e.flow == STACK_JUMP || e.flow == STACK_BRANCH) && e.has_target)
			stack_graph__flow(g, i, e.target, &s, level);
	}
}

bool stack_graph__spend(struct stack_graph *g, uint64_t n)
{
	g->work += n;
	return g->work <= STACK_GRAPH_MAX_WORK;
}

bool stack_graph__fill(struct stack_graph *g, uint32_t at, const struct stack_state *begin)
{
	if (g->size > STACK_GRAPH_MAX_SIZE || at >= g->size)
		return false;
	forget_nodes(g);
	g->doubtful = UINT_MAX;
	g->again = g->met = g->too_large = false;
	if (!stack_graph__add(g, at, begin, 0))
		return false;
	do {
		drain(g);
		/* Each round looks at all of them, several times if there are gaps. */
		g->too_large |= !stack_graph__spend(g, 4 * g->nr);
	} while (!g->too_large && (stack_graph__go_behind_calls(g) || stack_graph__go_into_gaps(g)));
	return !g->too_large;
}

unsigned int stack_graph__next(const struct stack_graph *g, const struct stack_node *n, struct stack_node *ret[2], bool *ret_behind)
{
	uint64_t addrs[2];
	unsigned int nr = 0, i, found = 0;
	uint32_t at;

	*ret_behind = n->effect.flow == STACK_CALL;
	if (n->effect.flow == STACK_ON || n->effect.flow == STACK_BRANCH ||
	    (*ret_behind && n->behind_done && !(g->marks[n->at] & STACK_MARK_NO_RETURN)))
		addrs[nr++] = stack_graph__behind(g, n);
	if ((n->effect.flow == STACK_JUMP || n->effect.flow == STACK_BRANCH) && n->effect.has_target)
		addrs[nr++] = n->effect.target;
	for (i = 0; i < nr; i++)
		if (stack_graph__find(g, addrs[i], &at) && g->index[at])
			ret[found++] = stack_graph__node(g, at);
	return found;
}
