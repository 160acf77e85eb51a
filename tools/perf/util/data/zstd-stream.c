// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/zstd-stream.h"

#include <errno.h>
#include <stdlib.h>
#include <zstd.h>

#include "util/base/alloc.h"

#define BLOCK_HEADER_SIZE	3	/* RFC 8878 */

struct zstd_reader {
	ZSTD_DCtx *ctx;
	size_t hint;			/* bytes that libzstd asked for last; 0: a frame has ended, or none began */
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
			z->hint = 0;
			return diag__msg(diag, -EBADMSG, "compressed data are damaged: %s",
					 ZSTD_getErrorName(ret));
		}
		z->hint = ret;
		err = o.pos ? out(ctx, z->buf, o.pos) : 0;
		if (err) {
			ZSTD_DCtx_reset(z->ctx, ZSTD_reset_session_only);
			z->hint = 0;
			return err;
		}
		full = o.pos == z->cap;
	}
	return 0;
}

int zstd_reader__end(const struct zstd_reader *z, struct diag *diag)
{
	/* Between two blocks of a frame it asks for the header of the next one, within a block for more. */
	if (!z->hint || z->hint == BLOCK_HEADER_SIZE)
		return 0;
	return diag__msg(diag, -EBADMSG, "the compressed data end in the middle of a block: what should follow is lost");
}

struct zstd_writer {
	ZSTD_CCtx *ctx;
};

struct zstd_writer *zstd_writer__new(int level, struct diag *diag)
{
	struct zstd_writer *z = xzalloc(sizeof(*z));

	z->ctx = ZSTD_createCCtx();
	if (!z->ctx || ZSTD_isError(ZSTD_CCtx_setParameter(z->ctx, ZSTD_c_compressionLevel, level))) {
		zstd_writer__delete(z);
		diag__msg(diag, -ENOMEM, "libzstd could not be started");
		return NULL;
	}
	return z;
}

void zstd_writer__delete(struct zstd_writer *z)
{
	if (!z)
		return;
	ZSTD_freeCCtx(z->ctx);
	free(z);
}

size_t zstd_writer__bound(size_t size)
{
	/* Room for the frame's head and the end of a block, which compressBound() counts once. */
	return ZSTD_compressBound(size) + 64;
}

size_t zstd_writer__feed(struct zstd_writer *z, const void *data, size_t size, void *out, size_t cap)
{
	ZSTD_inBuffer in = { data, size, 0 };
	ZSTD_outBuffer o = { out, cap, 0 };
	size_t left;

	do {
		left = ZSTD_compressStream2(z->ctx, &o, &in, ZSTD_e_flush);
		if (ZSTD_isError(left) || (left && o.pos == o.size))
			return 0;
	} while (left);
	return o.pos;
}
