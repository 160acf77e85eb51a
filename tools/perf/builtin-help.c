// SPDX-License-Identifier: GPL-2.0-only
/* perf help [COMMAND | TOPIC], perf COMMAND --help: the list of commands, or a manual page. */
#include <errno.h>
#include <limits.h>
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
#include "util/base/open-regular.h"
#include "util/base/std-out.h"
#include "util/base/text-out.h"
#include "util/base/trusted-path.h"
#include "util/output/pager.h"

#ifndef SRC_DOC_DIR
#error "SRC_DOC_DIR comes from the Makefile"
#endif

static int list_commands(void)
{
	const struct cmd_struct *c;

	if (options__before_help)
		options__before_help();
	std_out__addf("\n usage: perf [--version] [--help] [OPTIONS] COMMAND [ARGS]\n\n"
		      " The commands are:\n");
	for (c = perf_commands; c->name; c++)
		std_out__addf("   %-15s %s\n", c->name, c->summary);
	std_out__addf("\n See 'perf help COMMAND' for its manual, 'perf COMMAND -h' for its options.\n");
	return EXIT_OK;
}

/* Pages that are about no command. */
static bool is_topic(const char *name)
{
	return !strcmp(name, "differences") || !strcmp(name, "intel-pt") || !strcmp(name, "off-cpu") ||
	       !strcmp(name, "fleet") || !strcmp(name, "script-python") || !strcmp(name, "python");
}

/* The first of @places, formats for @name and relative to where perf itself lies, that can be read. Owned, or NULL. */
static char *own_file(const char *const places[], size_t nr, const char *name)
{
	char exe[PATH_MAX], *slash;
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	size_t i;

	exe[n > 0 ? n : 0] = 0;
	slash = strrchr(exe, '/');
	if (!slash)
		return NULL;
	*slash = 0;
	for (i = 0; i < nr; i++) {
		char *file = xasprintf(places[i], name), *path = xasprintf("%s/%s", exe, file);

		free(file);
		if (!access(path, R_OK))
			return path;
		free(path);
	}
	return NULL;
}

/* The page of this very perf: beside it in the build directory, or below the prefix that it lies in. */
static char *own_page(const char *name)
{
	static const char *const places[] = {
		"man/%s.1", "../share/man/man1/%s.1", "../share/man/man1/%s.1.gz", "../man/man1/%s.1",
	};

	return own_file(places, ARRAY_SIZE(places), name);
}

/* What that is made of: installed where pages could not be made, or in the source tree that this perf was built in. */
static char *own_text(const char *name)
{
	static const char *const places[] = { "../share/doc/perf/%s.txt", "../doc/perf/%s.txt",
					      "../share/doc/perf-defer/%s.txt" };
	char *path = own_file(places, ARRAY_SIZE(places), name);

	return path ? path : xasprintf(SRC_DOC_DIR "/%s.txt", name);
}

/* Returns whether the text of page @name is there. */
static bool show_source(const char *name)
{
	char *path = own_text(name), buf[4096];
	int fd = path__is_trusted_like_self(path) ? open_regular(path, 0, NULL) : -EPERM;
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	struct pager pager = { 0 };
	size_t n;

	free(path);
	if (!f)
		return false;
	pager__start(&pager, false);
	/* The licence, and what is said to authors, are no part of the page. */
	while (fgets(buf, sizeof(buf), f))
		if (strncmp(buf, "//", 2)) {
			std_out__addstr(buf);
			break;
		}
	while ((n = fread(buf, 1, sizeof(buf), f)))
		text_out__add(std_out(), buf, n);
	fclose(f);
	pager__end(&pager);
	return true;
}

/*
 * The page @name. What man(1) finds by itself may be of another perf, so that is the last resort. Returns
 * false if there is no page, or nothing to show it with.
 */
static bool show_page(const char *name)
{
	char *own = own_page(name);

	if (own)
		execlp("man", "man", own, (char *)NULL);
	free(own);
	if (show_source(name))
		return true;
	execlp("man", "man", name, (char *)NULL);
	return false;
}

int cmd_help(int argc, const char **argv)
{
	static const char *const usage[] = { "perf help [COMMAND | differences | intel-pt | off-cpu | fleet | script-python | python]",
					     NULL };
	const struct option opts[] = { OPT_END() };
	const struct cmd_struct *c;
	char *page;
	bool shown;

	argc = parse_options(argc, argv, opts, usage, 0);
	if (!argc)
		return list_commands();
	c = perf_command__find(argv[0]);
	if (!c && !is_topic(argv[0]))
		perf_command__unknown(argv[0]);
	page = xasprintf("perf-%s", c ? c->name : argv[0]);
	shown = show_page(page);
	if (!shown && !c)
		pr_error("perf: cannot run man(1) to show %s(1): %s\n", page, strerror(errno));
	free(page);
	if (shown)
		return EXIT_OK;
	/* The options are better than nothing. */
	return c ? c->fn(2, (const char *[]){ c->name, "-h", NULL }) : EXIT_FAILED;
}
