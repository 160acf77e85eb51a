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

bool defer_view__begin_screen(struct defer_view *v, struct screen_choice *screen, const char *why_not)
{
	if (!screen_choice__settle(screen, why_not))
		return false;
	v->screen = screen;
	screen_choice__begin(screen, v->opts.input ? v->opts.input : session__default_input());
	return true;
}

int defer_view__read(struct defer_view *v, int err, const struct diag *diag)
{
	progress__end(&v->progress);
	if (err && v->screen)
		screen_opening__leave(&v->screen->opening);
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

static void show_rows(const struct defer_view *v, struct screen_opening *o)
{
	struct tables ts = { 0 };
	size_t most;

	if (!v->rows || !*v->session || !session__is_between_samples(*v->session))
		return;
	most = screen_opening__wants_rows(o);
	if (!most)
		return;
	v->rows(v->rows_ctx, most, &ts);
	screen_opening__set_rows(o, &ts);
}

void defer_view__progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct defer_view *v = ctx;

	if (!v->screen || !screen_opening__progress(&v->screen->opening, what, done, total))
		progress__update(&v->progress, what, done, total);
	else
		show_rows(v, &v->screen->opening);
}

const struct session_ops defer_view_ops = { .damaged = defer_view__damaged, .progress = defer_view__progress };
