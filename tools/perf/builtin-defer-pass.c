// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf defer report|script: the commands of the same name, so that an installed perf-defer is a
 * whole tool under any perf.
 */
#include "builtin.h"
#include "builtin-defer.h"

int cmd_defer_report(int argc, const char **argv)
{
	return cmd_report(argc, argv);
}

int cmd_defer_script(int argc, const char **argv)
{
	return cmd_script(argc, argv);
}
