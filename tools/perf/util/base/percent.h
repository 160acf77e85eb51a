/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers with two digits behind the point, as printf() has them, in a tenth of its time: tables have millions. */
#ifndef PERF_BASE_PERCENT_H
#define PERF_BASE_PERCENT_H

#include <stddef.h>

/* As snprintf("%*.2f%%"): how long the text is, if it fits into @size bytes, which it must. At most 64 are needed. */
size_t percent__print(char *buf, size_t size, unsigned int width, double v);

#endif /* PERF_BASE_PERCENT_H */
