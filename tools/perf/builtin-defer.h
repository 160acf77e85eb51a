/* SPDX-License-Identifier: GPL-2.0-only */
/* The verbs of `perf defer`, each in a builtin-defer-VERB.c; argv[0] is the verb. */
#ifndef PERF_BUILTIN_DEFER_H
#define PERF_BUILTIN_DEFER_H

#include "builtin.h"
#include "builtin-screen.h"
#include "util/output/progress.h"
#include "util/output/read-errors.h"
#include "util/session/session.h"
#include "util/symbol/symbol-options.h"

extern const struct cmd_struct perf_defer_verbs[];	/* ends with a NULL name */

int cmd_defer_generate(int argc, const char **argv);
int cmd_defer_check(int argc, const char **argv);
int cmd_defer_dump(int argc, const char **argv);
int cmd_defer_explain(int argc, const char **argv);
int cmd_defer_export(int argc, const char **argv);
int cmd_defer_merge(int argc, const char **argv);
int cmd_defer_pack(int argc, const char **argv);
int cmd_defer_record(int argc, const char **argv);
int cmd_defer_report(int argc, const char **argv);
int cmd_defer_requests(int argc, const char **argv);
int cmd_defer_script(int argc, const char **argv);
int cmd_defer_stat(int argc, const char **argv);
int cmd_defer_syscalls(int argc, const char **argv);
int cmd_defer_verify(int argc, const char **argv);
int cmd_defer_wakers(int argc, const char **argv);
int cmd_defer_watch(int argc, const char **argv);

/* A verb that reads one recording: what all of these take on the command line, and show on stderr while they read. */
struct defer_view {
	struct session_opts opts;	/* begins with what the verb wants */
	bool json, quiet;
	int verbosity;
	struct read_errors errors;
	struct progress progress;
	struct screen_choice *screen;	/* NULL: text, and progress on stderr */
	/* Makes the only table of @ts, of at most @most rows as they are now, between two samples; NULL: there are none before the end. */
	void (*rows)(void *rows_ctx, size_t most, struct tables *ts);
	void *rows_ctx;
	struct session *const *session;	/* with @rows: what is read; NULL before it is there */
};

/* Their part of the options of a struct defer_view *@v; @more: what -v adds. */
#define DEFER_VIEW_OPTIONS(v, more)									\
	OPT_STRING('i', "input", &(v)->opts.input, "FILE",						\
		   "recording to read: a file, a directory, or - (default: perf.data, or a pipe)"),	\
	OPT_BOOL(0, "json", &(v)->json, "print JSON"),				\
	OPT_BOOL('f', "force", &(v)->opts.force, "read the file even if another user owns it"),		\
	OPT_BOOL('q', "quiet", &(v)->quiet, "print no warnings"),					\
	OPT_INCR('v', "verbose", &(v)->verbosity, more),						\
	SYMBOL_OPTIONS(&(v)->opts.symbols)

/* For those that can leave samples out. */
#define DEFER_VIEW_FILTERS(v)										\
	OPT_STRING('c', "comms", &(v)->opts.comms, "COMM,...", "only these commands"),			\
	OPT_STRING(0, "pid", &(v)->opts.pids, "PID,...", "only these processes"),			\
	OPT_STRING(0, "tid", &(v)->opts.tids, "TID,...", "only these threads")

/* Takes the configuration and the command line, of which at most one FILE is left (exits otherwise); then the reading begins. */
void defer_view__begin(struct defer_view *v, int argc, const char **argv, const struct option *options,
		       const char *const *usage);
/*
 * To be called after defer_view__begin(): settles whether there will be a screen (screen_choice__settle()), which
 * appears while the recording is read. Returns that.
 */
bool defer_view__begin_screen(struct defer_view *v, struct screen_choice *screen, const char *why_not);
/* The reading has ended with @err; says what is in @diag if that is not 0. Returns @err. */
int defer_view__read(struct defer_view *v, int err, const struct diag *diag);

/* As in struct session_ops; @ctx is a struct defer_view. */
void defer_view__damaged(void *ctx, const struct diag *diag);
void defer_view__progress(void *ctx, const char *what, uint64_t done, uint64_t total);
/* Both of them. */
extern const struct session_ops defer_view_ops;
/* Takes the arguments that parse_options() has left: at most one FILE, and none besides -i. Sets *@input; exits if there are more. */
void defer_verb__take_input(const char *verb, int argc, const char **argv, const char **input);

#endif /* PERF_BUILTIN_DEFER_H */
