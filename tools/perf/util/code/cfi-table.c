// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/cfi-table.h"

#include <elf.h>

void cfi_table__init(struct cfi_table *t, const struct cfi_section *section, const struct cfi_section *hdr,
		     const struct unwind_machine *machine, struct unwind_exprs *exprs)
{
	cfi_index__init(&t->index, section, hdr);
	t->machine = machine;
	t->exprs = exprs;
	t->code = NULL;
	t->has_run = false;
}

void cfi_table__exit(struct cfi_table *t)
{
	cfi_index__exit(&t->index);
}

static void set_register(const struct cfi_table *t, uint64_t reg, int64_t offset, struct unwind_row *row)
{
	if (offset != (int32_t)offset || reg > UINT16_MAX)
		return;
	row->base = reg == t->machine->sp ? UNWIND_FROM_SP : reg == t->machine->fp ? UNWIND_FROM_FP : UNWIND_FROM_REG;
	row->cfa_reg = (uint16_t)reg;
	row->cfa_offset = (int32_t)offset;
}

static void set_cfa(struct cfi_table *t, const struct cfi_cfa *cfa, struct unwind_row *row)
{
	struct unwind_expr e;
	uint64_t reg;
	int64_t offset;

	row->base = UNWIND_FROM_OTHER;
	if (cfa->kind == CFI_CFA_REGISTER) {
		set_register(t, cfa->reg, cfa->offset, row);
	} else if (cfa->kind == CFI_CFA_EXPR && cfi_expr__decode(&t->run.section, &cfa->expr, false, &e)) {
		if (cfi_expr__is_register(&e, &reg, &offset)) {
			set_register(t, reg, offset, row);
			return;
		}
		row->cfa_expr = unwind_exprs__keep(t->exprs, &e);
		if (row->cfa_expr)
			row->base = UNWIND_FROM_EXPR;
	}
}

static struct unwind_value saved(int64_t offset)
{
	struct unwind_value v = { .where = UNWIND_LOST };

	if (offset == (int32_t)offset)
		v = (struct unwind_value){ .where = UNWIND_SAVED, .offset = (int32_t)offset };
	return v;
}

static struct unwind_value value_of(struct cfi_table *t, const struct cfi_rule *rule)
{
	struct unwind_value v = { .where = UNWIND_LOST };
	struct unwind_expr e;
	int64_t offset;

	switch (rule->kind) {
	case CFI_RULE_SAME:
		v.where = UNWIND_SAME;
		break;
	case CFI_RULE_SAVED:
		return saved(rule->offset);
	case CFI_RULE_SAVED_EXPR:
		if (!cfi_expr__decode(&t->run.section, &rule->expr, true, &e))
			break;
		if (cfi_expr__is_cfa(&e, &offset))
			return saved(offset);
		v.expr = unwind_exprs__keep(t->exprs, &e);
		if (v.expr)
			v.where = UNWIND_SAVED_EXPR;
		break;
	case CFI_RULE_REGISTER:
		if (rule->offset >= 0 && rule->offset <= UINT16_MAX)
			v = (struct unwind_value){ .where = UNWIND_IN_REGISTER, .offset = (int32_t)rule->offset };
		break;
	case CFI_RULE_UNDEFINED:
	case CFI_RULE_OTHER:
		break;
	}
	return v;
}

static void fill_row(struct cfi_table *t, struct unwind_row *row)
{
	const struct cfi_rules *rules = &t->run.rules;

	*row = (struct unwind_row){ .signal = t->run.fde.cie.signal, .sp_reg = t->machine->sp, .fp_reg = t->machine->fp,
				    .ip_reg = t->machine->ip, .base_nr = t->machine->base };
	set_cfa(t, &rules->cfa, row);
	row->ra = value_of(t, &rules->ra);
	row->fp = value_of(t, &rules->fp);
	row->base_reg = value_of(t, &rules->base);
	/* What sets another context: the caller's stack is that which this one was saved with. Behind a signal the CFA is just that. */
	if (rules->other_sp && !row->signal)
		row->base = UNWIND_FROM_OTHER;
	if (rules->ra.kind == CFI_RULE_UNDEFINED)
		row->base = UNWIND_OUTERMOST;
}

/* The code that @fde describes, if the file has all of it in one piece. Only x86-64 has what is looked for there. */
static struct inline_thunk_code code_of(const struct cfi_table *t, const struct cfi_fde *fde)
{
	const struct elf_part *load = t->code && t->machine->calls == CALL_MACHINE_X86_64 ? elf_view__load_at(t->code, fde->start) : NULL;

	if (!load || !(load->flags & PF_X) || fde->end - load->addr > load->size)
		return (struct inline_thunk_code){ .bytes = NULL };
	return (struct inline_thunk_code){ .bytes = t->code->bytes + load->offset + (fde->start - load->addr),
					   .size = (size_t)(fde->end - fde->start), .start = fde->start };
}

bool cfi_table__row(struct cfi_table *t, uint64_t addr, struct unwind_answer *ret, uint64_t *ret_next)
{
	struct cfi_run *run = &t->run;
	struct cfi_fde fde;

	if (!cfi_index__find(&t->index, addr, &fde, ret_next))
		return false;
	if (!t->has_run || run->fde.offset != fde.offset || addr < run->start) {
		cfi_run__begin(run, &t->index.section, &fde, t->machine);
		run->code = code_of(t, &fde);
	}
	t->has_run = true;
	ret->function = fde.start;
	ret->function_end = fde.end;
	while (addr >= run->end)
		if (!cfi_run__next(run))
			return true;
	fill_row(t, &ret->row);
	ret->source = UNWIND_BY_CFI;
	ret->start = run->start;
	/* Entries should not overlap; where they do, the one that begins last counts. */
	ret->end = run->end < *ret_next ? run->end : *ret_next;
	inline_thunk__adjust(&run->code, addr, ret);
	ret->mended = run->rules.cfa.kind == CFI_CFA_REGISTER && ret->row.cfa_offset != run->rules.cfa.written &&
		      ret->row.base != UNWIND_FROM_OTHER && ret->row.base != UNWIND_OUTERMOST;
	return true;
}
