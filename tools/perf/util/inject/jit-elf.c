// SPDX-License-Identifier: GPL-2.0-only
/* Laid out by hand, so that the code lies where the maps say: head, one segment, code, symbols, strings, sections. */
#include "util/inject/jit-elf.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/new-file.h"
#include "util/inject/jit-dwarf.h"
#include "util/inject/jitdump.h"

static const char section_names[] = "\0.text\0.symtab\0.strtab\0.shstrtab\0"
	".debug_abbrev\0.debug_info\0.debug_line\0.debug_aranges";
enum { NAME_TEXT = 1, NAME_SYMTAB = 7, NAME_STRTAB = 15, NAME_SHSTRTAB = 23 };
enum { NAME_ABBREV = 33, NAME_INFO = 47, NAME_LINE = 59, NAME_ARANGES = 71 };
enum { SECTIONS_CODE = 4, SECTIONS_LINES = 8 };	/* number of sections without lines, and with them */

struct section {
	unsigned int name, type, flags, link, info, align, entsize;
	Elf_Type data_type;
	void *data;
	size_t size;
};

/* Appends the section at *@at, which moves behind it. */
static bool add_section(Elf *elf, const struct section *s, uint64_t *at)
{
	Elf_Scn *scn = elf_newscn(elf);
	Elf_Data *data = scn ? elf_newdata(scn) : NULL;
	GElf_Shdr head;

	if (!data || !gelf_getshdr(scn, &head))
		return false;
	*at = (*at + s->align - 1) & ~(uint64_t)(s->align - 1);
	data->d_buf = s->data;
	data->d_size = s->size;
	data->d_type = s->data_type;
	data->d_align = s->align;
	data->d_version = EV_CURRENT;
	head.sh_name = s->name;
	head.sh_type = s->type;
	head.sh_flags = s->flags;
	head.sh_addr = s->flags & SHF_ALLOC ? *at : 0;
	head.sh_offset = *at;
	head.sh_size = s->size;
	head.sh_link = s->link;
	head.sh_info = s->info;
	head.sh_addralign = s->align;
	head.sh_entsize = s->entsize;
	*at += s->size;
	return gelf_update_shdr(scn, &head);
}

/* The symbols: none, and the function. In the file's class; libelf turns them into its byte order. */
static void *make_symbols(bool small, size_t size, size_t *ret_size)
{
	unsigned char info = GELF_ST_INFO(STB_GLOBAL, STT_FUNC);

	if (small) {
		Elf32_Sym *sym = xcalloc(2, sizeof(*sym));

		sym[1] = (Elf32_Sym){ .st_name = 1, .st_value = JIT_ELF_TEXT, .st_size = (Elf32_Word)size,
				      .st_info = info, .st_shndx = 1 };
		*ret_size = 2 * sizeof(*sym);
		return sym;
	} else {
		Elf64_Sym *sym = xcalloc(2, sizeof(*sym));

		sym[1] = (Elf64_Sym){ .st_name = 1, .st_value = JIT_ELF_TEXT, .st_size = size, .st_info = info,
				      .st_shndx = 1 };
		*ret_size = 2 * sizeof(*sym);
		return sym;
	}
}

static struct section debug_section(unsigned int name, const struct strbuf *data)
{
	return (struct section){ name, SHT_PROGBITS, 0, 0, 0, 1, 0, ELF_T_BYTE, data->buf, data->len };
}

static bool fill(Elf *elf, uint16_t machine, bool big_endian, struct section *sections, size_t nr, size_t size)
{
	bool small = jitdump__is_32_bit(machine);
	uint64_t at = JIT_ELF_TEXT;
	GElf_Ehdr head;
	GElf_Phdr segment = { .p_type = PT_LOAD, .p_offset = JIT_ELF_TEXT, .p_vaddr = JIT_ELF_TEXT,
			      .p_paddr = JIT_ELF_TEXT, .p_filesz = size, .p_memsz = size, .p_flags = PF_R | PF_X,
			      .p_align = 1 };
	size_t i;

	if (!gelf_newehdr(elf, small ? ELFCLASS32 : ELFCLASS64) || !gelf_newphdr(elf, 1) || !gelf_getehdr(elf, &head))
		return false;
	elf_flagelf(elf, ELF_C_SET, ELF_F_LAYOUT);
	for (i = 0; i < nr; i++)
		if (!add_section(elf, &sections[i], &at))
			return false;
	head.e_ident[EI_DATA] = big_endian ? ELFDATA2MSB : ELFDATA2LSB;
	head.e_type = ET_DYN;
	head.e_machine = machine;
	head.e_version = EV_CURRENT;
	head.e_phoff = gelf_fsize(elf, ELF_T_EHDR, 1, EV_CURRENT);
	head.e_shoff = (at + 7) & ~7ULL;
	head.e_shstrndx = SECTIONS_CODE;
	return gelf_update_ehdr(elf, &head) && gelf_update_phdr(elf, 0, &segment) && elf_update(elf, ELF_C_WRITE) >= 0;
}

static bool write_elf(int fd, uint16_t machine, bool big_endian, const struct jit_function *f)
{
	bool small = jitdump__is_32_bit(machine), ok;
	size_t name_size = strlen(f->name) + 2, symbols_size;
	void *symbols = make_symbols(small, f->size, &symbols_size);
	char *strings = xcalloc(1, name_size);
	struct jit_dwarf dwarf = { 0 };
	struct section sections[SECTIONS_LINES] = {
		{ NAME_TEXT, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0, 0, 16, 0, ELF_T_BYTE, (void *)(uintptr_t)f->code,
		  f->size },
		{ NAME_SYMTAB, SHT_SYMTAB, 0, 3, 1, 8, (unsigned int)(symbols_size / 2), ELF_T_SYM, symbols, symbols_size },
		{ NAME_STRTAB, SHT_STRTAB, 0, 0, 0, 1, 0, ELF_T_BYTE, strings, name_size },
		{ NAME_SHSTRTAB, SHT_STRTAB, 0, 0, 0, 1, 0, ELF_T_BYTE, (void *)(uintptr_t)section_names,
		  sizeof(section_names) },
	};
	Elf *elf;

	memcpy(strings + 1, f->name, name_size - 2);
	if (f->nr_lines) {
		jit_dwarf__make(&dwarf, f, JIT_ELF_TEXT, small, big_endian);
		sections[4] = debug_section(NAME_ABBREV, &dwarf.abbrev);
		sections[5] = debug_section(NAME_INFO, &dwarf.info);
		sections[6] = debug_section(NAME_LINE, &dwarf.line);
		sections[7] = debug_section(NAME_ARANGES, &dwarf.aranges);
	}
	(void)elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_WRITE, NULL);
	ok = elf && fill(elf, machine, big_endian, sections, f->nr_lines ? SECTIONS_LINES : SECTIONS_CODE, f->size);
	if (elf)
		elf_end(elf);
	jit_dwarf__exit(&dwarf);
	free(strings);
	free(symbols);
	return ok;
}

bool jit_elf__can_write(void)
{
	return true;
}

int jit_elf__write(const char *path, uint16_t machine, bool big_endian, const struct jit_function *f)
{
	struct new_file file;
	int err = new_file__create(&file, path, 0600);

	if (err)
		return err;
	err = write_elf(file.fd, machine, big_endian, f) ? new_file__commit(&file) : -EIO;
	new_file__exit(&file);
	return err;
}
