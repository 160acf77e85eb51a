/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rows are in a view. A filter is a line of words, all of which a row must have: "dso:libc" looks into the column of this name
 * (whatever column the report has: comm, sym, state, cpu, time, ...), any other word into all columns that are keys. Case
 * does not matter.
 */
#ifndef PERF_VIEW_VIEW_FILTER_H
#define PERF_VIEW_VIEW_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/strbuf.h"
#include "util/rows/hist.h"

struct hist_part;
struct view;

struct filter_word {
	const struct column *col;	/* NULL: any */
	char *text;
};

struct view_filter {
	char *text;			/* as it was typed; NULL: everything */
	struct filter_word *words;
	size_t nr;
};

/* A row without its numbers, which lasts longer than the histogram that it is from. */
struct view_like {
	struct hist_entry entry;
	struct row_common common;
};

/* Lives until it is freed. */
struct view_like *view_like__new(const struct hist_entry *e);

enum stack_change {
	STACKS_WITH,			/* only those that have the function */
	STACKS_WITHOUT,			/* only those that do not have it */
	STACKS_COLLAPSED,		/* between its outermost and its innermost frame nothing is left */
	STACKS_JOINED,			/* its callers call what it called: its frames are gone, but for samples that have no other one */
	STACKS_SHORTENED		/* of no function: each that calls itself directly is left once */
};

/* A step of the way into a view: rows that were chosen, or stacks that were changed. */
struct view_zoom {
	const struct column *col;	/* NULL: the kernel */
	struct view_like *like;		/* rows that are equal to this one in @col */
	struct hist_part *part;		/* of stacks that were changed: the rows that there are since; NULL: rows were chosen */
	enum stack_change what;		/* with @part: how, ... */
	const struct place *function;	/* ... and of which function; NULL: of none */
	char *label;
};

void view_filter__set(struct view_filter *f, const struct view *v, const char *text);
void view_filter__exit(struct view_filter *f);
/* @scratch is written to. */
bool view_filter__takes(const struct view_filter *f, const struct hist *h, const struct hist_entry *e, struct strbuf *scratch);
bool view_zoom__takes(const struct view_zoom *z, const struct hist *h, const struct hist_entry *e);
/*
 * Does the view show samples of @e's thread, CPU and the like? Unlike view_filter__takes(), what is asked for about files, functions and
 * addresses does not matter, nor do words that may be about these.
 */
bool view__shows_task_of(const struct view *v, const struct hist_entry *e, struct strbuf *scratch);
/* Has the row @text in @col, or, if that is NULL, in any column that is a key? */
bool view_row__has(const struct hist *h, const struct hist_entry *e, const struct column *col, const char *text, struct strbuf *scratch);

#endif /* PERF_VIEW_VIEW_FILTER_H */
