// SPDX-License-Identifier: GPL-2.0-only
#include "util/hits/dso-hits.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

static void mark_frame(const struct frame *f)
{
	if (f && f->map && f->map->dso)
		f->map->dso->hit = true;
}

/* Equal halves are one object: each is looked at once. */
static void mark_half(const struct chain_half *half)
{
	static char seen;
	uint32_t i;

	if (!half || *half->priv)
		return;
	*half->priv = &seen;
	for (i = 0; i < half->nr; i++)
		mark_frame(half->frames[i]);
}

int dso_hits__sample(void *ctx, const struct session_sample *sample)
{
	(void)ctx;
	mark_frame(sample->ip);
	mark_half(sample->chain.kernel);
	mark_half(sample->chain.user);
	return 0;
}

struct listing {
	struct dso **dsos;
	size_t nr, cap;
	bool all;
};

static int add(struct dso *dso, void *ctx)
{
	struct listing *l = ctx;

	if ((!l->all && !dso->hit) || dso->kind == DSO_KIND_JIT || dso->kind == DSO_KIND_KSYMBOL)
		return 0;
	GROW(l->dsos, l->nr, l->cap);
	l->dsos[l->nr++] = dso;
	return 0;
}

static int by_name(const void *a, const void *b)
{
	const struct dso *x = *(struct dso *const *)a, *y = *(struct dso *const *)b;
	int n = strcmp(x->path, y->path);

	return n ? n : memcmp(x->build_id, y->build_id, sizeof(x->build_id));
}

struct dso **dso_hits__list(struct session *s, bool all, size_t *ret_nr)
{
	struct listing l = { .all = all };

	(void)dsos__for_each(session__dsos(s), add, &l);
	if (l.nr)
		qsort(l.dsos, l.nr, sizeof(*l.dsos), by_name);
	*ret_nr = l.nr;
	return l.dsos;
}
