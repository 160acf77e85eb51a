// SPDX-License-Identifier: GPL-2.0-only
/* Where functions may begin in a file that does not tell: what is looked at, and which files are not read at all. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/code/called-starts.h"
#include "util/code/elf-view.h"

#define ADDR		0x400000ULL
#define CODE_SIZE	64
#define LOADS		65

/* The code stands at the end, so that a read beyond it is one beyond the memory. */
struct made_file {
	Elf64_Ehdr head;
	Elf64_Phdr loads[LOADS];
	Elf64_Shdr sections[2];
	unsigned char code[CODE_SIZE];
};

/* Offsets in the code that calls and addresses lead to. */
enum { CALLED = 1, TAKEN = 0x20, IN_THE_MIDDLE = 0x28 };

static void put(struct made_file *f, size_t at, const char *bytes, size_t nr)
{
	memcpy(f->code + at, bytes, nr);
}

/* A file whose code is loaded at @addr. The caller frees it. */
static struct made_file *make(uint64_t addr)
{
	struct made_file *f = xcalloc(1, sizeof(*f));

	memcpy(f->head.e_ident, ELFMAG, SELFMAG);
	f->head.e_ident[EI_CLASS] = ELFCLASS64;
	f->head.e_ident[EI_DATA] = ELFDATA2LSB;
	f->head.e_type = ET_DYN;
	f->head.e_machine = EM_X86_64;
	f->head.e_phoff = offsetof(struct made_file, loads);
	f->head.e_phentsize = sizeof(Elf64_Phdr);
	f->head.e_phnum = 1;
	f->head.e_shoff = offsetof(struct made_file, sections);
	f->head.e_shentsize = sizeof(Elf64_Shdr);
	f->loads[0] = (Elf64_Phdr){ .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_offset = offsetof(struct made_file, code), .p_vaddr = addr,
				    .p_filesz = CODE_SIZE, .p_memsz = CODE_SIZE };
	f->sections[1] = (Elf64_Shdr){ .sh_type = SHT_PROGBITS, .sh_flags = SHF_EXECINSTR, .sh_addr = addr + IN_THE_MIDDLE,
				       .sh_offset = offsetof(struct made_file, code) + IN_THE_MIDDLE, .sh_size = 8 };
	memset(f->code, 0x90, CODE_SIZE);
	put(f, 0x00, "\xc3\x55", 2);
	put(f, 0x02, "\xe8\xfa\xff\xff\xff", 5);		/* call CALLED */
	put(f, 0x07, "\x48\x8d\x05\x12\0\0\0", 7);		/* lea TAKEN(%rip),%rax */
	put(f, 0x27, "\x55", 1);
	put(f, 0x30, "\xe8\xf3\xff\xff\xff", 5);		/* call IN_THE_MIDDLE */
	/* A store whose number would lie behind the end; and so does the distance of a call. */
	put(f, 0x3b, "\xc7\x84\xe8\0\0", 5);
	return f;
}

/* Reads @f; returns whether its places are these offsets from @addr on, and frees it. */
static bool has_starts(struct made_file *f, uint64_t addr, const unsigned char *offsets, size_t nr)
{
	struct called_starts s = { .starts.nr = 0 };
	struct diag diag = DIAG_INIT;
	struct elf_view elf;
	bool ok = !elf_view__open(&elf, f, sizeof(*f), &diag);
	size_t i;

	if (ok) {
		called_starts__read(&s, &elf);
		ok = s.starts.nr == nr;
		for (i = 0; ok && i < nr; i++)
			ok = s.starts.list[i] == addr + offsets[i];
		called_starts__exit(&s);
		elf_view__close(&elf);
	}
	free(f);
	return ok;
}

static int test__found(void)
{
	/* The end of the last one is the end of all addresses. */
	static const uint64_t addrs[] = { ADDR, -(uint64_t)CODE_SIZE };
	static const unsigned char starts[] = { CALLED, TAKEN, IN_THE_MIDDLE };
	struct made_file *f;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(addrs); i++) {
		TEST_ASSERT(has_starts(make(addrs[i]), addrs[i], starts, 2));
		/* Where a section begins no code needs to end in front of it. */
		f = make(addrs[i]);
		f->head.e_shnum = 2;
		TEST_ASSERT(has_starts(f, addrs[i], starts, 3));
	}
	return TEST_OK;
}

/* The same code once more, lower down, by a segment behind the first: places are in the order of addresses all the same. */
static int test__order(void)
{
	static const uint64_t wanted[] = { ADDR / 2 + CALLED, ADDR / 2 + TAKEN, ADDR + CALLED, ADDR + TAKEN };
	struct called_starts s = { .starts.nr = 0 };
	struct made_file *f = make(ADDR);
	struct diag diag = DIAG_INIT;
	struct elf_view elf;

	f->loads[1] = f->loads[0];
	f->loads[1].p_vaddr = ADDR / 2;
	f->head.e_phnum = 2;
	TEST_ASSERT_EQ(elf_view__open(&elf, f, sizeof(*f), &diag), 0);
	called_starts__read(&s, &elf);
	TEST_ASSERT_EQ(s.starts.nr, ARRAY_SIZE(wanted));
	TEST_ASSERT(!memcmp(s.starts.list, wanted, sizeof(wanted)));
	called_starts__exit(&s);
	elf_view__close(&elf);
	free(f);
	return TEST_OK;
}

/* Zeros may fill a gap behind the end of a function. They may be the end of a number, too, and a longer row of them is data. */
static int test__zeros(void)
{
	static const unsigned char starts[] = { CALLED, TAKEN };
	struct made_file *f = make(ADDR);

	put(f, TAKEN - 4, "\xc3\0\0\0", 4);
	TEST_ASSERT(has_starts(f, ADDR, starts, 2));
	f = make(ADDR);
	put(f, TAKEN - 5, "\xb8\1\0\0\0", 5);
	TEST_ASSERT(has_starts(f, ADDR, starts, 1));
	f = make(ADDR);
	put(f, TAKEN - 16, "\xc3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	TEST_ASSERT(has_starts(f, ADDR, starts, 2));
	f = make(ADDR);
	put(f, TAKEN - 17, "\xc3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 17);
	TEST_ASSERT(has_starts(f, ADDR, starts, 1));
	return TEST_OK;
}

/* Files of which more is loaded than there is, or in more parts than any program has, would take as long as their authors like. */
static int test__hostile(void)
{
	/* Where the headers are loaded, too, the address of the segment is a word of data. */
	static const unsigned char starts[] = { CALLED, TAKEN }, with_head[] = { 0, CALLED, TAKEN };
	struct made_file *f;
	size_t i, nr;

	for (nr = LOADS - 1; nr <= LOADS; nr++) {
		f = make(ADDR);
		f->head.e_phnum = (Elf64_Half)nr;
		for (i = 1; i < nr; i++)
			f->loads[i] = (Elf64_Phdr){ .p_type = PT_LOAD, .p_vaddr = i * 4096, .p_filesz = 1, .p_memsz = 1 };
		TEST_ASSERT(has_starts(f, ADDR, starts, nr == LOADS ? 0 : 2));
	}
	for (nr = 2; nr <= 3; nr++) {
		f = make(ADDR);
		f->head.e_phnum = (Elf64_Half)nr;
		for (i = 1; i < nr; i++)
			f->loads[i] = (Elf64_Phdr){ .p_type = PT_LOAD, .p_vaddr = i << 16, .p_filesz = sizeof(*f), .p_memsz = sizeof(*f) };
		TEST_ASSERT(has_starts(f, ADDR, with_head, nr == 3 ? 0 : 3));
	}
	return TEST_OK;
}

DEFINE_SUITE("Where functions may begin", called_starts,
	{ "by calls and addresses of code", test__found },
	{ "segments in another order", test__order },
	{ "behind zeros", test__zeros },
	{ "files that would take too long", test__hostile })
