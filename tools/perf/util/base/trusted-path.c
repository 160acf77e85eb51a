// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/trusted-path.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/open-regular.h"

/* @last: not a folder on the way, in which nobody else may make a file even if it is sticky. */
static bool is_trusted(const struct stat *st, bool last)
{
	mode_t others = S_IWOTH | (st->st_gid && st->st_gid != getegid() ? S_IWGRP : 0);

	if (!stat__is_ours(st))
		return false;
	if (S_ISLNK(st->st_mode) || !(st->st_mode & others))
		return true;
	return !last && st->st_mode & S_ISVTX;
}

/* As the kernel follows them. */
#define MAX_LINKS	40

/* What the link @path leads to, with @rest behind it. Owned; NULL: it cannot be read. */
static char *follow(const char *path, const char *rest)
{
	char target[PATH_MAX];
	ssize_t len = readlink(path, target, sizeof(target) - 1);

	return len > 0 ? xasprintf("%.*s/%s", (int)len, target, rest) : NULL;
}

/*
 * Goes the way of @path, an absolute one, step by step: each folder and each link on it, those that links lead through as
 * well. What is not there any more cannot be another's.
 */
static bool way_is_trusted(const char *path)
{
	char *left = xstrdup(path), *here = xstrdup("");
	unsigned int links = 0;
	bool ok = true;
	size_t at = 0;
	struct stat st;

	while (ok && left[at += strspn(left + at, "/")]) {
		size_t len = strcspn(left + at, "/"), rest = at + len + strspn(left + at + len, "/");
		char *next = here, *behind;

		if (len == 2 && !strncmp(left + at, "..", 2))
			*(strrchr(here, '/') ?: here) = 0;
		else if (len != 1 || left[at] != '.')
			next = xasprintf("%s/%.*s", here, (int)len, left + at);
		if (lstat(*next ? next : "/", &st)) {
			if (next != here)
				free(next);
			break;
		}
		ok = is_trusted(&st, !left[rest]);
		if (!S_ISLNK(st.st_mode)) {
			if (next != here)
				free(here);
			here = next;
			at = rest;
			continue;
		}
		behind = follow(next, left + rest);
		ok = ok && behind && links++ < MAX_LINKS;
		if (behind && *behind == '/')
			*here = 0;
		free(next);
		free(left);
		left = behind ? behind : xstrdup("");
		at = 0;
	}
	free(here);
	free(left);
	return ok;
}

bool user__is_root(void)
{
	unsigned long inside, outside, nr;
	char *text;
	size_t size;
	bool ret = true;

	if (geteuid())
		return false;
	if (file__read_all("/proc/self/uid_map", 4096, &text, &size))
		return true;
	if (sscanf(text, "%lu %lu %lu", &inside, &outside, &nr) == 3)
		ret = !inside && !outside && nr >= UINT32_MAX;
	free(text);
	return ret;
}

bool path__is_trusted(const char *path)
{
	char *here = *path == '/' ? NULL : alloc__given(realpath(".", NULL));
	char *full = *path == '/' ? xstrdup(path) : xasprintf("%s/%s", here ? here : "", path);
	/* Where one stands may not be there any more. */
	bool ok = (*path == '/' || here) && way_is_trusted(full);

	free(full);
	free(here);
	return ok;
}

bool path__is_trusted_like_self(const char *path)
{
	char *self;
	bool ok;

	if (!user__is_root() || path__is_trusted(path))
		return true;
	self = alloc__given(realpath("/proc/self/exe", NULL));
	ok = self && !path__is_trusted(self);
	free(self);
	return ok;
}
