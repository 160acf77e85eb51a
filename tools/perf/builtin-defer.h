/* SPDX-License-Identifier: GPL-2.0-only */
/* The verbs of `perf defer`, each in a builtin-defer-VERB.c; argv[0] is the verb. */
#ifndef PERF_BUILTIN_DEFER_H
#define PERF_BUILTIN_DEFER_H

#include "builtin.h"

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

#endif /* PERF_BUILTIN_DEFER_H */
