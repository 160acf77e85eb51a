/* SPDX-License-Identifier: GPL-2.0-only */
/* Unpacks the COMPRESSED and COMPRESSED2 records of a file once, into a temporary file. */
#ifndef PERF_DATA_DECOMPRESS_H
#define PERF_DATA_DECOMPRESS_H

#include "util/base/unpack-room.h"
#include "util/data/data-file.h"

/*
 * Says in @diag that the compressed records of @room become more than they may, and how to read them all the same. Returns
 * -EFBIG.
 */
int decompress__refuse(const struct unpack_room *room, struct diag *diag);

/*
 * Finds the compressed bytes in @r, which are borrowed. Returns false with @diag set if they would go beyond the record's
 * end.
 */
bool decompress__payload(const struct record *r, const void **ret_data, size_t *ret_size, struct diag *diag);
/*
 * Unpacks all compressed records of @df and maps the result; *@ret_size is 0 if there are none. Damaged ones are counted in
 * *@ret_damaged and left out. Returns 0, or negative errno with @diag set (no libzstd, no space on the disk, more than
 * the budget for what is unpacked allows).
 */
int decompress__records(struct data_file *df, const void **ret_map, uint64_t *ret_size,
			unsigned int *ret_damaged, struct diag *diag);

#endif /* PERF_DATA_DECOMPRESS_H */
