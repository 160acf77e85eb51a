// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/kept-answers.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* Of each piece of code in memory, of which there may be a thousand; an answer takes some 300 bytes. */
#define MAX_KEPT	256U

const struct kept_answer *kept_answers__find(const struct kept_answers *k, uint64_t offset)
{
	size_t i;

	for (i = 0; i < k->nr; i++)
		if (k->list[i].offset == offset)
			return &k->list[i];
	return NULL;
}

static void forget_all(struct kept_answers *k)
{
	while (k->nr)
		free(k->list[--k->nr].bytes);
}

void kept_answers__add(struct kept_answers *k, const struct kept_answer *answer)
{
	if (k->nr == MAX_KEPT)
		forget_all(k);
	GROW(k->list, k->nr, k->cap);
	k->list[k->nr] = *answer;
	k->list[k->nr++].bytes = xmemdup(answer->bytes, answer->size);
}

void kept_answers__renew(struct kept_answers *k, const unsigned char *old, const unsigned char *now, size_t size)
{
	/* Of what lies farther behind it is not known whether it has changed. */
	struct seen_code changed = { .elsewhere = size > SEEN_BYTES };
	size_t at, i, kept = 0;

	for (at = 0; at < size && at < SEEN_BYTES; at += SEEN_LINE)
		if (memcmp(old + at, now + at, size - at < SEEN_LINE ? size - at : SEEN_LINE) != 0)
			seen_code__add(&changed, at, at + 1);
	for (i = 0; i < k->nr; i++) {
		if (seen_code__meets(&k->list[i].seen, &changed))
			free(k->list[i].bytes);
		else
			k->list[kept++] = k->list[i];
	}
	k->nr = kept;
}

void kept_answers__exit(struct kept_answers *k)
{
	forget_all(k);
	free(k->list);
	*k = (struct kept_answers){ .nr = 0 };
}
