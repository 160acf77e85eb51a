/* SPDX-License-Identifier: GPL-2.0-only */
/* All columns under perf's names, and the words of -s and -F that choose among them. */
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
	const struct evlist *evlist;	/* whose tracepoints have fields, or NULL */
	bool children, nr_samples, total_period, sys_us;
	bool latency, latency_first;	/* columns of it beside those of overhead, or before them */
	bool parent;			/* the parent too, behind the others: -p */
	bool raw_trace;			/* fields as --raw-trace has them */
	bool branches;			/* rows are branches: keys about them are known */
	bool history;			/* the same of keys about the branches in chains */
	bool mem_mode;			/* keys about memory accesses are allowed */
	const char *arch;		/* of the recording, or NULL: what columns are called */
};

/* The keys that -s means, as one list (new): with "+KEY" the default ones, and what follows from them. */
char *columns__sort_words(const struct columns_opts *opts);
/* NULL with @diag set (perf's message) if a word is not known. */
struct columns *columns__new(const struct columns_opts *opts, struct diag *diag);
/* Appends all names, in lines that begin with @indent. */
void columns__add_names(struct strbuf *out, const char *indent);
/* All columns of the tables in util/columns by their rank, and a NULL. It stays; any thread may ask. */
const struct column *const *report_columns(void);

#endif /* PERF_COLUMNS_COLUMNS_PARSE_H */
