// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's symbols: kallsyms of all kinds, where the kernel lies, and files that options name. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/symbol-fixture.h"
#include "util/base/alloc.h"
#include "util/symbol/demangle.h"
#include "util/symbol/dsos.h"
#include "util/symbol/kallsyms.h"

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
	char *path = symbol_fixture__file(kallsyms_text, sizeof(kallsyms_text) - 1);
	struct symbol_opts opts = { .kallsyms = path };
	struct dsos *dsos = dsos__new(&opts);
	struct dso *kernel, *module;
	struct kallsyms k;

	TEST_ASSERT_EQ(kallsyms__load(&k, path, "_text"), 0);
	kallsyms__finish(&k, false);
	TEST_ASSERT_EQ(k.ref_addr, 0xffffffff81000000);
	TEST_ASSERT(!k.hidden);
	/* Of names without sizes the last one reaches to the next address: it is the one. */
	TEST_ASSERT_STR(symbol_fixture__name(&k.kernel, 0xffffffff81000010), "_text");
	TEST_ASSERT_STR(symbol_fixture__name(&k.kernel, 0xffffffff81000110), "do_weak");
	TEST_ASSERT_STR(symbol_fixture__name(&k.kernel, 0xffffffff81000310), "do_two");
	TEST_ASSERT_STR(symbol_fixture__name(kallsyms__module(&k, "[mod_a]"), 0xffffffffc0000010), "first");
	TEST_ASSERT_STR(symbol_fixture__name(kallsyms__module(&k, "[mod_a]"), 0xffffffffc0000210), "second");
	TEST_ASSERT_STR(symbol_fixture__name(kallsyms__module(&k, "[mod_b]"), 0xffffffffc0002fff), "late");
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
			char *path = symbol_fixture__file(text, strlen(text));
			struct kallsyms k;

			TEST_ASSERT_EQ(kallsyms__load(&k, path, NULL), 0);
			kallsyms__finish(&k, false);
			TEST_ASSERT_EQ(k.kernel.nr, (lines[i].name ? 1U : 0U) + (with >> 1));
			if (lines[i].name)
				TEST_ASSERT_STR(symbol_fixture__name(&k.kernel, lines[i].addr), lines[i].name);
			if (with & 2)
				TEST_ASSERT_STR(symbol_fixture__name(&k.kernel, 0xffffffffffffff00), "last");
			if (with & 1)
				TEST_ASSERT_STR(symbol_fixture__name(kallsyms__module(&k, "[mod_a]"), 0xffffffffc0000000), "first");
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
	char *path = symbol_fixture__file(text, sizeof(text) - 1), *probe = demangle("_ZN3foo3barEv");
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
	char *path = symbol_fixture__file(text, sizeof(text) - 1);
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
		char *path = symbol_fixture__file(cases[i].text, strlen(cases[i].text));

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
	char *path = symbol_fixture__file(text, sizeof(text) - 1);
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

DEFINE_SUITE("Symbols of the kernel: kallsyms", kallsyms,
	{ "kallsyms, moved and not", test__kallsyms },
	{ "kallsyms, lines of all kinds", test__kallsyms_lines },
	{ "kallsyms with mangled names", test__kallsyms_demangled },
	{ "kallsyms that hide addresses", test__kallsyms_hidden },
	{ "where the kernel lies", test__kernel_range },
	{ "kernel's files by option", test__kernel_named })
