/* SPDX-License-Identifier: GPL-2.0-only */
/* Names in BTF, the kernel's compact description of types. */
#ifndef PERF_DATA_BTF_NAMES_H
#define PERF_DATA_BTF_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The names of all types of one BTF, for callers that need many of them. A zeroed one has not been filled yet. */
struct btf_index {
	const void *data;
	const char **names;		/* by id - 1; NULL: the type has no name */
	size_t nr, cap;
};

void btf_index__exit(struct btf_index *x);
/* Does the same as btf__name(), by the index @x, which is filled first if it is not yet the index of @data. */
const char *btf_index__name(struct btf_index *x, const void *data, size_t size, bool swap, uint32_t id);

/*
 * Returns the name of type @id in the BTF @data of @size bytes; @swap: the BTF has the other byte order. The name is
 * borrowed from @data. Returns NULL if there is no such type or name, or if the BTF is damaged.
 */
const char *btf__name(const void *data, size_t size, bool swap, uint32_t id);

#endif /* PERF_DATA_BTF_NAMES_H */
