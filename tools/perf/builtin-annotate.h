/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of `perf annotate` share: its options (builtin-annotate-opts.c) and its state. */
#ifndef PERF_BUILTIN_ANNOTATE_H
#define PERF_BUILTIN_ANNOTATE_H

#include <stdbool.h>

#include "builtin-code-look.h"
#include "builtin-offcpu.h"
#include "builtin-screen.h"
#include "util/annotate/annotate-text.h"
#include "util/annotate/sample-counter.h"
#include "util/auxtrace/itrace-opts.h"
#include "util/base/name-list.h"
#include "util/output/progress.h"
#include "util/output/read-errors.h"
#include "util/session/session.h"

struct intel_pt_source;

struct annotate {
	struct session_opts session_opts;
	struct itrace_opts itrace;
	const char *symbol;		/* only functions of this name; NULL: all */
	const char *dsos;
	struct name_list dso_list;	/* only these files; empty: all */
	struct off_cpu_view off_cpu;
	bool children, no_children;	/* samples count at the calls of their callers, too */
	bool json;
	bool only_hot_lines;		/* no code, but tables of the hottest lines, with so many rows (0: all) */
	unsigned int hot_lines;
	struct {			/* --data-type: types of data in the place of code */
		bool on, stat, insn_stat, in_code;	/* in_code: behind instructions */
		const char *name;	/* only this one; NULL: all */
		bool missing;		/* it has no samples, which was told */
	} types;
	bool dump;			/* -D: the records in the place of code */
	bool no_group;			/* events of a group one after the other, not beside each other */
	bool skip_missing;		/* leave functions out whose code is not known */
	struct screen_choice screen;
	bool on_screen;			/* there will be one */
	bool no_pager;
	int color;			/* -1: as the terminal is */
	double percent_limit;
	struct code_look look;
	struct annotate_text text;
	struct annotate_stat *wanted;	/* for @text */

	bool no_effect;			/* this and the next: options that change nothing */
	const char *unused;
	const char **command_line;	/* while it is parsed: as it was given, for another perf */
	struct session *session;
	struct annotate_counts *counts;
	struct sample_counter counter;
	bool has_branches;		/* stacks of them, of any kind */
	struct branch_cycles cycles;
	struct code_source source;
	size_t printed;			/* how many functions were */
	struct read_errors errors;
	struct progress progress;
};

/*
 * builtin-annotate-count.c: opens the recording; session__process() then fills a->counts. Returns NULL with @diag set if that cannot be.
 */
struct session *annotate__open(struct annotate *a, struct diag *diag);

/* Ends perf with a message for a wrong command line. */
void annotate__parse_command_line(struct annotate *a, int argc, const char **argv);

/* Which events stand beside each other, as the command line wants it. */
enum annotate_grouping annotate__grouping(const struct annotate *a);
/* Does @f pass -s, -d and --percent-limit? @ctx is the struct annotate. */
bool annotate__is_shown(void *ctx, const struct annotate_func *f);
/*
 * builtin-annotate-screen.c: there may be a screen from now on, before the recording is read; ... as session_ops.progress (false: there is
 * none); ... the recording was read: shows the code until the user leaves (false: it is to be text); ... or that has failed.
 */
void annotate__begin_screen(struct annotate *a);
bool annotate__screen_progress(struct annotate *a, const char *what, uint64_t done, uint64_t total);
bool annotate__show_screen(struct annotate *a);
void annotate__leave_screen(struct annotate *a);

/* builtin-annotate-functions.c: prints the functions that were asked for, event by event, or group by group. */
void annotate__print_functions(struct annotate *a);
void annotate__print_json(struct annotate *a);

/*
 * builtin-annotate-callers.c: are callers counted with the samples of @session, whose header is known? ... Counts them
 * by reading once more, for code_opts.count_callers; @annotate is the struct annotate.
 */
bool annotate__counts_callers(const struct annotate *a, struct session *session);
bool annotate__count_callers(void *annotate, char *message, size_t size);

/* builtin-annotate-types.c: prints types of data, with what was counted at their members. */
void annotate__print_types(struct annotate *a);

/* Warns of a source that was written after the program. */
void annotate__tell_newer(const struct annotate *a);
/* Says what was not shown, and why. Returns the exit status. */
int annotate__close_up(struct annotate *a);

#endif /* PERF_BUILTIN_ANNOTATE_H */
