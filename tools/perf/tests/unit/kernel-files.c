// SPDX-License-Identifier: GPL-2.0-only
/* Where names of the kernel's code come from: vmlinux, files of modules, copies of kallsyms. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/shell-run.h"
#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/code/dso-image.h"
#include "util/symbol/dso.h"
#include "util/symbol/elf-symbols.h"
#include "util/symbol/symtab.h"

#define RELEASE		"9.9.9-test"
#define MODULES		"lib/modules/" RELEASE
#define BASE		0xffffffffc0801000ULL

struct tree {
	char dir[32];
	uint8_t id[20];			/* of what make_elf() made last */
};

static bool run(const struct tree *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static bool run(const struct tree *t, const char *fmt, ...)
{
	va_list ap;
	bool ok;

	va_start(ap, fmt);
	ok = shell_run(t->dir, fmt, ap);
	va_end(ap);
	return ok;
}

static bool write_file(const struct tree *t, const char *name, const char *text)
{
	char *path = xasprintf("%s/%s", t->dir, name);
	FILE *f = fopen(path, "we");
	bool ok = f && fputs(text, f) >= 0;

	free(path);
	return f && !fclose(f) && ok;
}

/* Assembles @source and links it with @flags into @name, which gets a build id. */
static bool make_elf(struct tree *t, const char *name, const char *flags, const char *source)
{
	char *path = xasprintf("%s/%s", t->dir, name);
	bool ok = write_file(t, "x.s", source) &&
		  run(t, "as -o x.o x.s && ld --build-id=sha1 %s -o '%s' x.o", flags, name) &&
		  build_id__read_file(path, t->id) == 20;

	/* A relocatable file has no program headers: its note is a section alone. */
	if (!ok && access(path, R_OK) == 0 && run(t, "objcopy -O binary --only-section=.note.gnu.build-id --set-section-flags "
						  ".note.gnu.build-id=alloc '%s' note", name)) {
		char *note = xasprintf("%s/note", t->dir);

		ok = build_id__read_notes_file(note, t->id) == 20;
		free(note);
	}
	free(path);
	return ok;
}

static int tree__init(struct tree *t)
{
	struct elf_file *self = NULL;

	if (elf_file__open("/proc/self/exe", &self) == -ENOSYS) {
		t->dir[0] = 0;
		return test_skip("built without libelf");
	}
	elf_file__close(self);
	snprintf(t->dir, sizeof(t->dir), "/tmp/perf-test-XXXXXX");
	TEST_ASSERT(mkdtemp(t->dir) != NULL);
	TEST_ASSERT(run(t, "mkdir -p boot cache " MODULES "/kernel/fs"));
	if (!run(t, "as --version && ld --version && objcopy --version"))
		return test_skip("the assembler and the linker are not here");
	return TEST_OK;
}

static void tree__exit(const struct tree *t)
{
	if (t->dir[0])
		(void)run(t, "rm -rf '%s'", t->dir);
}

static const char module_source[] =
	".section .note.x, \"a\"\n .long 0\n"
	".text\n .globl first\n .type first, @function\nfirst: .skip 20\n .size first, 20\n"
	".type _RNvC6_123foo3bar, @function\n_RNvC6_123foo3bar: .skip 8\n .size _RNvC6_123foo3bar, 8\n"
	".section .init.text, \"ax\"\n .balign 4096\n .type starts, @function\nstarts: .skip 99\n .size starts, 99\n"
	".section .exit.text, \"ax\"\n .balign 64\n .type ends, @function\nends: .skip 7\n .size ends, 7\n"
	".data\n .type thing, @object\nthing: .skip 64\n .size thing, 64\n";

/* Whether the last module_name_at() lacked a library that this perf was built without. */
static bool not_built;

/* The name at @addr of module "[my_mod]", which the recorded kernel had at BASE; "-": none. */
static const char *module_name_at(const struct tree *t, const struct symbol_opts *more, const uint8_t *id,
				  uint64_t addr, enum dso_lack *ret_lack)
{
	static char name[64];
	struct symbol_opts opts = *more;
	struct dsos *dsos;
	struct dso *module;
	const struct symbol *sym;

	opts.symfs = t->dir;
	dsos = dsos__new(&opts);
	dsos__set_release(dsos, RELEASE);
	module = dsos__get(dsos, "[my_mod]", DSO_KIND_MODULE, id, id ? 20 : 0, 0);
	dso__set_start(module, BASE);
	sym = dso__find_symbol(module, addr);
	snprintf(name, sizeof(name), "%s", sym ? sym->name : "-");
	*ret_lack = dso__lack(module);
	not_built = !sym && *ret_lack != DSO_LACK_NOTHING && strstr(dso__load_error(module), "built without");
	dsos__delete(dsos);
	return name;
}

static int check_module(struct tree *t)
{
	static const char *const packers[] = { "true", "gzip -k", "xz -k", "zstd -q" };
	static const char *const endings[] = { "", ".gz", ".xz", ".zst" };
	struct symbol_opts opts = { 0 };
	enum dso_lack lack;
	uint8_t other[20];
	size_t i;

	TEST_ASSERT(make_elf(t, "my-mod.ko", "-r", module_source));
	TEST_ASSERT_STR(module_name_at(t, &opts, t->id, BASE, &lack), "-");
	TEST_ASSERT_EQ(lack, DSO_LACK_FILE);
	for (i = 0; i < ARRAY_SIZE(packers); i++) {
		if (!run(t, "%s my-mod.ko && mv my-mod.ko%s " MODULES "/kernel/fs/ && { test -f my-mod.ko || "
			 "cp " MODULES "/kernel/fs/my-mod.ko .; }", packers[i], endings[i]))
			continue;
		TEST_ASSERT(run(t, "printf 'kernel/my.ko:\\nkernel/fs/not-my-mod.ko: kernel/my.ko\\nkernel/fs/my-mod.ko%s: "
				"kernel/my.ko\\n' > " MODULES "/modules.dep", endings[i]));
		(void)module_name_at(t, &opts, t->id, BASE, &lack);
		if (not_built)
			continue;
		TEST_ASSERT_STR(module_name_at(t, &opts, t->id, BASE, &lack), "first");
		TEST_ASSERT_STR(module_name_at(t, &opts, t->id, BASE + 19, &lack), "first");
		TEST_ASSERT_STR(module_name_at(t, &opts, t->id, BASE + 20, &lack), "_RNvC6_123foo3bar");
		/* What is for the start only is elsewhere; the next section begins at its own alignment. */
		TEST_ASSERT_STR(module_name_at(t, &opts, t->id, BASE + 63, &lack), "-");
		TEST_ASSERT_EQ(lack, DSO_LACK_NOTHING);
		TEST_ASSERT_STR(module_name_at(t, &opts, t->id, BASE + 64, &lack), "ends");
		TEST_ASSERT_STR(module_name_at(t, &opts, t->id, BASE + 71, &lack), "-");
		TEST_ASSERT_STR(module_name_at(t, &opts, NULL, BASE, &lack), "first");
		memcpy(other, t->id, 20);
		other[19] ^= 0x80;
		TEST_ASSERT_STR(module_name_at(t, &opts, other, BASE, &lack), "-");
		TEST_ASSERT_EQ(lack, DSO_LACK_BUILD);
		/* Cut short. */
		TEST_ASSERT(run(t, "truncate -s 300 " MODULES "/kernel/fs/my-mod.ko%s", endings[i]));
		TEST_ASSERT_STR(module_name_at(t, &opts, t->id, BASE, &lack), "-");
	}
	return TEST_OK;
}

static int with_tree(int (*check)(struct tree *t))
{
	char *before = getenv("PERF_BUILDID_DIR") ? xstrdup(getenv("PERF_BUILDID_DIR")) : NULL, *cache;
	struct tree t;
	int ret = tree__init(&t);

	cache = xasprintf("%s/cache", t.dir);
	setenv("PERF_BUILDID_DIR", cache, 1);
	free(cache);
	if (ret == TEST_OK)
		ret = check(&t);
	tree__exit(&t);
	if (before)
		setenv("PERF_BUILDID_DIR", before, 1);
	else
		unsetenv("PERF_BUILDID_DIR");
	free(before);
	return ret;
}

/* A module's file with bytes changed at random: whatever comes out, nothing breaks. */
static int check_damaged(struct tree *t)
{
	char *path = xasprintf("%s/my-mod.ko", t->dir), *data;
	struct elf_file *f;
	size_t size, n;
	uint64_t x = 7;
	FILE *out;

	TEST_ASSERT(make_elf(t, "my-mod.ko", "-r", module_source));
	TEST_ASSERT_EQ(file__read_all(path, 1 << 20, &data, &size), 0);
	for (n = 0; n < 400; n++) {
		struct symtab table = { 0 };
		size_t at, i;
		char *copy = xmemdup(data, size);

		/* Half of the changes hit the headers: that of the file, those of the sections. */
		for (i = 0; i < 3; i++) {
			x = x * 6364136223846793005ULL + 1442695040888963407ULL;
			at = (x >> 33) % size;
			if (x & 1 << 20)
				at = n % 2 ? at % 64 : size - 1 - at % (size < 1024 ? size : 1024);
			copy[at] = (char)(x >> 24);
		}
		out = fopen(path, "we");
		TEST_ASSERT(out && fwrite(copy, 1, size, out) == size);
		fclose(out);
		free(copy);
		if (elf_file__open_packed(path, &f))
			continue;
		(void)elf_file__add_module_symbols(f, BASE, &table, true);
		symtab__finish(&table, SYMTAB_FILL);
		(void)symtab__find(&table, BASE + n);
		symtab__exit(&table);
		elf_file__close(f);
	}
	free(data);
	free(path);
	return TEST_OK;
}

static int test__damaged(void)
{
	return with_tree(check_damaged);
}

static int test__module(void)
{
	return with_tree(check_module);
}

static const char *kernel_name_at(const struct tree *t, const uint8_t *id, uint64_t text, uint64_t addr)
{
	static char name[64];
	struct symbol_opts opts = { .symfs = t->dir };
	struct dsos *dsos = dsos__new(&opts);
	struct dso *kernel = dsos__get(dsos, "[kernel.kallsyms]", DSO_KIND_KERNEL, id, 20, 0);
	const struct symbol *sym;

	dsos__set_release(dsos, RELEASE);
	dso__set_reference(kernel, "_text", text);
	sym = dso__find_symbol(kernel, addr);
	snprintf(name, sizeof(name), "%s", sym ? sym->name : "-");
	dsos__delete(dsos);
	return name;
}

/* Another machine's kernel: its file is found by release and build id, and moved to where it ran. */
static int check_vmlinux(struct tree *t)
{
	uint8_t other[20];

	TEST_ASSERT(make_elf(t, "boot/vmlinux-" RELEASE, "-Ttext=0xffffffff81000000 -e 0",
			     ".text\n .globl _text\n_text: .skip 256\n .type do_one, @function\n"
			     "do_one: .skip 32\n .size do_one, 32\n"));
	TEST_ASSERT_STR(kernel_name_at(t, t->id, 0xffffffff81000000, 0xffffffff81000110), "do_one");
	TEST_ASSERT_STR(kernel_name_at(t, t->id, 0xffffffff9a000000, 0xffffffff9a000110), "do_one");
	TEST_ASSERT_STR(kernel_name_at(t, t->id, 0xffffffff9a000000, 0xffffffff81000110), "-");
	memcpy(other, t->id, 20);
	other[0] ^= 1;
	TEST_ASSERT_STR(kernel_name_at(t, other, 0xffffffff81000000, 0xffffffff81000110), "-");
	/* By build id, whatever the release. */
	TEST_ASSERT(run(t, "h=$(readelf -nW boot/vmlinux-* | sed -n 's/.*Build ID: *//p') && d=cache/.build-id/${h%%${h#??}} && "
			"mkdir -p $d/${h#??} && mv boot/vmlinux-* $d/${h#??}/elf"));
	TEST_ASSERT_STR(kernel_name_at(t, t->id, 0xffffffff81000000, 0xffffffff81000110), "do_one");
	return TEST_OK;
}

static int test__vmlinux(void)
{
	return with_tree(check_vmlinux);
}

/* "12 34" at @addr, an error, or "-" for neither. */
static const char *bytes_of(const struct symbol_opts *opts, const char *name, enum dso_kind kind, const uint8_t *id,
			    const char *kcore, uint64_t text, uint64_t addr)
{
	static char said[256];
	struct dsos *dsos = dsos__new(opts);
	struct dso *dso = dsos__get(dsos, name, kind, id, id ? 20 : 0, 0);
	struct dso_image *image;
	const unsigned char *bytes;
	size_t size;

	if (text)
		dso__set_reference(dso, "_text", text);
	image = dso_image__open(dso, kcore);
	bytes = dso_image__bytes(image, addr, &size);
	if (bytes && size >= 2)
		snprintf(said, sizeof(said), "%02x %02x%s", bytes[0], bytes[1], dso_image__is_kernel_file(image) ? " file" : "");
	else
		snprintf(said, sizeof(said), "%s", dso_image__error(image) ? dso_image__error(image) : "-");
	dso_image__close(image);
	dsos__delete(dsos);
	return said;
}

static const char *bytes_at(const struct symbol_opts *opts, const char *name, enum dso_kind kind, const char *kcore,
			    uint64_t text, uint64_t addr)
{
	return bytes_of(opts, name, kind, NULL, kcore, text, addr);
}

static int check_code(struct tree *t)
{
	char *file = xasprintf("%s/vmlinux", t->dir), *source = xasprintf("%s/x.s", t->dir);
	struct symbol_opts opts = { .vmlinux = file }, none = { .vmlinux = "/nowhere/vmlinux" }, text = { .vmlinux = source };
	struct symbol_opts installed = { .symfs = t->dir }, ignored = { .symfs = t->dir, .ignore_vmlinux = true };
	static const struct symbol_opts plain;
	const char *kernel = "[kernel.kallsyms]";
	uint8_t other[20];

	TEST_ASSERT(make_elf(t, "vmlinux", "-Ttext=0xffffffff81000000 -e 0",
			     ".text\n .globl _text\n_text: .byte 0x12, 0x34\n .skip 254\n .byte 0x56, 0x78\n"));
	TEST_ASSERT_STR(bytes_at(&opts, kernel, DSO_KIND_KERNEL, NULL, 0, 0xffffffff81000000), "12 34 file");
	TEST_ASSERT_STR(bytes_at(&opts, kernel, DSO_KIND_KERNEL, NULL, 0xffffffff9a000000, 0xffffffff9a000100), "56 78 file");
	TEST_ASSERT_STR(bytes_at(&opts, kernel, DSO_KIND_KERNEL, NULL, 0xffffffff9a000000, 0xffffffff81000000), "-");
	TEST_ASSERT_STR(bytes_at(&opts, kernel, DSO_KIND_KERNEL, NULL, 0, 0xffffffff80ffffff), "-");
	/* (Behind what assemblers fill the section up with.) */
	TEST_ASSERT_STR(bytes_at(&opts, kernel, DSO_KIND_KERNEL, NULL, 0, 0xffffffff81000140), "-");
	/* A copy of the recorded kernel's memory has all where it was. */
	TEST_ASSERT_STR(bytes_at(&none, kernel, DSO_KIND_KERNEL, file, 0xffffffff9a000000, 0xffffffff81000100), "56 78");
	TEST_ASSERT_STR(bytes_at(&plain, "[mod_a]", DSO_KIND_MODULE, file, 0, 0xffffffff81000000), "12 34");
	TEST_ASSERT(strstr(bytes_at(&none, kernel, DSO_KIND_KERNEL, NULL, 0, 0), "'/nowhere/vmlinux': No such file"));
	TEST_ASSERT(strstr(bytes_at(&text, kernel, DSO_KIND_KERNEL, NULL, 0, 0), "/x.s': not an ELF file"));
	TEST_ASSERT(strstr(bytes_at(&plain, "/tmp/perf-1.map", DSO_KIND_JIT, NULL, 0, 0), "made at run time"));
	TEST_ASSERT(strstr(bytes_at(&plain, "//anon", DSO_KIND_USER, NULL, 0, 0), "'//anon': not a file"));
	TEST_ASSERT(strstr(bytes_at(&plain, "/nowhere/x", DSO_KIND_USER, NULL, 0, 0), "no such file of the recorded build"));
	/* Addresses in a user file are offsets. */
	TEST_ASSERT_STR(bytes_at(&plain, file, DSO_KIND_USER, NULL, 0, 0), "7f 45");
	/* A vmlinux that is installed here counts if it is of the recorded build. */
	TEST_ASSERT(make_elf(t, "boot/vmlinux-x", "-Ttext=0xffffffff81000000 -e 0",
			     ".text\n .globl _text\n_text: .byte 0x9a, 0xbc\n .skip 254\n"));
	TEST_ASSERT(run(t, "h=$(readelf -nW boot/vmlinux-x | sed -n 's/.*Build ID: *//p') && d=cache/.build-id/${h%%${h#??}} "
			"&& mkdir -p $d/${h#??} && mv boot/vmlinux-x $d/${h#??}/elf"));
	TEST_ASSERT_STR(bytes_of(&installed, kernel, DSO_KIND_KERNEL, t->id, NULL, 0xffffffff9a000000, 0xffffffff9a000000), "9a bc file");
	TEST_ASSERT(strstr(bytes_of(&ignored, kernel, DSO_KIND_KERNEL, t->id, NULL, 0, 0xffffffff81000000), "another kernel's"));
	memcpy(other, t->id, 20);
	other[0] ^= 1;
	TEST_ASSERT(strstr(bytes_of(&installed, kernel, DSO_KIND_KERNEL, other, NULL, 0, 0xffffffff81000000), "another kernel's"));
	free(file);
	free(source);
	return TEST_OK;
}

static int test__code(void)
{
	return with_tree(check_code);
}

/* Of several copies of kallsyms the one of the recorded boot counts: it has the modules, too. */
static int check_kallsyms(struct tree *t)
{
	static const uint8_t id[20] = { 0xab, 0xcd };
	struct symbol_opts opts = { .symfs = t->dir };
	struct dsos *dsos;
	struct dso *kernel, *module;
	unsigned int recorded;

	TEST_ASSERT(run(t, "d='cache/[kernel.kcore]/abcd000000000000000000000000000000000000' && mkdir -p \"$d/1\" \"$d/2\" && "
			"printf '%%s\\n' 'ffffffff81000000 T _text' 'ffffffff81000100 T one' > \"$d/2/kallsyms\" && "
			"printf '%%s\\n' 'ffffffff82000000 T _text' 'ffffffff82000100 T one' "
			"'ffffffffc0000000 t two\t[mod_a]' > \"$d/1/kallsyms\" && cp \"$d/1/kallsyms\" recorded"));
	for (recorded = 0; recorded < 2; recorded++) {
		char *path = xasprintf("%s/recorded", t->dir);

		dsos = dsos__new(&opts);
		if (recorded)
			dsos__set_recorded_kallsyms(dsos, path);
		kernel = dsos__get(dsos, "[kernel.kallsyms]", DSO_KIND_KERNEL, id, 20, 0);
		dso__set_reference(kernel, "_text", 0xffffffff82000000);
		module = dsos__get(dsos, "[mod_a]", DSO_KIND_MODULE, NULL, 0, 0);
		TEST_ASSERT_STR(dso__find_symbol(kernel, 0xffffffff82000101)->name, "one");
		TEST_ASSERT(dso__find_symbol(module, 0xffffffffc0000010) != NULL);
		TEST_ASSERT_STR(dso__find_symbol(module, 0xffffffffc0000010)->name, "two");
		dsos__delete(dsos);
		/* The second time there is nothing but what belongs to the recording. */
		TEST_ASSERT(run(t, "rm -rf cache"));
		free(path);
	}
	return TEST_OK;
}

static int test__kallsyms_copies(void)
{
	return with_tree(check_kallsyms);
}

DEFINE_SUITE("Files of the kernel and its modules", kernel_files,
	{ "module: layout, compressed files, build id", test__module },
	{ "damaged module", test__damaged },
	{ "vmlinux of another machine", test__vmlinux },
	{ "bytes of code", test__code },
	{ "copies of kallsyms", test__kallsyms_copies })
