/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads struct perf_event_attr as any perf, of any age and byte order, wrote it. */
#ifndef PERF_DATA_ATTR_READ_H
#define PERF_DATA_ATTR_READ_H

#include <linux/perf_event.h>

#include "util/base/cursor.h"

/*
 * Reads everything that is left in @c as one attr. Bytes beyond the known sizes are ignored (newer
 * perfs write them), those that are not there are 0. False if not even the first published size
 * (64 bytes) is there, or if attr.size is larger than what is there.
 */
bool attr__read(struct cursor *c, struct perf_event_attr *ret);

#endif /* PERF_DATA_ATTR_READ_H */
