/* SPDX-License-Identifier: GPL-2.0-only */
/* Parses lists of numbers and ranges from options: "3,5-7". */
#ifndef PERF_BASE_RANGES_H
#define PERF_BASE_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

/* A zeroed list is empty, which stands for all numbers. */
struct ranges {
	struct range { uint32_t from, to; } *list;
	size_t nr, cap;
};

/*
 * Adds the ranges in @text, which may be NULL. @what: what the numbers are, for the message. Returns 0, or -EINVAL with
 * @diag set.
 */
int ranges__parse(struct ranges *r, const char *text, const char *what, struct diag *diag);
bool ranges__contain(const struct ranges *r, uint32_t v);
void ranges__exit(struct ranges *r);

#endif /* PERF_BASE_RANGES_H */
