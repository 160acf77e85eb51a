// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/name-list.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/file.h"

#define FILE_MAX	(16u << 20)

void name_list__add_one(struct name_list *l, const char *name)
{
	GROW(l->names, l->nr + 1, l->cap);
	l->names[l->nr++] = xstrdup(name);
	l->names[l->nr] = NULL;
}

static int add_file(struct name_list *l, const char *path, struct diag *diag)
{
	char *text, *rest, *line;
	size_t size;
	int err = file__read_given(path, FILE_MAX, &text, &size);

	if (err)
		return diag__msg(diag, err, "cannot read the names in '%s': %s", path, strerror(-err));
	rest = text;
	while ((line = strsep(&rest, "\r\n")) != NULL)
		if (*line)
			name_list__add_one(l, line);
	free(text);
	return 0;
}

int name_list__add(struct name_list *l, const char *text, struct diag *diag)
{
	char *copy, *rest, *name;
	int err = 0;

	if (!text)
		return 0;
	copy = rest = xstrdup(text);
	while (!err && (name = strsep(&rest, ",")) != NULL) {
		if (!strncmp(name, "file://", 7))
			err = add_file(l, name + 7, diag);
		else if (*name)
			name_list__add_one(l, name);
	}
	free(copy);
	return err;
}

bool name_list__has(const struct name_list *l, const char *name)
{
	size_t i;

	for (i = 0; i < l->nr; i++)
		if (!strcmp(l->names[i], name))
			return true;
	return false;
}

void name_list__exit(struct name_list *l)
{
	while (l->nr)
		free(l->names[--l->nr]);
	zfree(&l->names);
	l->cap = 0;
}
