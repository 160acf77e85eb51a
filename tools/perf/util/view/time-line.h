/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples over time as somebody sees them who chooses a stretch: how many there are in each part of a line, or in each
 * part of each column, as a heat map has it. Nothing here knows of a terminal. Times are nanoseconds; a stretch has
 * both of its ends.
 */
#ifndef PERF_VIEW_TIME_LINE_H
#define PERF_VIEW_TIME_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct time_stretch {
	uint64_t from, to;
};

struct time_line {
	uint64_t *times;		/* of all samples, in their order: 8 bytes each, as there may be millions */
	size_t nr, cap;
	struct time_stretch window;	/* what is shown */
	struct time_stretch *outer;	/* the windows from which one came here */
	size_t nr_outer, cap_outer;
	bool heat;			/* a heat map is shown, and not a line */
	uint64_t column;		/* ns of a column of the heat map: a second, or less for a stretch: 100 ms, 10 ms, ... */
	size_t parts;			/* of the line, or of each column: what is on the screen; at least 1 */
	uint64_t at;			/* the cursor: any moment in its part */
	uint64_t mark;			/* where a stretch begins */
	bool marked;
};

/* Zero-initialised is empty. */
void time_line__exit(struct time_line *t);
/* Appends a sample, which is not older than the last one. */
void time_line__add(struct time_line *t, uint64_t time);
/* When all are there, and there is at least one: shows all of them. */
void time_line__begin(struct time_line *t);

/* How many parts there are on the screen (0 is taken as 1); the cursor stays on its moment. */
void time_line__set_parts(struct time_line *t, size_t parts);
/* From the line to the heat map, or back. The number of parts is to be set then. */
void time_line__set_heat(struct time_line *t, bool heat);

/* Part @n of the line, or of column @column of the heat map (from 0, see time_line__columns()). */
struct time_stretch time_line__part(const struct time_line *t, size_t n);
struct time_stretch time_line__part_of_column(const struct time_line *t, uint64_t column, size_t n);
/* How many columns a heat map has: whole ones, that begin at a multiple of their length, from the window's beginning to its end. */
uint64_t time_line__columns(const struct time_line *t);
/* How many samples a stretch has. */
size_t time_line__count(const struct time_line *t, struct time_stretch s);

/* The part of the cursor: its number, and with a heat map its column. */
size_t time_line__cursor(const struct time_line *t, uint64_t *ret_column);
/* Puts the cursor on a part, or on the nearest one. @column is of the heat map. */
void time_line__go(struct time_line *t, uint64_t column, size_t n);
/* Moves the cursor by so many parts, or as far as there are some. */
void time_line__move(struct time_line *t, long parts);
/* The same by columns, in a heat map; by tenths of the window, in a line. */
void time_line__move_far(struct time_line *t, long steps);

/* Marks the part of the cursor as one end of the stretch, or takes the mark away. */
void time_line__toggle_mark(struct time_line *t);
/* From the mark to the cursor, both parts with it; without a mark, the part of the cursor. */
struct time_stretch time_line__chosen(const struct time_line *t);

/*
 * The chosen stretch becomes the window; a heat map of it has shorter columns where there would be less than ten. False: it is too short to
 * be divided, or all of the window already.
 */
bool time_line__zoom(struct time_line *t);
/* False: the window is all there is. */
bool time_line__zoom_out(struct time_line *t);

#endif /* PERF_VIEW_TIME_LINE_H */
