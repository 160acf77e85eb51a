// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/zstd-stream.h"

#include <errno.h>
#include <stdlib.h>
#include <zstd.h>

#include "util/base/alloc.h"

struct zstd_reader {
	ZSTD_DCtx *ctx;
	size_t cap;
	char *buf;
};

struct zstd_reader *zstd_reader__new(struct diag *diag)
{
	struct zstd_reader *z = xzalloc(sizeof(*z));

	z->ctx = ZSTD_createDCtx();
	if (!z->ctx) {
		free(z);
		diag__msg(diag, -ENOMEM, "libzstd could not be started");
		return NULL;
	}
	z->cap = ZSTD_DStreamOutSize();
	z->buf = xmalloc(z->cap);
	return z;
}

void zstd_reader__delete(struct zstd_reader *z)
{
	if (!z)
		return;
	ZSTD_freeDCtx(z->ctx);
	free(z->buf);
	free(z);
}

int zstd_reader__feed(struct zstd_reader *z, const void *data, size_t size,
		      int (*out)(void *ctx, const void *data, size_t size), void *ctx, struct diag *diag)
{
	ZSTD_inBuffer in = { data, size, 0 };
	bool full = false;

	/* A full output buffer may leave more inside the context than the input shows. */
	while (in.pos < in.size || full) {
		ZSTD_outBuffer o = { z->buf, z->cap, 0 };
		size_t ret = ZSTD_decompressStream(z->ctx, &o, &in);
		int err;

		if (ZSTD_isError(ret)) {
			ZSTD_DCtx_reset(z->ctx, ZSTD_reset_session_only);
			return diag__msg(diag, -EBADMSG, "compressed data are damaged: %s",
					 ZSTD_getErrorName(ret));
		}
		err = o.pos ? out(ctx, z->buf, o.pos) : 0;
		if (err)
			return err;
		full = o.pos == z->cap;
	}
	return 0;
}
