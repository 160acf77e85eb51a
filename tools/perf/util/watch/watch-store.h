/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The folder of perf defer watch: what `perf defer export --batch` would make of recordings, one for each slice of time, bounded by
 * size and by days.
 *
 *	samples/day=2026-11-22/HOST-BUILDID-KEY.pb.gz		samples of a slice; KEY is when it begins, ns since 1970, in 16 digits
 *	recordings/day=2026-11-22/HOST-BUILDID-KEY.json		a line about it, which is there first
 *	queue/COLLECTOR/					what is still to be sent (watch-queue.h)
 *	.perf-watch						the mark of such a folder; locked while one runs
 */
#ifndef PERF_WATCH_WATCH_STORE_H
#define PERF_WATCH_WATCH_STORE_H

#include "util/base/diag.h"
#include "util/watch/watch-room.h"

struct watch_store {
	int fd;				/* of the folder */
	int lock;
	uint64_t most;			/* bytes that samples and lines may take; 0: any */
	unsigned int days;		/* for which they are kept; 0: any */
	struct watch_room *room;	/* shared by all processes; borrowed */
};

/*
 * Opens the folder @path, or makes it. Counts what is there. Returns 0, or negative errno with @diag set: it has other things in it, or
 * another watch writes into it. Afterwards, also then, watch_store__exit() is called; the lock ends with the last process that has it.
 */
int watch_store__open(struct watch_store *s, const char *path, struct diag *diag);
void watch_store__exit(struct watch_store *s);
/*
 * Before so many more @bytes are written at @now (seconds since 1970): removes the oldest slices until they fit, and days that are over.
 * Returns how many files went; *@ret_fits: whether there is room now, which there is not where @bytes alone are too many.
 */
size_t watch_store__make_room(struct watch_store *s, uint64_t bytes, int64_t now, bool *ret_fits);
/*
 * The disk is full: removes the oldest slices until @bytes are free that were taken, whoever had the rest. What @s may
 * take is as much as before. Returns how many files went.
 */
size_t watch_store__give_way(struct watch_store *s, uint64_t bytes);
/* Counts a file that was written. */
void watch_store__added(struct watch_store *s, size_t size);

#endif /* PERF_WATCH_WATCH_STORE_H */
