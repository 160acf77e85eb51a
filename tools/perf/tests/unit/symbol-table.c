// SPDX-License-Identifier: GPL-2.0-only
/* Tables of symbols: what is at an address, where symbols overlap, and in which order they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/symbol-fixture.h"
#include "util/base/alloc.h"

static void add(struct symtab *t, uint64_t start, uint64_t end, const char *name, int binding)
{
	symtab__add(t, &(struct symtab_entry){ start, end, name, strlen(name), 2, (uint8_t)binding });
}

static int test__symtab(void)
{
	struct symtab t = { 0 };

	TEST_ASSERT(!symtab__find(&t, 0));
	add(&t, 0x500, 0x500, "last", 1);
	add(&t, 0x100, 0x200, "outer", 1);
	add(&t, 0x120, 0x130, "inner", 0);
	add(&t, 0x300, 0x300, "open", 1);		/* no size: up to the next one */
	add(&t, 0x400, 0x410, "__x", 1);
	add(&t, 0x400, 0x410, "_xx", 1);		/* fewer underscores */
	add(&t, 0x400, 0x410, "weak", 2);
	add(&t, 0x400, 0x410, "local", 0);
	add(&t, 0x400, 0x400, "sizeless", 1);
	symtab__finish(&t, SYMTAB_FILL);
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0xff), "-");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x100), "outer");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x12f), "inner");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x130), "outer");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x1ff), "outer");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x200), "-");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x3ff), "open");
	/* Filled up to the next one, "sizeless" is as long as any, and not weak, not local, not underlined. */
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x400), "sizeless");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x1fff), "last");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x2000), "-");
	symtab__exit(&t);
	add(&t, 0x10, 0x20, "old", 1);
	add(&t, 0x10, 0x20, "new", 1);
	add(&t, 0x18, 0x1c, "part", 1);
	symtab__finish(&t, SYMTAB_EXACT);
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x1d), "new");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x18), "part");
	symtab__exit(&t);
	return TEST_OK;
}

static int test__symtab_sorts(void)
{
	struct symtab t = { 0 };
	uint64_t x = 1;
	unsigned int i;
	char name[32];

	for (i = 0; i < 5000; i++) {
		uint64_t start;

		x = x * 6364136223846793005ULL + 1;
		start = x >> 40;
		snprintf(name, sizeof(name), "s%llx", (unsigned long long)start);
		add(&t, start, start + 1, name, 1);
	}
	symtab__finish(&t, SYMTAB_FILL);
	for (i = 0; i < t.nr; i++) {
		TEST_ASSERT(!i || t.syms[i - 1].start < t.syms[i].start);
		snprintf(name, sizeof(name), "s%llx", (unsigned long long)t.syms[i].start);
		TEST_ASSERT_STR(symbol_fixture__name(&t, t.syms[i].start), name);
	}
	TEST_ASSERT(t.nr > 4900);
	symtab__exit(&t);
	return TEST_OK;
}

/* Overlaps of any kind: of the symbols that hold an address the one that begins last counts. */
static int test__symtab_nested(void)
{
	struct symtab t = { 0 };
	uint64_t x = 7, addr;
	unsigned int i, round;

	for (round = 0; round < 200; round++) {
		for (i = 0; i < 20; i++) {
			uint64_t start;

			x = x * 6364136223846793005ULL + 1;
			start = x >> 57;
			add(&t, start, start + (x >> 40) % 40, "f", 1);
		}
		symtab__finish(&t, SYMTAB_EXACT);
		for (addr = 0; addr < 200; addr++) {
			const struct symbol *want = NULL;

			for (i = 0; i < t.nr; i++)
				if (addr >= t.syms[i].start && (addr < t.syms[i].end || addr == t.syms[i].start))
					want = &t.syms[i];
			TEST_ASSERT(symtab__find(&t, addr) == want);
		}
		symtab__exit(&t);
	}
	return TEST_OK;
}

/* Names are kept once, and none is longer than the limit: what is cut off is marked. */
static int test__symtab_names(void)
{
	static char strings[40000];
	struct symtab t = { 0 };
	const char *kept;
	size_t before;

	memset(strings + 1, 'x', sizeof(strings) - 2);
	add(&t, 1, 2, strings + sizeof(strings) - 1 - SYMTAB_MAX_NAME, 1);
	add(&t, 2, 3, strings + sizeof(strings) - 2 - SYMTAB_MAX_NAME, 1);
	TEST_ASSERT_EQ(t.nr, 2);
	TEST_ASSERT_EQ(t.syms[0].name_len, SYMTAB_MAX_NAME);
	TEST_ASSERT(t.syms[0].name[SYMTAB_MAX_NAME - 1] == 'x');
	TEST_ASSERT_EQ(t.syms[1].name_len, SYMTAB_MAX_NAME);
	TEST_ASSERT(!strcmp(t.syms[1].name + SYMTAB_MAX_NAME - 5, "xx..."));
	/* Not within a character, nor within what stands for one. */
	memcpy(strings + 1 + SYMTAB_MAX_NAME - 4, "\xc3\xa9", 2);
	add(&t, 4, 5, strings + 1, 1);
	memcpy(strings + 1 + SYMTAB_MAX_NAME - 5, "\x1bxx", 3);
	add(&t, 5, 6, strings + 1, 1);
	TEST_ASSERT(!strcmp(t.syms[2].name + SYMTAB_MAX_NAME - 5, "x..."));
	TEST_ASSERT(!strcmp(t.syms[3].name + SYMTAB_MAX_NAME - 6, "x..."));
	memset(strings + 1, 'x', sizeof(strings) - 2);
	kept = symtab__keep(&t, strings, sizeof(strings));
	before = t.names.total;
	symtab__add_kept(&t, &(struct symtab_entry){ 8, 9, kept + 30000, 9999, 2, 1 });
	symtab__finish(&t, SYMTAB_EXACT);
	TEST_ASSERT(symtab__find(&t, 8)->name == kept + 30000);
	TEST_ASSERT_EQ(t.names.total, before);
	symtab__exit(&t);
	return TEST_OK;
}

DEFINE_SUITE("Symbols: tables of them", symbol_table,
	{ "table: gaps, aliases, nesting", test__symtab },
	{ "table: order", test__symtab_sorts },
	{ "symbols within symbols", test__symtab_nested },
	{ "names of symbols", test__symtab_names })
