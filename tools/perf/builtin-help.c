// SPDX-License-Identifier: GPL-2.0-only
/* perf help [COMMAND | TOPIC]: the list of commands, or a manual page. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "unknown-command.h"
#include "util/base/options.h"
#include "util/base/alloc.h"
#include "util/base/log.h"

static int list_commands(void)
{
	const struct cmd_struct *c;

	printf("\n usage: perf [--version] [--help] [OPTIONS] COMMAND [ARGS]\n\n"
	       " The commands are:\n");
	for (c = perf_commands; c->name; c++)
		printf("   %-15s %s\n", c->name, c->summary);
	printf("\n See 'perf help COMMAND' for its manual, 'perf COMMAND -h' for its options.\n");
	return EXIT_OK;
}

/* Pages that are about no command. */
static bool is_topic(const char *name)
{
	return !strcmp(name, "intel-pt");
}

int cmd_help(int argc, const char **argv)
{
	static const char *const usage[] = { "perf help [COMMAND | intel-pt]", NULL };
	const struct option opts[] = { OPT_END() };
	const struct cmd_struct *c;
	char *page;

	argc = parse_options(argc, argv, opts, usage, 0);
	if (!argc)
		return list_commands();
	c = perf_command__find(argv[0]);
	if (!c && !is_topic(argv[0]))
		perf_command__unknown(argv[0]);
	page = xasprintf("perf-%s", c ? c->name : argv[0]);
	execlp("man", "man", page, (char *)NULL);
	if (!c)
		pr_error("perf: cannot run man(1) to show %s(1): %s\n", page, strerror(errno));
	free(page);
	/* No man(1) here: the options are better than nothing. */
	return c ? c->fn(2, (const char *[]){ c->name, "-h", NULL }) : EXIT_FAILED;
}
