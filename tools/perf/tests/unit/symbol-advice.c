// SPDX-License-Identifier: GPL-2.0-only
/* How to get symbols, told for several distributions: made-up roots with an os-release and packages. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/elf-fixture.h"
#include "util/base/alloc.h"
#include "util/output/symbol-advice.h"

static const char *advice_for(const struct elf_fixture *f, struct dso *dso)
{
	static char text[512];
	struct symbol_advice a;
	struct strbuf sb = STRBUF_INIT;
	char *root = xasprintf("%s/root", f->dir);

	symbol_advice__init(&a, root);
	symbol_advice__add(&a, dso, &sb);
	snprintf(text, sizeof(text), "%s", strbuf__str(&sb));
	strbuf__exit(&sb);
	symbol_advice__exit(&a);
	free(root);
	return text;
}

static bool has(const char *text, const char *what)
{
	return strstr(text, what) != NULL;
}

static int check_user(const struct elf_fixture *f, struct dso *dso)
{
	TEST_ASSERT(dso__lack(dso) == DSO_LACK_PARTIAL || dso__lack(dso) == DSO_LACK_STRIPPED);
	/* Debian: by the package that has the file. */
	TEST_ASSERT(elf_fixture__run(f, "mkdir -p root/etc root/usr/lib root/var/lib/dpkg/info && "
				     "printf 'PRETTY_NAME=\"X\"\\nID=debian\\n' > root/etc/os-release && "
				     "printf '/usr\\n%s/bin/xx\\n' > root/var/lib/dpkg/info/other.list", f->dir));
	/* Nothing is said of packages that have not got a file which is elsewhere, as that of a container. */
	TEST_ASSERT_STR(advice_for(f, dso), "--debuginfod=https://debuginfod.debian.net");
	TEST_ASSERT(elf_fixture__run(f, "mkdir -p root'%s'/bin && cp bin/x root'%s'/bin", f->dir, f->dir));
	TEST_ASSERT(has(advice_for(f, dso), "no package has it"));
	TEST_ASSERT(elf_fixture__run(f, "printf '/usr\\n%s/bin/x\\n/a\\n' > root/var/lib/dpkg/info/libx1:amd64.list", f->dir));
	TEST_ASSERT(has(advice_for(f, dso), "apt install libx1-dbgsym (from the archive debian-debug), or "
			"--debuginfod=https://debuginfod.debian.net"));
	/* One that is made from Ubuntu, which is made from Debian. */
	TEST_ASSERT(elf_fixture__run(f, "printf 'ID=linuxmint\\nID_LIKE=\"ubuntu debian\"\\n' > root/etc/os-release"));
	TEST_ASSERT(has(advice_for(f, dso), "libx1-dbgsym (from the archive ddebs.ubuntu.com)"));
	TEST_ASSERT(has(advice_for(f, dso), "debuginfod.ubuntu.com"));
	/* The other place of the file. */
	TEST_ASSERT(elf_fixture__run(f, "rm root/etc/os-release && printf 'ID=fedora\\n' > root/usr/lib/os-release"));
	TEST_ASSERT(has(advice_for(f, dso), "dnf debuginfo-install "));
	TEST_ASSERT(has(advice_for(f, dso), "debuginfod.fedoraproject.org"));
	TEST_ASSERT(elf_fixture__run(f, "printf \"ID='opensuse-tumbleweed'\\nID_LIKE='opensuse suse'\\n\" > root/usr/lib/os-release"));
	TEST_ASSERT(has(advice_for(f, dso), "zypper install -C 'debuginfo(build-id)="));
	TEST_ASSERT(has(advice_for(f, dso), f->hex));
	TEST_ASSERT(elf_fixture__run(f, "printf 'ID=other\n' > root/usr/lib/os-release"));
	TEST_ASSERT_STR(advice_for(f, dso), "--debuginfod=https://debuginfod.elfutils.org");
	return TEST_OK;
}

static int check(const struct elf_fixture *f)
{
	struct dsos *dsos = dsos__new(NULL);
	char *x = xasprintf("%s/bin/x", f->dir);
	uint8_t other[20] = { 1 };
	int ret = check_user(f, dsos__get(dsos, x, DSO_KIND_USER, f->id, 20, 0));

	if (ret == TEST_OK) {
		/* Another build, no file at all, a JIT without a map, another machine's kernel. */
		TEST_ASSERT(has(advice_for(f, dsos__get(dsos, x, DSO_KIND_USER, other, 20, 0)), "--symfs=DIR"));
		TEST_ASSERT(has(advice_for(f, dsos__get(dsos, "/none", DSO_KIND_USER, NULL, 0, 0)), "--symfs=DIR"));
		TEST_ASSERT(has(advice_for(f, dsos__get(dsos, "/tmp/perf-2147483640.map", DSO_KIND_JIT, NULL, 0, 2147483640)),
				"must write /tmp/perf-2147483640.map"));
		TEST_ASSERT(has(advice_for(f, dsos__get(dsos, "[kernel.kallsyms]", DSO_KIND_KERNEL, other, 20, 0)), "--kallsyms=FILE"));
		TEST_ASSERT_STR(advice_for(f, dsos__get(dsos, "[heap]", DSO_KIND_USER, NULL, 0, 0)), "");
	}
	free(x);
	dsos__delete(dsos);
	return ret;
}

/* The kernel's addresses are shown to those only who may measure it. */
static int check_hidden(const struct elf_fixture *f)
{
	char *kallsyms = xasprintf("%s/kallsyms", f->dir);
	struct symbol_opts opts = { .kallsyms = kallsyms };
	struct dsos *dsos = dsos__new(&opts);

	TEST_ASSERT(elf_fixture__run(f, "echo '0000000000000000 T _text' > kallsyms"));
	TEST_ASSERT_STR(advice_for(f, dsos__get(dsos, "[kernel.kallsyms]", DSO_KIND_KERNEL, NULL, 0, 0)),
			"as root: sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1, or run perf as root");
	dsos__delete(dsos);
	free(kallsyms);
	return TEST_OK;
}

static int test__advice(void)
{
	struct elf_fixture f;
	int ret = elf_fixture__init(&f);

	if (ret == TEST_OK)
		ret = check(&f);
	if (ret == TEST_OK)
		ret = check_hidden(&f);
	elf_fixture__exit(&f);
	return ret;
}

DEFINE_SUITE("How to get missing symbols", symbol_advice,
	{ "by distribution and reason", test__advice })
