/* SPDX-License-Identifier: GPL-2.0-only */
/* What the pages made from page/ have in common: the HTML around the data, and the tree of functions in the data. */
#ifndef PERF_EXPORT_PAGE_DATA_H
#define PERF_EXPORT_PAGE_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "util/export/export.h"
#include "util/export/export-functions.h"
#include "util/export/page-parts.h"

/* Writes a member that is an array of numbers: @value for each @i from @first to @nr - 1. */
#define ADD_NUMBERS(out, key, i, first, nr, value) do {				\
	text_out__addstr(out, "\"" key "\":[");					\
	for ((i) = (first); (i) < (nr); (i)++) {				\
		if ((i) > (first))						\
			text_out__addch(out, ',');				\
		text_out__dec(out, (value), 0);					\
	}									\
	text_out__addch(out, ']');						\
} while (0)

/*
 * Write the part of the page before its data, and the part after them. The lists end with an element whose text is NULL.
 * Whatever the data contain, the page cannot load or send anything: its content security policy forbids that.
 */
void page__begin(struct text_out *out, const struct page_part *styles, const struct page_part *bodies);
void page__end(struct text_out *out, const struct page_part *scripts);
/*
 * Writes the first members of the data: version, title, @about, a sentence about the recording, and "nameless", sentences
 * about samples without names, of the recording and of the one beside it, where they are a noticeable part.
 */
void page__add_about(struct export *e, const char *about);
/* Appends "500 samples in 1.234 s on HOST" to @sb. */
void page__say_samples(struct export *e, struct strbuf *sb);
/*
 * Write the member "functions", and the members "up" and "frame" for each of the @nr nodes in @order except the first one,
 * which is the root. @number: the position of each node in @order.
 */
void page__add_functions(struct text_out *out, const struct export_functions *f);
void page__add_nodes(struct text_out *out, const struct export_functions *f, const uint32_t *order, size_t nr,
		     const uint32_t *number);
/* Writes the member "threads". */
void page__add_threads(struct export *e);
/*
 * Writes the member "events": the events that have samples, in the order of the recording. @samples: the number of samples
 * of each event of the recording. Returns an array with the number that each event of the recording has in the page,
 * UINT32_MAX: none; the caller frees it.
 */
uint32_t *page__add_events(struct export *e, const uint64_t *samples);
/*
 * Returns for each event of the older recording, e->old, the page's number of the event that is called the same; UINT32_MAX: there is none.
 * @of: from page__add_events(). The caller frees it.
 */
uint32_t *page__old_events(const struct export *e, const uint32_t *of);

#endif /* PERF_EXPORT_PAGE_DATA_H */
