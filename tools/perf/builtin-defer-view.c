// SPDX-License-Identifier: GPL-2.0-only
/* What the reading verbs of `perf defer` do alike: the command line, damage and progress on stderr. */
#include "builtin-defer.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/session/session.h"

void defer_verb__take_input(const char *verb, int argc, const char **argv, const char **input)
{
	if (argc > 1 || (argc && *input))
		usage_error("perf defer %s takes one FILE, '%s' is one too many", verb, argv[argc - 1]);
	if (argc)
		*input = argv[0];
}

void defer_view__begin(struct defer_view *v, int argc, const char **argv, const struct option *options,
		       const char *const *usage)
{
	const struct config_key keys[] = { SYMBOL_CONFIG_KEY(&v->opts.symbols), { 0 } };
	const char *verb = argv[0];

	perf_config__apply(keys);
	argc = parse_options(argc, argv, options, usage, 0);
	defer_verb__take_input(verb, argc, argv, &v->opts.input);
	verbose = v->quiet ? LOG_QUIET : v->verbosity;
	/* JSON has escapes of its own. */
	if (v->json)
		shown__keep_exact();
	progress__init(&v->progress, false);
}

int defer_view__read(struct defer_view *v, int err, const struct diag *diag)
{
	progress__end(&v->progress);
	if (err)
		read_errors__fatal(diag);
	return err;
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
