/* SPDX-License-Identifier: GPL-2.0-only */
/* COMPRESSED and COMPRESSED2 records of a file, unpacked once into a temporary file. */
#ifndef PERF_DATA_DECOMPRESS_H
#define PERF_DATA_DECOMPRESS_H

#include "util/data/data-file.h"

/* The compressed bytes in @r; false (with @diag) if they do not fit into it. */
bool decompress__payload(const struct record *r, const void **ret_data, size_t *ret_size, struct diag *diag);
/*
 * Maps what all compressed records of @df hold; size 0 if there are none. Damaged ones are counted in
 * *@ret_damaged and left out. Returns 0, or negative errno with @diag set (no libzstd, no space).
 */
int decompress__records(struct data_file *df, const void **ret_map, uint64_t *ret_size,
			unsigned int *ret_damaged, struct diag *diag);

#endif /* PERF_DATA_DECOMPRESS_H */
