// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/event-cgroups.h"

#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/cgroup-tree.h"
#include "util/base/kernel-paths.h"
#include "util/event/evsel-config.h"

/* What makes a name of --for-each-cgroup a pattern. */
#define PATTERN_CHARACTERS	"{}[]()|*+?^$"
/* In front of a number in place of a name. */
#define ID_PREFIX		"id:"

struct names {
	char **at;
	size_t nr, cap;
};

static void names__add(struct names *names, const char *text, size_t len)
{
	GROW(names->at, names->nr, names->cap);
	names->at[names->nr++] = xstrndup(text, len);
}

static void names__exit(struct names *names)
{
	size_t i;

	for (i = 0; i < names->nr; i++)
		free(names->at[i]);
	free(names->at);
}

/* The parts of a comma list; empty ones, too. A '/' at the end says no more than the name does. */
static void names__split(struct names *names, const char *list)
{
	for (;; list++) {
		size_t len = strcspn(list, ","), n = len;

		while (n > 1 && list[n - 1] == '/')
			n--;
		names__add(names, list, n);
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

/* Is there such a group? One that is named by its id gets its path as name. */
static int settle_name(char **name, struct diag *diag)
{
	int err = strncmp(*name, ID_PREFIX, strlen(ID_PREFIX)) ? 0 : find_id(name, diag);
	int fd = err ? err : event_cgroups__open(*name, diag);

	if (fd < 0)
		return fd;
	(void)close(fd);
	return 0;
}

static void set_cgroup(struct evsel *evsel, const char *name)
{
	struct evsel_config *config = evsel__get_config(evsel);

	free(config->cgroup);
	config->cgroup = xstrdup(name);
}

/* One name is for all events that are there, unless they have one. */
static void give_all(struct evlist *evlist, const char *name)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (!evsel__get_config(evsel)->cgroup)
			set_cgroup(evsel, name);
}

int event_cgroups__give(struct evlist *evlist, const char *text, size_t *nr, struct diag *diag)
{
	struct names names = { 0 };
	bool for_all;
	size_t i;
	int err = 0;

	names__split(&names, text);
	for_all = !*nr && names.nr == 1 && *names.at[0];
	if (!evlist->nr)
		err = diag__msg(diag, -EINVAL, "must define events before cgroups: -e EVENT -G %s", text);
	for (i = 0; i < names.nr && !err; i++, ++*nr) {
		if (!*names.at[i])
			continue;
		err = settle_name(&names.at[i], diag);
		if (!err && *nr >= evlist->nr)
			err = diag__msg(diag, -EINVAL,
					"there is no event for cgroup '%s': each takes the next one of those before -G, of which "
					"there are %zu",
					names.at[i], evlist->nr);
		if (!err)
			set_cgroup(evlist->evsels[*nr], names.at[i]);
	}
	if (!err && for_all)
		give_all(evlist, names.at[0]);
	names__exit(&names);
	return err;
}

/* --- --for-each-cgroup ---------------------------------------------------------------------------- */

struct patterns {
	regex_t *at;
	size_t nr;
	struct names *found;
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
		names__add(p->found, path[1] ? path + 1 : path, strlen(path[1] ? path + 1 : path));
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
static int match_names(const char *text, struct names *ret, struct diag *diag)
{
	struct patterns p = { .found = ret };
	struct names names = { 0 };
	char why[128];
	size_t i;
	int err = 0, bad;

	names__split(&names, text);
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
	names__exit(&names);
	return err;
}

static int list_names_of(const char *text, struct names *ret, struct diag *diag)
{
	size_t i;
	int err = 0;

	if (strpbrk(text, PATTERN_CHARACTERS))
		return match_names(text, ret, diag);
	names__split(ret, text);
	for (i = 0; i < ret->nr && !err; i++)
		err = *ret->at[i] ? settle_name(&ret->at[i], diag) :
		      diag__msg(diag, -EINVAL, "'%s' has an empty name of a cgroup ('/' is the root)", text);
	return err;
}

/* Copies of the events that @evlist had first, @nr, in groups as these are. */
static void copy_events(struct evlist *evlist, size_t nr)
{
	size_t first = evlist->nr, i;

	for (i = 0; i < nr; i++) {
		const struct evsel *from = evlist->evsels[i];
		struct evsel *copy = evsel__new(&from->attr);

		evlist__add(evlist, copy);
		copy->name = from->name ? xstrdup(from->name) : NULL;
		copy->config = evsel_config__copy(from->config);
		copy->nr_members = from->nr_members;
		copy->leader = evlist->evsels[first + (size_t)from->leader->idx];
	}
}

int event_cgroups__expand(struct evlist *evlist, const char *text, struct diag *diag)
{
	struct names names = { 0 };
	size_t nr = evlist->nr, i, n;
	int err = list_names_of(text, &names, diag);

	for (i = 1; i < names.nr && !err; i++)
		copy_events(evlist, nr);
	for (i = 0; i < names.nr && !err; i++)
		for (n = 0; n < nr; n++)
			set_cgroup(evlist->evsels[i * nr + n], names.at[i]);
	names__exit(&names);
	return err;
}

static const char *cgroup_of(const struct evsel *evsel)
{
	return evsel->config && evsel->config->cgroup ? evsel->config->cgroup : "";
}

bool event_cgroups__differ(const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (strcmp(cgroup_of(evsel), cgroup_of(evlist->evsels[0])))
			return true;
	return false;
}

void event_cgroups__name(struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		char *name = *cgroup_of(evsel) ? xasprintf("%s@%s", evsel__name(evsel), cgroup_of(evsel)) : NULL;

		if (name)
			evsel__set_name(evsel, name);
		free(name);
	}
}

int event_cgroups__check(const struct evlist *evlist, struct diag *diag)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (strcmp(cgroup_of(evsel), cgroup_of(evsel->leader)))
			return diag__msg(diag, -EINVAL,
					 "'%s' is in a group of events with '%s', and all of these count in one cgroup: give them "
					 "the same name (-G NAME,NAME)",
					 evsel__name(evsel), evsel__name(evsel->leader));
	return 0;
}
