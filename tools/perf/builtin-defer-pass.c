// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf defer record|report|script: the commands of the same name, so that an installed perf-defer is a
 * whole tool under any perf. record asks for deferral unless the command line says something else.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/alloc.h"
#include "util/event/perf-regs.h"

/* Ends where the recorded command may begin: its own words are none of ours. */
static bool asks_for_callchains(int argc, const char **argv)
{
	int i;

	for (i = 1; i < argc && strcmp(argv[i], "--"); i++)
		if (!strncmp(argv[i], "--call-graph", 12) || !strncmp(argv[i], "--no-call-graph", 15))
			return true;
	return false;
}

/* Where what that takes is known, and user halves are wanted. */
static bool can_repair(int argc, const char **argv)
{
	int i;

	for (i = 1; i < argc && strcmp(argv[i], "--"); i++)
		if (!strcmp(argv[i], "--kernel-callchains"))
			return false;
	return regs_arch__repair_mask(regs_arch__of(NULL));
}

static bool has_word(int argc, const char **argv, const char *name)
{
	int i;

	for (i = 1; i < argc && strcmp(argv[i], "--"); i++)
		if (!strcmp(argv[i], name))
			return true;
	return false;
}

/* Here --off-cpu is all that is asked for, unless --wall wants what runs beside it. */
static void choose_off_cpu(int argc, const char **argv)
{
	bool wall = has_word(argc, argv, "--wall");
	int i;

	for (i = 1; !wall && i < argc && strcmp(argv[i], "--"); i++)
		if (!strcmp(argv[i], "--off-cpu"))
			argv[i] = "--off-cpu-only";
}

int cmd_defer_record(int argc, const char **argv)
{
	const char **with;
	int status;

	choose_off_cpu(argc, argv);
	if (asks_for_callchains(argc, argv))
		return cmd_record(argc, argv);
	with = xcalloc((size_t)argc + 3, sizeof(*with));
	with[0] = argv[0];
	with[1] = "--call-graph";
	with[2] = can_repair(argc, argv) ? "fp,defer,repair" : "fp,defer";
	memcpy(with + 3, argv + 1, (size_t)(argc - 1) * sizeof(*with));
	status = cmd_record(argc + 2, with);
	free(with);
	return status;
}

int cmd_defer_report(int argc, const char **argv)
{
	return cmd_report(argc, argv);
}

int cmd_defer_script(int argc, const char **argv)
{
	return cmd_script(argc, argv);
}
