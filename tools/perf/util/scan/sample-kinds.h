/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples that differ in nothing but when they came, and in what each has for itself (CPU, period, raw data), are of one kind, which
 * has a number. A recording has hundreds of thousands of samples, but only some hundred or thousand kinds: whoever knows what became
 * of one sample knows it of all others of its kind, as long as nothing changes that they are looked up in.
 *
 * What a sample has itself is its part: event, mode, task, address, and the chain without what says that a user half is to come. It is
 * compared once, when the record is read. With the user half, which has a number as well (raw-halves.h), it makes the kind. Entries are
 * not copied: they stay in the mapped file. If that changes meanwhile, other samples become equal: wrong numbers, no invalid access.
 */
#ifndef PERF_SCAN_SAMPLE_KINDS_H
#define PERF_SCAN_SAMPLE_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <perf/stitch.h>

#include "util/base/hash-table.h"
#include "util/scan/recent-places.h"

/* What is equal in samples of one kind, but for their user halves. */
struct sample_part {
	uint64_t head;			/* sample_part__head() */
	uint64_t ip;			/* 0: the event has none */
	uint64_t task;			/* pid, and in the upper half tid, as in the record */
	const uint64_t *ips;		/* of the chain, without its ending; in the mapped file */
};

#define PART_MAX_EVENT	0xffffU
#define PART_OWN_PERIOD	((uint64_t)1 << 24)	/* of the head: its period is another than that of its event */

/* @event: below PART_MAX_EVENT. @mode: of the record's misc. @nr_ips: of the chain, without its ending. */
static inline uint64_t sample_part__head(unsigned int event, unsigned int mode, enum perf_stitch_ending ending, size_t nr_ips)
{
	return event | (uint64_t)mode << 16 | (uint64_t)ending << 20 | (uint64_t)nr_ips << 32;
}

static inline unsigned int sample_part__event(const struct sample_part *p)
{
	return p->head & 0xffff;
}

static inline enum perf_stitch_ending sample_part__ending(const struct sample_part *p)
{
	return (enum perf_stitch_ending)(p->head >> 20 & 3);
}

static inline size_t sample_part__nr_ips(const struct sample_part *p)
{
	return p->head >> 32;
}

static inline bool sample_part__equal(const struct sample_part *a, const struct sample_part *b)
{
	size_t nr = sample_part__nr_ips(b);

	return a->ip == b->ip && a->head == b->head && a->task == b->task && (!nr || !memcmp(a->ips, b->ips, nr * sizeof(*b->ips)));
}

struct sample_kind {
	uint32_t part;			/* its number; 0: of these samples each is looked at for itself */
	uint32_t user;			/* what became of the user half: see NOT_WAITING */
};

/* Values of sample_kind.user: 0: nothing is to come; the number of a half in stitch.halves, or with ODD_HALF that of a record; and: */
#define NOT_WAITING	0
#define NO_HALF		0xffffff00U	/* from here on: from the end downwards, why there is none */
/* A number of a half that is none: the record cannot be read in place, and lies at odd[n without this bit]. */
#define ODD_HALF	0x80000000U

/* As sample_kind.user says it: is there a record with a half? */
static inline bool has_half(uint32_t user)
{
	return user != NOT_WAITING && user < NO_HALF;
}

HASH_NUMBERS_TYPE(part_numbers)
HASH_NUMBERS_TYPE(kind_numbers)

/* There are at most so many numbers of kinds. */
#define KINDS_MAX	((uint32_t)1 << 30)

struct usual_event;

/*
 * What was found out about a sample when its record was read. Another one with the same words in the same places ends in the same way,
 * and is of the same kind.
 */
struct seen_sample {
	const struct usual_event *event;	/* NULL: none was seen */
	uint64_t header;		/* the record's; SEEN_OWN_PERIOD: its period is another than that of its event */
	uint64_t ip, task;		/* as in struct sample_part */
	const unsigned char *chain;	/* from the number of entries on; in the mapped file */
	uint32_t bytes;			/* of these, which must be equal: all but a cookie */
	uint32_t what;			/* time_order_entry.what */
	uint32_t waits;			/* waiting_row.evsel; SEEN_PLAIN: it waits for nothing */
	uint32_t unused[3];		/* so that its size is a power of two */
};

#define SEEN_OWN_PERIOD	((uint64_t)1 << 31)	/* no bit of PERF_RECORD_SAMPLE */
#define SEEN_PLAIN	((uint32_t)1 << 31)

struct recent_kind {
	/* as sample_kinds__with() was asked: the kind, and in the upper half what became of the user half */
	uint64_t asked;			/* 0: nothing was */
	uint32_t kind;			/* what it has returned */
};

/* Zero-initialised is empty. */
struct sample_kinds {
	struct sample_part *parts;	/* that of number n is parts[n - 1] */
	size_t nr_parts, cap_parts;
	struct sample_kind *list;	/* that of number n is list[n - 1] */
	size_t nr, cap;
	struct part_numbers part_numbers;
	struct kind_numbers kind_numbers;
	/* The samples that came last: most are found here, without a hash. NULL: none came. */
	struct seen_sample *seen;
	struct recent_places seen_places;
	struct recent_kind *recent;	/* the same of what was asked for */
	struct recent_places places;
};

/* The number of samples with @part and no user half that is to come. The entries are borrowed until @k is exited. */
uint32_t sample_kinds__plain(struct sample_kinds *k, const struct sample_part *part);
/* The work of sample_kinds__with() for what is not in its first place. */
uint32_t sample_kinds__find_with(struct sample_kinds *k, uint32_t plain, uint32_t user);
/* From now on no number is asked for: frees what finds them. */
void sample_kinds__finish(struct sample_kinds *k);
/* Each sample is to be looked at for itself from now on, but what became of its user half is still known. */
void sample_kinds__forget_parts(struct sample_kinds *k);
/* Forgets all kinds, but keeps the memory. */
void sample_kinds__empty(struct sample_kinds *k);
void sample_kinds__exit(struct sample_kinds *k);

/* 0, which no kind has, is that of samples that are looked at for themselves and wait for nothing. */
static inline struct sample_kind sample_kinds__get(const struct sample_kinds *k, uint32_t number)
{
	return number ? k->list[number - 1] : (struct sample_kind){ .part = 0 };
}

static inline uint64_t sample_kinds__asked(uint32_t plain, uint32_t user)
{
	return plain | (uint64_t)user << 32;
}

/* Both numbers may grow in step. */
static inline size_t sample_kinds__recent_at(const struct sample_kinds *k, uint64_t asked)
{
	return recent_places__at(&k->places, asked ^ asked >> 15);
}

/* The number of samples that have the part of kind @plain, and of whose user half @user, which is not NOT_WAITING, says what became. */
static inline uint32_t sample_kinds__with(struct sample_kinds *k, uint32_t plain, uint32_t user)
{
	const uint64_t asked = sample_kinds__asked(plain, user);
	const struct recent_kind *place;

	if (!mostly(k->recent))
		return sample_kinds__find_with(k, plain, user);
	place = &k->recent[sample_kinds__recent_at(k, asked)];
	return mostly(place->asked == asked) ? place->kind : sample_kinds__find_with(k, plain, user);
}

#endif /* PERF_SCAN_SAMPLE_KINDS_H */
