// SPDX-License-Identifier: GPL-2.0-only
/* Built where libelf is missing. */
#include "util/symbol/elf-symbols.h"

#include <errno.h>

int elf_file__open(const char *path, struct elf_file **ret)
{
	(void)path;
	(void)ret;
	return -ENOSYS;
}

int elf_file__open_memory(void *image, size_t size, struct elf_file **ret)
{
	(void)image;
	(void)size;
	(void)ret;
	return -ENOSYS;
}

int elf_file__open_packed(const char *path, struct elf_file **ret)
{
	(void)path;
	(void)ret;
	return -ENOSYS;
}

int elf_file__open_minidebug(struct elf_file *f, struct elf_file **ret)
{
	(void)f;
	(void)ret;
	return -ENOSYS;
}

void elf_file__close(struct elf_file *f)
{
	(void)f;
}

int elf_file__build_id(struct elf_file *f, uint8_t ret[20])
{
	(void)f;
	(void)ret;
	return -ENOSYS;
}

const char *elf_file__path(const struct elf_file *f)
{
	(void)f;
	return NULL;
}

bool elf_file__has_symtab(struct elf_file *f)
{
	(void)f;
	return false;
}

bool elf_file__has_dwarf(struct elf_file *f)
{
	(void)f;
	return false;
}

void elf_file__set_code_offset(struct elf_file *f, uint64_t pgoff)
{
	(void)f;
	(void)pgoff;
}

size_t elf_file__segments(struct elf_file *f, struct elf_segment **ret)
{
	(void)f;
	*ret = NULL;
	return 0;
}

const char *elf_file__debuglink(struct elf_file *f, uint32_t *ret_crc)
{
	(void)f;
	(void)ret_crc;
	return NULL;
}

int elf_file__add_symbols(struct elf_file *f, struct elf_file *runtime, struct symtab *t,
			  enum elf_addresses addresses, bool demangle)
{
	(void)f;
	(void)runtime;
	(void)t;
	(void)addresses;
	(void)demangle;
	return -ENOSYS;
}

int elf_file__add_module_symbols(struct elf_file *f, uint64_t start, struct symtab *t, bool demangle)
{
	(void)f;
	(void)start;
	(void)t;
	(void)demangle;
	return -ENOSYS;
}

int elf_file__add_plt(struct elf_file *f, const struct symtab *known, struct symtab *t)
{
	(void)f;
	(void)known;
	(void)t;
	return -ENOSYS;
}
