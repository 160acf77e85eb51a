/* SPDX-License-Identifier: GPL-2.0-only */
/* The way of somebody through the code of functions: which one is shown, how it was come to, and the events whose samples are shown. */
#ifndef PERF_VIEW_CODE_WALK_H
#define PERF_VIEW_CODE_WALK_H

#include "util/view/code-view.h"

/* A place that one can come back to. */
struct code_stop {
	const struct annotate_func *func;
	uint32_t line;			/* the instruction of the cursor */
	size_t top;			/* rows between it and the top of the window */
};

struct code_walk {
	struct annotate_text *text;	/* borrowed, as the next two */
	struct code_source *source;
	struct annotate_counts *counts;
	bool (*is_wanted)(void *ctx, const struct annotate_func *f);	/* which functions are in the list; NULL: all */
	void *ctx;
	struct annotate_groups groups;
	size_t *order;			/* groups with samples */
	size_t nr_order, current;	/* @current: index in order */
	struct code_view view;		/* of @func */
	const struct annotate_func *func;
	bool with_source;		/* as the user wants it */
	struct code_stop *way;
	size_t nr_way, cap_way;
};

/* What became of a step. */
enum code_step {
	CODE_STEP_DONE,
	CODE_STEP_NONE,			/* the instruction leads nowhere else */
	CODE_STEP_INDIRECT,		/* only the running program knew where it leads */
	CODE_STEP_UNKNOWN,		/* it leads to code that no function is known for */
};

/*
 * Begins with @func of the group of events with the index @event; NULL: the first function of the first group that has samples. @w's
 * borrowed members and @with_source are set by the caller. False: there is no function to be shown.
 */
bool code_walk__init(struct code_walk *w, enum annotate_grouping how, const struct annotate_func *func, size_t event);
void code_walk__exit(struct code_walk *w);

/* The events that are shown. */
const struct annotate_members *code_walk__members(const struct code_walk *w);
/* Shows those of the next group, or of the one before; the function stays. False: there is only one. */
bool code_walk__next_event(struct code_walk *w, int by);
/* Goes where the jump or call at the cursor leads. */
enum code_step code_walk__follow(struct code_walk *w);
/* Goes back to where the last step began. False: nothing was followed. */
bool code_walk__back(struct code_walk *w);
/* Shows @func as a step, so that one can go back. */
void code_walk__go(struct code_walk *w, const struct annotate_func *func);
/*
 * Shows the function behind this one (@by 1) or before it (-1) in the list below, around the end; of one without
 * samples, the first one. That is no step. False: there is no other.
 */
bool code_walk__beside(struct code_walk *w, int by);
/* The functions with samples of these events, see annotate_members__functions(). The caller frees the array. */
const struct annotate_func **code_walk__functions(const struct code_walk *w, size_t *ret_nr);
/* Appends the functions that were gone through: "main > work". */
void code_walk__path(const struct code_walk *w, struct strbuf *out);

#endif /* PERF_VIEW_CODE_WALK_H */
