// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/percent-type.h"

#include <string.h>

#include "util/base/percent.h"

bool percent_type__parse(const char *text, struct percent_type *ret)
{
	struct percent_type t = { .global = !strncmp(text, "global-", 7) };
	const char *unit = text + (t.global ? 7 : 6);

	if (!t.global && strncmp(text, "local-", 6))
		return false;
	t.hits = !strcmp(unit, "hits");
	if (!t.hits && strcmp(unit, "period"))
		return false;
	*ret = t;
	return true;
}

const char *percent_type__text(struct percent_type t)
{
	if (t.global)
		return t.hits ? "global hits" : "global period";
	return t.hits ? "local hits" : "local period";
}

double percent_type__of(struct percent_type t, struct annotate_stat part, struct annotate_stat local, struct annotate_stat total)
{
	const struct annotate_stat *all = t.global ? &total : &local;
	uint64_t of = t.hits ? all->nr : all->period, v = t.hits ? part.nr : part.period;

	return percent__of(v, of);
}
