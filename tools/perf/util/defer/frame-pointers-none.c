// SPDX-License-Identifier: GPL-2.0-only
/* Built instead of frame-pointers.c where there is no libdw. */
#include "util/defer/frame-pointers.h"

#include <errno.h>

int frame_pointers__measure(const char *path, struct frame_pointers *ret)
{
	(void)path, (void)ret;
	return -ENOTSUP;
}
