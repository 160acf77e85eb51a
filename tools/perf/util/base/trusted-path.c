// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/trusted-path.h"

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

/* Each folder of @path, an absolute one, as it is named. *@ret_exists: it is there, all of it. */
static bool names_are_trusted(const char *path, bool *ret_exists)
{
	char *copy = xstrdup(path), *slash = copy;
	bool ok = true, last;
	struct stat st;

	*ret_exists = true;
	while (ok && *ret_exists && slash) {
		slash = strchr(slash + 1, '/');
		last = !slash || !slash[strspn(slash, "/")];
		if (slash)
			*slash = 0;
		if (lstat(copy, &st))
			*ret_exists = false;
		else
			ok = is_trusted(&st, last);
		if (slash)
			*slash = '/';
		if (last)
			break;
	}
	free(copy);
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
	char *here = *path == '/' ? NULL : realpath(".", NULL);
	char *full = *path == '/' ? xstrdup(path) : xasprintf("%s/%s", here ? here : "", path), *real;
	bool exists, ok = names_are_trusted(full, &exists);

	/* Links, too, must lead through nothing that is another's. */
	real = ok && exists ? realpath(full, NULL) : NULL;
	if (real)
		ok = names_are_trusted(real, &exists);
	free(real);
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
	self = realpath("/proc/self/exe", NULL);
	ok = self && !path__is_trusted(self);
	free(self);
	return ok;
}
