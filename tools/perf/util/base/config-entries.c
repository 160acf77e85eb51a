// SPDX-License-Identifier: GPL-2.0-only
/* The entries of configuration files and of -c: added, with the name of the file that they are from, and freed. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/config-entries.h"
#include "util/base/config.h"

bool config_key__may_have(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '_';
}

struct config_entry *config__new_entry(struct config *c)
{
	GROW(c->entries, c->nr, c->cap);
	c->entries[c->nr] = (struct config_entry){ 0 };
	return &c->entries[c->nr++];
}

const char *config__keep_name(struct config *c, const char *file)
{
	GROW(c->files, c->nr_files, c->cap_files);
	return c->files[c->nr_files++] = xstrdup(file);
}

char *config_key__normalize(const char *key, struct diag *diag)
{
	const char *dot = strchr(key, '.'), *last = strrchr(key, '.'), *s;
	char *out, *at;

	if (!dot || dot == key) {
		diag__msg(diag, -EINVAL, "'%s' has no section: a key is section.name", key);
		return NULL;
	}
	for (s = key; *s; s++) {
		/* A subsection may hold anything. */
		if ((s > dot && s < last) || *s == '.' || config_key__may_have(*s))
			continue;
		diag__msg(diag, -EINVAL, "'%s' is no key: names have letters, digits, '-' and '_' only", key);
		return NULL;
	}
	if (!last[1] || !isalpha((unsigned char)last[1])) {
		diag__msg(diag, -EINVAL, "'%s' is no key: a name begins with a letter", key);
		return NULL;
	}
	out = xstrdup(key);
	for (at = out; *at; at++)
		if (at - out < dot - key || at - out > last - key)
			*at = (char)tolower((unsigned char)*at);
	return out;
}

int config__add(struct config *c, const char *file, const char *key, const char *value, struct diag *diag)
{
	char *name = config_key__normalize(key, diag);
	struct config_entry *e;

	if (!name)
		return -EINVAL;
	e = config__new_entry(c);
	e->key = name;
	e->value = value ? xstrdup(value) : NULL;
	e->file = config__keep_name(c, file);
	return 0;
}

void config__exit(struct config *c)
{
	size_t i;

	for (i = 0; i < c->nr; i++) {
		free(c->entries[i].key);
		free(c->entries[i].value);
	}
	for (i = 0; i < c->nr_files; i++)
		free(c->files[i]);
	free(c->entries);
	free(c->files);
	*c = (struct config){ 0 };
}
