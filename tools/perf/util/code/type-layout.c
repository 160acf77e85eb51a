// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/type-layout.h"

#include <stdlib.h>

/* Types lie within each other at most as deep as who makes the layout allows. */
static void free_members(struct type_member *m)
{
	size_t i;

	for (i = 0; i < m->nr; i++)
		free_members(&m->members[i]);
	free(m->members);
}

void type_layout__exit(struct type_layout *l)
{
	free_members(&l->type);
	*l = (struct type_layout){ 0 };
}
