// SPDX-License-Identifier: GPL-2.0-only
/* Built where libiberty is missing. */
#include "util/symbol/demangle.h"

#include <stddef.h>

char *demangle(const char *name)
{
	(void)name;
	return NULL;
}
