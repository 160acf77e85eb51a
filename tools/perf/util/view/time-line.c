// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/time-line.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"

#define SECOND		1000000000ULL
/* Shorter columns of a heat map would have parts of less than 10 ns. */
#define LEAST_COLUMN	1000ULL
#define FEW_COLUMNS	10

void time_line__exit(struct time_line *t)
{
	free(t->times);
	free(t->outer);
	*t = (struct time_line){ 0 };
}

void time_line__add(struct time_line *t, uint64_t time)
{
	GROW(t->times, t->nr, t->cap);
	t->times[t->nr++] = time;
}

static struct time_stretch everything(const struct time_line *t)
{
	return (struct time_stretch){ t->times[0], t->times[t->nr - 1] };
}

void time_line__begin(struct time_line *t)
{
	t->window = everything(t);
	t->column = SECOND;
	t->at = t->window.from;
	t->parts = 1;
}

/* --- parts ---------------------------------------------------------------------------------------- */

/* Parts are equally long, and the last ones may lie behind the end: then they are empty. */
static uint64_t part_length(uint64_t length, size_t parts)
{
	uint64_t each = length / parts + (length % parts != 0);

	return each ? each : 1;
}

/* From @from on, in @length ns. */
static struct time_stretch part(uint64_t from, uint64_t length, size_t parts, size_t n)
{
	uint64_t each = part_length(length, parts), begin, end = length ? length - 1 : 0;

	if (__builtin_mul_overflow(each, (uint64_t)n, &begin) || begin > end)
		begin = end;
	if (each - 1 < end - begin)
		end = begin + each - 1;
	/* The last second is no whole one. */
	if (begin > UINT64_MAX - from)
		begin = UINT64_MAX - from;
	if (end > UINT64_MAX - from)
		end = UINT64_MAX - from;
	return (struct time_stretch){ from + begin, from + end };
}

/* Of the window, both of its ends with it; of all 2^64 ns there is one less. */
static uint64_t window_length(const struct time_line *t)
{
	uint64_t length = t->window.to - t->window.from;

	return length == UINT64_MAX ? length : length + 1;
}

struct time_stretch time_line__part(const struct time_line *t, size_t n)
{
	return part(t->window.from, window_length(t), t->parts, n);
}

static uint64_t first_column(const struct time_line *t)
{
	return t->window.from / t->column;
}

uint64_t time_line__columns(const struct time_line *t)
{
	return t->window.to / t->column - first_column(t) + 1;
}

struct time_stretch time_line__part_of_column(const struct time_line *t, uint64_t column, size_t n)
{
	return part((first_column(t) + column) * t->column, t->column, t->parts, n);
}

/* The first sample that is not older than @time. */
static size_t first_from(const struct time_line *t, uint64_t time)
{
	return BISECT(t->nr, mid, t->times[mid] < time);
}

size_t time_line__count(const struct time_line *t, struct time_stretch s)
{
	size_t end = s.to == UINT64_MAX ? t->nr : first_from(t, s.to + 1);

	return end - first_from(t, s.from);
}

/* How many parts hold time: the last ones of a short window may not. */
static size_t real_parts(const struct time_line *t)
{
	uint64_t length = t->heat ? t->column : window_length(t), each = part_length(length, t->parts);

	return (size_t)((length - 1) / each + 1);
}

/* --- the cursor ----------------------------------------------------------------------------------- */

/* The part that @time lies in. */
static struct time_stretch part_at(const struct time_line *t, uint64_t time, uint64_t *ret_column, size_t *ret_n)
{
	uint64_t from = t->heat ? time / t->column * t->column : t->window.from, length = t->heat ? t->column : window_length(t);
	uint64_t each = part_length(length, t->parts);

	*ret_column = t->heat ? time / t->column - first_column(t) : 0;
	*ret_n = (size_t)((time - from) / each);
	return part(from, length, t->parts, *ret_n);
}

size_t time_line__cursor(const struct time_line *t, uint64_t *ret_column)
{
	size_t n;

	part_at(t, t->at, ret_column, &n);
	return n;
}

static void put_into(uint64_t *time, struct time_stretch s)
{
	if (*time < s.from)
		*time = s.from;
	if (*time > s.to)
		*time = s.to;
}

void time_line__set_parts(struct time_line *t, size_t parts)
{
	t->parts = parts ? parts : 1;
}

void time_line__set_heat(struct time_line *t, bool heat)
{
	t->heat = heat;
	put_into(&t->at, t->window);
}

void time_line__go(struct time_line *t, uint64_t column, size_t n)
{
	size_t nr = real_parts(t);

	if (n >= nr)
		n = nr - 1;
	if (t->heat && column >= time_line__columns(t))
		column = time_line__columns(t) - 1;
	t->at = t->heat ? time_line__part_of_column(t, column, n).from : time_line__part(t, n).from;
}

static uint64_t moved(uint64_t from, long by, uint64_t last)
{
	if (by < 0)
		return from > (uint64_t)-by ? from - (uint64_t)-by : 0;
	return last - from > (uint64_t)by ? from + (uint64_t)by : last;
}

void time_line__move(struct time_line *t, long parts)
{
	uint64_t column, all, nr = real_parts(t);
	size_t n = time_line__cursor(t, &column);

	if (!t->heat) {
		time_line__go(t, 0, (size_t)moved(n, parts, nr - 1));
		return;
	}
	/* Behind a column comes the next one. */
	all = moved(column * nr + n, parts, time_line__columns(t) * nr - 1);
	time_line__go(t, all / nr, (size_t)(all % nr));
}

void time_line__move_far(struct time_line *t, long steps)
{
	uint64_t column;
	size_t n = time_line__cursor(t, &column), tenth = real_parts(t) / 10;

	if (t->heat)
		time_line__go(t, moved(column, steps, time_line__columns(t) - 1), n);
	else
		time_line__move(t, steps * (long)(tenth ? tenth : 1));
}

/* --- stretches ------------------------------------------------------------------------------------ */

void time_line__toggle_mark(struct time_line *t)
{
	t->marked = !t->marked;
	t->mark = t->at;
}

/* All that is on the screen: the window, or its columns. */
static struct time_stretch shown(const struct time_line *t)
{
	struct time_stretch s = t->window;

	if (!t->heat)
		return s;
	s.from -= s.from % t->column;
	if (__builtin_add_overflow(s.to - s.to % t->column, t->column - 1, &s.to))
		s.to = UINT64_MAX;
	return s;
}

struct time_stretch time_line__chosen(const struct time_line *t)
{
	uint64_t column, mark = t->mark;
	size_t n;
	struct time_stretch a = part_at(t, t->at, &column, &n), b = a;

	/* A mark may lie outside of the window into which one has zoomed since. */
	if (t->marked) {
		put_into(&mark, shown(t));
		b = part_at(t, mark, &column, &n);
	}
	return (struct time_stretch){ a.from < b.from ? a.from : b.from, a.to > b.to ? a.to : b.to };
}

/* Of all of the time, columns are seconds. */
static void choose_column(struct time_line *t)
{
	t->column = SECOND;
	while (t->nr_outer && t->column > LEAST_COLUMN && (t->window.to - t->window.from) / t->column < FEW_COLUMNS - 1)
		t->column /= 10;
}

bool time_line__zoom(struct time_line *t)
{
	struct time_stretch s = time_line__chosen(t);

	if (s.from == s.to || (s.from <= t->window.from && s.to >= t->window.to) || (t->heat && s.to - s.from < LEAST_COLUMN))
		return false;
	GROW(t->outer, t->nr_outer, t->cap_outer);
	t->outer[t->nr_outer++] = t->window;
	t->window = s;
	t->marked = false;
	put_into(&t->at, s);
	choose_column(t);
	return true;
}

bool time_line__zoom_out(struct time_line *t)
{
	if (!t->nr_outer)
		return false;
	t->window = t->outer[--t->nr_outer];
	choose_column(t);
	return true;
}
