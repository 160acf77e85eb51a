// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/dwarf-bounded.h"

#include <endian.h>
#include <string.h>
#include <unistd.h>

#include "util/base/hash.h"
#include "util/base/names-file.h"
#include "util/base/unpack-room.h"
#include "util/symbol/unpack.h"

/* ".zdebug_...": "ZLIB" and the size as a big-endian u64, before what zlib made. */
#define OLD_NAME	".zdebug"
#define OLD_MAGIC	"ZLIB"
#define OLD_HEADER	12

/* What the section says that it becomes; 0: it is not compressed. */
static uint64_t claimed_size(Elf_Scn *scn, const GElf_Shdr *shdr, const char *name)
{
	GElf_Chdr chdr;
	Elf_Data *data;
	uint64_t size;

	if (shdr->sh_type == SHT_NOBITS)
		return 0;
	if (shdr->sh_flags & SHF_COMPRESSED)
		return gelf_getchdr(scn, &chdr) ? chdr.ch_size : 0;
	if (strncmp(name, OLD_NAME, strlen(OLD_NAME)) != 0)
		return 0;
	data = elf_rawdata(scn, NULL);
	if (!data || !data->d_buf || data->d_size < OLD_HEADER || memcmp(data->d_buf, OLD_MAGIC, strlen(OLD_MAGIC)) != 0)
		return 0;
	memcpy(&size, (const char *)data->d_buf + strlen(OLD_MAGIC), sizeof(size));
	return be64toh(size);
}

/*
 * May the section become @size bytes? A file is opened by several who need something of it: what was decided first
 * holds for all of them, and is counted once.
 */
static bool is_allowed(struct unpack_room *room, const char *path, Elf_Scn *scn, uint64_t size)
{
	static struct u64num decided;	/* hash of path and section -> 1: no; 2: yes */
	uint64_t key = hash_bytes(path, strlen(path), elf_ndxscn(scn)) | 1, known = u64num__find(&decided, key);

	if (!known) {
		known = unpack_room__take(room, size) ? 1 : 2;
		u64num__set(&decided, key, known);
	}
	return known == 2;
}

static bool hide_large_sections(Elf *elf, const char *path)
{
	size_t names, left = 0;
	struct unpack_room room;
	Elf_Scn *scn = NULL;
	bool hidden = false;
	GElf_Shdr shdr;

	unpack_room__init(&room, UNPACK_RATIO_FILE);
	if (elf_getshdrstrndx(elf, &names))
		return false;
	/* Sections that have the same bytes do not make the file larger. */
	(void)elf_rawfile(elf, &left);
	while ((scn = elf_nextscn(elf, scn))) {
		const char *name = gelf_getshdr(scn, &shdr) ? elf_strptr(elf, names, shdr.sh_name) : NULL;
		uint64_t size = name ? claimed_size(scn, &shdr, name) : 0, packed = shdr.sh_size < left ? shdr.sh_size : left;

		if (!size)
			continue;
		left -= packed;
		unpack_room__add_packed(&room, packed);
		if (is_allowed(&room, path, scn, size))
			continue;
		unpack__tell_refused(path, name, size);
		shdr.sh_type = SHT_NOBITS;
		gelf_update_shdr(scn, &shdr);
		hidden = true;
	}
	return hidden;
}

Elf *elf_bounded__open(int fd, const char *path, bool *ret_hidden)
{
	Elf *elf;

	elf_version(EV_CURRENT);
	/* In this mode libelf has copies of the sections' headers, so that they can be changed. */
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (!elf || elf_kind(elf) != ELF_K_ELF) {
		elf_end(elf);
		return NULL;
	}
	*ret_hidden = hide_large_sections(elf, path);
	return elf;
}

Dwarf *dwarf_bounded__begin(int fd, const char *path)
{
	bool hidden;
	Elf *elf = elf_bounded__open(fd, path, &hidden);
	Dwarf *dwarf = elf ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;

	if (!dwarf)
		elf_end(elf);
	return dwarf;
}

void dwarf_bounded__end(Dwarf *dwarf)
{
	Elf *elf = dwarf_getelf(dwarf);

	dwarf_end(dwarf);
	elf_end(elf);
}

bool dwarf_bounded__refuses(const char *path)
{
	int fd = names_file__open(path, NULL);
	bool hidden = false;

	if (fd < 0)
		return false;
	elf_end(elf_bounded__open(fd, path, &hidden));
	close(fd);
	return hidden;
}
