// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/cgroup-names.h"

#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/cgroup-tree.h"
#include "util/base/kernel-paths.h"
#include "util/record/event-cgroups.h"

/* What makes a name of --for-each-cgroup a pattern. */
#define PATTERN_CHARACTERS	"{}[]()|*+?^$"
/* In front of a number in place of a name. */
#define ID_PREFIX		"id:"

static void cgroup_names__add(struct cgroup_names *names, const char *text, size_t len)
{
	GROW(names->at, names->nr, names->cap);
	names->at[names->nr++] = xstrndup(text, len);
}

void cgroup_names__exit(struct cgroup_names *names)
{
	size_t i;

	for (i = 0; i < names->nr; i++)
		free(names->at[i]);
	free(names->at);
}

void cgroup_names__split(struct cgroup_names *names, const char *list)
{
	for (;; list++) {
		size_t len = strcspn(list, ","), n = len;

		while (n > 1 && list[n - 1] == '/')
			n--;
		cgroup_names__add(names, list, n);
		list += len;
		if (!*list)
			return;
	}
}

static int no_mount(struct diag *diag)
{
	return diag__msg(diag, -ENOENT, "no cgroup file system is mounted: 'mount -t cgroup2 cgroup2 /sys/fs/cgroup' as root");
}

int event_cgroups__open(const char *name, struct diag *diag)
{
	char *mount = cgroupfs__mount(), *path;
	int fd;

	if (!mount)
		return no_mount(diag);
	path = xasprintf("%s/%s", mount, name);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		fd = diag__msg(diag, -errno, "no access to cgroup %s: %s; its name is a path below %s, as the last part of a line of "
			       "/proc/PID/cgroup", path, strerror(errno), mount);
	free(path);
	free(mount);
	return fd;
}

struct by_id {
	uint64_t id;
	char *path;			/* owned; NULL: not found yet */
};

static int take_path(void *ctx, int fd, const char *path)
{
	struct by_id *by = ctx;
	uint64_t id;

	if (cgroup_tree__id(fd, &id) || id != by->id)
		return 0;
	by->path = xstrdup(path[1] ? path + 1 : path);
	return 1;
}

/* "id:NUMBER" in *@name becomes the path of the group with this id. */
static int find_id(char **name, struct diag *diag)
{
	const char *digits = *name + strlen(ID_PREFIX);
	struct by_id by = { 0 };
	char *end;

	errno = 0;
	by.id = strtoull(digits, &end, 0);
	if (*digits < '0' || *digits > '9' || *end || errno)
		return diag__msg(diag, -EINVAL, "'%s' is no id of a cgroup: a number stands behind id: (a cgroup of that name is /%s)",
				 *name, *name);
	if (cgroup_tree__walk(take_path, &by) < 0)
		return no_mount(diag);
	if (!by.path)
		return diag__msg(diag, -ENOENT, "no cgroup has the id %llu: it is the inode number of the cgroup's folder (ls -di)",
				 (unsigned long long)by.id);
	free(*name);
	*name = by.path;
	return 0;
}

int cgroup_name__settle(char **name, struct diag *diag)
{
	int err = strncmp(*name, ID_PREFIX, strlen(ID_PREFIX)) ? 0 : find_id(name, diag);
	int fd = err ? err : event_cgroups__open(*name, diag);

	if (fd < 0)
		return fd;
	(void)close(fd);
	return 0;
}

struct patterns {
	regex_t *at;
	size_t nr;
	struct cgroup_names *found;
};

static bool matches(const struct patterns *p, const char *path)
{
	size_t i;

	for (i = 0; i < p->nr; i++)
		if (!regexec(&p->at[i], path, 0, NULL, 0))
			return true;
	return false;
}

/* Names and expressions are of paths without a '/' in front; the root's is empty. */
static int add_matching(void *ctx, int fd, const char *path)
{
	const struct patterns *p = ctx;

	(void)fd;
	if (matches(p, path + 1))
		cgroup_names__add(p->found, path[1] ? path + 1 : path, strlen(path[1] ? path + 1 : path));
	return 0;
}

static int find_matching(struct patterns *p, const char *text, struct diag *diag)
{
	if (cgroup_tree__walk(add_matching, p) < 0)
		return no_mount(diag);
	if (p->found->nr)
		return 0;
	return diag__msg(diag, -ENOENT, "no cgroup matched: %s (the expressions are those of grep: alternatives are written \\|, and paths "
			 "begin without a '/')", text);
}

/* @text has patterns: the groups that match one of them, each once, a group before those in it. */
static int match_names(const char *text, struct cgroup_names *ret, struct diag *diag)
{
	struct patterns p = { .found = ret };
	struct cgroup_names names = { 0 };
	char why[128];
	size_t i;
	int err = 0, bad;

	cgroup_names__split(&names, text);
	p.at = xcalloc(names.nr, sizeof(*p.at));
	for (i = 0; i < names.nr && !err; i++) {
		bad = regcomp(&p.at[i], names.at[i], REG_NOSUB);
		if (bad) {
			(void)regerror(bad, &p.at[i], why, sizeof(why));
			err = diag__msg(diag, -EINVAL, "'%s' is not a regular expression: %s", names.at[i], why);
		} else {
			p.nr++;
		}
	}
	if (!err)
		err = find_matching(&p, text, diag);
	while (p.nr)
		regfree(&p.at[--p.nr]);
	free(p.at);
	cgroup_names__exit(&names);
	return err;
}

int cgroup_names__list(const char *text, struct cgroup_names *ret, struct diag *diag)
{
	size_t i;
	int err = 0;

	if (strpbrk(text, PATTERN_CHARACTERS))
		return match_names(text, ret, diag);
	cgroup_names__split(ret, text);
	for (i = 0; i < ret->nr && !err; i++)
		err = *ret->at[i] ? cgroup_name__settle(&ret->at[i], diag) :
		      diag__msg(diag, -EINVAL, "'%s' has an empty name of a cgroup ('/' is the root)", text);
	return err;
}
