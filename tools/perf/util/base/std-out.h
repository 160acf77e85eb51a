/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Standard output, to which a command's result is printed. All of perf uses this one text_out, so that all text is
 * printed in order, and only one place checks whether it could be written: perf.c, after the command has returned.
 */
#ifndef PERF_BASE_STD_OUT_H
#define PERF_BASE_STD_OUT_H

#include "util/base/text-out.h"

/* Returns it; never NULL, and valid as long as the process. Buffered text is also written if the process ends by exit(). */
struct text_out *std_out(void);
/* Print to it; std_out__line() adds a newline. */
void std_out__addf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void std_out__addstr(const char *s);
void std_out__line(const char *s);
/*
 * Writes all buffered text, also text that other code (plugins) has printed with stdio. It is called before another
 * process or a message prints something. Returns 0 or negative errno, also that of an earlier write.
 */
int std_out__flush(void);
/*
 * Before more is read from @fd, a stream: if that would have to wait, whoever reads what is printed gets what there is by now. Errors are
 * left to who writes next.
 */
void std_out__flush_before_wait(int fd);
/*
 * To be called at the end of a command that returned @status: writes all buffered text and checks that nothing was lost. An
 * error such as a full disk prints a message and is a failure. If the reader has closed a pipe, prints no message, and
 * the status is the one that a shell reports for SIGPIPE. Returns the exit status of the process.
 */
int std_out__finish(int status);
/* Drops all buffered text, and the error of an earlier write, because nobody reads the output any more. */
void std_out__forget(void);

#endif /* PERF_BASE_STD_OUT_H */
