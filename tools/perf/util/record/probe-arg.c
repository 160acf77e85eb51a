// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/probe-arg.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

#define BLANKS " \t\n"

void probe_arg__exit(struct probe_arg *a)
{
	free(a->name);
	free(a->what);
	free(a->type);
}

bool probe_arg__next(struct probe_arg *a, const char **pos)
{
	const char *begin = *pos + strspn(*pos, BLANKS);
	size_t len = strcspn(begin, BLANKS);
	char *whole, *equals, *what, *colon;

	*pos = begin + len;
	if (!len)
		return false;
	whole = xstrndup(begin, len);
	equals = strchr(whole, '=');
	what = equals ? equals + 1 : whole;
	colon = strrchr(what, ':');
	a->name = equals ? xstrndup(whole, (size_t)(equals - whole)) : NULL;
	a->what = colon ? xstrndup(what, (size_t)(colon - what)) : xstrdup(what);
	a->type = colon ? xstrdup(colon + 1) : NULL;
	free(whole);
	return true;
}

bool probe_arg__is_raw(const struct probe_arg *a)
{
	return !*a->what || strchr("%@+-\\$", *a->what);
}
