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

int zstd_reader__end(const struct zstd_reader *z, struct diag *diag)
{
	(void)z, (void)diag;
	return 0;
}

struct zstd_writer *zstd_writer__new(int level, struct diag *diag)
{
	(void)level;
	diag__msg(diag, -ENOTSUP, "this perf was built without libzstd: it cannot compress (-z)");
	return NULL;
}

void zstd_writer__delete(struct zstd_writer *z)
{
	(void)z;
}

size_t zstd_writer__bound(size_t size)
{
	return size;
}

size_t zstd_writer__feed(struct zstd_writer *z, const void *data, size_t size, void *out, size_t cap)
{
	(void)z, (void)data, (void)size, (void)out, (void)cap;
	return 0;
}
