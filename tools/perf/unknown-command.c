// SPDX-License-Identifier: GPL-2.0-only
/* `perf NAME` where NAME is not built in: the program perf-NAME, as perf-archive; else a hint. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "unknown-command.h"
#include "util/base/alloc.h"
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
	setenv("PATH", both, 1);
	free(both);
}

void perf_command__run_program(const char *const *argv)
{
	const char **words;
	size_t n = 0, i;

	/* A path is no command's name, and nothing outside of $PATH is meant. */
	if (!*argv[0] || strchr(argv[0], '/'))
		return;
	while (argv[n])
		n++;
	words = xcalloc(n + 1, sizeof(*words));
	add_exec_path();
	words[0] = xasprintf("perf-%s", argv[0]);
	for (i = 1; i < n; i++)
		words[i] = argv[i];
	execvp(words[0], (char *const *)(uintptr_t)words);
	if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
		usage_error("cannot run '%s': %s", words[0], strerror(errno));
	free((char *)(uintptr_t)words[0]);
	free(words);
}

/* What the kernel's perf has beside ours: nobody should look for a mistyped letter. */
static const char *const elsewhere[] = {
	"annotate", "archive", "bench", "c2c", "daemon", "data", "diff", "ftrace", "iostat", "kallsyms", "kmem",
	"kvm", "kwork", "lock", "mem", "probe", "sched", "stat", "timechart", "top", "trace",
};

void perf_command__unknown(const char *name)
{
	const struct cmd_struct *c, *near = NULL;
	unsigned int least = 3, n;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(elsewhere); i++)
		if (!strcmp(name, elsewhere[i]))
			usage_error("the kernel's perf has a command '%s', this one has not, and there is no program "
				    "'perf-%s' (perf --help lists the commands)", name, name);
	for (c = perf_commands; c->name; c++) {
		n = strlen(name) > 2 && !strncmp(name, c->name, strlen(name)) ? 0 : near_names__distance(name, strlen(name), c->name, strlen(c->name), 2);
		if (n < least) {
			least = n;
			near = c;
		}
	}
	if (near)
		usage_error("'%s' is not a perf command: did you mean '%s'? (perf --help lists them)", name,
			    near->name);
	usage_error("'%s' is not a perf command (perf --help lists them)", name);
}
