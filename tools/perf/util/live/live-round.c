// SPDX-License-Identifier: GPL-2.0-only
/* A round: what lies in the rings is taken, in the order of time, and what was unwound is written. */
#include <errno.h>
#include <signal.h>

#include "util/base/monotonic.h"
#include "util/live/live-unwind-internal.h"

/* How long tables are waited for after each round, ms. */
#define PARKED_MS	4
#define TIDY_NS		1000000000ULL

/* A signal is about to be delivered to a handler that may have a stack of its own. */
static void take_signal(struct live_unwind *u, const struct perf_sample *s)
{
	struct live_regs regs;

	u->stats.signals++;
	if (live_regs__get(&regs, s, u->walk.arch) && s->user_stack_dyn_size)
		left_stacks__add(&u->left, &(struct left_regs){ .time = s->time, .ip = regs.ip, .sp = regs.sp, .fp = regs.fp,
								 .tid = s->tid }, s->user_stack, (size_t)s->user_stack_dyn_size, u->waiting.for_tables.nr);
}

static bool is_of_signals(struct live_unwind *u, const struct record *r, struct perf_sample *ret)
{
	struct diag ignored = DIAG_INIT;

	return u->out.signals && sample_decoder__evsel(&u->decoder, r, &ignored) == u->out.signals &&
	       sample_decoder__sample(&u->decoder, r, ret, &ignored);
}

static void take_sample(struct live_unwind *u, const struct merged_record *m)
{
	struct opened_sample o = { .stays = m->stays, .round = memory_code__now(u->memory) };
	const struct last_walk *walk;

	if (is_of_signals(u, &m->r, &o.s)) {
		take_signal(u, &o.s);
		return;
	}
	if (!live_samples__take_apart(u, &m->r, &o) || (!o.parts.cookie && !u->out.unwinds(u->out.ctx, o.evsel))) {
		live_writing__as_it_is(u, &m->r);
		return;
	}
	u->stats.samples += o.has_regs;
	/* What has waited uses the decoder's memory. */
	if (o.has_regs && moved_code__is_due(&u->moved, &o.s, evsel__file_attr(o.evsel)) && live_changes__take_moved(u, o.s.pid))
		(void)live_samples__take_apart(u, &m->r, &o);
	walk = waiting_samples__walk(&u->waiting, o.s.tid, o.parts.cookie);
	if (!o.parts.cookie)
		live_samples__finish(u, &o, o.parts.user, o.parts.nr_user);
	else if (walk)
		live_samples__finish(u, &o, walk->ips, walk->nr);
	else
		live_samples__try_or_wait(u, &o, m->time);
}

static bool exists(uint32_t pid)
{
	return !kill((pid_t)pid, 0) || errno != ESRCH;
}

static void tidy(struct live_unwind *u)
{
	live_waits__end_old(u);
	if (u->newest < u->tidied + TIDY_NS)
		return;
	u->tidied = u->newest;
	live_spaces__tidy(u->spaces, u->newest, exists);
	live_tables__tidy(u->tables);
}

static void take(struct live_unwind *u, const struct merged_record *m)
{
	if (m->time > u->newest)
		u->newest = m->time;
	switch (m->r.header.type) {
	case PERF_RECORD_SAMPLE:
		take_sample(u, m);
		return;
	case PERF_RECORD_CALLCHAIN_DEFERRED:
		live_waits__take_walk(u, &m->r);
		return;
	default:
		if (m->r.header.type == PERF_RECORD_LOST) {
			left_stacks__forget(&u->left);
			moved_code__note_loss(&u->moved);
		}
		if (!m->heeded)
			live_changes__heed(u, m);
		if (!m->only_heed)
			live_writing__as_it_is(u, &m->r);
	}
}

int64_t live_unwind__drain(struct live_unwind *u, struct perf_mmap *const *rings, size_t nr, double *ret_fullest)
{
	struct merged_record m;
	double fullest = 0;
	size_t total = ring_merge__begin(u->merge, rings, nr, u->out.see, u->out.ctx, &fullest);

	u->err = 0;
	u->round_ms = monotonic__ms();
	memory_code__round(u->memory);
	stack_pages__round(&u->pages);
	/* Where nothing can be written any more, nothing is unwound. */
	while (!u->err && ring_merge__next(u->merge, &m))
		take(u, &m);
	/* Nothing is to be done for the rings meanwhile: they were looked through just now. */
	if (!u->err)
		live_waits__serve(u, PARKED_MS);
	waiting_samples__leave_rings(&u->waiting);
	ring_merge__end(u->merge);
	tidy(u);
	live_writing__flush(u);
	*ret_fullest = fullest > *ret_fullest ? fullest : *ret_fullest;
	return u->err ? u->err : (int64_t)total;
}
