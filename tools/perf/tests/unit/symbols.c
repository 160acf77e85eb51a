// SPDX-License-Identifier: GPL-2.0-only
/* Symbols: perf-PID.map, ELF files (our own binary), build ids, names. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/words.h"
#include "tests/unit/symbol-fixture.h"
#include "util/base/alloc.h"
#include "util/symbol/build-id.h"
#include "util/symbol/demangle.h"
#include "util/symbol/dso.h"
#include "util/symbol/elf-symbols.h"
#include "util/symbol/jit-map.h"
#include "util/symbol/dsos.h"
#include "util/symbol/symtab.h"

static int test__jit_map(void)
{
	static const char text[] = "1000 10 plain\n0x1010 0X20 Foo::bar(int, char)\nzz 1 bad\n1030\n"
				   "ffffffffffffffff 5 wraps\n2000 8 \n010aF 8 odd digits\n"
				   "10000000000000000 8 too long\n3000 8x no size\n1000 10 replaced";
	struct symtab t = { 0 };
	FILE *f = tmpfile();

	TEST_ASSERT(f && fputs(text, f) >= 0 && !fflush(f) && !fseek(f, 0, SEEK_SET));
	TEST_ASSERT_EQ(jit_map__read(&t, fileno(f)), 0);
	fclose(f);
	/* Six of the lines are not valid, and one takes the place of another. */
	TEST_ASSERT_EQ(t.nr, 3);
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x10af), "odd digits");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x10b7), "-");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x1000), "replaced");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x102f), "Foo::bar(int, char)");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x1030), "-");
	symtab__exit(&t);
	return TEST_OK;
}

/* Read piece by piece: lines across the borders are whole, one that is longer than a piece is left out. */
static int test__jit_map_pieces(void)
{
	struct symtab t = { 0 };
	char name[32];
	size_t i;
	FILE *f = tmpfile();

	for (i = 0; f && i < 40000; i++)
		fprintf(f, "%zx 10 function_%zu\n", 0x1000 + 16 * i, i);
	fprintf(f, "1 10 ");
	for (i = 0; f && i < 700000; i++)
		fputs("7 ", f);
	fprintf(f, "\n500000 10 behind\n600000 10 last");
	TEST_ASSERT(f && !fflush(f) && !fseek(f, 0, SEEK_SET));
	TEST_ASSERT_EQ(jit_map__read(&t, fileno(f)), 0);
	fclose(f);
	TEST_ASSERT_EQ(t.nr, 40002);
	for (i = 0; i < 40000; i++) {
		snprintf(name, sizeof(name), "function_%zu", i);
		TEST_ASSERT_STR(symbol_fixture__name(&t, 0x1000 + 16 * i), name);
	}
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x500000), "behind");
	TEST_ASSERT_STR(symbol_fixture__name(&t, 0x600000), "last");
	symtab__exit(&t);
	return TEST_OK;
}

static int test__demangle(void)
{
	static const char * const names[][2] = {
		{ "_ZN3foo3barEv", "foo::bar" },
		{ "_ZNSt6vectorIiSaIiEE9push_backEOi", "std::vector<int, std::allocator<int> >::push_back" },
		{ "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE", "core::fmt::Write::write_fmt" },
		{ "_RNvC6_123foo3bar", "123foo::bar" },
		{ "_D8demangle4testFZv", "demangle.test" },
		/* What LLVM appends: its own marks are left out, others stay. */
		{ "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE.llvm.123456", "core::fmt::Write::write_fmt$" },
		{ "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE.123", "core::fmt::Write::write_fmt.123$" },
		{ "_ZN4core3fmt5Write3a.b17h0123456789abcdefE.cold", "core::fmt::Write::a.b.cold$" },
		{ "_RNvC6_123foo3bar.llvm.123", "123foo::bar$" },
		{ "_RNvC6_123foo3bar.cold", "123foo::bar.cold$" },
		{ "_ZN3foo3barEv.cold", "foo::bar() [clone .cold]$" },
		{ "_ZN3foo3barEv.isra.0", "foo::bar() [clone .isra.0]$" },
		{ "main", NULL }, { "_", NULL }, { "", NULL }, { "_Z", NULL }, { "_start", NULL },
	};
	char *probe = demangle("_ZN3foo3barEv");
	unsigned int i;

	if (!probe)
		return test_skip("built without libiberty");
	free(probe);
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		char *text = demangle(names[i][0]);

		size_t len = names[i][1] ? strcspn(names[i][1], "$") : 0;	/* "$": all of it */

		if (names[i][1])
			TEST_ASSERT(text && !strncmp(text, names[i][1], len) && (!names[i][1][len] || !text[len]));
		else
			TEST_ASSERT(!text);
		free(text);
	}
	return TEST_OK;
}

/* Where this program's own code is: its file, and the offset of @fn in it. */
static char *own_file(const void *fn, uint64_t *ret_offset)
{
	FILE *f = fopen("/proc/self/maps", "re");
	char *line = NULL, *path = NULL;
	size_t cap = 0;
	unsigned long start, end, offset;
	int at;

	while (f && !path && getline(&line, &cap, f) > 0) {
		if (sscanf(line, "%lx-%lx %*s %lx %*s %*s %n", &start, &end, &offset, &at) < 3)
			continue;
		if ((uintptr_t)fn < start || (uintptr_t)fn >= end)
			continue;
		*ret_offset = (uintptr_t)fn - start + offset;
		line[strcspn(line, "\n")] = 0;
		path = xstrdup(line + at);
	}
	free(line);
	if (f)
		fclose(f);
	return path;
}

static bool no_libelf(void)
{
	struct elf_file *f;

	return elf_file__open("/proc/self/exe", &f) == -ENOSYS ? true : (elf_file__close(f), false);
}

static int test__elf(void)
{
	struct dsos *dsos = dsos__new(NULL);
	uint64_t offset = 0, plt = 0;
	char *path = own_file((const void *)(uintptr_t)&test__jit_map, &offset);
	const struct symbol *sym;
	struct dso *dso, *wrong;
	uint8_t id[20];
	int n;

	if (no_libelf())
		return test_skip("built without libelf");
	TEST_ASSERT(path != NULL);
	dso = dsos__get(dsos, path, DSO_KIND_USER, NULL, 0, 0);
	sym = dso__find_symbol(dso, offset + 1);
	if (!sym && strstr(dso__load_error(dso), "no symbols"))
		return test_skip("this binary is stripped");
	TEST_ASSERT(sym != NULL);
	TEST_ASSERT_STR(sym->name, "test__jit_map");
	TEST_ASSERT_EQ(sym->start, offset);
	TEST_ASSERT(!dso__load_error(dso));
	n = build_id__read_file(path, id);
	if (n > 0) {
		TEST_ASSERT_EQ(n, 20);
		/* The same file under its right id, and refused under a wrong one. */
		wrong = dsos__get(dsos, path, DSO_KIND_USER, id, 20, 0);
		TEST_ASSERT(dso__find_symbol(wrong, offset) != NULL);
		id[3] ^= 1;
		wrong = dsos__get(dsos, path, DSO_KIND_USER, id, 20, 0);
		TEST_ASSERT(!dso__find_symbol(wrong, offset));
		TEST_ASSERT(strstr(dso__load_error(wrong), "build id differs"));
	}
	/* Our imports have names somewhere in the file. (free() may be one of ASan's within it.) */
	for (sym = NULL; !sym && plt < offset + (1 << 20); plt += 8) {
		sym = dso__find_symbol(dso, plt);
		if (sym && strcmp(sym->name, "elf_end@plt"))
			sym = NULL;
	}
	TEST_ASSERT(sym != NULL);
#if defined(__x86_64__) || defined(__i386__)
	TEST_ASSERT_EQ(sym->end - sym->start, 16);
#endif
	wrong = dsos__get(dsos, "/nowhere/x", DSO_KIND_USER, NULL, 0, 0);
	TEST_ASSERT(!dso__find_symbol(wrong, 0));
	TEST_ASSERT(strstr(dso__load_error(wrong), "No such file"));
	wrong = dsos__get(dsos, "/dev/null", DSO_KIND_USER, NULL, 0, 0);
	TEST_ASSERT(!dso__find_symbol(wrong, 0) && dso__load_error(wrong));
	free(path);
	dsos__delete(dsos);
	return TEST_OK;
}

static int test__elf_damaged(void)
{
	char *data = NULL, *path, copy[64];
	size_t size = 0, i;
	FILE *f = fopen("/proc/self/exe", "re");
	struct elf_file *elf;
	uint64_t x = 5;

	if (no_libelf())
		return test_skip("built without libelf");
	TEST_ASSERT(f != NULL);
	data = xmalloc(1 << 16);
	size = fread(data, 1, 1 << 16, f);
	fclose(f);
	/* The file ends early, and its header is damaged byte by byte: no symbols, but nothing worse. */
	for (i = 0; i < 300; i++) {
		struct dsos *dsos = dsos__new(NULL);
		uint8_t id[20];

		memcpy(copy, data, sizeof(copy));
		x = x * 6364136223846793005ULL + 1442695040888963407ULL;
		data[(x >> 33) % 64] = (char)(x >> 56);
		path = symbol_fixture__file(data, size);
		(void)build_id__read_file(path, id);
		(void)dso__find_symbol(dsos__get(dsos, path, DSO_KIND_USER, NULL, 0, 0), 0x5000);
		if (!elf_file__open_memory(data, size, &elf))
			elf_file__close(elf);
		unlink(path);
		free(path);
		memcpy(data, copy, sizeof(copy));
		dsos__delete(dsos);
	}
	free(data);
	return TEST_OK;
}

static int test__vdso(void)
{
	struct dsos *dsos = dsos__new(NULL);
	struct dso *dso = dsos__get(dsos, "[vdso]", DSO_KIND_VDSO, NULL, 0, 0);
	uint64_t offset;
	unsigned int found = 0;

	if (no_libelf() || !getauxval(AT_SYSINFO_EHDR))
		return test_skip("no vdso, or no libelf to read it");
	if (sizeof(long) != 8)
		return test_skip("a perf of 32 bits does not look at its own vdso");
	for (offset = 0; offset < 0x2000; offset++) {
		const struct symbol *sym = dso__find_symbol(dso, offset);

		found += sym && strstr(sym->name, "gettime");
	}
	TEST_ASSERT(found);
	dsos__delete(dsos);
	return TEST_OK;
}

static int test__build_id_notes(void)
{
	const uint32_t gnu = bytes_word(0x00554e47);
	const uint32_t words[] = {
		4, 4, 1, gnu, 7,				/* another note of GNU */
		4, 20, 3, gnu, bytes_word(1), bytes_word(2), bytes_word(3), bytes_word(4), bytes_word(5),
	};
	uint8_t id[20];
	char text[41];
	size_t n;

	TEST_ASSERT_EQ(build_id__from_notes(words, sizeof(words), 4, false, id), 20);
	TEST_ASSERT_EQ(id[4], 2);
	TEST_ASSERT_STR(build_id__text(id, 20, text), "0100000002000000030000000400000005000000");
	for (n = 0; n < sizeof(words); n++)
		TEST_ASSERT_EQ(build_id__from_notes(words, n, 4, false, id), -ENOENT);
	return TEST_OK;
}

static int test__dsos(void)
{
	static const uint8_t a[20] = { 1 }, b[20] = { 2 };
	struct dsos *dsos = dsos__new(NULL);
	struct dso *x, *y;

	x = dsos__get(dsos, "/lib/x.so", DSO_KIND_USER, NULL, 0, 0);
	TEST_ASSERT_STR(x->short_name, "x.so");
	TEST_ASSERT(x == dsos__get(dsos, "/lib/x.so", DSO_KIND_USER, NULL, 0, 0));
	dsos__add_build_id(dsos, "/lib/x.so", a, 20);
	TEST_ASSERT_EQ(x->build_id_size, 20);
	TEST_ASSERT(x == dsos__get(dsos, "/lib/x.so", DSO_KIND_USER, a, 20, 0));
	TEST_ASSERT(x == dsos__get(dsos, "/lib/x.so", DSO_KIND_USER, NULL, 0, 0));
	y = dsos__get(dsos, "/lib/x.so", DSO_KIND_USER, b, 20, 0);
	TEST_ASSERT(x != y);
	/* An id that is known before the file is met. */
	dsos__add_build_id(dsos, "/lib/y.so", b, 20);
	y = dsos__get(dsos, "/lib/y.so", DSO_KIND_USER, NULL, 0, 0);
	TEST_ASSERT(y->build_id_size == 20 && y->build_id[0] == 2);
	TEST_ASSERT_STR(dsos__get(dsos, "//anon", DSO_KIND_USER, NULL, 0, 0)->short_name, "//anon");
	TEST_ASSERT_STR(dsos__get(dsos, "[heap]", DSO_KIND_USER, NULL, 0, 0)->short_name, "[heap]");
	dsos__delete(dsos);
	return TEST_OK;
}

/* Prints them all, one a line: scripts ask `perf test -vv -F Symbols` whether this binary has a name. */
static int test__own_symbols(void)
{
	static const char *const names[] = { "main", "noploop", "test_loop", "leaf", "brstack_foo" };
	bool seen[ARRAY_SIZE(names)] = { false };
	struct dsos *dsos = dsos__new(NULL);
	struct dso *dso = dsos__get(dsos, "/proc/self/exe", DSO_KIND_USER, NULL, 0, 0);
	const struct symbol *sym = NULL;
	uint64_t addr = 0, size;
	struct stat st;
	size_t i;

	if (no_libelf())
		return test_skip("built without libelf");
	TEST_ASSERT(!stat("/proc/self/exe", &st));
	size = (uint64_t)st.st_size;
	while (addr < size) {
		sym = dso__find_symbol(dso, addr);
		if (!sym) {
			addr++;
			continue;
		}
		TEST_ASSERT(sym->start <= addr && sym->end > addr);
		fprintf(stderr, " %#llx-%#llx %s\n", (unsigned long long)sym->start,
			(unsigned long long)sym->end, sym->name);
		for (i = 0; i < ARRAY_SIZE(names); i++)
			seen[i] |= !strcmp(sym->name, names[i]);
		addr = sym->end;
	}
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!seen[i])
			fprintf(stderr, "no symbol '%s' in this binary (is it stripped?)\n", names[i]);
	for (i = 0; i < ARRAY_SIZE(names); i++)
		TEST_ASSERT(seen[i]);
	dsos__delete(dsos);
	return TEST_OK;
}

DEFINE_SUITE("Symbols", symbols,
	{ "those of this binary", test__own_symbols },
	{ "perf-PID.map", test__jit_map },
	{ "perf-PID.map, piece by piece", test__jit_map_pieces },
	{ "demangling", test__demangle },
	{ "ELF file, build id, PLT", test__elf },
	{ "damaged ELF files", test__elf_damaged },
	{ "vdso", test__vdso },
	{ "build id notes", test__build_id_notes },
	{ "files by name and build id", test__dsos })
