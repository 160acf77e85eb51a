// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples for a consumer that copies records: it looks at nothing but a sample's record and the entries of its two halves.
 *
 * Then nothing of a sample is looked up, neither its task nor what was mapped where. Its fields lie at known offsets, and it is
 * handed on in a session_sample that stays the same but for what such a consumer looks at. Samples that do not look as usual go the
 * long way (session__deliver_sample()), as do those whose chain has markers that are rare.
 */
#include <string.h>

#include "util/session/session-alike.h"

void session__begin_entries(struct session *s)
{
	/* Of what is asked for beside the fields only repair and unwinding change entries, and both need more than usual samples have. */
	s->entries = !(s->needs & ~(unsigned int)SESSION_NEEDS_ENTRIES) && s->opts->no_resolve && !s->opts->no_stitch && !s->opts->raw &&
		     !s->filter.any && !session__wants_any(s) && s->ops->sample && s->no_guests && !s->has_probes && s->usual &&
		     s->dec.nr_layouts >= s->header->evlist->nr && !s->limits.each_sample;
}

/* What is the same for all samples of an event, from sample to sample. */
struct event_look {
	unsigned int id_at;		/* as in struct usual */
	uint64_t id;			/* of the event that was looked up last */
	const struct sample_layout *layout;	/* its own; NULL: none was looked up */
};

/* Sets the event of @out, whose record is at @p; NULL: it does not look as usual. */
static inline const struct sample_layout *look_up_event(struct session *s, struct event_look *last, const unsigned char *p, uint64_t left,
							struct session_sample *out)
{
	uint64_t id;

	if (left < last->id_at + sizeof(id))
		return NULL;
	id = last->id_at ? sample_layout__word(p + last->id_at) : 0;
	if (mostly(last->layout && last->id == id && !((uintptr_t)p & 7)))
		return last->layout;
	out->evsel = session__usual_event(s, p, left);
	last->id = id;
	last->layout = out->evsel ? &s->dec.layouts[out->evsel->idx] : NULL;
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
 * Reads the chain of the sample at @r->data, with @left bytes, and what lies behind it, to the fields @sample. False: it does not
 * look as usual, or the file has changed.
 */
static inline bool read_chain(const struct sample_layout *l, struct record *r, uint64_t left, struct perf_sample *sample)
{
	unsigned int at = l->end;

	memcpy(&r->header, r->data, sizeof(r->header));
	if (!l->quick || !(l->sample_type & PERF_SAMPLE_CALLCHAIN) || r->header.type != PERF_RECORD_SAMPLE || r->header.size > left ||
	    r->header.size < at)
		return false;
	sample->callchain_offset = at;
	sample->ips = sample_layout__take_callchain(r, &at, &sample->nr_ips);
	if (l->sample_type & PERF_SAMPLE_RAW)
		(void)sample_layout__take_raw(r, &at, &sample->raw_size);
	return at == r->header.size;
}

/* Puts the user half of @out, of which @user says what became of it, in place of the user's entries that its chain has. False: a rare one. */
static inline bool put_half(struct session *s, uint32_t user, uint32_t what, struct session_sample *out)
{
	const struct raw_half *half;

	if (user >= NO_HALF) {
		out->orphan = (enum perf_stitch_reason)(UINT32_MAX - user);
	} else if (user & ODD_HALF) {
		return false;
	} else {
		half = &s->stitch->halves.list[user - 1];
		out->user_number = user;
		if (mostly(half->nr)) {
			out->user_ips = half->ips;
			out->nr_user_ips = half->nr;
		} else {
			out->orphan = PERF_STITCH_EMPTY;
		}
	}
	session__count_half(s, out->orphan, out->orphan != PERF_STITCH_WHOLE || is_later(s->stitch, what, out->sample->time));
	return true;
}

/* Makes @out, which has @sample and @r, that of @row. False: it is to be delivered the long way. */
static inline bool make_entries(struct session *s, struct event_look *last, const struct time_order_entry *row, struct record *r,
				struct session_sample *out, struct perf_sample *sample)
{
	const uint32_t user = kind_of(s->stitch, row->what).user;
	const bool waits = user != NOT_WAITING;
	const struct sample_layout *l;
	uint64_t left;
	size_t nr;

	r->offset = time_order__pos(&s->samples, row);
	r->data = alike__bytes(s, s->file->segments, row, &left);
	l = look_up_event(s, last, r->data, left, out);
	/* That a half is to come is nearly always said by a cookie; any other way of saying so is looked at by others. */
	if (!mostly(l && read_chain(l, r, left, sample)) ||
	    perf_stitch__ending(sample->ips, sample->nr_ips, &nr, &out->cookie) != (waits ? PERF_STITCH_ENDS_COOKIE : PERF_STITCH_ENDS_PLAIN) ||
	    !find_user(sample->ips, nr, &out->nr_kernel_ips))
		return false;
	sample->time = row->time;
	out->kernel_ips = sample->ips;
	out->user_ips = sample->ips + out->nr_kernel_ips;
	out->nr_user_ips = nr - out->nr_kernel_ips;
	out->user_number = 0;
	out->deferred = waits;
	out->orphan = PERF_STITCH_WHOLE;
	return !waits || put_half(s, user, row->what, out);
}

size_t session__deliver_entries(struct session *s, size_t from, size_t end, uint64_t before, bool *ret_differs, int *ret_err)
{
	const struct time_order_entry *const rows = s->samples.entries;
	struct perf_sample sample = { .pid = (uint32_t)-1, .tid = (uint32_t)-1, .cpu = (uint32_t)-1 };
	struct record r = { .swap = false };
	struct session_sample out = { .record = &r, .sample = &sample, .pid = (uint32_t)-1, .tid = (uint32_t)-1 };
	struct event_look last = { .id_at = s->usual->id_at };
	size_t i;

	*ret_differs = false;
	for (i = from; i < end && rows[i].time < before && !*ret_err; i++) {
		if (!make_entries(s, &last, &rows[i], &r, &out, &sample)) {
			*ret_differs = true;
			break;
		}
		*ret_err = s->ops->sample(s->ctx, &out);
	}
	s->stats.delivered += i - from;
	return i;
}
