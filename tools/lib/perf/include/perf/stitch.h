/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Stitching of deferred user callchains: which PERF_RECORD_CALLCHAIN_DEFERRED completes which sample.
 *
 * This code does no input or output, starts no threads and has no global data; any number of objects can be in
 * use at once. Records and samples are known by tokens that the client chooses (a file offset, an index, a
 * pointer); their contents stay with the client.
 *
 * struct perf_stitch_queue takes samples and records as they arrive, and delivers each sample once, in the order of time, with its record
 * or with the reason why it has none. What can be read twice is added as a whole; of a stream, the queue holds what is within bounds of
 * time and memory. Who keeps samples and records in another way asks the functions of stitch-rule.h, as the queue does.
 *
 * The protocol is described in Documentation/deferred-callchains.txt.
 */
#ifndef LIBPERF_STITCH_H
#define LIBPERF_STITCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <perf/stitch-rule.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why a sample has no user half. perf_stitch_reason__name() gives names to show. */
enum perf_stitch_reason {
	PERF_STITCH_WHOLE = 0,		/* not an orphan */
	/* no record, and no later sign that the task returned to user space */
	PERF_STITCH_IN_KERNEL_AT_END,
	PERF_STITCH_LOST,		/* at that time the ring buffer in which the record would be lost events */
	PERF_STITCH_MISSING,		/* neither explains it */
	PERF_STITCH_EMPTY,		/* the record has nr = 0 */
	PERF_STITCH_UNTERMINATED,	/* the marker has no cookie, in a recording of protocol C */
	PERF_STITCH_NR_REASONS
};

/* "in-kernel at end", "lost", "missing", "empty", "unterminated"; "" for WHOLE. Static. */
const char *perf_stitch_reason__name(enum perf_stitch_reason reason);

/* --- why a record is missing ----------------------------------------------------------------- */

/*
 * Collects what a recording shows about tasks and ring buffers, in any order, and tells the reason if a
 * sample has found no record. The queue below contains such an object; clients that do without it make their own.
 */
struct perf_stitch_signs;

#define PERF_STITCH_ANY_CPU	((uint32_t)-1)

/*
 * @window: how long after a sample (ns) a loss may be reported that explains why its record is missing; 0: 1 s. Returns NULL if
 * there is no memory.
 */
struct perf_stitch_signs *perf_stitch_signs__new(uint64_t window);
void perf_stitch_signs__delete(struct perf_stitch_signs *signs);
/*
 * The next three functions return 0 or -ENOMEM. In that case the sign is not kept, and a reason may be less exact.
 *
 * The task was in user space at @time (ns), or wrote a deferred record, which it does when it returns.
 */
int perf_stitch_signs__returned(struct perf_stitch_signs *signs, uint32_t machine, uint32_t tid,
				uint64_t time);
/*
 * The task had a sample that waits for @key at @time. If an earlier sample had another cookie, the task
 * has returned to user space between the two. A key without a cookie says nothing, and is not kept.
 */
int perf_stitch_signs__waited(struct perf_stitch_signs *signs, const struct perf_stitch_key *key,
			      uint64_t time);
/* Lost events were reported at @time in the buffer of @cpu; ANY_CPU if the CPU is not known. */
int perf_stitch_signs__lost(struct perf_stitch_signs *signs, uint64_t time, uint32_t cpu);
/* No reason will be asked for samples before @time; signs that are older may be dropped when memory is needed. */
void perf_stitch_signs__forget(struct perf_stitch_signs *signs, uint64_t time);
/*
 * Returns IN_KERNEL_AT_END, LOST or MISSING for the sample with @key that was taken at @time (ns) on @cpu (or
 * ANY_CPU). May be called from several threads at once.
 */
enum perf_stitch_reason perf_stitch_signs__reason(const struct perf_stitch_signs *signs,
						  const struct perf_stitch_key *key, uint64_t time,
						  uint32_t cpu);

/* --- the queue ------------------------------------------------------------------------------- */

struct perf_stitch_queue;

struct perf_stitch_queue_opts {
	uint64_t max_wait;	/* how long a sample may wait, in ns of the events' time; 0: 10 s; UINT64_MAX: no bound */
	/* how many of the client's bytes may wait, as given to the add functions; 0: 256 MiB; UINT64_MAX: no bound */
	uint64_t max_bytes;
};

/*
 * A delivered item. @reason is WHOLE for samples that did not wait, for samples with a record (@has_record is then true, and
 * @record is the record's token), and for items that are not samples. Of orphans, only EMPTY ones have a record. The client must keep the record's bytes until release()
 * has been called for it. A sample whose marker came without a cookie in a protocol C recording cannot be
 * matched: the client adds it as an item that does not wait, and remembers that it is UNTERMINATED.
 */
struct perf_stitch_item {
	uint64_t token;			/* the sample's (or other item's) */
	uint64_t time;			/* ns */
	bool has_record;
	uint64_t record;
	enum perf_stitch_reason reason;
};

/* These are called by add*(), advance() and flush(), and must not call functions of the same queue. */
struct perf_stitch_queue_ops {
	/*
	 * Called in the order of time; items with equal times are delivered in the order in which they were added. If it returns
	 * nonzero, delivery stops and the calling function returns that value; the item counts as delivered, and the next call
	 * continues with the item after it.
	 */
	int (*deliver)(void *ctx, const struct perf_stitch_item *item);
	/*
	 * The queue no longer needs the record @token, whose bytes may be freed. Called once for each record. May be NULL.
	 */
	void (*release)(void *ctx, uint64_t token);
	/*
	 * In the order of time it is the turn of an item that was added with add(): everything older has
	 * been seen. It is delivered later, when no older sample waits any more. This is for maps and names of tasks, so that
	 * those of a record's time are known when a sample from before it is delivered. May be NULL.
	 */
	void (*reached)(void *ctx, uint64_t token);
};

/* Returns NULL if there is no memory. @opts may be NULL; @opts and @ops are copied, @ctx is borrowed. */
struct perf_stitch_queue *perf_stitch_queue__new(const struct perf_stitch_queue_opts *opts,
						 const struct perf_stitch_queue_ops *ops, void *ctx);
/* Does not call the client back, so that items that were not delivered stay with the client. Call flush() first. */
void perf_stitch_queue__delete(struct perf_stitch_queue *q);
/*
 * The add functions return 0, -ENOMEM (nothing was added), or what deliver() returned (the item was added).
 * If more than max_bytes wait, the oldest items are delivered at once, even if it is not their turn.
 */
/* Adds an item that does not wait: an ordinary sample, or another record that must keep its place in time. */
int perf_stitch_queue__add(struct perf_stitch_queue *q, uint64_t time, uint64_t token, size_t bytes);
/* A sample that waits for its record. */
struct perf_stitch_waiting {
	struct perf_stitch_key key;
	enum perf_stitch_which which;	/* perf_stitch__which() */
	uint32_t cpu;			/* where it was taken, or ANY_CPU; used only for the reason */
	uint64_t time;			/* ns */
	uint64_t token;
	size_t bytes;
};

/*
 * Adds a sample that waits; @sample is copied. If a record is known that is older (by max_wait at most), the sample waits only until no
 * nearer one can come; what a bound forces out gets the one that is known.
 */
int perf_stitch_queue__add_waiting(struct perf_stitch_queue *q, const struct perf_stitch_waiting *sample);
/*
 * Adds a record. @empty: perf_stitch__is_empty(); samples that it completes are orphans (EMPTY).
 */
int perf_stitch_queue__add_record(struct perf_stitch_queue *q, const struct perf_stitch_key *key,
				  uint64_t time, uint64_t token, size_t bytes, bool empty);
/* The same as the functions of the signs. Waiting samples and records need not be reported in this way. */
int perf_stitch_queue__lost(struct perf_stitch_queue *q, uint64_t time, uint32_t cpu);
int perf_stitch_queue__returned(struct perf_stitch_queue *q, uint32_t machine, uint32_t tid, uint64_t time);
/*
 * The client promises that nothing older than @time will be added, and the queue delivers what it can. A waiting
 * sample delays everything that is younger, up to the bounds. Returns 0, -ENOMEM or what deliver() returned.
 */
int perf_stitch_queue__advance(struct perf_stitch_queue *q, uint64_t time);
/* The input has ended: delivers everything, each waiting sample with its record or its reason. */
int perf_stitch_queue__flush(struct perf_stitch_queue *q);

struct perf_stitch_queue_stats {
	uint64_t samples;		/* added: all items but records */
	uint64_t waiting;		/* of them, with add_waiting() */
	uint64_t records;		/* added */
	uint64_t duplicates;		/* records with the cookie of another one that was still kept, both or none of them empty */
	uint64_t by_later, by_earlier;	/* samples delivered with a record at or after, before their time */
	uint64_t unused_records;	/* released without having matched a sample */
	uint64_t timed_out;		/* samples delivered without a record because of a bound */
	uint64_t orphans[PERF_STITCH_NR_REASONS];
};
void perf_stitch_queue__stats(const struct perf_stitch_queue *q, struct perf_stitch_queue_stats *ret_stats);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_STITCH_H */
