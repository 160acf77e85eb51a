/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a sample is, found out once for all that look like it: a part of the loop through records that look as usual (usual-take.c).
 *
 * Most samples of a recording have the words of one that came before, but for the time, the CPU, a period and a cookie. So these words
 * are compared with those of the record that came before, and if they are equal, nothing of the chain has to be looked at: neither how it
 * ends nor what its kind is.
 */
#ifndef PERF_SCAN_SEEN_SAMPLES_H
#define PERF_SCAN_SEEN_SAMPLES_H

#include "util/scan/usual.h"

/* What the loop knows of a record. */
struct usual_record {
	const unsigned char *p;
	uint64_t header;		/* the type in the lower half, then 16 bits of misc, then 16 of the size */
	uint64_t before;		/* its position is so many bytes behind its address, or before it: then this is a large number */
};

static inline uint64_t usual_record__size(const struct usual_record *r)
{
	return r->header >> 48;
}

static inline uint64_t usual_record__pos(const struct usual_record *r)
{
	return (uintptr_t)r->p + r->before;
}

/* waiting_row.evsel of a sample of @event whose chain ends so; SEEN_PLAIN: it waits for nothing. */
static inline uint32_t usual_event__waits(const struct usual_event *event, enum perf_stitch_ending ending)
{
	return ending == PERF_STITCH_ENDS_COOKIE ? event->waits : ending == PERF_STITCH_ENDS_MARKER ? event->waits_plain : SEEN_PLAIN;
}

/* Does a sample that @is so look like @seen, but for a cookie? Records of one size and event have the same room for a chain. */
static inline __attribute__((always_inline)) bool seen_sample__equals(const struct seen_sample *seen, const struct seen_sample *is)
{
	return seen->header == is->header && seen->event == is->event && seen->ip == is->ip && seen->task == is->task &&
	       !memcmp(seen->chain, is->chain, seen->bytes);
}

/* How a sample looks. */
struct looks {
	const struct seen_sample *is;	/* what those that look so are equal in, beside their chains */
	const uint64_t *ips;		/* its own entries; NULL: it has none */
	size_t nr_ips;
};

/*
 * What is known of a sample that looks so and is not in its first place, which @mix says; if nothing is, it is found out, and kept for
 * all that look so.
 */
const struct seen_sample *seen_sample__look_at(struct sample_kinds *k, uint64_t mix, const struct looks *as);

/* The cookie of @sample, which is what @seen is; 0: it has none. */
static inline uint64_t seen_sample__cookie(const struct seen_sample *seen, const struct sample_glance *sample)
{
	return seen->waits & WAITING_COOKIE ? sample->ips[sample->nr_ips - 1] : 0;
}

/*
 * What is known of the sample of @r, valid until the next call; its event's samples have parts. @sample: its fields.
 * *@ret_cookie: its cookie, or 0.
 */
static inline __attribute__((always_inline)) const struct seen_sample *
seen_sample__of(struct stitch *st, const struct usual_event *event, const struct usual_record *r, const struct sample_glance *sample,
		uint64_t *ret_cookie)
{
	const struct sample_layout *l = &event->layout;
	const uint64_t ip = l->ip ? sample_layout__plain_word(r->p + l->ip) : 0, task = sample->pid | (uint64_t)sample->tid << 32,
		       /* It is no cookie. */
		       middle = sample->nr_ips ? sample->ips[(sample->nr_ips - 1) / 2] : 0;
	uint64_t header = r->header, mix;
	const struct seen_sample *seen;
	struct seen_sample is;

	if (l->period && sample_layout__plain_word(r->p + l->period) != event->period)
		header |= SEEN_OWN_PERIOD;
	is = (struct seen_sample){ .event = event, .header = header, .ip = ip, .task = task, .chain = r->p + l->end };
	mix = ip ^ task << 7 ^ header ^ middle << 17;
	seen = mostly(st->kinds.seen) ? &st->kinds.seen[recent_places__at(&st->kinds.seen_places, mix)] : NULL;
	*ret_cookie = 0;
	/* One that ends in the marker has no cookie there. */
	if (!mostly(seen && seen_sample__equals(seen, &is) && (*ret_cookie = seen_sample__cookie(seen, sample)) != PERF_STITCH_MARKER)) {
		seen = seen_sample__look_at(&st->kinds, mix, &(struct looks){ &is, sample->ips, sample->nr_ips });
		*ret_cookie = seen_sample__cookie(seen, sample);
	}
	return seen;
}

#endif /* PERF_SCAN_SEEN_SAMPLES_H */
