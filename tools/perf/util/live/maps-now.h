/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The executable memory of a process as it is at this moment, which /proc/PID/maps tells. Private to util/live.
 *
 * Since Linux 6.11 one asks for just these maps; before, all have to be read as text, which takes a microsecond for each.
 */
#ifndef PERF_LIVE_MAPS_NOW_H
#define PERF_LIVE_MAPS_NOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_now {
	uint64_t start, end;		/* [start, end) */
	uint64_t offset;		/* of @start in the file, bytes */
	uint64_t ino;			/* 0: no file */
	uint32_t maj, min;		/* its device */
	const char *name;		/* as the recorder sees it, "[vdso]", or ""; NULL: maps_now__name() tells. Valid as the map is */
};

struct maps_now {
	int fd;
	char *text, *next;		/* NULL: the kernel is asked for each map */
	uint64_t from;			/* the next map ends behind this */
	size_t read;			/* lines of text */
	char name[4096];
};

/* Returns 0, or negative errno: there is no such process (any more), or it is not to be looked at. maps_now__close() only after 0. */
int maps_now__open(struct maps_now *m, uint32_t pid);
/* The next map of executable memory, by address, valid until the next call. False: there are no more. */
bool maps_now__next(struct maps_now *m, struct map_now *ret);
/* The name of @map, which was told last. */
const char *maps_now__name(struct maps_now *m, const struct map_now *map);
void maps_now__close(struct maps_now *m);

#endif /* PERF_LIVE_MAPS_NOW_H */
