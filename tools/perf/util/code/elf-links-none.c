// SPDX-License-Identifier: GPL-2.0-only
/* Built instead of elf-links.c where there is no libelf. */
#include "util/code/elf-links.h"

struct elf_links *elf_links__open(const void *image, size_t size)
{
	(void)image, (void)size;
	return NULL;
}

void elf_links__close(struct elf_links *links)
{
	(void)links;
}

void elf_links__at(struct elf_links *links, uint64_t slot, struct elf_link *ret)
{
	(void)links, (void)slot;
	*ret = (struct elf_link){ .kind = ELF_LINK_NONE };
}

uint64_t elf_links__got(const struct elf_links *links)
{
	(void)links;
	return 0;
}

bool elf_links__export(const struct elf_links *links, const char *name, const char *version, struct elf_export *ret)
{
	(void)links, (void)name, (void)version, (void)ret;
	return false;
}
