// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/ranges.h"

#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"

/* "3", "5-7". Returns what follows, NULL if it is neither. */
static const char *parse_range(const char *p, struct range *ret)
{
	uint32_t *to[2] = { &ret->from, &ret->to };
	unsigned long v;
	char *end;
	int i;

	for (i = 0; i < 2; i++) {
		errno = 0;
		v = strtoul(p, &end, 10);
		if (*p < '0' || *p > '9' || errno || v > UINT32_MAX)
			return NULL;
		*to[i] = (uint32_t)v;
		if (*end != '-')
			break;
		p = end + 1;
	}
	if (!i)
		ret->to = ret->from;
	return i == 2 || ret->to < ret->from || (*end && *end != ',') ? NULL : end;
}

int ranges__parse(struct ranges *r, const char *text, const char *what, struct diag *diag)
{
	const char *p = text, *end;
	struct range range;

	while (p && *p) {
		end = parse_range(p, &range);
		if (!end)
			return diag__msg(diag, -EINVAL, "cannot understand '%s' in the list of %s '%s'", p,
					 what, text);
		GROW(r->list, r->nr, r->cap);
		r->list[r->nr++] = range;
		p = *end ? end + 1 : end;
	}
	return 0;
}

bool ranges__contain(const struct ranges *r, uint32_t v)
{
	size_t i;

	for (i = 0; i < r->nr; i++)
		if (v >= r->list[i].from && v <= r->list[i].to)
			return true;
	return !r->nr;
}

void ranges__exit(struct ranges *r)
{
	free(r->list);
	*r = (struct ranges){ 0 };
}
