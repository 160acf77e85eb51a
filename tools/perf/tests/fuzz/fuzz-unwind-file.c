// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: what a file says about unwinding, by any bytes. The first byte says what they are: an ELF file, or the entries of a
 * section alone, of which byte order and size of addresses. The next 8 bytes are addresses. What one question gets does not depend
 * on those before it, a row has the address that was asked for, and its end is where the next one can be asked for.
 */
#include "tests/fuzz/fuzz.h"

#include "util/code/cfi-table.h"
#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"

#define NR_ADDRESSES	4
#define MAX_ROWS	2000
/* Where no table has a row, code is followed, for each address anew: that takes as long as many rows of a table. */
#define CODE_ROWS	20

enum { KIND_SECTION = 1, KIND_SWAP = 2, KIND_64 = 4, KIND_EH = 8 };

#define EM_X86_64	62
#define SECTION_ADDR	0x1000

static void check_answer(const struct unwind_answer *a, uint64_t addr)
{
	char text[UNWIND_ROW_TEXT];

	if (a->start > addr || a->end <= addr || (a->function != a->function_end && (a->function > addr || a->function_end <= addr)))
		abort();
	if ((a->source == UNWIND_BY_NOTHING) != (a->row.base == UNWIND_NO_ROW))
		abort();
	unwind_row__text(&a->row, text);
	if (unwind_row__contradicts(&a->row, &a->row))
		abort();
	if (a->row.base == UNWIND_FROM_EXPR && (!a->row.cfa_expr->nr || a->row.cfa_expr->nr > UNWIND_EXPR_MAX))
		abort();
}

static bool same_row(const struct unwind_row *a, const struct unwind_row *b)
{
	return a->base == b->base && a->signal == b->signal && a->cfa_offset == b->cfa_offset && a->cfa_reg == b->cfa_reg &&
	       a->ra.where == b->ra.where && a->ra.offset == b->ra.offset && a->fp.where == b->fp.where &&
	       a->fp.offset == b->fp.offset;
}

static bool same_answer(const struct unwind_answer *a, const struct unwind_answer *b)
{
	return same_row(&a->row, &b->row) && a->source == b->source && a->start == b->start && a->end == b->end &&
	       a->function == b->function && a->function_end == b->function_end;
}

/* All rows from @addr on, and again in a file that was not asked for anything. */
static void walk_rows(const void *bytes, size_t size, struct unwind_file *f, uint64_t addr)
{
	struct diag diag = DIAG_INIT;
	struct unwind_file *fresh;
	struct unwind_answer a, b;
	int i, rows = 0;

	for (i = 0; rows < MAX_ROWS; i++) {
		unwind_file__row(f, addr, &a);
		check_answer(&a, addr);
		if (i % 64 == 1) {
			fresh = unwind_file__new(bytes, size, &diag);
			if (!fresh)
				abort();
			unwind_file__row(fresh, addr, &b);
			if (!same_answer(&a, &b))
				abort();
			unwind_file__delete(fresh);
		}
		rows += a.end == addr + 1 ? CODE_ROWS : 1;
		addr = a.end;
		if (addr == UINT64_MAX)
			break;
	}
}

/* What is known at once is what is known. */
static void check_quick(struct unwind_file *f, uint64_t addr)
{
	struct unwind_answer quick, full;

	if (!unwind_file__quick_caller_row(f, addr, &quick))
		return;
	unwind_file__caller_row(f, addr, &full);
	if (quick.source != full.source || quick.start != full.start || quick.end != full.end || quick.row.base != full.row.base ||
	    quick.row.cfa_offset != full.row.cfa_offset || quick.row.fp.where != full.row.fp.where)
		abort();
}

static void one_file(const void *bytes, size_t size, const uint16_t *addrs)
{
	struct diag diag = DIAG_INIT;
	struct unwind_file *f = unwind_file__new(bytes, size, &diag);
	struct unwind_answer a;
	size_t left;
	uint64_t addr;
	int i;

	if (!f && !diag__is_set(&diag))
		abort();
	if (!f)
		return;
	/* What it says itself counts before what it says as a file with debug information. */
	if (size % 2)
		unwind_file__add_debug(f, bytes, size, NULL);
	for (i = 0; i < NR_ADDRESSES; i++) {
		const unsigned char *code = unwind_file__code(f, addrs[i], &left);

		if (code && (!left || code < (const unsigned char *)bytes || code + left > (const unsigned char *)bytes + size))
			abort();
		(void)unwind_file__is_return(f, addrs[i]);
		unwind_file__row(f, addrs[i], &a);
		check_answer(&a, addrs[i]);
		check_quick(f, addrs[i]);
		if (unwind_file__from_offset(f, addrs[i], &addr))
			walk_rows(bytes, size, f, addr);
	}
	walk_rows(bytes, size, f, 0);
	(void)unwind_file__refused(f, false);
	unwind_file__delete(f);
}

static void one_section(uint8_t kind, const void *bytes, size_t size, const uint16_t *addrs)
{
	struct cfi_section none = { .size = 0 }, s = {
		.bytes = bytes, .size = size, .addr = SECTION_ADDR, .eh = kind & KIND_EH, .is_64 = kind & KIND_64,
		.swap = kind & KIND_SWAP,
	};
	struct unwind_exprs exprs = { .arena = { 0 } };
	struct unwind_answer a;
	struct cfi_table t;
	uint64_t next, addr = 0;
	int i;

	cfi_table__init(&t, &s, &none, unwind_machine__of(EM_X86_64), &exprs);
	for (i = 0; i < MAX_ROWS; i++) {
		if (i < NR_ADDRESSES)
			addr = addrs[i];
		a = (struct unwind_answer){ .start = addr, .end = addr + 1 };
		if (!cfi_table__row(&t, addr, &a, &next)) {
			if (next <= addr)
				abort();
			a.end = next;
		}
		check_answer(&a, addr);
		addr = i < NR_ADDRESSES ? 0 : a.end;
		if (addr == UINT64_MAX)
			break;
	}
	cfi_table__exit(&t);
	unwind_exprs__exit(&exprs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint16_t addrs[NR_ADDRESSES];
	void *copy;
	uint8_t kind;

	if (size < sizeof(addrs) + 1)
		return 0;
	kind = data[0];
	memcpy(addrs, data + 1, sizeof(addrs));
	data += sizeof(addrs) + 1;
	size -= sizeof(addrs) + 1;
	/* Of exactly this size, so that a read beyond it is seen. */
	copy = malloc(size ? size : 1);
	if (!copy)
		abort();
	memcpy(copy, data, size);
	if (kind & KIND_SECTION)
		one_section(kind, copy, size, addrs);
	else
		one_file(copy, size, addrs);
	free(copy);
	return 0;
}
