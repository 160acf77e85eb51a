// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/id-list.h"

#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"

int id_list__parse(const char *option, const char *text, uint32_t **ret, size_t *ret_nr, struct diag *diag)
{
	uint32_t *ids = NULL;
	size_t nr = 0, cap = 0;
	const char *s = text;
	char *end;

	for (; s && *s; s = *end ? end + 1 : end) {
		unsigned long v = strtoul(s, &end, 10);

		if (end == s || (*end && *end != ',') || v > UINT32_MAX) {
			free(ids);
			return diag__msg(diag, -EINVAL, "option '%s' takes numbers with commas between them, not '%s'", option, text);
		}
		GROW(ids, nr, cap);
		ids[nr++] = (uint32_t)v;
	}
	*ret = ids;
	*ret_nr = nr;
	return 0;
}

bool id_list__has(const uint32_t *ids, size_t nr, uint32_t id)
{
	while (nr--)
		if (ids[nr] == id)
			return true;
	return false;
}
