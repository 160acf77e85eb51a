/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers in upstream's short form, for titles. */
#ifndef PERF_OUTPUT_ROUGH_NUMBER_H
#define PERF_OUTPUT_ROUGH_NUMBER_H

#include <stdint.h>

/* Writes @v to @buf: "2K", or "818 " with a blank for the missing unit. Returns @buf. */
const char *rough_number(uint64_t v, char buf[24]);

#endif /* PERF_OUTPUT_ROUGH_NUMBER_H */
