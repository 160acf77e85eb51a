/* SPDX-License-Identifier: GPL-2.0-only */
/* Attrs and numbers in the byte order of a recording that is rewritten. */
#ifndef PERF_DATA_REWRITE_ATTR_H
#define PERF_DATA_REWRITE_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/event/evlist.h"

/*
 * Do samples of it have callchains whose user half is to be unwound: from registers and a copy of the stack?
 */
bool attr__has_stack_copy(const struct perf_event_attr *attr);
/*
 * Of these: is the user half there as well, along frame pointers, and what lies beside it to repair it with?
 * (`--call-graph fp,repair`; with `dwarf` the kernel leaves the user half out.)
 */
bool attr__has_repair_bytes(const struct perf_event_attr *attr);

/* Appends @attr in @size bytes, of the other byte order if @swap. */
void rewrite_attr__append(const struct perf_event_attr *attr, uint32_t size, bool swap, struct strbuf *out);

/* Numbers in the byte order of a recording. */
void rewrite__put16(struct strbuf *out, uint16_t v, bool swap);
void rewrite__put32(struct strbuf *out, uint32_t v, bool swap);
void rewrite__put64(struct strbuf *out, uint64_t v, bool swap);

#endif /* PERF_DATA_REWRITE_ATTR_H */
