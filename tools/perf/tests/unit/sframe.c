// SPDX-License-Identifier: GPL-2.0-only
/* SFrame sections made by hand, of each version and in both byte orders, and damaged ones. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/words.h"
#include "util/base/alloc.h"
#include "util/code/sframe.h"

#define ADDR	0x200402000ULL

/* A section in the making. */
struct made {
	unsigned char bytes[512];
	size_t nr;
	bool big;
};

static void put(struct made *m, uint64_t v, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		m->bytes[m->nr + i] = (unsigned char)(v >> (m->big ? size - 1 - i : i) * 8);
	m->nr += size;
}

static void header(struct made *m, unsigned int version, unsigned int flags, unsigned int abi, int fixed_ra,
		   unsigned int functions, unsigned int rows, unsigned int functions_size, unsigned int rows_size)
{
	put(m, 0xdee2, 2);
	put(m, version, 1);
	put(m, flags, 1);
	put(m, abi, 1);
	put(m, 0, 1);
	put(m, (uint8_t)fixed_ra, 1);
	put(m, 0, 1);
	put(m, functions, 4);
	put(m, rows, 4);
	put(m, rows_size, 4);
	put(m, 0, 4);
	put(m, functions_size, 4);
}

static void function_1(struct made *m, int32_t start, uint32_t size, uint32_t rows, uint32_t nr, unsigned int info)
{
	put(m, (uint32_t)start, 4);
	put(m, size, 4);
	put(m, rows, 4);
	put(m, nr, 4);
	put(m, info, 1);
}

/* push %rbp at 0, mov %rsp,%rbp at 1, pop at 0x17: what every compiler writes. 4 rows. */
static void frame_rows(struct made *m)
{
	static const unsigned char rows[] = { 0, 3, 8, 1, 5, 16, 0xf0, 4, 4, 16, 0xf0, 0x17, 5, 8, 0xf0 };

	memcpy(m->bytes + m->nr, rows, sizeof(rows));
	m->nr += sizeof(rows);
}

#define ROWS_SIZE	15

static struct unwind_row row_at(const struct sframe *s, uint64_t addr, struct arena *arena)
{
	struct sframe_function f;
	uint64_t start, end;

	return sframe__find(s, addr, &f) ? sframe__row_of(s, &f, addr, arena, &start, &end) : (struct unwind_row){ .base = UNWIND_NO_ROW };
}

static bool is_row(const struct sframe *s, uint64_t addr, enum unwind_base base, int cfa, int ra, int fp)
{
	struct arena arena = { 0 };
	struct unwind_row row = row_at(s, addr, &arena);
	bool ok = row.base == base;

	if (ok && base != UNWIND_NO_ROW && base != UNWIND_OUTERMOST)
		ok = row.cfa_offset == cfa && (ra ? row.ra.where == UNWIND_SAVED && row.ra.offset == ra
						  : row.ra.where == UNWIND_SAME) &&
		     (fp ? row.fp.where == UNWIND_SAVED && row.fp.offset == fp : row.fp.where == UNWIND_SAME);
	if (!ok)
		fprintf(stderr, "  %#llx: base %d cfa %d ra %d %d fp %d %d\n", (unsigned long long)addr, row.base,
			row.cfa_offset, row.ra.where, row.ra.offset, row.fp.where, row.fp.offset);
	arena__exit(&arena);
	return ok;
}

static bool is_frame_function(const struct sframe *s, uint64_t start)
{
	return is_row(s, start, UNWIND_FROM_SP, 8, -8, 0) && is_row(s, start + 1, UNWIND_FROM_SP, 16, -8, -16) &&
	       is_row(s, start + 3, UNWIND_FROM_SP, 16, -8, -16) && is_row(s, start + 4, UNWIND_FROM_FP, 16, -8, -16) &&
	       is_row(s, start + 0x16, UNWIND_FROM_FP, 16, -8, -16) && is_row(s, start + 0x17, UNWIND_FROM_SP, 8, -8, -16);
}

static int test__version_1(void)
{
	struct diag diag = DIAG_INIT;
	struct sframe_measure measure;
	struct made m = { .nr = 0 };
	struct sframe s;

	header(&m, 1, SFRAME_SORTED, SFRAME_AMD64, -8, 2, 4, 34, ROWS_SIZE + 15);
	/* The linkage table: 16 bytes each, the second row from byte 11 on. */
	function_1(&m, -0x1000, 64, ROWS_SIZE, 2, 0x10);
	function_1(&m, -0x500, 0x18, 0, 4, 0);
	frame_rows(&m);
	put(&m, 0x080300, 3);
	put(&m, 0x10030b, 3);
	put(&m, 0, 1);
	put(&m, 0, 8);
	TEST_ASSERT_EQ(sframe__open(&s, m.bytes, m.nr, ADDR, &diag), 0);
	TEST_ASSERT(is_frame_function(&s, ADDR - 0x500));
	TEST_ASSERT(is_row(&s, ADDR - 0x1000 + 10, UNWIND_FROM_SP, 8, -8, 0));
	TEST_ASSERT(is_row(&s, ADDR - 0x1000 + 12, UNWIND_FROM_SP, 16, -8, 0));
	TEST_ASSERT(is_row(&s, ADDR - 0x1000 + 32, UNWIND_FROM_SP, 8, -8, 0));
	TEST_ASSERT(is_row(&s, ADDR - 0x1000 + 64, UNWIND_NO_ROW, 0, 0, 0));
	TEST_ASSERT(is_row(&s, ADDR - 0x501, UNWIND_NO_ROW, 0, 0, 0));
	TEST_ASSERT(is_row(&s, ADDR - 0x500 + 0x18, UNWIND_NO_ROW, 0, 0, 0));
	sframe__measure(&s, &measure);
	TEST_ASSERT_EQ(measure.covered, 64 + 0x18);
	TEST_ASSERT_EQ(measure.rows, 6);
	TEST_ASSERT_EQ(measure.damaged, 0);
	/* Words of a size that there is not: the function is not counted. */
	m.bytes[28 + 34 + ROWS_SIZE - 3] |= 0x60;
	m.bytes[28 + 34 + ROWS_SIZE - 2] = 0;
	sframe__measure(&s, &measure);
	TEST_ASSERT_EQ(measure.covered, 64);
	TEST_ASSERT_EQ(measure.damaged, 1);
	return TEST_OK;
}

/* Two functions with the same rows: the second one's are not read again, or millions could be made of a few bytes. */
static int test__shared_rows(void)
{
	struct diag diag = DIAG_INIT;
	struct sframe_measure measure;
	struct made m = { .nr = 0 };
	struct sframe s;

	header(&m, 1, SFRAME_SORTED, SFRAME_AMD64, -8, 2, 4, 34, ROWS_SIZE);
	function_1(&m, -0x1000, 0x18, 0, 4, 0);
	function_1(&m, -0x500, 0x18, 0, 4, 0);
	frame_rows(&m);
	TEST_ASSERT_EQ(sframe__open(&s, m.bytes, m.nr, ADDR, &diag), 0);
	sframe__measure(&s, &measure);
	TEST_ASSERT_EQ(measure.rows, 4);
	TEST_ASSERT_EQ(measure.damaged, 1);
	return TEST_OK;
}

static int test__version_2(void)
{
	struct diag diag = DIAG_INIT;
	struct made m = { .nr = 0 };
	struct sframe s;

	/* Addresses count from their own fields; entries are not sorted. */
	header(&m, 2, SFRAME_START_PCREL, SFRAME_AMD64, -8, 2, 6, 40, ROWS_SIZE + 5);
	function_1(&m, -0x500, 0x18, 0, 4, 0);
	put(&m, 0, 3);
	function_1(&m, -0x1000, 300, ROWS_SIZE, 1, 1);
	put(&m, 0, 3);
	frame_rows(&m);
	/* A first field of two bytes; no words at all: there is no caller. */
	put(&m, 0, 2);
	put(&m, 1, 1);
	put(&m, 0, 2);
	TEST_ASSERT_EQ(sframe__open(&s, m.bytes, m.nr, ADDR, &diag), 0);
	TEST_ASSERT(is_frame_function(&s, ADDR + 28 - 0x500));
	TEST_ASSERT(is_row(&s, ADDR + 48 - 0x1000 + 299, UNWIND_OUTERMOST, 0, 0, 0));
	return TEST_OK;
}

/* arm64 has no fixed place of the return address; of the other byte order. */
static int test__arm64(void)
{
	struct diag diag = DIAG_INIT;
	struct made m = { .big = true };
	struct sframe s;

	header(&m, 2, SFRAME_SORTED, SFRAME_AARCH64_BIG, 0, 1, 2, 20, 10);
	function_1(&m, 0x100, 40, 0, 2, 1);
	put(&m, 0, 3);
	put(&m, 0, 2);
	put(&m, 3, 1);
	put(&m, 0, 1);
	put(&m, 4, 2);
	put(&m, 7, 1);
	put(&m, 0x10f8f0, 3);
	TEST_ASSERT_EQ(sframe__open(&s, m.bytes, m.nr, ADDR, &diag), 0);
	TEST_ASSERT_EQ(s.swap, !machine_is_big());
	TEST_ASSERT(is_row(&s, ADDR + 0x100, UNWIND_FROM_SP, 0, 0, 0));
	TEST_ASSERT(is_row(&s, ADDR + 0x104, UNWIND_FROM_SP, 16, -8, -16));
	return TEST_OK;
}

static void function_3(struct made *m, int64_t start, uint32_t size, uint32_t rows)
{
	put(m, (uint64_t)start, 8);
	put(m, size, 4);
	put(m, rows, 4);
}

static void attributes_3(struct made *m, unsigned int nr, unsigned int info, unsigned int info2)
{
	put(m, nr, 2);
	put(m, info, 1);
	put(m, info2, 1);
	put(m, 0, 1);
}

static int test__version_3(void)
{
	struct diag diag = DIAG_INIT;
	struct sframe_measure measure;
	struct arena arena = { 0 };
	struct made m = { .nr = 0 };
	struct unwind_row row;
	struct sframe s;

	header(&m, 3, SFRAME_SORTED | SFRAME_START_PCREL, SFRAME_AMD64, -8, 3, 6, 48, 5 + ROWS_SIZE + 5 + 9 + 5);
	function_3(&m, -0x100000000LL, 0x18, 0);
	function_3(&m, -0x1000, 0x40, 5 + ROWS_SIZE);
	function_3(&m, -0x500, 0x10, 5 + ROWS_SIZE + 5 + 9);
	attributes_3(&m, 4, 0, 0);
	frame_rows(&m);
	/* A stack that was aligned anew: CFA = *(rbp - 8), rbp = *(rbp + 0), the return address where it always is. */
	attributes_3(&m, 2, 0, 1);
	put(&m, 0, 1);
	put(&m, 5 << 1, 1);
	put(&m, 6 << 3 | 3, 1);
	put(&m, (uint8_t)-8, 1);
	put(&m, 0, 1);
	put(&m, 6 << 3 | 3, 1);
	put(&m, 0, 1);
	put(&m, 0x20, 1);
	put(&m, 1, 1);
	/* A signal's frame without rows. */
	attributes_3(&m, 0, 0x80, 0);
	TEST_ASSERT_EQ(sframe__open(&s, m.bytes, m.nr, ADDR, &diag), 0);
	TEST_ASSERT(is_frame_function(&s, ADDR + 28 - 0x100000000LL));
	row = row_at(&s, ADDR + 44 - 0x1000, &arena);
	TEST_ASSERT_EQ(row.base, UNWIND_FROM_EXPR);
	TEST_ASSERT_EQ(row.cfa_expr->nr, 2);
	TEST_ASSERT_EQ(row.cfa_expr->steps[0].a, 6);
	TEST_ASSERT_EQ(row.cfa_expr->steps[0].b, (uint64_t)-8);
	TEST_ASSERT_EQ(row.ra.where, UNWIND_SAVED);
	TEST_ASSERT_EQ(row.ra.offset, -8);
	TEST_ASSERT_EQ(row.fp.where, UNWIND_SAVED_EXPR);
	TEST_ASSERT_EQ(row.fp.expr->nr, 1);
	TEST_ASSERT(is_row(&s, ADDR + 44 - 0x1000 + 0x20, UNWIND_OUTERMOST, 0, 0, 0));
	TEST_ASSERT(is_row(&s, ADDR + 60 - 0x500, UNWIND_NO_ROW, 0, 0, 0));
	sframe__measure(&s, &measure);
	TEST_ASSERT_EQ(measure.covered, 0x18 + 0x40);
	TEST_ASSERT_EQ(measure.rows, 6);
	TEST_ASSERT_EQ(measure.damaged, 0);
	arena__exit(&arena);
	return TEST_OK;
}

static int test__refused(void)
{
	struct made m = { .nr = 0 };
	struct sframe s;
	size_t size;

	header(&m, 2, 0, SFRAME_AMD64, -8, 1, 4, 20, ROWS_SIZE);
	function_1(&m, 0, 0x18, 0, 4, 0);
	put(&m, 0, 3);
	frame_rows(&m);
	for (size = 0; size <= m.nr; size++) {
		struct diag diag = DIAG_INIT;

		TEST_ASSERT_EQ(sframe__open(&s, m.bytes, size, ADDR, &diag), size < m.nr ? -EBADMSG : 0);
	}
	m.bytes[2] = 4;
	{
		struct diag diag = DIAG_INIT;

		TEST_ASSERT_EQ(sframe__open(&s, m.bytes, m.nr, ADDR, &diag), -ENOTSUP);
		TEST_ASSERT(strstr(diag.text, "version 4"));
	}
	return TEST_OK;
}

/* Each byte turned into each of some values: nothing outside is read (sanitizers see it), and it ends. */
static int test__hostile(void)
{
	static const unsigned char values[] = { 0, 1, 0x1f, 0x7f, 0x80, 0xff };
	unsigned int version;
	size_t i, v;

	for (version = 1; version <= 3; version++) {
		struct made m = { .nr = 0 };
		size_t entry = version == 1 ? 17 : version == 2 ? 20 : 16;

		header(&m, version, SFRAME_SORTED, SFRAME_AMD64, -8, 1, 4, (unsigned int)entry,
		       ROWS_SIZE + (version == 3 ? 5 : 0));
		if (version == 3) {
			function_3(&m, 0, 0x18, 0);
			attributes_3(&m, 4, 0, 0);
		} else {
			function_1(&m, 0, 0x18, 0, 4, 0);
			put(&m, 0, version == 2 ? 3 : 0);
		}
		frame_rows(&m);
		for (i = 0; i < m.nr; i++)
			for (v = 0; v < sizeof(values); v++) {
				unsigned char *copy = xmemdup(m.bytes, m.nr);
				struct diag diag = DIAG_INIT;
				struct sframe_measure measure;
				struct arena arena = { 0 };
				struct sframe s;

				copy[i] = values[v];
				if (!sframe__open(&s, copy, m.nr, ADDR, &diag)) {
					sframe__measure(&s, &measure);
					TEST_ASSERT(measure.rows <= m.nr);
					(void)row_at(&s, ADDR + i, &arena);
				}
				arena__exit(&arena);
				free(copy);
			}
	}
	return TEST_OK;
}

DEFINE_SUITE("SFrame sections", sframe,
	     { "version 1", test__version_1 },
	     { "functions that share rows", test__shared_rows },
	     { "version 2", test__version_2 },
	     { "arm64, the other byte order", test__arm64 },
	     { "version 3, with flexible rows", test__version_3 },
	     { "cut short, and of other versions", test__refused },
	     { "hostile bytes", test__hostile })
