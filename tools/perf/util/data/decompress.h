/* SPDX-License-Identifier: GPL-2.0-only */
/* Unpacks the COMPRESSED and COMPRESSED2 records of a file once, into a temporary file. */
#ifndef PERF_DATA_DECOMPRESS_H
#define PERF_DATA_DECOMPRESS_H

#include "util/data/data-file.h"

/* The environment variable with the megabytes that even the smallest recording or archive may unpack to; 0: no limit. */
#define UNPACK_LIMIT_VARIABLE "PERF_UNPACK_LIMIT"

/*
 * Limits how much the compressed records of a recording may unpack to, as a few bytes can unpack to gigabytes. Allowed are a
 * number of bytes that does no harm, and beyond it a multiple of the compressed size that real recordings do not reach.
 */
struct unpack_room {
	uint64_t bytes;			/* allowed for any recording, however small it is */
	uint64_t packed, unpacked;	/* so far */
};

void unpack_room__init(struct unpack_room *room);
/* Tells that @size more compressed bytes are being unpacked. */
void unpack_room__add_packed(struct unpack_room *room, size_t size);
/*
 * Tells that they have unpacked to @size more bytes. Returns 0, or -EFBIG with @diag set if that is too much. @diag may
 * be NULL.
 */
int unpack_room__take(struct unpack_room *room, size_t size, struct diag *diag);

/*
 * Finds the compressed bytes in @r, which are borrowed. Returns false with @diag set if they would go beyond the record's
 * end.
 */
bool decompress__payload(const struct record *r, const void **ret_data, size_t *ret_size, struct diag *diag);
/*
 * Unpacks all compressed records of @df and maps the result; *@ret_size is 0 if there are none. Damaged ones are counted in
 * *@ret_damaged and left out. Returns 0, or negative errno with @diag set (no libzstd, no space on the disk, more than
 * unpack_room allows).
 */
int decompress__records(struct data_file *df, const void **ret_map, uint64_t *ret_size,
			unsigned int *ret_damaged, struct diag *diag);

#endif /* PERF_DATA_DECOMPRESS_H */
