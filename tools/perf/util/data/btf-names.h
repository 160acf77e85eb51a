/* SPDX-License-Identifier: GPL-2.0-only */
/* Names in BTF, the kernel's compact description of types. */
#ifndef PERF_DATA_BTF_NAMES_H
#define PERF_DATA_BTF_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Name of type @id in the BTF of @size bytes; @swap: it is of the other byte order. NULL if there is none, or the BTF is
 * damaged. Lies in @data.
 */
const char *btf__name(const void *data, size_t size, bool swap, uint32_t id);

#endif /* PERF_DATA_BTF_NAMES_H */
