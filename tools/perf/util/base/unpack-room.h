/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Limits what compressed bytes may become, as a few of them can become gigabytes. Each thing that is unpacked (the
 * records of a recording, what `perf defer pack` has added to it, a file, the sections of an ELF file) has a room. It
 * is free as long as it becomes no larger than real things of that kind do. All other rooms of a run together have
 * one budget.
 */
#ifndef PERF_BASE_UNPACK_ROOM_H
#define PERF_BASE_UNPACK_ROOM_H

#include <stdint.h>

/* The environment variable with the megabytes of the budget; 0: no limit. */
#define UNPACK_LIMIT_VARIABLE	"PERF_UNPACK_LIMIT"

/*
 * How many times their compressed size things become at most, unless somebody wants to do harm. Recordings and
 * archives go to a disk, in which the times of samples differ at least. Programs, their debug information and lists
 * of symbols go to memory: they become 3 to 10 times as large.
 */
#define UNPACK_RATIO_STREAM	200
#define UNPACK_RATIO_FILE	32

struct unpack_room {
	uint64_t ratio;
	uint64_t packed, unpacked;	/* bytes so far */
	uint64_t charged;		/* bytes of the budget */
};

/* @ratio: UNPACK_RATIO_*. */
void unpack_room__init(struct unpack_room *room, uint64_t ratio);
/* Gives back what @room has of the budget, as nothing of what was unpacked is there any more. */
void unpack_room__exit(struct unpack_room *room);
/* Tells that @size more compressed bytes are being unpacked. */
void unpack_room__add_packed(struct unpack_room *room, uint64_t size);
/*
 * Tells that they become @size more bytes. Returns 0, or -EFBIG if the budget does not allow that; then they are not
 * counted. Threads may call this at a time for different rooms.
 */
int unpack_room__take(struct unpack_room *room, uint64_t size);
/* Returns how many megabytes the budget has; for messages. */
uint64_t unpack_budget__mb(void);

#endif /* PERF_BASE_UNPACK_ROOM_H */
