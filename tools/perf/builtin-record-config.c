// SPDX-License-Identifier: GPL-2.0-only
/* What the configuration files say to perf record. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-record.h"
#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/choose/callgraph-parse.h"

static int set_record_mode(void *ctx, const char *value, struct diag *diag)
{
	return callgraph_param__parse(value, &((struct record_cmd *)ctx)->callgraph_default, diag);
}

/* record.build-id */
static int set_build_id(void *ctx, const char *value, struct diag *diag)
{
	struct record_cmd *cmd = ctx;

	if (!strcmp(value, "cache"))
		cmd->no_cache = false;
	else if (!strcmp(value, "no-cache") || !strcmp(value, "mmap"))
		cmd->no_cache = true;
	else if (!strcmp(value, "skip"))
		cmd->opts.no_buildid = true;
	else if (!strcmp(value, "no-mmap"))
		cmd->opts.no_buildid_mmap = true;
	else
		return diag__msg(diag, -EINVAL, "'%s' is none of cache, no-cache, skip, mmap, no-mmap",
				 value);
	return 0;
}

static int set_dump_size(void *ctx, const char *value, struct diag *diag)
{
	struct callgraph_param p;
	char *text = xasprintf("dwarf,%s", value);
	int err = callgraph_param__parse(text, &p, diag);

	free(text);
	if (!err)
		((struct record_cmd *)ctx)->dump_size = p.dump_size;
	return err;
}

/* PERF_TEST_FEATURES: of which kernel the attrs shall be. */
static enum record_kernel choose_kernel(void)
{
	const char *test = getenv("PERF_TEST_FEATURES");

	if (!test)
		return RECORD_THIS_KERNEL;
	return !strcmp(test, "defer") ? RECORD_LINUX_619 : !strcmp(test, "no-defer") ? RECORD_LINUX_619_WITHOUT_DEFERRAL : RECORD_THIS_KERNEL;
}

void record__configure(struct record_cmd *cmd)
{
	const struct config_key keys[] = {
		/* Older perfs know the first one; the other counts more. */
		{ "record.call-graph", CONFIG_CALLBACK, cmd, set_record_mode },
		{ "call-graph.record-mode", CONFIG_CALLBACK, cmd, set_record_mode },
		{ "call-graph.dump-size", CONFIG_CALLBACK, cmd, set_dump_size },
		{ "record.build-id", CONFIG_CALLBACK, cmd, set_build_id },
		{ "buildid-cache.debuginfod", CONFIG_STRING, &cmd->debuginfod, NULL },
		{ 0 }
	};

	cmd->opts.kernel = choose_kernel();
	perf_config__apply(keys);
	if (cmd->callgraph_default.mode == CALLGRAPH_DWARF && cmd->dump_size)
		cmd->callgraph_default.dump_size = cmd->dump_size;
}
