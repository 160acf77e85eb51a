/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Stitching of deferred user callchains: which PERF_RECORD_CALLCHAIN_DEFERRED completes which sample.
 *
 * Pure bookkeeping: no files, no printing, no threads, no globals; any number of objects can be in
 * use at once. Records and samples are known by a token of the client's (a file offset, an index, a
 * pointer): what they contain stays with the client.
 *
 * Two ways to use it:
 *
 *  - struct perf_stitch_index, for input that can be read twice. Pass 1 adds every record, seal()
 *    puts them in order, pass 2 asks for each waiting sample. Order of the input does not matter.
 *    About 17 bytes a record.
 *  - struct perf_stitch_queue, for a stream. Samples and records are handed in as they arrive, and
 *    each sample comes back once, in time order, whole or with its orphan reason, within a bound.
 *
 * The protocol and the rules are described in Documentation/deferred-callchains.txt.
 */
#ifndef LIBPERF_STITCH_H
#define LIBPERF_STITCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why a sample has no user half. Names for people: perf_stitch_reason__name(). */
enum perf_stitch_reason {
	PERF_STITCH_WHOLE = 0,		/* not an orphan */
	/* no record, and no later sign that the task returned to user space */
	PERF_STITCH_IN_KERNEL_AT_END,
	PERF_STITCH_LOST,		/* the ring buffer that the record would be in lost events then */
	PERF_STITCH_MISSING,		/* neither explains it */
	PERF_STITCH_EMPTY,		/* the record came with nr = 0 */
	PERF_STITCH_UNTERMINATED,	/* the marker came without its cookie, in a protocol C recording */
	PERF_STITCH_NR_REASONS
};

/* "in-kernel at end", "lost", "missing", "empty", "unterminated"; "" for WHOLE. Static. */
const char *perf_stitch_reason__name(enum perf_stitch_reason reason);

/* What a record and the samples it completes have in common. */
struct perf_stitch_key {
	uint64_t cookie;	/* 0 in protocol A, which has none */
	uint32_t tid;
	uint32_t machine;	/* 0: host; else the guest's pid on the host */
};

/*
 * How a sample ends, from its raw callchain @ips of @nr entries.
 *
 *  [..., PERF_CONTEXT_USER_DEFERRED, cookie]	waits, protocol C
 *  [..., PERF_CONTEXT_USER_DEFERRED]		waits, protocol A; in a protocol C recording unterminated
 */
enum perf_stitch_ending {
	PERF_STITCH_ENDS_PLAIN = 0,	/* does not wait */
	PERF_STITCH_ENDS_COOKIE,
	PERF_STITCH_ENDS_MARKER,
};

/*
 * Classifies a chain; sets *@ret_nr to the number of entries before the marker (@nr if it does not
 * wait) and *@ret_cookie (0 unless ENDS_COOKIE).
 */
enum perf_stitch_ending perf_stitch__ending(const uint64_t *ips, size_t nr, size_t *ret_nr,
					    uint64_t *ret_cookie);

/* --- the index ------------------------------------------------------------------------------- */

struct perf_stitch_index;

struct perf_stitch_index_ops {
	/*
	 * Reads back the key and the time (ns) of the record @token, which was added before. Called by
	 * seal() for records whose keys' hashes are equal, and by find(). Returns false if it cannot be
	 * read any more; the record then matches nothing.
	 */
	bool (*read)(void *ctx, uint64_t token, struct perf_stitch_key *ret_key, uint64_t *ret_time);
};

/* NULL when out of memory. @ops and @ctx are borrowed for the index's life. */
struct perf_stitch_index *perf_stitch_index__new(const struct perf_stitch_index_ops *ops, void *ctx);
void perf_stitch_index__delete(struct perf_stitch_index *idx);
/* Before seal(). Returns 0 or -ENOMEM. */
int perf_stitch_index__add(struct perf_stitch_index *idx, const struct perf_stitch_key *key, uint64_t token);
/* Puts the records in order: O(n) for different keys. Adding afterwards is an error (-EINVAL). */
int perf_stitch_index__seal(struct perf_stitch_index *idx);
/* Records added; records whose key another record had already (known after seal). */
size_t perf_stitch_index__nr(const struct perf_stitch_index *idx);
size_t perf_stitch_index__nr_duplicates(const struct perf_stitch_index *idx);
/* Bytes allocated. */
size_t perf_stitch_index__memory(const struct perf_stitch_index *idx);

enum perf_stitch_which {
	/*
	 * Protocol C: the first record with this key at or after the sample's time; if there is none,
	 * the last before it (a sample taken between the record and the return to user space).
	 */
	PERF_STITCH_NEAREST,
	/* Protocol A: only a record at or after the sample's time. */
	PERF_STITCH_NEXT,
};

/*
 * Finds the record that completes a sample with @key taken at @time (ns). True and *@ret_token if
 * there is one. Constant time but for records with equal keys (logarithmic in their number). May be
 * called from several threads at once if ops->read may.
 */
bool perf_stitch_index__find(const struct perf_stitch_index *idx, const struct perf_stitch_key *key,
			     uint64_t time, enum perf_stitch_which which, uint64_t *ret_token);

/* --- why a record is missing ----------------------------------------------------------------- */

/*
 * What a recording shows about tasks and ring buffers, in any order; asked for the reason when a
 * sample has found no record. The queue below has one inside, the index' clients have their own.
 */
struct perf_stitch_signs;

#define PERF_STITCH_ANY_CPU	((uint32_t)-1)

/*
 * @window: how long after a sample (ns) a loss may be reported that explains it; 0: 1 s. NULL when out
 * of memory.
 */
struct perf_stitch_signs *perf_stitch_signs__new(uint64_t window);
void perf_stitch_signs__delete(struct perf_stitch_signs *signs);
/*
 * The next three return 0, or -ENOMEM: the sign is not kept then, and a reason may be less exact.
 *
 * The task was in user space at @time (ns), or wrote a deferred record, which it does when it returns.
 */
int perf_stitch_signs__returned(struct perf_stitch_signs *signs, uint32_t machine, uint32_t tid,
				uint64_t time);
/*
 * The task had a sample that waits for @key at @time: with another cookie than an earlier one's, it
 * has returned in between.
 */
int perf_stitch_signs__waited(struct perf_stitch_signs *signs, const struct perf_stitch_key *key,
			      uint64_t time);
/* LOST events were reported at @time in the buffer of @cpu, or ANY_CPU where that is not known. */
int perf_stitch_signs__lost(struct perf_stitch_signs *signs, uint64_t time, uint32_t cpu);
/* No reason will be asked for samples before @time: what is older may go when room is needed. */
void perf_stitch_signs__forget(struct perf_stitch_signs *signs, uint64_t time);
/*
 * IN_KERNEL_AT_END, LOST or MISSING, for the sample with @key, taken at @time (ns) on @cpu (or
 * ANY_CPU). May be called from several threads at once.
 */
enum perf_stitch_reason perf_stitch_signs__reason(const struct perf_stitch_signs *signs,
						  const struct perf_stitch_key *key, uint64_t time,
						  uint32_t cpu);

/*
 * A hint that find() will be called for @key soon: brings a part of what it will look at into the
 * cache. Call it for a few dozen keys with @step 0, then again with 1, then with 2, then find() them:
 * each step needs what the one before fetched. Changes nothing. Returns the record's token at step 2
 * if it seems known (its memory may be prefetched as well), else UINT64_MAX.
 */
uint64_t perf_stitch_index__prefetch(const struct perf_stitch_index *idx, const struct perf_stitch_key *key,
				     int step);

/* --- the queue ------------------------------------------------------------------------------- */

struct perf_stitch_queue;

struct perf_stitch_queue_opts {
	uint64_t max_wait;	/* ns of event time that a sample may wait; 0: 10 s */
	/* of the client's that may wait (as given to add_sample/add_record); 0: 256 MiB */
	uint64_t max_bytes;
};

/*
 * An item comes back. @reason is WHOLE for samples that did not wait and for matched ones (@record is
 * then the record's token, and @has_record true), and for items that are not samples. An orphan has
 * no record, not even an EMPTY one. The record's bytes are still the client's to keep until release()
 * has named it. A sample whose marker came without a cookie in a protocol C recording cannot be
 * matched: the client adds it as an item that does not wait, and knows it for UNTERMINATED.
 */
struct perf_stitch_item {
	uint64_t token;			/* the sample's (or other item's) */
	uint64_t time;			/* ns */
	bool has_record;
	uint64_t record;
	enum perf_stitch_reason reason;
};

/* Called from within add*(), advance() and flush(); must not call into the same queue. */
struct perf_stitch_queue_ops {
	/*
	 * In time order (equal times: as added). Nonzero stops the delivery and is handed through; the
	 * item counts as delivered, the next call goes on behind it.
	 */
	int (*deliver)(void *ctx, const struct perf_stitch_item *item);
	/*
	 * The queue needs the record @token no longer: its bytes may go. Once for each record. May be NULL.
	 */
	void (*release)(void *ctx, uint64_t token);
	/*
	 * The turn of an item that add() was given has come in the order of time: everything older has
	 * been seen. It is delivered later, when no older sample waits any more. For side-band: maps of
	 * the time of a record are known when a sample from before it is delivered. May be NULL.
	 */
	void (*reached)(void *ctx, uint64_t token);
};

/* NULL when out of memory. @opts may be NULL; @opts and @ops are copied, @ctx is borrowed. */
struct perf_stitch_queue *perf_stitch_queue__new(const struct perf_stitch_queue_opts *opts,
						 const struct perf_stitch_queue_ops *ops, void *ctx);
/* Calls nobody back: what has not been delivered or released stays the client's. Flush first. */
void perf_stitch_queue__delete(struct perf_stitch_queue *q);
/*
 * The add functions return 0, -ENOMEM (nothing was added), or what deliver() returned (it was added):
 * what goes beyond max_bytes is delivered at once, the oldest first, even if it must go out of turn.
 */
/* An item that does not wait: an ordinary sample, a side-band record that must keep its place in time. */
int perf_stitch_queue__add(struct perf_stitch_queue *q, uint64_t time, uint64_t token, size_t bytes);
/*
 * A sample that waits for its record; @which as for the index, but that NEAREST takes a record from
 * before the sample (at most max_wait old) at once rather than waiting for another one with the same
 * key: the two would hold the same stack. @cpu: where it was taken, or ANY_CPU; for the reason only.
 */
int perf_stitch_queue__add_waiting(struct perf_stitch_queue *q, const struct perf_stitch_key *key,
				   enum perf_stitch_which which, uint64_t time, uint32_t cpu,
				   uint64_t token, size_t bytes);
/*
 * A record; @empty: it came with nr = 0, and makes those of its samples orphans (EMPTY) that get no
 * other record before their turn to go out.
 */
int perf_stitch_queue__add_record(struct perf_stitch_queue *q, const struct perf_stitch_key *key,
				  uint64_t time, uint64_t token, size_t bytes, bool empty);
/* As the functions of the signs. Waiting samples and records tell their signs by themselves. */
int perf_stitch_queue__lost(struct perf_stitch_queue *q, uint64_t time, uint32_t cpu);
int perf_stitch_queue__returned(struct perf_stitch_queue *q, uint32_t machine, uint32_t tid, uint64_t time);
/*
 * The client promises that nothing older than @time comes any more: delivers what is due. A waiting
 * sample holds back what is younger, up to the bounds. Returns 0, -ENOMEM or what deliver() returned.
 */
int perf_stitch_queue__advance(struct perf_stitch_queue *q, uint64_t time);
/* The input has ended: delivers everything, each waiting sample with its record or its reason. */
int perf_stitch_queue__flush(struct perf_stitch_queue *q);

struct perf_stitch_queue_stats {
	uint64_t samples;		/* added: all items but records */
	uint64_t waiting;		/* of them, with add_waiting() */
	uint64_t records;		/* added */
	uint64_t duplicates;		/* records whose cookie another had that was still kept */
	uint64_t by_later, by_earlier;	/* samples delivered with a record at or after, before their time */
	uint64_t unused_records;	/* released without having matched a sample */
	uint64_t timed_out;		/* went out unstitched because of a bound */
	uint64_t orphans[PERF_STITCH_NR_REASONS];
};
void perf_stitch_queue__stats(const struct perf_stitch_queue *q, struct perf_stitch_queue_stats *ret_stats);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_STITCH_H */
