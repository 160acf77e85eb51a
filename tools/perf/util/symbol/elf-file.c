// SPDX-License-Identifier: GPL-2.0-only
/*
 * ELF files and their sections. This file and its neighbours elf-*.c use libelf: sizes and offsets of a file are checked by libelf,
 * names by elf_strptr().
 */
#include "util/symbol/elf-file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/base/names-file.h"
#include "util/base/open-regular.h"
#include "util/data/shrunk-file.h"
#include "util/symbol/build-id.h"
#include "util/symbol/unpack.h"

/* Larger compressed files are not read: bytes. */
#define MAX_PACKED	((size_t)512 << 20)

static int elf_file__begin(struct elf_file *f)
{
	if (!f->elf || elf_kind(f->elf) != ELF_K_ELF || !gelf_getehdr(f->elf, &f->ehdr))
		return -ENOEXEC;
	if (elf_getshdrstrndx(f->elf, &f->shstrndx) || elf_getphdrnum(f->elf, &f->phnum))
		return -ENOEXEC;
	return 0;
}

int elf_file__open(const char *path, struct elf_file **ret)
{
	struct elf_file *f = xzalloc(sizeof(*f));
	char first;
	int err;

	elf_version(EV_CURRENT);
	f->path = xstrdup(path);
	/* A recorded name may be a FIFO or a device by now. */
	f->fd = names_file__open(path, NULL);
	err = f->fd < 0 ? f->fd : 0;
	if (open_regular__is_other_type(err))
		err = -ENOEXEC;
	/* What libelf says of a file that cannot be read does not differ from what it says of one that is none. */
	if (!err && pread(f->fd, &first, 1, 0) < 0) {
		err = -errno;
		names_file__failed(path, err);
	}
	if (!err) {
		shrunk_file__guard();
		f->elf = elf_begin(f->fd, ELF_C_READ_MMAP, NULL);
		err = elf_file__begin(f);
	}
	if (err) {
		elf_file__close(f);
		return err;
	}
	*ret = f;
	return 0;
}

int elf_file__open_memory(void *image, size_t size, struct elf_file **ret)
{
	struct elf_file *f = xzalloc(sizeof(*f));
	int err;

	elf_version(EV_CURRENT);
	f->fd = -1;
	f->elf = elf_memory(image, size);
	err = elf_file__begin(f);
	if (err) {
		elf_file__close(f);
		return err;
	}
	*ret = f;
	return 0;
}

/* Unpacks @size bytes of @data, if they are packed, and opens what comes out. @path, @part: what they are, for a message. */
static int open_unpacked(const void *data, size_t size, const char *path, const char *part, struct elf_file **ret)
{
	struct unpack_room room;
	size_t unpacked_size;
	char *image = NULL;
	int err = unpack(data, size, &room, &image, &unpacked_size);

	if (err == -EFBIG)
		unpack__tell_refused(path, part, 0);
	if (!err)
		err = elf_file__open_memory(image, unpacked_size, ret);
	if (err) {
		unpack_room__exit(&room);
		free(image);
		return err;
	}
	(*ret)->image = image;
	(*ret)->room = room;
	return 0;
}

int elf_file__open_packed(const char *path, struct elf_file **ret)
{
	size_t size;
	char *data;
	int err = elf_file__open(path, ret);

	if (err != -ENOEXEC)
		return err;
	err = names_file__read_all(path, MAX_PACKED, &data, &size);
	if (err)
		return err;
	err = open_unpacked(data, size, path, NULL, ret);
	free(data);
	if (err)
		return err == -EINVAL ? -ENOEXEC : err;
	(*ret)->path = xstrdup(path);
	return 0;
}

void elf_file__close(struct elf_file *f)
{
	if (!f)
		return;
	elf_end(f->elf);
	free(f->image);
	unpack_room__exit(&f->room);
	if (f->fd >= 0)
		close(f->fd);
	free(f->path);
	free(f);
}

const char *elf_file__path(const struct elf_file *f)
{
	return f->path;
}

const char *elf_section_name(struct elf_file *f, const GElf_Shdr *shdr)
{
	const char *name = elf_strptr(f->elf, f->shstrndx, shdr->sh_name);

	return name ? name : "";
}

Elf_Scn *elf_section_by_name(struct elf_file *f, const char *name, GElf_Shdr *ret)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(f->elf, scn)))
		if (gelf_getshdr(scn, ret) && !strcmp(elf_section_name(f, ret), name))
			return scn;
	return NULL;
}

Elf_Scn *elf_section_by_type(struct elf_file *f, uint32_t type, GElf_Shdr *ret)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(f->elf, scn)))
		if (gelf_getshdr(scn, ret) && ret->sh_type == type)
			return scn;
	return NULL;
}

static bool is_swapped(const struct elf_file *f)
{
	return f->ehdr.e_ident[EI_DATA] !=
	       (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB);
}

int elf_file__build_id(struct elf_file *f, uint8_t ret[20])
{
	GElf_Shdr shdr;
	Elf_Scn *scn = NULL;
	Elf_Data *data;
	int n;

	while ((scn = elf_nextscn(f->elf, scn))) {
		if (!gelf_getshdr(scn, &shdr) || shdr.sh_type != SHT_NOTE)
			continue;
		data = elf_rawdata(scn, NULL);
		if (!data || !data->d_buf)
			continue;
		n = build_id__from_notes(data->d_buf, data->d_size, shdr.sh_addralign,
					 is_swapped(f), ret);
		if (n > 0)
			return n;
	}
	return -ENOENT;
}

bool elf_file__has_symtab(struct elf_file *f)
{
	GElf_Shdr shdr;

	return elf_section_by_type(f, SHT_SYMTAB, &shdr) != NULL;
}

bool elf_file__has_dwarf(struct elf_file *f)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = elf_section_by_name(f, ".debug_info", &shdr);

	if (!scn)
		scn = elf_section_by_name(f, ".zdebug_info", &shdr);
	return scn && shdr.sh_type != SHT_NOBITS;
}

const char *elf_file__debuglink(struct elf_file *f, uint32_t *ret_crc)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = elf_section_by_name(f, ".gnu_debuglink", &shdr);
	Elf_Data *data = scn ? elf_rawdata(scn, NULL) : NULL;
	struct cursor c;
	const char *name;

	if (!data || !data->d_buf)
		return NULL;
	/* A name, zero-terminated, padding up to a multiple of four, and a checksum. */
	c = cursor__make(data->d_buf, data->d_size, is_swapped(f));
	name = cursor__str(&c, "name");
	cursor__skip(&c, (4 - cursor__offset(&c) % 4) % 4, "padding");
	*ret_crc = cursor__u32(&c, "checksum");
	return c.bad || !name[0] || strchr(name, '/') ? NULL : name;
}

int elf_file__open_minidebug(struct elf_file *f, struct elf_file **ret)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = elf_section_by_name(f, ".gnu_debugdata", &shdr);
	Elf_Data *data = scn && shdr.sh_type != SHT_NOBITS ? elf_rawdata(scn, NULL) : NULL;

	if (!data || !data->d_buf)
		return -ENOENT;
	return open_unpacked(data->d_buf, data->d_size, f->path ? f->path : "", ".gnu_debugdata", ret);
}
