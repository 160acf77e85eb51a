// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/table-doubt.h"

#include <elf.h>
#include <string.h>

#include "util/code/insn-outline.h"

/* Larger functions are not looked at, bytes. */
#define MAX_SIZE	((uint64_t)1 << 20)
/* So many functions of a file are remembered. */
#define MAX_KNOWN	((size_t)1 << 18)
/* So many branches over what moves a register are remembered. */
#define MAX_BRANCHES	64

void table_doubts__exit(struct table_doubts *d)
{
	u64num__exit(&d->known);
}

/* What the table says at @addr. False: nothing. */
static bool row_at(struct cfi_table *t, uint64_t addr, struct unwind_answer *ret)
{
	uint64_t next;

	*ret = (struct unwind_answer){ .row.base = UNWIND_NO_ROW };
	return cfi_table__row(t, addr, ret, &next) && ret->source == UNWIND_BY_CFI && ret->end > addr;
}

/* How a row of a table that is being run counts. */
static bool counts_from(const struct cfi_table *t, const struct cfi_cfa *cfa, uint64_t reg)
{
	return cfa->kind == CFI_CFA_REGISTER && cfa->reg == reg && t->machine->calls == CALL_MACHINE_X86_64;
}

/* Do both count from the same register, at the same distance? */
static bool is_same(const struct cfi_cfa *a, const struct cfi_cfa *b)
{
	return a->kind == b->kind && a->reg == b->reg && a->offset == b->offset;
}

/*
 * Is what the table says behind the instruction @o, @after, wrong if what it says in front of it, @before, is true? Where the frame is
 * counted from another register the stack pointer may be anywhere.
 */
static bool contradicts(const struct cfi_table *t, const struct cfi_cfa *before, const struct insn_outline *o, const struct cfi_cfa *after)
{
	if (counts_from(t, before, t->machine->fp))
		return o->writes_fp && is_same(before, after);
	if (!o->moves_sp || !counts_from(t, before, t->machine->sp))
		return false;
	if (o->sp_known && counts_from(t, after, t->machine->sp))
		return after->offset != before->offset - o->sp_add;
	return is_same(before, after);
}

/* Is @cfa what is true where functions begin, and where they return: is the return address on top of the stack? */
static bool is_at_entry(const struct cfi_table *t, const struct cfi_cfa *cfa)
{
	return counts_from(t, cfa, t->machine->sp) && cfa->offset == t->machine->at_entry;
}

/* Where something was pushed just now, a return is a jump to that. */
static bool returns_elsewhere(const struct cfi_table *t, const struct cfi_cfa *cfa, const struct insn_outline *o, const struct insn_outline *before)
{
	bool pushed = before->moves_sp && before->sp_known && before->sp_add < 0;

	return o->returns && !pushed && cfa->kind == CFI_CFA_REGISTER && !is_at_entry(t, cfa);
}

/* @run is one of the function whose @size bytes of code are at @code. */
static enum table_doubt look(struct cfi_table *t, struct cfi_run *run, const unsigned char *code, uint64_t size)
{
	const uint64_t start = run->fde.start;
	struct insn_outline o, last = { .size = 0 };
	enum table_doubt found = TABLE_BELIEVED;
	struct cfi_cfa before;
	uint64_t at = 0;
	bool begins;

	if (!cfi_run__next(run))
		return found;
	begins = is_at_entry(t, &run->rules.cfa);
	for (; insn_outline__read(code + at, (size_t)(size - at), &o); at += o.size, last = o) {
		if (returns_elsewhere(t, &run->rules.cfa, &o, &last))
			found = begins ? TABLE_DOUBTED : TABLE_SHIFTED;
		if (size - at <= o.size)
			return found;
		/* Most neither move anything, nor does a row end there. */
		if (!o.moves_sp && !o.writes_fp && start + at + o.size < run->end)
			continue;
		before = run->rules.cfa;
		while (start + at + o.size >= run->end)
			if (!cfi_run__next(run))
				return found;
		if (!o.ends && contradicts(t, &before, &o, &run->rules.cfa))
			return TABLE_DOUBTED;
	}
	/* An instruction that is not known: from there on nobody knows where others begin. */
	return found;
}

/* The code of [@start, @end), if the file has all of it in one piece; NULL: it has not. */
static const unsigned char *code_of(const struct cfi_table *t, uint64_t start, uint64_t end)
{
	const struct elf_part *load = t->code ? elf_view__load_at(t->code, start) : NULL;

	if (!load || !(load->flags & PF_X) || end <= start || end - load->addr > load->size)
		return NULL;
	return t->code->bytes + load->offset + (start - load->addr);
}

/* @ret is what @t, which has run up to there, says of an address. */
static enum table_doubt doubt_of(struct cfi_table *t, const struct unwind_answer *ret)
{
	struct inline_thunk_code c = { .bytes = code_of(t, ret->function, ret->function_end), .size = (size_t)(ret->function_end - ret->function),
				       .start = ret->function };
	struct cfi_fde fde = t->run.fde;

	/* What such calls do with the stack tables never say, and others make up for it. */
	if (!c.bytes || fde.start != ret->function || inline_thunk__is_in(&c))
		return TABLE_BELIEVED;
	/* From its beginning. Whoever asks for the next address lets it run from there again. */
	cfi_run__begin(&t->run, &t->index.section, &fde, t->machine);
	t->run.code = c;
	t->has_run = false;
	return look(t, &t->run, c.bytes, c.size);
}

enum table_doubt table_doubts__of(struct table_doubts *d, struct cfi_table *t, const struct unwind_answer *ret)
{
	uint64_t start = ret->function, known;

	if (t->machine->calls != CALL_MACHINE_X86_64 || ret->row.signal || ret->function_end - start > MAX_SIZE)
		return TABLE_BELIEVED;
	known = u64num__find(&d->known, start + 1);
	if (known)
		return (enum table_doubt)known;
	if (d->known.nr >= MAX_KNOWN)
		u64num__exit(&d->known);
	known = doubt_of(t, ret);
	u64num__set(&d->known, start + 1, known);
	return (enum table_doubt)known;
}

bool table_doubt__begins_function(struct cfi_table *t, const struct unwind_answer *ret)
{
	struct unwind_answer first;

	return row_at(t, ret->function, &first) && first.row.base == UNWIND_FROM_SP && first.row.cfa_offset == t->machine->at_entry &&
	       first.row.fp.where == UNWIND_SAME;
}

/* Where the branch or jump that the @size bytes at @code are, at @addr, leads to; 0: it is none that tells. */
static uint64_t target_of(const unsigned char *code, size_t size, uint64_t addr)
{
	int32_t distance;

	if (size == 2 && ((code[0] & 0xf0) == 0x70 || code[0] == 0xeb))
		return addr + size + (uint64_t)(int64_t)(int8_t)code[1];
	if (!(size == 5 && code[0] == 0xe9) && !(size == 6 && code[0] == 0x0f && (code[1] & 0xf0) == 0x80))
		return 0;
	memcpy(&distance, code + size - sizeof(distance), sizeof(distance));
	return addr + size + (uint64_t)(int64_t)distance;
}

/* How far the code has come from where a row is true. */
struct moved {
	bool from_fp;			/* the row counts from the frame pointer */
	bool lost;			/* the register has become something else */
	int64_t by;			/* or so many bytes were added to it */
	uint64_t over[MAX_BRANCHES];	/* where branches lead that were taken when it was in its place */
	size_t nr;
};

static bool is_moved(const struct moved *m)
{
	return m->lost || m->by;
}

static bool is_led_to(const struct moved *m, uint64_t addr)
{
	size_t i;

	for (i = 0; i < m->nr; i++)
		if (m->over[i] == addr)
			return true;
	return false;
}

static void go_over(struct moved *m, const unsigned char *code, uint64_t addr, const struct insn_outline *o)
{
	uint64_t target = target_of(code, o->size, addr);

	if (!is_moved(m) && target > addr && m->nr < MAX_BRANCHES)
		m->over[m->nr++] = target;
	if (m->from_fp) {
		m->lost |= o->writes_fp;
	} else if (o->moves_sp) {
		m->lost |= !o->sp_known;
		m->by += o->sp_add;
	}
	/* What comes then nobody falls into. */
	if (o->ends) {
		m->lost = false;
		m->by = 0;
	}
}

bool table_doubt__is_moved(struct cfi_table *t, uint64_t addr, const struct unwind_answer *ret)
{
	struct moved m = { .from_fp = ret->row.base == UNWIND_FROM_FP };
	const unsigned char *code;
	struct unwind_answer row;
	struct insn_outline o;
	uint64_t at;

	if ((!m.from_fp && ret->row.base != UNWIND_FROM_SP) || !row_at(t, addr, &row))
		return false;
	/* Rows that go on for long are told in pieces. */
	at = t->run.start;
	code = code_of(t, at, ret->function_end);
	for (; code && at <= addr && insn_outline__read(code, (size_t)(ret->function_end - at), &o); at += o.size, code += o.size) {
		if (is_led_to(&m, at)) {
			m.lost = false;
			m.by = 0;
		}
		if (addr - at < o.size)
			return is_moved(&m);
		go_over(&m, code, at, &o);
	}
	return false;
}
