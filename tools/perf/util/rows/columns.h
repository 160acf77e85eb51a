/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a column of a report is, and what columns do with rows. A column is a number (overhead, samples, ...) or a
 * key (comm, dso, symbol, ...). Samples with equal keys are one row; keys and numbers can order rows. The table of all
 * columns, and their names on the command line, are in util/columns.
 */
#ifndef PERF_ROWS_COLUMNS_H
#define PERF_ROWS_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/event/metric.h"
#include "util/hardware/mem-stat.h"

struct evsel;
struct hist;
struct hist_entry;
struct hist_stat;
struct hists;
struct session_sample;
struct tracepoint_field;

/* What the keys need to know about a sample. */
enum column_needs {
	NEEDS_TID	= 1 << 0,
	NEEDS_PID	= 1 << 1,
	NEEDS_CPU	= 1 << 2,
	NEEDS_COMM	= 1 << 3,
	NEEDS_PLACE	= 1 << 4,
	NEEDS_ADDRESS	= 1 << 5,	/* rows are addresses rather than functions */
	NEEDS_BRANCH	= 1 << 6,	/* rows are branches: opts.branches */
	NEEDS_HISTORY	= 1 << 7,	/* chains have branches: opts.history */
	NEEDS_PARALLELISM = 1 << 8,	/* how many threads run at each moment: opts.parallelism */
};

/*
 * A step of the order of a key's rows: they are ordered by a number that each of them has, the smaller one first, and where that is
 * equal by the next step. A list of steps ends with one whose cell() is NULL.
 */
struct column_part {
	uint64_t (*cell)(const struct hist *h, const struct hist_entry *e);
	bool text;		/* the number is a pointer to a text, and texts are ordered as strcmp() does */
	uint64_t (*hash)(const struct hist_entry *e);	/* of such: a number that is equal where texts are, for hashes; NULL: the text is read */
	bool rare;		/* rows that are equal in the other steps hardly ever differ in it: it need not be hashed */
};

/* The number for an address: addresses of the kernel come first, as upstream has them. */
static inline uint64_t column_part__address(uint64_t addr)
{
	return addr ^ (uint64_t)1 << 63;
}

/* A sample that is counted, for the cell that a key has of it. */
struct column_sample {
	struct hists *h;
	const struct column *col;
	const struct session_sample *s;
};

/* A cell of a row that is shown. */
struct column_cell {
	const struct hist *h;
	const struct hist_entry *e;
	uint64_t value;			/* what cell() of a key has said */
	unsigned int width;		/* of the column on the screen; 0: the cell is as long as it is */
};

struct column {
	/*
	 * The place among all columns. Where a token is the beginning of several names, the one of the lowest rank is meant.
	 * The order is upstream's; there is room between two ranks for a column that comes in between.
	 */
	unsigned int rank;
	const char *name;		/* "sym"; the user may write a longer or a shorter form */
	const char *long_name;		/* "symbol", or NULL */
	const char *help;		/* what a user reads of it: perf report -s '?', and the manual (make report-keys) */
	const char *header;
	unsigned int needs;
	/* Numbers: */
	uint64_t (*value)(const struct hist_stat *stat);
	bool percent, acc;		/* of the total; callees included */
	bool latency;			/* the percentage is that of the total latency */
	bool detail;			/* one of struct hist_detail */
	enum mem_stat mem_stat;		/* in parts; other than MEM_STAT_NONE only with --mem-mode */
	bool average;			/* a sum that is shown divided by the number of samples */
	bool alias;			/* the same number under a name that is also a key's */
	unsigned int min_width;
	/*
	 * Keys about what a row is by itself: rows that are equal in all steps of @parts are one, and it is the order in which rows are
	 * made. With NEEDS_PLACE the numbers depend on the row's place alone.
	 */
	const struct column_part *parts;
	const struct column_part *order_parts;	/* the order in which they are shown; NULL: that of @parts */
	/* Keys whose value is one number, or one pointer to something interned, have these functions instead of @parts. */
	uint64_t (*cell)(const struct column_sample *c);
	int (*cell_compare)(uint64_t a, uint64_t b);	/* NULL: the smaller number first */
	/* All keys: appends what the cell shows. The caller pads it. */
	void (*print)(const struct column_cell *c, struct strbuf *out);
	/* Cells that are shown as a text have this instead: the text, which is cut to the column's width. */
	const char *(*text)(const struct column_cell *c);
	/* How wide the cell wants the column to be; without it a column of text() is as wide as its longest text. */
	unsigned int (*width)(const struct column_cell *c);
	bool cut;			/* what print() appends is cut, too */
	bool blanks;			/* padded on the right also where nothing follows it, as upstream has it */
	unsigned int looks_at;		/* what cell() looks at: enum session_needs; 0: it may be anything */
	unsigned int slot;
	bool align_right;
	bool target;			/* about a branch's end rather than its source */
	bool summed;			/* the cell shows the value times the number of the row's samples */
	bool mem;			/* about a memory access: only with --mem-mode */
	bool late;			/* what @parts tell is found out when it is asked for: hists.late */
	const char *header_powerpc;	/* in place of header in recordings of that architecture, or NULL */
	/* A number made of those that several events have in the row: then it has neither value() nor what keys have. */
	const struct metric *metric;
	/* A tracepoint's field: */
	const struct evsel *evsel;	/* whose; NULL: of no tracepoint */
	const struct tracepoint_field *field;
	bool raw;			/* shows the number in the field, not the text that the tracepoint prints for it */
};

struct column_use {
	const struct column *col;
	unsigned int width;		/* columns on the screen, grows with its content */
	unsigned int user_width;	/* -w; 0: none */
	bool elided;			/* equal in all rows, and printed once above the table */
	const char *header;		/* may differ from the column's own */
};

struct columns {
	struct column **own;		/* copies of the columns in use, one of each; the lists below point to them */
	size_t nr_own;
	const struct column **cells;	/* those with cell(), by slot */
	size_t nr_cells;
	struct column_use *shown;
	size_t nr_shown;
	const struct column **order;	/* what rows are ordered by */
	size_t nr_order;
	const struct metric **by_metric;	/* what rows are ordered by before all else; borrowed */
	size_t nr_by_metric;
	const struct column **keys;	/* what makes a row */
	size_t nr_keys;
	const struct column_part **hashed;	/* steps of the keys that are hashed: behind @nr_but_place of them those of the place */
	size_t nr_but_place, nr_hashed;
	unsigned int needs;		/* enum column_needs of the keys */
	unsigned int looks_at;		/* enum session_needs of all cells */
	bool has_dso, has_sym;
	bool mem_stats;			/* whether there is any column with parts */
	bool late;			/* a key is one of these */
	bool own_latency;		/* its columns were asked for by -s, -F or --latency */
	bool sym_first;			/* rows are functions: a chain need not name them again */
};

void columns__delete(struct columns *c);
/* Hides the key @name ("comm", "dso" or "sym"), because it is equal in all rows. */
void columns__elide(struct columns *c, const char *name);
/* Hides columns of latency that the user did not ask for; for recordings in which latency equals overhead. */
void columns__hide_latency(struct columns *c);
/* Is the key of that name among those that make rows? */
bool columns__has_key(const struct columns *c, const char *name);
/* How @col is shown; NULL: it is not. */
const struct column_use *columns__use_of(const struct columns *c, const struct column *col);
/* Makes the columns wide enough for @e. */
void columns__fit(struct columns *columns, const struct hist *h, const struct hist_entry *e);
/* Back to what the headers need. */
void columns__reset_widths(struct columns *c);
/* The column's width on the screen in @h. */
unsigned int column_use__width(const struct column_use *u, const struct hist *h);
/* Is the column in the table of @h? Not if it says the same in all rows, or is a field of another event. */
bool column_use__is_shown(const struct column_use *u, const struct hist *h);
/* Is the column a key, and not a number? */
static inline bool column__is_key(const struct column *col)
{
	return col->parts || col->cell;
}
/* The order of a step with @text: that of two pointers to texts. */
int column_part__compare_texts(uint64_t a, uint64_t b);
/* Two rows in one column: < 0: @a comes before @b among the rows being made. */
int column__compare(const struct column *col, const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
/*
 * Both give a number by which rows are ordered, the smallest first: by a metric, where rows without a value come last, or by what the event
 * @member of the group has counted.
 */
uint64_t column__metric_cell(const struct column *col, const struct hist *h, const struct hist_entry *e);
uint64_t column__value_cell(const struct column *col, const struct hist_entry *e, unsigned int member);
/* As metric__value(), of the row; for a column with a metric. */
enum metric_state column__metric(const struct column *col, const struct hist *h, const struct hist_entry *e, double *ret);
/* Appends a key's cell, not padded on the right, or a metric. @width 0: as long as it is. */
void column__print(const struct column *col, const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out);
/* Two rows are the same if all keys are. */
int columns__compare(const struct columns *c, const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
/* A hash of what they tell of @e but for its place; and, with that, of all that they tell. */
uint64_t columns__hash_but_place(const struct columns *c, const struct hist *h, const struct hist_entry *e);
uint64_t columns__hash(const struct columns *c, const struct hist *h, const struct hist_entry *e, uint64_t but_place);

#endif /* PERF_ROWS_COLUMNS_H */
