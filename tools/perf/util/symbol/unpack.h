/* SPDX-License-Identifier: GPL-2.0-only */
/* Compressed files, unpacked in memory: what gzip, xz and zstd make. Private to util/symbol. */
#ifndef PERF_SYMBOL_UNPACK_H
#define PERF_SYMBOL_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The unpacked bytes, at most @max. */
struct unpacked {
	char *data;			/* owned by the caller of unpack__*() */
	size_t size, cap, max;
};

/* Appends bytes. Returns 0, or -EFBIG if there would be more than @max. */
int unpacked__add(struct unpacked *u, const void *data, size_t size);

/*
 * Unpacks the @size bytes of @data, whose format is known from their beginning, into *@ret_data, which the caller frees. Returns 0;
 * -EINVAL if they have none of the formats; -EBADMSG if they are damaged or incomplete; -EFBIG if there are more than @max bytes;
 * -ENOTSUP if perf was built without the library.
 */
int unpack(const void *data, size_t size, size_t max, char **ret_data, size_t *ret_size);

/* One function for each format, with the same errors; each needs its own library. */
int unpack__xz(const void *data, size_t size, struct unpacked *to);
int unpack__gzip(const void *data, size_t size, struct unpacked *to);

/*
 * Computes the checksum of the file @path that is used in .gnu_debuglink. Returns 0 or negative errno; -ENOTSUP without
 * zlib.
 */
int file__crc32(const char *path, uint32_t *ret);

#endif /* PERF_SYMBOL_UNPACK_H */
