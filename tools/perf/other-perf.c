// SPDX-License-Identifier: GPL-2.0-only
#include "other-perf.h"

#include <errno.h>
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "builtin.h"
#include "util/base/alloc.h"

/*
 * Set to our process for the one that we become, so that two perfs that each look for the other one do not go on for ever. The
 * scripts that it starts (perf script NAME) may ask for us again: they are other processes.
 */
#define GUARD	"PERF_CALLED_BY_PERF"

static const char *const commands[] = {
	"annotate", "archive", "bench", "c2c", "daemon", "data", "diff", "ftrace", "iostat", "kallsyms", "kmem",
	"kvm", "kwork", "lock", "mem", "probe", "sched", "stat", "timechart", "top", "trace",
};

bool other_perf__has(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(name, commands[i]))
			return !perf_command__find(name);
	return false;
}

/* A program, and not this one under another name. */
static bool is_other(const char *path)
{
	struct stat st, own;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK) &&
	       (stat("/proc/self/exe", &own) || own.st_dev != st.st_dev || own.st_ino != st.st_ino);
}

static char *find_in_path(void)
{
	const char *p = getenv("PATH");

	while (p && *p) {
		size_t len = strcspn(p, ":");
		/* A folder that depends on where one stands is not meant. */
		char *full = *p == '/' ? xasprintf("%.*s/perf", (int)len, p) : NULL;

		if (full && is_other(full))
			return full;
		free(full);
		p += len + (p[len] == ':');
	}
	return NULL;
}

/* Debian and Fedora have one perf; Ubuntu one for each kernel, and a script that looks for it. */
static char *find_installed(void)
{
	static const char *const places[] = { "/usr/bin/perf", "/usr/lib/linux-tools/*/perf", "/usr/lib/linux-tools-*/perf",
					      "/usr/bin/perf_[0-9]*" };
	char *ret = NULL;
	size_t i, k;
	glob_t g;

	for (i = 0; i < ARRAY_SIZE(places) && !ret; i++) {
		if (glob(places[i], 0, NULL, &g))
			continue;
		/* The last one is the newest, or nearly. */
		for (k = g.gl_pathc; k-- && !ret;)
			if (is_other(g.gl_pathv[k]))
				ret = xstrdup(g.gl_pathv[k]);
		globfree(&g);
	}
	return ret;
}

char *other_perf__find(void)
{
	const char *guard = getenv(GUARD);
	char *path;

	if (guard && atol(guard) == getpid())
		return NULL;
	path = find_in_path();
	return path ? path : find_installed();
}

static bool is_ours(const char *path, bool folder)
{
	struct stat st;

	/* In a folder with the sticky bit others may add files, but not exchange this one. */
	return !stat(path, &st) && (!st.st_uid || st.st_uid == geteuid()) &&
	       (!(st.st_mode & (S_IWGRP | S_IWOTH)) || (folder && st.st_mode & S_ISVTX));
}

bool other_perf__is_safe(const char *path)
{
	char *real = realpath(path, NULL), *slash;
	bool safe = real && is_ours(real, false);

	/* Who can change a folder on the way can put another program there. */
	while (safe && (slash = strrchr(real, '/'))) {
		*slash = 0;
		safe = is_ours(*real ? real : "/", true);
	}
	free(real);
	return safe;
}

int other_perf__run(const char *path, const char *const *argv)
{
	const char **tokens;
	size_t n = 0, i;
	char own[24];

	while (argv[n])
		n++;
	tokens = xcalloc(n + 2, sizeof(*tokens));
	tokens[0] = path;
	for (i = 0; i < n; i++)
		tokens[i + 1] = argv[i];
	snprintf(own, sizeof(own), "%ld", (long)getpid());
	setenv(GUARD, own, 1);
	execv(path, (char *const *)(uintptr_t)tokens);
	n = (size_t)errno;
	unsetenv(GUARD);
	free(tokens);
	return -(int)n;
}
