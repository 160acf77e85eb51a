// SPDX-License-Identifier: GPL-2.0-only
/* Built instead of zstd-stream.c where there is no libzstd. */
#include "util/data/zstd-stream.h"

#include <errno.h>

struct zstd_reader *zstd_reader__new(struct diag *diag)
{
	diag__msg(diag, -ENOTSUP, "the recording is compressed, and this perf was built without libzstd");
	return NULL;
}

void zstd_reader__delete(struct zstd_reader *z)
{
	(void)z;
}

int zstd_reader__feed(struct zstd_reader *z, const void *data, size_t size,
		      int (*out)(void *ctx, const void *data, size_t size), void *ctx, struct diag *diag)
{
	(void)z, (void)data, (void)size, (void)out, (void)ctx;
	return diag__msg(diag, -ENOTSUP, "this perf was built without libzstd");
}
