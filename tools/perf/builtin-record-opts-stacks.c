// SPDX-License-Identifier: GPL-2.0-only
/* Options of perf record about callchains. */
#include <string.h>

#include "builtin-record.h"
#include "util/base/option-table.h"
#include "util/choose/callgraph-parse.h"

static int on_dash_g(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;

	(void)arg;
	opts->callgraph_said = !unset;
	if (opts->callgraph.mode == CALLGRAPH_NONE || unset)
		opts->callgraph = unset ? (struct callgraph_param){ .mode = CALLGRAPH_NONE }
					: record__cmd_of(opt)->callgraph_default;
	return 0;
}

static int on_callgraph(const struct option *opt, const char *arg, bool unset)
{
	struct record_opts *opts = &record__cmd_of(opt)->opts;
	struct diag diag = DIAG_INIT;

	if (unset)
		return on_dash_g(opt, arg, true);
	if (callgraph_param__parse(arg, &opts->callgraph, &diag))
		return record__refuse(opt, &diag);
	if (!strcmp(arg, "dwarf") && record__cmd_of(opt)->dump_size)
		opts->callgraph.dump_size = record__cmd_of(opt)->dump_size;
	opts->callgraph_said = true;
	return 0;
}

void record__add_stack_options(struct record_cmd *cmd, struct option_table *t)
{
	struct record_opts *o = &cmd->opts;

	OPTION_TABLE_ADD(t,
		OPT_GROUP("Callchains"),
		OPT_CALLBACK_FLAGS('g', NULL, cmd, NULL, "record callchains, by frame pointers",
				   on_dash_g, OPT_NOARG),
		OPT_CALLBACK(0, "call-graph", cmd, "MODE",
			     "fp[,N][,defer][,repair[=BYTES]], dwarf[,BYTES], lbr or no", on_callgraph),
		OPT_BOOL(0, "user-callchains", &o->user_callchains,
			 "only the user half of callchains"),
		OPT_BOOL(0, "kernel-callchains", &o->kernel_callchains,
			 "only the kernel half of callchains"));
}
