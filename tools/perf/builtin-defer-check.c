// SPDX-License-Identifier: GPL-2.0-only
/* perf defer check: does deferral work here, and if not, why not. */

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/defer/check.h"
#include "util/output/read-errors.h"

static const char *const usage[] = { "perf defer check [--json] [PROGRAM]", NULL };

enum {
	CHECK_WORKS	= 0,
	CHECK_WORKS_NOT	= 1,
	CHECK_ERROR	= 2,
};

int cmd_defer_check(int argc, const char **argv)
{
	struct diag diag = DIAG_INIT;
	struct check check = { 0 };
	bool json = false;
	int status;
	const struct option options[] = {
		OPT_BOOL(0, "json", &json, "print JSON"),
		OPT_END()
	};

	argc = parse_options(argc, argv, options, usage, 0);
	if (argc > 1)
		usage_error("perf defer check takes one PROGRAM, '%s' is one too many", argv[1]);
	if (check__run(&check, argc ? argv[0] : NULL, &diag)) {
		read_errors__fatal(&diag);
		check__exit(&check);
		return CHECK_ERROR;
	}
	if (json)
		check__print_json(&check, std_out());
	else
		check__print_text(&check, std_out());
	status = check__works(&check) ? CHECK_WORKS : CHECK_WORKS_NOT;
	check__exit(&check);
	return status;
}
