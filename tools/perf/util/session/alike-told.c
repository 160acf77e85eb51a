// SPDX-License-Identifier: GPL-2.0-only
/* Samples that are equal to others (session-alike.c): the first of each kind is remembered, and the consumer is told of the rest. */
#include "util/session/alike-find.h"

/* Counts what session__deliver_sample() counts of @nr samples whose user half is @user; @later: of them with a later record. */
static void count_halves(struct session *s, uint32_t user, uint64_t nr, uint64_t later)
{
	if (user == NOT_WAITING)
		return;
	s->stats.waiting += nr;
	if (!has_half(user)) {
		s->stats.orphans[UINT32_MAX - user] += nr;
	} else if (!s->scan.stitch->halves.list[user - 1].nr) {
		s->stats.orphans[PERF_STITCH_EMPTY] += nr;
	} else {
		s->stats.stitched_by_later += later;
		s->stats.stitched_by_earlier += nr - later;
	}
}

static int tell(struct session *s, size_t i)
{
	struct session_alike *a = s->alike;
	struct alike *e = &a->places[i];
	struct session_more more = { .nr = e->nr, .period = e->period_at ? e->period : e->nr * e->fixed_period, .last_time = e->last_time };
	const struct session_sample *first = &a->firsts[i].sample;
	uint32_t user;

	if (!more.nr)
		return 0;
	user = sample_kinds__get(&s->scan.stitch->kinds, e->key.kind).user;
	if (has_half(user))
		more.nr_user_ips = s->scan.stitch->halves.list[user - 1].nr;
	more.nr_later = more.nr_user_ips ? e->later : 0;
	count_halves(s, user, e->nr, e->later);
	e->nr = e->period = e->later = 0;
	if (e->left_out)
		return 0;
	s->stats.delivered += more.nr;
	session__count_callers(s, first->chain.user, more.nr);
	return a->each ? 0 : a->ops->more(a->ctx, first, &more);
}

bool session__alike_told_any(const struct session *s)
{
	return s->alike && s->alike->told_any;
}

bool session__alike_remembers(struct session *s, bool remembers)
{
	bool before = s->alike && s->alike->has_key;

	if (s->alike)
		s->alike->has_key = remembers;
	return before;
}

/*
 * Sets *@e to when what comes of the sample of a->row holds for others. False: for no other. The entries of a user half are looked up in
 * the maps of another moment where an execve is near.
 */
static bool find_span(struct session *s, const struct session_alike *a, const struct session_sample *sample, const struct user_half *half,
		      struct alike *e)
{
	struct sample_kind kind = sample_kinds__get(&s->scan.stitch->kinds, a->key.kind);
	const struct task_view *task;
	const unsigned char *p;
	struct half_look look;
	uint64_t from, until, left;

	/* Entries that were changed lie in memory that the next sample takes. */
	if (a->fields && sample->kernel_ips != sample->sample->ips)
		return false;
	/* A chain that ends as if a user half were to come, and none is: what it ends with is part of it. */
	if (kind.user == NOT_WAITING && sample_part__ending(alike__part(s, kind)) != PERF_STITCH_ENDS_PLAIN)
		return false;
	if ((has_half(kind.user) && kind.user & ODD_HALF) || (sample->user.nr && half && half->reason != PERF_STITCH_WHOLE))
		return false;
	task = session__task_at(s, s->host, sample->pid, sample->tid, sample->sample->time);
	*e = (struct alike){ .from = task->from, .until = task->until };
	e->whole = has_half(kind.user) && s->scan.stitch->halves.list[kind.user - 1].nr;
	p = alike__bytes(s, a->segment, a->row, &left);
	if (!half_look__at(&look, s, a->row, p, left, e))
		return false;
	(void)machine__kernel_maps_span(s->host, sample->sample->time, &from, &until);
	e->from = from > e->from ? from : e->from;
	e->until = until < e->until ? until : e->until;
	return true;
}

/*
 * Is a row all that is to be looked at of samples that are like @e? Nothing changes any more, so that it does not matter when a near
 * record was made, other than for counting how long they have waited; and but for their periods, nothing that each of them has for itself
 * is asked for.
 */
static bool is_quick(const struct session_alike *a, const struct alike *e)
{
	return !a->each && !a->by_own && e->until == UINT64_MAX && e->key.kind < JOINED_HALF >> NEAR_BITS;
}

int session__remember_alike(struct session *s, const struct session_sample *sample, const struct user_half *half, bool left_out)
{
	struct session_alike *a = s->alike;
	struct alike_first *first;
	struct sample_kind kind;
	struct alike known, *e;
	size_t i;
	int err;

	if (!a->has_key || sample->sample != &s->reader.usual || !find_span(s, a, sample, half, &known))
		return a->failed;
	a->has_key = false;
	i = alike__place(a, &a->key);
	e = &a->places[i];
	err = tell(s, i);
	known.number = e->used ? e->number : (uint16_t)a->nr_used;
	if (!e->used)
		a->used[a->nr_used++] = (uint16_t)i;
	kind = sample_kinds__get(&s->scan.stitch->kinds, a->key.kind);
	first = &a->firsts[i];
	first->at = kind_places__of(s, kind);
	known.key = a->key;
	known.left_out = left_out;
	known.waits = known.whole && !left_out;
	known.used = true;
	known.fixed_period = first->at.fixed_period;
	known.period_at = alike__part(s, kind)->head & PART_OWN_PERIOD ? first->at.layout->period : 0;
	known.end = first->at.layout->end;
	known.quick = is_quick(a, &known) ? alike__quick(alone_what(a->key.kind)) : 0;
	*e = known;
	first->sample = *sample;
	first->fields = s->reader.usual;
	first->sample.sample = &first->fields;
	first->sample.record = a->each && a->needs_time ? &a->record : NULL;
	/* Its entries lie in the mapped file. */
	if (a->fields)
		return err;
	first->sample.kernel_ips = first->sample.user.ips = first->fields.ips = NULL;
	first->sample.nr_kernel_ips = first->sample.user.nr = first->fields.nr_ips = 0;
	return err;
}

static int tell_all(struct session *s, int err)
{
	size_t i;

	for (i = 0; i < s->alike->nr_used && !err; i++)
		err = tell(s, s->alike->used[i]);
	return err;
}

int session__tell_alike(struct session *s)
{
	if (!s->alike)
		return 0;
	alike__tell_waits(s->alike);
	return tell_all(s, s->alike->failed);
}

void session__tell_counted(struct session *s)
{
	if (s->alike && !s->alike->each)
		s->alike->failed = session__tell_alike(s);
}

void session__settle_alike(struct session *s)
{
	if (s->alike && s->alike->each)
		(void)tell_all(s, 0);
}

void session__forget_alike(struct session *s)
{
	struct session_alike *a = s->alike;
	size_t i;

	if (!a)
		return;
	session__settle_alike(s);
	a->failed = session__tell_alike(s);
	a->has_key = false;
	for (i = 0; i < a->nr_used; i++)
		a->places[a->used[i]].key.kind = a->places[a->used[i]].quick = 0;
}
