// SPDX-License-Identifier: GPL-2.0-only
/* perf defer verify: are the stacks of a recording true? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "builtin-screen.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/percent.h"
#include "util/base/std-out.h"
#include "util/defer/verify-list.h"
#include "util/defer/verify-print.h"

static const char *const usage[] = { "perf defer verify [<options>] [FILE]", NULL };

static int set_percent(const struct option *opt, const char *arg, bool unset)
{
	double *percent = opt->value;
	char *end;

	if (unset) {
		*percent = 0;
		return 0;
	}
	*percent = strtod(arg, &end);
	if (end == arg || (*end && strcmp(end, "%")) || !(*percent >= 0 && *percent <= 100))
		usage_error("--allow takes a share of the stacks, 0 to 100 percent, not '%s'", arg);
	return 0;
}

/* The share of bad stacks, percent. */
static double bad_share(const struct verify *v)
{
	const uint64_t *n = v->all.stacks;
	uint64_t all = n[VERIFY_WHOLE] + n[VERIFY_NOT_KNOWN] + n[VERIFY_BAD];

	return percent__of(n[VERIFY_BAD], all);
}

/* Why the status is 1. */
static void say_bad(const struct verify *v, double allow)
{
	const uint64_t *n = v->all.stacks;

	pr_warning("perf: %llu of %llu stacks are bad, %.2f%%; --allow=PERCENT takes so many (now %g)\n",
		   (unsigned long long)n[VERIFY_BAD],
		   (unsigned long long)(n[VERIFY_WHOLE] + n[VERIFY_NOT_KNOWN] + n[VERIFY_BAD]), bad_share(v), allow);
}

static void list_sample(void *ctx, const struct session_sample *s, enum verify_verdict kernel, enum verify_verdict user)
{
	verify_list__sample(s, kernel, user, ((const struct defer_view *)ctx)->json, std_out());
}

static bool show_screen(struct screen_choice *screen, const struct verify *v)
{
	struct tables ts = { 0 };
	bool shown;

	verify__make_tables(v, session__input_name(v->owner), &ts);
	shown = screen_choice__show(screen, &ts);
	tables__exit(&ts);
	return shown;
}

static void print(const struct defer_view *view, const struct verify *v, size_t examples)
{
	if (view->json)
		verify__print_json(v, session__input_exact(v->owner), examples, std_out());
	else
		verify__print_text(v, session__input_name(v->owner), examples, view->verbosity ? SIZE_MAX : 20, std_out());
}

int cmd_defer_verify(int argc, const char **argv)
{
	struct defer_view view = { .opts = { .gaps = true, .no_infer = true } };
	struct verify v = { 0 };
	struct diag diag = DIAG_INIT;
	struct screen_choice screen = { 0 };
	bool damaged, bad, on_screen, list = false;
	unsigned int examples = 5;
	double allow = 0;
	int err;
	const struct option options[] = {
		OPT_CALLBACK(0, "allow", &allow, "PERCENT", "exit status 1 if more than this share of the stacks is bad (default 0)",
			     set_percent),
		OPT_BOOL(0, "as-recorded", &view.opts.as_recorded, "judge the stacks as the kernel wrote them, not as repaired"),
		OPT_BOOL(0, "list", &list, "print the verdict of each sample, and no sums"),
		OPT_UINT(0, "examples", &examples, "N", "how many kinds of bad steps to show (default 5)"),
		DEFER_VIEW_FILTERS(&view),
		SCREEN_OPTIONS(&screen),
		OPT_STRING('C', "cpu", &view.opts.cpus, "CPU,...", "only these CPUs (ranges: 0-3)"),
		DEFER_VIEW_OPTIONS(&view, "say more: list all files, and all functions whose unwind tables disagree"),
		OPT_END()
	};

	screen_choice__configure(&screen, "tui.defer");
	defer_view__begin(&view, argc, argv, options, usage);
	on_screen = defer_view__begin_screen(&view, &screen, list ? "--list is text" : view.json ? "--json is text" :
					     view.quiet ? "-q is for text" : NULL);
	if (list) {
		v.list = list_sample;
		v.list_ctx = &view;
	}
	err = verify__collect(&v, &view.opts, &defer_view_ops, &view, &diag);
	if (defer_view__read(&view, err, &diag)) {
		verify__exit(&v);
		return EXIT_PARTIAL;
	}
	if (!list && (!on_screen || !show_screen(&screen, &v)))
		print(&view, &v, examples);
	bad = bad_share(&v) > allow;
	damaged = read_errors__close(&view.errors, &v.session);
	if (bad)
		say_bad(&v, allow);
	verify__exit(&v);
	return damaged ? EXIT_PARTIAL : bad ? EXIT_FAILED : EXIT_OK;
}
