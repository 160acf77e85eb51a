/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of `perf report` share: its options (builtin-report-opts*.c, -config.c) and its state. */
#ifndef PERF_BUILTIN_REPORT_H
#define PERF_BUILTIN_REPORT_H

#include <stdbool.h>

#include "builtin-again.h"
#include "builtin-code-look.h"
#include "builtin-export.h"
#include "builtin-offcpu.h"
#include "builtin-opening.h"
#include "util/annotate/annotate-text.h"
#include "util/annotate/sample-counter.h"
#include "util/auxtrace/aux-dump.h"
#include "util/auxtrace/itrace-opts.h"
#include "util/base/ranges.h"
#include "util/base/text-out.h"
#include "util/columns/columns-parse.h"
#include "util/event/metric.h"
#include "util/filter/event-switch.h"
#include "util/filter/time-range.h"
#include "util/machine/task-facts.h"
#include "util/offcpu/parallelism.h"
#include "util/output/progress.h"
#include "util/output/read-errors.h"
#include "util/report/task-list.h"
#include "util/report/thread-counts.h"
#include "util/rows/hist.h"
#include "util/session/session.h"
#include "util/view/time-line.h"

struct intel_pt_source;
struct aux_windows;
struct option_table;
struct report;

enum report_screen { REPORT_AS_CONFIGURED, REPORT_TEXT, REPORT_SCREEN };	/* neither, --stdio, --tui */

/* For a key of the screen: the code of functions. */
struct report_code {
	struct annotate_counts *counts;	/* NULL: nobody has asked for code yet */
	struct session *session;	/* whose functions they are: the report's, or that of @reading; borrowed */
	struct second_reading reading;
	struct sample_counter counter;
	struct annotate_text text;
	struct code_source source;
	bool open;			/* @source is */
};

struct report_ipc_known;

HASH_SET_TYPE(ipc_set, struct report_ipc_known *)

/* For a column of branches: instructions per cycle. */
struct report_ipc {
	struct annotate_counts *functions;	/* NULL: nobody asks for them */
	struct branch_cycles cycles;
	struct code_source source;
	bool open;			/* @source is */
	struct ipc_set known;
};

struct report {
	struct metrics metrics;		/* --metric: columns made of several events' numbers */
	struct export_code_opts page_code;	/* what code that page has */
	const char *between;		/* --between: two events with a comma between them; or NULL */
	const char *flamegraph, *diff;	/* the page to be written, and what it is compared with; or NULL */
	struct session_opts session_opts;
	struct hists_opts hists_opts;
	struct columns_opts columns_opts;
	double percent_limit;
	const char *default_sort;	/* report.sort_order, where the command line says nothing */
	const char *time, *comms, *dsos, *symbols, *pids, *tids, *field_sep, *parent, *ignore_callees;
	bool chains;			/* the recording has call graphs; known from its beginning on */
	bool children, graph_set, header, header_only, show_info, stats, dump, no_pager, skip_empty, json;
	bool tasks, mmaps, threads, raw_counts, show_missing;
	bool branch_history, total_cycles;
	int branch_mode;		/* -b: 1, --no-branch-stack: 0, -1: as the recording is */
	int socket;
	bool inlines;			/* functions that are inlined are shown */
	bool no_effect;			/* this and the next: options that change nothing */
	const char *unused;
	bool mem_mode;			/* --mem-mode */
	char *sort_words;		/* with --mem-mode, said above the tables */
	bool latency;			/* by latency rather than by overhead */
	const char *parallelism_list;
	struct ranges parallelism_levels;
	struct parallelism parallelism;
	struct event_switch event_switch;
	struct task_facts facts;
	struct task_list task_list;
	struct thread_counts thread_counts;
	int color;			/* 1, 0: as asked; -1: as the terminal is */
	enum report_screen screen;
	bool screen_configured, mouse, headers;	/* tui.report, tui.mouse, ui.show-headers */
	struct screen_opening opening;
	const struct report *fresh;	/* what was asked for, before anything was read */
	struct report *outer;		/* this is the report of a stretch of that one, on its screen; NULL: it is not */
	struct time_stretch stretch;	/* with @outer */
	char *other;			/* another recording that the user wants to see then; owned */
	bool shown, left;		/* with @outer: there were samples; the user wants to leave perf */
	struct session *session;
	struct columns *columns;
	struct hists *hists;
	struct itrace_opts itrace;
	struct intel_pt_source *source;	/* of samples, where there are traces */
	struct off_cpu_view off_cpu;
	struct aux_windows *windows;	/* with --stats */
	struct missing *missing;
	struct time_ranges ranges;
	struct aux_dump aux_dump;
	uint64_t *dump_counts;		/* samples by event's idx */
	size_t nr_dump_counts;
	struct read_errors errors;
	struct progress progress;
	struct report_code code;
	struct code_look look;		/* of that code */
	struct report_ipc ipc;
};

/* What the configuration files say; the command line comes afterwards, and counts more. */
void report__configure(struct report *r);
/* Exits where the command line is wrong. */
void report__parse_command_line(struct report *r, int argc, const char **argv);
/* Frees what parsing made. */
void report__free_options(struct report *r);

/*
 * The options by topic, and what is made of them once all are known: builtin-report-opts-rows.c, -graph.c, -samples.c, -output.c. In
 * this order they are the options of the command. Those that settle exit where options do not go together.
 */
void report__add_row_options(struct report *r, struct option_table *t);
void report__add_graph_options(struct report *r, struct option_table *t);
void report__add_sample_options(struct report *r, struct option_table *t);
void report__add_other_options(struct report *r, struct option_table *t);
void report__add_output_options(struct report *r, struct option_table *t);
void report__settle_rows(struct report *r);
void report__settle_filters(struct report *r);
void report__settle_samples(struct report *r);
void report__settle_page(struct report *r);

/* What rows, keys and chains have to do with branches, by options and events. 0, or -EINVAL with a message. */
int report__prepare_branches(struct report *r, struct session *session);

/* builtin-report-begin.c: for session_ops->begin; the context is the report. */
int report__begin(void *ctx, struct session *session);

/* builtin-report-count.c: counts; the context is the report. What has to see all samples adds ->any_sample, a call for each. */
extern const struct session_ops report__ops;
int report__on_any_sample(void *ctx, const struct session_sample *sample);
/* For offcpu_opts.span; and for offcpu__set_more(). */
int report__on_span(void *ctx, const struct session_sample *span);
int report__on_more_spans(void *ctx, const struct session_sample *like, uint64_t nr, uint64_t ns);
/* For session_ops->event. */
int report__on_event(void *ctx, const struct record *record, const struct sample_id *id);
/* Does the sample count, by its time and by the events that switch (those of this reading)? To be asked for each, in the order of time. */
bool report__takes(const struct report *r, struct event_switch *events, const struct session_sample *sample);

/* For session_ops->damaged; the context is the report. */
void report__on_damaged(void *ctx, const struct diag *diag);
/* builtin-report-between.c: exits if what else was asked for does not go with --between. To be called before -s has its default. */
void report__check_between(const struct report *r);
/* Reads the recording and shows its requests. Returns the exit status. */
int report__show_between(struct report *r);

/* Above the rows: the header or how to get it, and what all rows have in common. */
void report__print_head(const struct report *r, struct text_out *out);
/* Did any sample pass the filters? */
bool report__any_samples(const struct report *r);
/* All that was asked for, on a screen or by the pager where there is a terminal. */
void report__print(struct report *r);

/*
 * Shows the rows, which are finished, on the terminal's screen, until the user leaves. Returns false if they are to be text: that was
 * asked for, or there is no such terminal.
 */
bool report__show_screen(struct report *r);
/*
 * The screen before the rows are finished, if there will be one: from the beginning of the reading on, ... what the reader has to do
 * then (as session_ops.progress; false: there is none), ... and when the reading has failed: the terminal is given back, and messages come.
 */
void report__begin_screen(struct report *r);
bool report__screen_progress(struct report *r, const char *what, uint64_t done, uint64_t total);
void report__leave_screen(struct report *r);

struct browser_row;
/* What the recording is read again for. */
struct report_again {
	const struct browser_row *row;	/* NULL: all samples that rows were made of */
	int (*sample)(void *ctx, const struct session_sample *s);	/* gets those that came to the row */
	void *ctx;
	bool missing;			/* or: what they lack is printed to @out, as with --missing */
	struct text_out *out;
};

/*
 * builtin-report-again.c: reads the recording once more while the screen is open, which tells how far it is. Returns false if it was stopped or
 * cannot be; @message says why.
 */
bool report__again(const struct report *r, const struct report_again *what, char *message, size_t size);
/* Why its samples cannot be had from the file once more: for a message, static; NULL: they can. */
const char *report__not_again(const struct report *r);

/* builtin-report-samples.c: for browser_opts.samples and .missing; @report is the report. */
void report__show_samples(void *report, const struct browser_row *row, char *message, size_t size);
void report__add_missing(void *report, const struct browser_row *row, struct strbuf *text, char *message, size_t size);

/* Will rows be on a screen, as far as is known before there are some? */
bool report__expects_screen(const struct report *r);

/* builtin-report-code.c: why there is no code of these rows (static); NULL: there is. */
const char *report_code__none(const struct report *r);
/* To be called when the events are known, for each sample that is counted in rows, and when all were read. */
void report_code__begin(struct report *r);
void report_code__add(struct report *r, const struct session_sample *s, uint64_t nr, uint64_t period);
void report_code__finish(struct report *r);
void report_code__exit(struct report *r);
/* builtin-report-tree.c: the rows of --hierarchy, as browser__run() shows others. */
bool report_tree__show(struct report *r, const char **ret_why);
/* For struct browser_opts; @report is the struct report. */
bool report_code__show(void *report, struct dso *dso, const struct symbol *sym, size_t event, char *message, size_t size);

struct browser_command;
/* builtin-report-other.c: takes the commands from the configuration; returns them, which live as long as the program. */
void report_other__configure(void);
const struct browser_command *report_other__commands(size_t *ret_nr);
/* What tells perf script which recording this is and which of its samples are wanted; ends with NULL. None of a pipe. */
char **report_other__arguments(const struct report *r);
void report_other__free_arguments(char **args);

/* builtin-report-ipc.c: to be called when the columns are known, for each sample, and at the end. */
void report_ipc__begin(struct report *r);
void report_ipc__add(struct report *r, const struct session_sample *s);
void report_ipc__exit(struct report *r);
/* builtin-report-time.c: for browser_opts.times and .stretch; @report is the report. */
bool report__read_times(void *report, const struct hist *h, struct time_line *ret, char *message, size_t size);
bool report__show_stretch(void *report, struct time_stretch s, char *message, size_t size);
/*
 * To be called before a session is deleted whose samples were counted: options that reports have in common know symbols by their addresses,
 * which other symbols may get.
 */
void report__forget_symbols(const struct report *r);
/* Reads the recording as r->session_opts and the other options say, and shows or prints what was asked for. The exit status. */
int report__read_and_show(struct report *r);

/* -D: the records as they lie in the file, and how many there are of each type. Returns the exit status. */
extern const struct session_ops report__dump_ops;
int report__run_dump(struct report *r);
/* --header-only; a pipe's header comes as records, before the first sample. Returns the exit status. */
extern const struct session_ops report__header_ops;
int report__run_header(struct report *r);

#endif /* PERF_BUILTIN_REPORT_H */
