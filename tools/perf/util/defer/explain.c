// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/explain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/chain-syscall.h"
#include "util/defer/shown-reading.h"
#include "util/event/evlist.h"
#include "util/offcpu/offcpu.h"
#include "util/offcpu/waking.h"

struct collecting {
	struct shown_reading shown;
	struct explain *e;
};

static int begin(void *ctx, struct session *s)
{
	struct explain *e = ((struct collecting *)ctx)->e;
	const struct evlist *evlist = session__evlist(s);
	struct evsel *evsel;
	size_t i;

	e->nr_events = evlist->nr;
	e->is_waking = xcalloc(evlist->nr + 1, sizeof(*e->is_waking));
	evlist__for_each(evlist, i, evsel)
		e->is_waking[i] = waking__is_event(evsel);
	/* Samples alone tell at least what ran. */
	if (offcpu__lacks(e->off_cpu, NULL)) {
		offcpu__delete(e->off_cpu);
		e->off_cpu = NULL;
	}
	return 0;
}

/* --- rows and threads ------------------------------------------------------------------------------- */

static struct explain_thread *thread_of(struct explain *e, uint32_t pid, uint32_t tid)
{
	struct explain_thread **t = explain_threads__place(&e->by_tid, tid);

	if (!*t) {
		*t = xzalloc(sizeof(**t));
		(*t)->pid = pid;
		(*t)->tid = tid;
		(*t)->waited = CAUSE_CPU;
		GROW(e->threads, e->nr_threads, e->cap_threads);
		e->threads[e->nr_threads++] = *t;
	}
	return *t;
}

static struct explain_row *row_of(struct explain *e, enum cause cause, const char *comm, stack_text kernel, stack_text user)
{
	const void *key[] = { (const void *)(uintptr_t)cause, comm, kernel, user };
	const void *interned = byte_pool__get(&e->texts.pool, key, sizeof(key));
	struct explain_row **r = explain_rows__place(&e->by_key, (uintptr_t)interned);

	if (*r)
		return *r;
	*r = xzalloc(sizeof(**r));
	**r = (struct explain_row){ .cause = cause, .comm = comm, .kernel = kernel, .user = user };
	GROW(e->rows, e->nr_rows, e->cap_rows);
	e->rows[e->nr_rows++] = *r;
	return *r;
}

/* What only the chain tells, once for each row. Threads of the kernel call nothing. */
static void describe(struct explain *e, struct explain_row *row, const struct callchain *chain)
{
	const char *name = chain->user ? chain_half__syscall(chain->kernel) : NULL, *where = cause__own_function(chain);

	row->syscall = name ? byte_pool__str(&e->texts.pool, name) : NULL;
	row->where = where ? stack_texts__name(&e->texts, where) : NULL;
}

static bool is_named(const struct callchain *chain)
{
	const struct chain_half *inner = chain->kernel && chain->kernel->nr ? chain->kernel : chain->user;

	return inner && inner->nr && inner->frames[0]->sym;
}

/* What the time is counted as. A thread that gets its CPU at once after a wait has waited that much longer. */
static enum cause cause_of(struct explain_thread *t, const struct session_sample *s, enum offcpu_state state, uint64_t ns,
			   struct cause_facts *ret_facts)
{
	enum cause cause = cause__of(state, ns, &s->chain, ret_facts);

	if (state == OFFCPU_BLOCKED)
		t->waited = cause__is_busy(cause) && cause != CAUSE_OTHER ? cause : CAUSE_CPU;
	return state == OFFCPU_RUNNABLE && ns < CAUSE_SWITCH_NS ? t->waited : cause;
}

/* Counts @ns of the thread of @s. Returns the row; NULL if the thread is none of those that are told of. */
static struct explain_row *count(struct explain *e, const struct session_sample *s, enum offcpu_state state, uint64_t ns)
{
	struct explain_thread *t;
	struct cause_facts facts;
	struct explain_row *row;
	enum cause cause;

	if (!filter__passes(&e->filter, s->pid, s->tid, s->sample->cpu, s->comm))
		return NULL;
	t = thread_of(e, s->pid, s->tid);
	cause = cause_of(t, s, state, ns, &facts);
	t->comm = stack_texts__name(&e->texts, s->comm);
	t->ns[cause] += ns;
	e->ns[cause] += ns;
	row = row_of(e, cause, t->comm, stack_texts__of(&e->texts, s->chain.kernel), stack_texts__of(&e->texts, s->chain.user));
	if (!row->ns)
		describe(e, row, &s->chain);
	row->nr += state != OFFCPU_RUNNABLE || cause == CAUSE_CPU;
	row->ns += ns;
	e->no_kernel_names += facts.no_kernel_names ? ns : 0;
	e->no_user_names += facts.no_user_names ? ns : 0;
	if (cause__is_busy(cause) && !s->chain.kernel && !s->chain.user)
		e->no_stack += ns;
	else if (cause__is_busy(cause) && !is_named(&s->chain))
		e->no_names += ns;
	return row;
}

static void count_waker(struct explain *e, const char *comm, stack_text kernel, stack_text user)
{
	const void *key[] = { e->ended, comm, kernel, user };
	const void *interned = byte_pool__get(&e->texts.pool, key, sizeof(key));
	struct explain_waker **w = explain_wakers__place(&e->by_waker, (uintptr_t)interned);

	if (!*w) {
		*w = xzalloc(sizeof(**w));
		**w = (struct explain_waker){ .comm = comm, .kernel = kernel, .user = user, .next = e->ended->wakers };
		e->ended->wakers = *w;
	}
	(*w)->nr++;
	(*w)->ns += e->ended_ns;
	e->ended = NULL;
}

/* The wait was for the end of a thread, as who ended it tells: that is no lock, whatever its stack says. */
static void wait_was_idle(struct explain *e)
{
	struct explain_row *from = e->ended, *to = row_of(e, CAUSE_IDLE, from->comm, from->kernel, from->user);
	uint64_t ns = e->ended_ns;

	from->nr--;
	from->ns -= ns;
	e->ns[from->cause] -= ns;
	e->ended_thread->ns[from->cause] -= ns;
	to->nr++;
	to->ns += ns;
	to->syscall = from->syscall;
	to->where = from->where;
	e->ns[CAUSE_IDLE] += ns;
	e->ended_thread->ns[CAUSE_IDLE] += ns;
	e->ended_thread->waited = CAUSE_CPU;
	e->ended = to;
}

static void see_waker(struct explain *e, const struct session_sample *s)
{
	uint32_t tid = offcpu__thread_of(e->off_cpu, s), nr;
	struct session_sample foreign;
	stack_text kernel;

	if (waking__in_interrupt(s, tid, &nr)) {
		kernel = s->chain.kernel ? stack_texts__part(&e->texts, s->chain.kernel, nr) : stack_texts__of(&e->texts, NULL);
		count_waker(e, stack_texts__name(&e->texts, "[interrupt]"), kernel, stack_texts__of(&e->texts, NULL));
		return;
	}
	if (cause__is_exit(s->chain.kernel))
		wait_was_idle(e);
	s = offcpu__thread_sample(e->off_cpu, s, &foreign);
	count_waker(e, stack_texts__name(&e->texts, s->comm), stack_texts__of(&e->texts, s->chain.kernel),
		    stack_texts__of(&e->texts, s->chain.user));
}

/* --- what the session hands us ----------------------------------------------------------------------- */

static int on_span(void *ctx, const struct session_sample *s)
{
	struct explain *e = ((struct collecting *)ctx)->e;
	struct explain_row *row = count(e, s, s->off_cpu->state, s->sample->period);

	if (s->off_cpu->state != OFFCPU_BLOCKED || s->off_cpu->unfinished || !e->in_waking)
		return 0;
	e->ended = row;
	e->ended_thread = row ? thread_of(e, s->pid, s->tid) : NULL;
	e->ended_ns = s->sample->period;
	return 0;
}

static int on_any_sample(void *ctx, const struct session_sample *s)
{
	struct explain *e = ((struct collecting *)ctx)->e;

	e->in_waking = e->off_cpu && (size_t)s->evsel->idx < e->nr_events && e->is_waking[s->evsel->idx];
	e->ended = NULL;
	return 0;
}

static void see_access(struct explain *e, const struct session_sample *s)
{
	const char *where = cause__own_function(&s->chain);

	if (filter__passes(&e->filter, s->pid, s->tid, s->sample->cpu, s->comm))
		sharing__add(&e->sharing, s, stack_texts__name(&e->texts, s->comm), where ? stack_texts__name(&e->texts, where) : NULL);
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct explain *e = ((struct collecting *)ctx)->e;

	if (sharing__is_access(s))
		see_access(e, s);
	if (!e->off_cpu) {
		/* Periods of two events cannot be added: the first one that has samples counts. */
		e->event = e->event ? e->event : s->evsel;
		if (s->evsel == e->event && s->tid)
			count(e, s, OFFCPU_ON_CPU, s->sample->period);
		return 0;
	}
	if (e->in_waking && e->ended)
		see_waker(e, s);
	e->in_waking = false;
	return 0;
}

static void on_flush(void *ctx)
{
	struct explain *e = ((struct collecting *)ctx)->e;

	stack_texts__flush(&e->texts);
}

int explain__collect(struct explain *e, const struct session_opts *opts, const struct session_ops *view, void *ctx, struct diag *diag)
{
	static const struct session_ops ops = {
		.begin = begin, .sample = on_sample, .any_sample = on_any_sample, .flush_chains = on_flush,
		.damaged = shown_reading__damaged, .progress = shown_reading__progress,
	};
	static const struct offcpu_opts all = {
		.span = on_span, .states = { .states = ((1U << OFFCPU_NR_STATES) - 1) & ~(1U << OFFCPU_IDLE) },
		.extent = OFFCPU_ALL_THERE_IS, .beside = true, .optional = true,
	};
	struct collecting col = { .e = e, .shown = { view, ctx } };
	int err;

	*e = (struct explain){ .session_opts = *opts };
	if (filter__init(&e->filter, opts->comms, opts->pids, opts->tids, opts->cpus, diag))
		return -EINVAL;
	e->session_opts.comms = e->session_opts.pids = e->session_opts.tids = NULL;
	e->session = session__new(&e->session_opts, &ops, &col, diag);
	if (!e->session)
		return -EINVAL;
	e->off_cpu = offcpu__new(e->session, &e->session_opts, &all, &col, diag);
	if (!e->off_cpu)
		return -EINVAL;
	err = session__process(e->session, diag);
	explain__sort(e);
	sharing__sort(&e->sharing);
	e->stats = *session__stats(e->session);
	return err;
}

static void free_row(struct explain_row *r)
{
	struct explain_waker *w, *next;

	for (w = r->wakers; w; w = next) {
		next = w->next;
		free(w);
	}
	free(r);
}

void explain__exit(struct explain *e)
{
	size_t i;

	offcpu__delete(e->off_cpu);
	filter__exit(&e->filter);
	for (i = 0; i < e->nr_rows; i++)
		free_row(e->rows[i]);
	for (i = 0; i < e->nr_threads; i++)
		free(e->threads[i]);
	free(e->rows);
	free(e->threads);
	free(e->is_waking);
	explain_threads__exit(&e->by_tid);
	explain_rows__exit(&e->by_key);
	explain_wakers__exit(&e->by_waker);
	sharing__exit(&e->sharing);
	stack_texts__exit(&e->texts);
	session__delete(e->session);
	*e = (struct explain){ .in_waking = false };
}
