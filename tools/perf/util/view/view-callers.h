/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The callers and the callees of one function, each as a tree that can be folded, with the function between them. All samples count
 * whose stack has the function, wherever that is, and each counts once: if the function is in a stack several times, its callers are
 * those of the innermost one, and its callees those of the outermost one.
 */
#ifndef PERF_VIEW_VIEW_CALLERS_H
#define PERF_VIEW_VIEW_CALLERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/view/view.h"

enum callers_mode { CALLERS_AND_CALLEES, CALLERS_ONLY, CALLEES_ONLY, NR_CALLERS_MODES };

/* What a line is. */
enum callers_line { LINE_CALLERS, LINE_CALLER, LINE_FUNCTION, LINE_CALLEES, LINE_CALLEE };

struct call_sums {
	uint64_t period, count;
};

struct view_callers {
	const struct view *view;
	const struct place *place;	/* the function, by one of its places */
	uint8_t *places;		/* all of them: a set, see place-set.h */
	enum callers_mode mode;
	struct view_tree *callers, *callees;
	struct call_sums all;		/* samples that have the function */
	struct call_sums own;		/* those that fell into itself */
	struct call_sums outermost;	/* those in which nobody is known to have called it */
	size_t cursor, top, height;	/* lines */
};

/*
 * Counts the samples in rows of @v, which is borrowed. What @v leaves out by where samples fell (a file, a function, the kernel) does
 * count, as it may be above or below; what it leaves out by thread, CPU and the like does not.
 */
void view_callers__init(struct view_callers *c, const struct view *v, const struct place *place);
void view_callers__exit(struct view_callers *c);
size_t view_callers__nr_lines(const struct view_callers *c);
/* What line @n is. *@ret: of a caller or a callee, its frame. */
enum callers_line view_callers__line(const struct view_callers *c, size_t n, struct view_line *ret);
/* The function, or the frame on which the cursor is; NULL: none is there. */
const struct place *view_callers__chosen(const struct view_callers *c);
/* Shows other lines; the cursor goes to the function. */
void view_callers__set_mode(struct view_callers *c, enum callers_mode mode);
/* Moves the cursor by so many lines, or as far as there are some; the window follows. */
void view_callers__move(struct view_callers *c, long lines);
void view_callers__set_height(struct view_callers *c, size_t lines);
/* Puts the cursor on line @n of the window. False: there is none. */
bool view_callers__point_at(struct view_callers *c, size_t n);
/* Unfolds or folds the chosen frame. False: there is nothing to fold. */
bool view_callers__toggle(struct view_callers *c);
/* All frames. */
void view_callers__unfold_all(struct view_callers *c, bool open);

#endif /* PERF_VIEW_VIEW_CALLERS_H */
