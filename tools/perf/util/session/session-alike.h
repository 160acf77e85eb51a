/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What session-alike.c and alike-told.c share: the table of kinds of which something is known, and what a row tells of a sample of a known
 * kind, without taking it apart: what it has for itself, and its user half.
 */
#ifndef PERF_SESSION_ALIKE_H
#define PERF_SESSION_ALIKE_H

#include "util/event/sample-layout.h"
#include "util/scan/usual.h"
#include "util/session/session-internal.h"

/* Kinds of which something is known at the same time: a power of two. */
#define PLACES		8192

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
	bool used;			/* it is in session_alike.used */
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
	struct alike places[PLACES];
	struct alike_first firsts[PLACES];
	uint16_t used[PLACES];		/* which places have been filled */
	size_t nr_used;
	uint64_t waits[128];		/* ns: those that the consumer was not told of yet */
	size_t nr_waits;
	/* The sample that is being delivered, if it may be remembered. */
	const struct time_order_entry *row;
	struct alike_key key;
	bool has_key;
	struct record record;		/* of a sample that is delivered for another: its header and its offset */
};

/* What samples of one kind have for themselves. */
struct own_fields {
	uint32_t cpu, raw_size;
	uint64_t period, cookie;
	const unsigned char *raw_data;
};

/* The user half of a sample. */
struct half_look {
	bool later;			/* its record came after the sample ... */
	uint64_t wait;			/* ... by so many ns */
	uint64_t time;			/* as session_sample.user_time */
};

static inline const struct sample_part *alike__part(const struct session *s, struct sample_kind kind)
{
	return &s->scan.stitch->kinds.parts[kind.part - 1];
}

static inline const struct sample_layout *alike__layout(const struct session *s, struct sample_kind kind)
{
	return &s->scan.usual->events[sample_part__event(alike__part(s, kind))].layout;
}

/* The bytes at @pos, *@ret_left of them at least. *@segment: the file's first, in which most of them lie. */
static inline const unsigned char *alike__bytes_at(const struct session *s, const struct data_segment *segment, uint64_t pos, uint64_t *ret_left)
{
	const uint64_t at = pos - segment->pos;

	if (!mostly(at < segment->size))
		return data_file__bytes(s->file, pos, ret_left);
	*ret_left = segment->size - at;
	return segment->records + at;
}

/* The same for the sample of @row. */
static inline const unsigned char *alike__bytes(const struct session *s, const struct data_segment *segment,
						const struct time_order_entry *row, uint64_t *ret_left)
{
	return alike__bytes_at(s, segment, time_order__pos(&s->scan.samples, row), ret_left);
}

/* Where samples of @kind have what each of them has for itself. */
static inline struct kind_places kind_places__of(const struct session *s, struct sample_kind kind)
{
	const struct sample_part *part = alike__part(s, kind);
	const struct sample_layout *l = alike__layout(s, kind);
	enum perf_stitch_ending ending = sample_part__ending(part);
	size_t nr_ips = sample_part__nr_ips(part) + (ending == PERF_STITCH_ENDS_COOKIE ? 2 : ending == PERF_STITCH_ENDS_MARKER);

	return (struct kind_places){
		.layout = l, .fixed_period = s->scan.usual->events[sample_part__event(part)].period,
		.end = l->end + (l->sample_type & PERF_SAMPLE_CALLCHAIN ? 8 + 8 * (unsigned int)nr_ips : 0),
		.cookie = ending == PERF_STITCH_ENDS_COOKIE,
	};
}

/* Of the sample at @p, of which the fields at known offsets are there. */
static inline uint64_t kind_places__period(const struct kind_places *at, const unsigned char *p)
{
	return at->layout->period ? sample_layout__word(p + at->layout->period) : at->fixed_period;
}

/* Reads what the sample at @p has for itself. Its header goes to @r. False: the file has changed. */
static inline __attribute__((always_inline)) bool own_fields__read(struct own_fields *ret, const struct kind_places *at,
								   const unsigned char *p, uint64_t left, struct record *r)
{
	const struct sample_layout *l = at->layout;
	unsigned int end = at->end;

	if (left < sizeof(r->header))
		return false;
	memcpy(&r->header, p, sizeof(r->header));
	if (r->header.type != PERF_RECORD_SAMPLE || r->header.size > left || r->header.size < end)
		return false;
	r->data = p;
	*ret = (struct own_fields){
		.cpu = l->cpu ? sample_layout__half_word(p + l->cpu) : (uint32_t)-1,
		.period = kind_places__period(at, p),
		.cookie = at->cookie ? sample_layout__word(p + end - 8) : 0,
	};
	if (l->sample_type & PERF_SAMPLE_RAW)
		ret->raw_data = sample_layout__take_raw(r, &end, &ret->raw_size);
	return !(l->sample_type & PERF_SAMPLE_RAW) || ret->raw_data;
}

/*
 * What is known of the user half of the sample of @row, whose record was made at @time (ns), and who is like @e. False: another user
 * half was made when something else held.
 */
static inline bool half_look__set(struct half_look *ret, const struct time_order_entry *row, uint64_t time, const struct alike *e)
{
	/* An empty half was taken at no time of its own. */
	*ret = (struct half_look){ .later = time >= row->time, .wait = time - row->time, .time = e->whole ? time : row->time };
	return time >= e->from && time < e->until;
}

/*
 * The same for any row, of kind @kind; it lies at @p (NULL: only if its record is not near). False also: the half was made of another
 * process.
 */
static inline __attribute__((always_inline)) bool half_look__at(struct half_look *ret, const struct session *s,
								const struct time_order_entry *row, struct sample_kind kind,
								const unsigned char *p, uint64_t left, const struct alike *e)
{
	uint32_t pid = (uint32_t)s->scan.stitch->kinds.parts[kind.part - 1].task;
	struct half_record record;

	*ret = (struct half_look){ .time = row->time };
	if (!has_half(kind.user))
		return true;
	record = scan__half_record(&s->scan, row, pid, p, left);
	return half_look__set(ret, row, record.time, e) && record.pid == pid;
}

static inline uint64_t alike__mix(uint64_t hash, uint64_t word)
{
	return (hash ^ hash >> 32 ^ word) * 0x9e3779b97f4a7c15ULL;
}

/* Kinds have small numbers, one behind the other: as long as there are not more than places, none takes another's. */
static inline uint32_t alike__place(const struct session_alike *a, const struct alike_key *k)
{
	uint64_t hash, word;
	uint32_t at;

	if (!a->by_more)
		return (k->kind ^ k->cpu * 0x9e3779b1U >> 19) % PLACES;
	hash = alike__mix(k->kind, k->cpu ^ k->period << 16 ^ (uint64_t)k->in_times << 40);
	for (at = 0; at + sizeof(word) <= k->raw_size; at += sizeof(word)) {
		memcpy(&word, k->raw + at, sizeof(word));
		hash = alike__mix(hash, word);
	}
	return alike__mix(hash, 0) >> 32 & (PLACES - 1);
}

/* Rows of near samples of one kind, and of those without a record, have this in common, and no other row has. It is never 0. */
static inline uint32_t alike__quick(uint32_t what)
{
	return what | NEAR_MOST;
}

/* Tells the consumer how long samples have waited for their records. */
static inline void alike__tell_waits(struct session_alike *a)
{
	if (a->nr_waits)
		a->ops->waited(a->ctx, a->waits, a->nr_waits);
	a->nr_waits = 0;
}

#endif /* PERF_SESSION_ALIKE_H */
