// SPDX-License-Identifier: GPL-2.0-only
/* The one file that uses zlib. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "util/symbol/unpack.h"

#define ZLIB_WINDOW	15		/* zlib's way to say: the largest window, and a header of its own */
#define GZIP_WINDOW	(15 + 16)	/* the same, and a gzip header */

static int inflate_all(int window, const void *data, size_t size, struct unpacked *to)
{
	unsigned char buf[1 << 12];
	z_stream z = { 0 };
	int ret, err = 0;

	if (size > UINT_MAX)
		return -EFBIG;
	if (inflateInit2(&z, window) != Z_OK)
		return -ENOMEM;
	z.next_in = (unsigned char *)(uintptr_t)data;
	z.avail_in = (unsigned int)size;
	do {
		z.next_out = buf;
		z.avail_out = sizeof(buf);
		ret = inflate(&z, Z_NO_FLUSH);
		if (ret != Z_OK && ret != Z_STREAM_END)
			err = -EBADMSG;
		else
			err = unpacked__add(to, buf, sizeof(buf) - z.avail_out);
		/* Nothing more to read, and it did not end: it was cut. */
		if (!err && ret == Z_OK && !z.avail_in && z.avail_out)
			err = -EBADMSG;
	} while (!err && ret == Z_OK);
	inflateEnd(&z);
	return err;
}

int unpack__gzip(const void *data, size_t size, struct unpacked *to)
{
	return inflate_all(GZIP_WINDOW, data, size, to);
}

int unpack__zlib(const void *data, size_t size, struct unpacked *to)
{
	return inflate_all(ZLIB_WINDOW, data, size, to);
}
