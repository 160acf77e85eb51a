// SPDX-License-Identifier: GPL-2.0-only
#include "util/scan/seen-samples.h"

const struct seen_sample *seen_sample__look_at(struct stitch *st, uint64_t mix, const struct seen_sample *is, const uint64_t *ips,
					       size_t nr_ips)
{
	const unsigned int mode = (unsigned int)(is->header >> 32) & PERF_RECORD_MISC_CPUMODE_MASK;
	struct sample_part part = { .ip = is->ip, .task = is->task, .ips = ips };
	const struct usual_event *event = is->event;
	const size_t nr_parts = st->kinds.nr_parts;
	struct seen_sample *place;
	enum perf_stitch_ending ending;
	uint64_t cookie;
	uint32_t kind;
	size_t nr;

	ending = perf_stitch__ending(ips, nr_ips, &nr, &cookie);
	/* Of several markers one belongs to the ending. */
	nr = ending == PERF_STITCH_ENDS_MARKER ? nr_ips - 1 : nr;
	part.head = event->part_head | (is->header & SEEN_OWN_PERIOD ? PART_OWN_PERIOD : 0) | sample_part__head(0, mode, ending, nr);
	/* Without a process nothing is known of its maps. */
	kind = (uint32_t)is->task == (uint32_t)-1 ? 0 : sample_kinds__plain(&st->kinds, &part);
	place = sample_kinds__seen_place(&st->kinds, mix, st->kinds.nr_parts == nr_parts);
	*place = *is;
	place->what = alone_what(kind);
	place->waits = usual_event__waits(event, ending);
	place->bytes = ips ? 8 + 8 * (uint32_t)(nr_ips - (ending == PERF_STITCH_ENDS_COOKIE)) : 0;
	return place;
}
