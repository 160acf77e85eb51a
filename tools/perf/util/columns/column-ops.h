/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions for keys that several files with columns use: they compare simple values and show them. */
#ifndef PERF_COLUMNS_COLUMN_OPS_H
#define PERF_COLUMNS_COLUMN_OPS_H

#include "util/rows/columns.h"
#include "util/rows/hist.h"

/* Initialises the members of a key with a cell (see struct column) by column_FN_cell() and column_FN_print(). */
#define CELL(fn) .cell = column_##fn##_cell, .print = column_##fn##_print

/* Defines column_FN_cell() for a key that shows a field of the sample. */
#define DEFINE_FIELD_CELL(fn, field)										\
	static uint64_t column_##fn##_cell(const struct column_sample *c)					\
	{													\
		return c->s->sample->field;									\
	}

/* Defines NAME(), the cell of a step (struct column_part) that depends on the row's place alone: @value, in which the place is @p. */
#define DEFINE_PLACE_CELL(name, value)										\
	static uint64_t name(const struct hist *h, const struct hist_entry *e)					\
	{													\
		const struct place *p = hist_entry__place(e);							\
														\
		(void)h;											\
		return value;											\
	}

#define COLUMN_ADDRESS_DIGITS	16

/* Appends @s, of @len bytes, cut to @width as "%.*s" does; @width 0: all of it. */
void column_add_cut(struct strbuf *out, const char *s, size_t len, unsigned int width);

/* Returns the cell for the text of @text, of which equal ones are one, and frees that. */
uint64_t column_take_text(struct hists *h, struct strbuf *text);
/* column.text() for a cell that points to its text; 0 is no text. */
const char *column_cell_text(const struct column_cell *c);
/* Compares two texts to which cells point. Equal texts must have the same address. A cell without a text (0) comes last. */
int column_text_compare(uint64_t a, uint64_t b);
/* Both compare two numbers. */
int column_smaller_first(uint64_t a, uint64_t b);
int column_larger_first(uint64_t a, uint64_t b);
/* Compares two addresses; those of the kernel come first, as upstream has them. */
int column_addr_compare(uint64_t a, uint64_t b);
/* Calls all rows equal; for a key that does not separate rows, but shows something about the rows that other keys make. */
extern const struct column_part column_same_parts[];

/* Appends the size of a page, "4K", "2M" or "1G", or "N/A" if the cell is 0. */
void column_page_size_print(const struct column_cell *c, struct strbuf *out);

/* A key whose cell is the name of a file, interned, as dso is shown; 0: none is known. The last name is shown first, as perf has it. */
#define FILE_CELL .cell_compare = column_file_compare, .text = column_file_text, .width = column_file_width, .blanks = true

/* The cell for the file that @map is of, or NULL. */
uint64_t column_file_cell(struct hists *h, const struct map *map);
int column_file_compare(uint64_t a, uint64_t b);
const char *column_file_text(const struct column_cell *c);
unsigned int column_file_width(const struct column_cell *c);

#endif /* PERF_COLUMNS_COLUMN_OPS_H */
