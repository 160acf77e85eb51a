// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/syscalls.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/callchain/chain-syscall.h"
#include "util/defer/shown-reading.h"
#include "util/defer/syscalls-internal.h"
#include "util/event/evlist.h"
#include "util/event/syscall-event.h"
#include "util/offcpu/offcpu.h"

struct collecting {
	struct shown_reading shown;
	struct syscalls *c;
};

/* --- events --------------------------------------------------------------------------------------------------- */

static void see_event(struct syscalls *c, const struct evsel *evsel, struct syscall_event *e)
{
	*e = syscall_event__of(evsel);
	c->enters |= e->kind == SYSCALL_EVENT_ENTER;
	c->exits |= e->kind == SYSCALL_EVENT_EXIT;
	/* With its period in the sample the kernel does not wait for a sum. */
	if (e->kind == SYSCALL_EVENT_ENTER || e->kind == SYSCALL_EVENT_EXIT)
		c->sampled |= evsel->attr.freq || (evsel->attr.sample_period > 1 && !(evsel->attr.sample_type & PERF_SAMPLE_PERIOD));
}

static int begin(void *ctx, struct session *s)
{
	struct syscalls *c = ((struct collecting *)ctx)->c;
	const struct evlist *evlist = session__evlist(s);
	struct evsel *evsel;
	size_t i;

	c->arch = session__header(s)->arch;
	c->nr_events = evlist->nr;
	c->events = xcalloc(evlist->nr + 1, sizeof(*c->events));
	evlist__for_each(evlist, i, evsel)
		see_event(c, evsel, &c->events[i]);
	c->stays = !c->enters || !c->exits;
	/* Without records of switches all is "running". */
	if (offcpu__lacks(c->off_cpu, NULL)) {
		offcpu__delete(c->off_cpu);
		c->off_cpu = NULL;
	}
	return 0;
}

/* --- texts ---------------------------------------------------------------------------------------------------- */

/* Halves are about to go, what is kept by them is kept no longer; the texts stay. */
static void on_flush(void *ctx)
{
	struct syscalls *c = ((struct collecting *)ctx)->c;

	stack_texts__flush(&c->texts);
}

static const char *name_of(struct syscalls *c, const struct syscall_event *e, int64_t nr)
{
	const char *name = syscall_event__name(e, c->arch, nr);
	char text[40];

	if (name)
		return stack_texts__name(&c->texts, name);
	snprintf(text, sizeof(text), "syscall %" PRId64, nr);
	return byte_pool__str(&c->texts.pool, text);
}

/* Of a stay without an entry. */
static const char *name_of_stay(struct syscalls *c, const struct session_sample *s)
{
	const char *name = chain_half__syscall(s->chain.kernel);

	return stack_texts__name(&c->texts, name ? name : "[kernel]");
}

/* --- what the session hands us ---------------------------------------------------------------------------------- */

static int on_span(void *ctx, const struct session_sample *s)
{
	static const enum syscall_part parts[OFFCPU_NR_STATES] = {
		[OFFCPU_BLOCKED] = SYSCALL_BLOCKED, [OFFCPU_RUNNABLE] = SYSCALL_RUNNABLE,
		[OFFCPU_PREEMPTED] = SYSCALL_RUNNABLE, [OFFCPU_THROTTLED] = SYSCALL_RUNNABLE, [OFFCPU_UNKNOWN] = SYSCALL_UNKNOWN,
	};
	struct syscalls *c = ((struct collecting *)ctx)->c;
	struct syscall_call *call = syscall_call__of(c, s->tid);
	const struct offcpu_span *span = s->off_cpu;
	uint64_t from, to;

	if (!call || span->unfinished)
		return 0;
	/* A stay's end is known already; what follows is not of it. */
	from = span->from > call->from ? span->from : call->from;
	to = c->stays && span->to > call->to ? call->to : span->to;
	if (from >= to)
		return 0;
	call->parts[parts[span->state]] += to - from;
	syscall_call__add_inside(call, &(struct syscall_inside){ .time = to, .ns = to - from, .what = offcpu_span__text(span) });
	return 0;
}

static void see_enter(struct syscalls *c, const struct syscall_event *e, const struct session_sample *s)
{
	struct syscall_call *open = syscall_call__of(c, s->tid);
	int64_t nr;

	if (!syscall_event__number(e, e->id, s->sample, &nr))
		return;
	/* Its exit is not there; those of exit and the like never are, but then nothing follows either. */
	c->unpaired += open != NULL;
	syscall_call__open(c, s, name_of(c, e, nr));
}

static void see_exit(struct syscalls *c, const struct syscall_event *e, const struct session_sample *s)
{
	struct syscall_call *open = syscall_call__of(c, s->tid);
	int64_t nr, ret;

	if (!syscall_event__number(e, e->id, s->sample, &nr) || !syscall_event__number(e, e->ret, s->sample, &ret))
		return;
	/* One that began before the recording, or that of another stay: what is between was lost. */
	if (!open || open->name != name_of(c, e, nr) || (open->cookie && s->cookie && open->cookie != s->cookie)) {
		c->unpaired++;
		if (open)
			open->name = NULL;
		return;
	}
	syscall_call__close(c, open, s->sample->time, ret);
}

static void see_inside(struct syscalls *c, const struct syscall_event *e, const struct session_sample *s)
{
	struct syscall_call *open = syscall_call__of(c, s->tid);

	/* Spans tell of switches. */
	if (!open || e->kind == SYSCALL_EVENT_SCHED)
		return;
	syscall_call__add_inside(open, &(struct syscall_inside){
		.time = s->sample->time, .what = stack_texts__name(&c->texts, evsel__name(s->evsel)),
		.at = s->ip && s->ip->sym ? stack_texts__name(&c->texts, s->ip->sym->name) : NULL });
}

/* Of a recording without entries: samples of the same cookie are one stay, which ends when the user stack was taken. */
static void see_stay(struct syscalls *c, const struct syscall_event *e, const struct session_sample *s)
{
	struct syscall_call *open = syscall_call__of(c, s->tid);
	/* Entries and exits show the registers of the program; so do other samples in whose record kernel frames are. */
	bool in_kernel = e->format || s->nr_kernel_ips || !sample__is_user(s->sample);
	int64_t nr;

	if (open && (open->cookie != s->cookie || !s->cookie))
		syscall_call__close(c, open, open->to, 0);
	if (s->cookie && s->orphan == PERF_STITCH_WHOLE && s->user.time >= s->sample->time && in_kernel) {
		if (!syscall_call__of(c, s->tid))
			syscall_call__open(c, s, syscall_event__number(e, e->id, s->sample, &nr) ? name_of(c, e, nr) : name_of_stay(c, s));
		syscall_call__of(c, s->tid)->to = s->user.time;
	}
	see_inside(c, e, s);
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	static const struct syscall_event other;
	struct syscalls *c = ((struct collecting *)ctx)->c;
	const struct syscall_event *e = (size_t)s->evsel->idx < c->nr_events ? &c->events[s->evsel->idx] : &other;
	struct session_sample foreign;

	if (c->off_cpu)
		s = offcpu__thread_sample(c->off_cpu, s, &foreign);
	/* All threads outside of a PID namespace go by 0. An idle task calls nothing. */
	if (s->tid == (uint32_t)-1 || !s->tid)
		return 0;
	if (c->stays)
		see_stay(c, e, s);
	else if (e->kind == SYSCALL_EVENT_ENTER)
		see_enter(c, e, s);
	else if (e->kind == SYSCALL_EVENT_EXIT)
		see_exit(c, e, s);
	else
		see_inside(c, e, s);
	return 0;
}

/* exit() has no exit, and its thread's number may become another's. */
static void see_end(struct syscalls *c, const struct record *r)
{
	struct syscall_call *open;
	struct record_task task;

	if (record__decode_task(r, &task, NULL))
		return;
	open = syscall_call__of(c, task.tid);
	if (!open || c->stays)
		return;
	c->unfinished++;
	open->name = NULL;
}

static int on_event(void *ctx, const struct record *r, const struct sample_id *id)
{
	struct syscalls *c = ((struct collecting *)ctx)->c;

	(void)id;
	if (r->header.type == PERF_RECORD_EXIT)
		see_end(c, r);
	return 0;
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

int syscalls__collect(struct syscalls *c, const struct syscalls_opts *how, const struct session_opts *opts,
		      const struct session_ops *view, void *ctx, struct diag *diag)
{
	static const struct session_ops ops = {
		.begin = begin, .sample = on_sample, .event = on_event, .flush_chains = on_flush,
		.damaged = shown_reading__damaged, .progress = shown_reading__progress,
	};
	/* What has not ended is in calls that have not ended either. */
	static const struct offcpu_opts ended = {
		.span = on_span, .states = { .states = (1U << OFFCPU_NR_STATES) - 1 }, .beside = true, .optional = true, .ended = true,
	};
	struct collecting col = { .c = c, .shown = { view, ctx } };
	int err;

	*c = (struct syscalls){ .opts = *how };
	c->slowest = xcalloc((size_t)how->slowest + 1, sizeof(*c->slowest));
	c->session = session__new(opts, &ops, &col, diag);
	if (!c->session)
		return -EINVAL;
	c->off_cpu = offcpu__new(c->session, opts, &ended, &col, diag);
	err = c->off_cpu ? session__process(c->session, diag) : -EINVAL;
	if (!err) {
		syscalls__close_open(c);
		syscalls__sort(c);
	}
	c->stats = *session__stats(c->session);
	return err;
}

void syscalls__exit(struct syscalls *c)
{
	size_t i;

	offcpu__delete(c->off_cpu);
	HASH_EACH(&c->open, i)
		free(c->open.slots[i].val);
	open_calls__exit(&c->open);
	syscall_row_map__exit(&c->row_of);
	for (i = 0; i < c->nr_rows; i++) {
		durations__exit(&c->rows[i]->durations);
		free(c->rows[i]);
	}
	free(c->rows);
	free(c->slowest);
	free(c->events);
	stack_texts__exit(&c->texts);
	session__delete(c->session);
	*c = (struct syscalls){ .stays = false };
}
