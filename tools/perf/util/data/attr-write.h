/* SPDX-License-Identifier: GPL-2.0-only */
/* Event attributes as they are stored: no longer than what they say needs. */
#ifndef PERF_DATA_ATTR_WRITE_H
#define PERF_DATA_ATTR_WRITE_H

#include <stdint.h>
#include <linux/perf_event.h>

#include "util/base/strbuf.h"
#include "util/event/evlist.h"

/*
 * The smallest published size (bytes) that holds all fields of @attr that are not 0. Old readers
 * refuse an attr that is longer than they know.
 */
uint32_t attr__stored_size(const struct perf_event_attr *attr);
/* The largest of these: all attrs of a file have the same size. */
uint32_t evlist__stored_attr_size(const struct evlist *evlist);
/* Appends @attr with attr.size set to @size, cut off there. */
void attr__append(struct strbuf *out, const struct perf_event_attr *attr, uint32_t size);

#endif /* PERF_DATA_ATTR_WRITE_H */
