/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The columns of a report: numbers (overhead, samples, ...) and keys (comm, dso, symbol, ...), under
 * perf's names. Keys make the rows, both can order them.
 */
#ifndef PERF_OUTPUT_COLUMNS_H
#define PERF_OUTPUT_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

struct hist;
struct hist_entry;
struct hist_stat;

/* What the keys need to know of a sample. */
enum column_needs {
	NEEDS_TID	= 1 << 0,
	NEEDS_PID	= 1 << 1,
	NEEDS_CPU	= 1 << 2,
	NEEDS_TIME	= 1 << 3,
	NEEDS_WEIGHT	= 1 << 4,
	NEEDS_TRACE	= 1 << 5,
	NEEDS_CGROUP	= 1 << 6,
	NEEDS_COMM	= 1 << 7,
	NEEDS_PLACE	= 1 << 8,
};

struct column {
	const char *name;		/* "sym"; a word the user writes may be longer or shorter */
	const char *long_name;		/* "symbol", or NULL */
	const char *header;
	unsigned int needs;
	/* Numbers: */
	uint64_t (*value)(const struct hist_stat *stat);
	bool percent, acc;		/* of the total; callees included */
	unsigned int min_width;
	/* Keys: what makes a row; < 0: @a comes before @b among the rows being made. */
	int (*compare)(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
	uint64_t (*hash)(const struct hist *h, const struct hist_entry *e);
	/* Keys: > 0: @a is shown before @b. NULL: what compare() puts first. */
	int (*order)(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
	/* Keys: appends the cell; @width: of the column, 0: as long as it is. */
	void (*print)(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out);
	unsigned int (*width)(const struct hist *h, const struct hist_entry *e);
};

struct column_use {
	const struct column *col;
	unsigned int width;		/* columns on the screen, grows with what is in it */
	unsigned int user_width;	/* -w; 0: none */
	bool elided;			/* the same everywhere, and said once above */
	const char *header;		/* may differ from the column's own */
};

struct columns {
	struct column_use *shown;
	size_t nr_shown;
	const struct column **order;	/* what rows are ordered by */
	size_t nr_order;
	const struct column **keys;	/* what makes a row */
	size_t nr_keys;
	unsigned int needs;		/* enum column_needs of the keys */
	bool has_dso;
	bool sym_first;			/* rows are functions: a chain need not name them again */
};

struct columns_opts {
	const char *sort;		/* -s, or NULL */
	const char *fields;		/* -F, or NULL */
	const char *default_sort;	/* "comm,dso,sym" */
	const char *widths;		/* -w, or NULL */
	bool children, nr_samples, total_period, sys_us;
};

/* NULL with @diag set if a word is not known. */
struct columns *columns__new(const struct columns_opts *opts, struct diag *diag);
void columns__delete(struct columns *c);
/* "comm", "dso" or "sym" says the same in all rows: it is not shown. */
void columns__elide(struct columns *c, const char *name);
bool columns__is_elided(const struct columns *c, const struct column *col);
/* Lets the columns be as wide as @e needs it. */
void columns__fit(struct columns *c, const struct hist *h, const struct hist_entry *e);
/* Back to what the headers need. */
void columns__reset_widths(struct columns *c);
/* The column's width on the screen in @h. */
unsigned int column_use__width(const struct column_use *u, const struct hist *h);
/* All names, for help and completion; NULL-terminated by a NULL name. */
extern const struct column report_columns[];
/* Two rows are the same if all keys are. */
int columns__compare(const struct columns *c, const struct hist *h, const struct hist_entry *a,
		     const struct hist_entry *b);
uint64_t columns__hash(const struct columns *c, const struct hist *h, const struct hist_entry *e);

#endif /* PERF_OUTPUT_COLUMNS_H */
