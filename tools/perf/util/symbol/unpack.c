// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/unpack.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/log.h"
#include "util/data/zstd-stream.h"

static const unsigned char xz_magic[] = { 0xfd, '7', 'z', 'X', 'Z', 0 };
static const unsigned char gzip_magic[] = { 0x1f, 0x8b };
static const unsigned char zstd_magic[] = { 0x28, 0xb5, 0x2f, 0xfd };

#define BEGINS_WITH(data, size, magic)	((size) >= sizeof(magic) && !memcmp(data, magic, sizeof(magic)))

int unpacked__add(struct unpacked *u, const void *data, size_t size)
{
	if (unpack_room__take(u->room, size))
		return -EFBIG;
	if (size > u->cap - u->size) {
		u->cap *= 2;
		if (u->cap < u->size + size)
			u->cap = u->size + size;
		u->data = xrealloc(u->data, u->cap);
	}
	if (size)
		memcpy(u->data + u->size, data, size);
	u->size += size;
	return 0;
}

static int add_piece(void *ctx, const void *data, size_t size)
{
	return unpacked__add(ctx, data, size);
}

static int unpack__zstd(const void *data, size_t size, struct unpacked *to)
{
	struct diag diag = DIAG_INIT;
	struct zstd_reader *z = zstd_reader__new(&diag);
	int err;

	if (!z)
		return -ENOTSUP;
	err = zstd_reader__feed(z, data, size, add_piece, to, &diag);
	zstd_reader__delete(z);
	return err;
}

static int finish(struct unpacked *to, int err, char **ret_data, size_t *ret_size)
{
	if (!err && !to->size)
		err = -EBADMSG;
	if (err) {
		free(to->data);
		return err;
	}
	*ret_data = to->data;
	*ret_size = to->size;
	return 0;
}

static struct unpacked begin(struct unpack_room *room, size_t size)
{
	unpack_room__init(room, UNPACK_RATIO_FILE);
	unpack_room__add_packed(room, size);
	return (struct unpacked){ .room = room };
}

int unpack(const void *data, size_t size, struct unpack_room *room, char **ret_data, size_t *ret_size)
{
	struct unpacked to = begin(room, size);
	int err = -EINVAL;

	if (BEGINS_WITH(data, size, xz_magic))
		err = unpack__xz(data, size, &to);
	else if (BEGINS_WITH(data, size, gzip_magic))
		err = unpack__gzip(data, size, &to);
	else if (BEGINS_WITH(data, size, zstd_magic))
		err = unpack__zstd(data, size, &to);
	return finish(&to, err, ret_data, ret_size);
}

int unpack_as(enum unpack_format format, const void *data, size_t size, struct unpack_room *room, char **ret_data,
	      size_t *ret_size)
{
	struct unpacked to = begin(room, size);
	int err = format == UNPACK_ZLIB ? unpack__zlib(data, size, &to) : unpack__zstd(data, size, &to);

	return finish(&to, err, ret_data, ret_size);
}

void unpack__tell_refused(const char *path, const char *part, uint64_t size)
{
	static struct u64num told;
	uint64_t key = hash_bytes(path, strlen(path), 0) | 1;
	char becomes[64] = "more than fits";

	if (u64num__find(&told, key))
		return;
	u64num__set(&told, key, 1);
	if (size)
		snprintf(becomes, sizeof(becomes), "%" PRIu64 " MB", size >> 20);
	pr_warning("perf: '%s': %s would become %s when it is unpacked and is not read: names or callers may be missing "
		   "('perf -c core.unpack-limit=MB COMMAND' allows more, 0: any size)\n", path, part ? part : "it", becomes);
}
