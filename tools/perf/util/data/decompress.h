/* SPDX-License-Identifier: GPL-2.0-only */
/* COMPRESSED and COMPRESSED2 records of a file, unpacked once into a temporary file. */
#ifndef PERF_DATA_DECOMPRESS_H
#define PERF_DATA_DECOMPRESS_H

#include "util/data/data-file.h"

/* Megabytes that may be unpacked however small the recording (or an archive) is; 0: any number. Set by core.unpack-limit. */
#define UNPACK_LIMIT_VARIABLE "PERF_UNPACK_LIMIT"

/*
 * A few bytes can unpack to gigabytes. What all compressed records of a recording together may become: a number of bytes
 * that hurts nobody, and as many times their own size as no recording shrinks by.
 */
struct unpack_room {
	uint64_t bytes;			/* that are fine however small the recording is */
	uint64_t packed, unpacked;	/* so far */
};

void unpack_room__init(struct unpack_room *room);
/* @size more bytes are unpacked now. */
void unpack_room__add_packed(struct unpack_room *room, size_t size);
/* They have become @size more bytes. 0, or -EFBIG with @diag, which may be NULL: that is too much. */
int unpack_room__take(struct unpack_room *room, size_t size, struct diag *diag);

/* The compressed bytes in @r; false (with @diag) if they do not fit into it. */
bool decompress__payload(const struct record *r, const void **ret_data, size_t *ret_size, struct diag *diag);
/*
 * Maps what all compressed records of @df hold; size 0 if there are none. Damaged ones are counted in
 * *@ret_damaged and left out. Returns 0, or negative errno with @diag set (no libzstd, no space, more than
 * unpack_room allows).
 */
int decompress__records(struct data_file *df, const void **ret_map, uint64_t *ret_size,
			unsigned int *ret_damaged, struct diag *diag);

#endif /* PERF_DATA_DECOMPRESS_H */
