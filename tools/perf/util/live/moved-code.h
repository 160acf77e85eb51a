/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Code that lies where records say that a file's is: mremap() moves what a program has made, or has read from elsewhere, over a library,
 * and the kernel sends no record of it; and code of which no record has said that it is there, as the ring had no room for that. So what a
 * process has mapped is looked at now and then, and where records were lost. Private to util/live.
 *
 * What a process did that has ended since is not known: its samples are taken to be what records say.
 */
#ifndef PERF_LIVE_MOVED_CODE_H
#define PERF_LIVE_MOVED_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/event/sample.h"
#include "util/live/live-spaces.h"

struct moved_process;
struct process_asker;

U64_MAP(moved_processes, struct moved_process *)

/* Zero-initialised but for @asker: none was looked at. */
struct moved_code {
	struct process_asker *asker;	/* that looks; borrowed */
	struct moved_processes by_pid;	/* by process number + 1 */
	/* What stands behind the records of an event. */
	const struct perf_event_attr *attr;
	uint64_t id, stream_id;
	uint32_t cpu;
	uint64_t losses;		/* how often a ring had no room for records */
};

void moved_code__exit(struct moved_code *m);

/*
 * Notes that there is @sample, of an event with @attr, which is borrowed. Is it time to look at its process? That is so some time after the
 * first one, and then again and again.
 */
bool moved_code__is_due(struct moved_code *m, const struct perf_sample *sample, const struct perf_event_attr *attr);
/* A stack of process @pid contradicts what was told: it is better looked at soon. */
void moved_code__doubt(struct moved_code *m, uint32_t pid);
/* Records were lost: what processes have mapped may not have been told. */
void moved_code__note_loss(struct moved_code *m);
/* The next process that has samples behind the last look at it; 0: there are no more. *@pos is 0 at first. */
uint32_t moved_code__next_due(const struct moved_code *m, size_t *pos);
/* Another program, or another process, has the number @pid from now on. */
void moved_code__forget(struct moved_code *m, uint32_t pid);

/* More of a process are found by later looks. */
#define MOVED_RANGES_MAX	64

struct moved_ranges {
	uint32_t pid;
	size_t nr;
	struct moved_range {
		uint64_t start, end;	/* [start, end) */
		uint64_t since;		/* ns: until then it was as it was told */
		/* what is there, which was not told; NULL: code without a file, where another one was told; owned */
		char *name;
		uint64_t offset, ino;	/* of @start in that file; 0: none */
		uint32_t maj, min;	/* its device */
	} ranges[MOVED_RANGES_MAX];
};

/*
 * Looks at process @pid, and sets *@ret to the ranges in which @spaces has a file and executable memory is something
 * else now; where records were lost also to those of which @spaces has nothing. Returns whether there are any. A record
 * may still come that says so: moved_ranges__heed(). moved_ranges__exit() in any case.
 */
bool moved_code__look(struct moved_code *m, struct live_spaces *spaces, uint32_t pid, struct moved_ranges *ret);
void moved_ranges__exit(struct moved_ranges *m);
/* @r is behind the samples at hand: what it is about is not moved, as far as anybody knows. */
void moved_ranges__heed(struct moved_ranges *m, const struct record *r);

/* A name has PATH_MAX bytes at most, with the zero. */
#define MOVED_RECORD_WORDS	(24 + 4096 / 8)

/*
 * Makes the record that the kernel did not send, or that was lost: since then process @pid has code at @range. Returns
 * its bytes; it has at most MOVED_RECORD_WORDS words.
 */
size_t moved_code__record(const struct moved_code *m, uint64_t *to, uint32_t pid, const struct moved_range *range);

#endif /* PERF_LIVE_MOVED_CODE_H */
