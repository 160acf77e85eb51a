// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/probe-defs.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* The kernel takes no longer names. */
#define MAX_NAME 63

static char *usable_name(const char *name)
{
	char *ret = xstrndup(name, MAX_NAME - 4), *p;

	for (p = ret; *p; p++)
		if (!isalnum((unsigned char)*p))
			*p = '_';
	return ret;
}

static bool is_taken(const struct probe_defs *defs, const char *system, const char *name)
{
	size_t i;

	for (i = 0; i < defs->nr; i++)
		if (!strcmp(defs->at[i].system, system) && !strcmp(defs->at[i].name, name))
			return true;
	return false;
}

struct probe_def *probe_defs__add(struct probe_defs *defs, const char *system, const char *name)
{
	struct probe_def def = { .system = usable_name(system), .name = usable_name(name) };
	char *first = xstrdup(def.name);
	unsigned int nr;

	for (nr = 1; is_taken(defs, def.system, def.name); nr++) {
		free(def.name);
		def.name = xasprintf("%s_%u", first, nr);
	}
	free(first);
	GROW(defs->at, defs->nr, defs->cap);
	defs->at[defs->nr] = def;
	return &defs->at[defs->nr++];
}

static char *copy_of(const char *text)
{
	return text ? xstrdup(text) : NULL;
}

void probe_def__add_place(struct probe_def *def, const struct probe_place *place)
{
	struct probe_place copy = *place;

	copy.file = copy_of(place->file);
	copy.symbol = copy_of(place->symbol);
	copy.args = copy_of(place->args);
	GROW(def->places, def->nr, def->cap);
	def->places[def->nr++] = copy;
}

void probe_defs__exit(struct probe_defs *defs)
{
	size_t i, k;

	for (i = 0; i < defs->nr; i++) {
		struct probe_def *def = &defs->at[i];

		for (k = 0; k < def->nr; k++) {
			free((char *)(uintptr_t)def->places[k].file);
			free((char *)(uintptr_t)def->places[k].symbol);
			free((char *)(uintptr_t)def->places[k].args);
		}
		free(def->places);
		free(def->system);
		free(def->name);
	}
	free(defs->at);
	*defs = (struct probe_defs){ 0 };
}
