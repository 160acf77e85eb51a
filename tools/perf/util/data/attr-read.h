/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads a struct perf_event_attr that any version of perf has written, in either byte order. */
#ifndef PERF_DATA_ATTR_READ_H
#define PERF_DATA_ATTR_READ_H

#include <linux/perf_event.h>

#include "util/base/cursor.h"

/*
 * Reads all bytes that are left in @c as one attr. Bytes beyond the known sizes are ignored (newer versions of
 * perf write them); fields that are missing become 0. Returns false if there are fewer bytes than the first
 * published size (64), or fewer than attr.size.
 */
bool attr__read(struct cursor *c, struct perf_event_attr *ret);

#endif /* PERF_DATA_ATTR_READ_H */
