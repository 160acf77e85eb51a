// SPDX-License-Identifier: GPL-2.0-only
/* perf defer requests: how long threads take from one event to another one, and what makes some of them slow. */
#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/defer/requests.h"

static const char *const usage[] = { "perf defer requests --between=EVENT,EVENT [<options>] [FILE]", NULL };

int cmd_defer_requests(int argc, const char **argv)
{
	struct defer_view view = { .opts = { .gaps = true, .store_pipe = true } };
	struct diag diag = DIAG_INIT;
	struct requests r = { 0 };
	struct requests_choice choice = { .between = NULL };
	unsigned int rows = 20;
	bool damaged, any;
	int err;
	const struct option options[] = {
		OPT_STRING(0, "between", &choice.between, "EVENT,EVENT", "a request begins with a sample of the first event, and ends with the next one\n"
			   "                              of the second event in its thread"),
		OPT_STRING(0, "key", &choice.key, "FIELD[~REGEX]", "or with the next one that has the same in this field, in whichever thread: an\n"
			   "                              identifier of the request"),
		OPT_STRING(0, "end-key", &choice.end_key, "FIELD[~REGEX]", "the field of the second event, where it is another one"),
		OPT_STRING(0, "begins", &choice.begins, "FIELD~REGEX", "only samples of the first event that match begin a request: of a marker that\n"
			   "                              the program writes, for example"),
		OPT_STRING(0, "ends", &choice.ends, "FIELD~REGEX", "only samples of the second event that match end one"),
		OPT_UINT(0, "rows", &rows, "N", "show at most N stacks (20; 0: all); with --json, all"),
		DEFER_VIEW_FILTERS(&view),
		DEFER_VIEW_OPTIONS(&view, "say more"),
		OPT_END()
	};

	defer_view__begin(&view, argc, argv, options, usage);
	if (!choice.between)
		usage_error("perf defer requests needs --between=EVENT,EVENT: where requests begin, and where they end (perf evlist names events)");
	err = requests__collect(&r, &choice, &view.opts, &defer_view_ops, &view, &diag);
	if (defer_view__read(&view, err, &diag)) {
		requests__exit(&r);
		return EXIT_FAILED;
	}
	if (view.json)
		requests__print_json(&r, std_out());
	else
		requests__print_text(&r, rows ? rows : SIZE_MAX, std_out());
	any = r.nr;
	if (!any)
		pr_warning("perf: in '%s' no thread that passes the filters has both events, one after the other\n",
			   session__input_name(r.session));
	damaged = read_errors__close(&view.errors, &r.stats);
	requests__exit(&r);
	return damaged ? EXIT_PARTIAL : any ? EXIT_OK : EXIT_FAILED;
}
