/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the decoder share: sample.c, sample-fields.c and sample-branches.c take samples apart, sample-id.c what other records
 * end with.
 */
#ifndef PERF_EVENT_SAMPLE_INTERNAL_H
#define PERF_EVENT_SAMPLE_INTERNAL_H

#include "util/event/sample-layout.h"
#include "util/event/sample.h"

/* The ids of events are looked at only in these three kinds. */
#define ID_BITS (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ID)

/* A record that is being taken apart. */
struct sample_state {
	struct sample_decoder *d;
	const struct evsel *evsel;
	const struct record *r;
	struct cursor c;
	struct perf_sample *s;
	size_t used;			/* of the scratch, u64s */
};

/* The next @n u64s of the record, in native byte order; @what: what they are called if they are not there. Valid as the record is. */
const uint64_t *sample_state__words(struct sample_state *st, uint64_t n, const char *what);

/*
 * sample_decoder__sample() for any record: where the layout of its event does not hold, it is taken apart field by field
 * (sample-fields.c).
 */
struct evsel *sample_decoder__by_fields(struct sample_decoder *d, const struct record *r, struct perf_sample *ret, struct diag *diag);
/* Returns room for @n more u64s of the scratch, as many as a record can have in all. */
uint64_t *sample_state__scratch(struct sample_state *st, uint64_t n);
/* Takes the branch stack, which comes next: sample-branches.c. */
void sample_state__branch_stack(struct sample_state *st);

/* Makes the layout of @evsel anew, and returns it. */
const struct sample_layout *sample_decoder__make_layout(struct sample_decoder *d, const struct evsel *evsel);

static inline const struct sample_layout *sample_decoder__layout(struct sample_decoder *d, const struct evsel *evsel)
{
	size_t idx = (size_t)evsel->idx;
	struct sample_layout *l = idx < d->nr_layouts ? &d->layouts[idx] : NULL;

	if (l && l->known && l->sample_type == evsel->attr.sample_type &&
	    l->sample_id_all == evsel->attr.sample_id_all)
		return l;
	return sample_decoder__make_layout(d, evsel);
}

#endif /* PERF_EVENT_SAMPLE_INTERNAL_H */
