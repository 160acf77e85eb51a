/* SPDX-License-Identifier: GPL-2.0-only */
/* What is known of samples that were delivered, so that equal ones can be counted. Private to session-alike.c and session-links.h. */
#ifndef PERF_SESSION_ALIKE_H
#define PERF_SESSION_ALIKE_H

#include "util/event/sample-layout.h"
#include "util/session/session-rows.h"

#define SETS	1024		/* a power of two */
#define WAYS	4		/* as well */
#define LINKS	8192		/* as well */

/* What makes two samples equal. What the consumer does not need is 0 in all of them. */
struct alike_key {
	uint64_t kind;			/* event's index + 1, mode, how many entries of the chain */
	uint64_t ip, task, period;	/* @task: pid and tid */
	uint32_t cpu;
	uint32_t user;			/* number of the user half; how it is missing; 0: it is in the chain, if anywhere */
	const char *comm;		/* interned */
	const struct maps *maps, *user_maps;
	const uint64_t *ips;		/* of the chain, without marker and cookie; in the mapped file */
	const unsigned char *raw;
	uint32_t raw_size;
	uint16_t set;			/* where it is looked for */
	bool in_times;
};

struct alike {
	struct alike_key key;		/* kind 0: nothing is here */
	uint64_t from, until;		/* ns: when the kernel's maps were these */
	uint64_t nr, period, last_time;	/* of the samples that came since */
	uint64_t later;			/* how many of them are completed by a record that came later */
	uint64_t stamp;			/* when it was filled: a count, from 1 */
};

/* The samples of a kind (on a CPU, if that matters) are equal to one that was delivered, as long as nothing changes. */
struct alike_link {
	uint32_t kind;			/* 0: there is none */
	uint32_t cpu;			/* 0 if it does not matter */
	uint32_t at;			/* index in session_alike.sets */
	uint64_t stamp;			/* of that one, when the link was made */
	uint64_t from, until;		/* ns: when the task's name and maps were these, and the kernel's maps */
	uint64_t period;		/* of each of these samples, ... */
	uint8_t period_at, end;		/* ... or where it is in them, if this is not 0; and where these fields end */
};

/* Of the samples of an event. */
struct alike_event {
	bool may_be;			/* equal to others */
	uint8_t ip, tid, cpu, period, end;	/* offsets, as in struct sample_layout */
	bool has_chain, has_raw;
	uint64_t fixed_period;
};

/* Where a sample lies, and what its event's samples have where. */
struct sample_place {
	const unsigned char *p;
	uint64_t left;			/* bytes, all of the fields at known offsets among them */
	struct evsel *evsel;
	struct alike_event *event;
};

/* The user half of a sample. */
struct half_look {
	uint32_t number;		/* as alike_key.user */
	bool later;			/* the record came after the sample ... */
	uint64_t wait;			/* ... by so many ns */
	uint64_t time;			/* as session_sample.user_time */
	uint64_t cookie;
	const struct maps *maps;
};

/* The sample that was delivered, and its fields. */
struct alike_first {
	struct session_sample sample;
	struct perf_sample fields;
};

struct session_alike {
	const struct session_ops *ops;
	void *ctx;
	bool each;			/* equal samples are delivered, not counted */
	bool any;			/* ... and ops->any_sample is called for them, ... */
	bool told_any;			/* ... as it was for the one that is to be delivered the long way */
	int failed;			/* what ops->more has returned while chains went, or ops->sample of an equal sample */
	/* The bits of these fields that the consumer needs: all, or none. */
	uint64_t period_bits;
	uint32_t pid_bits, tid_bits, cpu_bits;
	bool raw, chains;
	const struct time_ranges *times;	/* NULL: none */
	bool extras;			/* it needs one of them, or there is a filter */
	struct alike_event *events;	/* by idx */
	const struct data_segment *segment;	/* of the sample before */
	struct alike sets[SETS * WAYS];	/* WAYS beside each other are a set */
	struct alike_first firsts[SETS * WAYS];
	uint8_t next[SETS];		/* the element of the set that goes next */
	uint16_t used[SETS * WAYS];	/* which elements have been filled */
	size_t nr_used;
	uint64_t stamp;			/* of the element that was filled last */
	struct alike_link links[LINKS];
	bool each_own;			/* it needs something that samples of a kind do not have in common: there are no links ... */
	bool by_period;			/* ... if their period is their own */
	bool by_cpu;			/* links are made by CPU */
	bool needs_time;		/* when the user half was made is asked for */
	uint64_t waits[128];		/* ns: those that the consumer was not told of yet */
	size_t nr_waits;
	/* The sample that is being delivered, if it may be remembered. */
	struct alike_key key;
	bool has_key;
	/* For ops->any_sample, what is known of a sample that a filter leaves out. */
	struct session_sample left_out;
	struct perf_sample left_out_fields;
	struct record record;		/* of a sample that is delivered for another: its header and its offset */
};

/* --- one sample ----------------------------------------------------------------------------------- */

/* The bytes of the sample of @row, *@ret_left of them at least. */
static inline const unsigned char *bytes_of(const struct session *s, const struct session_alike *a, const struct time_order_entry *row,
					    uint64_t *ret_left)
{
	uint64_t pos = time_order__pos(&s->samples, row);

	if (pos - a->segment->pos >= a->segment->size)
		return data_file__bytes(s->file, pos, ret_left);
	*ret_left = a->segment->size - (pos - a->segment->pos);
	return a->segment->records + (pos - a->segment->pos);
}

static inline void tell_waits(struct session_alike *a)
{
	if (a->nr_waits)
		a->ops->waited(a->ctx, a->waits, a->nr_waits);
	a->nr_waits = 0;
}

static inline void add_wait(struct session_alike *a, uint64_t ns)
{
	a->waits[a->nr_waits++] = ns;
	if (a->nr_waits == ARRAY_SIZE(a->waits))
		tell_waits(a);
}

static inline void add_to(struct session *s, struct session_alike *a, struct alike *e, const struct time_order_entry *row,
			  const struct half_look *half, uint64_t period)
{
	/* That of an empty record is no half. */
	if (half->later && a->ops->waited && s->stitch->halves.list[half->number - 1].nr)
		add_wait(a, half->wait);
	e->nr++;
	e->later += half->later;
	e->period += period;
	e->last_time = row->time > e->last_time ? row->time : e->last_time;
}

/* What differs between two equal samples, if the consumer gets both. */
struct differing {
	uint32_t pid, tid, cpu, raw_size;
	uint64_t period;
	const unsigned char *raw_data;
};

/* Makes @first the sample of @row, which differs in these fields alone. */
static inline void put_differing(struct session *s, struct alike_first *first, const struct time_order_entry *row,
				 const struct record *r, const struct half_look *half, const struct differing *differing)
{
	s->alike->record.header = r->header;
	s->alike->record.offset = time_order__pos(&s->samples, row);
	first->sample.user_time = half->time;
	first->sample.cookie = half->cookie;
	first->fields.misc = r->header.misc;
	first->sample.pid = first->fields.pid = differing->pid;
	first->sample.tid = first->fields.tid = differing->tid;
	first->fields.time = row->time;
	first->fields.cpu = differing->cpu;
	first->fields.period = differing->period;
	first->fields.raw_data = differing->raw_data;
	first->fields.raw_size = differing->raw_size;
}

/*
 * Hands on the sample of @row, equal to the one of @e, as that one. False: chains have gone meanwhile, so it is to be delivered the
 * long way.
 */
static inline __attribute__((always_inline)) bool deliver_like(struct session *s, struct session_alike *a, struct alike *e,
							       const struct time_order_entry *row, const struct record *r,
							       const struct half_look *half, const struct differing *differing)
{
	struct alike_first *first = &a->firsts[e - a->sets];
	unsigned int nr_flushes = s->nr_flushes;

	put_differing(s, first, row, r, half, differing);
	if (a->any) {
		a->failed = a->ops->any_sample(a->ctx, &first->sample);
		if (!a->failed && nr_flushes != s->nr_flushes) {
			a->told_any = true;
			return false;
		}
		if (a->failed)
			return true;
	}
	e->nr++;
	e->later += half->later;
	a->failed = a->ops->sample(a->ctx, &first->sample);
	return true;
}

#endif /* PERF_SESSION_ALIKE_H */
