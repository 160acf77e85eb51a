// SPDX-License-Identifier: GPL-2.0-only
#include "util/hardware/branch-stat.h"

#include <stdbool.h>

_Static_assert(BRANCH_NR_KINDS <= 64, "a bit for each kind");

static bool crosses(uint64_t from, uint64_t to, unsigned int shift)
{
	return from >> shift != to >> shift;
}

static uint64_t bit(unsigned int kind)
{
	return 1ULL << kind;
}

uint64_t branch_kinds(uint64_t from, uint64_t to, uint64_t flags)
{
	unsigned int type = branch_flags__type(flags);
	uint64_t kinds;

	if (type == BRANCH_TYPE_UNKNOWN || !from)
		return 0;
	if (type == BRANCH_TYPE_IS_NEW)
		kinds = bit(BRANCH_KIND_NEW_TYPE + branch_flags__new_type(flags));
	else
		kinds = bit(BRANCH_KIND_TYPE + type);
	if (type == BRANCH_TYPE_COND)
		kinds |= bit(to > from ? BRANCH_KIND_COND_FWD : BRANCH_KIND_COND_BWD);
	if (crosses(from, to, 21))
		kinds |= bit(BRANCH_KIND_CROSS_2M);
	else if (crosses(from, to, 12))
		kinds |= bit(BRANCH_KIND_CROSS_4K);
	return kinds;
}

const char *branch_kind__name(unsigned int kind)
{
	static const char *const names[] = { "COND_FWD", "COND_BWD", "CROSS_4K", "CROSS_2M" };

	if (kind < BRANCH_KIND_TYPE)
		return names[kind];
	if (kind < BRANCH_KIND_NEW_TYPE)
		return branch_type__name(kind - BRANCH_KIND_TYPE);
	return branch_new_type__name(kind - BRANCH_KIND_NEW_TYPE);
}

void branch_stat__add(struct branch_stat *st, uint64_t from, uint64_t to, uint64_t flags)
{
	uint64_t kinds = branch_kinds(from, to, flags);

	for (; kinds; kinds &= kinds - 1)
		st->nr[__builtin_ctzll(kinds)]++;
}

void branch_stat__print(const struct branch_stat *st, struct text_out *out)
{
	uint64_t total = 0;
	unsigned int i;

	for (i = BRANCH_KIND_TYPE; i < BRANCH_NR_KINDS; i++)
		total += st->nr[i];
	if (!total)
		return;
	text_out__addstr(out, "\n#\n# Branch Statistics:\n#\n");
	for (i = 0; i < BRANCH_NR_KINDS; i++)
		if (st->nr[i] && *branch_kind__name(i))
			text_out__addf(out, "%8s: %5.1f%%\n", branch_kind__name(i),
				     100.0 * (double)st->nr[i] / (double)total);
}
