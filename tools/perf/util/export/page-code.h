/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code of the functions that have most of the samples, for a page: instructions, their source lines, and what was
 * counted at each. Documentation/export-formats.txt says what the member "code" holds.
 */
#ifndef PERF_EXPORT_PAGE_CODE_H
#define PERF_EXPORT_PAGE_CODE_H

#include "util/export/export.h"
#include "util/export/export-functions.h"

/* The share in percent that a function has at least, if nobody names another one. */
#define PAGE_CODE_SHARE		1.0
/* Of a function with more instructions only those with samples are written. */
#define PAGE_CODE_MAX_LINES	20000U
/*
 * The instructions of all functions may take so many bytes, if the user says nothing else; when half of them are
 * written, only those with samples follow.
 */
#define PAGE_CODE_MAX_BYTES	((size_t)16 << 20)

/* What the page's numbers of events, and its times, are in the recording. */
struct page_events {
	const uint32_t *of;		/* of each event, as from page__add_events() */
	const uint32_t *old_of;		/* of each event of e->old, as from page__old_events(); NULL without e->old */
	uint64_t origin;		/* of a timeline: where its axis begins, ns */
};

/* Writes the member "code" with a comma behind it: null unless e->hits is set. @f: the page's functions. Sets e->code_size. */
void page_code__write(struct export *e, struct export_functions *f, const struct page_events *events);

#endif /* PERF_EXPORT_PAGE_CODE_H */
