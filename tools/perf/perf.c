// SPDX-License-Identifier: GPL-2.0-only
/* The front door: finds the command and hands over. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "perf-config.h"
#include "unknown-command.h"
#include "util/base/alloc.h"
#include "util/base/config-files.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/options.h"
#include "util/base/stack-room.h"
#include "util/base/std-out.h"
#include "util/base/strbuf.h"
#include "util/output/pager.h"

#ifndef PERF_EXEC_PATH
#error "PERF_EXEC_PATH comes from the Makefile"
#endif

const struct cmd_struct perf_commands[] = {
#define COMMAND(fn, name, summary) { name, cmd_##fn, summary },
#include "command-list.h"
#undef COMMAND
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

/* --- the front door ------------------------------------------------------------------------------ */

static struct pager help_pager;

static void end_help(void)
{
	pager__end(&help_pager);
}

/* Before the options are listed; perf ends behind them. */
static void page_help(void)
{
	pager__start(&help_pager, false);
	if (help_pager.pid)
		atexit(end_help);
}

static int run(const struct cmd_struct *c, int argc, const char **argv, enum paging paging)
{
	struct pager pager = { 0 };
	int status;

	perf_config__read();
	perf_config__set_limits();
	if (paging == PAGING_AS_CONFIGURED)
		paging = perf_config__paging(c->name);
	if (paging == PAGING_OFF)
		xsetenv("PERF_PAGER", "cat", true);
	/* Lists of many lines, unless somebody says otherwise. */
	if (paging == PAGING_AS_CONFIGURED && (c->fn == cmd_list || c->fn == cmd_buildid_list))
		paging = PAGING_ON;
	options__before_help = page_help;
	/* These start it themselves, and know what goes to a terminal. */
	if (paging == PAGING_ON && c->fn != cmd_report && c->fn != cmd_script)
		pager__start(&pager, false);
	status = c->fn(argc, argv);
	pager__end(&pager);
	status = std_out__finish(status);
	perf_config__exit();
	return status;
}

/* The value of "--name=VALUE" or "--name VALUE"; NULL if this is another option. */
static const char *value_of(const char *name, int *argc, const char ***argv)
{
	const char *token = (*argv)[0];
	size_t n = strlen(name);

	if (strncmp(token, name, n) || (token[n] && token[n] != '='))
		return NULL;
	if (token[n])
		return token + n + 1;
	if (*argc < 2)
		usage_error("option '%s' needs a value", name);
	(*argv)++, (*argc)--;
	return (*argv)[0];
}

/* perf's names; only the first one makes a difference here. */
static void set_debug(const char *what)
{
	static const char *const known[] = { "verbose", "ordered-events", "stderr", "data-convert",
					     "perf-event-open", "kmaps" };
	size_t n = strcspn(what, "="), i;
	char *end = NULL;
	long level = what[n] ? strtol(what + n + 1, &end, 10) : 1;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (n == strlen(known[i]) && !strncmp(what, known[i], n))
			break;
	if (i == ARRAY_SIZE(known) || (what[n] && (end == what + n + 1 || *end)) || level < -1 || level > 10)
		usage_error("option '--debug' takes verbose[=LEVEL], ordered-events, stderr, data-convert, "
			    "perf-event-open or kmaps, not '%s'", what);
	if (!i)
		verbose = (int)level;
}

/* Options before the command. Returns whether @argv[0] was one. */
static bool global_option(int *argc, const char ***argv, enum paging *paging)
{
	const char *token = (*argv)[0], *value;
	struct diag diag = DIAG_INIT;

	if (!strcmp(token, "-p") || !strcmp(token, "--paginate"))
		*paging = PAGING_ON;
	else if (!strcmp(token, "--no-pager"))
		*paging = PAGING_OFF;
	else if ((value = value_of("--buildid-dir", argc, argv)))
		xsetenv("PERF_BUILDID_DIR", value, true);
	else if ((value = value_of("--debug", argc, argv)))
		set_debug(value);
	else if (!strcmp(token, "-c") && (value = value_of("-c", argc, argv))) {
		if (config_files__add_parameter(value, &diag))
			usage_error("option '-c': %s", diag.text);
	} else {
		return false;
	}
	(*argv)++, (*argc)--;
	return true;
}

static const char *const global_options[] = {
	"--help", "--version", "--exec-path", "--paginate", "--no-pager", "--buildid-dir", "--list-cmds", "--list-opts",
	"--debug", NULL
};

static void __attribute__((noreturn)) unknown_option(const char *name)
{
	struct near_names near = { .want = name, .want_len = strlen(name) };
	struct strbuf text = STRBUF_INIT;
	const char *const *o;

	for (o = global_options; *o; o++)
		near_names__look_at(&near, *o, strlen(*o));
	near_names__print(&near, &text);
	usage_error("unknown option '%s'%s (perf --help lists the commands)", name, strbuf__str(&text));
}

/* What scripts ask for: where programs of perf lie, the commands, the options before a command. */
static int tell_scripts(const char *what)
{
	const char *dir = getenv("PERF_EXEC_PATH");
	const struct cmd_struct *c;
	const char *const *o;

	if (!strcmp(what, "exec-path"))
		std_out__line(dir && *dir ? dir : PERF_EXEC_PATH);
	else if (!strcmp(what, "list-opts"))
		for (o = global_options; *o; o++)
			std_out__addf("%s%s", *o, o[1] ? " " : "\n");
	else
		for (c = perf_commands; c->name; c++)
			std_out__line(c->name);
	return EXIT_OK;
}

static void do_nothing(int sig)
{
	(void)sig;
}

/*
 * Behind the limit to the size of a file (ulimit -f), a write shall fail with EFBIG, which is told like any other error. A
 * handler that does nothing is not inherited by the programs that perf starts; SIG_IGN would be.
 */
static void handle_file_limit(void)
{
	const struct sigaction nothing = { .sa_handler = do_nothing, .sa_flags = SA_RESTART };
	struct sigaction now;

	if (!sigaction(SIGXFSZ, NULL, &now) && now.sa_handler == SIG_DFL)
		(void)sigaction(SIGXFSZ, &nothing, NULL);
}

struct command_line {
	int argc;
	const char **argv;
};

static int run_command_line(void *ctx)
{
	struct command_line *line = ctx;
	int argc = line->argc;
	const char **argv = line->argv;
	const char *base = argc ? strrchr(argv[0], '/') : NULL;
	enum paging paging = PAGING_AS_CONFIGURED;
	const struct cmd_struct *c;

	base = base ? base + 1 : argc ? argv[0] : "perf";
	/* `perf-defer` is how any distribution's perf offers `perf defer`. */
	if (!strncmp(base, "perf-", 5)) {
		c = perf_command__find(base + 5);
		if (c)
			return run(c, argc, argv, paging);
	}
	if (argc)
		argv++, argc--;
	while (argc && global_option(&argc, &argv, &paging))
		;
	if (!argc)
		return std_out__finish(cmd_help(1, (const char *[]){ "help", NULL })) ?: 1;
	if (!strcmp(argv[0], "--version") || !strcmp(argv[0], "-v"))
		return run(perf_command__find("version"), argc, argv, paging);
	/* With -vv, as with upstream: the libraries, too. */
	if (!strcmp(argv[0], "-vv"))
		return run(perf_command__find("version"), 2, (const char *[]){ "version", "--build-options", NULL }, paging);
	if (!strcmp(argv[0], "--exec-path") || !strcmp(argv[0], "--list-cmds") || !strcmp(argv[0], "--list-opts"))
		return std_out__finish(tell_scripts(argv[0] + 2));
	if (!strcmp(argv[0], "--help") || !strcmp(argv[0], "-h"))
		return run(perf_command__find("help"), argc, argv, paging);
	if (argv[0][0] == '-')
		unknown_option(argv[0]);
	c = perf_command__find(argv[0]);
	if (!c) {
		perf_config__read();	/* perf-archive asks for the cache */
		perf_command__run_program(argv);
		perf_command__run_other(argv);
		perf_command__unknown(argv[0]);
	}
	if (argc > 1 && !strcmp(argv[1], "--help"))
		return run(perf_command__find("help"), 2, (const char *[]){ "help", c->name, NULL }, paging);
	return run(c, argc, argv, paging);
}

int main(int argc, char **argv)
{
	struct command_line line = { argc, (const char **)(uintptr_t)argv };

	handle_file_limit();
	return stack_room__call(run_command_line, &line);
}
