// SPDX-License-Identifier: GPL-2.0-only
#include "util/report/branch-stat.h"

#include <stdbool.h>

static bool crosses(uint64_t from, uint64_t to, unsigned int shift)
{
	return from >> shift != to >> shift;
}

void branch_stat__add(struct branch_stat *st, uint64_t from, uint64_t to, uint64_t flags)
{
	unsigned int type = branch_flags__type(flags);

	if (type == BRANCH_TYPE_UNKNOWN || !from)
		return;
	if (type == BRANCH_TYPE_IS_NEW)
		st->new_types[branch_flags__new_type(flags)]++;
	else
		st->types[type]++;
	if (type == BRANCH_TYPE_COND && to > from)
		st->cond_forward++;
	else if (type == BRANCH_TYPE_COND)
		st->cond_backward++;
	if (crosses(from, to, 21))
		st->cross_2m++;
	else if (crosses(from, to, 12))
		st->cross_4k++;
}

static void add_line(struct strbuf *out, const char *name, uint64_t nr, uint64_t total)
{
	if (nr && *name)
		strbuf__addf(out, "%8s: %5.1f%%\n", name, 100.0 * (double)nr / (double)total);
}

void branch_stat__print(const struct branch_stat *st, struct strbuf *out)
{
	uint64_t total = 0;
	unsigned int i;

	for (i = 0; i < BRANCH_TYPES; i++)
		total += st->types[i];
	for (i = 0; i < BRANCH_NEW_TYPES; i++)
		total += st->new_types[i];
	if (!total)
		return;
	strbuf__addstr(out, "\n#\n# Branch Statistics:\n#\n");
	add_line(out, "COND_FWD", st->cond_forward, total);
	add_line(out, "COND_BWD", st->cond_backward, total);
	add_line(out, "CROSS_4K", st->cross_4k, total);
	add_line(out, "CROSS_2M", st->cross_2m, total);
	for (i = 0; i < BRANCH_TYPES; i++)
		add_line(out, branch_type__name(i), st->types[i], total);
	for (i = 0; i < BRANCH_NEW_TYPES; i++)
		add_line(out, branch_new_type__name(i), st->new_types[i], total);
}
