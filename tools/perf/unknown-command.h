/* SPDX-License-Identifier: GPL-2.0-only */
/* Words in the place of a command that are none of ours. */
#ifndef PERF_UNKNOWN_COMMAND_H
#define PERF_UNKNOWN_COMMAND_H

#include <stdbool.h>

/*
 * Runs the program `perf-NAME` of $PERF_EXEC_PATH or $PATH in the place of this one, with @argv (argv[0] is
 * NAME, a NULL behind the last). Returns only if there is none.
 */
void perf_command__run_program(const char *const *argv);

/*
 * If another perf has the command argv[0], and we have not: becomes that perf, or ends with a message that says where it
 * is. Returns if it is no such command.
 */
void perf_command__run_other(const char *const *argv);

/*
 * The distribution's perf has what ours has not: becomes it, with @argv (argv[0] is the command's name), and with a copy of its
 * recording where it could not read that (builtin-defer-hand-over.h). This is said
 * on standard error, with @what: the command, or the option of it. Ends perf with a message that begins with @lack, a sentence, if
 * the configuration forbids it, or if others may change that program. Returns false if there is no other perf.
 */
bool perf_command__run_elsewhere(const char *what, const char *lack, const char *const *argv);

/* Ends perf with status 129, and with a message: which command may have been meant. */
void perf_command__unknown(const char *name) __attribute__((noreturn));

#endif /* PERF_UNKNOWN_COMMAND_H */
