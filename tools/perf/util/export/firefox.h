/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The data that export-firefox.c collects, from which firefox-write.c writes the profile and firefox-tables.c the tables of
 * each thread. Private to these three files.
 */
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

/* Something that is shown as a marker: time off the CPU, or a loss of records. */
struct mark {
	uint64_t from, to, lost;	/* ns; @lost: how many records, for a loss */
	uint32_t thread, cpu;		/* @thread: NO_THREAD for a loss */
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
	uint64_t origin;		/* the time that is shown as 0, ns */
	size_t next_mark;		/* the first marker that is not written yet */
	/* Used while the profile is written: */
	struct export *e;
	struct export_functions f;
	uint32_t *files;		/* for each function, the number of its file + 1 */
	const char **file_names;
	size_t nr_files;
	uint32_t *nodes, *functions;	/* for the thread being written: numbers there + 1; 0: not in it */
};

/*
 * Writes the profile to @x->e->out. Samples and markers must be sorted by thread, losses last; @x->nodes and @x->functions
 * must have as many elements as @x->f has nodes and functions.
 */
void firefox__write(struct firefox *x);

/*
 * Writes the members of a thread's object that are tables: the @nr samples at @m, which all have the same thread and event,
 * the next @nr_marks markers, and the stacks, functions and strings that they need. The thread's object stays open, so that
 * more members can follow.
 */
void firefox__write_tables(struct firefox *x, const struct moment *m, size_t nr, size_t nr_marks);
/* Writes @ns, a time in nanoseconds, in milliseconds. */
void firefox__write_time(struct text_out *out, uint64_t ns);

#endif /* PERF_EXPORT_FIREFOX_H */
