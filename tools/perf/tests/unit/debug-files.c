// SPDX-License-Identifier: GPL-2.0-only
/* Where symbols are found: --symfs, separate debug files, the build-id cache. With copies of this binary. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>

#include "tests/test.h"
#include "tests/unit/elf-fixture.h"
#include "util/base/alloc.h"
#include "util/symbol/dso-runtime.h"
#include "util/symbol/elf-symbols.h"
#include "util/symbol/unpack.h"
#include "util/symbol/vdso.h"

static const char *look(const struct elf_fixture *f, const char *symfs, const uint8_t *id, bool *ret_lines)
{
	struct symbol_opts opts = { .symfs = symfs };

	return elf_fixture__look(f, &opts, symfs ? "/bin/x" : "bin/x", id, 0, ret_lines);
}

static int check_all(struct elf_fixture *p)
{
	static const char * const moves[] = {
		"mv x.debug bin/x.debug",			/* .gnu_debuglink: beside it */
		"mv bin/x.debug bin/.debug/x.debug",		/* .gnu_debuglink: in .debug */
	};
	uint8_t other[20];
	char *cmd;
	bool lines, whole_lines;
	size_t i;

	/* A stripped file alone: the dynamic symbols at best. */
	TEST_ASSERT(strcmp(look(p, NULL, NULL, &lines), FIXTURE_SYMBOL));
	TEST_ASSERT(!lines);
	for (i = 0; i < ARRAY_SIZE(moves); i++) {
		TEST_ASSERT(elf_fixture__run(p, "%s", moves[i]));
		TEST_ASSERT_STR(look(p, NULL, NULL, &whole_lines), FIXTURE_SYMBOL);
		TEST_ASSERT_STR(look(p, NULL, p->id, &lines), FIXTURE_SYMBOL);
		TEST_ASSERT_STR(look(p, p->dir, p->id, &lines), FIXTURE_SYMBOL);
		TEST_ASSERT_EQ(elf_fixture__origin(), 'l');
		TEST_ASSERT_EQ(lines, whole_lines);
	}
	/* The recorded file was another build: neither it nor its debug file is used. */
	memcpy(other, p->id, 20);
	other[7] ^= 1;
	TEST_ASSERT_STR(look(p, NULL, other, &lines), "-");
	TEST_ASSERT(!lines);
	/* By build id, below the --symfs directory. */
	TEST_ASSERT(elf_fixture__run(p, "mkdir -p usr/lib/debug/.build-id/%.2s && "
				     "mv bin/.debug/x.debug usr/lib/debug/.build-id/%.2s/%s.debug",
				     p->hex, p->hex, p->hex + 2));
	TEST_ASSERT_STR(look(p, p->dir, p->id, &lines), FIXTURE_SYMBOL);
	TEST_ASSERT_EQ(elf_fixture__origin(), 'b');
	TEST_ASSERT_STR(look(p, p->dir, NULL, &lines), FIXTURE_SYMBOL);
	TEST_ASSERT_EQ(lines, whole_lines);
	TEST_ASSERT(strcmp(look(p, NULL, p->id, &lines), FIXTURE_SYMBOL));
	/* In the build-id cache, while the file itself is gone. */
	TEST_ASSERT(elf_fixture__run(p, "rm bin/x && mkdir -p cache/.build-id/%.2s/%s && "
				     "cp '%s' cache/.build-id/%.2s/%s/elf", p->hex, p->hex + 2, p->exe, p->hex, p->hex + 2));
	TEST_ASSERT_STR(look(p, NULL, p->id, &lines), "-");
	cmd = xasprintf("%s/cache", p->dir);
	setenv("PERF_BUILDID_DIR", cmd, 1);
	free(cmd);
	TEST_ASSERT_STR(look(p, NULL, p->id, &lines), FIXTURE_SYMBOL);
	TEST_ASSERT_EQ(elf_fixture__origin(), 'B');
	TEST_ASSERT_EQ(lines, whole_lines);
	TEST_ASSERT_STR(look(p, NULL, NULL, &lines), "-");
	TEST_ASSERT_EQ(elf_fixture__origin(), '!');
	/* A stripped one took the place of the recorded file, which is of the same build. */
	TEST_ASSERT(elf_fixture__run(p, "strip -o bin/x '%s'", p->exe));
	TEST_ASSERT_STR(look(p, NULL, p->id, &lines), FIXTURE_SYMBOL);
	TEST_ASSERT_EQ(elf_fixture__origin(), 'B');
	TEST_ASSERT_EQ(lines, whole_lines);
	return TEST_OK;
}

static int test__debug_files(void)
{
	struct elf_fixture p;
	int ret = elf_fixture__init(&p);

	if (ret == TEST_OK)
		ret = check_all(&p);
	elf_fixture__exit(&p);
	return ret;
}

/* Debug files by their path: as today, as before /usr/lib was /lib, and beside the file. */
static int check_paths(struct elf_fixture *f)
{
	static const struct { const char *file; char origin; } places[] = {
		{ "usr/lib/debug/usr/bin/x.debug", 'f' }, { "usr/lib/debug/usr/bin/x", 'u' },
		{ "usr/lib/debug/bin/x", 'x' }, { "usr/bin/.debug/x", 'o' },
	};
	struct symbol_opts opts = { .symfs = f->dir };
	size_t i;

	TEST_ASSERT(elf_fixture__run(f, "mkdir -p usr/bin/.debug usr/lib/debug/usr/bin usr/lib/debug/bin && "
				     "objcopy -R .gnu_debuglink bin/x usr/bin/x"));
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		TEST_ASSERT(elf_fixture__run(f, "cp x.debug %s", places[i].file));
		TEST_ASSERT_STR(elf_fixture__look(f, &opts, "/usr/bin/x", f->id, 0, NULL), FIXTURE_SYMBOL);
		TEST_ASSERT_EQ(elf_fixture__origin(), places[i].origin);
		/* Another build at that place. */
		TEST_ASSERT(elf_fixture__run(f, "cp /bin/sh %s", places[i].file));
		TEST_ASSERT(strcmp(elf_fixture__look(f, &opts, "/usr/bin/x", f->id, 0, NULL), FIXTURE_SYMBOL));
		TEST_ASSERT(elf_fixture__run(f, "rm %s", places[i].file));
	}
	return TEST_OK;
}

static int test__paths(void)
{
	struct elf_fixture f;
	int ret = elf_fixture__init(&f);

	if (ret == TEST_OK)
		ret = check_paths(&f);
	elf_fixture__exit(&f);
	return ret;
}

/* Files without a build id are told by the checksum in .gnu_debuglink. */
static int check_checksum(struct elf_fixture *f)
{
	TEST_ASSERT(elf_fixture__run(f, "objcopy -R .note.gnu.build-id '%s' y && objcopy --only-keep-debug y x.debug && "
				     "objcopy --strip-all --add-gnu-debuglink=x.debug y bin/x && cp x.debug bin/", f->exe));
	if (strcmp(look(f, NULL, NULL, NULL), FIXTURE_SYMBOL) != 0)
		return test_skip("built without zlib");
	/* The same file but for a byte behind its end: nothing in it says that it is another one. */
	TEST_ASSERT(elf_fixture__run(f, "printf x >> bin/x.debug"));
	TEST_ASSERT(strcmp(look(f, NULL, NULL, NULL), FIXTURE_SYMBOL));
	/* The rule holds for /usr/lib/debug, too. */
	TEST_ASSERT(elf_fixture__run(f, "mkdir -p usr/lib/debug/bin && mv bin/x.debug usr/lib/debug/bin/"));
	TEST_ASSERT(strcmp(look(f, f->dir, NULL, NULL), FIXTURE_SYMBOL));
	TEST_ASSERT(elf_fixture__run(f, "cp x.debug usr/lib/debug/bin/"));
	TEST_ASSERT_STR(look(f, f->dir, NULL, NULL), FIXTURE_SYMBOL);
	/* An id was recorded: a file without one cannot be it. */
	TEST_ASSERT_STR(look(f, f->dir, f->id, NULL), "-");
	return TEST_OK;
}

static int test__checksum(void)
{
	struct elf_fixture f;
	int ret = elf_fixture__init(&f);

	if (ret == TEST_OK)
		ret = check_checksum(&f);
	elf_fixture__exit(&f);
	return ret;
}

/* As distributions make it: an ELF file with no more than names of functions, compressed, in a section. */
static int check_minidebug(struct elf_fixture *f)
{
	if (!elf_fixture__run(f, "objcopy -S --keep-symbol=" FIXTURE_SYMBOL " -R .comment x.debug mini && xz mini"))
		return test_skip("xz or objcopy is not here");
	TEST_ASSERT(elf_fixture__run(f, "objcopy --add-section .gnu_debugdata=mini.xz bin/x"));
	if (strcmp(look(f, NULL, f->id, NULL), FIXTURE_SYMBOL) != 0) {
		char none;

		TEST_ASSERT_EQ(unpack__xz(&none, 0, &(struct unpacked){ 0 }), -ENOTSUP);
		return test_skip("built without liblzma");
	}
	TEST_ASSERT_EQ(elf_fixture__origin(), 'n');
	/* Cut short: nothing of it counts. */
	TEST_ASSERT(elf_fixture__run(f, "head -c 200 mini.xz > cut.xz && "
				     "objcopy --update-section .gnu_debugdata=cut.xz bin/x"));
	TEST_ASSERT(strcmp(look(f, NULL, f->id, NULL), FIXTURE_SYMBOL));
	return TEST_OK;
}

static int test__minidebug(void)
{
	struct elf_fixture f;
	int ret = elf_fixture__init(&f);

	if (ret == TEST_OK)
		ret = check_minidebug(&f);
	elf_fixture__exit(&f);
	return ret;
}

#define RELEASE	"9.9.9-test"

/* The name of FIXTURE_SYMBOL's place in the vdso @name of a process of kernel @kernel; "-": none. */
static const char *look_at_vdso(const struct elf_fixture *f, const char *name, const uint8_t *id, const uint8_t *kernel,
				enum dso_lack *ret_lack)
{
	static char text[64];
	struct symbol_opts opts = { .symfs = f->dir };
	struct dsos *dsos = dsos__new(&opts);
	struct dso *dso = dsos__get(dsos, name, DSO_KIND_VDSO, id, id ? 20 : 0, 0);
	const struct symbol *sym;

	dsos__set_release(dsos, RELEASE);
	(void)dsos__get(dsos, "[kernel.kallsyms]", DSO_KIND_KERNEL, kernel, 20, 0);
	sym = dso__find_symbol(dso, f->offset);
	snprintf(text, sizeof(text), "%s", sym ? sym->name : "-");
	*ret_lack = dso__lack(dso);
	dsos__delete(dsos);
	return text;
}

/* In the build-id cache under its own id, or with its kernel, which serves where no id was recorded: nearly always. */
static int check_cached_vdso(struct elf_fixture *f, const uint8_t *kernel, const uint8_t *other)
{
	enum dso_lack lack;
	bool has_own;

	TEST_ASSERT_STR(look_at_vdso(f, VDSO_NAME, f->id, kernel, &lack), "-");
	/* A perf of 32 bits does not look at its own: under a kernel of 64 it is that of few processes. Emulators have none. */
	has_own = sizeof(long) == 8 && getauxval(AT_SYSINFO_EHDR);
	TEST_ASSERT_EQ(lack, has_own ? DSO_LACK_BUILD : DSO_LACK_ACCESS);
	TEST_ASSERT(elf_fixture__run(f, "mkdir -p cache/.build-id/%.2s/%s && cp '%s' cache/.build-id/%.2s/%s/vdso",
				     f->hex, f->hex + 2, f->exe, f->hex, f->hex + 2));
	TEST_ASSERT_STR(look_at_vdso(f, VDSO_NAME, f->id, kernel, &lack), FIXTURE_SYMBOL);
	TEST_ASSERT_EQ(lack, DSO_LACK_NOTHING);
	TEST_ASSERT_STR(look_at_vdso(f, VDSO_NAME, NULL, kernel, &lack), "-");
	TEST_ASSERT(elf_fixture__run(f, "rm -r cache && d=cache/.build-id/ab/cd000000000000000000000000000000000000 && "
				     "mkdir -p $d && cp '%s' $d/vdso", f->exe));
	TEST_ASSERT_STR(look_at_vdso(f, VDSO_NAME, NULL, kernel, &lack), FIXTURE_SYMBOL);
	TEST_ASSERT_STR(look_at_vdso(f, VDSO_NAME, f->id, kernel, &lack), FIXTURE_SYMBOL);
	TEST_ASSERT_STR(look_at_vdso(f, VDSO_NAME, other, kernel, &lack), "-");
	TEST_ASSERT_STR(look_at_vdso(f, VDSO_NAME, NULL, other, &lack), "-");
	TEST_ASSERT_STR(look_at_vdso(f, VDSO32_NAME, NULL, kernel, &lack), "-");
	TEST_ASSERT(elf_fixture__run(f, "rm -r cache"));
	return TEST_OK;
}

/* Installed with the kernel of the recorded release; 32-bit processes have another one. */
static int check_vdsos(struct elf_fixture *f)
{
	static const uint8_t kernel[20] = { 0xab, 0xcd }, other[20] = { 1 };
	static const char *const installed[] = { "lib/modules/" RELEASE "/vdso", "usr/lib/debug/lib/modules/" RELEASE "/vdso" };
	char *cache = xasprintf("%s/cache", f->dir);
	enum dso_lack lack;
	size_t i;

	setenv("PERF_BUILDID_DIR", cache, 1);
	free(cache);
	if (check_cached_vdso(f, kernel, other))
		return TEST_FAIL;
	for (i = 0; i < ARRAY_SIZE(installed); i++) {
		TEST_ASSERT(elf_fixture__run(f, "mkdir -p %s && cp '%s' %s/vdso64.so", installed[i], f->exe, installed[i]));
		TEST_ASSERT_STR(look_at_vdso(f, VDSO_NAME, NULL, kernel, &lack), FIXTURE_SYMBOL);
		TEST_ASSERT_STR(look_at_vdso(f, VDSO_NAME, other, kernel, &lack), "-");
		TEST_ASSERT_STR(look_at_vdso(f, VDSO32_NAME, NULL, kernel, &lack), "-");
		TEST_ASSERT(elf_fixture__run(f, "mv %s/vdso64.so %s/vdso32.so", installed[i], installed[i]));
		TEST_ASSERT_STR(look_at_vdso(f, VDSO_NAME, NULL, kernel, &lack), "-");
		TEST_ASSERT_STR(look_at_vdso(f, VDSO32_NAME, NULL, kernel, &lack), FIXTURE_SYMBOL);
		TEST_ASSERT(elf_fixture__run(f, "rm -r %s", installed[i]));
	}
	return TEST_OK;
}

static int test__vdsos(void)
{
	struct elf_fixture f;
	int ret = elf_fixture__init(&f);

	if (ret == TEST_OK)
		ret = check_vdsos(&f);
	elf_fixture__exit(&f);
	return ret;
}

/* Mappings begin with pages, segments within them: as lld and GNU ld lay programs out. */
static int test__mappings(void)
{
	struct elf_segment lld[] = {
		{ 0, 0x91c, 0, false }, { 0x1920, 0x4a0, 0x920, true }, { 0x2dc0, 0x1d8, 0xdc0, false },
	};
	struct elf_segment big[] = {
		{ 0, 0x15fd4, 0, false }, { 0x16fe0, 0x443c0, 0x15fe0, true }, { 0x5c3a0, 0x3c60, 0x5a3a0, false },
	};
	struct elf_segment huge[] = { { 0x400000, 0x1234, 0, false }, { 0x420500, 0x9000, 0x10500, true } };
	struct dso_runtime file = { .segs = lld, .nr_segs = 3 };
	uint64_t addr;

	TEST_ASSERT(dso_runtime__virtual(&file, 0, true, &addr));
	TEST_ASSERT_EQ(addr, 0x1000);
	TEST_ASSERT(dso_runtime__virtual(&file, 0, false, &addr));
	TEST_ASSERT_EQ(addr, 0);
	file.segs = big;
	TEST_ASSERT(dso_runtime__virtual(&file, 0x15000, true, &addr));
	TEST_ASSERT_EQ(addr, 0x16000);
	/* A mapping that mprotect() has split. */
	TEST_ASSERT(dso_runtime__virtual(&file, 0x20000, true, &addr));
	TEST_ASSERT_EQ(addr, 0x21000);
	TEST_ASSERT(!dso_runtime__virtual(&file, 0x900000, true, &addr));
	/* Pages of 64 KiB. */
	file.segs = huge;
	file.nr_segs = 2;
	TEST_ASSERT(dso_runtime__virtual(&file, 0x10000, true, &addr));
	TEST_ASSERT_EQ(addr, 0x420000);
	return TEST_OK;
}

DEFINE_SUITE("Separate debug files, --symfs, build-id cache", debug_files,
	{ "each place, right and wrong build", test__debug_files },
	{ "debug files by path", test__paths },
	{ "checksum of files without build id", test__checksum },
	{ "MiniDebugInfo", test__minidebug },
	{ "vdsos of other kernels", test__vdsos },
	{ "where mappings begin", test__mappings })
