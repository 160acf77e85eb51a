// SPDX-License-Identifier: GPL-2.0-only
/* Entries of unwind tables, found: through search tables, sound and not, and in .debug_frame, compressed as well. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/unwind-fixture.h"
#include "util/base/alloc.h"
#include "util/code/file-map.h"
#include "util/code/func-starts.h"
#include "util/code/unwind-file.h"

#define CODE	MADE_CODE_ADDR

/* Three functions, of which the table has the second only where it shall. */
static void three_functions(struct made_elf *m, uint64_t pairs[3][2])
{
	static const uint64_t starts[] = { CODE, CODE + 0x20, CODE + 0x60 };
	size_t cie, i;

	made__begin(m);
	cie = made__cie(m, "zR", "1b", 16, MADE_USUAL_CIE);
	/* Not in the order of their addresses. */
	for (i = 3; i-- > 0;) {
		pairs[i][0] = starts[i];
		pairs[i][1] = made__fde(m, cie, starts[i], 0x20, MADE_FRAME);
	}
	made__put(m, 0, 4);
}

static bool finds_three(struct unwind_file *f)
{
	return f && !strncmp(made__row_at(f, CODE + 4), "4-14 ", 5) && !strncmp(made__row_at(f, CODE + 0x24), "24-34 ", 6) &&
	       !strncmp(made__row_at(f, CODE + 0x64), "64-74 ", 6) && !strcmp(made__row_at(f, CODE + 0x40), "nothing") &&
	       !strcmp(made__row_at(f, CODE + 0x80), "nothing");
}

static bool made_finds_three(struct made_elf *m)
{
	struct unwind_file *f;
	bool ok;

	made__finish(m);
	f = made__open(m);
	ok = finds_three(f);
	unwind_file__delete(f);
	return ok;
}

static int test__search_table(void)
{
	uint64_t pairs[3][2], swapped[3][2];
	struct unwind_file *f;
	struct made_elf m;

	three_functions(&m, pairs);
	TEST_ASSERT(made_finds_three(&m));
	three_functions(&m, pairs);
	made__table(&m, pairs, 3);
	TEST_ASSERT(made_finds_three(&m));
	/* Without sections: only the table, and the segment that it lies in, tell where the entries are. */
	three_functions(&m, pairs);
	made__table(&m, pairs, 3);
	m.section = NULL;
	TEST_ASSERT(made_finds_three(&m));
	/* What is not in a table that is sound is not asked elsewhere: so programs unwind themselves. */
	three_functions(&m, pairs);
	made__table(&m, pairs, 2);
	made__finish(&m);
	f = made__open(&m);
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x64), "nothing");
	TEST_ASSERT(!strncmp(made__row_at(f, CODE + 0x24), "24-34 ", 6));
	unwind_file__delete(f);
	/* Not sorted. */
	three_functions(&m, pairs);
	memcpy(swapped[0], pairs[2], sizeof(pairs[0]));
	memcpy(swapped[1], pairs[1], sizeof(pairs[0]));
	memcpy(swapped[2], pairs[0], sizeof(pairs[0]));
	made__table(&m, swapped, 3);
	TEST_ASSERT(made_finds_three(&m));
	/* The entry of another function, or no entry at all. */
	three_functions(&m, pairs);
	pairs[1][1] = pairs[0][1];
	made__table(&m, pairs, 3);
	TEST_ASSERT(made_finds_three(&m));
	three_functions(&m, pairs);
	pairs[1][1] = MADE_EH;
	made__table(&m, pairs, 3);
	TEST_ASSERT(made_finds_three(&m));
	three_functions(&m, pairs);
	pairs[1][1] = MADE_SIZE + 0x10000;
	made__table(&m, pairs, 3);
	TEST_ASSERT(made_finds_three(&m));
	/* More entries than there are. */
	three_functions(&m, pairs);
	made__table(&m, pairs, 3);
	m.bytes[MADE_HDR + 11] = 0x7f;
	TEST_ASSERT(made_finds_three(&m));
	/* A file with debug information alone has headers that speak of bytes which are elsewhere. */
	three_functions(&m, pairs);
	made__table(&m, pairs, 3);
	m.section_type = SHT_NOBITS;
	made__finish(&m);
	f = made__open(&m);
	TEST_ASSERT_STR(made__row_at(f, CODE + 4), "nothing");
	unwind_file__delete(f);
	return TEST_OK;
}

/* A CIE and an FDE as .debug_frame has them, @version 1 to 4, in DWARF's long form or not. */
static void debug_frame(struct made_elf *m, unsigned int version, bool is_long)
{
	size_t cie = m->at - MADE_EH, length;

	length = m->at;
	made__hex(m, is_long ? "ff ff ff ff 00 00 00 00 00 00 00 00 ff ff ff ff ff ff ff ff" : "00 00 00 00 ff ff ff ff");
	made__put(m, version, 1);
	made__hex(m, version == 4 ? "00 08 00 01 78 10" : "00 01 78 10");
	made__hex(m, MADE_USUAL_CIE);
	m->bytes[length + (is_long ? 4 : 0)] = (unsigned char)(m->at - length - (is_long ? 12 : 4));
	length = m->at;
	made__hex(m, is_long ? "ff ff ff ff 00 00 00 00 00 00 00 00" : "00 00 00 00");
	made__put(m, cie, is_long ? 8 : 4);
	made__word(m, CODE);
	made__word(m, 0x80);
	made__hex(m, MADE_FRAME);
	m->bytes[length + (is_long ? 4 : 0)] = (unsigned char)(m->at - length - (is_long ? 12 : 4));
}

static bool debug_frame_works(struct made_elf *m)
{
	struct unwind_file *f;
	bool ok;

	made__finish(m);
	f = made__open(m);
	ok = f && !strcmp(made__row_at(f, CODE + 4), "4-14 CFA = fp+16, ra at CFA-8, fp at CFA-16") &&
	     !strcmp(made__row_at(f, CODE + 0x80), "nothing") && !unwind_file__refused(f, false);
	unwind_file__delete(f);
	return ok;
}

static int test__debug_frame(void)
{
	unsigned int version, is_long;
	struct made_elf m;

	for (version = 1; version <= 4; version++)
		for (is_long = 0; is_long < 2; is_long++) {
			made__begin(&m);
			m.section = ".debug_frame";
			m.debug = true;
			debug_frame(&m, version, is_long);
			/* Nobody has made version 2 of it. */
			TEST_ASSERT_EQ(debug_frame_works(&m), version != 2);
		}
	return TEST_OK;
}

/* As zlib would store @size bytes without making them smaller. */
static void put_stored(struct made_elf *m, const unsigned char *bytes, size_t size)
{
	uint32_t a = 1, b = 0;
	size_t i;

	made__hex(m, "78 01 01");
	made__put(m, size, 2);
	made__put(m, ~size, 2);
	for (i = 0; i < size; i++) {
		made__put(m, bytes[i], 1);
		a = (a + bytes[i]) % 65521;
		b = (b + a) % 65521;
	}
	m->big = true;
	made__put(m, b << 16 | a, 4);
	m->big = false;
}

static int test__compressed(void)
{
	unsigned char plain[256];
	struct unwind_file *f;
	struct made_elf m;
	size_t size;

	made__begin(&m);
	debug_frame(&m, 4, false);
	size = m.at - MADE_EH;
	memcpy(plain, m.bytes + MADE_EH, size);
	made__begin(&m);
	m.section = ".debug_frame";
	m.section_flags = SHF_COMPRESSED;
	m.debug = true;
	made__put(&m, ELFCOMPRESS_ZLIB, 8);
	made__put(&m, size, 8);
	made__put(&m, 1, 8);
	put_stored(&m, plain, size);
	made__finish(&m);
	f = made__open(&m);
	TEST_ASSERT(f);
	(void)made__row_at(f, CODE);
	if (unwind_file__refused(f, false)) {
		unwind_file__delete(f);
		return test_skip("perf was built without zlib");
	}
	unwind_file__delete(f);
	TEST_ASSERT(debug_frame_works(&m));
	/* As it was before there was a flag for it. */
	made__begin(&m);
	m.section = ".zdebug_frame";
	m.debug = true;
	made__hex(&m, "5a 4c 49 42 00 00 00 00 00 00 00");
	made__put(&m, size, 1);
	put_stored(&m, plain, size);
	TEST_ASSERT(debug_frame_works(&m));
	/* Damaged. */
	m.bytes[MADE_EH + 14] ^= 0xff;
	f = made__open(&m);
	TEST_ASSERT_STR(made__row_at(f, CODE), "nothing");
	TEST_ASSERT(unwind_file__refused(f, false));
	unwind_file__delete(f);
	return TEST_OK;
}

/* Each byte changed, and the file cut behind each: a row has its address, and nothing outside of the bytes is read (sanitizers). */
static int test__hostile(void)
{
	static const unsigned char values[] = { 0, 1, 0x7f, 0x80, 0xff };
	uint64_t pairs[3][2];
	struct made_elf m;
	size_t i, v, n;

	for (i = 0; i < MADE_SIZE; i++) {
		three_functions(&m, pairs);
		made__table(&m, pairs, 3);
		made__finish(&m);
		for (v = 0; v <= ARRAY_SIZE(values); v++) {
			struct diag diag = DIAG_INIT;
			struct unwind_file *f;
			unsigned char *copy;

			n = v < ARRAY_SIZE(values) ? MADE_SIZE : i;
			if (n == MADE_SIZE && !m.bytes[i] && i % 7)
				continue;
			copy = xmalloc(n + 1);
			memcpy(copy, m.bytes, n);
			if (n == MADE_SIZE)
				copy[i] = values[v];
			f = unwind_file__new(copy, n, &diag);
			TEST_ASSERT(f || diag__is_set(&diag));
			if (f) {
				TEST_ASSERT(made__row_at(f, CODE + 0x24)[0] != 't' && made__row_at(f, CODE + 0x4)[0] != 't');
				TEST_ASSERT(made__row_at(f, 0)[0] != 't' && made__row_at(f, UINT64_MAX - 1)[0] != 't');
			}
			unwind_file__delete(f);
			free(copy);
		}
	}
	return TEST_OK;
}

/* The function in the section @name: nothing but the section tells where it ends. */
static bool is_one_function(const struct func_starts *f, const char *name)
{
	struct elf_part part;
	uint64_t start, end;

	return !elf_view__section(f->elf, name, &part) ||
	       (func_starts__find(f, part.addr + 1, 0, UINT64_MAX, &start, &end) && start == part.addr && end == part.addr + part.size);
}

static int test__init(void)
{
	struct func_starts f = { .nr = 0 };
	struct diag diag = DIAG_INIT;
	struct elf_view elf;
	struct file_map map;
	bool ok;

	TEST_ASSERT(!file_map__open(&map, "/proc/self/exe") && !elf_view__open(&elf, map.bytes, map.size, &diag));
	func_starts__read(&f, &elf);
	ok = is_one_function(&f, ".init") && is_one_function(&f, ".fini");
	func_starts__exit(&f);
	elf_view__close(&elf);
	file_map__close(&map);
	TEST_ASSERT(ok);
	return TEST_OK;
}

DEFINE_SUITE("Unwind tables of a file: entries are found", unwind_search,
	     { "search tables, sound and not", test__search_table },
	     { ".debug_frame, of each version", test__debug_frame },
	     { ".debug_frame, compressed", test__compressed },
	     { "functions that begin and end a program", test__init }, { "hostile bytes", test__hostile })
