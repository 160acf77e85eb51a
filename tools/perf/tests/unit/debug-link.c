// SPDX-License-Identifier: GPL-2.0-only
/* Files with debug information of other files: how they are told, and unwind tables that only they have. */
#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/unwind-fixture.h"
#include "util/base/crc32.h"
#include "util/code/unwind-file.h"
#include "util/symbol/debug-link.h"

static int test__crc32(void)
{
	static const char text[] = "123456789";
	size_t i;

	TEST_ASSERT_EQ(crc32__add(0, text, 9), 0xcbf43926U);
	TEST_ASSERT_EQ(crc32__add(0, text, 0), 0);
	for (i = 0; i <= 9; i++)
		TEST_ASSERT_EQ(crc32__add(crc32__add(0, text, i), text + i, 9 - i), 0xcbf43926U);
	return TEST_OK;
}

/* A file with three sections: nothing, the names of sections, and @size bytes at @link as .gnu_debuglink. */
static struct {
	Elf64_Ehdr head;
	Elf64_Shdr sections[3];
	char names[32], link[600];
} made;

static int read_made(const void *link, size_t size, struct debug_link *ret)
{
	int fd = memfd_create("debug-link", MFD_CLOEXEC), err;

	memset(made.names, 0, sizeof(made.names));
	memcpy(made.names + 1, ".shstrtab\0.gnu_debuglink", 25);
	memcpy(made.link, link, size);
	memcpy(made.head.e_ident, ELFMAG, SELFMAG);
	made.head.e_ident[EI_CLASS] = ELFCLASS64;
	made.head.e_ident[EI_DATA] = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
	made.sections[1] = (Elf64_Shdr){ .sh_name = 1, .sh_offset = offsetof(__typeof__(made), names), .sh_size = 26 };
	made.sections[2] = (Elf64_Shdr){ .sh_name = 11, .sh_offset = offsetof(__typeof__(made), link), .sh_size = size };
	if (fd < 0 || write(fd, &made, sizeof(made)) != (ssize_t)sizeof(made))
		return -EIO;
	err = debug_link__read_fd(fd, ret);
	close(fd);
	return err;
}

static int test__link(void)
{
	static const char good[] = "prog.debug\0\0\x78\x56\x34\x12", path[] = "../prog.deb\0\1\2\3\4", none[] = "\0\0\0\0\1\2\3\4";
	static const char up[] = "..\0\0\1\2\3\4", full[] = "prog\0\0\0\0\1\2\3\4";
	const bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
	struct debug_link link;
	char longest[300] = "";

	made.head.e_shoff = offsetof(__typeof__(made), sections);
	made.head.e_shentsize = sizeof(Elf64_Shdr);
	made.head.e_shnum = 3;
	made.head.e_shstrndx = 1;
	TEST_ASSERT_EQ(read_made(good, 16, &link), 0);
	TEST_ASSERT_STR(link.name, "prog.debug");
	TEST_ASSERT_EQ(link.crc, little ? 0x12345678U : 0x78563412U);
	TEST_ASSERT_EQ(read_made(full, 12, &link), 0);
	TEST_ASSERT_STR(link.name, "prog");
	/* It is cut off, names another folder, no file, or one with a name that no file can have. */
	TEST_ASSERT_EQ(read_made(good, 15, &link), -ENOENT);
	TEST_ASSERT_EQ(read_made(good, 8, &link), -ENOENT);
	TEST_ASSERT_EQ(read_made(path, 16, &link), -ENOENT);
	TEST_ASSERT_EQ(read_made(up, 8, &link), -ENOENT);
	TEST_ASSERT_EQ(read_made(none, 8, &link), -ENOENT);
	memset(longest, 'x', 256);
	TEST_ASSERT_EQ(read_made(longest, 264, &link), -ENOENT);
	longest[255] = '\0';
	TEST_ASSERT_EQ(read_made(longest, 260, &link), 0);
	return TEST_OK;
}

/* What sections say of themselves is not believed. */
static int test__damaged(void)
{
	static const char good[] = "prog.debug\0\0\x78\x56\x34\x12";
	struct debug_link link;

	made.head.e_shoff = offsetof(__typeof__(made), sections);
	made.head.e_shentsize = sizeof(Elf64_Shdr);
	made.head.e_shnum = 3;
	made.head.e_shstrndx = 3;
	TEST_ASSERT_EQ(read_made(good, 16, &link), -ENOENT);
	made.head.e_shstrndx = 1;
	made.head.e_shnum = UINT16_MAX;
	TEST_ASSERT_EQ(read_made(good, 16, &link), -ENOENT);
	made.head.e_shnum = 0;
	TEST_ASSERT_EQ(read_made(good, 16, &link), -ENOENT);
	made.head.e_shnum = 3;
	made.head.e_shentsize = 8;
	TEST_ASSERT_EQ(read_made(good, 16, &link), -ENOENT);
	made.head.e_shentsize = sizeof(Elf64_Shdr);
	made.head.e_shoff = UINT64_MAX - 8;
	TEST_ASSERT_EQ(read_made(good, 16, &link), -ENOENT);
	return TEST_OK;
}

/* The table of another file counts where the file has none, if it belongs to it. */
static int test__separate(void)
{
	struct made_elf alone, debug;
	struct unwind_file *f;
	uint32_t crc;
	size_t cie;

	made__begin(&alone);
	alone.section = ".nothing";
	made__finish(&alone);
	made__begin(&debug);
	debug.section = ".debug_frame";
	debug.debug = true;
	cie = debug.at;
	/* A CIE and an FDE as .debug_frame has them: told by an offset in the section, with addresses as they are. */
	made__entry(&debug);
	made__put(&debug, UINT32_MAX, 4);
	made__hex(&debug, "01 00 01 78 10 " MADE_USUAL_CIE);
	made__end(&debug);
	made__entry(&debug);
	made__put(&debug, cie - MADE_EH, 4);
	made__put(&debug, MADE_CODE_ADDR, 8);
	made__put(&debug, 0x20, 8);
	made__hex(&debug, MADE_FRAME);
	made__end(&debug);
	made__finish(&debug);
	crc = crc32__add(0, debug.bytes, sizeof(debug.bytes));

	f = made__open(&alone);
	TEST_ASSERT_STR(made__row_at(f, MADE_CODE_ADDR + 4), "nothing");
	unwind_file__add_debug(f, debug.bytes, sizeof(debug.bytes), &crc);
	TEST_ASSERT_STR(made__row_at(f, MADE_CODE_ADDR + 4), "4-14 CFA = fp+16, ra at CFA-8, fp at CFA-16");
	unwind_file__delete(f);
	crc ^= 1;
	f = made__open(&alone);
	unwind_file__add_debug(f, debug.bytes, sizeof(debug.bytes), &crc);
	TEST_ASSERT_STR(made__row_at(f, MADE_CODE_ADDR + 4), "nothing");
	unwind_file__delete(f);
	f = made__open(&alone);
	unwind_file__add_debug(f, debug.bytes, sizeof(debug.bytes), NULL);
	TEST_ASSERT_STR(made__row_at(f, MADE_CODE_ADDR + 4), "4-14 CFA = fp+16, ra at CFA-8, fp at CFA-16");
	TEST_ASSERT(!unwind_file__refused(f, true));
	unwind_file__delete(f);
	return TEST_OK;
}

DEFINE_SUITE("Files with debug information", debug_link,
	     { "checksums", test__crc32 },
	     { "the link to them", test__link },
	     { "damaged tables of sections", test__damaged },
	     { "unwind tables that only they have", test__separate })
