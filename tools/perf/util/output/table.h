/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables as data: what a command has to show in rows and columns, before anybody draws it. Cells have the text that the command
 * prints, and the number behind it, so that rows can be put in another order.
 */
#ifndef PERF_OUTPUT_TABLE_H
#define PERF_OUTPUT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/text-out.h"

enum table_kind {
	TABLE_TEXT,			/* aligned to the left; the order is that of the alphabet */
	TABLE_NUMBER			/* aligned to the right; the largest comes first */
};

struct table_column {
	const char *title;
	enum table_kind kind;
};

struct table_cell {
	const char *text;		/* never NULL */
	double value;			/* of a number; NAN: there is none, and the cell comes behind those that have one */
};

struct table_row {
	struct table_cell *cells;	/* one for each column */
	const char *below;		/* lines that belong to the row, such as its stack; "" if there are none */
	uint32_t nr_below;		/* so many lines */
	double bar;			/* NAN: it has none; INFINITY and -INFINITY are larger than all others */
	/* Of a tree: the number of the row that it is below of, which comes before it, or TABLE_NO_ROW; and whether it has some itself. */
	uint32_t parent;
	bool has_children;
	const void *about;		/* for who has made the table; or NULL */
};

#define TABLE_NO_ROW	UINT32_MAX

/* What a bar in front of each row shows. */
enum table_bar {
	TABLE_NO_BAR,
	TABLE_SHARE,			/* the part of table.bar_full, from the left */
	TABLE_CHANGE			/* less to the left of the middle, more to its right; table.bar_full is the largest */
};

struct table {
	struct tables *owner;
	const char *title;
	const char *notes;		/* lines about all of it; "" if there are none */
	struct table_column *columns;
	size_t nr_columns, cap_columns;
	struct table_row *rows;
	size_t nr, cap;
	size_t filled;			/* cells of the last row */
	enum table_bar bar;
	double bar_full;
};

/* All that a command shows. Zero-initialised is empty; what tables have lives as long as it. */
struct tables {
	struct table **list;
	size_t nr, cap;
	struct arena arena;
};

void tables__exit(struct tables *ts);
/* Appends a table. Texts are copied, here as in the other functions. */
struct table *tables__add(struct tables *ts, const char *title);
/* Appends a table without titles of columns, with a row for each line that was printed to @out (see below), and frees it. */
struct table *tables__take_lines(struct tables *ts, const char *title, struct text_out *out);

/*
 * Appends what was printed to @out, made for that with text_out__init(@out, -1), to table.notes, and frees it. A "#" at the beginning
 * of a line, which marks comments in texts, is left out, and so are lines that have nothing else.
 */
void table__take_notes(struct table *t, struct text_out *out);
/* To be called before the first row. */
void table__add_column(struct table *t, const char *title, enum table_kind kind);
/* Begins a row; cells that are not filled stay empty. */
void table__add_row(struct table *t);
/* Fills the next cell of the last row. */
void table__add_text(struct table *t, const char *text);
void table__add_number(struct table *t, double value, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* A number as it is, one with two digits behind the point and "%", and nanoseconds as milliseconds with all six digits. */
void table__add_count(struct table *t, uint64_t n);
void table__add_percent(struct table *t, double percent);
void table__add_ms(struct table *t, uint64_t ns);
/*
 * Sets the lines of the last row to what was printed to @out (see above), and frees it. Blanks that all lines begin with are left out,
 * and so are empty lines at the end.
 */
void table__take_below(struct table *t, struct text_out *out);
/* The text of the @n-th line below a row, from 1 on: so many bytes of it. */
const char *table_row__line(const struct table_row *r, size_t n, size_t *ret_len);
/* The last row is below row number @parent, and is shown if that is unfolded. To be called in the order of a tree, parents first. */
void table__set_parent(struct table *t, uint32_t parent);
/* Fills the next cell with the lines below the row beside each other, the way to its innermost function: "read < fill < main". */
void table__add_way(struct table *t);
/* What the bar in front of the last row shows. */
void table__set_row_bar(struct table *t, double value);
/* The kind of these bars, when all rows are there. @full 0: their sum, or the largest change. */
void table__set_bar(struct table *t, enum table_bar bar, double full);

#endif /* PERF_OUTPUT_TABLE_H */
