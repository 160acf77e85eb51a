/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where one record ends and the next begins, in bytes that may be damaged.
 *
 * A record's size is all that links it to the next one. When a size cannot be right, the next
 * position from which several headers in a row make sense is looked for: one bad record then costs
 * one record, not the rest of the file.
 */
#ifndef PERF_DATA_FRAMING_H
#define PERF_DATA_FRAMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/record.h"

/*
 * Reads the header of the record at @p, of which @left bytes are there. False if this cannot be a
 * record: size below the type's least, not a multiple of 8, or beyond @left. *@ret_follow: bytes
 * behind the record that belong to it (AUXTRACE, TRACING_DATA), not checked against @left.
 */
bool framing__header(const unsigned char *p, uint64_t left, bool swap, struct perf_event_header *ret,
		     uint64_t *ret_follow);
/*
 * Why framing__header() does not take what is at @p: "MMAP2 (10) of 16 bytes is too small", or "no record
 * begins here". Returns @buf.
 */
const char *framing__why_not(const unsigned char *p, uint64_t left, bool swap, char *buf, size_t size);
/*
 * An offset in [@from, @until) where records seem to begin; @until if there is none. One that is aligned as @from is, if
 * others are not much nearer. @left: bytes that are there, @until or more.
 */
uint64_t framing__resync(const unsigned char *p, uint64_t left, uint64_t from, uint64_t until, bool swap);
/*
 * The same for the inside of the record at @p, which is damaged and says that it has @size bytes: 0 if no records seem
 * to begin there. @left: bytes that are there; @more: others will follow them, so that only one record need be whole.
 */
uint64_t framing__within(const unsigned char *p, uint64_t left, uint64_t size, bool swap, bool more);
/*
 * Has the record at @p, which says that it has @size bytes, swallowed others? The offset where they begin: @end, where
 * its content ends, or anywhere in it where that is not known (@end 0). 0 if none do. @left, @more: as above.
 */
uint64_t framing__inside(const unsigned char *p, uint64_t left, uint64_t size, uint64_t end, bool swap, bool more);

#endif /* PERF_DATA_FRAMING_H */
