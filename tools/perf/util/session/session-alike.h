/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of samples that are like others (session-alike.c) share: the table of kinds of which something is known. */
#ifndef PERF_SESSION_ALIKE_H
#define PERF_SESSION_ALIKE_H

#include "util/event/sample-layout.h"
#include "util/scan/usual.h"
#include "util/session/session-internal.h"

/*
 * Kinds of which something is known at the same time: powers of two. What a place takes, some 800 bytes, is less than eight samples take in the
 * file: there are more than the fewest only where kinds have as many samples each, on the average.
 */
#define FEWEST_PLACES	8192
#define MOST_PLACES	65536
#define WORTH_A_PLACE	8

/* What must be equal. What the consumer does not need is 0 in all of them. */
struct alike_key {
	uint32_t kind;			/* its number */
	uint32_t cpu;
	uint64_t period;
	const unsigned char *raw;	/* in the mapped file */
	uint32_t raw_size;
	bool in_times;
};

struct alike {
	struct alike_key key;		/* kind 0: nothing is here */
	bool left_out;			/* by a filter: these are not delivered */
	bool used;			/* it is in session_alike.used, ... */
	uint16_t number;		/* ... as this one */
	bool whole;			/* they have a user half, and it has entries: that of an empty record is none */
	bool waits;			/* ... and how long they have waited is told */
	uint64_t from, until;		/* ns: when the task's name and maps were these, and the kernel's maps */
	uint64_t fixed_period;		/* of each of these samples, ... */
	uint8_t period_at, end;		/* ... or where it is in them, if this is not 0; and where the fields at known offsets end */
	uint32_t quick;			/* alike__quick(): their rows, if these say all that is asked for; 0: more is to be looked at */
	uint64_t nr, last_time;		/* of the samples that came since */
	uint64_t period;		/* the sum of theirs, if it is not fixed */
	uint64_t later;			/* how many of them are completed by a record that came later */
};

/* Where samples of one kind have what each of them has for itself. */
struct kind_places {
	const struct sample_layout *layout;	/* of their event; if it is not quick, each is looked at for itself */
	uint64_t fixed_period;		/* theirs, if they have none themselves */
	unsigned int end;		/* where what follows their chain begins: bytes */
	bool cookie;			/* in front of that */
};

/* The sample that was delivered, its fields, and where those of its kind have theirs. */
struct alike_first {
	struct session_sample sample;
	struct perf_sample fields;
	struct kind_places at;
};

struct session_alike {
	const struct session_ops *ops;
	void *ctx;
	struct sample_receiver receiver;
	bool each;			/* equal samples are delivered, not counted ... */
	bool fields;			/* ... with all their fields and entries */
	bool staged;			/* ... and not to the consumer alone */
	bool any;			/* ... and before the filters somebody is told of them, ... */
	bool told_any;			/* ... as it was for the one that is to be delivered the long way */
	int failed;			/* what ops->more has returned while chains went, or the receiver of an equal sample */
	bool by_cpu, by_period, by_raw;	/* samples are told apart by these */
	const struct time_ranges *by_times;	/* NULL: not by time */
	bool by_own;			/* by one of these four, ... */
	bool by_more;			/* ... and not by the CPU alone */
	bool needs_time;		/* when the user half was made is asked for */
	const struct data_segment *segment;	/* the first one */
	struct alike *places;
	struct alike_first *firsts;
	uint16_t *used;			/* which places have been filled */
	size_t nr_used;
	uint32_t mask;			/* the number of places - 1 */
	uint64_t waits[128];		/* ns: those that the consumer was not told of yet */
	size_t nr_waits;
	/* Rows up to @counted_to were counted in parts, but for @others, from @at_other on: numbers from row @others_from on. */
	size_t counted_to, others_from, nr_others, at_other;
	uint32_t *others;
	/* The sample that is being delivered, if it may be remembered. */
	const struct time_order_entry *row;
	struct alike_key key;
	bool has_key;
	struct record record;		/* of a sample that is delivered for another: its header and its offset */
};

/* Tells the consumer how long samples have waited for their records. */
static inline void alike__tell_waits(struct session_alike *a)
{
	if (a->nr_waits)
		a->ops->waited(a->ctx, a->waits, a->nr_waits);
	a->nr_waits = 0;
}

/*
 * alike-parts.c: counts samples of @st up to a->counted_to in parts, but for a->others; none if there are too few, or it is too early, and
 * then @st may end earlier. To be called when a->counted_to is reached.
 */
void alike__count_parts(struct session *s, struct session_stretch *st);
/* How many samples are worth being handed on together, so that there are parts. */
size_t alike__stretch(const struct session *s);

/* The ways of samples that are like others (session_way): each is counted, or delivered (alike-count.c, alike-each.c). */
void alike__count(struct session *s, struct session_stretch *st);
void alike__count_timed(struct session *s, struct session_stretch *st);
void alike__deliver_each(struct session *s, struct session_stretch *st);

#endif /* PERF_SESSION_ALIKE_H */
