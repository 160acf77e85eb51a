/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A function's code as somebody sees it who walks around in it: which rows, where the cursor is, which instructions are hot. Nothing here
 * knows of a terminal.
 *
 *	instructions --> with or without source lines in front of them --> rows --> rows of the window
 */
#ifndef PERF_VIEW_CODE_VIEW_H
#define PERF_VIEW_CODE_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/annotate/annotate-text.h"
#include "util/annotate/code-rows.h"
#include "util/base/strbuf.h"

/* Functions with more code are shown without source lines at first: to find these takes longer than anybody wants to wait. */
#define CODE_VIEW_QUICK	((size_t)256 << 10)

struct code_view {
	struct annotate_text *text;	/* what numbers and labels are; borrowed */
	struct code_lines *lines;	/* owned */
	struct annotate_shares shares;	/* owned but for the members */
	struct code_cycles cycles;	/* if branches tell them */
	struct code_rows rows;
	bool with_source;
	size_t top, cursor;		/* the first row of the window, and the one that is chosen */
	size_t height;			/* rows of the window */
	uint32_t *hot;			/* instructions with samples, that with most first */
	size_t nr_hot;
};

/*
 * @text and @members are borrowed. Takes the code of @func apart; the cursor is on its hottest instruction. @with_source is what the user
 * wants; see v->with_source for what there is.
 */
void code_view__init(struct code_view *v, struct annotate_text *text, struct code_source *source, const struct annotate_func *func,
		     const struct annotate_members *members, bool with_source);
void code_view__exit(struct code_view *v);

/* Each of these keeps the cursor on its instruction, or at the rows in front of it. */
void code_view__set_source(struct code_view *v, bool on);
/* After what numbers are has changed (v->text): which instructions are hot. */
void code_view__rank(struct code_view *v);

void code_view__set_height(struct code_view *v, size_t rows);
/* Puts the cursor on a row, or the last one; the window follows. */
void code_view__go(struct code_view *v, size_t row);
/* The same for an instruction, an index of v->lines; the window shows what is around it. */
void code_view__go_to_line(struct code_view *v, uint32_t line);
void code_view__move(struct code_view *v, long rows);
/* Moves the window, and the cursor with it if that would leave it. */
void code_view__scroll(struct code_view *v, long rows);
/* Puts the cursor on row @n of the window, if there is one. */
bool code_view__point_at(struct code_view *v, size_t n);

/* The instruction at the cursor, or behind it if that is on a source line; NULL: the function has no rows. */
const struct code_line *code_view__line(const struct code_view *v);
/*
 * Goes to the hottest instruction (@by 0), or from one with samples to the next hottest one (1) or the one before in that order (-1),
 * around the end. False: there are none.
 */
bool code_view__go_hot(struct code_view *v, int by);
/* The place of the instruction at the cursor in that order, from 1; 0: it has no samples. */
size_t code_view__rank_of_cursor(const struct code_view *v);

struct caller_tree;
/*
 * Adds the samples at the row of the cursor to @t, which was made with v->shares: those of the instruction; or on a source line, those of
 * all instructions of the function that were made from it.
 */
void code_view__add_callers(const struct code_view *v, struct caller_tree *t);

/* The row's text behind its numbers. Tabs are blanks. */
void code_view__text(const struct code_view *v, size_t row, bool utf8, struct strbuf *out);
/* Has the row @text in it, whatever the case of its letters? Arrows are no letters. */
bool code_view__has(const struct code_view *v, size_t row, const char *text);
/*
 * Goes to the next row that has @text in it, as code_view__has() says (@back: the one before), around the end; the
 * cursor's own comes last. False: there is none. *@ret_around: the way went around the end.
 */
bool code_view__search(struct code_view *v, const char *text, bool back, bool *ret_around);

#endif /* PERF_VIEW_CODE_VIEW_H */
