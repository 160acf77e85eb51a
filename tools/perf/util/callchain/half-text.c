// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/half-text.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/callchain/chain.h"

#define DEFAULT_MAX_BYTES	(24UL << 20)

struct half_text half_text__once = { .style = HALF_TEXT_NO_STYLE };

enum half_text_state half_text__find(const struct chain_half *half, const struct half_text **ret)
{
	if (!*half->priv) {
		*half->priv = &half_text__once;
		return HALF_TEXT_FIRST;
	}
	if (*half->priv == &half_text__once)
		return HALF_TEXT_WANTED;
	*ret = *half->priv;
	return HALF_TEXT_KEPT;
}

struct half_text *half_texts__add(struct half_texts *t, const struct chain_half *half, uint32_t style, size_t len)
{
	size_t max = t->max_bytes ? t->max_bytes : DEFAULT_MAX_BYTES;
	struct half_text *ht;

	/* Rare, so the simplest way to keep a bound is good enough: begin anew. */
	if (t->bytes + sizeof(*ht) + len > max)
		half_texts__forget(t);
	ht = xmalloc(sizeof(*ht) + len);
	*ht = (struct half_text){ .next = t->list, .pprev = &t->list, .owner = t, .half = half, .style = style, .len = len };
	if (ht->next)
		ht->next->pprev = &ht->next;
	t->list = ht;
	t->bytes += sizeof(*ht) + len;
	*half->priv = ht;
	return ht;
}

void half_text__free(void *priv)
{
	struct half_text *ht = priv;

	if (!ht || ht == &half_text__once)
		return;
	*ht->pprev = ht->next;
	if (ht->next)
		ht->next->pprev = ht->pprev;
	ht->owner->bytes -= sizeof(*ht) + ht->len;
	*ht->half->priv = NULL;
	free(ht);
}

void half_texts__forget(struct half_texts *t)
{
	while (t->list)
		half_text__free(t->list);
}

void half_texts__exit(struct half_texts *t)
{
	struct half_text *ht, *next;

	for (ht = t->list; ht; ht = next) {
		next = ht->next;
		free(ht);
	}
	*t = (struct half_texts){ 0 };
}
