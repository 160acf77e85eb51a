/* SPDX-License-Identifier: GPL-2.0-only */
/* All columns, under upstream's names, and the lists of -s and -F that choose some of them. */
#ifndef PERF_COLUMNS_COLUMNS_PARSE_H
#define PERF_COLUMNS_COLUMNS_PARSE_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"
#include "util/rows/columns.h"

struct evlist;

struct columns_opts {
	const char *sort;		/* -s, or NULL */
	const char *fields;		/* -F, or NULL */
	const char *default_sort;	/* "comm,dso,sym" */
	const char *widths;		/* -w, or NULL */
	const struct evlist *evlist;	/* its tracepoints have fields that can be columns; or NULL */
	bool children, nr_samples, total_period, sys_us;
	bool latency, latency_first;	/* there are columns of latency; they come before those of overhead */
	bool parent;			/* -p: add the column of the parent after the others */
	bool raw_trace;			/* --raw-trace: show the values of fields, not texts */
	bool branches;			/* the rows are branches: keys about branches are allowed */
	bool history;			/* keys about the branches in chains are allowed */
	bool mem_mode;			/* keys about memory accesses are allowed */
	const struct metrics *metrics;	/* columns behind the numbers; or NULL */
	const char *arch;		/* of the recording, or NULL; the names of some columns depend on it */
};

/*
 * Returns the keys that -s means as one list, which the caller frees: for "+KEY" the default keys too, and the keys that
 * other options add.
 */
char *columns__sort_names(const struct columns_opts *opts);
/*
 * Returns the columns that @opts means, which the caller deletes; NULL, with @diag set to upstream's message, if a key is
 * not known.
 */
struct columns *columns__new(const struct columns_opts *opts, struct diag *diag);
/* Does -s or -F name a column that shows how many threads run at each moment, or what follows from it? */
bool columns__need_parallelism(const struct columns_opts *opts);

#endif /* PERF_COLUMNS_COLUMNS_PARSE_H */
