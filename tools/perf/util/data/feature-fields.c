// SPDX-License-Identifier: GPL-2.0-only
/* The fields that features are made of. Strings take a multiple of 64 bytes. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/data/feature-internal.h"

#define STRING_ALIGN	64

char *feature_read__string(struct cursor *c, const char *what)
{
	uint32_t len = cursor__count32(c, 1, what);
	const char *s = cursor__bytes(c, len, what);

	return s ? shown__dup(s, strnlen(s, len)) : NULL;
}

void feature_read__strings(struct cursor *c, char ***ret, uint32_t *ret_nr, const char *what)
{
	uint32_t nr = cursor__count32(c, 4, what), i;
	char **list = nr ? xcalloc(nr, sizeof(*list)) : NULL;

	for (i = 0; i < nr && !c->bad; i++)
		list[i] = feature_read__string(c, what);
	if (c->bad || *ret) {
		for (i = 0; i < nr; i++)
			free(list[i]);
		free(list);
		return;
	}
	*ret = list;
	*ret_nr = nr;
}

void feature_read__free_strings(char **list, uint32_t nr)
{
	uint32_t i;

	for (i = 0; i < nr; i++)
		free(list[i]);
	free(list);
}

void feature_write__u32(struct strbuf *out, uint32_t v)
{
	strbuf__add(out, &v, sizeof(v));
}

void feature_write__u64(struct strbuf *out, uint64_t v)
{
	strbuf__add(out, &v, sizeof(v));
}

void feature_write__string(struct strbuf *out, const char *s)
{
	size_t len = strlen(s), padded = (len + 1 + STRING_ALIGN - 1) & ~(size_t)(STRING_ALIGN - 1);
	char *at;

	feature_write__u32(out, (uint32_t)padded);
	at = strbuf__reserve(out, padded);
	memset(at, 0, padded);
	memcpy(at, s, len);
	out->len += padded;
}
