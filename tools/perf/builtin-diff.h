/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of `perf diff` share. */
#ifndef PERF_BUILTIN_DIFF_H
#define PERF_BUILTIN_DIFF_H

#include <stdbool.h>

#include "builtin-export.h"
#include "builtin-offcpu.h"
#include "builtin-screen.h"
#include "util/auxtrace/itrace-opts.h"
#include "util/base/name-list.h"
#include "util/columns/columns-parse.h"
#include "util/diff/diff-print.h"
#include "util/diff/diff-rules.h"
#include "util/rows/hist.h"
#include "util/session/session.h"

enum diff_format { DIFF_TEXT, DIFF_MARKDOWN, DIFF_JSON };

/* Beside the statuses of builtin.h: a rule of --fail-on fails. */
#define EXIT_RULE_FAILS	3

struct diff {
	struct session_opts session_opts;
	struct hists_opts hists_opts;
	struct columns_opts columns_opts;
	struct itrace_opts itrace;
	struct off_cpu_view off_cpu;
	struct diff_compute compute;
	struct name_list comms, dsos, symbols;
	struct {			/* as the command line has them; or NULL */
		const char *comms, *dsos, *symbols, *pids, *tids;
	} only;
	const char **files;		/* the oldest, with which the others are compared, first */
	unsigned int nr_files;
	struct name_list base;		/* --base: more than one recording of the old build */
	struct diff_rules rules;	/* --fail-on */
	enum diff_format format;
	bool sides;			/* two sides are compared, each of some runs, and not recording by recording */
	unsigned int nr_base;		/* files of the old side; the others are the new one */
	const char *time;		/* --time; with a ':', a part for each recording */
	struct export_code_opts page_code;
	const char *field_sep, *flamegraph;
	unsigned int order;
	double percent_limit;
	bool source;			/* functions with their lines */
	bool baseline_only, formula, periods, no_pager;
	bool inlines;			/* functions that are inlined are shown */
	bool no_effect;			/* of an option that changes nothing */
	struct screen_choice screen;
	bool on_screen;			/* what is to be shown */
};

/* What the configuration files say; the command line comes afterwards, and counts more. */
void diff__configure(struct diff *d);
/* Exits where the command line is wrong. */
void diff__parse_command_line(struct diff *d, int argc, const char **argv);
/* builtin-diff-settle.c: what follows from the options. @wants_columns: as for diff__check_sides(). Exits where they do not go together. */
void diff__settle(struct diff *d, int argc, const char **argv, bool wants_columns);
/* Sets d->on_screen. */
void diff__choose_screen(struct diff *d);
/* Frees what parsing made. */
void diff__free_options(struct diff *d);

struct option;

/* builtin-diff-sides.c: the callbacks of --base, --fail-on and --format. */
int diff_base__add(const struct option *opt, const char *arg, bool unset);
int diff_rule__add(const struct option *opt, const char *arg, bool unset);
int diff_format__set(const struct option *opt, const char *arg, bool unset);
/* Sets d->sides and what follows from it. @wants_columns: -c or -o was given. Exits where options do not fit together. */
void diff__check_sides(struct diff *d, bool wants_columns);
/*
 * Prints both sides of the finished table, with what has changed by more than noise, and applies the rules. Returns
 * EXIT_OK, EXIT_RULE_FAILS, or EXIT_FAILED with the reason told.
 */
int diff__show_sides(struct diff *d, const struct diff_table *table);

/* builtin-diff-read.c: reads recording @i into the table. Returns the exit status, with what went wrong told. */
int diff__read(struct diff *d, struct diff_table *table, unsigned int i);

#endif /* PERF_BUILTIN_DIFF_H */
