/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Standard output, where a command's result goes. All of perf writes it through this one text_out, so that there is one
 * order of what is printed, and one place that sees whether it arrived: perf.c, when the command has returned.
 */
#ifndef PERF_BASE_STD_OUT_H
#define PERF_BASE_STD_OUT_H

#include "util/base/text-out.h"

/* Never NULL; lives as long as the process. What is in it is also written when the process ends by exit(). */
struct text_out *std_out(void);
/* Short forms for it; std_out__line() adds the end of the line. */
void std_out__addf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void std_out__addstr(const char *s);
void std_out__line(const char *s);
/*
 * Writes what is left, also what others (plugins) have printed through stdio. Called before another process or a
 * message comes behind it. Returns 0 or negative errno, of an earlier write, too.
 */
int std_out__flush(void);
/*
 * The end of a command that returned @status: what was printed must have arrived. A full disk is told, and is a failure;
 * whoever closed a pipe has seen enough, needs no words, and gets the status that a shell tells of SIGPIPE.
 * Returns the status of the process.
 */
int std_out__finish(int status);
/* Nobody reads any more: what is left, and an error, are forgotten. */
void std_out__forget(void);

#endif /* PERF_BASE_STD_OUT_H */
