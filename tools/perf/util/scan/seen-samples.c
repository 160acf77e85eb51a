// SPDX-License-Identifier: GPL-2.0-only
#include "util/scan/seen-samples.h"

/* Finds it out, and gives it @place; NULL: its first. */
static __attribute__((noinline)) struct seen_sample *find_out(struct sample_kinds *k, uint64_t mix, const struct looks *as,
							      struct seen_sample *place)
{
	const struct seen_sample *is = as->is;
	const unsigned int mode = (unsigned int)(is->header >> 32) & PERF_RECORD_MISC_CPUMODE_MASK;
	struct sample_part part = { .ip = is->ip, .task = is->task, .ips = as->ips };
	const size_t nr_parts = k->nr_parts;
	enum perf_stitch_ending ending;
	uint64_t cookie;
	uint32_t kind;
	size_t nr;

	ending = perf_stitch__ending(as->ips, as->nr_ips, &nr, &cookie);
	/* Of several markers one belongs to the ending. */
	nr = ending == PERF_STITCH_ENDS_MARKER ? as->nr_ips - 1 : nr;
	part.head = is->event->part_head | (is->header & SEEN_OWN_PERIOD ? PART_OWN_PERIOD : 0) | sample_part__head(0, mode, ending, nr);
	/* Without a process nothing is known of its maps. */
	kind = (uint32_t)is->task == (uint32_t)-1 ? 0 : sample_kinds__plain(k, &part);
	if (recent_places__want(&k->seen_places, k->nr_parts == nr_parts)) {
		k->seen = recent_places__more(&k->seen_places, k->seen, sizeof(*k->seen));
		place = NULL;
	}
	if (!place)
		place = &k->seen[recent_places__at(&k->seen_places, mix)];
	*place = *is;
	place->what = alone_what(kind);
	place->waits = usual_event__waits(is->event, ending);
	place->bytes = as->ips ? 8 + 8 * (uint32_t)(as->nr_ips - (ending == PERF_STITCH_ENDS_COOKIE)) : 0;
	return place;
}

const struct seen_sample *seen_sample__look_at(struct sample_kinds *k, uint64_t mix, const struct looks *as)
{
	unsigned int tries = k->seen ? RECENT_TRIES : 0;
	size_t at = tries ? recent_places__at(&k->seen_places, mix) : 0;

	for (; tries; tries--, at = recent_places__next(&k->seen_places, at)) {
		struct seen_sample *place = &k->seen[at];

		if (!place->event)
			return find_out(k, mix, as, place);
		/* One that ends in the marker has no cookie there. */
		if (seen_sample__equals(place, as->is) && !(place->waits & WAITING_COOKIE && as->ips[as->nr_ips - 1] == PERF_STITCH_MARKER))
			return place;
	}
	return find_out(k, mix, as, NULL);
}
