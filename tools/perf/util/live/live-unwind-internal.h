/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files share that unwind while recording; each calls only those below it:
 *
 *     live-unwind.c    it begins and ends; may a mark be written; statistics
 *     live-round.c     what lies in the rings is taken
 *     live-changes.c   processes get other maps, run other programs, and end
 *     live-waits.c     samples that wait for the kernel's walk, or for tables, come to their end
 *     live-samples.c   one sample is taken apart and unwound, and written or left to wait
 *     live-writing.c   records and samples are written
 */
#ifndef PERF_LIVE_LIVE_UNWIND_INTERNAL_H
#define PERF_LIVE_LIVE_UNWIND_INTERNAL_H

#include <time.h>

#include "util/live/live-spaces.h"
#include "util/live/live-unwind.h"
#include "util/live/live-walk.h"
#include "util/live/memory-code.h"
#include "util/live/memory-reader.h"
#include "util/live/moved-code.h"
#include "util/live/ring-merge.h"
#include "util/live/sample-rewrite.h"
#include "util/live/stack-pages.h"
#include "util/live/waiting-samples.h"

/* Records that are written are collected first. */
#define OUT_BYTES	((size_t)256 << 10)

struct live_unwind {
	struct evlist *evlist;
	struct live_output out;
	struct sample_decoder decoder;
	struct ring_merge *merge;
	struct live_spaces *spaces;
	struct live_tables *tables;
	struct memory_reader *reader;
	struct memory_code *memory;
	struct stack_pages pages;
	struct moved_code moved;
	struct live_walk walk;
	struct waiting_samples waiting;
	bool to_retry;			/* some that wait for tables were not looked at since the last answer came */
	struct left_stacks left;
	struct live_chain chain;
	uint64_t newest, tidied;	/* ns, by the time of records */
	uint64_t promised;		/* what was the newest when a mark was written */
	int64_t round_ms;		/* when the round has begun, ms of the monotonic clock */
	int err;			/* of writing: the rest of the round is left */
	struct live_unwind_stats stats;
	size_t filled;			/* of @buf */
	union {
		unsigned char buf[OUT_BYTES];
		uint64_t align;
	};
};

/* A sample taken apart. */
struct opened_sample {
	const struct record *r;
	bool stays;			/* merged_record.stays */
	struct waiting_sample *waited;	/* it is the one that was opened; NULL: it has just come out of its ring */
	const struct evsel *evsel;
	struct perf_sample s;
	struct chain_parts parts;
	uint64_t round;			/* in which it came out of its ring */
	size_t asked;			/* bytes of the stack that the kernel was asked for */
	bool has_regs;			/* else nothing can be unwound: a kernel's thread, an event without copies */
	struct live_regs regs;
};

/* live-changes.c: takes a record that is neither a sample nor the kernel's walk. Samples that wait are unwound by what was before. */
void live_changes__heed(struct live_unwind *u, const struct merged_record *m);
/*
 * Code of process @pid that was moved without a record, or whose record was lost, gets one, from its last look on: up to then all was as it
 * was told. Returns whether there is any. Then samples that waited were written, so the decoder's memory has something else.
 */
bool live_changes__take_moved(struct live_unwind *u, uint32_t pid);

/* live-waits.c: takes a record with a walk of the kernel, for which samples wait no longer then. One that cannot be decoded is left out. */
void live_waits__take_walk(struct live_unwind *u, const struct record *r);
/* Waits up to @ms for the tables that samples need, and writes those that have them then. */
void live_waits__serve(struct live_unwind *u, int ms);
/* Writes, with what is known, those that have waited for too long, or take too much memory. */
void live_waits__end_old(struct live_unwind *u);
/*
 * Maps of @pid are about to be replaced: those that wait for the kernel's walk are finished without it, and those that wait for tables, now or
 * then, keep the maps that there are until then.
 */
void live_waits__end_of_process(struct live_unwind *u, uint32_t pid);
/* Ends the wait for the kernel's walk of @tid: the thread has ended, and none comes. */
void live_waits__end_of_thread(struct live_unwind *u, uint32_t tid);
/* Writes all that wait. */
void live_waits__end_all(struct live_unwind *u);

/*
 * live-samples.c: takes @r apart. ret->stays, ret->waited and ret->round are the caller's to set. What @ret points to lies in @r and in the
 * decoder's memory, and is valid until the next record is taken apart. False: it is no sample with a chain.
 */
bool live_samples__take_apart(struct live_unwind *u, const struct record *r, struct opened_sample *ret);
/* Takes a sample apart again that has waited; that worked before. *@r becomes its record, to which @ret points. */
bool live_samples__take_apart_again(struct live_unwind *u, struct waiting_sample *w, struct record *r, struct opened_sample *ret);
/* Unwinds @o with @nr entries @ips of the kernel's walk, and writes it. False: tables are missing, u->walk.missing; nothing was written. */
bool live_samples__unwind(struct live_unwind *u, const struct opened_sample *o, const uint64_t *ips, size_t nr);
/*
 * Writes @o with all that there will be: @ips is the kernel's walk, if @nr is not 0. If tables are not there yet, it waits for them, and
 * takes over the copy of its record that o->waited has.
 */
void live_samples__finish(struct live_unwind *u, const struct opened_sample *o, const uint64_t *ips, size_t nr);
/* The kernel's walk of @o is to come: is the copy enough without it? Else it waits; @time is that of its record. */
void live_samples__try_or_wait(struct live_unwind *u, const struct opened_sample *o, uint64_t time);

/* live-writing.c: hands what was collected to u->out.write(), unless that has failed before in this round: u->err. */
void live_writing__flush(struct live_unwind *u);
void live_writing__as_it_is(struct live_unwind *u, const struct record *r);
/* A reader is to unwind it: with the kernel's walk @ips, of @nr entries, and as much of the copy of the stack as it needs. */
void live_writing__kept(struct live_unwind *u, const struct opened_sample *o, const uint64_t *ips, size_t nr);
/* The kernel's walk is all that there is. */
void live_writing__plain(struct live_unwind *u, const struct opened_sample *o, const uint64_t *ips, size_t nr);
/* With what u->walk.result says, which it counts as well. */
void live_writing__unwound(struct live_unwind *u, const struct opened_sample *o);

#endif /* PERF_LIVE_LIVE_UNWIND_INTERNAL_H */
