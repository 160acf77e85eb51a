/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The samples of a recording as somebody sees them who walks through its time: which ones, and where the cursor is. Nothing here knows
 * of a terminal, and nothing has text: of each sample there is what it takes to choose it, and to read it again.
 *
 *	all samples, in the order of time --> zooms (a thread, an event, a command) --> lines of the window
 */
#ifndef PERF_VIEW_SAMPLE_LIST_H
#define PERF_VIEW_SAMPLE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

/* Is its user stack all there? */
enum sample_stack {
	SAMPLE_STACK_UNREAD,		/* whoever wants to know has to read the sample */
	SAMPLE_STACK_WHOLE,
	SAMPLE_STACK_INCOMPLETE		/* it is missing, or callers are */
};

#define SAMPLE_NO_COMM	0xffff
#define SAMPLE_NO_EVENT	0x3fff

/* 24 bytes, as there may be millions. */
struct sample_row {
	uint64_t time;			/* ns */
	uint64_t pos;			/* of its record in the file */
	uint32_t tid;
	uint16_t comm;			/* a number of the caller's for the command's name; SAMPLE_NO_COMM: of none or of too many */
	uint16_t event : 14;		/* the same for the event */
	uint16_t stack : 2;		/* enum sample_stack */
};

enum sample_zoom_kind { SAMPLE_ZOOM_THREAD, SAMPLE_ZOOM_EVENT, SAMPLE_ZOOM_COMM, SAMPLE_ZOOM_KINDS };

struct sample_zoom {
	enum sample_zoom_kind kind;
	uint32_t value;
	char *label;
};

struct sample_list {
	struct sample_row *rows;	/* all of them */
	size_t nr_all, cap;
	uint32_t *chosen;		/* numbers of those that pass the zooms; NULL: all */
	size_t nr;			/* so many are shown; all that follows counts these */
	size_t top, cursor;		/* the first line of the window, and the line that is chosen */
	size_t height;			/* lines of the window */
	struct sample_zoom zooms[SAMPLE_ZOOM_KINDS];	/* one of each kind at most, in the order in which they were chosen */
	size_t nr_zooms;
};

/* What somebody who looks for a sample says about one. */
enum sample_verdict { SAMPLE_OTHER, SAMPLE_FOUND, SAMPLE_STOP };

void sample_list__init(struct sample_list *l);
void sample_list__exit(struct sample_list *l);
/* Appends a sample, which is not older than the last one. False: there is no room for more than 2^32 - 1 of them. */
bool sample_list__add(struct sample_list *l, const struct sample_row *row);

/* The @n-th that is shown. */
struct sample_row *sample_list__row(const struct sample_list *l, size_t n);

void sample_list__set_height(struct sample_list *l, size_t lines);
/* Puts the cursor on @n, or on the last one if there are not so many; the window follows. */
void sample_list__go(struct sample_list *l, size_t n);
/* Moves the cursor by so many lines, or as far as there are some. */
void sample_list__move(struct sample_list *l, long lines);
/* Moves the window, and the cursor with it if that would leave it. */
void sample_list__scroll(struct sample_list *l, long lines);
/* Puts the cursor on line @n of the window, if there is one. */
bool sample_list__point_at(struct sample_list *l, size_t n);

/* The first one that is not older than @time (ns); the last one if all are. Goes there, and returns whether there is such a one. */
bool sample_list__go_to_time(struct sample_list *l, uint64_t time);
/*
 * Asks @fn about the samples behind the cursor (@back: before it), around the end and at last about the cursor's own, until one was
 * found, and goes there. @fn gets the number among those that are shown. Returns SAMPLE_FOUND, SAMPLE_STOP as soon as @fn says so,
 * or SAMPLE_OTHER if it is none of them. *@ret_around: the way went around the end.
 */
enum sample_verdict sample_list__seek(struct sample_list *l, bool back, enum sample_verdict (*fn)(void *ctx, size_t n), void *ctx,
				      bool *ret_around);

/*
 * Only samples that have the thread (event, command) of the chosen one. The cursor stays on its sample. False: that one does not tell it.
 * @label: for the path; copied.
 */
bool sample_list__zoom(struct sample_list *l, enum sample_zoom_kind kind, const char *label);
/* Takes the last zoom back; false: there is none. */
bool sample_list__zoom_out(struct sample_list *l);
/* The way into what is shown, "" if that is everything: "thread web 77 > event faults". */
void sample_list__path(const struct sample_list *l, struct strbuf *out);

#endif /* PERF_VIEW_SAMPLE_LIST_H */
