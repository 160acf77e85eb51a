// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples for a consumer that copies records: it looks at nothing but a sample's record and the entries of its two halves.
 *
 * Then nothing of a sample is looked up, neither its task nor what was mapped where. Its fields lie at known offsets, and it is
 * handed on in a session_sample that stays the same but for what such a consumer looks at. Samples that do not look as usual go the
 * long way (session__deliver_sample()), as do those whose chain has markers that are rare.
 */
#include <string.h>

#include "util/session/alike-find.h"

/* What is the same for all samples of an event, from sample to sample. */
struct event_look {
	const struct data_segment *segment;	/* the first one */
	unsigned int id_at;		/* as in struct usual */
	uint64_t id;			/* of the event that was looked up last */
	const struct sample_layout *layout;	/* its own; NULL: none was looked up */
	uint64_t nr_later;		/* samples whose record came later: they are added to the session's statistics in the end */
};

/* Sets the event of @out, whose record is at @p; NULL: it does not look as usual, or has no chains. */
static inline const struct sample_layout *look_up_event(struct session *s, struct event_look *last, const unsigned char *p, uint64_t left,
							struct session_sample *out)
{
	uint64_t id = last->id_at ? sample_layout__word(p + last->id_at) : 0;

	if (mostly(last->layout && last->id == id))
		return last->layout;
	out->evsel = scan__usual_event(&s->scan, p, left);
	last->id = id;
	last->layout = out->evsel && out->evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN ? &s->reader.dec.layouts[out->evsel->idx] : NULL;
	return last->layout;
}

/* Where the user's entries of the @nr at @ips begin, which may be behind the last. False: they have markers that are not as usual. */
static inline bool find_user(const uint64_t *ips, size_t nr, size_t *ret)
{
	size_t i = nr && ips[0] == PERF_CONTEXT_KERNEL;

	while (i < nr && ips[i] < PERF_CONTEXT_MAX)
		i++;
	*ret = i;
	return i == nr || ips[i] == PERF_CONTEXT_USER;
}

/*
 * Puts the user half of @out, of which @user says what became of it, in place of the user's entries that its chain has. Rare ones are no numbers
 * of halves, or of one without entries. False: it cannot be read in place.
 */
static bool put_rare_half(struct session *s, uint32_t user, struct session_sample *out)
{
	if (has_half(user) && user & ODD_HALF)
		return false;
	out->orphan = has_half(user) ? PERF_STITCH_EMPTY : (enum perf_stitch_reason)(UINT32_MAX - user);
	session__count_half(s, out->orphan, true);
	return true;
}

static inline void put_half(struct session *s, struct event_look *last, uint32_t user, uint32_t what, struct session_sample *out)
{
	const struct raw_half *half = &s->scan.stitch->halves.list[user - 1];

	out->user.ips = half->ips;
	out->user.nr = half->nr;
	out->user_number = user;
	if (mostly(is_later(s->scan.stitch, what, out->sample->time)))
		last->nr_later++;
	else
		session__count_half(s, PERF_STITCH_WHOLE, false);
}

/* Makes @out, which has @sample and @r, that of @row. False: it is to be delivered the long way. */
static inline bool make_entries(struct session *s, struct event_look *last, const struct time_order_entry *row, struct record *r,
				struct session_sample *out, struct perf_sample *sample)
{
	const uint32_t user = kind_of(s->scan.stitch, row->what).user;
	const uint64_t pos = time_order__pos(&s->scan.samples, row);
	const struct sample_layout *l;
	const struct raw_half *half;
	const unsigned char *p;
	uint64_t left, header;
	size_t nr;

	p = alike__bytes_at(s, last->segment, pos, &left);
	if (left < last->id_at + sizeof(uint64_t) || (uintptr_t)p & 7)
		return false;
	header = sample_layout__header(p);
	l = look_up_event(s, last, p, left, out);
	if (!mostly(l && (uint32_t)header == PERF_RECORD_SAMPLE && header >> 48 <= left &&
		    sample_layout__chain(l, p, header >> 48, &sample->ips, &sample->nr_ips)))
		return false;
	/* That a half is to come is nearly always said by a cookie; any other way of saying so is looked at by others. */
	if (perf_stitch__ending(sample->ips, sample->nr_ips, &nr, &out->cookie) != (user != NOT_WAITING ? PERF_STITCH_ENDS_COOKIE : PERF_STITCH_ENDS_PLAIN) ||
	    !find_user(sample->ips, nr, &out->nr_kernel_ips))
		return false;
	r->header.misc = (uint16_t)(header >> 32);
	r->header.size = (uint16_t)(header >> 48);
	r->data = p;
	r->offset = pos;
	sample->time = row->time;
	sample->callchain_offset = l->end;
	out->kernel_ips = sample->ips;
	out->deferred = user != NOT_WAITING;
	out->orphan = PERF_STITCH_WHOLE;
	half = mostly(user - 1 < ODD_HALF - 1) ? &s->scan.stitch->halves.list[user - 1] : NULL;
	if (mostly(half && half->nr)) {
		put_half(s, last, user, row->what, out);
		return true;
	}
	out->user.ips = sample->ips + out->nr_kernel_ips;
	out->user.nr = nr - out->nr_kernel_ips;
	out->user_number = 0;
	return user == NOT_WAITING || put_rare_half(s, user, out);
}

static void deliver_entries(struct session *s, struct session_stretch *st)
{
	const struct time_order_entry *const first = time_order__at(&s->scan.samples, st->at),
				      *const stop = time_order__at(&s->scan.samples, st->end), *row;
	const struct sample_receiver to = s->receiver;
	struct perf_sample sample = { .pid = (uint32_t)-1, .tid = (uint32_t)-1, .cpu = (uint32_t)-1 };
	struct record r = { .header.type = PERF_RECORD_SAMPLE };
	struct session_sample out = { .record = &r, .sample = &sample, .pid = (uint32_t)-1, .tid = (uint32_t)-1 };
	struct event_look last = { .segment = s->file->segments, .id_at = s->scan.usual->id_at };
	const uint64_t before = st->before;
	int err = 0;

	for (row = first; row < stop && row->time < before && mostly(!err);) {
		if (!make_entries(s, &last, row, &r, &out, &sample)) {
			st->differs = true;
			break;
		}
		row++;
		err = to.sample(to.ctx, &out);
	}
	st->err = err;
	st->at += (size_t)(row - first);
	s->stats.delivered += (uint64_t)(row - first);
	s->stats.waiting += last.nr_later;
	s->stats.stitched_by_later += last.nr_later;
}

session_way *session__entries_way(struct session *s)
{
	/* Of what is asked for beside the fields only repair and unwinding change entries, and both need more than usual samples have. */
	return !(s->needs & ~(unsigned int)SESSION_NEEDS_ENTRIES) && s->opts->no_resolve && !s->opts->no_stitch && !s->opts->raw && !s->filter.any &&
	       !session__wants_any(s) && s->receiver.sample && s->no_guests && !s->has_probes && s->scan.usual &&
	       s->reader.dec.nr_layouts >= s->header->evlist->nr && !s->limits.each_sample ? deliver_entries : NULL;
}
