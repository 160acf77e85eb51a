// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples for a consumer that copies records: it looks at nothing but a sample's record and the entries of its two halves.
 *
 * Then nothing of a sample is looked up, neither its task nor what was mapped where. Its fields lie at known offsets, and it is
 * handed on in a session_sample that stays the same but for what such a consumer looks at. Samples that do not look as usual go the
 * long way (session__deliver_sample()), as do those whose chain has markers that are rare.
 */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/sample-layout.h"
#include "util/session/session-rows.h"

struct session_entries {
	/* By the number of a part: where the user's entries of its chain begin, + 1. 0: not known yet; ODD: others have to look at it. */
	uint32_t *user_at;
};

#define ODD	UINT32_MAX

void session__begin_entries(struct session *s)
{
	/* Of what is asked for beside the fields only repair and unwinding change entries, and both need more than usual samples have. */
	if (!(s->needs & ~(unsigned int)SESSION_NEEDS_ENTRIES) && s->opts->no_resolve && !s->opts->no_stitch && !s->opts->raw &&
	    !s->filter.any && !s->ops->any_sample && s->ops->sample && s->no_guests && !s->has_probes && s->layouts_ready &&
	    s->dec.nr_layouts >= s->header->evlist->nr && !getenv("PERF_TEST_EACH_SAMPLE"))
		s->entries = xzalloc(sizeof(*s->entries));
	if (s->entries)
		s->entries->user_at = xcalloc(s->stitch->kinds.nr_parts + 1, sizeof(*s->entries->user_at));
}

void session__exit_entries(struct session *s)
{
	if (s->entries)
		free(s->entries->user_at);
	zfree(&s->entries);
}

/* Where the user's entries of @ips begin, which may be behind the last, + 1. ODD: it has markers that are not as usual. */
static uint32_t find_user(const uint64_t *ips, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (ips[i] >= PERF_CONTEXT_MAX && ips[i] != PERF_CONTEXT_KERNEL)
			return ips[i] == PERF_CONTEXT_USER ? (uint32_t)i + 1 : ODD;
	return (uint32_t)nr + 1;
}

/* The same for the part with number @number, for which that is asked only once. False: others have to look at it. */
static inline bool user_of_part(struct session_entries *e, uint32_t number, const struct sample_part *part, size_t *ret)
{
	uint32_t *at = &e->user_at[number];

	if (!*at)
		*at = find_user(part->ips, sample_part__nr_ips(part));
	*ret = *at - 1;
	return *at != ODD;
}

/* Sets @r and the fields of @sample to those of the sample at @r->offset, with @part. False: the file has changed, or it has no chain. */
static inline bool read_chain(struct session *s, const struct sample_part *part, struct record *r, struct perf_sample *sample,
			      uint64_t *ret_left)
{
	const struct sample_layout *l = &s->dec.layouts[sample_part__event(part)];
	unsigned int at = l->end;
	uint64_t left;

	r->data = data_file__bytes(s->file, r->offset, &left);
	*ret_left = left;
	if (left < at || !(l->sample_type & PERF_SAMPLE_CALLCHAIN))
		return false;
	memcpy(&r->header, r->data, sizeof(r->header));
	if (r->header.type != PERF_RECORD_SAMPLE || r->header.size > left || r->header.size < at)
		return false;
	r->swap = false;
	sample->callchain_offset = at;
	sample->ips = sample_layout__take_callchain(r, &at, &sample->nr_ips);
	if (l->sample_type & PERF_SAMPLE_RAW)
		(void)sample_layout__take_raw(r, &at, &sample->raw_size);
	return at == r->header.size;
}

bool session__deliver_entries(struct session *s, const struct time_order_entry *row, int *ret_err)
{
	struct sample_kind kind = kind_of(s->stitch, row->what);
	struct session_sample *out = &s->row_out;
	struct perf_sample *sample = &s->row_sample;
	bool waits = kind.user != NOT_WAITING;
	const struct sample_part *part;
	struct user_half half;
	struct record r;
	uint64_t left;
	size_t nr;

	if (!kind.part)
		return false;
	part = &s->stitch->kinds.parts[kind.part - 1];
	/* That a half is to come is nearly always said by a cookie; any other way of saying so is looked at by others. */
	if (sample_part__ending(part) != (waits ? PERF_STITCH_ENDS_COOKIE : PERF_STITCH_ENDS_PLAIN) ||
	    !user_of_part(s->entries, kind.part, part, &out->nr_kernel_ips))
		return false;
	r.offset = time_order__pos(&s->samples, row);
	nr = sample_part__nr_ips(part);
	if (!read_chain(s, part, &r, sample, &left) || sample->nr_ips != nr + 2 * waits)
		return false;
	if (waits) {
		session__half_of(s, row, kind.user, (uint32_t)-1, r.data, left, &half);
		half.cookie = sample->ips[nr + 1];
	}
	sample->time = row->time;
	out->record = &r;
	out->sample = sample;
	out->evsel = s->header->evlist->evsels[sample_part__event(part)];
	out->kernel_ips = sample->ips;
	out->user_ips = sample->ips + out->nr_kernel_ips;
	out->nr_user_ips = nr - out->nr_kernel_ips;
	out->user_time = row->time;
	out->user_number = waits && half.found ? half.number : 0;
	out->deferred = waits;
	out->orphan = PERF_STITCH_WHOLE;
	if (waits)
		session__join_half(s, out, &half);
	s->stats.delivered++;
	*ret_err = s->ops->sample(s->ctx, out);
	return true;
}
