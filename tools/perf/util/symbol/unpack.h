/* SPDX-License-Identifier: GPL-2.0-only */
/* Compressed files and sections, unpacked in memory: what gzip, xz, zstd and zlib make. */
#ifndef PERF_SYMBOL_UNPACK_H
#define PERF_SYMBOL_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/unpack-room.h"

/* The unpacked bytes, as many as @room allows. */
struct unpacked {
	char *data;			/* owned by the caller of unpack__*() */
	size_t size, cap;
	struct unpack_room *room;	/* borrowed */
};

/* Appends bytes. Returns 0, or -EFBIG if there would be more than the room allows. */
int unpacked__add(struct unpacked *u, const void *data, size_t size);

/*
 * Unpacks the @size bytes of @data, whose format is known from their beginning, into *@ret_data, which the caller
 * frees. Returns 0; -EINVAL if they have none of the formats; -EBADMSG if they are damaged or incomplete; -EFBIG if
 * there are more bytes than @room allows; -ENOTSUP if perf was built without the library. @room: has what it took;
 * the caller ends it when the bytes are freed, or after an error.
 */
int unpack(const void *data, size_t size, struct unpack_room *room, char **ret_data, size_t *ret_size);

/* Formats that something else says, not the bytes. */
enum unpack_format {
	UNPACK_ZLIB,
	UNPACK_ZSTD,
};

/* The same for bytes of @format. */
int unpack_as(enum unpack_format format, const void *data, size_t size, struct unpack_room *room, char **ret_data,
	      size_t *ret_size);

/*
 * Tells the user, once for each @path, that @part of this file (the name of a section; NULL: all of it) is not read,
 * as it would become larger than is allowed. @size: bytes, 0 if that is not known.
 */
void unpack__tell_refused(const char *path, const char *part, uint64_t size);

/* One function for each format, with the same errors; each needs its own library. */
int unpack__xz(const void *data, size_t size, struct unpacked *to);
int unpack__gzip(const void *data, size_t size, struct unpacked *to);
int unpack__zlib(const void *data, size_t size, struct unpacked *to);

#endif /* PERF_SYMBOL_UNPACK_H */
