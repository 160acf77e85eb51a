// SPDX-License-Identifier: GPL-2.0-only
/* Built where liblzma is missing. */
#include <errno.h>

#include "util/symbol/unpack.h"

int unpack__xz(const void *data, size_t size, struct unpacked *to)
{
	(void)data;
	(void)size;
	(void)to;
	return -ENOTSUP;
}
