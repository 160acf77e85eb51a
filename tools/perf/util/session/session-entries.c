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

#define NR_PLAIN	64

struct session_entries {
	/* Chains that have no markers for user entries, in the mapped file: most are equal to one that was looked at before. */
	const uint64_t *plain[NR_PLAIN];
	size_t nr_plain[NR_PLAIN];
};

void session__begin_entries(struct session *s)
{
	/* Of what is asked for beside the fields only repair and unwinding change entries, and both need more than usual samples have. */
	if (!(s->needs & ~(unsigned int)SESSION_NEEDS_ENTRIES) && s->opts->no_resolve && !s->opts->no_stitch && !s->opts->raw &&
	    !s->filter.any && !s->ops->any_sample && s->ops->sample && s->no_guests && !s->has_probes && s->layouts_ready &&
	    s->dec.nr_layouts >= s->header->evlist->nr && !getenv("PERF_TEST_EACH_SAMPLE"))
		s->entries = xzalloc(sizeof(*s->entries));
}

void session__exit_entries(struct session *s)
{
	zfree(&s->entries);
}

/*
 * Where the user's part of a chain of @nr entries begins, which may be its end. False: it has markers that are not as usual, which
 * others have to look at.
 */
static inline bool find_user(struct session_entries *e, const uint64_t *ips, size_t nr, size_t *ret)
{
	size_t place = nr ? (ips[nr - 1] >> 2 ^ nr) % NR_PLAIN : 0, i;

	*ret = nr;
	if (!nr || (e->nr_plain[place] == nr && !memcmp(e->plain[place], ips, nr * sizeof(*ips))))
		return true;
	for (i = 0; i < nr; i++) {
		if (ips[i] < PERF_CONTEXT_MAX || ips[i] == PERF_CONTEXT_KERNEL)
			continue;
		*ret = i;
		return ips[i] == PERF_CONTEXT_USER;
	}
	e->plain[place] = ips;
	e->nr_plain[place] = nr;
	return true;
}

bool session__deliver_entries(struct session *s, const struct time_order_entry *row, int *ret_err)
{
	const uint64_t marker = (uint64_t)PERF_CONTEXT_USER_DEFERRED;
	struct session_sample *out = &s->row_out;
	struct perf_sample *sample = &s->row_sample;
	const struct sample_layout *l;
	struct user_half half;
	struct record r;
	struct evsel *evsel;
	unsigned int at;
	uint64_t left, nr;
	bool waits;

	r.offset = time_order__pos(&s->samples, row);
	r.data = data_file__bytes(s->file, r.offset, &left);
	evsel = session__usual_event(s, r.data, left);
	if (!evsel)
		return false;
	l = &s->dec.layouts[evsel->idx];
	at = l->end;
	memcpy(&r.header, r.data, sizeof(r.header));
	if (!l->quick || !(l->sample_type & PERF_SAMPLE_CALLCHAIN) || r.header.type != PERF_RECORD_SAMPLE || r.header.size > left ||
	    r.header.size < at)
		return false;
	r.swap = false;
	sample->callchain_offset = at;
	sample->ips = sample_layout__take_callchain(&r, &at, &sample->nr_ips);
	if (l->sample_type & PERF_SAMPLE_RAW)
		(void)sample_layout__take_raw(&r, &at, &sample->raw_size);
	if (at != r.header.size)
		return false;
	waits = session__user_half(s, row, (uint32_t)-1, &half);
	nr = sample->nr_ips;
	if (waits) {
		/* Without what says that a user half is to come; any other way of saying so is looked at by others. */
		if (nr < 2 || sample->ips[nr - 2] != marker || sample->ips[nr - 1] == marker)
			return false;
		half.cookie = sample->ips[nr - 1];
		nr -= 2;
	}
	if (!find_user(s->entries, sample->ips, nr, &out->nr_kernel_ips))
		return false;
	sample->time = row->time;
	out->record = &r;
	out->sample = sample;
	out->evsel = evsel;
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
