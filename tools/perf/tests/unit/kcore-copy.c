// SPDX-License-Identifier: GPL-2.0-only
/* --kcore: a copy of what a made-up /proc/kcore has of code. */
#include <elf.h>
#include <fcntl.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/record/kcore-cache.h"
#include "util/record/kcore-copy.h"
#include "util/symbol/dso.h"

#define KERNEL	0xffffffff81000000ULL
#define MODULE	0xffffffffc0000000ULL

/* Each byte of code tells its address. */
static unsigned char byte_at(uint64_t addr)
{
	return (unsigned char)(addr % 251 + 1);
}

struct part {
	uint64_t addr, size;
};

/* Two segments: 64 KiB of the kernel, 16 KiB of modules. */
static int write_kcore(void)
{
	static const struct part parts[] = { { KERNEL, 65536 }, { MODULE, 16384 } };
	char *path = xasprintf("%s/kcore", getenv("PROCFS_PATH"));
	Elf64_Ehdr e = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
		.e_type = ET_CORE, .e_machine = EM_X86_64, .e_phoff = sizeof(e),
		.e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 2,
	};
	FILE *f = fopen(path, "w");
	uint64_t at = sizeof(e) + 2 * sizeof(Elf64_Phdr), i, p;

	free(path);
	if (!f)
		return TEST_FAIL;
	fwrite(&e, sizeof(e), 1, f);
	for (i = 0; i < 2; i++) {
		Elf64_Phdr ph = { .p_type = PT_LOAD, .p_offset = at, .p_vaddr = parts[i].addr,
				  .p_filesz = parts[i].size, .p_memsz = parts[i].size };

		fwrite(&ph, sizeof(ph), 1, f);
		at += parts[i].size;
	}
	for (i = 0; i < 2; i++)
		for (p = 0; p < parts[i].size; p++)
			putc(byte_at(parts[i].addr + p), f);
	return fclose(f) ? TEST_FAIL : 0;
}

static int make_tree(void)
{
	return fake_tree__make() || write_kcore() ||
	       fake_tree__write("proc/kallsyms", "ffffffff81000000 T _stext\nffffffff81000800 t x\n"
				"ffffffff81002345 T _etext\n") ||
	       fake_tree__write("proc/modules",
				"b 4096 0 - Live 0xffffffffc0002000\na 4097 1 b, Live 0xffffffffc0000000\n"
				"lost 4096 0 - Live 0xffffffffc0800000\n") ? TEST_FAIL : 0;
}

static int test__copy(void)
{
	char *dir, *path, *data;
	struct diag diag = DIAG_INIT;
	const Elf64_Phdr *ph;
	Elf64_Ehdr e;
	uint64_t bytes = 0, i;
	size_t size;

	TEST_ASSERT(!make_tree());
	dir = xasprintf("%s/kcore_dir", getenv("PROCFS_PATH"));
	TEST_ASSERT_EQ(kcore_copy(AT_FDCWD, dir, &bytes, &diag), 0);
	path = xasprintf("%s/kcore", dir);
	TEST_ASSERT_EQ(file__read_all(path, 1 << 20, &data, &size), 0);
	TEST_ASSERT_EQ(size, bytes);
	memcpy(&e, data, sizeof(e));
	/* The kernel up to a whole page; two modules that touch; one that is in the list alone. */
	TEST_ASSERT(e.e_phnum == 3 && e.e_phoff == sizeof(e) && e.e_machine == EM_X86_64 && !e.e_shnum);
	ph = (const Elf64_Phdr *)(const void *)(data + sizeof(e));
	TEST_ASSERT(ph[0].p_vaddr == KERNEL && ph[0].p_filesz == 0x3000);
	TEST_ASSERT(ph[1].p_vaddr == MODULE && ph[1].p_filesz == 0x3000);
	TEST_ASSERT(ph[2].p_vaddr == MODULE + 0x800000 && ph[2].p_filesz == 0x1000);
	for (i = 0; i < 0x3000; i++) {
		TEST_ASSERT_EQ((unsigned char)data[ph[0].p_offset + i], byte_at(KERNEL + i));
		TEST_ASSERT_EQ((unsigned char)data[ph[1].p_offset + i], byte_at(MODULE + i));
	}
	for (i = 0; i < 0x1000; i++)
		TEST_ASSERT_EQ(data[ph[2].p_offset + i], 0);
	free(data);
	free(path);
	path = xasprintf("%s/modules", dir);
	TEST_ASSERT(!access(path, R_OK));
	free(path);
	free(dir);
	fake_tree__remove();
	return TEST_OK;
}

static int test__refusals(void)
{
	struct diag diag = DIAG_INIT;
	uint64_t bytes;
	char *dir;

	TEST_ASSERT(!make_tree());
	dir = xasprintf("%s/kcore_dir", getenv("PROCFS_PATH"));
	TEST_ASSERT(!fake_tree__write("proc/kallsyms", "0000000000000000 T _stext\n0000000000000000 T _etext\n"));
	TEST_ASSERT_EQ(kcore_copy(AT_FDCWD, dir, &bytes, &diag), -EACCES);
	free(dir);
	diag = (struct diag)DIAG_INIT;
	dir = xasprintf("%s/second", getenv("PROCFS_PATH"));
	TEST_ASSERT(!fake_tree__write("proc/kcore", "this is no core"));
	TEST_ASSERT_EQ(kcore_copy(AT_FDCWD, dir, &bytes, &diag), -ENOEXEC);
	diag = (struct diag)DIAG_INIT;
	TEST_ASSERT_EQ(kcore_copy(AT_FDCWD, dir, &bytes, &diag), -EEXIST);
	free(dir);
	fake_tree__remove();
	return TEST_OK;
}

/* In the build-id cache: one copy for each layout of the modules. */
static int test__cache(void)
{
	static const uint8_t id[20] = { 0xab, 0xcd };
	static const char *const files[] = { "kcore", "kallsyms", "modules" };
	char *cache, *first = NULL, *again = NULL, *other = NULL, *path, hex[41];
	struct diag diag = DIAG_INIT;
	size_t i;

	TEST_ASSERT(!make_tree());
	cache = xasprintf("%s/[odd] cache", getenv("PROCFS_PATH"));
	TEST_ASSERT_EQ(kcore_cache__add(cache, id, sizeof(id), &first, &diag), 0);
	path = xasprintf("%s/[kernel.kcore]/%s/", cache, build_id__text(id, sizeof(id), hex));
	TEST_ASSERT(!strncmp(first, path, strlen(path)));
	TEST_ASSERT_EQ(strspn(first + strlen(path), "0123456789"), 16);
	TEST_ASSERT_EQ(strlen(first + strlen(path)), 16);
	free(path);
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		path = xasprintf("%s/%s", first, files[i]);
		TEST_ASSERT(!access(path, R_OK));
		free(path);
	}
	TEST_ASSERT_EQ(kcore_cache__add(cache, id, sizeof(id), &again, &diag), -EEXIST);
	TEST_ASSERT_STR(again, first);
	/* One module less, at once. */
	TEST_ASSERT(!fake_tree__write("proc/modules", "b 4096 0 - Live 0xffffffffc0002000\n"));
	TEST_ASSERT_EQ(kcore_cache__add(cache, id, sizeof(id), &other, &diag), 0);
	TEST_ASSERT(strcmp(other, first));
	free(other);
	/* A kernel that hides its code leaves nothing behind. */
	TEST_ASSERT(!fake_tree__write("proc/modules", ""));
	TEST_ASSERT(!fake_tree__write("proc/kcore", "this is no core"));
	TEST_ASSERT_EQ(kcore_cache__add(cache, id, sizeof(id), &other, &diag), -ENOEXEC);
	TEST_ASSERT(!other && diag__is_set(&diag));
	free(first);
	free(again);
	free(cache);
	fake_tree__remove();
	return TEST_OK;
}

DEFINE_SUITE("AUX traces: --kcore", kcore_copy,
	     { "the kernel and its modules", test__copy },
	     { "in the build-id cache", test__cache },
	     { "what cannot be", test__refusals })
