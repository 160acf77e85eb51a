/* SPDX-License-Identifier: GPL-2.0-only */
/* Commands of the shell, for tests that need files of other programs. */
#ifndef PERF_TESTS_UNIT_SHELL_RUN_H
#define PERF_TESTS_UNIT_SHELL_RUN_H

#include <stdarg.h>
#include <stdbool.h>

/* Runs a command in folder @dir, without its output; true if it went well. @fmt as for vprintf. */
bool shell_run(const char *dir, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));

#endif /* PERF_TESTS_UNIT_SHELL_RUN_H */
