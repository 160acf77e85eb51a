// SPDX-License-Identifier: GPL-2.0-only
/*
 * A branch is told when it is known where it went: with the next instruction, or with the event that took the flow
 * away. So one instruction is kept back.
 */
#include "util/auxtrace/intel-pt-synth.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/branch-flags.h"
#include "util/event/evsel.h"

void pt_synth__init(struct pt_synth *s, const struct pt_shared *shared, uint32_t index, uint32_t cpu, uint32_t tid)
{
	*s = (struct pt_synth){ .opts = shared->opts, .events = shared->events };
	intel_pt_trace__init(&s->trace, shared->common, index, cpu, tid);
}

static void reset_pending(struct pt_synth *s)
{
	size_t i;

	for (i = 0; i < s->nr_pending; i++) {
		free(s->pending[i].chain);
		free(s->pending[i].branches);
	}
	s->nr_pending = s->at_pending = 0;
}

void pt_synth__exit(struct pt_synth *s)
{
	size_t i;

	reset_pending(s);
	HASH_EACH(&s->stacks, i) {
		struct pt_stack *st = s->stacks.slots[i].val;

		free(st->calls);
		branch_ring__exit(&st->branches);
		free(st);
	}
	pt_stacks__exit(&s->stacks);
	intel_pt_trace__exit(&s->trace);
}

/* --- the stack of calls ---------------------------------------------------------------------- */

static struct pt_stack *stack_of(struct pt_synth *s)
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

static bool wants_stack(const struct itrace_opts *o)
{
	return o->callchain || o->calls || o->returns;
}

/* A branch, told or not. @size: of its instruction, 0 if it is none. */
static void follow(struct pt_synth *s, uint32_t flags, uint64_t from, unsigned int size, uint64_t to)
{
	struct pt_stack *st;

	if (s->opts->last_branches)
		branch_ring__add(&stack_of(s)->branches, from, to, (s->in_tx ? BRANCH_IN_TX : 0) |
				 (flags & BRANCH_FLAG_TX_ABORT ? BRANCH_ABORTED : 0));
	if (!wants_stack(s->opts))
		return;
	st = stack_of(s);
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

static void add_chain(struct pt_synth *s, struct pt_pending *p)
{
	const struct pt_stack *st = stack_of(s);
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

/* --- samples --------------------------------------------------------------------------------- */

static struct pt_pending *new_pending(struct pt_synth *s)
{
	struct pt_pending *p = &s->pending[s->nr_pending];

	/* One item makes fewer than there is room for. */
	if (s->nr_pending == PT_PENDING_MAX)
		return NULL;
	s->nr_pending++;
	memset(p, 0, sizeof(*p));
	p->time = s->trace.time;
	p->pid = s->trace.now_pid;
	p->tid = s->trace.now_tid;
	p->period = 1;
	return p;
}

/* NULL: this event is not wanted, or to be passed over at the beginning. */
static struct pt_pending *add_sample(struct pt_synth *s, enum pt_event_id id, uint64_t ip, const struct pt_item *insn)
{
	struct evsel *evsel = s->events->evsels[id];
	struct pt_pending *p;

	if (!evsel || s->skipped[id]++ < s->opts->skip)
		return NULL;
	p = new_pending(s);
	if (!p)
		return NULL;
	p->evsel = evsel;
	p->ip = ip;
	if (insn && insn->size) {
		p->trace.insn_len = insn->size;
		memcpy(p->trace.insn, insn->raw, insn->size);
	}
	if (s->in_tx)
		p->trace.flags |= BRANCH_FLAG_IN_TX;
	if (evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN)
		add_chain(s, p);
	if (evsel->attr.sample_type & PERF_SAMPLE_BRANCH_STACK)
		p->branches = branch_ring__copy(&stack_of(s)->branches, &p->nr_branches);
	return p;
}

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

/* --- branches and instructions --------------------------------------------------------------- */

static void add_branch(struct pt_synth *s, uint64_t from, uint64_t to, uint32_t flags, const struct pt_item *insn)
{
	struct pt_pending *p;

	follow(s, flags, from, insn ? insn->size : 0, to);
	if (branch_wanted(s->opts, flags)) {
		p = add_sample(s, PT_EVENT_BRANCHES, from, insn);
		if (p) {
			p->addr = to;
			p->trace.flags |= flags;
			p->trace.depth = wants_stack(s->opts) ? (uint32_t)stack_of(s)->nr : 0;
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
	p = add_sample(s, PT_EVENT_INSTRUCTIONS, item->ip, item);
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

static void add_error(struct pt_synth *s, enum pt_error code, const struct pt_item *item)
{
	struct pt_pending *p = new_pending(s);
	bool quiet = !s->opts->errors || (code == PT_ERROR_OVERFLOW && s->opts->hide_overflow) ||
		     (code == PT_ERROR_LOST && s->opts->hide_lost);

	if (!p)
		return;
	p->kind = PT_PENDING_ERROR;
	p->error = (struct trace_error){
		.time = p->time, .cpu = s->trace.cpu, .pid = p->pid, .tid = p->tid, .code = (int)code,
		.ip = item->ip ? item->ip : s->last.size ? s->last.ip : item->to, .text = pt_error__text(code), .offset = item->offset,
		.buffer = s->trace.index, .quiet = quiet,
	};
}

/* --- events with fields of their own --------------------------------------------------------- */

static uint64_t ip_or_last(const struct pt_synth *s, uint64_t ip)
{
	return ip ? ip : s->last.size ? s->last.ip : 0;
}

__attribute__((format(printf, 4, 5)))
static void add_text_sample(struct pt_synth *s, enum pt_event_id id, uint64_t ip, const char *fmt, ...)
{
	struct pt_pending *p = add_sample(s, id, ip, NULL);
	va_list ap;

	if (!p)
		return;
	va_start(ap, fmt);
	vsnprintf(p->text, sizeof(p->text), fmt, ap);
	va_end(ap);
}

/* Core clock by the bus clock, of which the TSC is a multiple. */
static void add_cbr(struct pt_synth *s, const struct pt_item *item)
{
	const struct intel_pt_common *c = s->trace.common;
	uint64_t tsc_khz = c->conv.valid && c->conv.mult ? (1000000ULL << (c->conv.shift & 63)) / c->conv.mult : 0;
	uint64_t mhz, percent;

	if (item->payload == s->cbr)
		return;
	s->cbr = item->payload;
	if (!c->cpu.nominal_ratio || !tsc_khz) {
		add_text_sample(s, PT_EVENT_CBR, ip_or_last(s, 0), " cbr: %2" PRIu64 " freq: %4u MHz ", s->cbr, 0);
		return;
	}
	mhz = (s->cbr * tsc_khz / c->cpu.nominal_ratio + 500) / 1000;
	percent = (5 + 1000 * s->cbr / c->cpu.nominal_ratio) / 10;
	add_text_sample(s, PT_EVENT_CBR, ip_or_last(s, 0), " cbr: %2" PRIu64 " freq: %4" PRIu64 " MHz (%3" PRIu64 "%%)",
			s->cbr, mhz, percent);
}

/* A program may write text, eight characters at a time. */
static void add_ptwrite(struct pt_synth *s, const struct pt_item *item, uint64_t ip)
{
	uint64_t left = item->payload;
	char text[sizeof(left) + 1];
	size_t n = 0;

	while (left && (left & 0xff) >= ' ' && (left & 0xff) <= '~') {
		text[n++] = (char)(left & 0xff);
		left >>= 8;
	}
	if (left)
		n = 0;
	text[n] = '\0';
	add_text_sample(s, PT_EVENT_PTWRITE, ip, " IP: %u payload: %#" PRIx64 " %s ", item->has_ip, item->payload,
			text);
}

/* Those that do not change the flow. */
static void on_other(struct pt_synth *s, const struct pt_item *item)
{
	uint64_t ip = ip_or_last(s, item->from);

	switch (item->kind) {
	case PT_ITEM_PTWRITE:
		add_ptwrite(s, item, ip);
		break;
	case PT_ITEM_CBR:
		add_cbr(s, item);
		break;
	case PT_ITEM_PSB:
		add_text_sample(s, PT_EVENT_PSB, ip, " psb offs: %#" PRIx64, item->offset);
		break;
	case PT_ITEM_MWAIT:
		add_text_sample(s, PT_EVENT_MWAIT, ip, " hints: %#x extensions: %#x ", (uint32_t)item->payload,
				(uint32_t)(item->payload >> 32));
		break;
	case PT_ITEM_PWRE:
		add_text_sample(s, PT_EVENT_PWRE, ip, " hw: %u cstate: %u sub-cstate: %u ",
				(unsigned int)(item->payload >> 7 & 1), (unsigned int)(item->payload >> 12 & 15),
				(unsigned int)(item->payload >> 8 & 15));
		break;
	case PT_ITEM_EXSTOP:
		add_text_sample(s, PT_EVENT_EXSTOP, ip, " IP: %u ", item->from ? 1 : 0);
		break;
	case PT_ITEM_PWRX:
		add_text_sample(s, PT_EVENT_PWRX, ip, " deepest cstate: %u last cstate: %u wake reason: %#x ",
				(unsigned int)(item->payload & 15), (unsigned int)(item->payload >> 4 & 15),
				(unsigned int)(item->payload >> 8 & 15));
		break;
	default:
		break;
	}
}

static void on_tsx(struct pt_synth *s, const struct pt_item *item)
{
	struct pt_pending *p;

	s->in_tx = item->speculative;
	if (item->status)
		return;
	p = add_sample(s, PT_EVENT_TRANSACTIONS, ip_or_last(s, item->from), NULL);
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
		add_error(s, PT_ERROR_OVERFLOW, item);
		forget_flow(s);
		forget_count(s);
		if (item->to) {
			s->tracing = true;
			add_branch(s, 0, item->to, BRANCH_FLAG_BRANCH | BRANCH_FLAG_TRACE_BEGIN, NULL);
		}
		break;
	case PT_ITEM_ERROR:
		add_error(s, item->error, item);
		forget_flow(s);
		forget_count(s);
		break;
	case PT_ITEM_TSX:
		on_tsx(s, item);
		break;
	default:
		on_other(s, item);
		break;
	}
}

struct pt_pending *pt_synth__peek(struct pt_synth *s)
{
	struct pt_item item;

	if (s->at_pending < s->nr_pending)
		return &s->pending[s->at_pending];
	reset_pending(s);
	while (!s->ended && !s->nr_pending) {
		if (intel_pt_trace__next(&s->trace, &item))
			on_item(s, &item);
		else
			s->ended = true;
	}
	return s->nr_pending ? &s->pending[0] : NULL;
}

int pt_synth__deliver(struct pt_synth *s, struct session *session)
{
	struct pt_pending *p = pt_synth__peek(s);
	struct perf_sample sample = { .cpu = (uint32_t)-1 };

	if (!p)
		return 0;
	s->at_pending++;
	if (p->kind == PT_PENDING_ERROR)
		return session__deliver_error(session, &p->error);
	sample.ip = p->ip;
	sample.addr = p->addr;
	sample.time = p->time;
	sample.pid = p->pid;
	sample.tid = p->tid;
	sample.period = p->period;
	sample.id = p->evsel->nr_ids ? p->evsel->ids[0] : 0;
	sample.misc = p->ip >> 63 ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER;
	if (s->events->cpus)
		sample.cpu = s->trace.cpu;
	if (p->nr_chain) {
		sample.ips = p->chain;
		sample.nr_ips = p->nr_chain;
	}
	sample.branches = p->branches;
	sample.nr_branches = p->nr_branches;
	p->trace.text = p->text[0] ? p->text : NULL;
	return session__deliver_made(session, p->evsel, &sample, &p->trace);
}
