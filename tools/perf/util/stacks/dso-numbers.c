// SPDX-License-Identifier: GPL-2.0-only
#include "util/stacks/dso-numbers.h"

#include <string.h>

#include "util/base/arena.h"
#include "util/base/hash.h"

struct dso_name_number {
	const char *text;
	uint32_t id;
};

static inline uint64_t dso_name_set__hash(const char *text)
{
	return hash_str(text);
}

static inline bool dso_name_set__is(const struct dso_name_number *n, const char *text)
{
	return !strcmp(n->text, text);
}

HASH_SET_FUNCTIONS(dso_name_set, const char *, struct dso_name_number *)

static uint32_t name_id(struct dso_numbers *n, struct arena *arena, const char *text)
{
	struct dso_name_number **known = dso_name_set__place(&n->names, text);

	if (!*known) {
		*known = arena__alloc(arena, sizeof(**known));
		**known = (struct dso_name_number){ .text = text, .id = (uint32_t)n->names.nr };
	}
	return (*known)->id;
}

uint32_t dso_numbers__add(struct dso_numbers *n, struct arena *arena, const struct dso *dso)
{
	uint32_t id = name_id(n, arena, dso->short_name);

	u64num__set(&n->by_dso, (uintptr_t)dso, id);
	return id;
}

void dso_numbers__exit(struct dso_numbers *n)
{
	u64num__exit(&n->by_dso);
	dso_name_set__exit(&n->names);
}
