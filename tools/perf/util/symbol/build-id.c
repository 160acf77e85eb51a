// SPDX-License-Identifier: GPL-2.0-only
/* Build ids: note NT_GNU_BUILD_ID of name "GNU", in an ELF file's notes or in note data alone. */
#include <elf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/symbol/build-id.h"
#include "util/symbol/dso.h"
#include "util/base/file.h"
#include "util/base/open-regular.h"
#include "util/base/patient-open.h"

/* Notes are small; a larger segment is damage, or not worth it. */
#define MAX_NOTES	((uint64_t)1 << 20)
#define MAX_HEADERS	((uint64_t)1 << 20)

int build_id__from_notes(const void *data, size_t size, uint64_t align, bool swap, uint8_t ret[20])
{
	struct cursor c = cursor__make(data, size, swap);

	if (align != 8)
		align = 4;
	while (!c.bad && cursor__left(&c) >= 12) {
		uint32_t name_size = cursor__u32(&c, "name size");
		uint32_t desc_size = cursor__u32(&c, "description size");
		uint32_t type = cursor__u32(&c, "type");
		const char *name = cursor__bytes(&c, name_size, "name");
		const void *desc;

		cursor__skip(&c, (align - (12 + (uint64_t)name_size) % align) % align, "name padding");
		desc = cursor__bytes(&c, desc_size, "description");
		if (c.bad)
			break;
		if (type == NT_GNU_BUILD_ID && name_size == 4 && !memcmp(name, "GNU", 4) && desc_size) {
			uint32_t n = desc_size < 20 ? desc_size : 20;

			memcpy(ret, desc, n);
			return (int)n;
		}
		if (cursor__left(&c))
			cursor__skip(&c, (align - desc_size % align) % align, "description padding");
	}
	return -ENOENT;
}

struct headers {
	bool is64, swap;
	uint64_t phoff;
	uint16_t phentsize, phnum;
};

static int parse_ehdr(const unsigned char *data, size_t size, struct headers *ret)
{
	struct cursor c;

	if (size < sizeof(Elf32_Ehdr) || memcmp(data, ELFMAG, SELFMAG))
		return -ENOEXEC;
	ret->is64 = data[EI_CLASS] == ELFCLASS64;
	ret->swap = data[EI_DATA] != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB);
	c = cursor__make(data, size, ret->swap);
	if (ret->is64) {
		cursor__skip(&c, offsetof(Elf64_Ehdr, e_phoff), "");
		ret->phoff = cursor__u64(&c, "");
		cursor__skip(&c, offsetof(Elf64_Ehdr, e_phentsize) - offsetof(Elf64_Ehdr, e_shoff), "");
	} else {
		cursor__skip(&c, offsetof(Elf32_Ehdr, e_phoff), "");
		ret->phoff = cursor__u32(&c, "");
		cursor__skip(&c, offsetof(Elf32_Ehdr, e_phentsize) - offsetof(Elf32_Ehdr, e_shoff), "");
	}
	ret->phentsize = cursor__u16(&c, "");
	ret->phnum = cursor__u16(&c, "");
	return c.bad ? -ENOEXEC : 0;
}

static int notes_of_header(int fd, const struct headers *h, struct cursor *c, uint8_t ret[20])
{
	uint32_t type = cursor__u32(c, "p_type");
	uint64_t offset, size, align;
	void *notes;
	int n;

	if (h->is64) {
		cursor__u32(c, "p_flags");
		offset = cursor__u64(c, "p_offset");
		cursor__skip(c, 16, "p_vaddr");
		size = cursor__u64(c, "p_filesz");
		cursor__skip(c, 8, "p_memsz");
		align = cursor__u64(c, "p_align");
	} else {
		offset = cursor__u32(c, "p_offset");
		cursor__skip(c, 8, "p_vaddr");
		size = cursor__u32(c, "p_filesz");
		cursor__skip(c, 8, "p_memsz");
		align = cursor__u32(c, "p_align");
	}
	if (c->bad || type != PT_NOTE || !size || size > MAX_NOTES)
		return -ENOENT;
	notes = file__read_part(fd, offset, size);
	if (!notes)
		return -ENOENT;
	n = build_id__from_notes(notes, size, align, h->swap, ret);
	free(notes);
	return n;
}

int build_id__read_fd(int fd, uint8_t ret[20])
{
	unsigned char ehdr[sizeof(Elf64_Ehdr)];
	ssize_t n = pread(fd, ehdr, sizeof(ehdr), 0);
	struct headers h;
	unsigned char *table;
	uint64_t size;
	int err = parse_ehdr(ehdr, n < 0 ? 0 : (size_t)n, &h);
	unsigned int i;

	if (err)
		return err;
	size = (uint64_t)h.phnum * h.phentsize;
	if (!size || size > MAX_HEADERS)
		return -ENOENT;
	table = file__read_part(fd, h.phoff, size);
	if (!table)
		return -ENOEXEC;
	err = -ENOENT;
	for (i = 0; i < h.phnum && err < 0; i++) {
		struct cursor c = cursor__make(table + (size_t)i * h.phentsize, h.phentsize, h.swap);

		err = notes_of_header(fd, &h, &c, ret);
	}
	free(table);
	return err;
}

int build_id__read_file(const char *path, uint8_t ret[20])
{
	int fd = patient_open(path, NULL), n;

	if (fd < 0)
		return open_regular__is_other_type(fd) ? -ENOEXEC : fd;
	n = build_id__read_fd(fd, ret);
	close(fd);
	return n;
}

int build_id__read_notes_file(const char *path, uint8_t ret[20])
{
	char *data;
	size_t size;
	int n = file__read_all(path, MAX_NOTES, &data, &size);

	if (n)
		return n;
	n = build_id__from_notes(data, size, 4, false, ret);
	free(data);
	return n;
}

char *build_id__text(const uint8_t *id, size_t size, char *buf)
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	if (size > 20)
		size = 20;
	for (i = 0; i < size; i++) {
		buf[2 * i] = digits[id[i] >> 4];
		buf[2 * i + 1] = digits[id[i] & 15];
	}
	buf[2 * size] = 0;
	return buf;
}
