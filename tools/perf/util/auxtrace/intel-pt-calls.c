// SPDX-License-Identifier: GPL-2.0-only
/* The calls that each thread is in, and its last branches, told branch by branch. */
#include "util/auxtrace/intel-pt-synth-parts.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/event/branch-flags.h"

struct pt_stack *pt_synth__stack(struct pt_synth *s)
{
	uint64_t key = s->trace.now_tid;
	struct pt_stack *st = pt_stacks__find(&s->stacks, key);

	if (!st) {
		st = xzalloc(sizeof(*st));
		if (s->opts->last_branches)
			branch_ring__init(&st->branches, s->opts->last_branches);
		pt_stacks__set(&s->stacks, key, st);
	}
	return st;
}

static void push(struct pt_stack *st, uint64_t addr, bool trace_end)
{
	if (st->nr == PT_STACK_MAX) {
		memmove(st->calls, st->calls + PT_STACK_MAX / 2, PT_STACK_MAX / 2 * sizeof(*st->calls));
		st->nr = PT_STACK_MAX / 2;
	}
	GROW(st->calls, st->nr, st->cap);
	st->calls[st->nr++] = (struct pt_call){ .returns_to = addr, .trace_end = trace_end };
}

/* A return to @addr: the frame it belongs to, and all within it, are left. One that is not ours changes nothing. */
static void pop(struct pt_stack *st, uint64_t addr)
{
	size_t i;

	for (i = st->nr; i > 0; i--)
		if (st->calls[i - 1].returns_to == addr) {
			st->nr = i - 1;
			return;
		}
}

bool itrace_opts__wants_stack(const struct itrace_opts *o)
{
	return o->callchain || o->calls || o->returns;
}

/* A branch, told or not. @size: of its instruction, 0 if it is none. */
void pt_synth__follow(struct pt_synth *s, uint32_t flags, uint64_t from, unsigned int size, uint64_t to)
{
	struct pt_stack *st;

	if (s->opts->last_branches)
		branch_ring__add(&pt_synth__stack(s)->branches, from, to, (s->in_tx ? BRANCH_IN_TX : 0) |
				 (flags & BRANCH_FLAG_TX_ABORT ? BRANCH_ABORTED : 0));
	if (!itrace_opts__wants_stack(s->opts))
		return;
	st = pt_synth__stack(s);
	if (flags & BRANCH_FLAG_CALL) {
		/* "call 1f; 1:" only asks where it is. */
		if (from + size != to)
			push(st, from + size, flags & BRANCH_FLAG_TRACE_END);
	} else if (flags & BRANCH_FLAG_TRACE_BEGIN) {
		while (st->nr && st->calls[st->nr - 1].trace_end)
			st->nr--;
	} else if (flags & BRANCH_FLAG_RETURN && to) {
		pop(st, to);
	}
}

static uint64_t context_of(uint64_t ip)
{
	return ip >> 63 ? PERF_CONTEXT_KERNEL : PERF_CONTEXT_USER;
}

void pt_synth__add_chain(struct pt_synth *s, struct pt_pending *p)
{
	const struct pt_stack *st = pt_synth__stack(s);
	size_t i, left = s->opts->callchain_size;
	uint64_t context = context_of(p->ip);

	/* At worst each frame is of another context than the one before. */
	p->chain = xcalloc(2 * left + 2, sizeof(*p->chain));
	p->chain[p->nr_chain++] = context;
	p->chain[p->nr_chain++] = p->ip;
	for (i = st->nr; i > 0 && --left; i--) {
		uint64_t ip = st->calls[i - 1].returns_to;

		if (context_of(ip) != context) {
			context = context_of(ip);
			p->chain[p->nr_chain++] = context;
		}
		p->chain[p->nr_chain++] = ip;
	}
}
