/* SPDX-License-Identifier: GPL-2.0-only */
/* Options about rows that several commands have. */
#ifndef PERF_BUILTIN_ROW_OPTS_H
#define PERF_BUILTIN_ROW_OPTS_H

#include <stdbool.h>

struct columns_opts;
struct diag;
struct graph_opts;
struct option;
struct parent_match;

/* Functions whose name matches @pattern; the caller deletes it. Exits if it is no regular expression. */
struct parent_match *row_opts__match(const char *pattern);
/* For OPT_CALLBACK, --percentage: @opt->value is the bool filter_relative. */
int row_opts__set_percentage(const struct option *opt, const char *arg, bool unset);
/* For CONFIG_CALLBACK, hist.percentage: sets that bool. -EINVAL with @diag set: another word. */
int row_opts__configure_percentage(void *filter_relative, const char *value, struct diag *diag);
/* For a callback of --percent-limit: what is below is neither a row nor a branch of a call graph. 0, or -1 once it has told what is wrong. */
int row_opts__set_limit(const struct option *opt, const char *arg, bool unset, double *rows, struct graph_opts *graph);
/* If @o asks for '?', prints the keys of --sort, or all that --fields takes, as text or as an object of JSON, and exits. */
void row_opts__list_keys(const struct columns_opts *o, bool as_json);

#endif /* PERF_BUILTIN_ROW_OPTS_H */
