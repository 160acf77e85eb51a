/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The data that export-firefox.c collects, from which firefox-write.c writes the profile, firefox-samples.c and firefox-tables.c
 * the tables of each thread. Private to these files.
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
	uint64_t cpu;			/* what the thread has used of a CPU since its sample before, in the event's unit */
};

/* What an event tells of the use of a CPU; a profile has one unit for all threads. */
enum cpu_unit { CPU_NOTHING, CPU_CYCLES, CPU_NANOSECONDS };

/* Returns what the periods of the event's samples are. */
enum cpu_unit firefox__cpu_unit(const struct evsel *evsel);

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
	enum cpu_unit unit;		/* nanoseconds, if an event has them; else cycles, if an event has them */
	struct u64num processes;	/* pid -> name, interned by struct machine */
	/* Used while the profile is written: */
	struct export *e;
	struct export_functions f;
	uint32_t *files;		/* for each function, the number of its file + 1 */
	const char **file_names;
	size_t nr_files;
	uint32_t *function_of;		/* for each place of the profile, its function in @f */
	uint32_t *nodes, *frames, *functions;	/* for the thread being written: numbers there + 1; 0: not in it; @frames: of places */
};

/*
 * Writes the profile to @x->e->out. Samples and markers must be sorted by thread, losses last; @x->nodes, @x->frames and
 * @x->functions must have as many elements as the profile has nodes and places, and @x->f functions.
 */
void firefox__write(struct firefox *x);

/*
 * Writes the members of a thread's object that are tables: the @nr samples at @m, which all have the same thread and event,
 * the next @nr_marks markers, and the stacks, functions and strings that they need. The thread's object stays open, so that
 * more members can follow.
 */
void firefox__write_tables(struct firefox *x, const struct moment *m, size_t nr, size_t nr_marks);
/* "key":[value,...], of a list. */
#define FIREFOX_COLUMN(out, key, i, nr, add) do {					\
	text_out__addstr(out, "\"" key "\":[");					\
	for ((i) = 0; (i) < (nr); (i)++) {					\
		if (i)								\
			text_out__addch(out, ',');				\
		add;								\
	}									\
	text_out__addstr(out, "],");						\
} while (0)

/* Writes the last member of a table, and its end: it has @n rows. */
void firefox__add_length(struct text_out *out, size_t n);
/* Writes the table of the @nr samples at @m; their stacks are those of @x->nodes. */
void firefox__add_samples(struct firefox *x, const struct moment *m, size_t nr);
/* Writes the table of the @nr markers at @m, whose names are the first strings of the thread, and a comma before it. */
void firefox__add_marks(struct firefox *x, const struct mark *m, size_t nr);
/* Writes @ns, a time in nanoseconds, in milliseconds. */
void firefox__write_time(struct text_out *out, uint64_t ns);

#endif /* PERF_EXPORT_FIREFOX_H */
