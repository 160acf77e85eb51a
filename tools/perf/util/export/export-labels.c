// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/export-labels.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/machine/task-facts.h"

/* Letters of the id of a container, as all that follow docker have it. */
#define ID_LETTERS	64

static const struct {
	enum export_label label;
	const char *name;
} words[] = {
	{ EXPORT_LABEL_TASK, "task" }, { EXPORT_LABEL_CPU, "cpu" }, { EXPORT_LABEL_CGROUP, "cgroup" },
	{ EXPORT_LABEL_UNIT, "unit" }, { EXPORT_LABEL_CONTAINER, "container" },
};

int export_labels__parse(const char *text, unsigned int *ret, struct diag *diag)
{
	unsigned int labels = 0;
	size_t n, i;

	do {
		n = strcspn(text, ",");
		for (i = 0; i < ARRAY_SIZE(words); i++)
			if (strlen(words[i].name) == n && !strncmp(words[i].name, text, n))
				break;
		if (i == ARRAY_SIZE(words))
			return diag__msg(diag, -EINVAL, "'%.*s' is no label: they are task, cpu, cgroup, unit and container", (int)n, text);
		labels |= words[i].label;
		text += n;
	} while (*text++);
	*ret = labels;
	return 0;
}

const char *export_label__name(enum export_label label)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (words[i].label == label)
			return words[i].name;
	return "";
}

unsigned int export_labels__grain(unsigned int labels)
{
	return (labels & EXPORT_LABEL_TASK ? EXPORT_BY_TASK : 0) | (labels & EXPORT_LABEL_CPU ? EXPORT_BY_CPU : 0) |
	       (labels & EXPORT_LABELS_GROUP ? EXPORT_BY_GROUP : 0);
}

unsigned int export_labels__of(const struct export *e)
{
	return e->opts->labels ? e->opts->labels : EXPORT_LABELS_USUAL;
}

/* --- what a path says ----------------------------------------------------------------------------------------- */

/* Moves @path behind its next folder, and returns that; len 0: there is none. */
static struct group_part next_folder(const char **path)
{
	struct group_part p;

	*path += strspn(*path, "/");
	p = (struct group_part){ *path, strcspn(*path, "/") };
	*path += p.len;
	return p;
}

static bool ends_with(struct group_part p, const char *end)
{
	size_t n = strlen(end);

	return p.len > n && !memcmp(p.text + p.len - n, end, n);
}

static bool begins_with(struct group_part p, const char *start)
{
	size_t n = strlen(start);

	return p.len > n && !memcmp(p.text, start, n);
}

struct group_part group_path__unit(const char *path)
{
	static const char *const kinds[] = { ".service", ".scope", ".socket", ".mount", ".swap" };
	struct group_part p;
	size_t i;

	while ((p = next_folder(&path)).len)
		for (i = 0; i < ARRAY_SIZE(kinds); i++)
			if (ends_with(p, kinds[i]))
				return p;
	return p;
}

/* The id within a folder's name: docker-ID.scope, cri-containerd-ID.scope, or ID alone. */
static struct group_part id_within(struct group_part p)
{
	size_t i, digits = 0;

	for (i = 0; i <= p.len; i++) {
		if (i < p.len && isxdigit((unsigned char)p.text[i])) {
			digits++;
			continue;
		}
		if (digits == ID_LETTERS)
			return (struct group_part){ p.text + i - digits, digits };
		digits = 0;
	}
	return (struct group_part){ p.text, 0 };
}

/* What is between a beginning and an end of the name. */
static struct group_part name_within(struct group_part p, const char *start, const char *end)
{
	size_t ends = strlen(end);

	if (!begins_with(p, start) || (ends && !ends_with(p, end)) || p.len <= strlen(start) + ends)
		return (struct group_part){ p.text, 0 };
	return (struct group_part){ p.text + strlen(start), p.len - strlen(start) - ends };
}

struct group_part group_path__container(const char *path)
{
	struct group_part p, found, best = { path, 0 }, named = { path, 0 };

	while ((p = next_folder(&path)).len) {
		found = id_within(p);
		if (found.len)
			best = found;
		found = name_within(p, "lxc.payload.", "");
		if (!found.len)
			found = name_within(p, "machine-", ".scope");
		if (!found.len)
			found = name_within(p, "systemd-nspawn@", ".service");
		if (found.len)
			named = found;
	}
	return best.len ? best : named;
}

/* --- labels of a sample ------------------------------------------------------------------------------------------ */

void export_labels__of_group(const struct export *e, const struct export_thread *t,
			     void (*add)(void *ctx, enum export_label which, const char *text), void *ctx)
{
	unsigned int labels = export_labels__of(e) & EXPORT_LABELS_GROUP;
	const char *path = labels && t->cgroup && e->facts ? task_facts__cgroup(e->facts, t->cgroup) : NULL;
	const struct { enum export_label label; struct group_part part; } parts[] = {
		{ EXPORT_LABEL_CGROUP, { path, path ? strlen(path) : 0 } },
		{ EXPORT_LABEL_UNIT, path ? group_path__unit(path) : (struct group_part){ 0 } },
		{ EXPORT_LABEL_CONTAINER, path ? group_path__container(path) : (struct group_part){ 0 } },
	};
	size_t i;
	char *text;

	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		if (!(labels & parts[i].label) || !parts[i].part.len)
			continue;
		text = xstrndup(parts[i].part.text, parts[i].part.len);
		add(ctx, parts[i].label, text);
		free(text);
	}
}
