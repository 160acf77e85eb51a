/* SPDX-License-Identifier: GPL-2.0-only */
/* What export-firefox.c collects, firefox-write.c writes and firefox-tables.c writes of each thread. Private to the three. */
#ifndef PERF_EXPORT_FIREFOX_H
#define PERF_EXPORT_FIREFOX_H

#include "util/export/export-functions.h"
#include "util/export/export.h"
#include "util/offcpu/span.h"

/* A sample. */
struct moment {
	uint64_t time;			/* ns */
	uint32_t event, thread, node, order;
};

/* What is shown as a marker: time off the CPU, or a loss. */
struct mark {
	uint64_t from, to, lost;	/* ns; @lost: records, of a loss */
	uint32_t thread, cpu;		/* @thread: NO_THREAD of a loss */
	uint32_t kind;			/* enum offcpu_state up to OFFCPU_UNKNOWN, or LOSS */
};

#define NO_THREAD	UINT32_MAX
#define NO_CPU		UINT32_MAX
#define LOSS		(OFFCPU_UNKNOWN + 1)
#define NR_KINDS	(LOSS + 1)

struct firefox {
	struct moment *moments;
	size_t nr, cap;
	struct mark *marks;
	size_t nr_marks, cap_marks;
	uint64_t origin;		/* times count from here, ns */
	size_t next_mark;		/* the first one that is not written yet */
	/* While it is written: */
	struct export *e;
	struct export_functions f;
	uint32_t *files;		/* of each function its file's number + 1 */
	const char **file_names;
	size_t nr_files;
	uint32_t *nodes, *functions;	/* numbers within the thread that is written, + 1; 0: not there */
};

/*
 * Writes the profile to @x->e->out. Samples and markers are sorted by thread, losses last; @x->nodes and @x->functions have room
 * for the nodes and functions of @x->f.
 */
void firefox__write(struct firefox *x);

/*
 * The members of a thread that are tables: the @nr samples at @m, which are of one thread and event, the @nr_marks markers that are
 * the next ones, and the stacks, functions and strings that they need. The thread's object stays open behind them.
 */
void firefox__write_tables(struct firefox *x, const struct moment *m, size_t nr, size_t nr_marks);
/* @ns as milliseconds. */
void firefox__write_time(struct text_out *out, uint64_t ns);

#endif /* PERF_EXPORT_FIREFOX_H */
