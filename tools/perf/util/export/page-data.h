/* SPDX-License-Identifier: GPL-2.0-only */
/* What the pages of page/ have in common: the HTML around the data, and the tree of functions in it. */
#ifndef PERF_EXPORT_PAGE_DATA_H
#define PERF_EXPORT_PAGE_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "util/export/export.h"
#include "util/export/export-functions.h"
#include "util/export/page-parts.h"

/* A member that is an array of numbers, one of each element of a list. */
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
 * The page up to the beginning of its data, and what follows them. Lists end with a NULL text. Nothing that the page holds can
 * make it load or send anything: its content security policy forbids that.
 */
void page__begin(struct text_out *out, const struct page_part *styles, const struct page_part *bodies);
void page__end(struct text_out *out, const struct page_part *scripts);
/* The first members of the data: version, title, and @about, a sentence about the recording. */
void page__add_about(struct export *e, const char *about);
/* "500 samples in 1.234 s on HOST", appended to @sb. */
void page__say_samples(struct export *e, struct strbuf *sb);
/*
 * Members "functions"; "up" and "frame", of each of the @nr nodes at @order but the first, the root. @number: of each node its
 * place in @order.
 */
void page__add_functions(struct text_out *out, const struct export_functions *f);
void page__add_nodes(struct text_out *out, const struct export_functions *f, const uint32_t *order, size_t nr,
		     const uint32_t *number);
/* Member "threads". */
void page__add_threads(struct export *e);
/*
 * Member "events": those with samples by @samples (one number for each event of the recording), in the recording's order.
 * Returns of each event its number here; the caller's.
 */
uint32_t *page__add_events(struct export *e, const uint64_t *samples);

#endif /* PERF_EXPORT_PAGE_DATA_H */
