/* SPDX-License-Identifier: GPL-2.0-only */
/* Names in BTF, the kernel's compact description of types. */
#ifndef PERF_DATA_BTF_NAMES_H
#define PERF_DATA_BTF_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the types of one BTF begin: for those who ask for many. Zero-initialised is not read yet. */
struct btf_index {
	const void *data;
	const char **names;		/* by id - 1; NULL: it has none */
	size_t nr, cap;
};

void btf_index__exit(struct btf_index *x);
/* As btf__name(); @x: of the same @data, or empty. */
const char *btf_index__name(struct btf_index *x, const void *data, size_t size, bool swap, uint32_t id);

/*
 * Name of type @id in the BTF of @size bytes; @swap: it is of the other byte order. NULL if there is none, or the BTF is
 * damaged. Lies in @data.
 */
const char *btf__name(const void *data, size_t size, bool swap, uint32_t id);

#endif /* PERF_DATA_BTF_NAMES_H */
