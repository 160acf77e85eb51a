/* SPDX-License-Identifier: GPL-2.0-only */
/* The source files that the code of a page was made from, and which of their lines are written into it. */
#ifndef PERF_EXPORT_PAGE_SOURCES_H
#define PERF_EXPORT_PAGE_SOURCES_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash-table.h"
#include "util/base/pair-map.h"
#include "util/code/src-text.h"
#include "util/export/source-link.h"

struct dso;
struct text_out;

struct page_source {
	const char *path;		/* as in the debug information; borrowed */
	uint32_t index;
	uint32_t *lines;		/* that are wanted, in no order, with repetitions */
	size_t nr, cap;
};

HASH_SET_TYPE(page_source_set, struct page_source *)

/* Zero-initialised is empty. */
struct page_sources {
	struct page_source_set known;
	struct page_source **list;	/* owned */
	size_t nr, cap;
	struct src_text text;
};

void page_sources__exit(struct page_sources *s);
/*
 * Writes the member "sources": path, link, numbers and texts of the lines of each file. Only files whose names end as those of sources
 * do are read, as debug information can name any file, and a page is made to be passed on. Returns how many files were read.
 */
size_t page_sources__write(struct page_sources *s, const struct source_link *link, struct text_out *out);

/* A line of the source, and the function that was inlined there; NULL: none. */
struct page_place {
	uint32_t source, line;
	const char *inlined;		/* borrowed */
};

/* The lines that a function's instructions were made from, each once. Zero-initialised is empty. */
struct page_places {
	struct page_place *list;
	size_t nr, cap;
	struct pair_num known;		/* source and line, name -> index + 1 */
};

void page_places__exit(struct page_places *p);
void page_places__clear(struct page_places *p);
/* Returns the index of the line of @addr in @dso, which is added to @s as well; UINT32_MAX if it is not known. */
uint32_t page_places__at(struct page_places *p, struct page_sources *s, struct dso *dso, uint64_t addr);
/* Writes the member "places", with a comma in front. */
void page_places__write(const struct page_places *p, struct text_out *out);

#endif /* PERF_EXPORT_PAGE_SOURCES_H */
