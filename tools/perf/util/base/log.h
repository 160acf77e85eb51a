/* SPDX-License-Identifier: GPL-2.0-only */
/* Prints messages for the user to stderr. The level is a global variable. */
#ifndef PERF_BASE_LOG_H
#define PERF_BASE_LOG_H

#include <stdarg.h>

enum log_level {
	LOG_QUIET = -1,		/* -q: errors only */
	LOG_NORMAL = 0,
	LOG_DEBUG = 1,		/* -v */
	LOG_DEBUG2 = 2,		/* -vv: every attr and system call */
};

extern int verbose;		/* enum log_level or higher */

struct strbuf;

/*
 * From now on messages are appended to @sb (borrowed) and not printed, as on a terminal that shows a screen; NULL: they
 * are printed again. Returns what they were appended to until now, or NULL.
 */
struct strbuf *log__hold(struct strbuf *sb);

void pr_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));	/* is always printed */
void pr_warning(const char *fmt, ...) __attribute__((format(printf, 1, 2)));	/* unless -q */
void pr_notice(const char *fmt, ...) __attribute__((format(printf, 1, 2)));	/* unless -q */
void pr_debug(const char *fmt, ...) __attribute__((format(printf, 1, 2)));	/* with -v */
void pr_debug2(const char *fmt, ...) __attribute__((format(printf, 1, 2)));	/* with -vv */

/* A warning about "perf: @text", for what tells its caller of warnings instead of printing them. */
void log__warn(const char *text);

#endif /* PERF_BASE_LOG_H */
