/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The rules of deferred user callchains, each in one function: how a chain tells that it waits and for what, which record completes which
 * sample, and what ends its wait. perf_stitch_queue of stitch.h asks them, and so does perf(1) of files, in which it looks records up in
 * another way. Who reads recordings in a third way includes <perf/stitch.h> and asks them, too.
 *
 * All of them are functions of what they are given: they keep nothing, and may be called in any thread.
 */
#ifndef LIBPERF_STITCH_RULE_H
#define LIBPERF_STITCH_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whatever standard the program is compiled for, the one function of each name that is called is the library's. */
#ifndef PERF_STITCH_INLINE
#define PERF_STITCH_INLINE extern inline __attribute__((__gnu_inline__))
#endif

/* --- the key ----------------------------------------------------------------------------------- */

/* What a record and the samples it completes have in common: a task, and one of its stays in the kernel. */
struct perf_stitch_key {
	uint64_t cookie;	/* 0 in protocol A, which has none */
	uint32_t tid;
	uint32_t machine;	/* 0: host; else the guest's pid on the host */
};

bool perf_stitch_key__equal(const struct perf_stitch_key *a, const struct perf_stitch_key *b);
PERF_STITCH_INLINE bool perf_stitch_key__equal(const struct perf_stitch_key *a, const struct perf_stitch_key *b)
{
	return a->cookie == b->cookie && a->tid == b->tid && a->machine == b->machine;
}

/*
 * A cookie has two halves: the CPU on which the stay began, plus 1, comes first in memory, then a number. In the stays of a task that began
 * on one CPU the number becomes larger, and so does the cookie, until it wraps. A kernel gives out odd numbers only. @big: the recording is
 * big-endian.
 */
uint32_t perf_stitch_cookie__cpu(uint64_t cookie, bool big);
PERF_STITCH_INLINE uint32_t perf_stitch_cookie__cpu(uint64_t cookie, bool big)
{
	return (uint32_t)(big ? cookie >> 32 : cookie);
}

uint32_t perf_stitch_cookie__count(uint64_t cookie, bool big);
PERF_STITCH_INLINE uint32_t perf_stitch_cookie__count(uint64_t cookie, bool big)
{
	return (uint32_t)(big ? cookie : cookie >> 32);
}

/* --- what waits -------------------------------------------------------------------------------- */

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

/* PERF_CONTEXT_USER_DEFERRED of linux/perf_event.h, which not every system has. */
#define PERF_STITCH_MARKER	((uint64_t)-640)

/*
 * Tells how a chain ends. It is asked of each sample, and lies here so that it becomes part of the loop that asks.
 * Sets *@ret_nr to the number of entries before the marker (@nr if the sample does not wait), and *@ret_cookie (0
 * unless it ends with a cookie).
 */
enum perf_stitch_ending perf_stitch__ending(const uint64_t *ips, size_t nr, size_t *ret_nr, uint64_t *ret_cookie);
PERF_STITCH_INLINE enum perf_stitch_ending perf_stitch__ending(const uint64_t *ips, size_t nr, size_t *ret_nr,
							       uint64_t *ret_cookie)
{
	*ret_nr = nr;
	*ret_cookie = 0;
	/*
	 * The last word is looked at first: half of a cookie is a CPU's number, so the marker is never
	 * a cookie. A second marker before it is none of the sample's frames either.
	 */
	if (nr && ips[nr - 1] == PERF_STITCH_MARKER) {
		while (nr && ips[nr - 1] == PERF_STITCH_MARKER)
			nr--;
		*ret_nr = nr;
		return PERF_STITCH_ENDS_MARKER;
	}
	if (nr >= 2 && ips[nr - 2] == PERF_STITCH_MARKER) {
		*ret_cookie = ips[nr - 1];
		*ret_nr = nr - 2;
		return PERF_STITCH_ENDS_COOKIE;
	}
	return PERF_STITCH_ENDS_PLAIN;
}

/*
 * Has a chain that ends so lost its cookie? Then it waits for nothing, and its sample is an orphan: UNTERMINATED. @cookies: the recording
 * is known to be of protocol C.
 */
bool perf_stitch__is_unterminated(enum perf_stitch_ending ending, bool cookies);
PERF_STITCH_INLINE bool perf_stitch__is_unterminated(enum perf_stitch_ending ending, bool cookies)
{
	return ending == PERF_STITCH_ENDS_MARKER && cookies;
}

/* --- which record completes which sample -------------------------------------------------------- */

/* Which records of a sample's key may complete it. */
enum perf_stitch_which {
	/* Protocol C: any; perf_stitch__is_better() tells which. */
	PERF_STITCH_NEAREST,
	/* Protocol A: the first one at or after the sample's time, and none before. */
	PERF_STITCH_NEXT,
};

/* Which of them may complete a sample that waits, and ends so? */
enum perf_stitch_which perf_stitch__which(enum perf_stitch_ending ending);
PERF_STITCH_INLINE enum perf_stitch_which perf_stitch__which(enum perf_stitch_ending ending)
{
	return ending == PERF_STITCH_ENDS_COOKIE ? PERF_STITCH_NEAREST : PERF_STITCH_NEXT;
}

/* A record with a sample's key. */
struct perf_stitch_candidate {
	uint64_t time;		/* ns */
	bool empty;		/* perf_stitch__is_empty() */
};

/*
 * Has the unwind of a record with @nr entries failed? Another client's record, with the stack, is a better one then. In protocol A
 * (@cookies is false) any record completes what waited before it.
 */
bool perf_stitch__is_empty(uint64_t nr, bool cookies);
PERF_STITCH_INLINE bool perf_stitch__is_empty(uint64_t nr, bool cookies)
{
	return !nr && cookies;
}

/* Is a record, made at @record (ns), behind a sample that was taken at @time? It is if the time is the same. */
bool perf_stitch__is_behind(uint64_t time, uint64_t record);
PERF_STITCH_INLINE bool perf_stitch__is_behind(uint64_t time, uint64_t record)
{
	return record >= time;
}

/*
 * The rule: of several records with its key the nearest in time completes a sample, where one without a stack counts as twice as far away.
 * All records of a stay in the kernel hold the same stack; where a key comes again after long (its counter has wrapped), the other stay's
 * are far. If two are as near, one that has a stack is better, then the later one. Returns whether @a is better than @b for a sample that
 * was taken at @time (ns); not if both are the same in all this.
 */
bool perf_stitch__is_better(uint64_t time, struct perf_stitch_candidate a, struct perf_stitch_candidate b);

/*
 * Does a sample that was taken at @time (ns) take @c, a record with its key? @known: what it has so far, or NULL. Whoever asks this of all
 * records with the key, in the order of time and, where that is the same, of their places in the recording, ends with the one that
 * completes the sample. Of those that differ in nothing but their places, that is the first one behind the sample, and the last one before it.
 */
bool perf_stitch__takes(enum perf_stitch_which which, uint64_t time, struct perf_stitch_candidate c,
			const struct perf_stitch_candidate *known);
PERF_STITCH_INLINE bool perf_stitch__takes(enum perf_stitch_which which, uint64_t time, struct perf_stitch_candidate c,
					   const struct perf_stitch_candidate *known)
{
	if (which == PERF_STITCH_NEXT && !perf_stitch__is_behind(time, c.time))
		return false;
	return !known || perf_stitch__is_better(time, c, *known) ||
	       (c.time == known->time && c.empty == known->empty && !perf_stitch__is_behind(time, c.time));
}

/*
 * What ends the wait of a sample that was taken at @time (ns): is @c, the next record with its key in the order of time, such that nothing
 * better can come behind it? perf_stitch__takes() tells whether it is better than one before.
 */
bool perf_stitch__ends_wait(enum perf_stitch_which which, uint64_t time, struct perf_stitch_candidate c);
PERF_STITCH_INLINE bool perf_stitch__ends_wait(enum perf_stitch_which which, uint64_t time, struct perf_stitch_candidate c)
{
	return which == PERF_STITCH_NEXT ? perf_stitch__is_behind(time, c.time) : !c.empty;
}

/* Returns the last time (ns) at which a record may come that is better than @known for a sample that was taken at @time. */
uint64_t perf_stitch__until(uint64_t time, struct perf_stitch_candidate known);

/*
 * Is a record a repetition of another one with its @cookie, of the same task? @a_empty and @b_empty: perf_stitch__is_empty() of both.
 * Without cookies every record of a task has the same key: that makes none of them a repetition.
 */
bool perf_stitch__is_repeated(uint64_t cookie, bool a_empty, bool b_empty);
PERF_STITCH_INLINE bool perf_stitch__is_repeated(uint64_t cookie, bool a_empty, bool b_empty)
{
	return cookie && a_empty == b_empty;
}

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_STITCH_RULE_H */
