// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/debug-link.h"

#include <elf.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/crc32.h"
#include "util/base/cursor.h"
#include "util/base/file.h"
#include "util/base/names-file.h"

#define SECTION		".gnu_debuglink"
/* Bytes: of the table of sections, and of their names. Programs have a few kilobytes, even those with a section for each function. */
#define MAX_TABLE	((uint64_t)4 << 20)
/* Of the section itself: a name, up to three zeros, and a checksum. */
#define MAX_SECTION	512
#define BUFFER		((size_t)64 << 10)

/* The table of sections. */
struct sections {
	unsigned char *table;		/* owned */
	uint16_t entry_size, nr, names;	/* @names: the number of the section with their names */
	bool is_64, swap;
};

struct section {
	uint32_t name;			/* bytes from the start of the names */
	uint64_t offset, size;
};

/* Reads @size bytes at @offset; NULL if they are not there, or are more than @max. The caller frees. */
static void *read_at(int fd, uint64_t offset, uint64_t size, uint64_t max)
{
	return size && size <= max ? file__read_part(fd, offset, size) : NULL;
}

static int read_table(int fd, struct sections *ret)
{
	unsigned char head[sizeof(Elf64_Ehdr)];
	ssize_t n = pread(fd, head, sizeof(head), 0);
	struct cursor c;
	uint64_t offset;

	if (n < (ssize_t)sizeof(Elf32_Ehdr) || memcmp(head, ELFMAG, SELFMAG) != 0)
		return -ENOEXEC;
	ret->is_64 = head[EI_CLASS] == ELFCLASS64;
	ret->swap = head[EI_DATA] != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB);
	c = cursor__make(head, (size_t)n, ret->swap);
	cursor__skip(&c, ret->is_64 ? offsetof(Elf64_Ehdr, e_shoff) : offsetof(Elf32_Ehdr, e_shoff), "header");
	offset = ret->is_64 ? cursor__u64(&c, "e_shoff") : cursor__u32(&c, "e_shoff");
	cursor__skip(&c, 10, "header");
	ret->entry_size = cursor__u16(&c, "e_shentsize");
	ret->nr = cursor__u16(&c, "e_shnum");
	ret->names = cursor__u16(&c, "e_shstrndx");
	if (c.bad)
		return -ENOEXEC;
	ret->table = read_at(fd, offset, (uint64_t)ret->entry_size * ret->nr, MAX_TABLE);
	return ret->table ? 0 : -ENOENT;
}

static bool read_section(const struct sections *s, unsigned int i, struct section *ret)
{
	struct cursor c = cursor__make(s->table + (size_t)i * s->entry_size, s->entry_size, s->swap);

	ret->name = cursor__u32(&c, "sh_name");
	cursor__skip(&c, s->is_64 ? offsetof(Elf64_Shdr, sh_offset) - 4 : offsetof(Elf32_Shdr, sh_offset) - 4, "section");
	ret->offset = s->is_64 ? cursor__u64(&c, "sh_offset") : cursor__u32(&c, "sh_offset");
	ret->size = s->is_64 ? cursor__u64(&c, "sh_size") : cursor__u32(&c, "sh_size");
	return !c.bad;
}

static bool find_section(int fd, const struct sections *s, struct section *ret)
{
	struct section names;
	bool found = false;
	unsigned int i;
	char *text;

	if (s->names >= s->nr || !read_section(s, s->names, &names))
		return false;
	text = read_at(fd, names.offset, names.size, MAX_TABLE);
	for (i = 0; text && i < s->nr && !found; i++)
		found = read_section(s, i, ret) && ret->name < names.size && names.size - ret->name >= sizeof(SECTION) &&
			!memcmp(text + ret->name, SECTION, sizeof(SECTION));
	free(text);
	return found;
}

/* A name, zero-terminated, zeros up to a multiple of four, and a checksum. */
static int read_link(const char *data, size_t size, bool swap, struct debug_link *ret)
{
	size_t length = strnlen(data, size), at = (length + 4) & ~(size_t)3;
	struct cursor c = cursor__make(data, size, swap);

	cursor__skip(&c, at, "name");
	ret->crc = cursor__u32(&c, "checksum");
	if (c.bad || !length || length >= sizeof(ret->name) || memchr(data, '/', length))
		return -ENOENT;
	memcpy(ret->name, data, length);
	ret->name[length] = '\0';
	return strcmp(ret->name, ".") && strcmp(ret->name, "..") ? 0 : -ENOENT;
}

int debug_link__read_fd(int fd, struct debug_link *ret)
{
	struct sections s = { .table = NULL };
	int err = read_table(fd, &s);
	struct section section;
	char *data = NULL;

	if (!err && find_section(fd, &s, &section))
		data = read_at(fd, section.offset, section.size, MAX_SECTION);
	if (!err)
		err = data ? read_link(data, (size_t)section.size, s.swap, ret) : -ENOENT;
	free(data);
	free(s.table);
	return err;
}

int debug_link__checksum(const char *path, uint32_t *ret)
{
	int fd = names_file__open(path, NULL);
	unsigned char *buf;
	ssize_t n = 0;

	if (fd < 0)
		return fd;
	buf = xmalloc(BUFFER);
	*ret = 0;
	do {
		if (n > 0)
			*ret = crc32__add(*ret, buf, (size_t)n);
		n = read(fd, buf, BUFFER);
	} while (n > 0 || (n < 0 && errno == EINTR));
	if (n < 0)
		n = -errno;
	close(fd);
	free(buf);
	return (int)n;
}
