// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/type-list.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/dso-code.h"
#include "util/code/dso-image.h"

/* --- rows ----------------------------------------------------------------------------------------- */

static uint32_t row_of(struct type_list *l, struct dso *dso, const char *name, uint64_t addr)
{
	const char *own = byte_pool__str(&l->pool, name);
	uint64_t *known = pair_num__place(&l->known, pair_of((uintptr_t)dso, (uintptr_t)own));
	struct type_row *row;

	if (!*known) {
		row = xzalloc(sizeof(*row));
		*row = (struct type_row){ .name = own, .dso = dso, .addr = addr };
		row->stats = xcalloc(l->nr_events, sizeof(*row->stats));
		GROW(l->rows, l->nr, l->cap);
		l->rows[l->nr++] = row;
		*known = l->nr;
	}
	return (uint32_t)*known - 1;
}

static struct type_access *access_of(struct type_list *l, uint32_t number, uint64_t offset)
{
	uint64_t *known = pair_num__place(&l->access_of, pair_of(number, offset));
	struct type_row *row = l->rows[number];

	if (!*known) {
		GROW(row->accesses, row->nr, row->cap);
		row->accesses[row->nr++] = (struct type_access){ offset, xcalloc(l->nr_events, sizeof(struct annotate_stat)) };
		*known = row->nr;
	}
	return &row->accesses[*known - 1];
}

static void add_stat(struct annotate_stat *to, const struct annotate_stat *stat)
{
	to->nr += stat->nr;
	to->period += stat->period;
}

/* --- instructions --------------------------------------------------------------------------------- */

static const char *mnemonic_at(struct code_source *s, struct dso *dso, uint64_t addr)
{
	unsigned char code[DISASM_MAX_INSN];
	size_t size = dso_code__read(s->code, dso, addr, code, sizeof(code));
	struct disasm_insn insn;
	bool bits32;

	if (!s->disasm || !size)
		return "(not known)";
	bits32 = dso_image__is_32_bit(dso_code__image(s->code, dso));
	return disasm__decode(s->disasm, code, size, addr, bits32, &insn) && insn.mnemonic ? insn.mnemonic : "(bad)";
}

static void count_insn(struct type_list *l, const char *mnemonic, bool good, uint64_t nr)
{
	const char *own = byte_pool__str(&l->pool, mnemonic);
	uint64_t known = u64num__find(&l->insn_of, (uintptr_t)own);
	struct type_insn *insn;

	if (!known) {
		GROW(l->insns, l->nr_insns, l->cap_insns);
		l->insns[l->nr_insns++] = (struct type_insn){ .name = own };
		known = l->nr_insns;
		u64num__set(&l->insn_of, (uintptr_t)own, known);
	}
	insn = &l->insns[known - 1];
	*(good ? &insn->good : &insn->bad) += nr;
}

/* --- samples -------------------------------------------------------------------------------------- */

static void add_hit(struct type_list *l, const struct annotate_hit *hit, struct code_source *source)
{
	struct dso *dso = hit->func->dso;
	const struct data_type *type;
	uint32_t number;

	l->total += hit->stat.nr;
	if (!hit->func->sym) {
		l->no_symbol += hit->stat.nr;
		return;
	}
	type = data_types__find(l->types, dso, hit->addr);
	*(type->lack ? &l->lacks[type->lack] : &l->ok) += hit->stat.nr;
	if (source)
		count_insn(l, mnemonic_at(source, dso, hit->addr), !type->lack, hit->stat.nr);
	if (!type->known)
		return;
	number = row_of(l, dso, type->name, hit->addr);
	add_stat(&l->rows[number]->stats[hit->event], &hit->stat);
	add_stat(&access_of(l, number, type->offset)->stats[hit->event], &hit->stat);
}

static int by_offset(const void *x, const void *y)
{
	const struct type_access *a = x, *b = y;

	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static int by_samples(const void *x, const void *y)
{
	const struct type_insn *a = x, *b = y;
	uint64_t m = a->good + a->bad, n = b->good + b->bad;

	return m > n ? -1 : m < n ? 1 : strcmp(a->name, b->name);
}

void type_list__make(struct type_list *l, const struct annotate_counts *c, struct code_source *source,
		     bool (*is_wanted)(void *ctx, const struct annotate_func *f), void *ctx)
{
	size_t i, k;

	*l = (struct type_list){ .types = data_types__new(), .nr_events = c->nr_events };
	for (i = 0; i < c->nr_shares; i++) {
		const struct annotate_share *s = &c->shares[i];

		for (k = 0; k < s->nr_hits && (!s->func->sym || is_wanted(ctx, s->func)); k++)
			add_hit(l, s->hits[k], source);
	}
	for (i = 0; i < l->nr; i++)
		qsort(l->rows[i]->accesses, l->rows[i]->nr, sizeof(*l->rows[i]->accesses), by_offset);
	if (l->nr_insns)
		qsort(l->insns, l->nr_insns, sizeof(*l->insns), by_samples);
	pair_num__exit(&l->access_of);
}

void type_list__exit(struct type_list *l)
{
	size_t i, k;

	for (i = 0; i < l->nr; i++) {
		struct type_row *row = l->rows[i];

		for (k = 0; k < row->nr; k++)
			free(row->accesses[k].stats);
		free(row->accesses);
		free(row->stats);
		free(row);
	}
	free(l->rows);
	free(l->insns);
	data_types__delete(l->types);
	byte_pool__exit(&l->pool);
	pair_num__exit(&l->known);
	pair_num__exit(&l->access_of);
	u64num__exit(&l->insn_of);
	*l = (struct type_list){ 0 };
}

static int by_period(const void *x, const void *y, void *ctx)
{
	const struct type_row *a = *(const struct type_row *const *)x, *b = *(const struct type_row *const *)y;
	size_t event = *(size_t *)ctx;
	uint64_t m = a->stats[event].period, n = b->stats[event].period;
	int r = m > n ? -1 : m < n;

	if (!r)
		r = strcmp(b->name, a->name);
	return r ? r : strcmp(a->dso->long_name, b->dso->long_name);
}

void type_list__sort(struct type_list *l, size_t event)
{
	if (l->nr)
		qsort_r(l->rows, l->nr, sizeof(*l->rows), by_period, &event);
}
