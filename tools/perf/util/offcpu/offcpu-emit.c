// SPDX-License-Identifier: GPL-2.0-only
/* Spans as samples, in pieces where records are missing. */

#include "util/base/alloc.h"
#include "util/offcpu/offcpu-internal.h"

static inline void count(struct offcpu_sum *sum, uint64_t ns)
{
	sum->nr++;
	sum->ns += ns;
}

static inline char letter_of(const struct offcpu_task *t, enum offcpu_state state)
{
	return state == OFFCPU_BLOCKED ? t->letter : 0;
}

int offcpu__emit_sums(struct offcpu *o, struct offcpu_task *t)
{
	struct session_sample out = { .evsel = o->evsel, .tid = t->tid };
	struct offcpu_span span = { .state = OFFCPU_BLOCKED };
	struct perf_sample ps = { .tid = t->tid };
	struct offcpu_sums *e;
	int err = 0;

	out.sample = &ps;
	out.off_cpu = &span;
	for (; t->sums && span.state < OFFCPU_NR_SUMS; span.state++) {
		e = &t->sums[span.state];
		if (e->open && e->nr && !err) {
			ps.pid = out.pid = e->left.pid;
			ps.cpu = e->cpu;
			out.comm = e->left.comm;
			out.machine = e->left.machine;
			out.ip = e->left.ip;
			out.chain = e->left.chain;
			out.orphan = (enum perf_stitch_reason)e->left.orphan;
			out.deferred = e->left.deferred;
			span.letter = e->letter;
			span.latency = e->ns * 1000;
			err = o->more(o->ctx, &out, e->nr, e->ns);
		}
		*e = (struct offcpu_sums){ .open = false };
	}
	return err;
}

/* Is a span like the one before that was handed on of @t? Then it is counted with it. */
static inline bool is_more(struct offcpu *o, struct offcpu_task *t, enum offcpu_state state, uint64_t ns, bool unfinished)
{
	struct offcpu_sums *e;

	if (!t->sums || state >= OFFCPU_NR_SUMS || !t->left.there || t->left.stale)
		return false;
	e = &t->sums[state];
	if (!e->open || !e->as_left || e->letter != letter_of(t, state) || e->cpu != t->cpu)
		return false;
	e->nr++;
	e->ns += ns;
	count(&o->stats.shown[state], ns);
	if (unfinished)
		count(&o->stats.unfinished, ns);
	return true;
}

/* A span with the stack of @t->left was handed on: those that follow and are like it are counted. */
static int begin_sums(struct offcpu *o, struct offcpu_task *t, const struct offcpu_span *span)
{
	struct offcpu_sums *e;
	int err;

	if (!t->sums)
		t->sums = xcalloc(OFFCPU_NR_SUMS, sizeof(*t->sums));
	e = &t->sums[span->state];
	err = e->nr ? offcpu__emit_sums(o, t) : 0;
	*e = (struct offcpu_sums){ .left = t->left, .cpu = t->cpu, .letter = span->letter, .open = true, .as_left = true };
	return err;
}

/* Whose span it is, as the sample that it left with said, or by what is known of the thread. */
static void put_task(struct offcpu *o, struct offcpu_task *t, const struct offcpu_span *span)
{
	const struct offcpu_left *left = &t->left;
	struct perf_sample *ps = &o->sample;
	struct session_sample *out = &o->out;

	if (left->there) {
		ps->ip = left->addr_ip;
		ps->misc = left->misc;
		out->machine = left->machine;
		out->pid = left->pid;
		out->comm = left->comm;
	} else {
		ps->ip = 0;
		ps->misc = PERF_RECORD_MISC_KERNEL;
		out->machine = o->host;
		if (offcpu_task__is_foreign(o, t)) {
			out->pid = t->tid;
			out->comm = offcpu__foreign_comm(t->tid);
		} else {
			out->pid = t->tid ? machine__pid_of(out->machine, t->tid, span->from) : 0;
			out->comm = machine__comm_at(out->machine, out->pid, t->tid, span->from);
		}
	}
}

static int hand_on(struct offcpu *o, struct offcpu_task *t, const struct offcpu_span *span)
{
	const struct offcpu_left *left = &t->left;
	struct perf_sample *ps = &o->sample;
	struct session_sample *out = &o->out;
	uint64_t ns = span->to - span->from;
	int err;

	if (is_more(o, t, span->state, ns, span->unfinished))
		return 0;
	/* What only other samples have stays zero: to clear all of it each time would take as long as the rest. */
	out->sample = ps;
	out->evsel = o->evsel;
	out->tid = t->tid;
	out->off_cpu = span;
	ps->time = span->to;
	ps->period = ns;
	ps->tid = t->tid;
	ps->cpu = t->cpu;
	ps->cgroup = t->cgroup;
	put_task(o, t, span);
	ps->pid = out->pid;
	if (o->filter.any && !filter__passes(&o->filter, out->pid, t->tid, t->cpu, out->comm))
		return 0;
	if (!offcpu_states__have(&o->opts.states, span)) {
		count(&o->stats.left_out[span->state], ns);
		return 0;
	}
	count(&o->stats.shown[span->state], ns);
	if (span->unfinished)
		count(&o->stats.unfinished, ns);
	offcpu__put_stack(o, t, span);
	if (out->ip == &o->no_stack.frame)
		count(&o->stats.no_stack, ns);
	out->usual = session_sample__is_usual(out);
	err = o->opts.span(o->ctx, out);
	if (err || !o->more || span->state >= OFFCPU_NR_SUMS || !left->there || !left->of_switch || out->ip == &o->no_stack.frame)
		return err;
	return begin_sums(o, t, span);
}

int offcpu__emit_rest(struct offcpu *o, struct offcpu_task *t, uint64_t time)
{
	uint32_t cpu = t->cpu;
	size_t i;
	int err = 0;

	offcpu__note_run(o, t, time);
	for (i = 0; i < t->nr_ran && !err; i++) {
		struct offcpu_span span = { .state = OFFCPU_ON_CPU, .from = time - t->ran[i].ns, .to = time,
					    .latency = t->ran[i].latency };

		o->stats.wall.ran += t->ran[i].ns;
		t->cpu = t->ran[i].cpu;
		err = hand_on(o, t, &span);
	}
	t->cpu = cpu;
	t->nr_ran = 0;
	return err;
}

int offcpu__emit_idle(void *ctx, uint32_t cpu, uint64_t from, uint64_t to)
{
	struct offcpu *o = ctx;
	struct offcpu_task idle = { .where = OFFCPU_OFF, .cpu = cpu };
	const struct offcpu_span span = { .state = OFFCPU_IDLE, .from = from, .to = to };

	return o->wall ? hand_on(o, &idle, &span) : 0;
}

/* What its thread has run on one CPU. */
static int emit_on(struct offcpu *o, const struct session_sample *s, const struct offcpu_ran *ran)
{
	struct offcpu_span span = { .state = OFFCPU_ON_CPU, .from = s->sample->time - ran->ns, .to = s->sample->time,
				    .latency = ran->latency };
	struct perf_sample ps = *s->sample;
	struct session_sample out = *s;

	if (!offcpu_states__have(&o->opts.states, &span)) {
		count(&o->stats.left_out[OFFCPU_ON_CPU], ran->ns);
		return 0;
	}
	count(&o->stats.shown[OFFCPU_ON_CPU], ran->ns);
	ps.period = ran->ns;
	ps.cpu = ran->cpu;
	out.sample = &ps;
	out.evsel = o->evsel;
	out.off_cpu = &span;
	return o->opts.span(o->ctx, &out);
}

const struct session_sample *offcpu__settle_sample(struct offcpu *o, struct offcpu_task *t, const struct session_sample *s,
						   struct session_sample *copy, int *ret_err)
{
	const struct perf_sample *ps = s->sample;
	uint64_t nr_flushes = o->nr_flushes;
	struct offcpu_stack reading;

	*ret_err = offcpu__settle_run(o, t, offcpu__sure_since(o, t, ps->cpu, ps->time), ps->cpu);
	if (nr_flushes == o->nr_flushes)
		return s;
	reading = offcpu__read_stack(o, t, s->record->offset);
	*copy = *s;
	copy->ip = reading.ip;
	copy->chain = reading.chain;
	return copy;
}

int offcpu__emit_sample(struct offcpu *o, struct offcpu_task *t, const struct session_sample *s)
{
	const struct perf_sample *ps = s->sample;
	size_t i;
	int err = 0;

	if (o->whole_cpus)
		offcpu_cpus__sampled(&o->stats.cpus, ps->cpu, s->tid);
	t->cpu = ps->cpu;
	offcpu__note_run(o, t, s->sample->time);
	/* It ran; whoever has not told that it came. */
	if (t->where == OFFCPU_UNSEEN)
		offcpu__set_where(o, t, OFFCPU_RUNS, ps->time);
	o->stats.wall.sampled += s->sample->period;
	for (i = 0; i < t->nr_ran && !err; i++) {
		o->stats.wall.ran += t->ran[i].ns;
		err = emit_on(o, s, &t->ran[i]);
	}
	t->nr_ran = 0;
	return err;
}

/*
 * A span with so many stretches of lost records in it is not known from there to the end of the last one: else as many spans
 * as there are threads times as many stretches would come of a small file.
 */
#define MOST_LOSSES	64

static __attribute__((noinline)) int emit_around_losses(struct offcpu *o, struct offcpu_task *t, uint64_t from, uint64_t to,
							enum offcpu_state state, bool unfinished)
{
	struct offcpu_span span = { .state = state, .letter = letter_of(t, state), .from = from };
	struct loss loss;
	int err = 0, nr = 0;

	/* While records were lost it may have run, and left again. */
	while (!err && state != OFFCPU_UNKNOWN && span.from < to && losses__find(&o->losses, span.from, to, &loss)) {
		if (++nr == MOST_LOSSES)
			loss.to = losses__last_end(&o->losses, to);
		if (loss.from > span.from) {
			span.to = loss.from;
			span.latency = (span.to - span.from) * 1000;
			err = hand_on(o, t, &span);
			span.from = span.to;
		}
		if (!err) {
			struct offcpu_span gap = { .state = OFFCPU_UNKNOWN, .from = span.from,
						   .to = loss.to < to ? loss.to : to };

			gap.latency = (gap.to - gap.from) * 1000;
			err = hand_on(o, t, &gap);
			span.from = gap.to;
		}
	}
	if (err || span.from >= to)
		return err;
	span.to = to;
	span.unfinished = unfinished;
	span.latency = (to - span.from) * 1000;
	return hand_on(o, t, &span);
}

int offcpu__emit(struct offcpu *o, struct offcpu_task *t, uint64_t from, uint64_t to, enum offcpu_state state,
		 bool unfinished)
{
	/*
	 * As nearly always: without losses it is one span, like one before it. The function for all others keeps to itself (noinline)
	 * the registers that it saves, here and in the other file where nearly all go the short way.
	 */
	if (!o->losses.nr && (from >= to || is_more(o, t, state, to - from, unfinished)))
		return 0;
	return emit_around_losses(o, t, from, to, state, unfinished);
}
