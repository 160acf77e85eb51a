// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/sframe-file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/symbol/elf-file.h"

static void add_sizes(struct elf_file *f, struct sframe_file *ret)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(f->elf, scn))) {
		const char *name;

		if (!gelf_getshdr(scn, &sh) || sh.sh_type == SHT_NOBITS)
			continue;
		name = elf_section_name(f, &sh);
		if (!strcmp(name, ".eh_frame") || !strcmp(name, ".eh_frame_hdr"))
			ret->eh_frame += sh.sh_size;
		if (sh.sh_flags & SHF_EXECINSTR)
			ret->code += sh.sh_size;
	}
}

/* The bytes are copied: a file may become shorter while it is mapped. */
static int read_table(struct elf_file *f, struct sframe_file *ret, struct diag *diag)
{
	GElf_Shdr sh;
	Elf_Scn *scn = elf_section_by_name(f, ".sframe", &sh);
	Elf_Data *data = scn ? elf_rawdata(scn, NULL) : NULL;

	if (!scn)
		return -ENOENT;
	/* Before linking addresses are still to be filled in. */
	if (f->ehdr.e_type == ET_REL)
		return diag__msg(diag, -ENOTSUP, ".sframe: of an object file that is not linked");
	if (!data || !data->d_buf)
		return diag__msg(diag, -EBADMSG, ".sframe: has no contents");
	ret->bytes = xmemdup(data->d_buf, data->d_size);
	return sframe__open(&ret->table, ret->bytes, data->d_size, sh.sh_addr, diag);
}

static int read_file(struct elf_file *f, struct sframe_file *ret, struct diag *diag)
{
	int err;

	add_sizes(f, ret);
	err = read_table(f, ret, diag);
	if (err && ret->bytes) {
		free(ret->bytes);
		ret->bytes = NULL;
	}
	elf_file__close(f);
	return err;
}

int sframe_file__open(struct sframe_file *ret, const char *path, struct diag *diag)
{
	struct elf_file *f;
	int err = elf_file__open(path, &f);

	*ret = (struct sframe_file){ 0 };
	return err ? err : read_file(f, ret, diag);
}

int sframe_file__open_memory(struct sframe_file *ret, void *image, size_t size, struct diag *diag)
{
	struct elf_file *f;
	int err = elf_file__open_memory(image, size, &f);

	*ret = (struct sframe_file){ 0 };
	return err ? err : read_file(f, ret, diag);
}

void sframe_file__close(struct sframe_file *f)
{
	free(f->bytes);
	*f = (struct sframe_file){ 0 };
}
