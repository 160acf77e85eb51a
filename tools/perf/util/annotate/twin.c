// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/twin.h"

#include <string.h>

#include "util/annotate/callers.h"
#include "util/base/hash.h"

struct twin {
	const struct dso *dso;
	struct dso *found;
};

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static int look_at_dso(struct dso *dso, void *ctx)
{
	struct twin *t = ctx;

	if (dso->kind != t->dso->kind || dso->pid != t->dso->pid || dso->build_id_size != t->dso->build_id_size ||
	    memcmp(dso->build_id, t->dso->build_id, dso->build_id_size) || !same_text(dso->long_name, t->dso->long_name))
		return 0;
	t->found = dso;
	return 1;
}

struct dso *twin__dso(struct dsos *in, const struct dso *dso)
{
	struct twin t = { .dso = dso };

	(void)dsos__for_each(in, look_at_dso, &t);
	return t.found;
}

const struct symbol *twin__symbol(struct dso *in, const struct symbol *sym)
{
	const struct symbol *found = dso__find_symbol(in, sym->start);

	return found && found->start == sym->start && found->end == sym->end && !strcmp(found->name, sym->name) ? found : NULL;
}

/* Files of one reading -> those of the other: each is looked for once. */
U64_MAP(twin_dsos, struct dso *)

void twin__take_callers(struct annotate_counts *to, struct dsos *in, struct annotate_counts *from)
{
	struct twin_dsos known = { 0 };
	struct annotate_hit *hit;
	size_t i;

	HASH_EACH(&from->hits, i) {
		const struct annotate_hit *other = from->hits.slots[i].val;
		const struct symbol *sym = NULL;
		struct dso *dso = NULL;

		if (!other->func->sym)
			continue;
		dso = twin_dsos__find(&known, (uintptr_t)other->func->dso);
		if (!dso) {
			dso = twin__dso(in, other->func->dso);
			if (dso)
				twin_dsos__set(&known, (uintptr_t)other->func->dso, dso);
		}
		sym = dso ? twin__symbol(dso, other->func->sym) : NULL;
		hit = sym ? annotate_counts__hit(to, other->event, annotate_counts__func(to, dso, sym), other->addr) : NULL;
		if (hit)
			hit->callers = other->callers;
	}
	twin_dsos__exit(&known);
	to->callers = from->callers;
	from->callers = NULL;
}
