/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of perf script share. */
#ifndef PERF_BUILTIN_SCRIPT_H
#define PERF_BUILTIN_SCRIPT_H

#include <stdbool.h>

#include "util/auxtrace/aux-dump.h"
#include "util/auxtrace/intel-pt-source.h"
#include "util/base/strbuf.h"
#include "util/base/text-out.h"
#include "util/filter/time-range.h"
#include "util/machine/task-facts.h"
#include "util/output/pager.h"
#include "util/output/progress.h"
#include "util/output/read-errors.h"
#include "util/python/find-script.h"
#include "util/python/stream.h"
#include "util/script/event-dump.h"
#include "util/script/sample-code.h"
#include "util/script/script-filter.h"
#include "util/script/script-text.h"
#include "util/script/stat-counts.h"
#include "util/session/session.h"
#include "util/view/sample-list.h"
#include "util/view/sample-reader.h"

#include "builtin-offcpu.h"
#include "builtin-screen.h"

struct dlfilter;
struct option;
struct option_table;

/* A script in Python that gets the samples. */
struct script_python {
	const char *name;		/* of -s; NULL: none */
	int pipe[2];			/* of --python-pipe: to a program that has started perf, and from it */
	bool has_pipe;
	char **args;			/* borrowed from the command line */
	size_t nr_args;
	bool list, generate, generated;	/* -l, -g; -g has written the script */
	const char *interpreter;	/* script.python, or NULL */
	struct write_access write;
	struct found_script found;
	bool on;			/* the script runs, and gets samples in the place of @out */
	struct python_stream stream;
};

enum script_screen { SCRIPT_AS_CONFIGURED, SCRIPT_TEXT, SCRIPT_SCREEN };	/* neither, --no-tui, --tui */

struct script {
	const char **command_line;	/* while it is parsed: as it was given, for another perf */
	struct session_opts session_opts;
	struct script_text_opts text_opts;
	struct script_fields fields;
	const char *time;
	bool debug, per_event_dump, xed, no_inline;
	bool dump, header, header_only, full_header, no_pager, aux_segments, json;
	bool in_one;			/* an option was given that is not of each sample alone: no slices */
	bool show_task, show_mmap, show_switch, show_lost, show_namespaces, show_bpf, show_cgroup, show_text_poke;
	struct script_filter filter;
	struct name_list stop_at, dlfilter_args;
	const char *dlfilter_file;
	struct dlfilter *dlfilter;	/* or NULL */
	struct sample_code code;
	bool list_dlfilters, filtered_early;
	struct session *session;
	struct time_ranges ranges;
	struct text_out *out;		/* standard output */
	struct event_dump event_dump;
	uint64_t newest;		/* ns: of the samples so far, for --debug-mode */
	struct script_text text;
	struct task_facts facts;
	struct stat_counts counts;
	bool counted;			/* some of them were printed */
	struct read_errors errors;
	struct progress progress;
	struct pager pager;
	struct aux_dump aux_dump;
	struct itrace_opts itrace;
	struct intel_pt_source *source;
	struct off_cpu_view off_cpu;
	struct script_python python;
	enum script_screen screen;
	bool screen_configured, mouse;	/* tui.script, tui.mouse */
	bool on_screen;			/* samples go into @list, and not to @out */
	struct sample_list list;
	struct sample_reader reader;
	struct screen_opening opening;	/* of the screen, while the recording is read */
};

/* Fills in what the options say; ends the program when they are wrong. */
void script__parse_command_line(struct script *s, int argc, const char **argv);
/* The options by topic: builtin-script-opts-text.c, -samples.c, -output.c. In this order they are the options of the command. */
void script__add_text_options(struct script *s, struct option_table *t);
void script__add_trace_options(struct script *s, struct option_table *t);
void script__add_sample_options(struct script *s, struct option_table *t);
void script__add_record_options(struct script *s, struct option_table *t);
void script__add_instead_options(struct script *s, struct option_table *t);
void script__add_last_options(struct script *s, struct option_table *t);
/* The callback of an option that takes a list of names. */
int script__add_names(const struct option *opt, const char *arg, bool unset);
/*
 * What is not shown is not looked for: addresses and stacks, if no field of the events in @evlist shows one. NULL: whatever
 * events there may be.
 */
void script__leave_out_places(struct script *s, const struct evlist *evlist);

/* Fields of the code that ran. */
#define SCRIPT_CODE_FIELDS	(SCRIPT_BRSTACK_CODE | SCRIPT_INSN | SCRIPT_INSNLEN | SCRIPT_DISASM)

/* What ends the reading: all is printed, or what is printed arrives nowhere. */
#define SCRIPT_STOPPED	1

/* Returns that, or 0. */
static inline int script__stopped(const struct script *s)
{
	return s->out->error || (s->python.on && !python_stream__takes(&s->python.stream)) ? SCRIPT_STOPPED : 0;
}

/* --- what the session hands on: as in session_ops, @ctx is the struct script --- */

/* builtin-script-begin.c: settles with the recording's head what is printed, and what the session need not look for. */
int script__begin(void *ctx, struct session *session);
/* builtin-script-slices.c: several processes may each read a slice. */
extern const struct session_slices script__slices;
/* builtin-script-samples.c */
/* Returns the event that a record without a sample's id belongs to, for what is shown of it. */
struct evsel *script__evsel_of(struct script *s, uint64_t id);
int script__any_sample(void *ctx, const struct session_sample *sample);
int script__sample(void *ctx, const struct session_sample *sample);
int script__span(void *ctx, const struct session_sample *sample);
int script__deferred(void *ctx, const struct record *r, const struct record_deferred *d, const char *comm, const struct chain_half *half);
/* builtin-script-records.c: other records, those that -D shows, and what lies behind them. */
int script__event(void *ctx, const struct record *r, const struct sample_id *id);
int script__record(void *ctx, struct session *session, const struct record *r);
int script__follow(void *ctx, const void *data, size_t size);

/* --- scripts in Python: builtin-script-python.c --- */

/* The callbacks of -s, -g and --allow-write. */
int script__set_script(const struct option *opt, const char *arg, bool unset);
int script__set_generate(const struct option *opt, const char *arg, bool unset);
int script__set_pipe(const struct option *opt, const char *arg, bool unset);
int script__set_allow_write(const struct option *opt, const char *arg, bool unset);
/* Runs @token's command line by the distribution's perf; returns if there is none. While options are parsed. */
void script__try_elsewhere(const struct script *s, const char *token);
/* -l and -g, and finds the script of -s. Returns the exit status if there is nothing else to be done; else -1. */
int script__prepare_python(struct script *s);
/* Starts the script, when the session was made. Returns 0, or -1: why not was said. */
int script__begin_python(struct script *s);
/* For session_ops.wait, of streams. */
bool script__wait_python(void *ctx, int fd);
/* Ends it; @whole: all was read, trace_end() is called. Returns its exit status, which was said if it is none of success. */
int script__end_python(struct script *s, bool whole);
void script__exit_python(struct script *s);
/*
 * record NAME, report NAME, or NAME: runs the pair of shell scripts of that name. Returns the exit status; -1: there is no such
 * pair. builtin-script-pair.c.
 */
int script__run_pair(const char **words, size_t nr);

/* Takes a record__is_count(), and prints or tells what was counted at the end of a round. 0, or -EBADMSG. builtin-script-counts.c. */
int script__count(struct script *s, const struct record *r, struct diag *diag);

/* --- the screen: builtin-script-screen.c --- */

/* Sets s->on_screen, and options that follow, or says why there is no screen. Before the session is made. */
void script__choose_screen(struct script *s);
/*
 * With s->on_screen, after the session was made: takes it back, and returns false, if this recording cannot be shown
 * so.
 */
bool script__check_screen(struct script *s);
/* Appends a sample to the list. Nonzero: stop, there is no room. */
int script__list_sample(struct script *s, const struct session_sample *sample);
/* With s->on_screen: the screen may appear from now on, ... and this is its session_ops.progress (false: there is none). */
void script__begin_screen(struct script *s);
bool script__screen_progress(struct script *s, const char *what, uint64_t done, uint64_t total);
/* Shows the list until the user leaves. Returns 0, or -1 if there is no screen after all, which was said. */
int script__show_screen(struct script *s);
void script__exit_screen(struct script *s);

/*
 * perf script --aux-segments: the windows of AUX traces that pass the filters in @so, and overlap @time
 * (the text of --time, or NULL). Returns the exit status.
 */
int script_aux_windows(const struct session_opts *so, const char *time, bool json, bool no_pager);

#endif /* PERF_BUILTIN_SCRIPT_H */
