// SPDX-License-Identifier: GPL-2.0-only
/* Built where zlib is missing. */
#include <errno.h>

#include "util/symbol/unpack.h"

int unpack__gzip(const void *data, size_t size, struct unpacked *to)
{
	(void)data;
	(void)size;
	(void)to;
	return -ENOTSUP;
}

int unpack__zlib(const void *data, size_t size, struct unpacked *to)
{
	return unpack__gzip(data, size, to);
}
