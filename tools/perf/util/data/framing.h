/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds where one record ends and the next begins, in bytes that may be damaged.
 *
 * Only its size leads from a record to the next one. If a size cannot be right, the functions here look for the next
 * position from which several headers in a row are plausible: so one bad record costs one record, not the rest of
 * the file.
 */
#ifndef PERF_DATA_FRAMING_H
#define PERF_DATA_FRAMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/record.h"

/*
 * Reads the header of the record at @p, where @left bytes are available. Returns false if this cannot be a record: its
 * size is smaller than its type allows, not a multiple of 8, or larger than @left. *@ret_follow: how many bytes behind
 * the record belong to it (AUXTRACE, TRACING_DATA); this number is not compared with @left.
 */
bool framing__header(const unsigned char *p, uint64_t left, bool swap, struct perf_event_header *ret,
		     uint64_t *ret_follow);
/*
 * Writes to @buf, of @size bytes, why framing__header() returns false for the bytes at @p: "MMAP2 (10) of 16 bytes is too
 * small", or "no record begins here". Returns @buf.
 */
const char *framing__why_not(const unsigned char *p, uint64_t left, bool swap, char *buf, size_t size);
/*
 * Returns an offset in [@from, @until) where records seem to begin; @until if there is none. Prefers an offset with the same
 * alignment as @from, unless another one is much nearer. @left: how many bytes are available, at least @until.
 */
uint64_t framing__resync(const unsigned char *p, uint64_t left, uint64_t from, uint64_t until, bool swap);
/*
 * Does the same inside the record at @p, which is damaged and, by its header, has @size bytes. Returns 0 if no records
 * seem to begin there. @left: how many bytes are available; @more: others will follow later, so that one whole record is
 * enough.
 */
uint64_t framing__within(const unsigned char *p, uint64_t left, uint64_t size, bool swap, bool more);
/*
 * Tells whether the size of the record at @p, @size bytes, is too large, so that it includes records which follow it.
 * Returns the offset at which they begin, or 0 if there are none. They are looked for at @end, where the record's content
 * ends, or anywhere in it if @end is 0 (not known). @left, @more: as for framing__within().
 */
uint64_t framing__inside(const unsigned char *p, uint64_t left, uint64_t size, uint64_t end, bool swap, bool more);

#endif /* PERF_DATA_FRAMING_H */
