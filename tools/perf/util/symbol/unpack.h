/* SPDX-License-Identifier: GPL-2.0-only */
/* Compressed files, unpacked in memory: what gzip, xz and zstd make. Private to util/symbol. */
#ifndef PERF_SYMBOL_UNPACK_H
#define PERF_SYMBOL_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What comes out grows here, up to @max bytes. */
struct unpacked {
	char *data;			/* owned by whoever asked */
	size_t size, cap, max;
};

/* Appends. -EFBIG beyond @max. */
int unpacked__add(struct unpacked *u, const void *data, size_t size);

/*
 * Unpacks @size bytes of @data, told by how they begin, into *@ret_data, which the caller frees. 0;
 * -EINVAL: none of the formats; -EBADMSG: damaged or cut short; -EFBIG: more than @max bytes;
 * -ENOTSUP: built without the library.
 */
int unpack(const void *data, size_t size, size_t max, char **ret_data, size_t *ret_size);

/* One a format: the same errors. Each hides behind a library of its own. */
int unpack__xz(const void *data, size_t size, struct unpacked *to);
int unpack__gzip(const void *data, size_t size, struct unpacked *to);

/* The checksum that .gnu_debuglink holds, of all bytes of @path. 0, negative errno, -ENOTSUP without zlib. */
int file__crc32(const char *path, uint32_t *ret);

#endif /* PERF_SYMBOL_UNPACK_H */
