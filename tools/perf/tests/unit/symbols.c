// SPDX-License-Identifier: GPL-2.0-only
/* Symbols: kallsyms, perf-PID.map, ELF files (our own binary), build ids, names. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/words.h"
#include "util/base/alloc.h"
#include "util/symbol/build-id.h"
#include "util/symbol/demangle.h"
#include "util/symbol/dso.h"
#include "util/symbol/elf-symbols.h"
#include "util/symbol/jit-map.h"
#include "util/symbol/dsos.h"
#include "util/symbol/kallsyms.h"
#include "util/symbol/symtab.h"

/* Writes @text into a new file; the caller unlinks and frees the name. */
static char *temp_file(const char *text, size_t size)
{
	char *path = xstrdup("/tmp/perf-test-XXXXXX");
	int fd = mkstemp(path);

	if (fd < 0 || write(fd, text, size) != (ssize_t)size)
		fprintf(stderr, "cannot write '%s'\n", path);
	if (fd >= 0)
		close(fd);
	return path;
}

static void add(struct symtab *t, uint64_t start, uint64_t end, const char *name, int binding)
{
	symtab__add(t, start, end, name, strlen(name), 2, (uint8_t)binding);
}

static const char *name_at(const struct symtab *t, uint64_t addr)
{
	const struct symbol *s = symtab__find(t, addr);

	return s ? s->name : "-";
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
	TEST_ASSERT_STR(name_at(&t, 0xff), "-");
	TEST_ASSERT_STR(name_at(&t, 0x100), "outer");
	TEST_ASSERT_STR(name_at(&t, 0x12f), "inner");
	TEST_ASSERT_STR(name_at(&t, 0x130), "outer");
	TEST_ASSERT_STR(name_at(&t, 0x1ff), "outer");
	TEST_ASSERT_STR(name_at(&t, 0x200), "-");
	TEST_ASSERT_STR(name_at(&t, 0x3ff), "open");
	/* Filled up to the next one, "sizeless" is as long as any, and not weak, not local, not underlined. */
	TEST_ASSERT_STR(name_at(&t, 0x400), "sizeless");
	TEST_ASSERT_STR(name_at(&t, 0x1fff), "last");
	TEST_ASSERT_STR(name_at(&t, 0x2000), "-");
	symtab__exit(&t);
	add(&t, 0x10, 0x20, "old", 1);
	add(&t, 0x10, 0x20, "new", 1);
	add(&t, 0x18, 0x1c, "part", 1);
	symtab__finish(&t, SYMTAB_EXACT);
	TEST_ASSERT_STR(name_at(&t, 0x1d), "new");
	TEST_ASSERT_STR(name_at(&t, 0x18), "part");
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
		TEST_ASSERT_STR(name_at(&t, t.syms[i].start), name);
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
	symtab__add_kept(&t, 8, 9, kept + 30000, 9999, 2, 1);
	symtab__finish(&t, SYMTAB_EXACT);
	TEST_ASSERT(symtab__find(&t, 8)->name == kept + 30000);
	TEST_ASSERT_EQ(t.names.total, before);
	symtab__exit(&t);
	return TEST_OK;
}

static const char kallsyms_text[] =
	"0000000000000000 A fixed_percpu_data\n"
	"ffffffff81000000 T startup_64\n"
	"ffffffff81000000 T _stext\n"
	"ffffffff81000000 T _text\n"
	"ffffffff81000100 t do_one\n"
	"ffffffff81000100 W do_weak\n"
	"ffffffff81000200 T do_two\n"
	"ffffffff81000300 r not_shown\n"
	"not a line\n"
	"ffffffff81001000 B _end\n"
	"ffffffffc0002000 t late\t[mod_b]\n"
	"ffffffffc0000000 t first\t[mod_a]\n"
	"ffffffffc0000100 T second\t[mod_a]\n"
	"ffffffffc0000200 t $x\t[mod_a]\n"
	"ffffffffc0009000 t bpf_prog_x\t[bpf]";

static int test__kallsyms(void)
{
	char *path = temp_file(kallsyms_text, sizeof(kallsyms_text) - 1);
	struct symbol_opts opts = { .kallsyms = path };
	struct dsos *dsos = dsos__new(&opts);
	struct dso *kernel, *module;
	struct kallsyms k;

	TEST_ASSERT_EQ(kallsyms__load(&k, path, "_text"), 0);
	kallsyms__finish(&k, false);
	TEST_ASSERT_EQ(k.ref_addr, 0xffffffff81000000);
	TEST_ASSERT(!k.hidden);
	/* Of names without sizes the last one reaches to the next address: it is the one. */
	TEST_ASSERT_STR(name_at(&k.kernel, 0xffffffff81000010), "_text");
	TEST_ASSERT_STR(name_at(&k.kernel, 0xffffffff81000110), "do_weak");
	TEST_ASSERT_STR(name_at(&k.kernel, 0xffffffff81000310), "do_two");
	TEST_ASSERT_STR(name_at(kallsyms__module(&k, "[mod_a]"), 0xffffffffc0000010), "first");
	TEST_ASSERT_STR(name_at(kallsyms__module(&k, "[mod_a]"), 0xffffffffc0000210), "second");
	TEST_ASSERT_STR(name_at(kallsyms__module(&k, "[mod_b]"), 0xffffffffc0002fff), "late");
	TEST_ASSERT(!kallsyms__module(&k, "[mod_c]"));
	kallsyms__exit(&k);
	/* The recording was made by a boot that put the kernel 0x1000000 higher. */
	kernel = dsos__get(dsos, "[kernel.kallsyms]", DSO_KIND_KERNEL, NULL, 0, 0);
	dso__set_reference(kernel, "_text", 0xffffffff82000000);
	module = dsos__get(dsos, "/lib/modules/1/mod-a.ko.gz", DSO_KIND_MODULE, NULL, 0, 0);
	TEST_ASSERT_STR(dso__find_symbol(kernel, 0xffffffff82000200)->name, "do_two");
	TEST_ASSERT_STR(module->long_name, "[mod_a]");
	TEST_ASSERT(!dso__find_symbol(module, 0xffffffffc0000010));
	TEST_ASSERT(strstr(dso__load_error(module), "another boot") ||
		    strstr(dso__load_error(module), "built without libelf"));
	dsos__delete(dsos);
	unlink(path);
	free(path);
	return TEST_OK;
}

/* Each line alone: with a last line behind it, as the last one of the file, and with a first line that is of a module. */
static int test__kallsyms_lines(void)
{
	static const struct { const char *line; uint64_t addr; const char *name; } lines[] = {
		{ "0123456789abcdef t digits", 0x123456789abcdef, "digits" },
		{ "fedcba9876543210 t backwards", 0xfedcba9876543210, "backwards" },
		{ "0123456789ABCDEF t upper", 0x123456789abcdef, "upper" },
		{ "c0de t short_address", 0xc0de, "short_address" },
		{ "0123456789abcdeg t no_digit", 0x123456789abcdef, NULL },
		{ "012345678/abcdef t no_digit", 0x123456789abcdef, NULL },
		{ "01234567:9abcdef t no_digit", 0x123456789abcdef, NULL },
		{ "0123`56789abcdef t no_digit", 0x123456789abcdef, NULL },
		{ "\xb1" "123456789abcdef t no_digit", 0x123456789abcdef, NULL },
		{ "00123456789abcdef t too_long", 0x123456789abcdef, NULL },
		{ "0123456789abcdef  no_type", 0x123456789abcdef, NULL },
		{ "0123456789abcdef t ", 0x123456789abcdef, NULL },
		{ "0123456789abcdef t", 0x123456789abcdef, NULL },
		{ "0123456789abcdef", 0x123456789abcdef, NULL },
		{ "0123456789abcdef t x", 0x123456789abcdef, "x" },
		{ "0123456789abcdef t seven_7", 0x123456789abcdef, "seven_7" },
		{ "0123456789abcdef t eight__8", 0x123456789abcdef, "eight__8" },
		{ "0123456789abcdef t with a space", 0x123456789abcdef, "with a space" },
		{ "0123456789abcdef t esc\x1b[1m", 0x123456789abcdef, "esc\\x1b[1m" },
		{ "0123456789abcdef t long_enough_del\x7f", 0x123456789abcdef, "long_enough_del\\x7f" },
		{ "0123456789abcdef t gr\xc3\xbc\xc3\x9f", 0x123456789abcdef, "gr\xc3\xbc\xc3\x9f" },
		{ "0123456789abcdef t \xff", 0x123456789abcdef, "\\xff" },
		{ "0123456789abcdef r read_only", 0x123456789abcdef, NULL },
	};
	unsigned int i, with;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		for (with = 0; with < 4; with++) {
			char *text = xasprintf("%s%s%s", with & 1 ? "ffffffffc0000000 t first\t[mod_a]\n" : "", lines[i].line,
					       with & 2 ? "\nffffffffffffff00 t last\n" : "");
			char *path = temp_file(text, strlen(text));
			struct kallsyms k;

			TEST_ASSERT_EQ(kallsyms__load(&k, path, NULL), 0);
			kallsyms__finish(&k, false);
			TEST_ASSERT_EQ(k.kernel.nr, (lines[i].name ? 1U : 0U) + (with >> 1));
			if (lines[i].name)
				TEST_ASSERT_STR(name_at(&k.kernel, lines[i].addr), lines[i].name);
			if (with & 2)
				TEST_ASSERT_STR(name_at(&k.kernel, 0xffffffffffffff00), "last");
			if (with & 1)
				TEST_ASSERT_STR(name_at(kallsyms__module(&k, "[mod_a]"), 0xffffffffc0000000), "first");
			kallsyms__exit(&k);
			unlink(path);
			free(path);
			free(text);
		}
	return TEST_OK;
}

/* Rust in the kernel: as in the symbol table, unless asked for. */
static int test__kallsyms_demangled(void)
{
	static const char text[] = "ffffffff81000000 T _text\nffffffff81000100 t _RNvC6_123foo3bar\n"
				   "ffffffffc0000000 t _RNvC6_123foo3bar\t[mod_a]\n";
	char *path = temp_file(text, sizeof(text) - 1), *probe = demangle("_ZN3foo3barEv");
	struct symbol_opts opts = { .kallsyms = path };
	unsigned int i;

	for (i = 0; i < 3; i++) {
		const char *want = i == 1 && probe ? "123foo::bar" : "_RNvC6_123foo3bar";
		struct dsos *dsos;

		opts.demangle_kernel = i > 0;
		opts.no_demangle = i > 1;
		dsos = dsos__new(&opts);
		TEST_ASSERT_STR(dso__find_symbol(dsos__get(dsos, "[kernel.kallsyms]", DSO_KIND_KERNEL, NULL, 0, 0),
						 0xffffffff81000101)->name, want);
		TEST_ASSERT_STR(dso__find_symbol(dsos__get(dsos, "[mod_a]", DSO_KIND_MODULE, NULL, 0, 0),
						 0xffffffffc0000001)->name, want);
		dsos__delete(dsos);
	}
	free(probe);
	unlink(path);
	free(path);
	return TEST_OK;
}

static int test__kallsyms_hidden(void)
{
	static const char text[] = "0000000000000000 T _text\n0000000000000000 T x\n";
	char *path = temp_file(text, sizeof(text) - 1);
	struct symbol_opts opts = { .kallsyms = path };
	struct dsos *dsos = dsos__new(&opts);
	struct dso *kernel = dsos__get(dsos, "[kernel.kallsyms]", DSO_KIND_KERNEL, NULL, 0, 0);
	uint64_t start, end, addr;
	const char *name;

	TEST_ASSERT(!dso__find_symbol(kernel, 0));
	TEST_ASSERT(strstr(dso__load_error(kernel), "kptr_restrict"));
	TEST_ASSERT_EQ(kallsyms__kernel_range(path, &start, &end, &name, &addr), -ENOENT);
	dsos__delete(dsos);
	unlink(path);
	free(path);
	return TEST_OK;
}

/* Where the kernel lies: from its first symbol to the end of its data, or else of its code. */
static int test__kernel_range(void)
{
	static const struct {
		const char *text, *name;
		uint64_t start, end;
	} cases[] = {
		{ "1000 T _text\n1000 T _stext\n5000 T _etext\n9000 D _edata\n", "_text", 0x1000, 0x9000 },
		{ "9000 D _edata\n5000 T _etext\n1000 T _text", "_text", 0x1000, 0x9000 },
		{ "0 T _text\n2000 T _stext\n5000 T _etext\n", "_stext", 0x2000, 0x5000 },
		{ "2000 T _stext\n500 D _edata\n5000 T _etext\n", "_stext", 0x2000, 0x5000 },
		{ "2000 T _text\n100 T _etext\n", "_text", 0x2000, UINT64_MAX },
		{ "2000 T _text\n7000 T _etext\t[mod]\n6000 T _etexts\nnonsense\n", "_text", 0x2000, UINT64_MAX },
	};
	uint64_t start, end, addr;
	const char *name;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		char *path = temp_file(cases[i].text, strlen(cases[i].text));

		TEST_ASSERT_EQ(kallsyms__kernel_range(path, &start, &end, &name, &addr), 0);
		TEST_ASSERT_EQ(start, cases[i].start);
		TEST_ASSERT_EQ(end, cases[i].end);
		TEST_ASSERT_STR(name, cases[i].name);
		TEST_ASSERT_EQ(addr, start);
		unlink(path);
		free(path);
	}
	TEST_ASSERT_EQ(kallsyms__kernel_range("/nowhere", &start, &end, &name, &addr), -ENOENT);
	return TEST_OK;
}

/* Files that an option names are told about when they do not help. */
static int test__kernel_named(void)
{
	static const char text[] = "root:x:0:0:root:/root:/bin/bash\n";
	char *path = temp_file(text, sizeof(text) - 1);
	const struct {
		struct symbol_opts opts;
		const char *error;
	} cases[] = {
		{ { .kallsyms = path }, "no symbols in it" },
		{ { .kallsyms = "/nowhere/kallsyms" }, "'/nowhere/kallsyms': No such file or directory" },
		{ { .vmlinux = path }, "not an ELF file" },
		{ { .vmlinux = "/nowhere/vmlinux" }, "'/nowhere/vmlinux': No such file or directory" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct dsos *dsos = dsos__new(&cases[i].opts);
		struct dso *kernel = dsos__get(dsos, "[kernel.kallsyms]", DSO_KIND_KERNEL, NULL, 0, 0);

		TEST_ASSERT(!dso__find_symbol(kernel, 0x1000));
		TEST_ASSERT(strstr(dso__load_error(kernel), cases[i].error) ||
			    strstr(dso__load_error(kernel), "built without libelf"));
		TEST_ASSERT(kernel->symbols->worth_warning);
		dsos__delete(dsos);
	}
	unlink(path);
	free(path);
	return TEST_OK;
}

static int test__jit_map(void)
{
	static const char text[] = "1000 10 plain\n0x1010 0X20 Foo::bar(int, char)\nzz 1 bad\n1030\n"
				   "ffffffffffffffff 5 wraps\n2000 8 \n010aF 8 odd digits\n"
				   "10000000000000000 8 too long\n3000 8x no size\n1000 10 replaced";
	struct symtab t = { 0 };

	TEST_ASSERT_EQ(jit_map__parse(&t, text, sizeof(text) - 1), 6);
	TEST_ASSERT_EQ(t.nr, 3);
	TEST_ASSERT_STR(name_at(&t, 0x10af), "odd digits");
	TEST_ASSERT_STR(name_at(&t, 0x10b7), "-");
	TEST_ASSERT_STR(name_at(&t, 0x1000), "replaced");
	TEST_ASSERT_STR(name_at(&t, 0x102f), "Foo::bar(int, char)");
	TEST_ASSERT_STR(name_at(&t, 0x1030), "-");
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
		TEST_ASSERT_STR(name_at(&t, 0x1000 + 16 * i), name);
	}
	TEST_ASSERT_STR(name_at(&t, 0x500000), "behind");
	TEST_ASSERT_STR(name_at(&t, 0x600000), "last");
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
	char *path = own_file((const void *)(uintptr_t)&test__symtab, &offset);
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
	TEST_ASSERT_STR(sym->name, "test__symtab");
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
		path = temp_file(data, size);
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
	{ "table: gaps, aliases, nesting", test__symtab },
	{ "table: order", test__symtab_sorts },
	{ "symbols within symbols", test__symtab_nested },
	{ "names of symbols", test__symtab_names },
	{ "kallsyms, moved and not", test__kallsyms },
	{ "kallsyms, lines of all kinds", test__kallsyms_lines },
	{ "kallsyms with mangled names", test__kallsyms_demangled },
	{ "kallsyms that hide addresses", test__kallsyms_hidden },
	{ "where the kernel lies", test__kernel_range },
	{ "kernel's files by option", test__kernel_named },
	{ "perf-PID.map", test__jit_map },
	{ "perf-PID.map, piece by piece", test__jit_map_pieces },
	{ "demangling", test__demangle },
	{ "ELF file, build id, PLT", test__elf },
	{ "damaged ELF files", test__elf_damaged },
	{ "vdso", test__vdso },
	{ "build id notes", test__build_id_notes },
	{ "files by name and build id", test__dsos })
