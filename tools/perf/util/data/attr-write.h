/* SPDX-License-Identifier: GPL-2.0-only */
/* Writes event attributes to files, in no more bytes than their contents need. */
#ifndef PERF_DATA_ATTR_WRITE_H
#define PERF_DATA_ATTR_WRITE_H

#include <stdint.h>
#include <linux/perf_event.h>

#include "util/base/strbuf.h"
#include "util/event/evlist.h"

/*
 * Returns the smallest published size (bytes) that has room for all fields of @attr that are not 0. Old readers
 * refuse an attr that is longer than the one they know.
 */
uint32_t attr__stored_size(const struct perf_event_attr *attr);
/* Returns the largest of these sizes for the events of @evlist: all attrs of a file have the same size. */
uint32_t evlist__stored_attr_size(const struct evlist *evlist);
/* Appends the first @size bytes of @attr to @out, with attr.size set to @size. */
void attr__append(struct strbuf *out, const struct perf_event_attr *attr, uint32_t size);

#endif /* PERF_DATA_ATTR_WRITE_H */
