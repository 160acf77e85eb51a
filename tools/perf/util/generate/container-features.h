/* SPDX-License-Identifier: GPL-2.0-only */
/* What the features of a generated file say. */
#ifndef PERF_GENERATE_CONTAINER_FEATURES_H
#define PERF_GENERATE_CONTAINER_FEATURES_H

#include <stdbool.h>

struct bytes;
struct container;

/* Features have numbers below this one. */
#define CONTAINER_FEATURES	32

/* Appends what feature @n says to @b. Returns whether the file has it; if not, what was appended is to be taken back. */
bool container__put_feature(const struct container *c, int n, struct bytes *b);

#endif /* PERF_GENERATE_CONTAINER_FEATURES_H */
