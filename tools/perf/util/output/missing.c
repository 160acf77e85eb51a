// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/missing.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/output/missing-internal.h"
#include "util/session/session-sample.h"

struct missing *missing__new(bool stacks, const char *symfs)
{
	struct missing *m = xzalloc(sizeof(*m));

	m->stacks = stacks;
	m->symfs = symfs;
	return m;
}

void missing__delete(struct missing *m)
{
	size_t i;

	if (!m)
		return;
	for (i = 0; i < m->nr; i++)
		free(m->rows[i]);
	free(m->rows);
	missing_map__exit(&m->by_dso);
	fp_table__exit(&m->fp);
	gap_table__exit(&m->gaps);
	free(m);
}

static struct missing_row *new_row(struct missing *m, struct dso *dso, enum missing_no_dso what)
{
	struct missing_row *r = xzalloc(sizeof(*r));

	r->dso = dso;
	r->what = what;
	GROW(m->rows, m->nr, m->cap);
	return m->rows[m->nr++] = r;
}

static enum missing_no_dso what_is(const struct frame *f)
{
	if (f->kind == FRAME_JUNK)
		return MISSING_NO_ADDRESS;
	return f->cpumode == PERF_RECORD_MISC_USER ? MISSING_NO_MAP_USER :
	       f->cpumode == PERF_RECORD_MISC_KERNEL ? MISSING_NO_MAP_KERNEL : MISSING_NO_MAP_OTHER;
}

static struct missing_row *row_of(struct missing *m, const struct frame *f)
{
	struct missing_row **slot, *r;

	if (f->map) {
		if (m->last && m->last->dso == f->map->dso)
			return m->last;
		r = missing_map__find(&m->by_dso, (uintptr_t)f->map->dso);
		if (!r) {
			r = new_row(m, f->map->dso, MISSING_NR_NO_DSO);
			missing_map__set(&m->by_dso, (uintptr_t)f->map->dso, r);
		}
		return m->last = r;
	}
	slot = &m->no_dso[what_is(f)];
	if (!*slot)
		*slot = new_row(m, NULL, what_is(f));
	return *slot;
}

/* Each row once a sample, however often its code is in the stack. */
static void add_half(struct missing *m, const struct chain_half *half)
{
	uint32_t i;

	for (i = 0; half && i < half->nr; i++) {
		struct missing_row *r;

		if (half->frames[i]->sym)
			continue;
		r = row_of(m, half->frames[i]);
		r->stacks += r->last != m->samples;
		r->last = m->samples;
	}
}

void missing__add_more(struct missing *m, const struct session_sample *s, uint64_t nr)
{
	m->samples += nr;
	if (!s->ip || s->ip->sym)
		return;
	m->nameless += nr;
	row_of(m, s->ip)->samples += nr;
}

void missing__add(struct missing *m, const struct session_sample *s)
{
	enum fp_verdict verdict;
	struct dso *blame;

	missing__add_more(m, s, 1);
	if (!m->stacks)
		return;
	add_half(m, s->chain.kernel);
	add_half(m, s->chain.user);
	if (s->chain.user) {
		verdict = fp_health__judge(s->chain.user, &blame);
		fp_table__add(&m->fp, blame, verdict, 1);
		gap_table__add(&m->gaps, s->chain.user, 1);
	}
}
