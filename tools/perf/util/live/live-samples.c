// SPDX-License-Identifier: GPL-2.0-only
/* One sample: it is taken apart and unwound, and written or left to wait. */
#include <string.h>

#include "util/live/live-unwind-internal.h"

/* The memory that samples may take which wait for tables. */
#define PARKED_BYTES	((size_t)128 << 20)

bool live_samples__take_apart(struct live_unwind *u, const struct record *r, struct opened_sample *ret)
{
	struct diag ignored = DIAG_INIT;

	ret->r = r;
	ret->evsel = sample_decoder__sample(&u->decoder, r, &ret->s, &ignored);
	if (!ret->evsel || !ret->s.callchain_offset)
		return false;
	chain_parts__of(&ret->parts, &ret->s);
	ret->asked = ret->waited ? ret->waited->asked : (size_t)ret->s.user_stack_size;
	ret->has_regs = u->out.unwinds(u->out.ctx, ret->evsel) && live_regs__get(&ret->regs, &ret->s, u->walk.arch);
	return true;
}

bool live_samples__take_apart_again(struct live_unwind *u, struct waiting_sample *w, struct record *r, struct opened_sample *ret)
{
	*r = (struct record){ .data = w->record };
	memcpy(&r->header, w->record, sizeof(r->header));
	ret->stays = !w->copy;
	ret->waited = w;
	ret->round = w->round;
	return live_samples__take_apart(u, r, ret);
}

/* The kernel's walk counts only if it began where the sample was: not behind the delivery of a signal, or an execve. */
static bool same_moment(const struct live_regs *regs, const uint64_t *ips, size_t nr)
{
	return nr && ips[0] == regs->ip;
}

bool live_samples__unwind(struct live_unwind *u, const struct opened_sample *o, const uint64_t *ips, size_t nr)
{
	u->walk.round = o->round;
	u->walk.maps = o->waited ? o->waited->maps : NULL;
	if (!live_walk__run(&u->walk, &o->s, &o->regs, ips, nr))
		return false;
	u->stats.joined += nr && u->walk.result.end == REPAIR_WHOLE;
	live_writing__unwound(u, o);
	return true;
}

/* What waits of @o. */
static struct waiting_sample waiting_of(const struct live_unwind *u, const struct opened_sample *o)
{
	struct waiting_sample w = { .time = o->s.time, .round = o->round, .since = o->waited ? o->waited->since : u->round_ms,
				    .cookie = o->parts.cookie, .pid = o->s.pid, .tid = o->s.tid,
				    .size = o->r->header.size, .record = o->r->data };

	if (o->has_regs && o->s.user_stack) {
		w.stack = (size_t)((const unsigned char *)o->s.user_stack - o->r->data);
		w.stack_size = (size_t)o->s.user_stack_size;
		w.asked = o->asked;
	}
	return w;
}

void live_samples__finish(struct live_unwind *u, const struct opened_sample *o, const uint64_t *ips, size_t nr)
{
	struct waiting_sample w = waiting_of(u, o);

	w.nr_ips = same_moment(&o->regs, ips, nr) ? nr : 0;
	if (!o->has_regs) {
		live_writing__plain(u, o, ips, nr);
		return;
	}
	if (live_samples__unwind(u, o, ips, w.nr_ips))
		return;
	if (u->waiting.for_tables.bytes >= PARKED_BYTES) {
		live_writing__kept(u, o, ips, w.nr_ips);
		return;
	}
	if (o->waited) {
		w.copy = o->waited->copy;
		o->waited->copy = NULL;
	}
	w.missing = u->walk.missing;
	w.ip = o->regs.ip;
	waiting_samples__park(&u->waiting, &w, o->stays, ips);
}

void live_samples__try_or_wait(struct live_unwind *u, const struct opened_sample *o, uint64_t time)
{
	struct waiting_sample w = waiting_of(u, o);

	w.time = time;
	u->walk.round = o->round;
	u->walk.maps = NULL;
	if (o->has_regs && live_walk__run(&u->walk, &o->s, &o->regs, NULL, 0) && u->walk.result.end == REPAIR_WHOLE)
		live_writing__unwound(u, o);
	else
		waiting_samples__add(&u->waiting, &w, o->stays);
}
