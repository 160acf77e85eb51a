// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/option-table.h"

#include <stdlib.h>

#include "util/base/alloc.h"

void option_table__add(struct option_table *t, const struct option *options)
{
	for (; options->type != OPTION_END; options++) {
		GROW(t->list, t->nr + 1, t->cap);
		t->list[t->nr++] = *options;
		t->list[t->nr] = (struct option)OPT_END();
	}
}

void option_table__exit(struct option_table *t)
{
	free(t->list);
	*t = (struct option_table){ 0 };
}
