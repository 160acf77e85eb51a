// SPDX-License-Identifier: GPL-2.0-only
#include "other-perf.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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
	"kvm", "kwork", "lock", "mem", "probe", "sched", "stat", "timechart", "trace",
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
		if (alloc__given_glob(glob(places[i], 0, NULL, &g)))
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

	if (guard && strtol(guard, NULL, 10) == getpid())
		return NULL;
	path = find_in_path();
	return path ? path : find_installed();
}

static bool is_ours(const struct stat *st, bool folder)
{
	/* In a folder with the sticky bit others may add files, but not exchange this one. */
	return (!st->st_uid || st->st_uid == geteuid()) &&
	       (!(st->st_mode & (S_IWGRP | S_IWOTH)) || (folder && st->st_mode & S_ISVTX));
}

/* Goes on from the folder @dir, which is closed, to @name there. Returns its descriptor, which only names it, or negative errno. */
static int step(int dir, const char *name, bool folder)
{
	int fd = openat(dir, name, O_PATH | O_NOFOLLOW | O_CLOEXEC), err = fd < 0 ? -errno : 0;
	struct stat st;

	if (!err && fstat(fd, &st))
		err = -errno;
	if (!err && !(folder ? S_ISDIR(st.st_mode) : S_ISREG(st.st_mode)))
		err = folder ? -ENOTDIR : -EACCES;
	if (!err && !is_ours(&st, folder))
		err = -EPERM;
	if (err && fd >= 0)
		close(fd);
	return err ? err : fd;
}

int other_perf__open(struct other_perf *o, const char *path)
{
	char *real = alloc__given(realpath(path, NULL)), *name, *slash;
	int fd, next;

	if (!real)
		return -errno;
	*o = (struct other_perf){ .path = path, .real = real };
	/* Who can change a folder on the way can put another program there. */
	fd = step(AT_FDCWD, "/", true);
	for (name = real + 1; fd >= 0 && (slash = strchr(name, '/')); name = slash + 1) {
		*slash = 0;
		next = step(fd, name, true);
		*slash = '/';
		close(fd);
		fd = next;
	}
	next = fd < 0 ? fd : step(fd, name, false);
	if (next >= 0) {
		close(next);
		o->dir_fd = fd;
		return 0;
	}
	if (fd >= 0)
		close(fd);
	zfree(&o->real);
	return next;
}

/* Only returns if it cannot: negative errno. */
static int execute(int dir_fd, const char *name, const char **tokens)
{
#ifdef SYS_execveat
	syscall(SYS_execveat, dir_fd, name, tokens, environ, AT_SYMLINK_NOFOLLOW);
#else
	(void)dir_fd;
	(void)name;
	(void)tokens;
	errno = ENOSYS;
#endif
	return -errno;
}

/*
 * By the folder that was checked, and by name only there: the program's own descriptor would do, but the kernel calls a
 * process after that ("7"), and a script, of which its interpreter only gets a path, could not tell what it is called.
 */
static int become(const struct other_perf *o, const char **tokens)
{
	const char *name = strrchr(o->real, '/') + 1;
	int err = execute(o->dir_fd, name, tokens);
	char here[PATH_MAX];

	if (err != -ENOENT && err != -ENOSYS)
		return err;
	/* A script: its interpreter opens it below the descriptor, which must stay open for that. */
	snprintf(here, sizeof(here), "/dev/fd/%d/%s", o->dir_fd, name);
	if (err == -ENOENT && !access(here, F_OK)) {
		fcntl(o->dir_fd, F_SETFD, 0);
		return execute(o->dir_fd, name, tokens);
	}
	/* Without /proc only a path is left. There are no links in it, and nobody else can change its folders. */
	execv(o->real, (char *const *)(uintptr_t)tokens);
	return -errno;
}

int other_perf__run(struct other_perf *o, const char *const *argv)
{
	const char **tokens;
	size_t n = 0, i;
	char own[24];
	int err;

	while (argv[n])
		n++;
	tokens = xcalloc(n + 2, sizeof(*tokens));
	tokens[0] = o->path;
	for (i = 0; i < n; i++)
		tokens[i + 1] = argv[i];
	snprintf(own, sizeof(own), "%ld", (long)getpid());
	xsetenv(GUARD, own, true);
	err = become(o, tokens);
	unsetenv(GUARD);
	free(tokens);
	close(o->dir_fd);
	zfree(&o->real);
	return err;
}
