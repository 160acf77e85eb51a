// SPDX-License-Identifier: GPL-2.0-only
/* The front door: finds the command and hands over. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "util/base/options.h"

const struct cmd_struct perf_commands[] = {
	{ "defer",	cmd_defer,	"Deferred user callchains: check, stat, merge, dump, generate" },
	{ "evlist",	cmd_evlist,	"List the events of a recording" },
	{ "help",	cmd_help,	"Show a command's manual" },
	{ "list",	cmd_list,	"List the events that can be recorded here" },
	{ "record",	cmd_record,	"Run a command and record what it does" },
	{ "report",	cmd_report,	"Show where the samples of a recording fell" },
	{ "script",	cmd_script,	"Show each sample of a recording, with its stack, as text" },
	{ "test",	cmd_test,	"Run the tests: of the code, and of what this kernel can do" },
	{ "version",	cmd_version,	"Show the version and what this build can do" },
	{ NULL, NULL, NULL }
};

const struct cmd_struct *perf_command__find(const char *name)
{
	const struct cmd_struct *c;

	for (c = perf_commands; c->name; c++)
		if (!strcmp(c->name, name))
			return c;
	return NULL;
}

/* What was printed must have arrived: a full disk or a closed pipe is not success. */
static int finish(int status)
{
	if (fflush(stdout) || ferror(stdout)) {
		if (errno != EPIPE)
			fprintf(stderr, "perf: cannot write to standard output: %s\n", strerror(errno));
		if (!status)
			status = EXIT_FAILED;
	}
	return status;
}

static int run(const struct cmd_struct *c, int argc, const char **argv)
{
	return finish(c->fn(argc, argv));
}

int main(int argc, char **argv_main)
{
	const char **argv = (const char **)argv_main;
	const char *base = argc ? strrchr(argv[0], '/') : NULL;
	const struct cmd_struct *c;

	base = base ? base + 1 : argc ? argv[0] : "perf";
	/* `perf-defer` is how any distribution's perf offers `perf defer`. */
	if (!strncmp(base, "perf-", 5)) {
		c = perf_command__find(base + 5);
		if (c)
			return run(c, argc, argv);
	}
	if (argc < 2)
		return finish(cmd_help(1, (const char *[]){ "help", NULL })) ?: 1;
	argv++, argc--;
	if (!strcmp(argv[0], "--version") || !strcmp(argv[0], "-v"))
		return run(perf_command__find("version"), argc, argv);
	if (!strcmp(argv[0], "--help") || !strcmp(argv[0], "-h"))
		return run(perf_command__find("help"), argc, argv);
	if (argv[0][0] == '-')
		usage_error("unknown option '%s' (perf --help lists the commands)", argv[0]);
	c = perf_command__find(argv[0]);
	if (!c)
		usage_error("'%s' is not a perf command (perf --help lists them)", argv[0]);
	return run(c, argc, argv);
}
