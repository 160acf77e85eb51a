/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The executable memory of a process as it is at this moment, which /proc/PID/maps tells a deputy (process-asker.h). Private to util/live.
 *
 * Since Linux 6.11 one asks for just these maps; before, all have to be read as text, which takes a microsecond for each.
 */
#ifndef PERF_LIVE_MAPS_NOW_H
#define PERF_LIVE_MAPS_NOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct process_asker;

struct map_now {
	uint64_t start, end;		/* [start, end) */
	uint64_t offset;		/* of @start in the file, bytes */
	uint64_t ino;			/* 0: no file */
	uint32_t maj, min;		/* its device */
	const char *name;		/* as the recorder sees it, "[vdso]", or "" */
};

struct maps_now {
	const char *at, *end;		/* what is left of the answer */
	size_t read;			/* lines of text; 0: the kernel was asked for each map */
};

/*
 * Has @asker look. Returns 0, or negative errno: there is no such process (any more), it is not to be looked at,
 * -ETIMEDOUT, one would have to wait for it, or -EBUSY, somebody else is asking now. What @m tells is valid until
 * @asker is asked again.
 */
int maps_now__open(struct maps_now *m, struct process_asker *asker, uint32_t pid);
/* The next map of executable memory, by address. False: there are no more. */
bool maps_now__next(struct maps_now *m, struct map_now *ret);

#endif /* PERF_LIVE_MAPS_NOW_H */
