// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/elf-needed.h"

#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/base/file.h"

#define MAX_HEADERS	((uint64_t)1 << 20)	/* bytes of program headers */
#define MAX_DYNAMIC	((uint64_t)1 << 20)
#define MAX_STRINGS	((uint64_t)64 << 20)
#define MAX_NAMES	1024
#define MAX_NAME_BYTES	65536			/* in all */

struct segment {
	uint32_t type;
	uint64_t offset, addr, size;	/* bytes in the file */
};

struct reading {
	int fd;
	bool swap;
	struct segment *segs;
	size_t nr;
	struct elf_needed *to;
};

/* @size bytes at @offset, and a zero; NULL if they are not there. The caller frees. */
static char *read_at(const struct reading *r, uint64_t offset, uint64_t size)
{
	return size <= MAX_STRINGS ? file__read_part(r->fd, offset, size) : NULL;
}

/* A word of the file's class: 32 or 64 bits. */
static uint64_t word(struct cursor *c, bool is_64, const char *what)
{
	return is_64 ? cursor__u64(c, what) : cursor__u32(c, what);
}

static void read_segment(struct cursor *c, bool is_64, struct segment *ret)
{
	ret->type = cursor__u32(c, "p_type");
	if (is_64)
		cursor__skip(c, 4, "p_flags");
	ret->offset = word(c, is_64, "p_offset");
	ret->addr = word(c, is_64, "p_vaddr");
	(void)word(c, is_64, "p_paddr");
	ret->size = word(c, is_64, "p_filesz");
}

static int read_headers(struct reading *r)
{
	char head[64] = "";
	ssize_t n = pread(r->fd, head, sizeof(head), 0);
	bool host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	uint16_t entry, nr;
	uint64_t offset;
	struct cursor c;
	char *table;
	size_t i;

	if (n < (ssize_t)sizeof(Elf32_Ehdr) || memcmp(head, ELFMAG, SELFMAG))
		return -ENOEXEC;
	r->to->is_64 = head[EI_CLASS] == ELFCLASS64;
	r->to->is_big = head[EI_DATA] == ELFDATA2MSB;
	r->swap = r->to->is_big != host_is_big;
	c = cursor__make(head, (size_t)n, r->swap);
	cursor__skip(&c, EI_NIDENT + 2, "e_type");
	r->to->machine = cursor__u16(&c, "e_machine");
	cursor__skip(&c, 4, "e_version");
	(void)word(&c, r->to->is_64, "e_entry");
	offset = word(&c, r->to->is_64, "e_phoff");
	(void)word(&c, r->to->is_64, "e_shoff");
	cursor__skip(&c, 4 + 2, "e_flags");
	entry = cursor__u16(&c, "e_phentsize");
	nr = cursor__u16(&c, "e_phnum");
	table = c.bad || (uint64_t)entry * nr > MAX_HEADERS ? NULL : read_at(r, offset, (uint64_t)entry * nr);
	if (!table)
		return -ENOEXEC;
	r->segs = xcalloc(nr + 1u, sizeof(*r->segs));
	for (i = 0; i < nr; i++) {
		c = cursor__make(table + i * entry, entry, r->swap);
		read_segment(&c, r->to->is_64, &r->segs[i]);
		if (c.bad)
			break;
	}
	r->nr = i;
	free(table);
	return 0;
}

/* Where in the file what is loaded at @addr lies, and how much of its segment follows; 0: nowhere. */
static uint64_t bytes_at(const struct reading *r, uint64_t addr, uint64_t *ret_offset)
{
	size_t i;

	for (i = 0; i < r->nr; i++) {
		const struct segment *s = &r->segs[i];

		if (s->type != PT_LOAD || addr < s->addr || addr - s->addr >= s->size)
			continue;
		*ret_offset = s->offset + (addr - s->addr);
		return s->size - (addr - s->addr);
	}
	return 0;
}

/* The string at @offset of the table; NULL: it does not end there, or is longer than any path. */
static char *string_at(const char *strings, uint64_t size, uint64_t offset)
{
	struct cursor c = cursor__make(strings, (size_t)size, false);
	const char *s;

	cursor__skip(&c, offset, "string");
	s = cursor__str(&c, "string");
	return s && *s && strlen(s) < PATH_MAX ? xstrdup(s) : NULL;
}

struct dynamic {
	uint64_t strtab, strsz, rpath, runpath;
	uint64_t names[MAX_NAMES];
	size_t nr_names;
	bool has_rpath, has_runpath, no_default;
};

static void read_entries(struct cursor *c, bool is_64, struct dynamic *d)
{
	while (!c->bad && cursor__left(c)) {
		uint64_t tag = word(c, is_64, "d_tag"), val = word(c, is_64, "d_val");

		if (c->bad || tag == DT_NULL)
			break;
		if (tag == DT_STRTAB)
			d->strtab = val;
		else if (tag == DT_STRSZ)
			d->strsz = val;
		else if (tag == DT_NEEDED && d->nr_names < MAX_NAMES)
			d->names[d->nr_names++] = val;
		else if (tag == DT_FLAGS_1)
			d->no_default = val & DF_1_NODEFLIB;
		else if (tag == DT_RPATH)
			d->has_rpath = true, d->rpath = val;
		else if (tag == DT_RUNPATH)
			d->has_runpath = true, d->runpath = val;
	}
}

static void take_strings(struct reading *r, const struct dynamic *d)
{
	struct elf_needed *to = r->to;
	uint64_t offset = 0, there = bytes_at(r, d->strtab, &offset), size = d->strsz < there ? d->strsz : there;
	char *strings = size ? read_at(r, offset, size) : NULL, *name;
	size_t i, bytes = 0;

	if (!strings)
		return;
	if (d->has_rpath)
		to->rpath = string_at(strings, size, d->rpath);
	if (d->has_runpath)
		to->runpath = string_at(strings, size, d->runpath);
	for (i = 0; i < d->nr_names && bytes < MAX_NAME_BYTES; i++) {
		name = string_at(strings, size, d->names[i]);
		if (!name)
			continue;
		GROW(to->names, to->nr, to->cap);
		to->names[to->nr++] = name;
		bytes += strlen(name) + 1;
	}
	free(strings);
}

static void read_dynamic(struct reading *r, const struct segment *s)
{
	struct dynamic *d;
	struct cursor c;
	uint64_t size = s->size < MAX_DYNAMIC ? s->size : MAX_DYNAMIC;
	char *data = read_at(r, s->offset, size);

	if (!data)
		return;
	d = xzalloc(sizeof(*d));
	c = cursor__make(data, (size_t)size, r->swap);
	read_entries(&c, r->to->is_64, d);
	r->to->no_default = d->no_default;
	take_strings(r, d);
	free(d);
	free(data);
}

int elf_needed__read(int fd, struct elf_needed *ret)
{
	struct reading r = { .fd = fd, .to = ret };
	int err;
	size_t i;

	*ret = (struct elf_needed){ 0 };
	err = read_headers(&r);
	for (i = 0; i < r.nr; i++) {
		const struct segment *s = &r.segs[i];

		if (s->type == PT_INTERP && !ret->interpreter && s->size && s->size < PATH_MAX)
			ret->interpreter = read_at(&r, s->offset, s->size);
		else if (s->type == PT_DYNAMIC && !ret->nr)
			read_dynamic(&r, s);
	}
	free(r.segs);
	return err;
}

void elf_needed__exit(struct elf_needed *n)
{
	while (n->nr)
		free(n->names[--n->nr]);
	free(n->names);
	free(n->interpreter);
	free(n->rpath);
	free(n->runpath);
	*n = (struct elf_needed){ 0 };
}
