/* SPDX-License-Identifier: GPL-2.0-only */
/* The verbs of `perf defer`, each in a builtin-defer-VERB.c; argv[0] is the verb. */
#ifndef PERF_BUILTIN_DEFER_H
#define PERF_BUILTIN_DEFER_H

#include "builtin.h"
#include "util/output/progress.h"
#include "util/output/read-errors.h"

struct session_ops;

extern const struct cmd_struct perf_defer_verbs[];	/* ends with a NULL name */

int cmd_defer_generate(int argc, const char **argv);
int cmd_defer_check(int argc, const char **argv);
int cmd_defer_dump(int argc, const char **argv);
int cmd_defer_export(int argc, const char **argv);
int cmd_defer_merge(int argc, const char **argv);
int cmd_defer_record(int argc, const char **argv);
int cmd_defer_report(int argc, const char **argv);
int cmd_defer_script(int argc, const char **argv);
int cmd_defer_stat(int argc, const char **argv);
int cmd_defer_syscalls(int argc, const char **argv);
int cmd_defer_verify(int argc, const char **argv);
int cmd_defer_wakers(int argc, const char **argv);

/* What a verb shows on stderr while it reads. Zero-initialise, and progress__init(). */
struct defer_view {
	struct read_errors errors;
	struct progress progress;
};

/* As in struct session_ops; @ctx is a struct defer_view. */
void defer_view__damaged(void *ctx, const struct diag *diag);
void defer_view__progress(void *ctx, const char *what, uint64_t done, uint64_t total);
/* Both of them. */
extern const struct session_ops defer_view_ops;
/* The words that parse_options() has left are one FILE at most, and none besides -i. Sets *@input; exits if they are not. */
void defer_verb__take_input(const char *verb, int argc, const char **argv, const char **input);

#endif /* PERF_BUILTIN_DEFER_H */
