/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of page-code.c share. */
#ifndef PERF_EXPORT_PAGE_CODE_WRITE_H
#define PERF_EXPORT_PAGE_CODE_WRITE_H

#include "util/annotate/code-lines.h"
#include "util/annotate/counts.h"
#include "util/annotate/share-lists.h"
#include "util/base/pair-map.h"
#include "util/export/export.h"
#include "util/export/page-sources.h"

/* The page's code while it is written, and what of it is about the function that is being written. */
struct code_writing {
	struct export *e;
	const uint32_t *of, *old_of;	/* the page's numbers of the events, of this recording and of the older one */
	bool in_time;			/* hits have times */
	struct text_out *out;
	struct code_source source;
	struct page_sources sources;
	struct pair_num function_of;	/* dso and symbol -> number of the page's function + 1 */
	struct pair_num old_function_of;	/* the same of the older recording */
	struct share_lists by_function;	/* by struct annotate_func */
	struct share_lists old_by_function;	/* of the older recording, by number of the page's function */
	/* Of the function that is being written: */
	struct page_places places;
	const struct annotate_share **shares;	/* one for each event in which it has samples */
	size_t nr_shares;
	uint64_t max_bytes;		/* see PAGE_CODE_MAX_BYTES */
};

/* The page's number of the function @f by @functions, one of the two maps above; UINT32_MAX: it has none. */
uint32_t code_writing__number(const struct pair_num *functions, const struct annotate_func *f);
/* Is @part of the bytes written that the code of all functions may take? 1: all, 2: the half. */
bool code_writing__has(const struct code_writing *w, size_t part);
/*
 * page-code-function.c: appends the code of @func, an object of the array "functions", with a comma in front unless it is the first one.
 * It has samples, and a symbol.
 */
void code_writing__function(struct code_writing *w, const struct annotate_func *func);

#endif /* PERF_EXPORT_PAGE_CODE_WRITE_H */
