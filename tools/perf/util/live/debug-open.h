/* SPDX-License-Identifier: GPL-2.0-only */
/* Opens the files with debug information that belong to those that processes have mapped. Private to util/live. */
#ifndef PERF_LIVE_DEBUG_OPEN_H
#define PERF_LIVE_DEBUG_OPEN_H

#include <stdbool.h>
#include <stdint.h>

#include "util/live/live-spaces.h"

/* What is still to be found out about one: the checksum of all of it. */
struct live_debug {
	bool check;			/* nothing else says that it belongs to the file */
	uint32_t crc;
};

/*
 * Opens the file with debug information of @file, which is open as @fd: that which its .gnu_debuglink names (beside it, in .debug, below
 * /usr/lib/debug), or by its build id below /usr/lib/debug, as the process sees these or as we do. Where both files have a build id it
 * must be the same. Returns a descriptor (close-on-exec), or negative errno: there is none.
 */
int live_file__open_debug(const struct live_file *file, int fd, struct live_debug *ret);

#endif /* PERF_LIVE_DEBUG_OPEN_H */
