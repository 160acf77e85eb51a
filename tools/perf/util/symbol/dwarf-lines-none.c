// SPDX-License-Identifier: GPL-2.0-only
/* Built where libdw is missing. */
#include "util/symbol/dwarf-lines.h"

#include <stddef.h>

struct dwarf_lines *dwarf_lines__open(const char *path, bool demangle)
{
	(void)path;
	(void)demangle;
	return NULL;
}

void dwarf_lines__close(struct dwarf_lines *d)
{
	(void)d;
}

const char *dwarf_lines__shared(const struct dwarf_lines *d, uint8_t ret_id[20], uint8_t *ret_size)
{
	(void)d;
	(void)ret_id;
	(void)ret_size;
	return NULL;
}

void dwarf_lines__set_shared(struct dwarf_lines *d, const char *path)
{
	(void)d;
	(void)path;
}

uint32_t dwarf_lines__find(struct dwarf_lines *d, uint64_t addr, bool lines, struct src_frame *ret)
{
	(void)d;
	(void)addr;
	(void)lines;
	(void)ret;
	return 0;
}
