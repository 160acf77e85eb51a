// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables of Go's runtime made by hand, of each version and in both byte orders, damaged ones, and the rows that they
 * give.
 */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/code/go-frame.h"
#include "util/code/go-table.h"
#include "util/code/unwind-machine.h"

#define TEXT	0x401000ULL
#define LENGTH	0x20	/* bytes of each of the two functions */

struct made {
	unsigned char bytes[512];
	size_t nr;
	bool big;
};

/* A number of @size bytes, which may be more than it has: then it is 0. */
static void put(struct made *m, uint64_t v, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		m->bytes[m->nr + i] = v ? (unsigned char)(v >> (m->big ? size - 1 - i : i) * 8) : 0;
	m->nr += size;
}

static void put_at(struct made *m, size_t at, uint64_t v, size_t size)
{
	size_t nr = m->nr;

	m->nr = at;
	put(m, v, size);
	m->nr = nr;
}

static const uint32_t magics[] = { 0xfffffffb, 0xfffffffa, 0xfffffff0, 0xfffffff1 };

/* "main.work": the depth is 0 for 4 bytes, 24 for 20, 0 for 8. "runtime.goexit": 0 for all. */
static const unsigned char moves[] = { 0, 2, 4, 48, 20, 47, 8, 0, 2, 32, 0, 2, 1, 16, 7, 32, 16, 31, 7, 15, 1, 0 };
#define PUSHES	11	/* 8 behind the first byte, 24 behind the eighth, and back */
#define WORK	1
#define EXIT	8

static void put_function(struct made *m, unsigned int version, uint64_t start, unsigned int name, uint64_t values, unsigned int flags)
{
	put(m, version >= GO_1_18 ? start - TEXT : start, version >= GO_1_18 ? 4 : 8);
	put(m, name, 4);
	put(m, 0, 8);
	put(m, values, 4);
	put(m, 0, version == GO_1_2 ? 12 : 16);
	if (version >= GO_1_20)
		put(m, 7, 4);
	put(m, 0, 1);
	put(m, flags, 1);
	put(m, 0, 2);
}

/* Parts are told from the beginning in Go 1.2, else from the head or from the part that they are in. */
static struct made make(unsigned int version, bool big)
{
	struct made m = { .big = big };
	size_t offset = version >= GO_1_18 ? 4 : 8, head, names, values, functions, entries, i;

	put(&m, magics[version], 4);
	put(&m, 0, 2);
	put(&m, 1, 1);
	put(&m, 8, 1);
	put(&m, 2, 8);
	head = m.nr;
	put(&m, 0, version == GO_1_2 ? 0 : version >= GO_1_18 ? 7 * 8 : 6 * 8);
	functions = entries = m.nr;
	put(&m, 0, 5 * offset);
	names = m.nr;
	memcpy(m.bytes + m.nr, "main.work\0runtime.goexit", 25);
	m.nr += 25;
	values = m.nr;
	memcpy(m.bytes + m.nr, moves, sizeof(moves));
	m.nr += sizeof(moves);
	for (i = 0; i < 2; i++) {
		put_at(&m, entries + 2 * i * offset, (version >= GO_1_18 ? 0 : TEXT) + i * LENGTH, offset);
		put_at(&m, entries + (2 * i + 1) * offset, m.nr - (version == GO_1_2 ? 0 : functions), offset);
		put_function(&m, version, TEXT + i * LENGTH, (unsigned int)((i ? 10 : 0) + (version == GO_1_2 ? names : 0)),
			     (i ? EXIT : WORK) + (version == GO_1_2 ? values : 0), i ? GO_TOP_FRAME : 0);
	}
	put_at(&m, entries + 4 * offset, (version >= GO_1_18 ? 0 : TEXT) + 2 * LENGTH, offset);
	if (version == GO_1_2)
		return m;
	if (version >= GO_1_18)
		put_at(&m, head + 8, TEXT, 8);
	head += version >= GO_1_18 ? 16 : 8;
	put_at(&m, head, names, 8);
	put_at(&m, head + 24, values, 8);
	put_at(&m, head + 32, functions, 8);
	return m;
}

static int check_version(unsigned int version, bool big)
{
	struct diag diag = DIAG_INIT;
	struct made m = make(version, big);
	struct go_function f;
	struct go_table t;
	struct go_move move;

	TEST_ASSERT_EQ(go_table__open(&t, m.bytes, m.nr, 0, &diag), 0);
	TEST_ASSERT_EQ(t.version, version);
	TEST_ASSERT_EQ(t.nr_functions, 2);
	TEST_ASSERT(!go_table__function(&t, TEXT - 1, &f) && !go_table__function(&t, TEXT + 2 * LENGTH, &f));
	TEST_ASSERT(go_table__function(&t, TEXT + LENGTH, &f));
	TEST_ASSERT(!strcmp(f.name, "runtime.goexit"));
	TEST_ASSERT_EQ(f.flags, version == GO_1_2 ? 0 : GO_TOP_FRAME);
	TEST_ASSERT(go_table__function(&t, TEXT + LENGTH - 1, &f));
	TEST_ASSERT(!strcmp(f.name, "main.work") && f.start == TEXT && f.end == TEXT + LENGTH);
	TEST_ASSERT(go_table__move(&t, &f, TEXT + 3, &move) && !move.depth && move.start == TEXT && move.end == TEXT + 4);
	TEST_ASSERT(go_table__move(&t, &f, TEXT + 4, &move) && move.depth == 24 && move.end == TEXT + 24);
	TEST_ASSERT(move.first_moved == TEXT + 4 && move.first_depth == 24);
	TEST_ASSERT(go_table__move(&t, &f, TEXT + 31, &move) && !move.depth && move.end == TEXT + 32);
	TEST_ASSERT(!go_table__move(&t, &f, TEXT + 32, &move));
	return TEST_OK;
}

static int test__versions(void)
{
	unsigned int version;

	for (version = GO_1_2; version <= GO_1_20; version++)
		if (check_version(version, false) || check_version(version, true))
			return TEST_FAIL;
	return TEST_OK;
}

/* Since Go 1.26 the head does not say where the text begins. */
static int test__text(void)
{
	struct diag diag = DIAG_INIT;
	struct made m = make(GO_1_20, false);
	struct go_function f;
	struct go_table t;
	size_t at = go_table__text_at(m.bytes, m.nr);

	TEST_ASSERT_EQ(at, 24);
	put_at(&m, at, 0, 8);
	TEST_ASSERT_EQ(go_table__open(&t, m.bytes, m.nr, 0, &diag), -ENOTSUP);
	TEST_ASSERT_EQ(go_table__open(&t, m.bytes, m.nr, 0x10000, &diag), 0);
	TEST_ASSERT(go_table__function(&t, 0x10000, &f) && f.start == 0x10000);
	return TEST_OK;
}

/* Cut anywhere, and each byte changed: nothing outside is read, and what is found lies within. */
static int test__damaged(void)
{
	unsigned int version;
	size_t i, size;

	for (version = GO_1_2; version <= GO_1_20; version++) {
		struct made m = make(version, false);

		for (i = 0; i < 2 * m.nr; i++) {
			struct diag diag = DIAG_INIT;
			unsigned char *part;
			struct go_function f;
			struct go_table t;
			struct go_move move;
			uint64_t addr;

			size = i < m.nr ? i : m.nr;
			part = xmemdup(m.bytes, size);
			if (i >= m.nr)
				part[i - m.nr] ^= 0xff;
			if (!go_table__open(&t, part, size, 0, &diag))
				for (addr = TEXT; addr < TEXT + 2 * LENGTH; addr += 5)
					if (go_table__function(&t, addr, &f) && go_table__move(&t, &f, addr, &move) &&
					    (addr < move.start || addr >= move.end || move.end > f.end)) {
						free(part);
						return TEST_FAIL;
					}
			free(part);
		}
	}
	return TEST_OK;
}

static int test__rows(void)
{
	/* sub $24,%rsp; mov %rbp,16(%rsp); lea 16(%rsp),%rbp */
	static const unsigned char code[LENGTH] = { 0x48, 0x83, 0xec, 0x18, 0x48, 0x89, 0x6c, 0x24, 0x10, 0x48, 0x8d, 0x6c, 0x24, 0x10 };
	static const unsigned char pushes[LENGTH] = { 0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x10 };
	static const unsigned char other[LENGTH] = { 0x48, 0x83, 0xec, 0x18, 0x90 };
	static const unsigned char calls[LENGTH] = { 0x50, 0x4c, 0x8b, 0x22, 0x41, 0xff, 0xd4, 0x58 };
	static const unsigned char c_calls[LENGTH] = { 0xff, 0xd0, 0x48, 0x8b, 0x74, 0x24, 0x28, 0x48, 0x89, 0xf4, 0xc3 };
	static const unsigned char calls_back[LENGTH] = { 0x48, 0x83, 0xec, 0x18, 0x48, 0x89, 0x6c, 0x24, 0x10, 0x48, 0x8d, 0x6c, 0x24, 0x10,
							  0xff, 0xd0, 0x90 };
	static const unsigned char calls_bare[LENGTH] = { 0x48, 0x83, 0xec, 0x18, 0x48, 0x89, 0x6c, 0x24, 0x10, 0x48, 0x8d, 0x6c, 0x24, 0x08,
							  0xff, 0xd0, 0x90 };
	static const unsigned char calls_pushed[LENGTH] = { 0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x10, [14] = 0xff, 0xd0, 0x90 };
	static const unsigned char clones[LENGTH] = { 0x0f, 0x05, 0x74, 0x07, 0x89, 0x44, 0x24, 0x30, 0x90, 0x90, 0xc3, 0x48, 0x89, 0xf4 };
	const struct unwind_machine *machine = unwind_machine__of(EM_X86_64);
	struct diag diag = DIAG_INIT;
	struct made m = make(GO_1_18, false);
	struct go_function f;
	struct go_table t;
	struct go_row r;

	TEST_ASSERT_EQ(go_table__open(&t, m.bytes, m.nr, 0, &diag), 0);
	TEST_ASSERT(go_table__function(&t, TEXT, &f));
	TEST_ASSERT(go_frame__row(&t, &f, code, TEXT, machine, &r) && r.row.base == UNWIND_FROM_SP && r.row.cfa_offset == 8);
	TEST_ASSERT(r.row.fp.where == UNWIND_SAME && r.row.ra.offset == -8 && r.end == TEXT + 4);
	/* The frame pointer is not saved yet. */
	TEST_ASSERT(go_frame__row(&t, &f, code, TEXT + 4, machine, &r) && r.row.cfa_offset == 32 && r.row.fp.where == UNWIND_SAME);
	TEST_ASSERT(go_frame__row(&t, &f, code, TEXT + 9, machine, &r) && r.row.cfa_offset == 32);
	TEST_ASSERT(r.row.fp.where == UNWIND_SAVED && r.row.fp.offset == -16 && r.end == TEXT + 24);
	/* Assembler that saves nothing. */
	TEST_ASSERT(go_frame__row(&t, &f, other, TEXT + 9, machine, &r) && r.row.cfa_offset == 32 && r.row.fp.where == UNWIND_LOST);
	/* Go 1.21: push %rbp; mov %rsp,%rbp; sub $16,%rsp. */
	f.moves = PUSHES;
	TEST_ASSERT(go_frame__row(&t, &f, pushes, TEXT + 1, machine, &r) && r.row.cfa_offset == 16 && r.row.fp.offset == -16);
	TEST_ASSERT(go_frame__row(&t, &f, pushes, TEXT + 9, machine, &r) && r.row.cfa_offset == 32 && r.row.fp.offset == -16);
	TEST_ASSERT(go_frame__row(&t, &f, pushes, TEXT + 31, machine, &r) && r.row.cfa_offset == 8 && r.row.fp.where == UNWIND_SAME);
	f.moves = WORK;
	f.flags = GO_WRITES_SP;
	TEST_ASSERT(!go_frame__row(&t, &f, code, TEXT, machine, &r));
	/* Where functions have no flags, the names say so. Later a compiled one may have such a name, too. */
	f.flags = 0;
	f.name = "runtime.asmcgocall";
	t.version = GO_1_16;
	TEST_ASSERT(!go_frame__row(&t, &f, code, TEXT, machine, &r));
	t.version = GO_1_18;
	TEST_ASSERT(go_frame__row(&t, &f, code, TEXT, machine, &r) && r.row.base == UNWIND_FROM_SP);
	f.flags = GO_WRITES_SP;
	f.name = "runtime.mcall";
	TEST_ASSERT(!go_frame__row(&t, &f, code, TEXT, machine, &r));
	/* Behind its call on the scheduler's stack nothing is left: call *%r12. */
	TEST_ASSERT(go_frame__row(&t, &f, calls, TEXT + 6, machine, &r) && r.row.base == UNWIND_OUTERMOST);
	TEST_ASSERT_EQ(r.start, TEXT + 6);
	TEST_ASSERT_EQ(r.end, TEXT + 7);
	TEST_ASSERT(!go_frame__row(&t, &f, calls, TEXT + 4, machine, &r));
	TEST_ASSERT(!go_frame__row(&t, &f, calls, TEXT + 7, machine, &r));
	f.name = "runtime.systemstack.abi0";
	TEST_ASSERT(!go_frame__row(&t, &f, calls, TEXT + 6, machine, &r));
	/* Behind the return of runtime.clone, where the stack is that of the new thread, a thread begins. */
	f.name = "runtime.clone.abi0";
	f.flags = 0;
	f.moves = WORK;
	TEST_ASSERT(go_frame__row(&t, &f, clones, TEXT + 10, machine, &r) && r.row.base == UNWIND_FROM_SP);
	TEST_ASSERT(go_frame__row(&t, &f, clones, TEXT + 11, machine, &r) && r.row.base == UNWIND_OUTERMOST);
	TEST_ASSERT_EQ(r.start, TEXT + 11);
	TEST_ASSERT_EQ(r.end, f.end);
	TEST_ASSERT(go_frame__row(&t, &f, code, TEXT + 11, machine, &r) && r.row.base == UNWIND_FROM_SP);
	/* C was called from the system's stack: call *%rax; the stack pointer is taken back. From a goroutine's it is computed. */
	f.name = "runtime.asmcgocall.abi0";
	f.flags = GO_WRITES_SP;
	TEST_ASSERT(go_frame__row(&t, &f, c_calls, TEXT + 1, machine, &r) && r.row.base == UNWIND_FROM_EXPR && r.row.ra.offset == -8);
	TEST_ASSERT(r.row.cfa_expr->nr == 3 && r.row.cfa_expr->steps[0].a == 40 && r.row.fp.where == UNWIND_SAME);
	TEST_ASSERT_EQ(r.start, TEXT + 1);
	TEST_ASSERT_EQ(r.end, TEXT + 2);
	TEST_ASSERT(!go_frame__row(&t, &f, c_calls, TEXT + 2, machine, &r));
	TEST_ASSERT(!go_frame__row(&t, &f, calls, TEXT + 6, machine, &r));
	TEST_ASSERT(!go_frame__row(&t, &f, c_calls, f.end - 1, machine, &r));
	/* Go was called from C, on another stack: call *%rax. Frame pointers lead on from there, in both ways to set up a frame. */
	f.name = "runtime.cgocallback.abi0";
	f.moves = WORK;
	TEST_ASSERT(go_frame__row(&t, &f, calls_back, TEXT + 15, machine, &r) && r.row.base == UNWIND_FROM_FP && r.row.cfa_offset == 16);
	TEST_ASSERT(r.row.ra.offset == -8 && r.row.fp.offset == -16 && r.start == TEXT + 15 && r.end == TEXT + 16);
	TEST_ASSERT(!go_frame__row(&t, &f, calls_back, TEXT + 14, machine, &r) && !go_frame__row(&t, &f, calls_back, TEXT + 16, machine, &r));
	TEST_ASSERT(!go_frame__row(&t, &f, calls_bare, TEXT + 15, machine, &r));
	f.moves = PUSHES;
	TEST_ASSERT(go_frame__row(&t, &f, calls_pushed, TEXT + 15, machine, &r) && r.row.base == UNWIND_FROM_FP);
	TEST_ASSERT(!go_frame__row(&t, &f, calls_back, TEXT + 15, machine, &r));
	f.name = "runtime.gogo";
	f.moves = WORK;
	TEST_ASSERT(!go_frame__row(&t, &f, calls_back, TEXT + 15, machine, &r));
	f.name = "runtime.sigpanic0.abi0";
	f.flags = 0;
	TEST_ASSERT(go_frame__row(&t, &f, code, TEXT, machine, &r) && r.row.signal);
	f.name = "runtime.goexit.abi0";
	TEST_ASSERT(go_frame__row(&t, &f, code, TEXT + 1, machine, &r) && r.row.base == UNWIND_OUTERMOST);
	/* The handler of signals has a caller: what ends signals. */
	f.name = "runtime.sigtramp.abi0";
	f.flags = GO_TOP_FRAME;
	TEST_ASSERT(go_frame__row(&t, &f, code, TEXT, machine, &r) && r.row.base == UNWIND_FROM_SP && !r.row.signal);
	return TEST_OK;
}

DEFINE_SUITE("Go's table of functions", go_table,
	{ "each version, in both byte orders", test__versions },
	{ "where the text begins", test__text },
	{ "cut and damaged", test__damaged },
	{ "rows", test__rows })
