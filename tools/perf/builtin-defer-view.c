// SPDX-License-Identifier: GPL-2.0-only
/* What the reading verbs of `perf defer` do alike: the recording on the command line, damage and progress on stderr. */
#include "builtin-defer.h"
#include "util/base/options.h"
#include "util/session/session.h"

void defer_verb__take_input(const char *verb, int argc, const char **argv, const char **input)
{
	if (argc > 1 || (argc && *input))
		usage_error("perf defer %s takes one FILE, '%s' is one too many", verb, argv[argc - 1]);
	if (argc)
		*input = argv[0];
}

void defer_view__damaged(void *ctx, const struct diag *diag)
{
	struct defer_view *view = ctx;

	/* The message must not stand behind what the line of progress shows. */
	progress__end(&view->progress);
	read_errors__damaged(&view->errors, diag);
}

void defer_view__progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	progress__update(&((struct defer_view *)ctx)->progress, what, done, total);
}

const struct session_ops defer_view_ops = { .damaged = defer_view__damaged, .progress = defer_view__progress };
