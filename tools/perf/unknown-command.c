// SPDX-License-Identifier: GPL-2.0-only
/* `perf NAME` where NAME is not built in: the program perf-NAME, as perf-archive; or the distribution's perf; else a hint. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-defer-hand-over.h"
#include "builtin.h"
#include "builtin-defer.h"
#include "builtin-export.h"
#include "other-perf.h"
#include "unknown-command.h"
#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/options.h"

/* $PERF_EXEC_PATH, where other perfs keep theirs, comes first. */
static void add_exec_path(void)
{
	const char *dir = getenv("PERF_EXEC_PATH"), *path = getenv("PATH");
	char *both;

	if (!dir || !*dir)
		return;
	both = xasprintf("%s%s%s", dir, path && *path ? ":" : "", path ? path : "");
	xsetenv("PATH", both, true);
	free(both);
}

void perf_command__run_program(const char *const *argv)
{
	const char **tokens;
	size_t n = 0, i;

	/* A path is no command's name, and nothing outside of $PATH is meant. */
	if (!*argv[0] || strchr(argv[0], '/'))
		return;
	while (argv[n])
		n++;
	tokens = xcalloc(n + 1, sizeof(*tokens));
	add_exec_path();
	tokens[0] = xasprintf("perf-%s", argv[0]);
	for (i = 1; i < n; i++)
		tokens[i] = argv[i];
	execvp(tokens[0], (char *const *)(uintptr_t)tokens);
	if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
		usage_error("cannot run '%s': %s", tokens[0], strerror(errno));
	free((char *)(uintptr_t)tokens[0]);
	free(tokens);
}

bool perf_command__run_elsewhere(const char *what, const char *lack, const char *const *argv)
{
	bool fallback = true;
	const struct config_key keys[] = { { "core.fallback", CONFIG_BOOL, &fallback, NULL }, { 0 } };
	char *path = other_perf__find();
	struct other_perf other;
	int err;

	perf_config__apply(keys);
	if (!path)
		return false;
	if (!fallback)
		usage_error("%s: '%s %s' has it (core.fallback=true runs it)", lack, path, argv[0]);
	err = other_perf__open(&other, path);
	if (err == -EPERM)
		usage_error("%s: '%s %s' has it, but others may change that program: run it yourself", lack, path, argv[0]);
	if (err)
		usage_error("%s: '%s %s' has it, but that program cannot be run: %s", lack, path, argv[0], strerror(-err));
	pr_notice("perf: '%s' is not built in: running '%s %s' (core.fallback=false switches this off)\n", what, path,
		  argv[0]);
	argv = hand_over__recording(argv);
	err = other_perf__run(&other, argv);
	usage_error("cannot run '%s': %s", path, strerror(-err));
}

void perf_command__run_other(const char *const *argv)
{
	char *lack;

	if (!other_perf__has(argv[0]))
		return;
	lack = xasprintf("this perf has no command '%s'", argv[0]);
	if (!perf_command__run_elsewhere(argv[0], lack, argv))
		usage_error("the kernel's perf has a command '%s', this one has not, and there is neither another perf nor "
			    "a program 'perf-%s' here (perf --help lists the commands)", argv[0], argv[0]);
	free(lack);
}

/* What may have been meant by a name that is none: the nearest one so far, and in which words it is typed. */
struct meant {
	const char *want;
	unsigned int least;		/* letters that are wrong */
	const char *before, *name;
};

/* Of names that are as near as each other the first one stays. */
static void compare(struct meant *m, const char *before, const char *name)
{
	size_t len = strlen(m->want);
	unsigned int n = len > 2 && !strncmp(m->want, name, len) ? strlen(name) > len :
			 near_names__distance(m->want, len, name, strlen(name), 2);

	if (n >= m->least)
		return;
	m->least = n;
	m->before = before;
	m->name = name;
}

void perf_command__unknown(const char *name)
{
	struct meant m = { .want = name, .least = 3 };
	const struct export_format *const *f;
	const struct cmd_struct *c;

	if (other_perf__has(name))
		usage_error("this perf has no command '%s'; a distribution's perf has it, and its manual: man perf-%s", name,
			    name);
	for (c = perf_commands; c->name; c++)
		compare(&m, "", c->name);
	for (c = perf_defer_verbs; c->name; c++)
		compare(&m, "perf defer ", c->name);
	for (f = export_formats; *f; f++)
		compare(&m, "perf defer export --format ", (*f)->name);
	if (m.name)
		usage_error("'%s' is not a perf command: did you mean '%s%s'? (perf --help lists them)", name, m.before,
			    m.name);
	usage_error("'%s' is not a perf command (perf --help lists them)", name);
}
