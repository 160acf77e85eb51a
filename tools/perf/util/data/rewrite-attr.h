/* SPDX-License-Identifier: GPL-2.0-only */
/* Writes attrs and numbers in the byte order of a recording that is rewritten. */
#ifndef PERF_DATA_REWRITE_ATTR_H
#define PERF_DATA_REWRITE_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/event/evlist.h"

/*
 * Do the samples of an event with @attr have registers and a copy of the user stack, from which the user half of their
 * callchains can be unwound?
 */
bool attr__has_stack_copy(const struct perf_event_attr *attr);
/*
 * If they have: do they also have a user half that was found along frame pointers, so that the copy is there to repair it?
 * (`--call-graph fp,repair`; with `dwarf` the kernel leaves the user half out.)
 */
bool attr__has_repair_bytes(const struct perf_event_attr *attr);

/* Appends the first @size bytes of @attr to @out, in the other byte order if @swap. */
void rewrite_attr__append(const struct perf_event_attr *attr, uint32_t size, bool swap, struct strbuf *out);

/* Append a number to @out, in the other byte order if @swap. */
void rewrite__put16(struct strbuf *out, uint16_t v, bool swap);
void rewrite__put32(struct strbuf *out, uint32_t v, bool swap);
void rewrite__put64(struct strbuf *out, uint64_t v, bool swap);

#endif /* PERF_DATA_REWRITE_ATTR_H */
