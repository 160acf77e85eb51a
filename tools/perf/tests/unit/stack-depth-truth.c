// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is proven from code, compared with the unwind tables of the same files, which the compiler and the authors of
 * assembler wrote: this perf, and the libraries that it is linked to. No row may contradict them, and most must be
 * found.
 */
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/code/dwarf-op.h"
#include "util/code/stack-depth.h"
#include "util/code/stack-effect.h"
#include "util/code/unwind-file.h"

#define ALONE_STEP	211	/* one of so many instructions is asked for alone, without a word about its function */
#define CALL_STEP	61	/* and one of so many calls, in a file without symbols */
#define AROUND		4096	/* bytes of other functions that are around it then */

struct checked {
	struct unwind_file *file;
	struct stack_depth *depth;
	struct stack_effects *effects;
	/* Bytes of code in functions: that tables have rows for, of these what only pads, and what is proven. */
	uint64_t all, padding, proven;
	uint64_t alone, alone_proven;	/* instructions */
	unsigned int nr, call_step, contradictions;
	bool stripped;			/* only calls are looked at, in files without symbols */
};

/* The place that both say in words of the frame pointer, as expressions or not. */
static bool saved_contradicts(const struct unwind_value *t, const struct stack_depth_row *p, unsigned int fp_reg)
{
	int64_t at;

	if (t->where == UNWIND_SAVED && p->row.fp.where == UNWIND_SAVED)
		return p->row.fp.offset != t->offset;
	return t->where == UNWIND_SAVED_EXPR && p->row.fp.where == UNWIND_SAVED_EXPR && !p->fp_by_sp &&
	       unwind_expr__is_register(t->expr, fp_reg, &at) && at != p->fp_at;
}

/* The CFA that functions which align the stack have saved: the table has an expression of a register, an offset, and what is there. */
static bool word_contradicts(const struct unwind_expr *e, const struct stack_depth_row *p)
{
	return e->nr != 2 || e->steps[0].atom != OP_BREG0 + (p->cfa_by_sp ? p->row.sp_reg : p->row.fp_reg) ||
	       (int64_t)e->steps[0].a != p->cfa_at || e->steps[1].atom != OP_DEREF || p->row.cfa_offset;
}

/* In words of the register that the table counts from. Where it counts from another one there is nothing to compare. */
static bool cfa_contradicts(const struct unwind_row *t, const struct stack_depth_row *p)
{
	if (t->base == UNWIND_FROM_EXPR && p->row.base == UNWIND_FROM_EXPR)
		return word_contradicts(t->cfa_expr, p);
	if (t->base == UNWIND_FROM_REG && p->row.base == UNWIND_FROM_REG && t->cfa_reg == p->row.cfa_reg)
		return t->cfa_offset != p->row.cfa_offset;
	if (p->row.base == UNWIND_OUTERMOST)
		return t->base != UNWIND_OUTERMOST;
	if (t->base == UNWIND_FROM_SP && p->sp_known)
		return t->cfa_offset != p->sp_offset;
	return t->base == UNWIND_FROM_FP && p->fp_known && t->cfa_offset != p->fp_offset;
}

/* Between its being saved and its being changed, the caller's frame pointer is in both places. */
static bool fp_contradicts(const struct unwind_row *t, const struct stack_depth_row *p)
{
	if (t->base == UNWIND_OUTERMOST || p->row.base == UNWIND_OUTERMOST || p->row.fp.where == UNWIND_LOST || p->fp_same)
		return false;
	return t->fp.where == UNWIND_SAME || saved_contradicts(&t->fp, p, t->fp_reg);
}

static void compare(struct checked *c, uint64_t addr, const struct unwind_row *table, const struct stack_depth_row *p)
{
	char a[UNWIND_ROW_TEXT], b[UNWIND_ROW_TEXT];

	if (!cfa_contradicts(table, p) && !fp_contradicts(table, p))
		return;
	unwind_row__text(table, a);
	unwind_row__text(&p->row, b);
	if (c->contradictions++ < 20)
		fprintf(stderr, "  %#llx: the table says %s; the code %s\n", (unsigned long long)addr, a, b);
}

/* What is proven of [start, end), against one row of the table. *@i goes on through the rows. */
static void compare_range(struct checked *c, uint64_t start, uint64_t end, const struct unwind_row *table,
			  const struct stack_depth_row *rows, size_t nr, size_t *i)
{
	while (*i < nr && rows[*i].end <= start)
		(*i)++;
	for (; *i < nr && rows[*i].start < end; (*i)++) {
		uint64_t from = rows[*i].start > start ? rows[*i].start : start, to = rows[*i].end < end ? rows[*i].end : end;

		c->proven += to - from;
		compare(c, from, table, &rows[*i]);
		if (rows[*i].end > end)
			break;
	}
}

/* Bytes in front of loops and functions, which nothing runs through, are no code that could be proven. */
static void count_padding(struct checked *c, const struct stack_depth_input *in, const struct stack_depth_row *rows, size_t nr)
{
	uint64_t at = in->start, stop;
	struct stack_effect e;
	size_t i;

	for (i = 0; i <= nr; i++) {
		stop = i < nr ? rows[i].start : in->end;
		for (; at < stop && stack_effects__decode(c->effects, in->code + (at - in->start), stop - at, at, &e) && e.pads; at += e.size)
			c->padding += e.size;
		at = i < nr ? rows[i].end : stop;
	}
}

static void check_alone(struct checked *c, const struct stack_depth_input *in)
{
	struct stack_depth_input wide = { .start = in->start - AROUND, .end = in->end + AROUND };
	struct stack_depth_row row;
	struct stack_effect e;
	struct unwind_answer a;
	uint64_t addr;
	size_t left;

	wide.code = unwind_file__code(c->file, wide.start, &left);
	if (!wide.code || left < wide.end - wide.start || in->end - in->start > AROUND)
		return;
	for (addr = in->start; addr < in->end; addr += e.size) {
		if (!stack_effects__decode(c->effects, in->code + (addr - in->start), in->end - addr, addr, &e))
			return;
		if (e.pads || c->nr++ % ALONE_STEP)
			continue;
		c->alone++;
		if (!stack_depth__row_at(c->depth, &wide, addr, false, &row))
			continue;
		c->alone_proven++;
		unwind_file__row_by(c->file, UNWIND_BY_CFI, addr, &a);
		compare(c, addr, &a.row, &row);
	}
}

/*
 * Assembler in which a thread begins, as in the runtime of sanitizers: it clears the frame pointer, and its authors wrote no directives
 * for what it pushes and pops. Compilers clear a register without this prefix.
 */
static bool begins_thread(const unsigned char *code, size_t size)
{
	static const unsigned char clear[] = { 0x48, 0x31, 0xed };

	return memmem(code, size, clear, sizeof(clear));
}

static void check_function(struct checked *c, uint64_t start, uint64_t end)
{
	struct stack_depth_input in = { .start = start, .end = end, .is_function = true };
	struct stack_depth_row *rows;
	struct unwind_answer a;
	uint64_t addr = start;
	size_t nr, i = 0, left;

	in.code = unwind_file__code(c->file, start, &left);
	unwind_file__row_by(c->file, UNWIND_BY_CFI, start, &a);
	/*
	 * Assembler whose authors wrote no directives has one row for all of it, whatever it pushes: there the table is
	 * wrong.
	 */
	if (!in.code || left < end - start || (a.end >= end && end - start > 16) || begins_thread(in.code, end - start))
		return;
	rows = stack_depth__rows(c->depth, &in, &nr);
	count_padding(c, &in, rows, nr);
	for (; addr < end; addr = a.end) {
		unwind_file__row_by(c->file, UNWIND_BY_CFI, addr, &a);
		if (a.end > end)
			a.end = end;
		if (a.source == UNWIND_BY_NOTHING)
			continue;
		c->all += a.end - addr;
		compare_range(c, addr, a.end, &a.row, rows, nr, &i);
	}
	free(rows);
	check_alone(c, &in);
}

/*
 * Compilers put parts of functions that seldom run elsewhere: they have entries of their own, but no call leads there.
 */
static bool is_function(uint64_t addr, const struct unwind_answer *a)
{
	return addr % 16 == 0 && a->row.base == UNWIND_FROM_SP && a->row.cfa_offset == 8 && a->row.fp.where == UNWIND_SAME;
}

/* Nobody knows where functions begin in a file without symbols. */
static void hide_symbols(unsigned char *bytes, size_t size)
{
	Elf64_Ehdr e;
	Elf64_Shdr s;
	size_t i, at;

	memcpy(&e, bytes, sizeof(e));
	for (i = 0; i < e.e_shnum; i++) {
		at = e.e_shoff + i * sizeof(s);
		if (at > size || size - at < sizeof(s))
			return;
		memcpy(&s, bytes + at, sizeof(s));
		if (s.sh_type != SHT_SYMTAB && s.sh_type != SHT_DYNSYM)
			continue;
		s.sh_size = 0;
		memcpy(bytes + at, &s, sizeof(s));
	}
}

/* Some calls of the function, by its code without a word about it, against the table. */
static void check_calls(struct checked *c, uint64_t start, uint64_t end)
{
	struct unwind_answer t, a;
	struct stack_effect e;
	const unsigned char *code;
	uint64_t addr;
	size_t left;

	for (addr = start; addr < end; addr += e.size) {
		code = unwind_file__code(c->file, addr, &left);
		if (!code || !stack_effects__decode(c->effects, code, left, addr, &e))
			return;
		if (e.flow != STACK_CALL || c->nr++ % c->call_step)
			continue;
		unwind_file__row_by(c->file, UNWIND_BY_CFI, addr + e.size - 1, &t);
		unwind_file__row_by(c->file, UNWIND_BY_CODE, addr + e.size - 1, &a);
		c->alone++;
		c->alone_proven += a.source == UNWIND_BY_CODE;
		if (a.source == UNWIND_BY_CODE && t.row.base == a.row.base && t.row.base != UNWIND_FROM_EXPR && t.row.cfa_offset != a.row.cfa_offset &&
		    c->contradictions++ < 20)
			fprintf(stderr, "  %#llx: the table says CFA +%d; the code +%d\n", (unsigned long long)addr, t.row.cfa_offset, a.row.cfa_offset);
	}
}

static int check_file(struct dl_phdr_info *info, size_t size, void *ctx)
{
	const char *path = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
	struct checked *c = ctx;
	struct diag diag = DIAG_INIT;
	struct unwind_answer a;
	struct stat st;
	uint64_t addr, end;
	unsigned int i;
	void *map;
	int fd;

	(void)size;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st))
		return 0;	/* the vdso */
	map = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	close(fd);
	if (map != MAP_FAILED && c->stripped)
		hide_symbols(map, (size_t)st.st_size);
	c->file = map == MAP_FAILED ? NULL : unwind_file__new(map, (size_t)st.st_size, &diag);
	for (i = 0; c->file && i < info->dlpi_phnum; i++) {
		if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X))
			continue;
		end = info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_filesz;
		for (addr = info->dlpi_phdr[i].p_vaddr; addr < end; addr = a.function_end > addr ? a.function_end : addr + 1) {
			unwind_file__row_by(c->file, UNWIND_BY_CFI, addr, &a);
			if (a.function_end > addr && is_function(addr, &a))
				(c->stripped ? check_calls : check_function)(c, addr, a.function_end);
		}
	}
	unwind_file__delete(c->file);
	munmap(map, (size_t)st.st_size);
	return 0;
}

static int test__tables(void)
{
#ifdef __x86_64__
	struct checked c = { .depth = stack_depth__new(CALL_MACHINE_X86_64), .effects = stack_effects__new(CALL_MACHINE_X86_64) };

	if (!c.depth)
		return test_skip("libcapstone is missing");
	dl_iterate_phdr(check_file, &c);
	stack_depth__delete(c.depth);
	stack_effects__delete(c.effects);
	fprintf(stderr, "%llu of %llu bytes are proven, %llu only pad; of %llu instructions alone, %llu\n", (unsigned long long)c.proven,
		(unsigned long long)c.all, (unsigned long long)c.padding, (unsigned long long)c.alone, (unsigned long long)c.alone_proven);
	TEST_ASSERT_EQ(c.contradictions, 0);
	TEST_ASSERT(c.all > 100000 && c.alone > 100);
	TEST_ASSERT(c.proven * 100 > (c.all - c.padding) * 90);
	TEST_ASSERT(c.alone_proven * 100 > c.alone * 75);
	return TEST_OK;
#else
	return test_skip("the tables of this machine's programs are not compared");
#endif
}

/*
 * The same files as if they were stripped. Parts that only an exception leads to are the only places where a row may be wrong: programs without
 * tables have no exceptions.
 */
static int test__stripped(void)
{
#ifdef __x86_64__
	struct checked c = { .depth = stack_depth__new(CALL_MACHINE_X86_64), .effects = stack_effects__new(CALL_MACHINE_X86_64), .stripped = true };
	const unsigned int least = test_inputs(400);

	c.call_step = CALL_STEP * 400 / least;
	if (!c.depth)
		return test_skip("libcapstone is missing");
	dl_iterate_phdr(check_file, &c);
	stack_depth__delete(c.depth);
	stack_effects__delete(c.effects);
	fprintf(stderr, "of %llu calls, %llu have a row, %u a wrong one\n", (unsigned long long)c.alone, (unsigned long long)c.alone_proven,
		c.contradictions);
	TEST_ASSERT(c.alone > least && c.alone_proven * 100 > c.alone * 50);
	TEST_ASSERT(c.contradictions * 1000 <= c.alone);
	return TEST_OK;
#else
	return test_skip("the tables of this machine's programs are not compared");
#endif
}

DEFINE_SUITE("Unwind rows from code: against unwind tables", stack_depth_truth, { "this perf and its libraries", test__tables },
	{ "the same, stripped", test__stripped })
