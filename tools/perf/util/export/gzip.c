// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/gzip.h"

#include <stdlib.h>
#include <zlib.h>

#include "util/base/alloc.h"
#include "util/base/log.h"

#define GZIP_WINDOW	(15 + 16)	/* zlib's way to say: the largest window, and a gzip header */
#define MEMORY_LEVEL	8		/* zlib's default */

struct gzip {
	struct text_out *out;
	z_stream z;
	unsigned char buf[1 << 16];
};

struct gzip *gzip__new(struct text_out *out)
{
	struct gzip *z = xzalloc(sizeof(*z));

	z->out = out;
	/* Level 1: profiles are mostly small numbers; more would cost more than all the rest of an export. */
	if (deflateInit2(&z->z, 1, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
		pr_error("perf: out of memory\n");
		exit(1);
	}
	return z;
}

static void run(struct gzip *z, int flush)
{
	do {
		z->z.next_out = z->buf;
		z->z.avail_out = sizeof(z->buf);
		/* With room and a sound state it cannot fail. */
		(void)deflate(&z->z, flush);
		text_out__add(z->out, z->buf, sizeof(z->buf) - z->z.avail_out);
	} while (!z->z.avail_out);
}

void gzip__add(struct gzip *z, const void *data, size_t n)
{
	const unsigned char *p = data;

	while (n) {
		size_t part = n < 1U << 30 ? n : 1U << 30;

		z->z.next_in = (unsigned char *)(uintptr_t)p;
		z->z.avail_in = (unsigned int)part;
		run(z, Z_NO_FLUSH);
		p += part;
		n -= part;
	}
}

void gzip__finish(struct gzip *z)
{
	run(z, Z_FINISH);
	deflateEnd(&z->z);
	free(z);
}
