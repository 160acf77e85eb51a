/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Exports of a recording in the formats of other programs. A format is a table of functions that get the samples of a
 * session one after the other and write to a struct text_out. Formats that contain each stack only once use a struct
 * export_profile, whose size depends on how many different stacks there are; the others write each sample when they get it.
 */
#ifndef PERF_EXPORT_EXPORT_H
#define PERF_EXPORT_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/annotate/code-lines.h"
#include "util/base/text-out.h"
#include "util/export/export-profile.h"
#include "util/export/source-link.h"
#include "util/session/session.h"

struct export;
struct metrics;
struct missing;
struct offcpu;
struct page_hits;
struct task_facts;
struct time_ranges;

struct export_format {
	const char *name;		/* its name for --format */
	const char *what;		/* description in one line, for -h */
	const char *suffix;		/* suffix of a file's name, with the dot */
	bool binary;			/* must not be written to a terminal */
	bool exact_names;		/* names are written as they were recorded: shown__keep_exact() */
	bool counts;			/* export.profile counts the samples, with @grain, and end() writes them */
	bool profiles;			/* export.profile is used too, but sample() does the counting */
	unsigned int grain;		/* enum export_grain */
	unsigned int looks_at;		/* for a format that writes each sample: enum session_needs; 0: it may look at anything */
	size_t most_events;		/* each stack has a number per event, of this many at most; 0: any */
	bool compares;			/* it can compare with export.old */
	bool needs_old;			/* it is nothing without export.old */
	bool has_lines;			/* its frames can be lines of functions: opts->lines */
	bool has_code;			/* it can show the code of functions: export.hits */
	bool has_labels;		/* its samples have the labels that opts->labels says; @grain is that of EXPORT_LABELS_USUAL */
	bool says_missing;		/* it tells how many samples have no name, and why: export.missing */
	bool spans;			/* it gets the times off the CPU as well as samples, by span() */
	bool span_samples;		/* with @spans: --off-cpu is allowed too, and makes samples of them */
	/* Each may be NULL. */
	void (*begin)(struct export *e);
	void (*sample)(struct export *e, const struct session_sample *s);
	/* Gets a span of util/offcpu when the span ends. */
	void (*span)(struct export *e, const struct session_sample *s);
	/* Get the same as the session_ops with these names: all samples, and all other records, whatever the filters say. */
	void (*any_sample)(struct export *e, const struct session_sample *s);
	void (*event)(struct export *e, const struct record *r, const struct sample_id *id);
	void (*end)(struct export *e);
	void (*exit)(struct export *e);	/* frees export.own */
	void (*free_frame_priv)(void *priv);
	void (*free_half_priv)(void *priv);	/* the same for halves of chains; NULL: nothing is kept of them */
};

/* All formats; the last element has a NULL name. */
extern const struct export_format *const export_formats[];
/* Returns the format called @name, or NULL if there is none. */
const struct export_format *export_format__find(const char *name);

enum export_weight { EXPORT_WEIGHT_PERIOD, EXPORT_WEIGHT_SAMPLES };

/* What samples are told apart by, beside event, command and stack; labels with these names. */
enum export_label {
	EXPORT_LABEL_TASK	= 1U << 0,	/* pid and tid */
	EXPORT_LABEL_CPU	= 1U << 1,
	EXPORT_LABEL_CGROUP	= 1U << 2,	/* the path of the control group */
	EXPORT_LABEL_UNIT	= 1U << 3,	/* the unit of systemd, and ... */
	EXPORT_LABEL_CONTAINER	= 1U << 4,	/* ... the container, as the path of the group names them */
};

#define EXPORT_LABELS_USUAL	(EXPORT_LABEL_TASK | EXPORT_LABEL_CPU)
#define EXPORT_LABELS_GROUP	(EXPORT_LABEL_CGROUP | EXPORT_LABEL_UNIT | EXPORT_LABEL_CONTAINER)

/* Which code a page has. */
struct export_code_opts {
	bool on;
	double share;			/* of functions that have at least this much of an event, percent */
	uint64_t max_bytes;		/* that the code of all functions may take; 0: PAGE_CODE_MAX_BYTES. See there */
	struct source_link link;	/* from the lines of their source */
	const struct metrics *metrics;	/* columns beside the share; borrowed, or NULL */
	bool intel;			/* the syntax of x86 */
};

/* Keys of a command's configuration; @c: struct export_code_opts *. */
#define EXPORT_CODE_CONFIG_KEYS(c)									\
	SOURCE_LINK_CONFIG_KEYS(&(c)->link),								\
	{ "annotate.disassembler_style", CONFIG_CALLBACK, &(c)->intel, code_source__configure },	\
	{ "report.page-code-size", CONFIG_U64, &(c)->max_bytes, NULL }

/* A word that is told with a recording: where it comes from. */
struct export_pair {
	const char *key, *value;
};

struct export_opts {
	const struct export_format *format;
	enum export_weight weight;	/* for formats that have one number for each stack */
	bool no_marks;			/* orphans and missing callers are not shown as frames */
	bool lines;			/* frames are lines of functions, for a format that has them */
	bool branches;			/* for a format that counts: count the branches of samples, not the samples */
	unsigned int labels;		/* for a format that has them: enum export_label; 0: EXPORT_LABELS_USUAL */
	const struct export_pair *resource;	/* otlp: more of what its resource says, ended by a NULL key; or NULL */
	const char *event;		/* only samples of this event; NULL: of all */
	struct export_code_opts code;
	unsigned int detail;		/* for a timeline: at most this many entries in each list; 0: the default */
};

struct export_code_size {
	size_t functions, sources;	/* how many functions, and source files whose text was found */
	/* of these, how many have only instructions with samples; how many more are not there for the size */
	size_t shortened, left_out;
	size_t bytes;
};

struct export {
	const struct export_opts *opts;	/* borrowed, like the next two members */
	struct text_out *out;
	struct session *session;	/* set by export__begin() */
	struct export_profile profile;
	struct export *old;		/* another recording, already counted, to compare with; borrowed, or NULL */
	struct missing *missing;	/* of the samples so far; NULL unless the format asks for it, and for branches */
	struct page_hits *hits;		/* with opts->code.on: what was counted at which instruction; owned */
	struct export_code_size code_size;	/* what of it was written */
	void *own;			/* private data of the format */
	const struct task_facts *facts;	/* names of control groups; borrowed, or NULL */
	const struct time_ranges *ranges;	/* the time ranges to export; NULL or empty: all */
	struct offcpu *off_cpu;		/* where spans come from, if the recording says when threads left their CPUs; borrowed, or NULL */
	uint64_t samples;		/* number of samples exported */
	uint64_t first_time, last_time;	/* of these samples, ns */
};

void export__init(struct export *e, const struct export_opts *opts, struct text_out *out);
void export__exit(struct export *e);
/*
 * To be called when the events of the session are known. Returns 0, or -EINVAL with @diag set if no event is called
 * opts->event.
 */
int export__begin(struct export *e, struct session *session, struct diag *diag);
void export__sample(struct export *e, const struct session_sample *s);
/*
 * Returns what the format looks at in samples (enum session_needs). Only a format that does nothing but count can do without seeing
 * each sample.
 */
unsigned int export__needs(const struct export *e);
/* Counts samples that are like @like: session_ops.more. */
void export__more(struct export *e, const struct session_sample *like, const struct session_more *more);
void export__flush(struct export *e);		/* for session_ops.flush_chains */
void export__end(struct export *e);
/* Forgets what was counted and when, of a format that counts or writes each sample: what follows is a recording of its own. */
void export__restart(struct export *e);

/* Returns the number that a row stands for by opts->weight: its period, or its number of samples. */
uint64_t export__weight(const struct export *e, const struct export_row *r);
/* Returns the wall clock's time of the first sample, ns since 1970, or 0 if the recording does not tell it (perf record -k). */
uint64_t export__wall_time(const struct export *e);
/* Returns the unit of the event's period: "nanoseconds" for clocks, else "count". Static. */
const char *evsel__unit(const struct evsel *evsel);

#endif /* PERF_EXPORT_EXPORT_H */
