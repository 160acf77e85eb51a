// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/demangle.h"

#include <libiberty/demangle.h>
#include <string.h>

/* Longer names would take long, and nobody reads them. */
#define MAX_MANGLED	4096

char *demangle(const char *name)
{
	size_t len = strlen(name);

	if (len < 4 || len > MAX_MANGLED)
		return NULL;
	/* One look at the beginning decides for nearly all C names. */
	if (name[0] == '_' && name[1] == 'R')
		return rust_demangle(name, DMGL_STYLE_MASK & DMGL_RUST);
	if (name[0] == '_' && name[1] == 'D')
		return dlang_demangle(name, DMGL_NO_OPTS);
	if (name[0] != '_' || name[1] != 'Z')
		return NULL;
	return cplus_demangle(name, DMGL_AUTO | DMGL_NO_OPTS);
}
