// SPDX-License-Identifier: GPL-2.0-only
/* The stack of a span: the one that the thread left with, or a line that says why there is none. */
#include "util/offcpu/offcpu-internal.h"

#include <string.h>

#include "util/base/alloc.h"

static void init_mark(struct offcpu_mark *m, const char *text)
{
	m->sym = (struct symbol){ .name = text, .name_len = (uint32_t)strlen(text) };
	m->frame = (struct frame){ .priv = &m->frame_priv, .kind = FRAME_GAP, .sym = &m->sym, .level = '.',
				   .cpumode = PERF_RECORD_MISC_CPUMODE_UNKNOWN };
	m->frames[0] = &m->frame;
	m->half = (struct chain_half){ .priv = &m->half_priv, .frames = m->frames, .nr = 1, .nr_gaps = 1 };
}

void offcpu__init_marks(struct offcpu *o)
{
	init_mark(&o->no_stack, "[stack missing: not recorded when the thread left]");
	init_mark(&o->unknown, "[not known: records of switches are missing]");
	init_mark(&o->before, "[not known: it left before the recording began]");
	init_mark(&o->not_sampled, "[ran between samples]");
	init_mark(&o->idle, "[idle]");
	init_mark(&o->outside, "[not known: the files of threads outside the PID namespace are not recorded]");
}

void offcpu__exit_marks(struct offcpu *o)
{
	struct offcpu_mark *marks[] = { &o->no_stack, &o->unknown, &o->before, &o->not_sampled, &o->idle,
					&o->outside };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(marks); i++)
		session__free_frame_priv(o->session, marks[i]->frame_priv);
}

static void put_mark(struct session_sample *out, const struct offcpu_mark *m)
{
	out->ip = &m->frame;
	out->chain = (struct callchain){ .user = &m->half };
	out->orphan = PERF_STITCH_WHOLE;
	out->deferred = false;
	out->user.time = out->cookie = 0;
}

static int read_stack(void *ctx, const struct session_sample *s)
{
	struct offcpu_stack *reading = ctx;

	reading->ip = s->ip;
	reading->chain = s->chain;
	return 0;
}

/* Of threads outside a PID namespace the kernel's half is known. Their files go by the same number as those of all others there. */
static void hide_user_half(struct offcpu *o, const struct frame **ip, struct callchain *chain)
{
	if (chain->user)
		chain->user = &o->outside.half;
	if (*ip && (*ip)->cpumode != PERF_RECORD_MISC_KERNEL)
		*ip = &o->outside.frame;
}

const struct session_sample *offcpu__thread_sample(struct offcpu *o, const struct session_sample *s, struct session_sample *copy)
{
	uint32_t tid = offcpu__thread_of(o, s);

	if (tid == s->tid)
		return s;
	*copy = *s;
	copy->pid = copy->tid = tid;
	copy->comm = offcpu__foreign_comm(tid);
	copy->deferred = false;
	copy->orphan = PERF_STITCH_WHOLE;
	hide_user_half(o, &copy->ip, &copy->chain);
	return copy;
}

struct offcpu_stack offcpu__read_stack(struct offcpu *o, const struct offcpu_task *t, uint64_t pos)
{
	struct offcpu_stack reading = { .ip = NULL };

	(void)session__sample_again(o->session, pos, read_stack, &reading);
	if (offcpu_task__is_foreign(o, t))
		hide_user_half(o, &reading.ip, &reading.chain);
	return reading;
}

/* The stack that @t left with, if the recording has it. */
static void put_stack(struct offcpu *o, struct offcpu_task *t, uint64_t to, struct session_sample *out)
{
	struct offcpu_left *left = &t->left;
	struct offcpu_stack reading;

	/* A sample of the same stay in the kernel has the same user half; its kernel half is of another moment. */
	if (!left->there || (!left->of_switch && !(left->deferred && left->user_time >= to))) {
		put_mark(out, &o->no_stack);
		return;
	}
	if (left->stale) {
		reading = offcpu__read_stack(o, t, left->pos);
		left->ip = reading.ip;
		left->chain = reading.chain;
		left->stale = false;
	}
	out->ip = left->ip;
	out->chain = left->chain;
	out->deferred = left->deferred;
	out->orphan = (enum perf_stitch_reason)left->orphan;
	out->user.time = left->user_time;
	out->cookie = left->cookie;
	if (!left->of_switch) {
		out->chain.kernel = NULL;
		out->ip = out->chain.user && out->chain.user->nr ? out->chain.user->frames[0] : NULL;
	}
	if (!out->chain.kernel && !out->chain.user && !out->ip)
		put_mark(out, &o->no_stack);
}

void offcpu__put_stack(struct offcpu *o, struct offcpu_task *t, const struct offcpu_span *span)
{
	struct session_sample *out = &o->out;

	switch (span->state) {
	case OFFCPU_UNKNOWN:
		put_mark(out, t->where == OFFCPU_UNSEEN ? &o->before : &o->unknown);
		break;
	case OFFCPU_ON_CPU:
		put_mark(out, &o->not_sampled);
		break;
	case OFFCPU_IDLE:
		put_mark(out, &o->idle);
		break;
	default:
		put_stack(o, t, span->to, out);
		break;
	}
}
