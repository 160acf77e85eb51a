// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/sdt-fetch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/record/probe-arg.h"

/* The place of the argument @name in @all, "%di" of " arg1=%di:u64", and its type. NULL: it is not there; free both. */
static char *find_place(const char *all, const char *name, char **ret_type)
{
	char *key = xasprintf(" %s=", name);
	const char *at = strstr(all, key), *place = at ? at + strlen(key) : NULL;
	size_t len = place ? strcspn(place, " ") : 0, type;

	free(key);
	if (!place)
		return NULL;
	for (type = len; type && place[type - 1] != ':'; type--)
		;
	*ret_type = xstrndup(place + type, len - type);
	return xstrndup(place, type - 1);
}

static bool is_string(const char *type)
{
	return type && (!strcmp(type, "string") || !strcmp(type, "ustring"));
}

static int add(const char *all, const struct probe_arg *a, const char *marker, struct strbuf *out, struct diag *diag)
{
	char *type = NULL, *place = find_place(all, a->what, &type);

	if (!place)
		return diag__msg(diag, -ENOENT, "the marker %s has no argument '%s' that a probe can fetch: it has%s", marker, a->what,
				 *all ? all : " none");
	/* An argument is the address of its characters. */
	strbuf__addf(out, is_string(a->type) ? " %s=+0(%s):%s" : " %s=%s:%s", a->name ?: a->what, place, a->type ?: type);
	free(place);
	free(type);
	return 0;
}

int sdt_fetch__choose(const char *all, const char *wanted, const char *marker, struct strbuf *out, struct diag *diag)
{
	struct probe_arg a;
	int err = 0;

	while (!err && probe_arg__next(&a, &wanted)) {
		if (probe_arg__is_raw(&a))
			strbuf__addf(out, " %s%s%s%s%s", a.name ?: "", a.name ? "=" : "", a.what, a.type ? ":" : "", a.type ?: "");
		else
			err = add(all, &a, marker, out, diag);
		probe_arg__exit(&a);
	}
	return err;
}
