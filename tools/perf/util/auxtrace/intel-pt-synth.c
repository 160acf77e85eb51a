// SPDX-License-Identifier: GPL-2.0-only
/*
 * A branch is told when it is known where it went: with the next instruction, or with the event that took the flow
 * away. So one instruction is kept back.
 */
#include "util/auxtrace/intel-pt-synth.h"

#include <stdlib.h>

#include "util/auxtrace/intel-pt-synth-parts.h"
#include "util/base/alloc.h"

void pt_synth__init(struct pt_synth *s, const struct pt_shared *shared, uint32_t index, uint32_t cpu, uint32_t tid)
{
	*s = (struct pt_synth){ .opts = shared->opts, .events = shared->events };
	intel_pt_trace__init(&s->trace, shared->common, index, cpu, tid);
}

void pt_synth__exit(struct pt_synth *s)
{
	size_t i;

	pt_synth__reset_pending(s);
	HASH_EACH(&s->stacks, i) {
		struct pt_stack *st = s->stacks.slots[i].val;

		free(st->calls);
		branch_ring__exit(&st->branches);
		free(st);
	}
	pt_stacks__exit(&s->stacks);
	intel_pt_trace__exit(&s->trace);
}

/* --- branches ------------------------------------------------------------------------------------- */

static uint32_t flags_of(const struct pt_item *insn)
{
	static const uint32_t flags[] = {
		[PT_CLASS_CALL] = BRANCH_FLAG_CALL,
		[PT_CLASS_RETURN] = BRANCH_FLAG_RETURN,
		[PT_CLASS_COND_JUMP] = BRANCH_FLAG_CONDITIONAL,
		[PT_CLASS_SYSCALL] = BRANCH_FLAG_CALL | BRANCH_FLAG_SYSCALLRET,
		[PT_CLASS_SYSRET] = BRANCH_FLAG_RETURN | BRANCH_FLAG_SYSCALLRET,
		[PT_CLASS_INT] = BRANCH_FLAG_CALL | BRANCH_FLAG_INTERRUPT,
		[PT_CLASS_IRET] = BRANCH_FLAG_RETURN | BRANCH_FLAG_INTERRUPT,
		[PT_CLASS_VMENTRY] = BRANCH_FLAG_CALL | BRANCH_FLAG_VMENTRY,
		[PT_CLASS_VMEXIT] = BRANCH_FLAG_CALL | BRANCH_FLAG_VMEXIT,
	};

	return BRANCH_FLAG_BRANCH | (insn->class < ARRAY_SIZE(flags) ? flags[insn->class] : 0);
}

static bool branch_wanted(const struct itrace_opts *o, uint32_t flags)
{
	if (!o->calls && !o->returns)
		return true;
	/* With calls and returns come the ends of the trace, which have no way back of their own. */
	if (o->calls && flags & (BRANCH_FLAG_CALL | BRANCH_FLAG_TRACE_END))
		return true;
	return o->returns && flags & (BRANCH_FLAG_RETURN | BRANCH_FLAG_TRACE_BEGIN);
}

/* --- instructions per cycle ------------------------------------------------------------------ */

static void count_cycles(struct pt_synth *s, const struct pt_item *item)
{
	s->counted = item->has_cycles;
	if (item->has_cycles) {
		s->count.cycles += item->cycles;
		s->count.insns = s->insns;
	}
}

/* What has passed since @last, into the sample, if this is a place where it is known. */
static void tell_count(struct pt_synth *s, struct pt_pending *p, struct pt_count *last)
{
	if (!p || !s->counted || s->count.cycles == last->cycles)
		return;
	p->trace.insns = s->count.insns - last->insns;
	p->trace.cycles = s->count.cycles - last->cycles;
	*last = s->count;
}

/* Flow was lost: instructions without their cycles, or cycles without their instructions. */
static void forget_count(struct pt_synth *s)
{
	s->count.insns = s->insns;
	s->at_insn = s->at_branch = s->count;
	s->counted = false;
}

/* --- instructions, and the branches that end with them --------------------------------------------- */

static void add_branch(struct pt_synth *s, uint64_t from, uint64_t to, uint32_t flags, const struct pt_item *insn)
{
	struct pt_pending *p;

	pt_synth__follow(s, flags, from, insn ? insn->size : 0, to);
	if (branch_wanted(s->opts, flags)) {
		p = pt_synth__add_sample(s, PT_EVENT_BRANCHES, from, insn);
		if (p) {
			p->addr = to;
			p->trace.flags |= flags;
			p->trace.depth = itrace_opts__wants_stack(s->opts) ? (uint32_t)pt_synth__stack(s)->nr : 0;
			tell_count(s, p, &s->at_branch);
		}
	}
}

/* The branch that is kept back went to @to. */
static void close_branch(struct pt_synth *s, uint64_t to, uint32_t more)
{
	const struct pt_item *insn = &s->last;
	uint32_t flags = flags_of(insn) | more;

	if (!s->open)
		return;
	s->open = false;
	if (insn->class == PT_CLASS_COND_JUMP && !more && to == insn->ip + insn->size)
		return;
	add_branch(s, insn->ip, to, flags, insn);
}

/* Is it this instruction's turn? */
static bool is_due(struct pt_synth *s, const struct pt_item *item)
{
	const struct itrace_opts *o = s->opts;
	uint64_t now;

	if (!o->period)
		return true;
	switch (o->period_type) {
	case ITRACE_PERIOD_INSTRUCTIONS:
		if (s->insns < s->next_insn + o->period)
			return false;
		s->next_insn = s->insns;
		return true;
	case ITRACE_PERIOD_TICKS:
		now = item->has_tsc ? item->tsc : 0;
		break;
	default:
		now = s->trace.time;
		break;
	}
	/* The first one begins the first period. */
	if (!s->next_time)
		s->next_time = now + o->period;
	if (now < s->next_time)
		return false;
	s->next_time = now - (now - s->next_time) % o->period + o->period;
	return true;
}

static void on_insn(struct pt_synth *s, const struct pt_item *item)
{
	struct pt_pending *p;

	close_branch(s, item->ip, 0);
	s->last = *item;
	s->open = item->class != PT_CLASS_OTHER;
	s->tracing = true;
	s->insns++;
	count_cycles(s, item);
	if (!s->opts->instructions || !is_due(s, item))
		return;
	p = pt_synth__add_sample(s, PT_EVENT_INSTRUCTIONS, item->ip, item);
	if (p) {
		tell_count(s, p, &s->at_insn);
		p->period = s->insns - s->insns_at_sample;
		s->insns_at_sample = s->insns;
	}
}

static void forget_flow(struct pt_synth *s)
{
	s->open = s->counted = false;
	s->tracing = false;
	s->last.size = 0;
}

/* --- items ---------------------------------------------------------------------------------------- */

static void on_tsx(struct pt_synth *s, const struct pt_item *item)
{
	struct pt_pending *p;

	s->in_tx = item->speculative;
	if (item->status)
		return;
	p = pt_synth__add_sample(s, PT_EVENT_TRANSACTIONS, pt_synth__ip_or_last(s, item->from), NULL);
	if (p && item->aborted)
		p->trace.flags |= BRANCH_FLAG_BRANCH | BRANCH_FLAG_TX_ABORT;
}

static void on_item(struct pt_synth *s, const struct pt_item *item)
{
	switch (item->kind) {
	case PT_ITEM_INSN:
		on_insn(s, item);
		break;
	case PT_ITEM_ENABLED:
		/* A PSB within the flow repeats it. */
		if (item->status && s->tracing)
			break;
		forget_flow(s);
		s->tracing = true;
		add_branch(s, 0, item->to, BRANCH_FLAG_BRANCH | BRANCH_FLAG_TRACE_BEGIN, NULL);
		break;
	case PT_ITEM_DISABLED:
		if (item->has_cycles)
			count_cycles(s, item);
		if (!s->open && s->last.size)
			add_branch(s, s->last.ip, item->to, BRANCH_FLAG_BRANCH | BRANCH_FLAG_TRACE_END, &s->last);
		close_branch(s, item->to, BRANCH_FLAG_TRACE_END);
		forget_flow(s);
		break;
	case PT_ITEM_ASYNC_DISABLED:
		close_branch(s, item->from, 0);
		count_cycles(s, item);
		add_branch(s, item->from, item->to, BRANCH_FLAG_BRANCH | BRANCH_FLAG_ASYNC | BRANCH_FLAG_TRACE_END, NULL);
		forget_flow(s);
		break;
	case PT_ITEM_ASYNC_BRANCH:
		close_branch(s, item->from, 0);
		count_cycles(s, item);
		add_branch(s, item->from, item->to, BRANCH_FLAG_BRANCH | BRANCH_FLAG_CALL | BRANCH_FLAG_ASYNC |
			   BRANCH_FLAG_INTERRUPT, NULL);
		break;
	case PT_ITEM_OVERFLOW:
		pt_synth__add_error(s, PT_ERROR_OVERFLOW, item);
		forget_flow(s);
		forget_count(s);
		if (item->to) {
			s->tracing = true;
			add_branch(s, 0, item->to, BRANCH_FLAG_BRANCH | BRANCH_FLAG_TRACE_BEGIN, NULL);
		}
		break;
	case PT_ITEM_ERROR:
		pt_synth__add_error(s, item->error, item);
		forget_flow(s);
		forget_count(s);
		break;
	case PT_ITEM_TSX:
		on_tsx(s, item);
		break;
	default:
		pt_synth__note(s, item);
		break;
	}
}

struct pt_pending *pt_synth__peek(struct pt_synth *s)
{
	struct pt_item item;

	if (s->at_pending < s->nr_pending)
		return &s->pending[s->at_pending];
	pt_synth__reset_pending(s);
	while (!s->ended && !s->nr_pending) {
		if (intel_pt_trace__next(&s->trace, &item))
			on_item(s, &item);
		else
			s->ended = true;
	}
	return s->nr_pending ? &s->pending[0] : NULL;
}
