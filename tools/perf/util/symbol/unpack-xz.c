// SPDX-License-Identifier: GPL-2.0-only
/* The one file that uses liblzma. */
#include <errno.h>
#include <lzma.h>

#include "util/symbol/unpack.h"

/* Dictionaries of files that are compressed for shipping are far below this. */
#define MAX_MEMORY	((uint64_t)256 << 20)

int unpack__xz(const void *data, size_t size, struct unpacked *to)
{
	lzma_stream z = LZMA_STREAM_INIT;
	unsigned char buf[1 << 12];
	lzma_ret ret = lzma_stream_decoder(&z, MAX_MEMORY, LZMA_CONCATENATED);
	int err = ret == LZMA_OK ? 0 : -ENOMEM;

	z.next_in = data;
	z.avail_in = size;
	while (!err && ret == LZMA_OK) {
		z.next_out = buf;
		z.avail_out = sizeof(buf);
		ret = lzma_code(&z, LZMA_FINISH);
		if (ret == LZMA_OK || ret == LZMA_STREAM_END)
			err = unpacked__add(to, buf, sizeof(buf) - z.avail_out);
		else
			err = -EBADMSG;
	}
	lzma_end(&z);
	return err;
}
